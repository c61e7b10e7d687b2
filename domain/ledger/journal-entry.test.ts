import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { accounts } from "./chart-of-accounts.ts";
import {
  credit,
  debit,
  journalEntry,
  type Posting,
  dayAfterCauses,
  reversalOf,
  UnbalancedEntry,
  entryDay,
} from "./journal-entry.ts";
import { addDays } from "../calendar.ts";
import { Refusal } from "../refusal.ts";

const source = { kind: "payment", id: 7, purpose: "contribution" } as const;
const about = { businessDate: "2026-11-21", description: "A test", source };

const anyPosting: fc.Arbitrary<Posting> = fc.record({
  account: fc.constantFrom(...accounts.map(({ code }) => code)),
  amountCents: fc.bigInt({ min: -1_000n, max: 1_000n }),
  memberId: fc.option(fc.integer({ min: 1 })),
  loanId: fc.option(fc.integer({ min: 1 })),
});

const sum = (postings: readonly Posting[]) =>
  postings.reduce((total, { amountCents }) => total + amountCents, 0n);

describe("an entry", () => {
  it("keeps its postings and reverses nothing", () => {
    const postings = [debit("bank", 500n, { memberId: 3 }), credit("fine_receivable", 500n)];
    expect(journalEntry({ ...about, postings })).toEqual({ ...about, postings, reverses: null });
  });

  it("leaves out postings of zero", () => {
    const entry = journalEntry({
      ...about,
      postings: [debit("bank", 500n), credit("other_income", 500n), debit("tax", 0n)],
    });
    expect(entry.postings.map(({ account }) => account)).toEqual(["bank", "other_income"]);
  });

  it.each([
    ["has none", []],
    ["has only zeros", [debit("bank", 0n), credit("tax", 0n)]],
    ["does not balance", [debit("bank", 500n), credit("tax", 499n)]],
    ["has one side", [debit("bank", 500n), credit("tax", 0n)]],
  ])("is refused when it %s", (_case, postings) => {
    expect(() => journalEntry({ ...about, postings })).toThrow(UnbalancedEntry);
  });

  it("carries nothing but its own fields", () => {
    const event = { ...about, amountCents: 500n };
    const entry = journalEntry({
      ...event,
      postings: [debit("bank", 500n), credit("other_income", 500n)],
    });
    expect(Object.keys(entry).sort()).toEqual(
      ["businessDate", "description", "postings", "reverses", "source"].sort(),
    );
  });

  it("keeps every posting that moves money when they balance", () => {
    fc.assert(
      fc.property(fc.array(anyPosting, { maxLength: 6 }), (some) => {
        const moved = [...some, debit("bank", 1_000_000n)];
        const postings = [...moved, { ...debit("bank", 0n), amountCents: -sum(moved) }];
        const entry = journalEntry({ ...about, postings });
        expect(entry.postings).toEqual(postings.filter(({ amountCents }) => amountCents !== 0n));
        expect(entry.postings.length).toBeGreaterThanOrEqual(2);
      }),
    );
  });

  it("is refused whatever its postings when they do not balance", () => {
    fc.assert(
      fc.property(fc.array(anyPosting, { maxLength: 6 }), (postings) => {
        fc.pre(sum(postings) !== 0n);
        expect(() => journalEntry({ ...about, postings })).toThrow(UnbalancedEntry);
      }),
    );
  });
});

describe("the two sides", () => {
  it("write a debit positive and a credit negative", () => {
    expect(debit("bank", 5n, { loanId: 2 })).toEqual({
      account: "bank",
      amountCents: 5n,
      memberId: null,
      loanId: 2,
    });
    expect(credit("bank", 5n).amountCents).toBe(-5n);
  });

  it("refuse an amount below zero", () => {
    expect(() => debit("bank", -1n)).toThrow("cannot debit bank");
    expect(() => credit("bank", -1n)).toThrow("bank with -1 cents");
  });
});

describe("a reversal", () => {
  it("names the entry and takes back every posting", () => {
    fc.assert(
      fc.property(fc.array(anyPosting, { minLength: 2, maxLength: 6 }), (some) => {
        const postings = [
          ...some,
          debit("bank", 100_000n),
          { ...debit("bank", 0n), amountCents: -100_000n - sum(some) },
        ];
        const entry = journalEntry({ ...about, postings });
        const reversal = reversalOf(entry, {
          entryId: 12,
          businessDate: "2026-12-01",
          description: "Entered twice",
        });
        expect(reversal).toMatchObject({
          businessDate: "2026-12-01",
          description: "Entered twice",
          source: { kind: "journal_entry", id: 12, purpose: "reversal" },
          reverses: 12,
        });
        expect(reversal.postings).toHaveLength(entry.postings.length);
        for (const [index, posting] of reversal.postings.entries()) {
          const original = entry.postings[index];
          expect(posting).toEqual({ ...original, amountCents: -(original?.amountCents ?? 0n) });
        }
      }),
    );
  });
});

describe("the day after causes", () => {
  const anyDay = fc.integer({ min: -1000, max: 1000 }).map((days) => addDays("2026-11-22", days));

  it("is the latest of today and the days of what is undone, paid or settled", () => {
    fc.assert(
      fc.property(anyDay, fc.array(anyDay, { maxLength: 6 }), (today, causes) => {
        const day = dayAfterCauses(today, causes);
        expect([today, ...causes]).toContain(day);
        expect([today, ...causes].filter((each) => each > day)).toEqual([]);
      }),
    );
  });

  it("is that of every reversal, and today's where the entry is earlier", () => {
    fc.assert(
      fc.property(anyDay, anyDay, (today, businessDate) => {
        const postings = [debit("bank", 1n), credit("other_income", 1n)];
        const entry = journalEntry({ ...about, businessDate, postings });
        const how = { entryId: 12, businessDate: today, description: "Entered twice" };
        expect(reversalOf(entry, how).businessDate).toBe(dayAfterCauses(today, [businessDate]));
      }),
    );
  });
});

describe("the day of an entry", () => {
  const today = "2026-11-22";
  const earliest = "2025-01-01";

  function codeOf(requested: string): string {
    try {
      return entryDay({ requested, today, earliest });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return Object.keys(error.errors ?? {}).join() === "date"
        ? error.code
        : "not told at the date";
    }
  }

  test("an entry counts on any day from the group's beginning to today, and on no other", () => {
    fc.assert(
      fc.property(fc.integer({ min: -2_000, max: 2_000 }), (days) => {
        const day = addDays(today, days);
        const code = day > today ? "date-in-future" : day < earliest ? "date-too-early" : day;
        expect(codeOf(day)).toBe(code);
      }),
    );
  });

  test.each([
    [today, today],
    [earliest, earliest],
    ["2026-11-23", "date-in-future"],
    ["2024-12-31", "date-too-early"],
  ])("an entry of %s ends as %s", (day, code) => {
    expect(codeOf(day)).toBe(code);
  });
});
