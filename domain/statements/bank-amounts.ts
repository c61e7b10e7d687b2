// The signed amount of a bank's line, from whichever columns hold it.
import type { Cents } from "../money.ts";
import { textAt } from "../spreadsheets/table.ts";
import { sideOf, type ColumnPart } from "./bank-columns.ts";
import { readAmount, type LineReader } from "./statement-file.ts";

/**
 * What a minus means where other figures of the side have none (STAT-51): money the other way, as for a refund among debits, or nothing, as
 * where all money out has one. `ask` makes it a fault.
 */
export type MinusReading = "other_way" | "same_way" | "ask";

/** The signed amount in cents, out negative; `faulty` if it is a problem. */
export function readSides(reader: LineReader, minus: MinusReading): Cents | "missing" | "faulty" {
  if (indexOf(reader, "amount") !== undefined) return readSigned(reader, minus);
  const [debit, credit] = [readAmount(reader, "debit"), readAmount(reader, "credit")];
  if (debit === "faulty" || credit === "faulty") return "faulty";
  if (debit === "missing" && credit === "missing") return "missing";
  const [out, into] = [debit === "missing" ? 0n : debit, credit === "missing" ? 0n : credit];
  if (into < 0n) return faulty(reader, "credit", "paid-in-below-zero");
  if (out !== 0n && into !== 0n) return faulty(reader, "debit", "both-sides");
  if (/cr\.?\s*$/i.test(writtenIn(reader, "debit")))
    return faulty(reader, "debit", "side-unreadable");
  if (out < 0n && hasMinus(writtenIn(reader, "debit")))
    return readMinus(reader, "debit", minus, out);
  return out === 0n ? into : out < 0n ? out : -out;
}

/** The amount of a single column, by its own sign or by the side that the column of directions says. */
export function readSigned(reader: LineReader, minus: MinusReading): Cents | "missing" | "faulty" {
  const amount = readAmount(reader, "amount");
  const index = indexOf(reader, "direction");
  if (typeof amount !== "bigint" || index === undefined) return amount;
  const side = sideOf(textAt(reader.row, index));
  if (side === "out" && amount < 0n && hasMinus(writtenIn(reader, "amount")))
    return readMinus(reader, "amount", minus, amount);
  if (side === "out") return amount < 0n ? amount : -amount;
  if (side === "in" && amount >= 0n) return amount;
  return amount === 0n ? 0n : faulty(reader, "direction", "side-unreadable");
}

/** `500 DR` among debits is money out that says so, no minus. */
const hasMinus = (written: string) => !/dr\.?\s*$/i.test(written);

function readMinus(
  reader: LineReader,
  part: ColumnPart,
  minus: MinusReading,
  amount: Cents,
): Cents | "faulty" {
  if (minus === "ask") return faulty(reader, part, "minus-two-readings");
  return minus === "other_way" ? -amount : amount;
}

/** How many figures of money out have a minus, and how many have none. */
type Minuses = { outWith: number; outWithout: number };

/** Adds what a row has; its problems are of no matter. */
export function countMinuses(reader: LineReader, found: Minuses): void {
  const hasSides = indexOf(reader, "amount") === undefined;
  const isOut = hasSides || sideOf(writtenIn(reader, "direction")) === "out";
  if (!isOut) return;
  const out = hasSides ? "debit" : "amount";
  const amount = readAmount(reader, out);
  if (typeof amount !== "bigint" || amount === 0n) return;
  if (amount > 0n) found.outWithout += 1;
  else if (hasMinus(writtenIn(reader, out))) found.outWith += 1;
}

function faulty(
  reader: LineReader,
  part: ColumnPart,
  code: "paid-in-below-zero" | "both-sides" | "side-unreadable" | "minus-two-readings",
): "faulty" {
  const written = writtenIn(reader, part).slice(0, 60);
  const column = reader.headings[indexOf(reader, part) ?? -1] ?? part;
  reader.problems.push({ line: reader.line, column, fault: { code, facts: { written } } });
  return "faulty";
}

const writtenIn = (reader: LineReader, part: ColumnPart) =>
  textAt(reader.row, indexOf(reader, part));

/** The index of the column of a part; undefined if the file has none. */
export function indexOf({ keys }: LineReader, part: ColumnPart): number | undefined {
  const index = keys.indexOf(part);
  return index < 0 ? undefined : index;
}
