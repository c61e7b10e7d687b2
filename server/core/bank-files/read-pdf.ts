// M-PESA's customer statement as PDF: puts its words back into the printed table, by their position on the page.
import { getDocumentProxy } from "unpdf";
import { refuse } from "#domain/refusal.ts";
import { isOutOfMemory } from "#server/core/spreadsheets/read-tables.ts";
import {
  headingKey,
  type Cell,
  type Table,
  readWrittenAmount,
  readWrittenMoment,
} from "#domain/spreadsheets/table.ts";

const HEADINGS = [
  "Receipt No.",
  "Completion Time",
  "Details",
  "Transaction Status",
  "Paid In",
  "Withdrawn",
  "Balance",
] as const;
const BEGINNINGS = [
  "receipt",
  "completion",
  "details",
  "transaction",
  "paid",
  "withdrawn",
  "balance",
];
const HEADING_WORDS = new Set(["", "no", "time", "status", "in", "out", "kes", "ksh", "kshs"]);
const [RECEIPT, TIME, DETAILS, STATUS, PAID_IN] = [0, 1, 2, 3, 4];
const PAGES_MAX = 3_000;

/** A piece of text, in points from the left and the top of its page. */
type Piece = { text: string; left: number; right: number; top: number; height: number };
/** Pieces on one line of the page, from the left. */
type PrintedLine = { top: number; height: number; pieces: Piece[] };
type Span = { left: number; right: number };

/**
 * One table: what comes before the first heading, the heading, and a row for each transaction. Refuses with
 * `statement-password-needed` and `-wrong` on `password`, `statement-pdf-unknown`, and `file-damaged`. The password
 * is used here and stored nowhere.
 */
export async function readPdfTable(
  bytes: Uint8Array,
  password: string | undefined,
): Promise<{ table: Table; heading: number }> {
  const preamble: Cell[][] = [];
  const rows: string[][] = [];
  let columns: Span[] | null = null;
  for await (const lines of pagesOf(bytes, password)) {
    const heading = findHeading(lines);
    if (heading === null && columns === null) {
      preamble.push(...lines.map(asCells));
      continue;
    }
    if (heading !== null) {
      if (columns === null) preamble.push(...lines.slice(0, heading.from).map(asCells));
      columns = heading.columns;
    }
    if (columns !== null) readLines(lines.slice(heading?.to ?? 0), columns, rows);
  }
  if (columns === null) throw refuse("statement-pdf-unknown");
  const cells = [[...HEADINGS], ...rows].map((row) => row.map((text) => cell(text.trim())));
  return { table: { name: "", rows: [...preamble, ...cells] }, heading: preamble.length };
}

async function* pagesOf(bytes: Uint8Array, password: string | undefined) {
  const pdf = await open(bytes, password);
  try {
    for (let number = 1; number <= Math.min(pdf.numPages, PAGES_MAX); number += 1)
      yield linesOf(await piecesOf(pdf, number));
  } finally {
    await pdf.destroy();
  }
}

async function piecesOf(pdf: Awaited<ReturnType<typeof open>>, number: number): Promise<Piece[]> {
  try {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent({ disableNormalization: false });
    const [, , , top = 0] = page.view;
    page.cleanup();
    return items.flatMap((item) =>
      "str" in item && item.str.trim() !== "" ? [pieceOf(item, top)] : [],
    );
  } catch (error) {
    // PDF.js throws many kinds of errors for invalid pages.
    throw refuse(isOutOfMemory(error) ? "file-too-large-to-read" : "file-damaged");
  }
}

async function open(bytes: Uint8Array, password: string | undefined) {
  try {
    return await getDocumentProxy(bytes.slice(), {
      ...(password !== undefined && { password }),
      isEvalSupported: false,
      disableFontFace: true,
      useSystemFonts: false,
      enableXfa: false,
      verbosity: 0,
    });
  } catch (error) {
    if (error instanceof Error && error.name === "PasswordException")
      throw refuse(
        password === undefined || password === ""
          ? "statement-password-needed"
          : "statement-password-wrong",
      ).at("password");
    throw refuse(isOutOfMemory(error) ? "file-too-large-to-read" : "file-damaged");
  }
}

function pieceOf(
  item: { str: string; transform: unknown[]; width: number; height: number },
  pageTop: number,
): Piece {
  const [, , , scale = 0, left = 0, bottom = 0] = item.transform as number[];
  const height = item.height || Math.abs(scale) || 8;
  return { text: item.str.trim(), left, right: left + item.width, top: pageTop - bottom, height };
}

function linesOf(pieces: Piece[]): PrintedLine[] {
  const lines: PrintedLine[] = [];
  for (const piece of pieces.toSorted((a, b) => a.top - b.top)) {
    const last = lines.at(-1);
    if (last !== undefined && piece.top - last.top < Math.max(2, last.height * 0.4))
      last.pieces.push(piece);
    else lines.push({ top: piece.top, height: piece.height, pieces: [piece] });
  }
  for (const line of lines) line.pieces.sort((a, b) => a.left - b.left);
  return lines;
}

/** The line with all headings in order, and the span of each. */
function findHeading(lines: readonly PrintedLine[]): Heading | null {
  for (const [index, line] of lines.entries()) {
    const columns = spansOf(line.pieces.flatMap(wordsOf));
    if (columns === null) continue;
    let to = index + 1;
    while (isOfHeading(lines[to])) to += 1;
    return { from: index, to, columns };
  }
  return null;
}

/** `Status` may stand below `Transaction`. */
function isOfHeading(line: PrintedLine | undefined): boolean {
  const words = line?.pieces.flatMap(({ text }) => text.toLowerCase().split(/[\s.()]+/)) ?? [""];
  return line !== undefined && words.every((word) => HEADING_WORDS.has(word));
}

type Heading = { from: number; to: number; columns: Span[] };

function spansOf(words: readonly Piece[]): Span[] | null {
  const spans: Span[] = [];
  for (const word of words) {
    const begins = BEGINNINGS[spans.length];
    const last = spans.at(-1);
    if (begins !== undefined && word.text.toLowerCase().startsWith(begins))
      spans.push({ left: word.left, right: word.right });
    // The second word of a heading, such as `No.`
    else if (last !== undefined) last.right = word.right;
  }
  return spans.length === BEGINNINGS.length ? spans : null;
}

/** The words of a piece, each with its approximate position. */
function wordsOf(piece: Piece): Piece[] {
  const width = (piece.right - piece.left) / Math.max(piece.text.length, 1);
  return [...piece.text.matchAll(/\S+/g)].map((word) => ({
    ...piece,
    text: word[0],
    left: piece.left + word.index * width,
    right: piece.left + (word.index + word[0].length) * width,
  }));
}

/** Adds the transactions of a page to the rows; a line without a receipt belongs to the nearest line that has one. */
function readLines(
  lines: readonly PrintedLine[],
  columns: readonly Span[],
  rows: string[][],
): void {
  let isWithin = rows.length > 0;
  let pending: string[] | null = null;
  for (const [index, line] of lines.entries()) {
    const row = rowOf(line, columns);
    if (isRepeatedHeading(row)) continue;
    if (beginsTransaction(row)) {
      rows.push(pending === null ? row : joined(pending, row));
      pending = null;
      isWithin = true;
      continue;
    }
    const before = index === 0 ? null : (lines[index - 1] ?? null);
    const gap = before === null ? 0 : line.top - before.top;
    // A footer: at the left edge, or far below.
    if (!goesOn(row) || gap > line.height * 2.6) isWithin = false;
    if (!isWithin) continue;
    const next = lines[index + 1];
    const isOfNext =
      next !== undefined &&
      beginsTransaction(rowOf(next, columns)) &&
      next.top - line.top < Math.min(line.height * 0.95, before === null ? Infinity : gap - 0.5);
    if (isOfNext) pending = row;
    else rows.push(joined(rows.pop() ?? [], row));
  }
}

/** Text by column; an amount belongs to the heading whose edges are nearest. */
function rowOf(line: PrintedLine, columns: readonly Span[]): string[] {
  const whole = rowOfWords(line.pieces.map(({ text }) => text).join(" "));
  if (whole !== null && line.pieces.length <= 2) return whole;
  const row = HEADINGS.map(() => "");
  for (const piece of line.pieces.flatMap((each) =>
    runsOver(each, columns) ? wordsOf(each) : [each],
  )) {
    const isAmount = typeof readWrittenAmount(piece.text) === "bigint";
    const isRight = piece.right > (columns[PAID_IN]?.left ?? 0) - 5;
    const column = isAmount && isRight ? amountColumn(piece, columns) : textColumn(piece, columns);
    row[column] = `${row[column] ?? ""} ${piece.text}`.trim();
  }
  return row;
}

/** Whether a piece holds the text of more than one column. */
function runsOver(piece: Piece, columns: readonly Span[]): boolean {
  const next = columns[textColumn(piece, columns) + 1];
  return next !== undefined && piece.text.includes(" ") && piece.right > next.left + 3;
}

const WHOLE =
  /^([A-Z0-9]{8,12}) +(\d{4}-\d{2}-\d{2} +\d{2}:\d{2}:\d{2}) +(.*) (Completed|Failed|Cancelled|Declined|Pending|Expired|Reversed) +(\S+(?: +\S+){1,2})$/i;

/**
 * A transaction printed as one text. One amount beside the balance is money out if it has a sign; without a sign it
 * cannot be known.
 */
function rowOfWords(text: string): string[] | null {
  const [, receipt = "", time = "", details = "", status = "", amounts = ""] =
    WHOLE.exec(text) ?? [];
  if (receipt === "") return null;
  const [first = "", second = "", third] = amounts.split(/ +/);
  if (third !== undefined) return [receipt, time, details, status, first, second, third];
  const isOut = first.startsWith("-");
  return [receipt, time, details, status, isOut ? "" : first, first, second];
}

function textColumn(piece: Piece, columns: readonly Span[]): number {
  const column = columns.findLastIndex(({ left }) => left <= piece.left + 3);
  return Math.max(column, 0);
}

function amountColumn(piece: Piece, columns: readonly Span[]): number {
  const distances = columns
    .slice(PAID_IN)
    .map(({ left, right }) =>
      Math.min(
        Math.abs(piece.left - left),
        Math.abs(piece.right - right),
        Math.abs(piece.left + piece.right - left - right) / 2,
      ),
    );
  return PAID_IN + distances.indexOf(Math.min(...distances));
}

/** A line with a receipt and a date; amounts may be missing, so that such a line becomes an error and is not lost. */
function beginsTransaction(row: readonly string[]): boolean {
  const [receipt = "", time = ""] = row;
  const hasAmounts = row.slice(PAID_IN).some((text) => text !== "");
  const isDated = readWrittenMoment(time.split(" ")[0] ?? "") !== null;
  return (/^[A-Z0-9]{8,12}$/i.test(receipt) && (isDated || hasAmounts)) || (isDated && hasAmounts);
}

function goesOn(row: readonly string[]): boolean {
  const [receipt = "", time = ""] = row;
  if (receipt !== "" || row.slice(PAID_IN).some((text) => text !== "")) return false;
  return (row[DETAILS] ?? "") !== "" || (row[STATUS] ?? "") !== "" || /^\d{1,2}:\d{2}/.test(time);
}

function isRepeatedHeading(row: readonly string[]): boolean {
  return (
    headingKey(row[RECEIPT] ?? "") === "receiptno" &&
    headingKey(row[TIME] ?? "") === "completiontime"
  );
}

function joined(above: readonly string[], below: readonly string[]): string[] {
  return HEADINGS.map((_, index) => `${above[index] ?? ""} ${below[index] ?? ""}`.trim());
}

function asCells(line: PrintedLine): Cell[] {
  return line.pieces.map(({ text }) => cell(text));
}

function cell(text: string): Cell {
  return { text, kind: "text" };
}
