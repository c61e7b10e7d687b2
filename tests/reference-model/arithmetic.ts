// Money, days and chance for the reference model, in its own arithmetic, so that it shares no mistake with the
// application; and values that every endpoint must refuse.

export type Cents = bigint;

/** Converts the KES of an answer or a body to cents. */
export const toCents = (kes: number): Cents => BigInt(Math.round(kes * 100));
export const toKes = (cents: Cents): number => Number(cents) / 100;

/** `part` of `whole`, rounded half up; neither is below 0. */
export const halfUp = (part: Cents, whole: Cents): Cents => (2n * part + whole) / (2n * whole);

export const total = <T>(items: readonly T[], of: (item: T) => Cents): Cents =>
  items.reduce((sum, item) => sum + of(item), 0n);

const HOUR_MS = 3_600_000;

/** The day in Nairobi, which is three hours ahead of UTC all year. */
export const dayOf = (instant: Date): string =>
  new Date(instant.getTime() + 3 * HOUR_MS).toISOString().slice(0, 10);

const lengthOfMonth = (year: number, month: number) =>
  new Date(Date.UTC(year, month, 0)).getUTCDate();

/** The same day some months later, or the last day of the month if it is too short. */
export function monthsLater(day: string, months: number): string {
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  const index = year * 12 + (month - 1) + months;
  const [newYear, newMonth] = [Math.floor(index / 12), (((index % 12) + 12) % 12) + 1];
  const newDate = Math.min(date, lengthOfMonth(newYear, newMonth));
  return [newYear, pad(newMonth), pad(newDate)].join("-");
}

const pad = (number: number) => String(number).padStart(2, "0");

export function daysLater(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 24 * HOUR_MS).toISOString().slice(0, 10);
}

/** How many whole months have passed. */
export function fullMonths(from: string, to: string): number {
  let months = 0;
  while (monthsLater(from, months + 1) <= to) months++;
  return months;
}

export type Chance = ReturnType<typeof openChance>;

/** Random numbers that a seed repeats (mulberry32). */
export function openChance(seed: number) {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  const whole = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    whole,
    /** True with this probability: `is(0.1)` is true in one case of ten. */
    is: (share: number) => next() < share,
    /** One of the items, or undefined if there is none. */
    maybeOne: <T>(items: readonly T[]): T | undefined => items[whole(0, items.length - 1)],
    one: <T>(items: readonly T[]): T => {
      const item = items[whole(0, items.length - 1)];
      if (item === undefined) throw new Error("nothing to choose from");
      return item;
    },
    /** An amount of money in cents, sometimes with odd cents. */
    cents(minKes: number, maxKes: number): Cents {
      const kes = BigInt(whole(minKes, Math.max(minKes, maxKes)));
      return kes * 100n + (next() < 0.3 ? BigInt(whole(0, 99)) : 0n);
    },
    /** One of the choices, by their weights. */
    weighted<T>(choices: readonly (readonly [T, number])[]): T {
      let left = next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [choice, weight] of choices) if ((left -= weight) < 0) return choice;
      return choices[0]![0];
    },
  };
}

// Values that every endpoint must refuse, and sometimes a valid one.

const wrongAmounts = [0, -5, 1.001, "abc", null, 1_000_000_000.01, "", [100], true, "1e400"];

/** A body's amount: KES as a number or as text, and rarely something that is no amount. */
export function amountField(chance: Chance, cents: Cents): { sent: unknown; isGood: boolean } {
  if (chance.is(0.04)) return { sent: chance.one(wrongAmounts), isGood: false };
  const kes = toKes(cents);
  return { sent: chance.is(0.1) ? kes.toFixed(2) : kes, isGood: true };
}

const wrongDates = ["2026-02-30", "", "yesterday", 20260101, null];

export function dateField(chance: Chance, day: string): { sent: unknown; isGood: boolean } {
  if (chance.is(0.03)) return { sent: chance.one(wrongDates), isGood: false };
  const [year, month, date] = day.split("-").map(Number);
  return { sent: chance.is(0.1) ? `${year}-${month}-${date}` : day, isGood: true };
}

/** Ids that name nothing. */
export const unknownIds = [999_999, 0, "abc", -1, "1x", 2_147_483_648];
