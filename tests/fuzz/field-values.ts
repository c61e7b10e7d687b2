// Values for a field: those that the contract's schema accepts, generated from the schema itself, and those that an
// attacker or a broken client sends instead.
import * as fc from "fast-check";
import type { Arbitrary } from "fast-check";
import type { $ZodType } from "zod/v4/core";
import { type FieldShape, shapeOf } from "#contract/fields.ts";

/** Values of the present group by field name, so that valid input also matches something. */
export type Known = Readonly<Record<string, readonly unknown[]>>;

/** Adds the values that are stored as `path field`, for the fields of this path only. */
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

/** Input that `schema` accepts nearly always; the group's rules may still refuse it. */
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

/** Stands in a body for a number that JSON.stringify cannot write; `writeJson` writes it bare. */
const bare = (text: string) => `@@${text}@@`;

/** JSON of the value, with the bare numbers as they are: 1e309, -0, NaN. */
export function writeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(/"@@([^@]*)@@"/g, "$1");
}

/** Texts that a program might interpret as code; as text they are valid. */
export const injectionTexts = [
  "'; DROP TABLE members; --",
  "' OR '1'='1",
  "1); DELETE FROM sessions; --",
  "$1 $$ %s %n {0} ${7*7} {{7*7}}",
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "<svg/onload=alert(1)>",
  "javascript:alert(1)",
  "</script><!-- ]]> &lt;b&gt; &amp;",
  '=HYPERLINK("http://x.example","y")',
  "../../etc/passwd",
  "; rm -rf / #",
] as const;

/** Letters of every kind that a name may have, and some that look empty. */
export const unusualTexts = [
  "Wanjikũ Ng’ang’a",
  "حوّاء عبد الله",
  "\u202Egnp.exe",
  "a\u200Bb\u200Dc\uFEFFd",
  "e\u0301\u0302\u0303\u0304",
  "👩🏾‍🌾🇰🇪",
  "a\u2028b\u2029c\u0085d",
  "%00%0a%0d",
  "\\u0000",
  "null",
  "undefined",
  "NaN",
] as const;

const texts = fc.oneof(
  fc.constantFrom(...injectionTexts),
  fc.constantFrom(...unusualTexts),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }),
);

const brokenTexts = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\uD800",
  "x\uDC00y",
  "\u001B[31m",
  "\r\nSet-Cookie: a=b",
  "x".repeat(300),
  "ß".repeat(5_000),
  "x".repeat(40_000),
  "9".repeat(400),
] as const;

const numbers: readonly unknown[] = [
  0,
  -1,
  0.001,
  0.1 + 0.2,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e21,
  5e-324,
  bare("1e309"),
  bare("-1e309"),
  bare("-0"),
  bare("9".repeat(320)),
  bare("1E+2"),
  bare("1000.0000000000000000001"),
  "NaN",
  "Infinity",
  "-Infinity",
  "1e309",
  "-0",
  "0x10",
  "1,000",
  "١٢٣",
  " 12 ",
  "1e3",
  "٠",
];

const shapes: readonly unknown[] = [
  null,
  true,
  [],
  {},
  [[]],
  [null],
  ["approved"],
  [1000],
  { $gt: "" },
  { length: 3, 0: "a" },
  { toString: "x", valueOf: 1 },
  { constructor: { prototype: { isAdmin: true } } },
  { toJSON: 1 },
];

const dates: readonly unknown[] = [
  "2026-02-30",
  "0000-00-00",
  "9999-12-31",
  "10000-01-01",
  "-000001-01-01",
  "0001-01-01",
  "2026-13-01T25:61:61Z",
  "2026-01-01T00:00:00+99:99",
  "infinity",
  "now",
  "epoch",
  "2026-01-01 BC",
];

export const hostileTexts: readonly string[] = [...injectionTexts, ...unusualTexts, ...brokenTexts];

export const hostileValues: readonly unknown[] = [...hostileTexts, ...numbers, ...shapes, ...dates];

/** Field names that change the program's own objects if code merges objects carelessly. */
export const pollutingNames = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "then",
];

/** Values for `:id` in a path. */
export const hostileSegments = [
  "0",
  "-1",
  "+1",
  "01",
  "1.0",
  "1e3",
  "2147483648",
  "9e99",
  "9".repeat(250),
  "9".repeat(400),
  "%00",
  "%2e%2e%2f",
  "..%2f1",
  "1%2f2",
  "1;DROP",
  "%27%20OR%201=1",
  "%F0%9F%98%80",
  "%E0%A4%A",
  "%zz",
  "__proto__",
  "NaN",
  "null",
];
