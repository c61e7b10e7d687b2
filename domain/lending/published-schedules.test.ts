// Schedules that others have published, to the cent; and where their rounding is not ours, by how much.
import { expect, test } from "vitest";
import { type Cents, fromKes, most } from "#domain/money.ts";
import { type PrintedRow, published, type Published } from "./published-for-tests.ts";
import { layRows } from "./rows.ts";

function rowsOf({ method, rate, per, grace = 0, ...loan }: Published): [Cents, Cents][] {
  const rows = layRows(
    {
      method,
      rateBasisPoints: Math.round(rate * 100),
      ratePer: per,
      dueDay: null,
      graceMonths: grace,
      graceKind: method === "flat" ? "free" : "interest_only",
      roundUpToCents: fromKes(loan.roundUpTo ?? 0.01),
    },
    {
      amountCents: fromKes(loan.amount),
      instalments: loan.instalments,
      paidOutOn: "2026-01-01",
    },
  );
  return (rows ?? []).map((row) => [row.interestCents, row.principalCents]);
}

/** Printed rows by their index. */
const printed = ({ rows = [], later = {} }: Published): [number, PrintedRow][] => [
  ...rows.entries(),
  ...Object.entries(later).map(([number, row]): [number, PrintedRow] => [Number(number) - 1, row]),
];

/** By how many cents the row is not the printed one, in what is printed of it. */
function gapOf(laid: readonly Cents[] | undefined, row: PrintedRow): Cents {
  if (laid === undefined) throw new Error("there is no such row");
  const gaps = row.map((kes, index) => {
    if (kes === null) return 0n;
    const gap = (laid[index] ?? 0n) - fromKes(kes);
    return gap < 0n ? -gap : gap;
  });
  return gaps.reduce(most);
}

test.each(published)("$source", (schedule) => {
  const laid = rowsOf(schedule);
  expect(laid).toHaveLength(schedule.instalments);
  for (const [index, row] of printed(schedule))
    expect(gapOf(laid[index], row), `row ${index + 1}`).toBe(0n);
  if (schedule.total === undefined) return;
  const [interest = 0n, principal = 0n] = laid[0] ?? [];
  expect(interest + principal).toBe(fromKes(schedule.total));
});

const differing = published.flatMap(({ differs, ...schedule }) =>
  differs === undefined ? [] : [{ ...schedule, ...differs, printed: differs.rows, rows: [] }],
);

test.each(differing)("$source: $why", ({ printed: theirs, cents, ...schedule }) => {
  const laid = rowsOf(schedule);
  for (const [number, row] of Object.entries(theirs)) {
    const gap = gapOf(laid[Number(number) - 1], row);
    expect(gap, `row ${number}`).toBeGreaterThan(0n);
    expect(gap, `row ${number}`).toBeLessThanOrEqual(BigInt(cents));
  }
});

test("at least 25 of them agree with us to the cent in some row", () => {
  const agreeing = published.filter(
    (schedule) => schedule.total !== undefined || printed(schedule).length > 0,
  );
  expect(agreeing.length).toBeGreaterThanOrEqual(25);
});
