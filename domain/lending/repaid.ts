// What one more payment changed in a loan, and what of its interest the books hold by then: the difference of two replays.
import type { PlainDate } from "#domain/calendar.ts";
import { type Cents, sumOf } from "#domain/money.ts";
import { paidParts, type PaidPart, type Schedule } from "./schedule.ts";
import { totalOf } from "./rows.ts";

/** What of a payment went into a row. */
export type UsedRow = PaidPart & { number: number | null; dueOn: PlainDate };

export type Repaid = {
  principalCents: Cents;
  /** Below zero if interest that was paid ahead repays principal after all. */
  interestCents: Cents;
  /** By row, in order; without number: the interest of the days up to a payment that cleared the loan. */
  rows: UsedRow[];
  /** Lowered the principal at once; `rows` and this are the whole payment. */
  earlyPrincipalCents: Cents;
  /** By how much the interest of all rows went down. */
  savedCents: Cents;
  /** Whether the rows are others than before. */
  isNewVersion: boolean;
};

export function repaidBy(before: Schedule, after: Schedule): Repaid {
  const [was, is] = [partsByRow(before), partsByRow(after)];
  const changes = [...is.values(), ...was.values()].flatMap((row) => {
    const key = keyOf(row);
    const [now, then] = [is.get(key), was.get(key)];
    // A row of both is in `is`; one that is gone gives back what was paid of it.
    if (now !== undefined && row !== now) return [];
    const interestCents = (now?.interestCents ?? 0n) - (then?.interestCents ?? 0n);
    const principalCents = (now?.principalCents ?? 0n) - (then?.principalCents ?? 0n);
    return [{ ...row, interestCents, principalCents }];
  });
  const early = changes.filter(({ number }) => number === null);
  return {
    principalCents: sumOf(changes, (row) => row.principalCents),
    interestCents: sumOf(changes, (row) => row.interestCents),
    rows: changes
      .map((row) => (row.number === null ? { ...row, principalCents: 0n } : row))
      .filter((row) => row.interestCents !== 0n || row.principalCents !== 0n),
    earlyPrincipalCents: sumOf(early, (row) => row.principalCents),
    savedCents: interestOf(before) - interestOf(after),
    isNewVersion: rowsOf(before) !== rowsOf(after),
  };
}

const keyOf = ({ number, dueOn }: Pick<UsedRow, "number" | "dueOn">) => `${number} ${dueOn}`;
const interestOf = ({ rows }: Schedule) => sumOf(rows, (row) => row.interestCents);
const rowsOf = ({ rows }: Schedule) =>
  JSON.stringify(rows, (_key, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );

function partsByRow(schedule: Schedule): Map<string, UsedRow> {
  const parts = paidParts(schedule);
  const byRow = new Map<string, UsedRow>();
  for (const [index, { number, dueOn }] of schedule.rows.entries()) {
    const { interestCents = 0n, principalCents = 0n } = parts[index] ?? {};
    const same = byRow.get(keyOf({ number, dueOn }));
    byRow.set(keyOf({ number, dueOn }), {
      number,
      dueOn,
      interestCents: interestCents + (same?.interestCents ?? 0n),
      principalCents: principalCents + (same?.principalCents ?? 0n),
    });
  }
  return byRow;
}

/** Interest by the day of its row. */
export type InterestByDay = ReadonlyMap<PlainDate, Cents>;

/**
 * What the books must charge (above zero) or take back (below) so that they hold the interest of rows due by `day`, of
 * rows that a payment reached, and of nothing else. By ascending day. Flat loans are charged at the payout.
 */
export function interestToCharge(
  schedule: Schedule,
  { charged, day }: { charged: InterestByDay; day: PlainDate },
): { dueOn: PlainDate; cents: Cents }[] {
  if (schedule.flat !== null) return [];
  const parts = paidParts(schedule);
  const wanted = new Map<PlainDate, Cents>();
  for (const [index, row] of schedule.rows.entries()) {
    const part = parts[index];
    const isReached = part !== undefined && part.interestCents + part.principalCents > 0n;
    const cents = row.dueOn <= day || isReached ? row.interestCents : row.carriedCents;
    wanted.set(row.dueOn, (wanted.get(row.dueOn) ?? 0n) + cents);
  }
  return [...new Set([...wanted.keys(), ...charged.keys()])]
    .toSorted()
    .map((dueOn) => ({ dueOn, cents: (wanted.get(dueOn) ?? 0n) - (charged.get(dueOn) ?? 0n) }))
    .filter(({ cents }) => cents !== 0n);
}

/** The first day after `day` on which a row's interest falls due; null for a flat or cleared loan. */
export function nextChargeOn(schedule: Schedule, day: PlainDate): PlainDate | null {
  if (schedule.flat !== null || schedule.clearedOn !== null) return null;
  const coming = schedule.rows.filter((row) => row.dueOn > day && totalOf(row) > 0n);
  return coming.map(({ dueOn }) => dueOn).toSorted()[0] ?? null;
}

/** The day of the last row. */
export function lastDayOf({ rows, loan }: Schedule): PlainDate {
  return (
    rows
      .map(({ dueOn }) => dueOn)
      .toSorted()
      .at(-1) ?? loan.paidOutOn
  );
}
