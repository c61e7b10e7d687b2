// What a file writes in a way that can be read in two: a column is read as a whole, and if it stays open a person says once for the
// account which reading is right (STAT-51). Until then each such cell is a fault.
import { bothReadings, hasTwoReadings } from "../money.ts";
import {
  dayOf,
  readWrittenAmount,
  readWrittenMoment,
  textAt,
  type Cell,
} from "../spreadsheets/table.ts";
import {
  doubtKinds,
  type DoubtExample,
  type DoubtKind,
  type Question,
  type Readings,
} from "./readings.ts";
import type { StatementProblem } from "./statement-file.ts";

const EXAMPLES = 3;

// Days that Excel may have swapped.

/** The column of dates with every day as it is read, and the rows in doubt. */
function settleDates(
  rows: readonly Cell[][],
  params: { below: number; column: number; chosen: Readings["dates"]; isInOrder: boolean },
): { rows: Cell[][]; doubtful: ReadonlySet<number> } {
  const { below, column, chosen, isInOrder: ordered } = params;
  const dated = rows.flatMap((row, index) =>
    index > below && swappable(row[column]) !== null ? [index] : [],
  );
  const cells = rows.slice(below + 1).map((row) => row[column]);
  const isInDoubt = dated.length > 0 && maySwap(cells, ordered);
  if (!isInDoubt || chosen === "as_written") return { rows: [...rows], doubtful: new Set() };
  if (chosen === undefined) return { rows: [...rows], doubtful: new Set(dated) };
  const swapped = rows.map((row, index) =>
    index <= below
      ? row
      : row.map((cell, at) => (at === column ? (swappable(cell) ?? cell) : cell)),
  );
  return { rows: swapped, doubtful: new Set() };
}

/** A date cell with day and month swapped; null if there is no such day, or nothing to swap. */
function swappable(cell: Cell | undefined): Cell | null {
  const [, year, month, day, rest] =
    (cell?.kind === "date" && /^(\d{4})-(\d\d)-(\d\d)(.*)$/s.exec(cell.text)) || [];
  if (day === undefined || day > "12" || day === month) return null;
  return { text: `${year}-${day}-${month}${rest}`, kind: "date" };
}

const NUMERIC = /^(\d{1,2})[-/.]\d{1,2}[-/.]\d{2,4}/;

/**
 * Whether date cells stand only for days up to 12 and text only for later ones; or, without text, whether only the
 * swapped days are in order, if the column is one that is `ordered`.
 */
function maySwap(cells: readonly (Cell | undefined)[], ordered: boolean): boolean {
  const dates = cells.filter((cell): cell is Cell => cell?.kind === "date");
  if (dates.some(({ text }) => text.slice(8, 10) > "12")) return false;
  const days = cells.flatMap((cell) => {
    const [, day] = (cell?.kind === "text" && NUMERIC.exec(cell.text.trim())) || [];
    return day === undefined ? [] : [Number(day)];
  });
  if (days.length > 0) return days.every((day) => day > 12);
  const swapped = dates.map((cell) => swappable(cell) ?? cell);
  return ordered && dates.length > 2 && !isInOrder(dates) && isInOrder(swapped);
}

function isInOrder(cells: readonly Cell[]): boolean {
  const days = cells.map(({ text }) => text.slice(0, 10));
  const steps = days.slice(1).map((day, index) => Math.sign(compare(day, days[index] ?? day)));
  return !(steps.includes(1) && steps.includes(-1));
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

// Three digits after a full stop.

/** The columns of amounts as they are read, and the rows in doubt with the columns of their cells. */
function settleThousands(
  rows: readonly Cell[][],
  params: { below: number; columns: readonly number[]; chosen: Readings["thousands"] },
): {
  rows: Cell[][];
  doubtful: ReadonlyMap<number, number[]>;
  /** How amounts beside labels are read. */
  chosen: Readings["thousands"];
} {
  const { below, columns, chosen } = params;
  const doubtful = new Map<number, number[]>();
  let hasThreeDecimals = false;
  for (const [index, row] of rows.entries()) {
    if (index <= below) continue;
    const open = columns.filter((column) => isOpenAmount(row[column]));
    if (open.length > 0) doubtful.set(index, open);
    hasThreeDecimals ||= columns.some((column) => THREE_DECIMALS.test(figureOf(row[column])));
  }
  if (chosen === undefined)
    return hasThreeDecimals
      ? { rows: [...rows], doubtful: new Map(), chosen: "decimals" }
      : { rows: [...rows], doubtful, chosen };
  const rewritten = rows.map((row, index) =>
    index <= below
      ? row
      : row.map((cell, at) =>
          columns.includes(at) ? { ...cell, text: rewriteAmount(cell, chosen) } : cell,
        ),
  );
  return { rows: rewritten, doubtful: new Map(), chosen };
}

/** More than three digits, or commas, before three decimals: in such a file a full stop is no thousand. */
const THREE_DECIMALS = /^(?:[1-9]\d{3,}|[1-9]\d{0,2}(?:,\d{3})+|0)\.\d{3}$/;
const FULL_STOPS = /(?<![\d.,])[1-9]\d{0,2}(?:\.\d{3})+(?:,\d{1,2})?(?![\d.,])/;

/** Without currency, sign and side. */
const figureOf = (cell: Cell | undefined) => (cell?.text ?? "").replace(/[^\d.,]|\.$/g, "");

/** A number cell is no text that somebody wrote with a full stop. */
function isOpenAmount(cell: Cell | undefined): boolean {
  return cell?.kind === "text" && hasTwoReadings(figureOf(cell).replace(/^\./, ""));
}

/** Whether an amount beside a label, such as an opening balance, can be read in two ways. */
export const isOpenFigure = (text: string) => isOpenAmount({ text, kind: "text" });

/** An amount by a reading that a person chose: `1.500,50` has a thousand, `1.500` may have decimals. */
export function rewriteAmount({ text, kind }: Cell, chosen: Readings["thousands"]): string {
  if (kind !== "text" || chosen === undefined) return text;
  return text.replace(FULL_STOPS, (figure) =>
    chosen === "thousands"
      ? figure.replaceAll(".", "").replace(",", ".")
      : hasTwoReadings(figure)
        ? bothReadings(figure).decimals
        : figure,
  );
}

// Both of them, for a table.

type Columns = {
  /** The index of the row of headings. */
  below: number;
  headings: readonly string[];
  dates: number;
  amounts: readonly number[];
  readings: Readings;
  /** False for dates that need not follow each other, such as the days of joining; by default true. */
  isInOrder?: boolean;
};

/** The rows as they are read, and the faults of those in doubt by the index of their row. */
export function settleTable(
  written: readonly Cell[][],
  { below, headings, dates, amounts, readings, isInOrder: ordered = true }: Columns,
): {
  rows: Cell[][];
  doubts: Map<number, StatementProblem[]>;
  thousands: Readings["thousands"];
} {
  const days = settleDates(written, {
    below,
    column: dates,
    chosen: readings.dates,
    isInOrder: ordered,
  });
  const figures = settleThousands(days.rows, {
    below,
    columns: amounts,
    chosen: readings.thousands,
  });
  const doubts = new Map<number, StatementProblem[]>();
  const add = (row: number, column: number, code: StatementProblem["fault"]["code"]) => {
    const fault = { code, facts: { written: textAt(written[row], column).slice(0, 60) } };
    const found = doubts.get(row) ?? [];
    doubts.set(row, [...found, { line: row + 1, column: headings[column] ?? "", fault }]);
  };
  for (const row of days.doubtful) add(row, dates, "date-two-readings");
  for (const [row, columns] of figures.doubtful)
    for (const column of columns) add(row, column, "amount-two-readings");
  return { rows: figures.rows, doubts, thousands: figures.chosen };
}

// What a person is asked.

const QUESTIONS: Partial<Record<StatementProblem["fault"]["code"], DoubtKind>> = {
  "date-two-readings": "dates",
  "amount-two-readings": "thousands",
  "minus-two-readings": "minus",
};

/** One question for each kind of doubt, with the first rows in doubt. `rowOf` is the row of a problem's line. */
export function questionsOf(
  problems: readonly StatementProblem[],
  rowOf: (line: number) => readonly Cell[] | undefined,
): Question[] {
  const questions = new Map<DoubtKind, Question>();
  for (const { line, column, fault } of problems) {
    const kind = QUESTIONS[fault.code];
    if (kind === undefined) continue;
    const question = questions.get(kind) ?? { kind, column, examples: [] };
    questions.set(kind, question);
    const { examples } = question;
    if (examples.length >= EXAMPLES || examples.some((example) => example.line === line)) continue;
    const { written } = fault.facts;
    examples.push({
      line,
      row: rowAsWritten(rowOf(line) ?? []),
      written,
      readings: bothOf(kind, written),
    });
  }
  return [...questions.values()];
}

function rowAsWritten(row: readonly Cell[]): string {
  const texts = row.map((_, index) => textAt(row, index)).filter((text) => text !== "");
  return texts.join(" | ").slice(0, 200);
}

/** A cell as it is written, with what each reading makes of it. */
export function doubtExample(kind: DoubtKind, written: string) {
  return { written, readings: bothOf(kind, written).map((each) => ({ ...each, text: null })) };
}

function bothOf(kind: DoubtKind, written: string): DoubtExample["readings"] {
  if (kind === "dates") {
    const cell = { text: written, kind: "date" } as const;
    const [asWritten, swapped] = [cell, swappable(cell)].map((each) => {
      const moment = each === null ? null : readWrittenMoment(each.text);
      return moment === null ? null : dayOf(moment);
    });
    return [
      { choice: "as_written", day: asWritten ?? null, amountCents: null },
      { choice: "swapped", day: swapped ?? null, amountCents: null },
    ];
  }
  if (kind === "thousands")
    return doubtKinds.thousands.map((choice) => {
      const amount = readWrittenAmount(rewriteAmount({ text: written, kind: "text" }, choice));
      return { choice, day: null, amountCents: typeof amount === "bigint" ? amount : null };
    });
  const amount = readWrittenAmount(written);
  const size = typeof amount !== "bigint" ? null : amount < 0n ? -amount : amount;
  return doubtKinds.minus.map((choice) => ({
    choice,
    day: null,
    amountCents: size === null ? null : choice === "other_way" ? size : -size,
  }));
}
