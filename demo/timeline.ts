// What happens in the demo group, each thing at its moment; written by topic and lived through in order.
import {
  addDays,
  addMonths,
  firstOfMonth,
  nairobiDate,
  nairobiMidnight,
  type PlainDate,
} from "#domain/calendar.ts";
import type { Action } from "#domain/permissions.ts";
import type { Decision } from "#server/core/approvals/verdicts.ts";
import type { Tx } from "#server/db/connection.ts";
import type { By, DemoGroup } from "./demo-group.ts";

export type Happening = { at: Date; happen: (group: DemoGroup) => Promise<unknown> };

/**
 * Everything up to `today`, in order of time; what comes at the same moment in order of the list. `after` each of them comes
 * what follows from it.
 */
export async function liveThrough(
  group: DemoGroup,
  happenings: readonly Happening[],
  { today, after }: { today: Date; after: (at: Date) => Promise<unknown> },
): Promise<void> {
  const past = happenings.filter(({ at }) => at <= today);
  for (const { at, happen } of past.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    await happen(group);
    await after(at);
  }
}

export type Verdict = { who: "treasurer" | "sec-gen" | "chairperson"; at: Date; reason?: string };

/** Whatever both offices decide on: it is asked for, and then each verdict comes at its own moment. */
export function request(requested: {
  at: Date;
  /** Gives the id that the verdicts name. */
  ask: (group: DemoGroup) => Promise<number>;
  right: Action;
  decide: (tx: Tx, by: By, decision: Decision) => Promise<unknown>;
  verdicts: readonly Verdict[];
}): Happening[] {
  const { at, ask, right, decide, verdicts } = requested;
  let id = 0;
  return [
    { at, happen: async (group) => (id = await ask(group)) },
    ...verdicts.map((verdict) => ({
      at: verdict.at,
      happen: (group: DemoGroup) =>
        group.act({ who: verdict.who, right, at: verdict.at }, (tx, by) =>
          decide(tx, by, {
            id,
            action: verdict.reason === undefined ? "approved" : "rejected",
            reason: verdict.reason ?? null,
          }),
        ),
    })),
  ];
}

/** The Treasurer looks at the M-Pesa statement the next day, the Sec-Gen the day after. */
export function bothApprove(requested: Date): Verdict[] {
  return [treasurerApproves(requested), { who: "sec-gen", at: hoursAfter(requested, 49) }];
}

export function treasurerApproves(requested: Date): Verdict {
  return { who: "treasurer", at: hoursAfter(requested, 25) };
}

// The demo group's three years, counted back from today.

const HOUR_MS = 3_600_000;

/** Months that the group has existed. */
export const MONTHS = 36;

export type Moments = ReturnType<typeof momentsBefore>;

/**
 * Hours are of the Nairobi day and may have a fraction. Days of a month up to the 28th exist in all of them; in an
 * earlier month, and one day ago or more, is before today whatever the day and the hour.
 */
export function momentsBefore(today: Date) {
  const thisDay = nairobiDate(today);
  const month = (ago: number): PlainDate => addMonths(firstOfMonth(thisDay), -ago);
  return {
    /** The first day of a month. */
    month,
    inMonth: (ago: number, day: number, hour = 10) => momentOf(addDays(month(ago), day - 1), hour),
    daysAgo: (days: number, hour = 10) => momentOf(addDays(thisDay, -days), hour),
  };
}

export function momentOf(day: PlainDate, hour: number): Date {
  return new Date(nairobiMidnight(day).getTime() + Math.round(hour * 60) * 60_000);
}

export function hoursAfter(moment: Date, hours: number): Date {
  return new Date(moment.getTime() + hours * HOUR_MS);
}
