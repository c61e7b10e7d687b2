// What rows of a statement are beside its lines: totals, balances, and rows that go on with the line above (STAT-54). Words never
// make a row with a day and an amount one of these.
import type { Cents } from "../money.ts";
import { textAt, type Cell } from "../spreadsheets/table.ts";
import { holdsMpesaCode } from "./mpesa-details.ts";

const TOTAL = /^(?:(?:grand|page|sub)[ -]?)?totals?\b/i;
const ONLY_TOTAL =
  /^(?:(?:grand|page|sub|column)[ -]?)?totals?(?: (?:amounts?|debits?|credits?|withdrawals?|deposits?|paid (?:in|out)|(?:of|for) (?:the |this )?(?:page|period|month|statement)|(?:brought|carried) forward|b\/?f|c\/?f))*[\d\s:.]*$/i;

/** Whether a text begins as that of a total does; so do the names of some payees, such as `Total Energies`. */
export const beginsAsTotal = (text: string) => TOTAL.test(text);

/** Whether a text says nothing but that it is a total. */
export const isOnlyTotal = (text: string) => ONLY_TOTAL.test(text);

const OPENING =
  /\bopening\b.{0,20}\bbal|\bbal(?:ance)?\.? ?(?:b\/?f|b\/fwd|brought)|\bbrought forward\b/i;
const CLOSING =
  /\bclosing\b.{0,20}\bbal|\bbal(?:ance)?\.? ?(?:c\/?f|c\/fwd|carried)|\bcarried forward\b/i;
const ONLY_BALANCE =
  /^(?:(?:your |the )?(?:opening|closing)(?: (?:available|book|ledger|account|statement|actual))? bal(?:ance)?|bal(?:ance)?\.? ?(?:[bc]\/?f|[bc]\/fwd|(?:brought|carried) (?:forward|down))|(?:brought|carried) forward)\.?(?: (?:as )?(?:at|on|of|from|for|per))*[\s\d/:.-]*(?:[a-z]{3,9}[\s\d/:.-]+)?$/i;

/** Which balance a text states; null if none. */
export function balanceNamed(text: string): "opening" | "closing" | null {
  if (OPENING.test(text)) return "opening";
  return CLOSING.test(text) ? "closing" : null;
}

/** Whether a text says nothing but that it is a balance. */
export const isOnlyBalance = (text: string) => ONLY_BALANCE.test(text.trim());

/** What the lines come to so far: of the whole file, and since its last total; and the last printed balance. */
export type Sums = { all: TwoSides; since: TwoSides; balanceCents: Cents | null };
type TwoSides = { in: Cents; out: Cents };

export const noSums = (): Sums => ({
  all: { in: 0n, out: 0n },
  since: { in: 0n, out: 0n },
  balanceCents: null,
});

export function addToSums(
  sums: Sums,
  line: { amountCents: Cents; balanceCents: Cents | null },
): void {
  for (const sum of [sums.all, sums.since])
    if (line.amountCents > 0n) sum.in += line.amountCents;
    else sum.out -= line.amountCents;
  sums.balanceCents = line.balanceCents;
}

/** Whether the figures of a row are what the lines above it come to, by sides or, if it has one, by its signed amount. */
export function addsUp({ all, since }: Sums, row: TwoSides | { amountCents: Cents }): boolean {
  if ("amountCents" in row)
    return (
      row.amountCents !== 0n && [all, since].some((sum) => sum.in - sum.out === row.amountCents)
    );
  if (row.in === 0n && row.out === 0n) return false;
  return [all, since].some((sum) => sum.in === row.in && sum.out === row.out);
}

/**
 * The rows with what a bank's narration goes on with in the row of its line; the rows it came from are empty. Such a row directly follows
 * its line, has no text but in the columns `texts`, the first of which is that of the details, and stands above another line or holds an
 * M-PESA code: what comes below the last line is a note.
 */
export function joinContinuedRows(
  rows: readonly Cell[][],
  { below, texts, isLine }: { below: number; texts: number[]; isLine: (row: Cell[]) => boolean },
): Cell[][] {
  const [details = -1] = texts;
  const lastLine = rows.findLastIndex((row, index) => index > below && isLine(row));
  if (details < 0 || lastLine < 0) return [...rows];
  const goesOn = (row: readonly Cell[]) =>
    textAt(row, details) !== "" &&
    !/^page\b/i.test(textAt(row, details)) &&
    row.every(({ text }, index) => text.trim() === "" || texts.includes(index));
  const joined = [...rows];
  let line = -1;
  for (const [index, row] of rows.entries()) {
    if (index <= below) continue;
    if (isLine(row)) line = index;
    else if (line < 0 || !goesOn(row)) line = -1;
    else {
      const more = texts.map((column) => textAt(row, column)).filter((text) => text !== "");
      if (index > lastLine && !holdsMpesaCode(more.join(" "))) continue;
      joined[line] = withMore(joined[line] ?? [], details, more.join(" "));
      joined[index] = [];
    }
  }
  return joined;
}

function withMore(row: readonly Cell[], details: number, more: string): Cell[] {
  const whole = { text: `${textAt(row, details)} ${more}`.trim(), kind: "text" } as const;
  const length = Math.max(row.length, details + 1);
  return Array.from({ length }, (_, index) =>
    index === details ? whole : (row[index] ?? { text: "", kind: "text" }),
  );
}
