// The portfolio day by day under random payments (LEND-11): what it shows of a past day is what it showed on that day.
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#domain/calendar.ts";
import { bucketOf } from "#domain/lending/portfolio.ts";
import { sweepDay } from "#server/jobs/sweep.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

const SEED = 20_260_316;

/** Days pass, then some loans are paid: how much of what clears them, and what happens to more than is due. */
const random = fc.record({
  days: fc.integer({ min: 1, max: 16 }),
  paid: fc.uniqueArray(
    fc.record({
      loan: fc.nat({ max: 5 }),
      percent: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constant(100)),
      early: fc.constantFrom("ahead", "shorter", "smaller"),
    }),
    { maxLength: 2, selector: ({ loan }) => loan },
  ),
});
const steps = fc.sample(random, { numRuns: 22, seed: SEED });

const products = [
  { method: "equal_instalments", rate: 1.5, rate_per: "month", round_up_to: 0.01 },
  { method: "equal_instalments", rate: 18, rate_per: "year", due_day: 5, round_up_to: 10 },
  { method: "equal_principal", rate: 2, rate_per: "month", grace_months: 1 },
  { method: "equal_principal", rate: 0, rate_per: "month", grace_months: 1, grace_kind: "free" },
  { method: "flat", rate: 10, rate_per: "loan" },
  { method: "flat", rate: 1, rate_per: "month", due_day: 28 },
];

let group: TestGroup;
let books: Bookkeeping;
let members: TestMember[];
let loanIds: number[];
let references = 0;
/** The portfolio of each day as it was shown on that day, with the balances of the books. */
const shown = new Map<string, { portfolio: Json; balances: Json }>();

const get = async (by: TestMember, path: string): Promise<Json> => {
  const { status, body } = await group.api("GET", path, { token: by.token });
  expect(status).toBe(200);
  return body;
};

async function post(by: TestMember, path: string, body: unknown): Promise<Json> {
  const answer = await group.api("POST", path, { token: by.token, body });
  if (answer.status > 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

async function approve(path: string, id: number): Promise<void> {
  for (const by of [books.treasurer, books.secGen])
    await post(by, `${path}${id}/`, { action: "approved" });
}

async function lend(by: TestMember, terms: Json): Promise<number> {
  const { product } = await post(books.chairperson, "/api/loans/products/", {
    name: `Loan ${++references}`,
    instalments_most: 8,
    ...terms,
  });
  const { loan } = await post(by, "/api/finances/get-create-user-loans/", {
    product_id: product.id,
    amount: 15_000,
    instalments: 5,
  });
  await approve("/api/finances/loan-application-approval/", loan.loan_id);
  return loan.loan_id;
}

async function moveTo(day: string): Promise<void> {
  group.clock.set(`${day}T09:00:00+03:00`);
  await sweepDay(group.db, group.clock.now());
  for (const person of [books.chairperson, books.treasurer, books.secGen, ...members])
    person.token = await group.signIn(person);
}

async function payPart(index: number, percent: number, early: string): Promise<void> {
  const [member, loanId] = [members[index]!, loanIds[index]!];
  const { total } = await get(member, `/api/loans/${loanId}/settlement/`);
  const amount = Math.floor(total * percent) / 100;
  if (amount <= 0) return;
  const { loan_payment: paid } = await post(member, `/api/finances/pay-loan/${loanId}/`, {
    amount_paid: percent === 100 ? total : amount,
    payment_Reference_Code: `DAYS${String(++references).padStart(6, "0")}`,
    ...(products[index]!.method === "flat" ? {} : { early }),
  });
  await approve("/api/finances/loan-payment-approval/", paid.payment_id);
}

const portfolioOn = (date: string) => get(books.treasurer, `/api/loans/portfolio/?date=${date}`);

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup({ members: products.length }));
  await books.contribute(books.chairperson, 500_000);
  members = [];
  for (let count = 0; count < products.length; count++) {
    const member = await books.member();
    await books.contribute(member, 20_000);
    members.push(member);
  }
  loanIds = [];
  for (const [index, terms] of products.entries()) loanIds.push(await lend(members[index]!, terms));
  let day = "2026-03-16";
  for (const { days, paid } of steps) {
    day = addDays(day, days);
    await moveTo(day);
    for (const { loan, percent, early } of paid) await payPart(loan, percent, early);
    const { ledger_balances: balances } = await get(
      books.treasurer,
      "/api/accounting/create_ledger_entry/",
    );
    shown.set(day, { portfolio: await portfolioOn(day), balances });
  }
});
afterAll(() => group.close());

test("loans were late, at risk, and cleared on the way", () => {
  const portfolios = [...shown.values()].map(({ portfolio }) => portfolio);
  expect(portfolios).toHaveLength(steps.length);
  expect(portfolios.some(({ par30 }) => par30.principal > 0)).toBe(true);
  expect(portfolios.some(({ overdue }) => overdue.principal > 0)).toBe(true);
  expect(portfolios.at(-1).loans).toBeLessThan(products.length);
});

test("a past day is what that day showed", async () => {
  for (const [day, { portfolio }] of shown) expect(await portfolioOn(day)).toEqual(portfolio);
});

test("on every day the loans add up to the figures, and to the books", () => {
  for (const [day, { portfolio, balances }] of shown) {
    const { items } = portfolio;
    const sum = (key: string, of: Json[] = items) =>
      of.reduce((cents: number, item: Json) => cents + Math.round(item[key] * 100), 0) / 100;
    const late = items.filter((item: Json) => item.days_late > 30);
    expect({ day, ...portfolio }).toMatchObject({
      day,
      loans: items.length,
      principal: sum("principal"),
      interest: sum("interest"),
      overdue: { principal: sum("overdue_principal"), interest: sum("overdue_interest") },
      par30: { principal: sum("principal", late) },
    });
    for (const { bucket, loans, principal } of portfolio.ageing) {
      const inIt = items.filter((item: Json) => bucketOf(item.days_late) === bucket);
      expect([day, loans, principal]).toEqual([day, inIt.length, sum("principal", inIt)]);
    }
    expect([day, portfolio.principal, portfolio.interest]).toEqual([
      day,
      balances.loan_receivable,
      balances.interest_receivable,
    ]);
  }
});
