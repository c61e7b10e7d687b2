// Money: integer cents inside, KES with at most two decimals outside, and every rounding named.
import { assert } from "./assert.ts";

/** Whole cents of a Kenyan shilling. */
export type Cents = bigint;

/** API-4: no single amount is above 1,000,000,000 KES. */
export const MAX_AMOUNT_CENTS: Cents = 100_000_000_000n;

export type KesFault =
  | "missing"
  | "not-a-number"
  | "two-readings"
  | "too-many-decimals"
  | "too-large";

const PLAIN_DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;
const MAX_WHOLE_DIGITS = 10;

/**
 * Reads an amount in KES, a JSON number or a plain decimal string such as `"1500.50"`, into cents without float
 * arithmetic. A negative amount becomes negative cents; the caller decides whether that is allowed. `1.500` has
 * `two-readings`, which `bothReadings` names.
 */
export function parseKes(value: unknown): Cents | KesFault {
  if (value === undefined || value === null) return "missing";
  if (typeof value === "number") return parseNumber(value);
  if (typeof value !== "string") return "not-a-number";
  return value.trim() === "" ? "missing" : parseDecimal(value);
}

/** One to three digits, a full stop and three digits: a thousand, or one with three decimals (API-4). */
const TWO_READINGS = /^[1-9]\d{0,2}\.\d{3}$/;

/** Whether an amount without its sign can be read in two ways, such as `1.500`. */
export function hasTwoReadings(written: string): boolean {
  return TWO_READINGS.test(written);
}

/** `1.500` as a thousand, `1500`, and as one with decimals, `1.50`. */
export function bothReadings(written: string): { thousands: string; decimals: string } {
  return { thousands: written.replace(".", ""), decimals: written.replace(/0$/, "") };
}

/** KES as a JSON number. Asserts that a float can hold it to the cent. */
export function toKes(cents: Cents): number {
  const largest = 1_000_000_000_000_000n;
  assert(cents <= largest && cents >= -largest, `${cents} cents cannot be written exactly in KES`);
  return Number(cents) / 100;
}

/** Cents from an amount that `toKes` wrote, however large. */
export function fromKes(kes: number): Cents {
  return BigInt(Math.round(kes * 100));
}

/** `KES 1,234.50`, and `KES (1,234.50)` below zero. */
export function formatKes(cents: Cents): string {
  return `KES ${formatAmount(cents)}`;
}

/** `1,234.50`, and `(1,234.50)` below zero: as accountants write it (SCR-12). */
export function formatAmount(cents: Cents): string {
  const size = magnitude(cents);
  const shillings = String(size / 100n).replace(/\B(?=(?:\d{3})+$)/g, ",");
  const written = `${shillings}.${String(size % 100n).padStart(2, "0")}`;
  return cents < 0n ? `(${written})` : written;
}

/** Two decimals and nothing else, as programs read it: `-1234.50`. */
export function plainAmount(cents: Cents): string {
  const digits = formatAmount(magnitude(cents)).replaceAll(",", "");
  return cents < 0n ? `-${digits}` : digits;
}

/**
 * `amount x numerator / denominator` in whole cents. `half-up` rounds a half away from zero, `down` towards zero and
 * `up` away from it, so that a negative amount is always the mirror of the positive one.
 */
export function mulDiv(
  amount: Cents,
  numerator: bigint,
  denominator: bigint,
  rounding: "half-up" | "down" | "up",
): Cents {
  assert(denominator > 0n, `cannot divide by ${denominator}`);
  const product = amount * numerator;
  if (rounding === "down") return product / denominator;
  const size = magnitude(product);
  const rounded =
    rounding === "up"
      ? (size + denominator - 1n) / denominator
      : (size * 2n + denominator) / (denominator * 2n);
  return product < 0n ? -rounded : rounded;
}

export const least = (one: Cents, other: Cents): Cents => (one < other ? one : other);
export const most = (one: Cents, other: Cents): Cents => (one > other ? one : other);

export function sumOf<T>(items: readonly T[], of: (item: T, index: number) => Cents): Cents {
  return items.reduce((total, item, index) => total + of(item, index), 0n);
}

function parseNumber(value: number): Cents | KesFault {
  if (Number.isNaN(value)) return "not-a-number";
  // From 1e21 on, and for Infinity (JSON's 1e999), a number has no plain decimal form.
  if (Math.abs(value) >= 1e21) return "too-large";
  // Below 1e-6 there is no plain form either, and such an amount has far more than two decimals.
  if (value !== 0 && Math.abs(value) < 1e-6) return "too-many-decimals";
  return parseDecimal(String(value));
}

function parseDecimal(text: string): Cents | KesFault {
  const [, sign, whole, decimals] = PLAIN_DECIMAL.exec(text) ?? [];
  if (whole === undefined) return "not-a-number";
  const shillings = whole.replace(/^0+/, "");
  if (shillings.length > MAX_WHOLE_DIGITS) return "too-large";
  if (decimals !== undefined && /[^0]/.test(decimals.slice(2))) return "too-many-decimals";
  if (hasTwoReadings(text.replace("-", ""))) return "two-readings";
  const size = BigInt(shillings + (decimals ?? "").slice(0, 2).padEnd(2, "0"));
  if (size > MAX_AMOUNT_CENTS) return "too-large";
  return sign === "-" ? -size : size;
}

function magnitude(cents: Cents): Cents {
  return cents < 0n ? -cents : cents;
}
