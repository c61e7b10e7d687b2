// What a fund asks of each member, and what of it fell due (FUND-3).
import { addMonths, firstOfMonth, monthsFrom, type PlainDate } from "../calendar.ts";
import { dueOn } from "../contributions.ts";
import type { Cents } from "../money.ts";

/** Nothing, once from each on the books on a day, each month, or each meeting. */
export const fundRules = ["none", "once", "monthly", "each_meeting"] as const;

export type FundRule = (typeof fundRules)[number];

/** An amount, and the day from which it counts; null is the fund's first, which counts from whenever it starts. */
export type FundAmount = { cents: Cents; from: PlainDate | null };

export type FundTerms = {
  rule: FundRule;
  startsOn: PlainDate;
  /** In the order in which they were set. */
  amounts: readonly FundAmount[];
};

export type FundMember = {
  joinedOn: PlainDate;
  /** The day on which they left; null of a member. */
  leftOn: PlainDate | null;
};

/** Of those that count on `day`, the amount that was set last; 0 before any. */
export function amountOn(amounts: readonly FundAmount[], day: PlainDate): Cents {
  return amounts.findLast(({ from }) => from === null || from <= day)?.cents ?? 0n;
}

/**
 * The first of each month that a monthly fund asks for and whose due day, day `dueDay` of the month after it, is over;
 * the later of `startsOn` and joining is the first.
 */
export function monthsDue(
  fund: Pick<FundTerms, "startsOn">,
  member: FundMember,
  { dueDay, today }: { dueDay: number; today: PlainDate },
): PlainDate[] {
  const first = firstOfMonth(fund.startsOn > member.joinedOn ? fund.startsOn : member.joinedOn);
  const end = member.leftOn !== null && member.leftOn < today ? member.leftOn : today;
  return Array.from({ length: Math.max(0, monthsFrom(first, end)) }, (_, step) =>
    addMonths(first, step),
  ).filter((month) => dueOn(month, dueDay) < end);
}

/**
 * What fell due until today, in cents, each month or meeting by the amount that counted on its day. `meetings` are the days of
 * those on whose roll the member is, from `startsOn` on. A levy is owed by each member on the books on the day it starts.
 */
export function dueCents(
  fund: FundTerms,
  member: FundMember & { meetings: readonly PlainDate[] },
  day: { dueDay: number; today: PlainDate },
): Cents {
  const { rule, startsOn, amounts } = fund;
  const onDays = (days: readonly PlainDate[]) =>
    days.reduce((sum, due) => sum + amountOn(amounts, due), 0n);
  switch (rule) {
    case "none":
      return 0n;
    case "once":
      return startsOn <= day.today && member.joinedOn <= startsOn && !hasLeftBy(member, startsOn)
        ? amountOn(amounts, startsOn)
        : 0n;
    case "monthly":
      return onDays(monthsDue(fund, member, day).map((month) => dueOn(month, day.dueDay)));
    case "each_meeting":
      return onDays(member.meetings.filter((held) => held >= startsOn));
  }
}

/** What is owed of it: never below 0. */
export function owedCents(due: { dueCents: Cents; paidCents: Cents }): Cents {
  return due.dueCents > due.paidCents ? due.dueCents - due.paidCents : 0n;
}

function hasLeftBy({ leftOn }: FundMember, day: PlainDate): boolean {
  return leftOn !== null && leftOn <= day;
}
