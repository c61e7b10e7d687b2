// The fields that requests are made of: each turns what was sent into an inside value or says what is wrong with it.
import * as z from "zod/mini";
import {
  fieldFault,
  type FieldFault,
  type FieldFaultCode,
  type FieldFaults,
} from "#domain/field-fault.ts";
import type { Label } from "#messages/en/labels.ts";
import { isEmailAddress } from "#domain/members/email-address.ts";
import { parsePlainDate, nairobiMidnight, type PlainDate } from "#domain/calendar.ts";
import { MAX_AMOUNT_CENTS, parseKes, type Cents } from "#domain/money.ts";
import { normalisePhone } from "#domain/members/phone.ts";
import {
  isUsername,
  isWhatItLooksLike,
  nameFault,
  plainText,
  saysSomething,
} from "#domain/members/written-names.ts";
import { normaliseReference } from "#domain/payments/reference.ts";
import { payToCharactersMost, payToKinds, payToMost, type PayTo } from "#domain/payments/pay-to.ts";

/** A value that cannot be read; thrown by a reader and turned into the field's issue. */
class Unreadable extends Error {
  readonly fault: FieldFault;

  constructor(fault: FieldFault) {
    super(fault.code);
    this.fault = fault;
  }
}

function unreadable<Code extends FieldFaultCode>(
  ...params: Parameters<typeof fieldFault<Code>>
): never {
  throw new Unreadable(fieldFault(...params));
}

/** What a check of several fields says where it fails. */
export function faulty(code: Unlabelled): { message: string; params: { fault: FieldFault } } {
  return { message: code, params: { fault: fieldFault(code) } };
}

type Unlabelled = {
  [Code in FieldFaultCode]: FieldFaults[Code] extends undefined ? Code : never;
}[FieldFaultCode];

/** What a field looks like on the wire, as JSON Schema: no document can look into the code of a reader. */
export type FieldShape = Readonly<Record<string, unknown>>;

const shapes = new WeakMap<object, FieldShape>();

/** The shape of a field of this file, or undefined for any other schema, which says it itself. */
export function shapeOf(schema: object): FieldShape | undefined {
  return shapes.get(schema);
}

function withShape<Schema extends object>(schema: Schema, shape: FieldShape): Schema {
  shapes.set(schema, shape);
  return schema;
}

/** A field of that shape, whose reader gives the inside value or calls `unreadable` with a sentence. */
function field<T>(shape: FieldShape, read: (value: unknown) => T) {
  const schema = z.pipe(
    z.unknown(),
    z.transform((value, context) => {
      try {
        return read(value);
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        const { fault } = error;
        context.issues.push({
          code: "custom",
          message: fault.code,
          params: { fault },
          input: value,
        });
        return z.NEVER;
      }
    }),
  );
  return withShape(schema, shape);
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

function readText(value: unknown, label: Label, max: number): string {
  if (value === undefined || value === null || value === "") unreadable("required", { label });
  if (typeof value !== "string") unreadable("text", { label });
  const text = value.trim();
  if (text === "") unreadable("required", { label });
  if (text.length > max) unreadable("characters", { label, most: max });
  if (unprintable.test(text)) unreadable("unprintable", { label });
  return text;
}

/** Trimmed text of 1 to `max` characters. */
export function text(label: Label, max: number) {
  return field({ type: "string", minLength: 1, maxLength: max }, (value) =>
    readText(value, label, max),
  );
}

/** Text that tells one member from another: written in one way, and nothing in it is unseen or looks like another letter. */
export function distinctText(label: Label, max: number) {
  return field({ type: "string", minLength: 1, maxLength: max }, (value) =>
    readDistinctText(value, label, max),
  );
}

function readDistinctText(value: unknown, label: Label, max: number): string {
  const written = plainText(readText(value, label, max));
  if (written.length > max) unreadable("characters", { label, most: max });
  if (!isWhatItLooksLike(written)) unreadable("unprintable", { label });
  return written;
}

/** A first or last name (MEM-7). */
export function personName(label: Label) {
  return field({ type: "string", minLength: 1, maxLength: 40 }, (value) => {
    const name = plainText(readText(value, label, 200));
    const fault = validateName(name, label);
    if (fault !== null) throw new Unreadable(fault);
    return name;
  });
}

/** What is wrong with a name as `plainText` gives it; null when nothing is. */
export function validateName(name: string, label: Label): FieldFault | null {
  const fault = nameFault(name);
  if (fault === null) return null;
  if (fault === "too-long") return fieldFault("characters", { label, most: 40 });
  return fault === "unusable" ? fieldFault("unprintable", { label }) : fieldFault(fault, { label });
}

/** A username (MEM-7). */
export function username() {
  const shape = { type: "string", pattern: "^(?=.*[A-Za-z])[A-Za-z0-9._-]{2,30}$" };
  return field(shape, (value) => {
    const written = readText(value, "Username", 200);
    return isUsername(written) ? written : unreadable("username");
  });
}

/** Why something is done: at most 500 characters, with a letter or digit that somebody can see. */
export function reason(label: Label = "Reason") {
  return field({ type: "string", minLength: 1, maxLength: 500 }, (value) => {
    const written = readText(value, label, 500);
    return saysSomething(written) ? written : unreadable("words", { label });
  });
}

/** A password as typed: never trimmed; its rules are checked with the person in hand. */
export function password(label: Label) {
  return field({ type: "string", minLength: 1, maxLength: 128 }, (value): string => {
    if (value === undefined || value === null || value === "") unreadable("required", { label });
    if (typeof value !== "string") unreadable("text", { label });
    if (value.length > 128) unreadable("characters", { label, most: 128 });
    return value;
  });
}

/** Addresses, each given by itself: 1 to `most`, none of more than `longest` characters. */
export function addresses(label: Label, { most, longest }: { most: number; longest: number }) {
  const items = { type: "string", maxLength: longest };
  return field({ type: "array", items, minItems: 1, maxItems: most }, (value): string[] => {
    if (value === undefined || value === "") unreadable("required", { label });
    const params: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (params.length > most) unreadable("times", { label, most });
    return params.map((each) => readText(each, label, longest));
  });
}

/** An email address: one @, a dotted domain, at most 254 characters. */
export function email(label: Label = "Email") {
  return field({ type: "string", format: "email", maxLength: 254 }, (value) => {
    const address = readDistinctText(value, label, 254);
    return isEmailAddress(address) ? address : unreadable("email");
  });
}

/** A Kenyan phone number, normalised to +254… (MEM-2). A number without its leading zero lost it in a numeric input. */
export function phone() {
  const shape = { type: ["string", "number"], examples: ["0712345678", "+254712345678"] };
  return field(shape, (value) => {
    const written =
      typeof value === "number" ? String(value).replace(/^(?=[17]\d{8}$)/, "0") : value;
    const digits = readText(written, "Phone", 20);
    return normalisePhone(digits) ?? unreadable("phone");
  });
}

/** An M-Pesa or bank reference: 4 to 40 letters, digits, - or /, stored in capitals (PAY-2). */
export function reference() {
  const shape = {
    type: "string",
    pattern: "^\\s*[A-Za-z0-9/-]{4,40}\\s*$",
    examples: ["QWE1234567"],
  };
  return field(shape, (value) => {
    const written = readText(value, "Payment reference", 60);
    return normaliseReference(written) ?? unreadable("reference");
  });
}

const money = {
  type: ["number", "string"],
  maximum: 1_000_000_000,
  description: 'KES with at most 2 decimals; a string such as "1500.50" is taken as well.',
};

/** An amount of money that is to move: above 0, at most 2 decimals, at most 1,000,000,000 KES; read into cents. */
export function amount(label: Label = "Amount") {
  return field({ ...money, exclusiveMinimum: 0 }, (value): Cents => {
    const cents = readMoney(value, label);
    if (cents <= 0n) unreadable("positive", { label });
    return cents;
  });
}

/** An amount that may be 0, since it only tells a figure: never below 0, otherwise as `amount`. */
export function amountOrZero(label: Label) {
  return field({ ...money, minimum: 0 }, (value): Cents => {
    const cents = readMoney(value, label);
    if (cents < 0n) unreadable("not-below-zero", { label });
    return cents;
  });
}

/** An amount that tells a figure, on either side of 0. */
export function amountOfAnySign(label: Label) {
  return field({ ...money, minimum: -1_000_000_000 }, (value): Cents => {
    const cents = readMoney(value, label);
    if (cents < -MAX_AMOUNT_CENTS) unreadable("too-large", { label });
    return cents;
  });
}

/** The same, or null or empty for "off". */
export function amountOrZeroOrOff(label: Label) {
  const shape = { ...money, type: ["number", "string", "null"], minimum: 0 };
  return field(shape, (value): Cents | null => {
    if (value === null || value === "") return null;
    const cents = readMoney(value, label);
    if (cents < 0n) unreadable("not-below-zero", { label });
    return cents;
  });
}

function readMoney(value: unknown, label: Label): Cents {
  const cents = parseKes(value);
  if (cents === "missing") unreadable("required", { label });
  if (cents === "not-a-number") unreadable("number", { label });
  if (cents === "too-many-decimals") unreadable("decimals", { label });
  if (cents === "too-large" || cents > MAX_AMOUNT_CENTS) unreadable("too-large", { label });
  return cents;
}

function readDate(value: unknown, label: Label): PlainDate {
  if (value === undefined || value === null) unreadable("required", { label });
  return parsePlainDate(value) ?? unreadable("date", { label });
}

const day = { type: "string", format: "date", examples: ["2026-01-31"] };

/** A calendar date, with or without zero padding. */
export function date(label: Label) {
  return field(day, (value) => readDate(value, label));
}

/** A day of every year, `01-01` or `1-1`: no month is shorter than 28 days, so none is later than its 28th. */
export function dayOfYear(label: Label) {
  const shape = { type: "string", pattern: "^\\d{1,2}-\\d{1,2}$", examples: ["01-01"] };
  return field(shape, (value): { month: number; day: number } => {
    const written = readText(value, label, 20);
    const match = /^(\d{1,2})-(\d{1,2})$/.exec(written);
    const [month, day] = [Number(match?.[1]), Number(match?.[2])];
    const exists = month >= 1 && month <= 12 && day >= 1 && day <= 28;
    if (!exists) unreadable("day-of-year", { label });
    return { month, day };
  });
}

/** A time of every day in Nairobi, `HH:MM` of 24 hours. */
export function timeOfDay(label: Label) {
  const shape = { type: "string", pattern: "^([01]?\\d|2[0-3]):[0-5]\\d$", examples: ["20:00"] };
  return field(shape, (value): string => {
    const written = readText(value, label, 5);
    if (!/^([01]?\d|2[0-3]):[0-5]\d$/.test(written)) unreadable("time-of-day", { label });
    return written.padStart(5, "0");
  });
}

/** A date of a filter: left out is fine, empty or impossible is not (API-5). */
export function filterDate(label: Label) {
  return z.optional(date(label));
}

/** A moment: ISO 8601 with or without offset (then Nairobi), or a plain date (its start in Nairobi). */
export function instant(label: Label) {
  const shape = {
    type: "string",
    anyOf: [{ format: "date-time" }, { format: "date" }],
    examples: ["2026-01-31T09:30:00+03:00"],
    description: "Without an offset it is the time in Nairobi; a date alone is its start there.",
  };
  return field(shape, (value): Date => {
    const written = readText(value, label, 40);
    const day = parsePlainDate(written);
    if (day !== null) return nairobiMidnight(day);
    const shape = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?$/i;
    const match = shape.exec(written);
    if (match === null || parsePlainDate(match[1]) === null) unreadable("instant", { label });
    const moment = new Date(match[4] === undefined ? `${written}+03:00` : written);
    if (Number.isNaN(moment.getTime())) unreadable("instant", { label });
    return moment;
  });
}

/** One of a closed list of words. */
export function oneOf<const T extends string>(label: Label, words: readonly T[]) {
  return field({ type: "string", enum: words }, (value): T => {
    if (value === undefined || value === null || value === "") unreadable("required", { label });
    const word = words.find((each) => each === value);
    return word ?? unreadable("one-of", { label, words: words.join(", ") });
  });
}

/** Some words of a closed list, each once; none is a list too. */
export function someOf<const T extends string>(label: Label, words: readonly T[]) {
  const items = { type: "string", enum: words };
  return field({ type: "array", items, maxItems: words.length }, (value): T[] => {
    if (value === undefined || value === null || value === "") unreadable("required", { label });
    if (!Array.isArray(value)) unreadable("list", { label });
    const isKnown = value.every((each: unknown) => words.some((word) => word === each));
    if (!isKnown) unreadable("one-of", { label, words: words.join(", ") });
    return words.filter((word) => value.includes(word));
  });
}

/** The same, in capitals or not; `words` are in small letters. */
export function oneOfAnyCase<const T extends string>(label: Label, words: readonly T[]) {
  const shape = { type: "string", enum: words, description: "In capitals or not." };
  return field(shape, (value): T => {
    const written = readText(value, label, 40).toLowerCase();
    const word = words.find((each) => each === written);
    return word ?? unreadable("one-of", { label, words: words.join(", ") });
  });
}

type Range = { min: number; max: number };

function readWholeNumber(value: unknown, label: Label, { min, max }: Range): number {
  const number = typeof value === "string" && /^\d{1,10}$/.test(value) ? Number(value) : value;
  if (typeof number !== "number" || !Number.isSafeInteger(number) || number < min || number > max)
    unreadable("whole-number", { label, min, max });
  return number;
}

/** A whole number, `min` and `max` included. */
export function wholeNumber(label: Label, range: Range) {
  return field({ type: "integer", minimum: range.min, maximum: range.max }, (value) =>
    readWholeNumber(value, label, range),
  );
}

/** A percentage from 0 to 100 with at most 2 decimals; read into basis points, of which 100 make a percent. */
export function percent(label: Label) {
  const shape = { type: ["number", "string"], minimum: 0, maximum: 100 };
  return field(shape, (value): number => {
    // Hundredths of a percent are written like hundredths of a shilling.
    const basisPoints = readMoney(value, label);
    if (basisPoints < 0n || basisPoints > 10_000n) unreadable("percent", { label });
    return Number(basisPoints);
  });
}

/** True or false, also as the words that a form sends. */
export function yesOrNo(label: Label) {
  return field({ type: "boolean" }, (value): boolean => {
    if (value === true || value === "true") return true;
    if (value === false || value === "false") return false;
    return unreadable("boolean", { label });
  });
}

/** The largest id that the database gives. */
const ID_MAX = 2_147_483_647;

/** The id of something that a body or a query names. */
export function idOf(label: Label) {
  return field({ type: "integer", minimum: 1, maximum: ID_MAX }, (value): number => {
    if (value === undefined || value === null || value === "") unreadable("required", { label });
    return readWholeNumber(value, label, { min: 1, max: ID_MAX });
  });
}

/** 1 to `most` ids, each once however often it was sent. */
export function idsOf(label: Label, { most }: { most: number }) {
  const items = { type: "integer", minimum: 1, maximum: ID_MAX };
  return field({ type: "array", items, minItems: 1, maxItems: most }, (value): number[] => {
    if (!Array.isArray(value) || value.length === 0 || value.length > most)
      unreadable("ids", { label, most });
    const ids = value.map((each: unknown) => readWholeNumber(each, label, { min: 1, max: ID_MAX }));
    return [...new Set(ids)];
  });
}

/** A part of a form that is JSON of that shape. */
export function jsonPart<T>(schema: z.ZodMiniType<T>) {
  return field({ type: "string", contentMediaType: "application/json" }, (value): T => {
    try {
      return schema.parse(typeof value === "string" ? JSON.parse(value) : value);
    } catch {
      return unreadable("unreadable");
    }
  });
}

/** One of several items, with the amount that was seen of it; null where none was sent, or none that can be read. */
export type SeenItem = { id: number; amount_seen: Cents | null };

/** 1 to `most` items by id, each with the KES that were seen of it. An amount that is missing or wrong is the item's matter. */
export function seenItems({ most }: { most: number }) {
  const items = {
    type: "object",
    required: ["id", "amount_seen"],
    properties: { id: { type: "integer", minimum: 1 }, amount_seen: money },
  };
  return field({ type: "array", items, minItems: 1, maxItems: most }, (value): SeenItem[] => {
    if (!Array.isArray(value) || value.length === 0 || value.length > most)
      unreadable("items", { most });
    return value.map((item: unknown) => readSeenItem(item) ?? unreadable("items", { most }));
  });
}

function readSeenItem(item: unknown): SeenItem | null {
  if (typeof item !== "object" || item === null) return null;
  const { id, amount_seen } = item as Record<string, unknown>;
  const number = typeof id === "string" && /^\d{1,15}$/.test(id) ? Number(id) : id;
  if (typeof number !== "number" || !Number.isSafeInteger(number) || number < 1) return null;
  const cents = parseKes(amount_seen);
  return { id: number, amount_seen: typeof cents === "bigint" ? cents : null };
}

/** Ids of members, 1 to `most`; one that is sent twice counts once. */
export function memberIds(label: Label, { most }: { most: number }) {
  const items = { type: "integer", minimum: 1, maximum: ID_MAX };
  return field({ type: "array", items, minItems: 1, maxItems: most }, (value): number[] => {
    if (!Array.isArray(value)) unreadable("list", { label });
    if (value.length === 0) unreadable("required", { label });
    if (value.length > most) unreadable("times", { label, most });
    const ids = value.map((id: unknown) => readWholeNumber(id, label, { min: 1, max: ID_MAX }));
    return [...new Set(ids)];
  });
}

/** A fine of the group's own list. */
export type UsualFine = { name: string; amount: Cents };

/** At most `most` usual fines in their order, each with a name of its own and an amount (PAY-30). */
export function usualFineList(label: Label, { most }: { most: number }) {
  const items = {
    type: "object",
    required: ["name", "amount"],
    properties: { name: { type: "string", minLength: 1, maxLength: 60 }, amount: money },
  };
  return field({ type: "array", items, maxItems: most }, (value): UsualFine[] => {
    if (!Array.isArray(value)) unreadable("list", { label });
    if (value.length > most) unreadable("times", { label, most });
    const fines = value.map(readUsualFine);
    const names = new Set(fines.map(({ name }) => name.toLowerCase()));
    if (names.size < fines.length) unreadable("twice", { label });
    return fines;
  });
}

function readUsualFine(item: unknown): UsualFine {
  if (typeof item !== "object" || item === null) unreadable("required", { label: "Name" });
  const { name, amount } = item as Record<string, unknown>;
  const written = readDistinctText(name, "Name", 60);
  const cents = readMoney(amount, "Amount");
  if (cents <= 0n) unreadable("positive", { label: "Amount" });
  return { name: written, amount: cents };
}

/** The ways to pay the group, in the order they are shown (PAY-23); the account of one may be empty or left out. */
export function waysToPay(label: Label) {
  const written = { type: "string", minLength: 1, maxLength: payToCharactersMost };
  const items = {
    type: "object",
    required: ["kind", "name", "number"],
    properties: {
      kind: { type: "string", enum: payToKinds },
      name: written,
      number: written,
      account: { type: "string", maxLength: payToCharactersMost },
    },
  };
  return field({ type: "array", items, maxItems: payToMost }, (value): PayTo[] => {
    if (!Array.isArray(value)) unreadable("list", { label });
    if (value.length > payToMost) unreadable("times", { label, most: payToMost });
    return value.map((way: unknown) => readWayToPay(way, label));
  });
}

function readWayToPay(way: unknown, label: Label): PayTo {
  if (typeof way !== "object" || way === null) unreadable("list", { label });
  const { kind, name, number, account = "" } = way as Record<string, unknown>;
  const word = payToKinds.find((each) => each === kind);
  if (word === undefined) unreadable("one-of", { label: "Kind", words: payToKinds.join(", ") });
  const isBlank = account === null || (typeof account === "string" && account.trim() === "");
  return {
    kind: word,
    name: readDistinctText(name, "Name", payToCharactersMost),
    // A form may send it as a number.
    number: readDistinctText(
      typeof number === "number" ? String(number) : number,
      "Number",
      payToCharactersMost,
    ),
    account: isBlank ? "" : readDistinctText(account, "Account", payToCharactersMost),
  };
}

/** A member as a form names one: by id, by username, or by text that may be either. */
export function memberName(label: Label) {
  const shape = { type: ["string", "integer"], description: "A username, or a member's id." };
  return field(shape, (value): { id: number | null; username: string | null } => {
    if (typeof value === "number" && Number.isSafeInteger(value) && value > 0)
      return { id: value, username: null };
    const username = readText(value, label, 60);
    return { id: /^[1-9]\d{0,8}$/.test(username) ? Number(username) : null, username };
  });
}

/** A financial year by its label or by the year it starts in: `2026`, `"2026"` or `"2026/2027"`. */
export function financialYear(label: Label) {
  const shape = { type: ["string", "integer"], examples: [2026, "2026/2027"] };
  return field(shape, (value): { startYear: number; label: string } => {
    const written = readText(typeof value === "number" ? String(value) : value, label, 20);
    const startYear = /^(?:19|2\d)\d\d(?=$|\/(?:19|2\d)\d\d$)/.exec(written)?.[0];
    if (startYear === undefined) unreadable("financial-year", { label });
    return { startYear: Number(startYear), label: written };
  });
}

/** `page` and `page_size` of every list (API-7): no `page` gives everything. */
export const pageQuery = {
  page: z.optional(wholeNumber("page", { min: 1, max: 1_000_000 })),
  page_size: z.optional(wholeNumber("page_size", { min: 1, max: 100 })),
};

/** `start_date` and `end_date` of a filter, inclusive; a start after its end is refused by `datesInOrder`. */
export const periodQuery = {
  start_date: filterDate("Start date"),
  end_date: filterDate("End date"),
};

/** API-6: a filter whose start is after its end is a 400 on `start_date`. */
export const datesInOrder = z.refine<{
  start_date?: PlainDate | undefined;
  end_date?: PlainDate | undefined;
}>(
  (period) =>
    period.start_date === undefined ||
    period.end_date === undefined ||
    period.start_date <= period.end_date,
  { ...faulty("start-before-end"), path: ["start_date"] },
);

/** The same of `from` and `to`. */
export const datesFromTo = z.refine<{
  from?: PlainDate | undefined;
  to?: PlainDate | undefined;
}>((period) => period.from === undefined || period.to === undefined || period.from <= period.to, {
  ...faulty("start-before-end"),
  path: ["from"],
});

/** The period of profit and loss, both days included (REP-4). */
export const reportPeriod = z
  .object({ start_date: date("Start date"), end_date: date("End date") })
  .check(
    z.refine((requested) => requested.end_date >= requested.start_date, {
      ...faulty("end-after-start"),
      path: ["end_date"],
    }),
  );

/** An amount in KES in an answer: a number with at most 2 decimals. */
export const kes = withShape(z.number(), { type: "number", description: "KES" });
/** A percentage in an answer: 10 is 10%. */
export const percentage = withShape(z.number(), { type: "number", description: "percent" });
/** A calendar date in an answer, yyyy-MM-dd. */
export const plainDate = withShape(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)), {
  format: "date",
});
/** A moment in an answer, ISO 8601 with offset. */
export const moment = withShape(
  z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T.*[+-]\d{2}:\d{2}$/)),
  { format: "date-time" },
);
export const id = withShape(z.number().check(z.positive()), { type: "integer" });
/** The answer of a change that returns nothing else. */
export const done = z.object({ detail: z.string() });
