// Fields that only meetings have: the forms that a phone stores for opening without a network need none of them.
import * as z from "zod/mini";
import { parseFraction } from "#domain/meetings/quorum.ts";
import type { Label } from "#messages/en/fields.ts";
import { field, type FieldShape, id, plainDate, readText, unreadable } from "./fields.ts";

/** How others name a meeting. */
export const meetingName = z.object({ id, number: z.number(), date: plainDate });

/** A fraction n/d with 1 <= n <= d <= 100, such as `1/2`. */
export function fraction(label: Label) {
  const shape = { type: "string", pattern: "^[1-9]\\d{0,2}/[1-9]\\d{0,2}$", examples: ["1/2"] };
  return field(shape, (value): string => {
    const written = readText(value, label, 10).replaceAll(" ", "");
    if (parseFraction(written) === null) unreadable("fraction", { label });
    return written;
  });
}

/** A list of `least` to `most` objects, each read from its fields; what is wrong with one is wrong with the list. */
export function listOf<T>(
  label: Label,
  { least, most, ...shape }: FieldShape & { least: number; most: number },
  read: (fields: Readonly<Record<string, unknown>>) => T,
) {
  const items = { type: "object", ...shape };
  return field({ type: "array", items, minItems: least, maxItems: most }, (value): T[] => {
    if (value === undefined || value === null || value === "") unreadable("required", { label });
    if (!Array.isArray(value)) unreadable("list", { label });
    if (value.length < least) unreadable("required", { label });
    if (value.length > most) unreadable("times", { label, most });
    return value.map((item: unknown) => {
      if (typeof item !== "object" || item === null) unreadable("list", { label });
      return read(item as Readonly<Record<string, unknown>>);
    });
  });
}
