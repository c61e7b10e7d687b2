// The fields that requests are made of: each turns what was sent into an inside value or says what is wrong with it.
import * as z from "zod/mini";
import { parsePlainDate, nairobiMidnight, type PlainDate } from "#domain/calendar.ts";
import { MAX_AMOUNT_CENTS, parseKes, type Cents } from "#domain/money.ts";
import { normalisePhone } from "#domain/members/phone.ts";
import { normaliseReference } from "#domain/payments/reference.ts";

/** A value that cannot be read; thrown by a reader and turned into the field's message. */
class Unreadable extends Error {}

function unreadable(message: string): never {
  throw new Unreadable(message);
}

/** A field whose reader gives the inside value or calls `unreadable` with a sentence. */
function field<T>(read: (value: unknown) => T) {
  return z.pipe(
    z.unknown(),
    z.transform((value, context) => {
      try {
        return read(value);
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        context.issues.push({ code: "custom", message: error.message, input: value });
        return z.NEVER;
      }
    }),
  );
}

/** A field that may be left out, null or empty; then it is undefined. */
export function maybe<T>(schema: z.ZodMiniType<T>) {
  return z.optional(
    z.pipe(
      z.transform((value: unknown): unknown =>
        value === null || value === "" ? undefined : value,
      ),
      z.optional(schema),
    ),
  );
}

// Control characters and lone surrogates: PostgreSQL cannot store the first of them, and nobody types them.
// oxlint-disable-next-line no-control-regex
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/u;

function readText(value: unknown, label: string, max: number): string {
  if (value === undefined || value === null || value === "") unreadable(`${label} is required.`);
  if (typeof value !== "string") unreadable(`${label} must be text.`);
  const text = value.trim();
  if (text === "") unreadable(`${label} is required.`);
  if (text.length > max) unreadable(`${label} may have at most ${max} characters.`);
  if (unprintable.test(text)) unreadable(`${label} contains characters that cannot be used.`);
  return text;
}

/** Trimmed text of 1 to `max` characters. */
export function text(label: string, max: number) {
  return field((value) => readText(value, label, max));
}

/** A password as typed: never trimmed; its rules are judged with the person in hand. */
export function password(label: string) {
  return field((value): string => {
    if (value === undefined || value === null || value === "") unreadable(`${label} is required.`);
    if (typeof value !== "string") unreadable(`${label} must be text.`);
    if (value.length > 128) unreadable(`${label} may have at most 128 characters.`);
    return value;
  });
}

/** An email address: one @, a dotted domain, at most 254 characters. */
export function email(label = "Email") {
  return field((value) => {
    const address = readText(value, label, 254);
    if (!/^[^\s@<>(),;:"\\[\]]+@[^\s@.<>(),;:"\\[\]]+(\.[^\s@.<>(),;:"\\[\]]+)+$/.test(address))
      unreadable("Enter an email address such as name@example.com.");
    return address;
  });
}

/** A Kenyan phone number, normalised to +254… (contract 2). A number without its leading zero lost it in a numeric input. */
export function phone() {
  return field((value) => {
    const written =
      typeof value === "number" ? String(value).replace(/^(?=[17]\d{8}$)/, "0") : value;
    const digits = readText(written, "Phone", 20);
    return normalisePhone(digits) ?? unreadable("Enter a Kenyan phone number such as 0712345678.");
  });
}

/** An M-Pesa or bank reference: 4 to 40 letters, digits, - or /, kept in capitals (contract 3). */
export function reference() {
  return field((value) => {
    const written = readText(value, "Payment reference", 60);
    return (
      normaliseReference(written) ??
      unreadable("A payment reference has 4 to 40 letters, digits, - or /.")
    );
  });
}

/** An amount of money that is to move: above 0, at most 2 decimals, at most 1,000,000,000 KES; read into cents. */
export function amount(label = "Amount") {
  return field((value): Cents => {
    const cents = readMoney(value, label);
    if (cents <= 0n) unreadable(`${label} must be more than 0.`);
    return cents;
  });
}

function readMoney(value: unknown, label: string): Cents {
  const cents = parseKes(value);
  if (cents === "missing") unreadable(`${label} is required.`);
  if (cents === "not-a-number") unreadable(`${label} must be a number.`);
  if (cents === "too-many-decimals") unreadable(`${label} may have at most 2 decimals.`);
  if (cents === "too-large" || cents > MAX_AMOUNT_CENTS)
    unreadable(`${label} may be at most 1,000,000,000.`);
  return cents;
}

function readDate(value: unknown, label: string): PlainDate {
  if (value === undefined || value === null) unreadable(`${label} is required.`);
  return parsePlainDate(value) ?? unreadable(`${label} must be a date such as 2026-01-31.`);
}

/** A calendar date, with or without zero padding. */
export function date(label: string) {
  return field((value) => readDate(value, label));
}

/** A date of a filter: left out is fine, empty or impossible is not (contract 1). */
export function filterDate(label: string) {
  return z.optional(date(label));
}

/** A moment: ISO 8601 with or without offset (then Nairobi), or a plain date (its start in Nairobi). */
export function instant(label: string) {
  return field((value): Date => {
    const written = readText(value, label, 40);
    const day = parsePlainDate(written);
    if (day !== null) return nairobiMidnight(day);
    const shape = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?$/i;
    const match = shape.exec(written);
    if (match === null || parsePlainDate(match[1]) === null)
      unreadable(`${label} must be a date and time such as 2026-01-31T09:30:00Z.`);
    const moment = new Date(match[4] === undefined ? `${written}+03:00` : written);
    if (Number.isNaN(moment.getTime()))
      unreadable(`${label} must be a date and time such as 2026-01-31T09:30:00Z.`);
    return moment;
  });
}

/** One of a closed list of words. */
export function oneOf<const T extends string>(label: string, words: readonly T[]) {
  return field((value): T => {
    if (value === undefined || value === null || value === "") unreadable(`${label} is required.`);
    const word = words.find((each) => each === value);
    return word ?? unreadable(`${label} must be one of: ${words.join(", ")}.`);
  });
}

function wholeNumber(label: string, max: number) {
  return field((value): number => {
    const number = typeof value === "string" && /^\d{1,10}$/.test(value) ? Number(value) : value;
    if (typeof number !== "number" || !Number.isSafeInteger(number) || number < 1 || number > max)
      unreadable(`${label} must be a whole number from 1 to ${max}.`);
    return number;
  });
}

/** `page` and `page_size` of every list (contract 1): no `page` gives everything. */
export const pageQuery = {
  page: z.optional(wholeNumber("page", 1_000_000)),
  page_size: z.optional(wholeNumber("page_size", 100)),
};

/** `start_date` and `end_date` of a filter, inclusive; a start after its end is refused by `datesInOrder`. */
export const periodQuery = {
  start_date: filterDate("Start date"),
  end_date: filterDate("End date"),
};

/** Contract 1: a filter whose start is after its end is a 400 on `start_date`. */
export const datesInOrder = z.refine<{
  start_date?: PlainDate | undefined;
  end_date?: PlainDate | undefined;
}>(
  (period) =>
    period.start_date === undefined ||
    period.end_date === undefined ||
    period.start_date <= period.end_date,
  { message: "Start date must be before end date.", path: ["start_date"] },
);

/** An amount in KES in an answer: a number with at most 2 decimals. */
export const kes = z.number();
/** A calendar date in an answer, yyyy-MM-dd. */
export const plainDate = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));
/** A moment in an answer, ISO 8601 with offset. */
export const moment = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T.*[+-]\d{2}:\d{2}$/));
export const id = z.number().check(z.positive());
/** The answer of a change that returns nothing else. */
export const done = z.object({ detail: z.string() });
