import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays } from "../calendar.ts";
import type { Cell } from "../spreadsheets/table.ts";
import { readStatementTables } from "./read-tables.ts";
import { recogniseLines, type KnownBy } from "./same-lines.ts";

const line = (written: Partial<KnownBy>): KnownBy => ({
  day: "2026-09-02",
  time: null,
  reference: null,
  code: null,
  details: "DEPOSIT",
  isFailed: false,
  amountCents: 50_000n,
  balanceCents: null,
  ...written,
});
const isKnown = (written: Partial<KnownBy>, stored: Partial<KnownBy>) =>
  recogniseLines([line(written)], [line(stored)])[0] !== null;

const many = (time: string) => Array.from({ length: 20_000 }, () => line({ time }));

describe("STAT-3: a line is the one that an account has", () => {
  it.each<[string, Partial<KnownBy>, Partial<KnownBy>]>([
    [
      "a code on another day",
      { code: "TI45AB6C7D", details: "A" },
      { reference: "TI45AB6C7D", day: "2026-09-03" },
    ],
    ["a balance, whatever the text", { balanceCents: 7n, details: "CASH" }, { balanceCents: 7n }],
    ["a balance without the time", { balanceCents: 7n, time: "10:00" }, { balanceCents: 7n }],
    [
      "a reference that lost its zeros",
      { reference: "123", details: "A" },
      { reference: "000123" },
    ],
    ["a reference without its balance", { reference: "A1", balanceCents: 7n }, { reference: "A1" }],
    ["spaces, case and signs", { details: "Dep  of Jane-A." }, { details: "DEP OF JANE A" }],
    ["zeros within the text", { details: "CHQ 55" }, { details: "CHQ 000055" }],
    [
      "a text cut short",
      { details: "MPS 254700000111 JANE EX" },
      { details: "MPS 254700000111 JANE EXAMPLE" },
    ],
    ["a text with a wrong byte", { details: "DEP W\uFFFDNJA" }, { details: "DEP WŨNJA" }],
  ])("by %s", (_what, one, other) => {
    expect(isKnown(one, other)).toBe(true);
    expect(isKnown(other, one)).toBe(true);
  });

  it.each<[string, Partial<KnownBy>, Partial<KnownBy>]>([
    ["amount", { amountCents: 1n, code: "TI45AB6C7D" }, { code: "TI45AB6C7D" }],
    ["code", { code: "TI45AB6C7D", balanceCents: 7n }, { code: "TI45AB6C7E", balanceCents: 7n }],
    ["balance", { balanceCents: 7n, reference: "A1" }, { balanceCents: 8n, reference: "A1" }],
    ["day", { day: "2026-09-03", balanceCents: 7n }, { balanceCents: 7n }],
    ["time", { time: "10:00", balanceCents: 7n }, { time: "12:00", balanceCents: 7n }],
    ["reference", { reference: "A1" }, { reference: "A2" }],
    ["text", { details: "DEPOSIT B" }, { details: "DEPOSIT A" }],
    ["outcome", { isFailed: true, code: "TI45AB6C7D" }, { code: "TI45AB6C7D" }],
  ])("but not with another %s", (_what, one, other) => {
    expect(isKnown(one, other)).toBe(false);
  });

  it("once: two equal lines of a file stay two", () => {
    expect(recogniseLines([line({}), line({})], [line({})])).toEqual([line({}), null]);
    expect(recogniseLines([line({}), line({})], [line({}), line({})])).not.toContain(null);
  });

  it("and of several, the one with its text", () => {
    const stored = [line({ reference: "34" }), line({ reference: "0034" })];
    expect(recogniseLines([line({ reference: "0034" })], stored)).toEqual([stored[1]]);
  });

  it("in a moment, also in a file whose lines nothing tells apart and nothing fits", () => {
    expect(recogniseLines(many("10:00"), many("11:00")).some((known) => known !== null)).toBe(
      false,
    );
  });
});

// A bank's file, and what programs make of it.

type Row = { day: number; cents: bigint; reference: string; details: string };
const rowsOfFile = fc.array(
  fc.record<Row>({
    day: fc.integer({ min: 0, max: 6 }),
    cents: fc.constantFrom(-50_000n, 50_000n, 100_000n),
    reference: fc.constantFrom("", "000123", "123", "A-0077", "77"),
    details: fc
      .tuple(
        fc.constantFrom("CASH DEPOSIT BRANCH 0045", "MPS 254700000111 UI1AAAAAAA ACC 0007"),
        fc.constantFrom("JANE EXAMPLE WANJIKU", "PETER EXAMPLE OTIENO"),
      )
      .map((parts) => parts.join(" ")),
  }),
  { minLength: 1, maxLength: 14 },
);
const changes = fc.record({
  hasBalances: fc.boolean(),
  reverses: fc.boolean(),
  asNumbers: fc.boolean(),
  cut: fc.option(fc.integer({ min: 24, max: 40 })),
  spaces: fc.boolean(),
  lowers: fc.boolean(),
  days: fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 })),
});
type Change = Omit<typeof changes extends fc.Arbitrary<infer Made> ? Made : never, "days">;
const PLAIN: Change = {
  hasBalances: true,
  reverses: false,
  asNumbers: false,
  cut: null,
  spaces: false,
  lowers: false,
};

const cell = (text: string, kind: Cell["kind"] = "text"): Cell => ({ text, kind });
const shown = (cents: bigint) => `${cents / 100n}.00`;

type Written = Row & { balance: bigint };
function withBalances(rows: readonly Row[]): Written[] {
  let balance = 10_000_000n;
  return rows
    .toSorted((one, other) => one.day - other.day)
    .map((row) => ({ ...row, balance: (balance += row.cents) }));
}

function read(rows: readonly Written[], change: Change, isWithout: boolean): KnownBy[] {
  const written = rows.map(({ day, cents, reference, details, balance }) => {
    const cut = details.slice(0, change.cut ?? undefined);
    const text = change.spaces ? cut.replaceAll(" ", "   ") : cut;
    const isNumber = change.asNumbers && /^\d+$/.test(reference);
    return [
      cell(addDays("2026-09-01", day).split("-").toReversed().join("/")),
      cell(change.lowers ? text.toLowerCase() : text),
      isNumber ? cell(String(Number(reference)), "number") : cell(reference),
      cell(cents < 0n ? shown(-cents) : ""),
      cell(cents < 0n ? "" : shown(cents)),
      cell(isWithout ? "" : shown(balance)),
    ];
  });
  const heading = ["Date", "Description", "Reference", "Debit", "Credit", "Balance"].map((text) =>
    cell(text),
  );
  const file = readStatementTables(
    [{ name: "", rows: [heading, ...(change.reverses ? written.toReversed() : written)] }],
    { fileName: "a.csv", today: "2026-11-26" },
  );
  expect(file.problems).toEqual([]);
  return file.lines.map((each) => ({
    ...each,
    day: each.at,
    time: null,
    isFailed: false,
  }));
}

const moved = ({ day, amountCents }: KnownBy) => `${day} ${amountCents}`;

describe("a file that a program wrote again, with narrations cut, zeros lost, spaces and another order", () => {
  it("adds exactly the lines of the days that were not there", () => {
    fc.assert(
      fc.property(rowsOfFile, changes, (rows, { days, ...change }) => {
        const whole = withBalances(rows);
        const [from, to] = days.toSorted();
        const first = whole.filter(({ day }) => day >= from! && day <= to!);
        const stored = first.length === 0 ? [] : read(first, PLAIN, false);
        const lines = read(whole, change, !change.hasBalances);
        const known = recogniseLines(lines, stored);
        const found = known.filter((each) => each !== null);
        expect(found).toHaveLength(first.length);
        expect(new Set(found).size).toBe(first.length);
        const again = lines.filter((_, index) => known[index] !== null);
        expect(again.map(moved)).toEqual(found.map(moved));
      }),
      { numRuns: 500 },
    );
  });
});
