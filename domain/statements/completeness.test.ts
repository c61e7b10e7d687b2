import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays } from "../calendar.ts";
import { proveComplete } from "./completeness.ts";
import type { Movement } from "./order-by-balances.ts";

/** Lines in the order of time, with the balances that follow from `opening`. */
function whole(
  opening: bigint,
  amounts: readonly bigint[],
  at?: (index: number) => string,
): Movement[] {
  let balance = opening;
  return amounts.map((amountCents, index) => {
    balance += amountCents;
    const moment = at?.(index) ?? `${addDays("2026-01-01", index)}T10:00:00`;
    return { line: index + 1, at: moment, amountCents, balanceCents: balance };
  });
}

const none = { opening: null, closing: null };
const amounts = fc.array(fc.bigInt({ min: -100_000n, max: 100_000n }), {
  minLength: 1,
  maxLength: 40,
});
/** Days, or seconds that several lines share. */
const moments = fc.constantFrom(
  (index: number) => addDays("2026-01-01", Math.floor(index / 3)),
  (index: number) => `2026-01-01T10:00:${String(Math.floor(index / 3)).padStart(2, "0")}`,
  () => "2026-01-01T10:00:00",
);

describe("a statement", () => {
  it("is whole in either order of time, and tells its opening and closing", () => {
    fc.assert(
      fc.property(
        amounts,
        moments,
        fc.bigInt({ min: 0n, max: 1_000_000n }),
        (moved, at, opening) => {
          const lines = whole(opening, moved, at);
          const closing = lines.at(-1)!.balanceCents;
          for (const order of [lines, lines.toReversed()])
            expect(proveComplete(order, { opening, closing })).toEqual({
              opening,
              closing,
              breaks: [],
            });
        },
      ),
    );
  });

  it("with another amount, balance or opening, or without one of its lines, is not whole", () => {
    fc.assert(
      fc.property(amounts, fc.nat(), fc.bigInt({ min: 1n, max: 999n }), (moved, nth, off) => {
        const lines = whole(5_000n, moved);
        const index = nth % lines.length;
        const closing = lines.at(-1)!.balanceCents;
        const printed = { opening: 5_000n, closing };
        const line = lines[index]!;
        const wrong = (change: Partial<Movement>) => lines.with(index, { ...line, ...change });
        for (const order of [(each: Movement[]) => each, (each: Movement[]) => each.toReversed()]) {
          const [first] = proveComplete(
            order(wrong({ amountCents: line.amountCents + off })),
            printed,
          ).breaks;
          expect(first).toEqual({
            line: line.line,
            expectedCents: line.balanceCents! + off,
            printedCents: line.balanceCents,
          });
          expect(
            proveComplete(order(wrong({ balanceCents: line.balanceCents! + off })), printed)
              .breaks[0]?.line,
          ).toBe(line.line);
          if (line.amountCents === 0n) continue;
          const without = lines.toSpliced(index, 1);
          expect(proveComplete(order(without), printed).breaks.length).toBeGreaterThan(0);
        }
        expect(proveComplete(lines, { ...printed, opening: 5_000n + off }).breaks[0]?.line).toBe(1);
        expect(proveComplete(lines, { ...printed, closing: closing! + off }).breaks).toHaveLength(
          1,
        );
      }),
    );
  });

  it("names the later line in time, whichever is first in the file", () => {
    const lines = whole(100_000n, [10_000n, 20_000n, -5_000n]);
    const short = lines.with(1, { ...lines[1]!, amountCents: 10_000n });
    const newestFirst = short.toReversed().map((line, index) => ({ ...line, line: index + 1 }));
    expect(proveComplete(short, none).breaks).toEqual([
      { line: 2, expectedCents: 120_000n, printedCents: 130_000n },
    ]);
    expect(proveComplete(newestFirst, none).breaks).toEqual([
      { line: 2, expectedCents: 120_000n, printedCents: 130_000n },
    ]);
  });

  it("holds a payment and its charge of one second in either order", () => {
    const lines = whole(0n, [50_000n, -20_000n, -500n, 1_000n], (index) =>
      index === 1 || index === 2 ? "2026-01-02T09:00:00" : `2026-01-0${index + 1}T09:00:00`,
    );
    const swapped = [lines[0]!, lines[2]!, lines[1]!, lines[3]!];
    expect(proveComplete(swapped, none).breaks).toEqual([]);
  });

  it("without balances is proved only by its opening and closing balances", () => {
    const lines = whole(0n, [500n, -200n]).map((line) => ({ ...line, balanceCents: null }));
    expect(proveComplete(lines, { opening: 1_000n, closing: 1_300n }).breaks).toEqual([]);
    expect(proveComplete(lines, { opening: 1_000n, closing: 1_400n }).breaks).toEqual([
      { line: 2, expectedCents: 1_300n, printedCents: 1_400n },
    ]);
    expect(proveComplete(lines, none)).toEqual({ opening: null, closing: null, breaks: [] });
  });

  it("without lines is whole when its opening is its closing", () => {
    expect(proveComplete([], { opening: 70n, closing: 70n }).breaks).toEqual([]);
    expect(proveComplete([], { opening: 70n, closing: 90n }).breaks).toHaveLength(1);
  });
});

// Banks that print days without times list them in any order (STAT-4).

/** Days of few and small amounts, so that balances repeat, and days that end where they began. */
const books = fc.array(
  fc.array(fc.constantFrom(-200n, -100n, -50n, 50n, 100n, 200n), { minLength: 1, maxLength: 8 }),
  { minLength: 1, maxLength: 6 },
);

/** In the order of time: the lines of each day. */
function daysOf(opening: bigint, moved: readonly (readonly bigint[])[], time = ""): Movement[][] {
  const all = whole(opening, moved.flat());
  let at = 0;
  return moved.map((amounts, day) =>
    amounts.map(() => ({ ...all[at++]!, at: `${addDays("2026-01-01", day)}${time}` })),
  );
}

function inFile(days: readonly Movement[][], isNewestFirst: boolean): Movement[] {
  const ordered = isNewestFirst ? days.toReversed() : days;
  return ordered.flat().map((line, index) => ({ ...line, line: index + 2 }));
}

const shuffled = books.chain((moved) =>
  fc.record({
    moved: fc.constant(moved),
    orders: fc.tuple(
      ...moved.map(({ length }) =>
        fc.shuffledSubarray([...Array(length).keys()], { minLength: length }),
      ),
    ),
    isNewestFirst: fc.boolean(),
    isPrinted: fc.boolean(),
    opening: fc.bigInt({ min: -500n, max: 5_000n }),
    time: fc.constantFrom("", "T10:00:00"),
  }),
);

describe("lines that print only their day", () => {
  it("are whole in whatever order a file has each day, and days either way round", () => {
    fc.assert(
      fc.property(shuffled, ({ moved, orders, isNewestFirst, isPrinted, opening, time }) => {
        const days = daysOf(opening, moved, time);
        const closing = days.at(-1)!.at(-1)!.balanceCents;
        const mixed = days.map((day, nth) => orders[nth]!.map((index) => day[index]!));
        const lines = inFile(mixed, isNewestFirst);
        const found = proveComplete(lines, isPrinted ? { opening, closing } : none);
        expect(found.breaks).toEqual([]);
        expect(found).toMatchObject(isPrinted ? { opening, closing } : {});
        const sum = lines.reduce((total, { amountCents }) => total + amountCents, 0n);
        expect(found.opening! + sum).toBe(found.closing);
      }),
      { numRuns: 500 },
    );
  });

  it("without one of them are not whole", () => {
    fc.assert(
      fc.property(shuffled, fc.nat(), ({ moved, orders, isNewestFirst, opening }, nth) => {
        const days = daysOf(opening, moved);
        const closing = days.at(-1)!.at(-1)!.balanceCents;
        const mixed = days.map((day, index) => orders[index]!.map((at) => day[at]!));
        const all = inFile(mixed, isNewestFirst);
        const lines = all.toSpliced(nth % all.length, 1);
        expect(proveComplete(lines, { opening, closing }).breaks).not.toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it("are whole if some of them print no balance", () => {
    fc.assert(
      fc.property(
        shuffled,
        fc.array(fc.boolean(), { minLength: 48, maxLength: 48 }),
        ({ moved, orders, isNewestFirst, opening }, isBlank) => {
          const days = daysOf(opening, moved);
          const closing = days.at(-1)!.at(-1)!.balanceCents;
          const mixed = days.map((day, nth) => orders[nth]!.map((index) => day[index]!));
          const lines = inFile(mixed, isNewestFirst).map((line, index) =>
            isBlank[index] === true ? { ...line, balanceCents: null } : line,
          );
          expect(proveComplete(lines, { opening, closing }).breaks).toEqual([]);
        },
      ),
    );
  });

  it("take the newest day first and the oldest line first within it", () => {
    const days = daysOf(100_000n, [
      [5_000n, 5_000n],
      [30_000n, 10_000n],
      [10_000n, 20_000n],
    ]);
    expect(proveComplete(inFile(days, true), none)).toEqual({
      opening: 100_000n,
      closing: 180_000n,
      breaks: [],
    });
  });

  it("cost little however many a day has", () => {
    const amounts = Array.from({ length: 20_000 }, (_, index) =>
      BigInt(((index * 7_919) % 2_001) - 1_000),
    );
    const [day] = daysOf(5_000n, [amounts]);
    const lines = day!.toSorted(
      (one, other) => ((one.line * 31) % 20_011) - ((other.line * 31) % 20_011),
    );
    expect(proveComplete(lines, none).breaks).toEqual([]);
    expect(proveComplete(lines.toSpliced(5, 1), none).breaks.length).toBeGreaterThan(0);
  });
});
