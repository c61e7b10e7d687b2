// The fields of requests and answers. A request field parses what was sent into an inside value, or refuses it with a
// fault. Fields of people, money and days have their own files.
import * as z from "zod/mini";
import {
  fieldFault,
  type FieldFault,
  type FieldFaultCode,
  type FieldFaults,
} from "#domain/field-fault.ts";
import { isWhatItLooksLike, plainText, saysSomething } from "#domain/members/names.ts";
import type { Label } from "#messages/en/fields.ts";
import { payToKinds } from "#domain/payments/pay-to.ts";

/** Thrown by a reader when a value cannot be read; `field` turns it into the field's issue. */
export class Unreadable extends Error {
  readonly fault: FieldFault;

  constructor(fault: FieldFault) {
    super(fault.code);
    this.fault = fault;
  }
}

export function unreadable<Code extends FieldFaultCode>(
  ...params: Parameters<typeof fieldFault<Code>>
): never {
  throw new Unreadable(fieldFault(...params));
}

/** The error of a check over several fields. */
export function faulty(code: Unlabelled): { message: string; params: { fault: FieldFault } } {
  return { message: code, params: { fault: fieldFault(code) } };
}

type Unlabelled = {
  [Code in FieldFaultCode]: FieldFaults[Code] extends undefined ? Code : never;
}[FieldFaultCode];

/**
 * A field's shape on the wire, as JSON Schema. The API document needs it, since it cannot look into a reader's code.
 */
export type FieldShape = Readonly<Record<string, unknown>>;

const shapes = new WeakMap<object, FieldShape>();

/** The shape of a field from this file. Undefined for any other schema, which describes itself. */
export function shapeOf(schema: object): FieldShape | undefined {
  return shapes.get(schema);
}

export function withShape<Schema extends object>(schema: Schema, shape: FieldShape): Schema {
  shapes.set(schema, shape);
  return schema;
}

/** A field of this shape. `read` returns the inside value, or calls `unreadable` with a fault. */
export function field<T>(shape: FieldShape, read: (value: unknown) => T) {
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

/** An optional field: left out, null and empty all become undefined. */
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

export function readText(value: unknown, label: Label, max: number): string {
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

/**
 * Text that distinguishes members. It is normalised, and refused if it has invisible characters or letters that look
 * like others.
 */
export function distinctText(label: Label, max: number) {
  return field({ type: "string", minLength: 1, maxLength: max }, (value) =>
    readDistinctText(value, label, max),
  );
}

export function readDistinctText(value: unknown, label: Label, max: number): string {
  const written = plainText(readText(value, label, max));
  if (written.length > max) unreadable("characters", { label, most: max });
  if (!isWhatItLooksLike(written)) unreadable("unprintable", { label });
  return written;
}

/** The reason for an action: at most 500 characters, with at least one visible letter or digit. */
export function reason(label: Label = "Reason") {
  return field({ type: "string", minLength: 1, maxLength: 500 }, (value) =>
    readReason(value, label),
  );
}

export function readReason(value: unknown, label: Label): string {
  const written = readText(value, label, 500);
  return saysSomething(written) ? written : unreadable("words", { label });
}

/** A list of 1 to `most` addresses, none longer than `longest` characters. */
export function addresses(label: Label, { most, longest }: { most: number; longest: number }) {
  const items = { type: "string", maxLength: longest };
  return field({ type: "array", items, minItems: 1, maxItems: most }, (value): string[] => {
    if (value === undefined || value === "") unreadable("required", { label });
    const params: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (params.length > most) unreadable("times", { label, most });
    return params.map((each) => readText(each, label, longest));
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

/** Words of a closed list, each once; the list may be empty. */
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

/** As `oneOf`, in any case; `words` are in lower case. */
export function oneOfAnyCase<const T extends string>(label: Label, words: readonly T[]) {
  const shape = { type: "string", enum: words, description: "In capitals or not." };
  return field(shape, (value): T => {
    const written = readText(value, label, 40).toLowerCase();
    const word = words.find((each) => each === written);
    return word ?? unreadable("one-of", { label, words: words.join(", ") });
  });
}

type Range = { min: number; max: number };

export function readWholeNumber(value: unknown, label: Label, { min, max }: Range): number {
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

/** The same; null and empty turn it off. */
export function wholeNumberOrOff(label: Label, range: Range) {
  const shape = { type: ["integer", "null"], minimum: range.min, maximum: range.max };
  return field(shape, (value) =>
    value === null || value === "" ? null : readWholeNumber(value, label, range),
  );
}

/** A boolean, or the words that a form sends for it. */
export function yesOrNo(label: Label) {
  return field({ type: "boolean" }, (value): boolean => {
    if (value === true || value === "true") return true;
    if (value === false || value === "false") return false;
    return unreadable("boolean", { label });
  });
}

/** The largest id in the database. */
export const ID_MAX = 2_147_483_647;

/** The id of something that a body or a query refers to. */
export function idOf(label: Label) {
  return field({ type: "integer", minimum: 1, maximum: ID_MAX }, (value): number => {
    if (value === undefined || value === null || value === "") unreadable("required", { label });
    return readWholeNumber(value, label, { min: 1, max: ID_MAX });
  });
}

/** 1 to `most` ids; repeated ids count once. */
export function idsOf(label: Label, { most }: { most: number }) {
  const items = { type: "integer", minimum: 1, maximum: ID_MAX };
  return field({ type: "array", items, minItems: 1, maxItems: most }, (value): number[] => {
    if (!Array.isArray(value) || value.length === 0 || value.length > most)
      unreadable("ids", { label, most });
    const ids = value.map((each: unknown) => readWholeNumber(each, label, { min: 1, max: ID_MAX }));
    return [...new Set(ids)];
  });
}

/** A part of a multipart form that holds JSON of this schema. */
export function jsonPart<T>(schema: z.ZodMiniType<T>) {
  return field({ type: "string", contentMediaType: "application/json" }, (value): T => {
    try {
      return schema.parse(typeof value === "string" ? JSON.parse(value) : value);
    } catch {
      return unreadable("unreadable");
    }
  });
}

// The parameters of pages, and the parts that answers are made of.

/** `page` and `page_size` of every list (API-7). Without `page` the whole list is returned. */
export const pageQuery = {
  page: z.optional(wholeNumber("page", { min: 1, max: 1_000_000 })),
  page_size: z.optional(wholeNumber("page_size", { min: 1, max: 100 })),
};

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

/** The answer of a change that returns only its sentence. */
export const done = z.object({ detail: z.string() });

/** A way to pay the group (PAY-23). */
export const payTo = z.object({
  kind: z.enum(payToKinds),
  name: z.string(),
  number: z.string(),
  /** What the payer writes as the account: empty, or `your Reg No`. */
  account: z.string(),
});
