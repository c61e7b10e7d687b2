import * as fc from "fast-check";
import { expect, test } from "vitest";
import { amountOn, dueCents, type FundTerms, monthsDue, owedCents } from "./fund-rules.ts";

const fund = (more: Partial<FundTerms> = {}): FundTerms => ({
  rule: "monthly",
  startsOn: "2026-01-15",
  amounts: [{ cents: 10_000n, from: null }],
  ...more,
});
const member = { joinedOn: "2025-06-01", leftOn: null, meetings: [] };
const day = (today: string) => ({ dueDay: 10, today });

test("a month is due once its due day is over, from the later of the start and joining", () => {
  expect(monthsDue(fund(), member, day("2026-02-10"))).toEqual([]);
  expect(monthsDue(fund(), member, day("2026-02-11"))).toEqual(["2026-01-01"]);
  expect(monthsDue(fund(), member, day("2026-04-11"))).toEqual([
    "2026-01-01",
    "2026-02-01",
    "2026-03-01",
  ]);
  const late = { ...member, joinedOn: "2026-02-20" };
  expect(monthsDue(fund(), late, day("2026-04-11"))).toEqual(["2026-02-01", "2026-03-01"]);
  const left = { ...member, leftOn: "2026-03-01" };
  expect(monthsDue(fund(), left, day("2026-04-11"))).toEqual(["2026-01-01"]);
});

test("another amount counts for what falls due from the day it is set on", () => {
  const changed = fund({
    amounts: [
      { cents: 10_000n, from: null },
      { cents: 15_000n, from: "2026-03-10" },
    ],
  });
  // January fell due on 10 February, February on 10 March.
  expect(dueCents(changed, member, day("2026-03-09"))).toBe(10_000n);
  expect(dueCents(changed, member, day("2026-03-11"))).toBe(25_000n);
  expect(amountOn(changed.amounts, "2026-03-09")).toBe(10_000n);
  expect(amountOn([{ cents: 5n, from: "2026-01-02" }], "2026-01-01")).toBe(0n);
});

test("a levy is owed once by each member on the books on the day it starts", () => {
  const levy = fund({ rule: "once" });
  expect(dueCents(levy, member, day("2026-01-14"))).toBe(0n);
  expect(dueCents(levy, member, day("2026-01-15"))).toBe(10_000n);
  expect(dueCents(levy, { ...member, joinedOn: "2026-01-16" }, day("2026-02-01"))).toBe(0n);
  expect(dueCents(levy, { ...member, leftOn: "2026-01-15" }, day("2026-02-01"))).toBe(0n);
});

test("each meeting from the start on is owed, and a fund without a rule asks for nothing", () => {
  const there = { ...member, meetings: ["2026-01-10", "2026-01-15", "2026-02-15"] };
  expect(dueCents(fund({ rule: "each_meeting" }), there, day("2026-03-01"))).toBe(20_000n);
  expect(dueCents(fund({ rule: "none" }), there, day("2026-03-01"))).toBe(0n);
});

test("what is owed and what was paid never come to less than what fell due, and nobody owes below 0", () => {
  const cents = fc.bigInt({ min: 0n, max: 10n ** 9n });
  fc.assert(
    fc.property(cents, cents, (due, paid) => {
      const owed = owedCents({ dueCents: due, paidCents: paid });
      expect(owed >= 0n && owed + paid >= due && (owed === 0n || owed + paid === due)).toBe(true);
    }),
  );
});
