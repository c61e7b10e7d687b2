// Whatever is collected, with whatever difference, approved or rejected, between what else moves cash: cash is what was counted.
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { cashOf } from "#tests/support/cash.ts";
import { collectionsOf } from "#tests/support/collections.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { meetingsOf } from "#tests/support/meetings.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

let group: TestGroup;
let books: Bookkeeping;
let people: readonly { member: TestMember; loanId: number }[];
let meetingId: number;

// Three members with savings, a loan each, and more fines than a run pays.
beforeAll(async () => {
  ({ group, books } = await startFoundedGroup({ members: 3 }));
  const members = [await books.member(), await books.member(), await books.member()];
  for (const member of members) await books.contribute(member, 50_000);
  people = await Promise.all(
    members.map(async (member) => ({ member, loanId: await books.lend(member, 9_000) })),
  );
  for (const member of members) await books.fine(member, 1_600);
  const meetings = meetingsOf(group, books.chairperson);
  await meetings.turnOn();
  meetingId = (await meetings.open({ by: books.secGen }))["id"];
});
afterAll(() => group.close());

const kes = fc.integer({ min: 0, max: 4_500 }).map((cents) => cents / 100);
const rows = fc.array(fc.record({ who: fc.nat(2), contribution: kes, fines: kes, loan: kes }), {
  minLength: 1,
  maxLength: 3,
});
const steps = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant("collect" as const),
      rows,
      differenceCents: fc.integer({ min: -3_000, max: 3_000 }),
      isApproved: fc.boolean(),
      treasurerFirst: fc.boolean(),
    }),
    fc.record({ kind: fc.constant("withdraw" as const), amount: fc.integer({ min: 1, max: 50 }) }),
    fc.record({ kind: fc.constant("deposit and back" as const) }),
  ),
  { minLength: 1, maxLength: 4 },
);

type Step = (typeof steps extends fc.Arbitrary<infer Steps extends readonly unknown[]>
  ? Steps
  : never)[number];

const ledger = async (): Promise<Json> =>
  (await group.api("GET", "/api/accounting/create_ledger_entry/", { token: books.treasurer.token }))
    .body.ledger_balances;
const cents = (amount: unknown): number => Math.round(Number(amount ?? 0) * 100);

/** By how many cents the step changes cash, and what members have saved. */
async function take(step: Step): Promise<{ cash: number; saved: number }> {
  const cash = cashOf(group, books);
  if (step.kind === "withdraw") {
    await cash.withdraw(step.amount);
    return { cash: step.amount * 100, saved: 0 };
  }
  if (step.kind === "deposit and back") {
    const balance = cents((await ledger())["cash"]);
    if (balance === 0) return { cash: 0, saved: 0 };
    const body = { type: "cash_deposit", amount: balance / 100 };
    const entry = await cash.both(cash.propose(books.treasurer, body));
    await cash.both(cash.reverse(books.treasurer, entry ?? 0));
    return { cash: 0, saved: 0 };
  }
  const byMember = new Map(step.rows.map((row) => [row.who, row]));
  const sent = [...byMember.values()]
    .filter(({ contribution, fines, loan }) => contribution + fines + loan > 0)
    .map(({ who, contribution, fines, loan }) => ({
      member_id: people[who]?.member.id,
      contribution,
      fines,
      loans: loan === 0 ? [] : [{ loan_id: people[who]?.loanId, amount: loan }],
    }));
  if (sent.length === 0) return { cash: 0, saved: 0 };
  const totalCents = sent.reduce(
    (sum, row) =>
      sum +
      cents(row.contribution) +
      cents(row.fines) +
      row.loans.reduce((of, { amount }) => of + cents(amount), 0),
    0,
  );
  const counted = Math.max(0, totalCents + step.differenceCents);
  const sheets = collectionsOf(group, books);
  const collection = await sheets.collect(meetingId, sent, {
    counted: counted / 100,
    difference_reason: "As it was counted",
  });
  const offices = step.treasurerFirst
    ? [books.treasurer, books.secGen]
    : [books.secGen, books.treasurer];
  if (step.isApproved) {
    await sheets.approve(collection, offices);
    return {
      cash: counted,
      saved: sent.reduce((sum, row) => sum + cents(row.contribution), 0),
    };
  }
  const rejected = { action: "rejected", reject_reason: "Count again" };
  expect((await sheets.decide(offices[0]!, collection["id"], rejected)).status).toBe(200);
  return { cash: 0, saved: 0 };
}

test("cash grows by what was counted, and savings by what the sheet says", async () => {
  const reckoned = { cash: 0, saved: -cents((await ledger())["monthly_contribution"]) };
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      for (const step of taken) {
        const by = await take(step);
        reckoned.cash += by.cash;
        reckoned.saved += by.saved;
        const now = await ledger();
        expect([cents(now["cash"]), -cents(now["monthly_contribution"])]).toEqual([
          reckoned.cash,
          reckoned.saved,
        ]);
      }
    }),
    { numRuns: 8, endOnFailure: true },
  );
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});
