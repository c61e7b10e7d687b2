// A sheet's book as the proposal stores it: JSON, with cents as text, since its numbers would not hold every cent.
import { createHash } from "node:crypto";
import type { PlainDate } from "#domain/calendar.ts";
import type { OpeningBook } from "#domain/opening/opening-book.ts";

export function toStoredBook(book: OpeningBook): string {
  return JSON.stringify(book, (_key, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
}

/** `stored` as the database gives it, parsed; only `toStoredBook` ever wrote it. */
export function fromStoredBook(stored: unknown): OpeningBook {
  return JSON.parse(JSON.stringify(stored), (key, value: unknown) =>
    /[cC]ents$/.test(key) && typeof value === "string" ? BigInt(value) : value,
  ) as OpeningBook;
}

/** The same for the same sheet and day, whatever its file was (OPEN-30). */
export function digestOf(book: OpeningBook, cutOver: PlainDate): Buffer {
  return createHash("sha256")
    .update(`${cutOver}\n${toStoredBook(book)}`)
    .digest();
}
