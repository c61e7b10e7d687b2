// Values that the contract's schemas accept, generated from the schemas themselves.
import * as fc from "fast-check";
import type { Arbitrary } from "fast-check";
import type { $ZodType } from "zod/v4/core";
import { shapeOf, type FieldShape } from "#contract/fields.ts";
import { injectionTexts, unusualTexts } from "./hostile-values.ts";

/** Values of the present group by field name, so that valid input also matches something. */
export type Known = Readonly<Record<string, readonly unknown[]>>;

/** With values for the fields of this path only, stored as `path field`. */
export function knownAt(path: string, known: Known): Known {
  const own = Object.entries(known).filter(([key]) => key.startsWith(`${path} `));
  return {
    ...known,
    ...Object.fromEntries(own.map(([key, values]) => [key.slice(path.length + 1), values])),
  };
}

type Definition = {
  type: string;
  shape?: Record<string, $ZodType>;
  innerType?: $ZodType;
  in?: $ZodType;
  out?: $ZodType;
  element?: $ZodType;
  options?: readonly $ZodType[];
  values?: readonly unknown[];
};

/** Input that `schema` accepts, or nearly always; the group's rules may still refuse it. */
export function inputFor(schema: $ZodType, known: Known, name = ""): Arbitrary<unknown> {
  const own = ownInput(schema, known, name);
  const named = known[name];
  if (named === undefined || named.length === 0) return own;
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...named) },
    { weight: 1, arbitrary: own },
  );
}

function ownInput(schema: $ZodType, known: Known, name: string): Arbitrary<unknown> {
  const shape = shapeOf(schema);
  if (shape !== undefined) return inputOfShape(shape);
  const definition = definitionOf(schema);
  const inner = (part: $ZodType) => inputFor(part, known, name);
  switch (definition.type) {
    case "object":
      return inputOfFields(definition.shape ?? {}, known);
    case "optional":
      return inner(definition.innerType!);
    case "nullable":
      return fc.option(inner(definition.innerType!));
    case "pipe":
      return inner(typeOf(definition.in!) === "transform" ? definition.out! : definition.in!);
    case "array":
      return fc.array(inner(definition.element!), { maxLength: 3 });
    case "union":
      return fc.oneof(...definition.options!.map(inner));
    case "literal":
      return fc.constantFrom(...definition.values!);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function inputOfFields(fields: Record<string, $ZodType>, known: Known): Arbitrary<unknown> {
  const values = Object.entries(fields).map(([key, field]) => [key, inputFor(field, known, key)]);
  const requiredKeys = Object.keys(fields).filter((key) => typeOf(fields[key]!) !== "optional");
  return fc.record(Object.fromEntries(values) as Record<string, Arbitrary<unknown>>, {
    requiredKeys,
    noNullPrototype: true,
  });
}

function typeOf(schema: $ZodType): string {
  return definitionOf(schema).type;
}

function definitionOf({ _zod }: $ZodType): Definition {
  return _zod.def;
}

const texts = fc.oneof(
  fc.constantFrom(...injectionTexts),
  fc.constantFrom(...unusualTexts),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }),
);

function inputOfShape(shape: FieldShape): Arbitrary<unknown> {
  const examples = Array.isArray(shape["examples"]) ? (shape["examples"] as unknown[]) : [];
  const types = [shape["type"]].flat();
  if (types.includes("array") && "items" in shape)
    return fc.array(inputOfShape(shape["items"] as FieldShape), { minLength: 1, maxLength: 4 });
  if ("properties" in shape)
    return fc.record(
      Object.fromEntries(
        Object.entries(shape["properties"] as Record<string, FieldShape>).map(([key, field]) => [
          key,
          inputOfShape(field),
        ]),
      ),
      { noNullPrototype: true },
    );
  if (Array.isArray(shape["enum"])) return fc.constantFrom(...(shape["enum"] as unknown[]));
  if (shape["format"] === "email")
    return fc.integer({ min: 1, max: 99_999 }).map((n) => `f${n}@example.com`);
  if (shape["format"] === "date") return day;
  if ("anyOf" in shape)
    return fc.oneof(
      day,
      day.map((text) => `${text}T09:30:00+03:00`),
    );
  if (String(shape["pattern"]).includes("A-Za-z0-9"))
    return fc.string({
      unit: fc.constantFrom("A", "B", "X", "0", "1", "9"),
      minLength: 8,
      maxLength: 12,
    });
  if (examples.some((each) => String(each).startsWith("07")))
    return fc.integer({ min: 10_000_000, max: 99_999_999 }).map((n) => `07${n}`);
  if (examples.length > 0) return fc.constantFrom(...examples);
  if (types.includes("number")) return amounts;
  if (types.includes("integer")) return fc.integer({ min: 1, max: 40 });
  return texts;
}

const day = fc
  .record({
    year: fc.constantFrom(2024, 2025, 2026),
    month: fc.integer({ min: 1, max: 12 }),
    date: fc.integer({ min: 1, max: 28 }),
  })
  .map(
    ({ year, month, date }) =>
      `${year}-${String(month).padStart(2, "0")}-${String(date).padStart(2, "0")}`,
  );

const amounts = fc.oneof(
  fc.integer({ min: 1, max: 5_000 }),
  fc.integer({ min: 1, max: 99_999 }).map((cents) => cents / 100),
  fc.integer({ min: 1, max: 99_999 }).map((cents) => (cents / 100).toFixed(2)),
  fc.constantFrom(0, 10, 1_000_000_000, "1500.50"),
);
