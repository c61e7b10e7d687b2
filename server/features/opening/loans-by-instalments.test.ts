// Loans of a product that come from the group's book (LEND-12): rehearsed, accepted, charged, repaid, and taken back.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sweepDay } from "#server/jobs/sweep.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import {
  loanHeadings,
  memberHeadings,
  sendSheet,
  type Sheets,
  workbookParts,
} from "#tests/support/opening-sheets.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

const CUT_OVER = "2026-02-28";
const headings = [...loanHeadings, "Product", "Instalments left", "Next due on"];

let group: TestGroup;
let books: Bookkeeping;
let borrower: TestMember;
let regNumber: string;
let openingId: number;

/** 12,000 lent and 4,000 repaid; 150 of interest is charged and unpaid. And a flat and a plain loan. */
const sheetOf = (
  change: (row: (string | number)[]) => (string | number)[] = (row) => row,
): Sheets => ({
  Members: [
    memberHeadings,
    [
      regNumber,
      "Amina",
      "Wanjiru",
      null,
      null,
      "2024-01-15",
      "Active",
      30_000,
      "2026-02",
      "2026-02-05",
      0,
    ],
    [
      "BOOK/2",
      "Baraka",
      "Mutua",
      null,
      null,
      "2024-01-15",
      "Active",
      12_000,
      "2026-02",
      "2026-02-05",
      0,
    ],
  ],
  Loans: [
    headings,
    change([
      regNumber,
      "Normal loan",
      12_000,
      150,
      4_000,
      "2025-10-05",
      "2026-07-05",
      "Long loan",
      4,
      "2026-04-05",
    ]),
    [
      "BOOK/2",
      "Normal loan",
      6_000,
      300,
      3_000,
      "2025-12-10",
      "2026-05-10",
      "Flat loan",
      3,
      "2026-03-10",
    ],
    ["BOOK/2", "Normal loan", 1_000, 100, 550, "2026-01-10", "2026-08-10", null, null, null],
  ],
  Group: [
    ["Account*", "Balance*"],
    ["Bank", 31_000],
    ["Retained earnings", 1_000],
  ],
});

async function call(by: TestMember, path: string, body?: unknown): Promise<Json> {
  const answer = await group.api(body === undefined ? "GET" : "POST", path, {
    token: by.token,
    ...(body === undefined ? {} : { body }),
  });
  if (answer.status > 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

async function send(sheets: Sheets, path?: string, language?: string): Promise<Json> {
  const answer = await sendSheet(group, {
    token: books.treasurer.token,
    parts: workbookParts(sheets),
    fields: { date: CUT_OVER, ...(path === undefined ? {} : { difference_reason: "As counted" }) },
    ...(path === undefined ? {} : { path }),
    ...(language === undefined ? {} : { language }),
  });
  if (answer.status > 201) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

async function moveTo(day: string): Promise<void> {
  group.clock.set(`${day}T09:00:00+03:00`);
  await sweepDay(group.db, group.clock.now());
  for (const person of [books.chairperson, books.treasurer, books.secGen, borrower])
    person.token = await group.signIn(person);
}

const errorsIn = ({ rows }: Json) => rows.filter(({ level }: Json) => level === "error");

const breaches = async () => (await verifyBooks(group.db, await group.evidence())).breaches;

/** Of loans in the books, in cents. */
async function receivables(): Promise<Record<string, bigint>> {
  const { rows } = await sql<{ account: string; cents: bigint }>`
    SELECT account, sum(amount_cents)::bigint AS cents FROM postings
     WHERE account IN ('loan_receivable', 'interest_receivable', 'interest_income') GROUP BY 1`.execute(
    group.db,
  );
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
}

async function loanOf(by: TestMember): Promise<Json> {
  return (await call(by, "/api/finances/get-create-user-loans/")).loans[0];
}

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup({ members: 1 }));
  borrower = await books.member();
  ({ reg_number: regNumber } = await group.db
    .selectFrom("members")
    .select("reg_number")
    .where("id", "=", borrower.id)
    .executeTakeFirstOrThrow());
  const terms = { instalments_most: 12, round_up_to: 0.01 };
  for (const product of [
    { name: "Long loan", method: "equal_instalments", rate: 1.5, rate_per: "month" },
    { name: "Flat loan", method: "flat", rate: 1, rate_per: "month" },
  ])
    await call(books.chairperson, "/api/loans/products/", { ...product, ...terms });
});
afterAll(() => group.close());

test("what does not add up is reported at its cell, in the language of whoever sends it", async () => {
  const wrong = sheetOf((row) => row.with(7, "Shrot loan").with(6, "2026-07-06"));
  expect(errorsIn(await send(wrong))).toMatchObject([
    {
      sheet: "Loans",
      row: 2,
      level: "error",
      column: "Product",
      detail: expect.stringContaining(
        "“Shrot loan” is no loan that the group offers: Flat loan, Long loan.",
      ),
    },
  ]);
  const late = sheetOf((row) => row.with(9, CUT_OVER).with(6, "2026-05-28"));
  const [row] = errorsIn(await send(late, undefined, "sw"));
  expect([row.column, row.detail]).toEqual([
    "Next due on",
    expect.stringContaining("Awamu inayofuata iko baada ya siku ya kuhamia, 28 Feb 2026"),
  ]);
});

test("a rehearsal counts the principal left and the unpaid interest", async () => {
  const found = await send(sheetOf());
  expect([found.ok, found.loans, found.difference]).toEqual([true, 3, 0]);
  expect(found.totals).toContainEqual({ account: "loan_receivable", debit: 11_500, credit: 0 });
  expect(found.totals).toContainEqual({ account: "interest_receivable", debit: 500, credit: 0 });
  const mine = found.figures.find((each: Json) => each.reg_number === regNumber);
  expect(mine.loan_limit).toBe(30_000 * 3 - 8_150);
});

test("an accepted sheet brings rows on what is left, from the next due day", async () => {
  const { opening } = await send(sheetOf(), "/api/opening/");
  openingId = opening.id;
  await call(books.secGen, `/api/opening/${openingId}/accept/`, { total_savings_seen: 42_000 });
  expect(await receivables()).toEqual({
    loan_receivable: 1_150_000n,
    interest_receivable: 50_000n,
  });
  const loan = await loanOf(borrower);
  expect(loan).toMatchObject({
    amount: 8_000,
    current_balance: 8_150,
    instalments: 4,
    days_late: 0,
    status: "active",
    next_due: { due_on: "2026-04-05" },
  });
  const { instalments, versions, totals } = await call(
    borrower,
    `/api/loans/${loan.loan_id}/schedule/`,
  );
  expect(versions).toEqual([{ version: 1, from: CUT_OVER, reason: "book" }]);
  expect(totals.principal).toBe(8_000);
  expect(instalments.map((each: Json) => [each.number, each.due_on])).toEqual([
    [1, "2026-04-05"],
    [2, "2026-05-05"],
    [3, "2026-06-05"],
    [4, "2026-07-05"],
  ]);
  // 1.5% of 8,000, and what was unpaid, which bears none.
  expect(instalments[0].interest).toBe(120 + 150);
  expect(instalments[1].interest).toBeLessThan(120);
  const { total } = await call(borrower, `/api/loans/${loan.loan_id}/settlement/`);
  expect(total).toBeGreaterThan(8_150);
  expect(await breaches()).toEqual([]);
});

test("a member's statement begins with the loan, and adds up to what is owed", async () => {
  const { transactions } = await call(borrower, "/api/finances/transactions/");
  const owed = transactions
    .filter(({ kind }: Json) => kind === "loan" || kind === "interest")
    .map((each: Json) => [each.kind, each.date, each.amount, each.out]);
  expect(owed).toEqual(
    expect.arrayContaining([
      ["loan", CUT_OVER, 8_000, 8_000],
      ["interest", CUT_OVER, 150, 150],
    ]),
  );
  expect(owed).toHaveLength(2);
});

test("a sheet on which a payment waits is not taken back, and one on which nothing rests is", async () => {
  const { loan_id: loanId } = await loanOf(borrower);
  const { loan_payment: paid } = await call(borrower, `/api/finances/pay-loan/${loanId}/`, {
    amount_paid: 500,
    payment_Reference_Code: "BOOK000001",
  });
  const refused = await group.api("POST", `/api/opening/${openingId}/take-back/`, {
    token: books.treasurer.token,
    body: { reason: "A wrong sheet" },
  });
  expect(refused.body.blocking).toMatchObject([{ kind: "loan_payment", id: paid.payment_id }]);
  await call(books.treasurer, `/api/finances/loan-payment-approval/${paid.payment_id}/`, {
    action: "rejected",
    reject_reason: "Not ours",
  });
  for (const by of [books.treasurer, books.secGen])
    await call(by, `/api/opening/${openingId}/take-back/`, { reason: "A wrong sheet" });
  expect(await receivables()).toEqual({ loan_receivable: 0n, interest_receivable: 0n });
  expect(await breaches()).toEqual([]);
  const { opening } = await send(sheetOf(), "/api/opening/");
  openingId = opening.id;
  await call(books.secGen, `/api/opening/${openingId}/accept/`, { total_savings_seen: 42_000 });
  expect(await breaches()).toEqual([]);
});

test("its rows are charged on their days, and repaid the oldest first", async () => {
  await moveTo("2026-04-06");
  const { loan_id: loanId, overdue, days_late: late } = await loanOf(borrower);
  const { instalments } = await call(borrower, `/api/loans/${loanId}/schedule/`);
  expect([overdue, late]).toEqual([instalments[0].total, 1]);
  // Of the 270 of the first row, the book had charged 150.
  expect((await receivables())["interest_income"]).toBe(-12_000n);
  const { loan_payment: paid } = await call(borrower, `/api/finances/pay-loan/${loanId}/`, {
    amount_paid: 300,
    payment_Reference_Code: "BOOK000002",
  });
  for (const by of [books.treasurer, books.secGen])
    await call(by, `/api/finances/loan-payment-approval/${paid.payment_id}/`, {
      action: "approved",
    });
  const { receipt } = await call(
    borrower,
    `/api/finances/receipt/?kind=loan_payment&id=${paid.payment_id}`,
  );
  expect(receipt.allocation).toEqual([
    { number: 1, due_on: "2026-04-05", interest: 270, principal: 30 },
  ]);
  expect(await breaches()).toEqual([]);
});

test("new instalments, and a settlement before the last row, leave books in which every invariant holds", async () => {
  const { loan_id: loanId } = await loanOf(borrower);
  const { change } = await call(books.treasurer, `/api/loans/${loanId}/changes/`, {
    kind: "reschedule",
    instalments: 6,
    reason: "A bad harvest",
  });
  await call(borrower, `/api/loans/changes/${change.id}/answer/`, { answer: "yes" });
  await call(books.secGen, `/api/loans/changes/${change.id}/`, { action: "approved" });
  expect(await breaches()).toEqual([]);
  await moveTo("2026-06-20");
  const { total } = await call(borrower, `/api/loans/${loanId}/settlement/`);
  const { loan_payment: paid } = await call(borrower, `/api/finances/pay-loan/${loanId}/`, {
    amount_paid: total,
    payment_Reference_Code: "BOOK000003",
  });
  for (const by of [books.treasurer, books.secGen])
    await call(by, `/api/finances/loan-payment-approval/${paid.payment_id}/`, {
      action: "approved",
    });
  expect((await loanOf(borrower)).status).toBe("cleared");
  expect(await breaches()).toEqual([]);
});
