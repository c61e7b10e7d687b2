// What a sheet brings over counts in every figure, as if it had been paid, lent and charged here (OPEN-70 to OPEN-74).
import { afterAll, beforeAll, expect, test } from "vitest";
import { addMonths } from "#domain/calendar.ts";
import { chargeLateFines } from "#server/features/fines/charge-late-fines.ts";
import { sweepDay } from "#server/jobs/sweep.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import {
  balancedBook,
  CUT_OVER,
  loanOfBook,
  memberOfBook,
  propose,
} from "#tests/support/opening-books.ts";
import { readPdf } from "#tests/support/pdf-files.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

const SAVINGS = 20_000;
const FINES = 500;
const LOAN_LEFT = 7_666.67;

let group: TestGroup;
let books: Bookkeeping;
let member: TestMember;
let leaver: TestMember;
let openingId: number;

// It is 16 March 2026; the book was closed on 28 February.
beforeAll(async () => {
  ({ group, books } = await startFoundedGroup({ members: 2 }));
  member = await books.member();
  leaver = await books.member();
  const [regNumber, ofLeaver] = await Promise.all([member, leaver].map(regNumberOf));
  const book = balancedBook({
    members: [
      memberOfBook(0, { regNumber: regNumber!, unpaidFinesCents: 50_000n }),
      memberOfBook(1, { regNumber: ofLeaver!, savingsCents: 500_000n }),
      memberOfBook(2, { lastPaidOn: null, paidUpTo: "2025-09-01" }),
    ],
    loans: [
      loanOfBook(0, { regNumber: regNumber! }),
      loanOfBook(1, { regNumber: ofLeaver!, dueOn: "2026-03-20" }),
    ],
    history: ["2026-01", "2026-02"].map((month, index) => ({
      row: index + 2,
      regNumber: regNumber!,
      month: `${month}-01`,
      amountCents: 100_000n,
      paidOn: index === 0 ? null : "2026-02-20",
      reference: index === 0 ? null : "QBK1234567",
    })),
  });
  ({ openingId } = await propose(group, books.treasurer, book));
  const answer = await group.api("POST", `/api/opening/${openingId}/accept/`, {
    token: books.secGen.token,
    body: { total_savings_seen: 45_000 },
  });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
});
afterAll(() => group.close());

async function regNumberOf({ id }: TestMember): Promise<string> {
  const row = await group.db
    .selectFrom("members")
    .select("reg_number")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return row.reg_number;
}

async function read(path: string, by: TestMember = member, headers = {}): Promise<Json> {
  const answer = await group.api("GET", path, { token: by.token, headers });
  if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

async function pdf(path: string, by: TestMember): Promise<string> {
  const answer = await fetch(`${group.url}${path}`, {
    headers: { authorization: `Bearer ${by.token}` },
  });
  expect(answer.status).toBe(200);
  const { texts } = await readPdf(new Uint8Array(await answer.arrayBuffer()));
  return texts.join(" ").replaceAll(/\s+/g, " ");
}

const statement = (query = "") => read(`/api/finances/transactions/${query}`);

test("a member's statement begins with the book, and its balance runs on from there", async () => {
  const all = await statement();
  expect(all.transactions.toReversed()).toMatchObject([
    {
      kind: "opening",
      description: "Brought forward from the group's book, 28 Feb 2026",
      date: CUT_OVER,
      status: "approved",
      in: SAVINGS,
      out: 0,
      balance: SAVINGS,
    },
    {
      kind: "loan",
      description: "Normal Loan 1 brought forward from the group's book",
      date: CUT_OVER,
      amount: LOAN_LEFT,
      out: LOAN_LEFT,
      balance: 12_333.33,
    },
    {
      kind: "fine",
      description: "Unpaid fines brought forward from the group's book",
      date: CUT_OVER,
      out: FINES,
      balance: 11_833.33,
    },
  ]);
  expect(all).toMatchObject({ count: 3, opening: 0, closing: 11_833.33 });
  const later = "?start_date=2026-03-01&end_date=2026-03-31";
  expect(await statement(later)).toMatchObject({
    transactions: [],
    opening: 11_833.33,
    closing: 11_833.33,
  });
  const before = await statement("?start_date=2026-01-01&end_date=2026-02-27");
  expect(before).toMatchObject({ transactions: [], opening: 0, closing: 0 });
  expect((await statement("?kind=opening")).transactions).toHaveLength(1);
  const sw = await read("/api/finances/transactions/", member, { "accept-language": "sw" });
  expect(sw.transactions.at(-1).description).toContain("kitabu cha chama, 28 Feb 2026");
});

test("past contributions are shown beside it, and counted nowhere", async () => {
  const { history } = await statement();
  expect(history).toMatchObject([
    { month: "2026-02-01", amount: 1_000, paid_on: "2026-02-20", reference: "QBK1234567" },
    { month: "2026-01-01", amount: 1_000, paid_on: null, reference: null },
  ]);
  expect((await statement("?kind=loan")).history).toBeUndefined();
  expect((await statement("?start_date=2026-02-01&end_date=2026-02-28")).history).toHaveLength(1);
  expect((await read("/api/finances/transactions/", leaver)).history).toBeUndefined();
  const { savings_history } = await read("/api/finances/savings_history/");
  expect(savings_history).toEqual([
    { month: "2025-12-01", total: 18_000 },
    { month: "2026-01-01", total: 19_000 },
    { month: "2026-02-01", total: 20_000 },
    { month: "2026-03-01", total: 20_000 },
  ]);
  const own = await read("/api/finances/savings_history/", leaver);
  expect(own.savings_history[0]).toEqual({ month: "2026-02-01", total: 5_000 });
});

test("both are on paper", async () => {
  const pdfText = await pdf("/api/finances/statement/pdf/", member);
  // Its last words stand on a line of their own.
  expect(pdfText).toContain("group's book, 28 Feb 2026");
  expect(pdfText).toContain("Contributions in the group's book");
  expect(pdfText).toContain("QBK1234567");
  const summary = await pdf(`/api/user/${member.id}/summary/pdf/`, member);
  expect(summary).toContain("20,000.00");
});

test("months owed, the limit and the account value count what was brought", async () => {
  expect(await read("/api/finances/dues/")).toMatchObject({
    contributions: {
      paid_up_to: "2026-02-01",
      months_owed: [],
      next: { month: "2026-03-01", amount: 1_000, due_on: "2026-04-05" },
    },
    fines: FINES,
    loans: [{ balance: LOAN_LEFT, due_on: "2026-12-01", days_late: 0 }],
    total_now: FINES,
  });
  const own = await read("/api/finances/monthly-contribution/");
  expect(own).toMatchObject({
    monthly_contributions_receipts: [],
    total_amount_paid: 0,
    brought_forward: { amount: SAVINGS, date: CUT_OVER, paid_up_to: "2026-02-01" },
  });
  const loans = await read("/api/finances/get-create-user-loans/");
  expect(loans.loan_limit).toBe(3 * SAVINGS - LOAN_LEFT);
  const all = await read("/api/finances/get-monthly-contributions/", books.treasurer);
  expect(
    all.contributions.find((each: Json) => each.member.id === member.id).total_contributions,
  ).toBe(SAVINGS);
});

const pay = (month: string) =>
  group.api("POST", "/api/finances/monthly-contribution/", {
    token: member.token,
    body: {
      amount_paid: 1_000,
      contribution_month: month,
      payment_date: group.clock.now().toISOString(),
      payment_Reference_Code: `AFTER${month.replaceAll("-", "")}`,
    },
  });

test("a contribution counts on from the book's month, and no further than 24 after it", async () => {
  const tooFar = await pay(addMonths("2026-02-01", 25));
  expect([tooFar.status, tooFar.body]).toEqual([
    400,
    expect.objectContaining({ errors: { contribution_month: [expect.any(String)] } }),
  ]);
  const { body } = await pay("2026-03-01");
  const id = body.contribution.contribution_id;
  for (const by of [books.treasurer, books.secGen])
    await group.api("POST", `/api/finances/monthly-contribution-approval/${id}/`, {
      token: by.token,
      body: { action: "approved" },
    });
  const { monthly_contributions_receipts: receipts } = await read(
    "/api/finances/monthly-contribution/",
  );
  expect(receipts[0].update_up_to).toBe("2026-03-01");
});

test("a loan of the book is repaid by the running total that the book began", async () => {
  const { loans } = await read("/api/user/get_user_data");
  expect(loans).toMatchObject([
    { current_balance: LOAN_LEFT, start_date: "2025-12-01", status: "active" },
  ]);
  await books.repay(member, loans[0].loan_id, 3_666.67);
  const postings = await group.db
    .selectFrom("postings")
    .innerJoin("entries", "entries.id", "postings.entry_id")
    .select(["account", "amount_cents"])
    .where("loan_id", "=", loans[0].loan_id)
    .where("source_kind", "=", "payment")
    .orderBy("account")
    .execute();
  // 7,000.00 of 11,000.00 repaid is 6,363.64 of principal; the book had 3,030.30 of 3,333.33.
  expect(postings).toEqual([
    { account: "bank", amount_cents: 366_667n },
    { account: "interest_receivable", amount_cents: -33_333n },
    { account: "loan_receivable", amount_cents: -333_334n },
  ]);
  const pdfText = await pdf(`/api/finances/get-create-user-loans/${loans[0].loan_id}/pdf/`, member);
  expect(pdfText).toContain("Repaid by the group's book");
  expect(pdfText).toContain("4,000.00");
});

test("the fine of the book is the oldest, and is paid first", async () => {
  await books.fine(member, 300);
  const paid = await group.api("POST", "/api/finances/pay-fine/", {
    token: member.token,
    body: { amount_paid: 600, payment_Reference_Code: "FINEOFBOOK1" },
  });
  const id = paid.body.fine_payment.payment_id;
  for (const by of [books.treasurer, books.secGen])
    await group.api("POST", `/api/finances/fine-payment-approval/${id}/`, {
      token: by.token,
      body: { action: "approved" },
    });
  const { fines } = await read("/api/accounting/get_user_fines/");
  expect(fines).toMatchObject([
    { amount: 300, outstanding: 200 },
    {
      amount: FINES,
      outstanding: 0,
      description: "Unpaid fines brought forward from the group's book",
    },
  ]);
});

test("no report shows anything before the cut-over day, and income stays untouched by it", async () => {
  const by = books.treasurer;
  const before = await read("/api/accounting/get_trial_balance/?date=2026-02-27", by);
  expect(before.trial_balance).toEqual([]);
  const { trial_balance } = await read(`/api/accounting/get_trial_balance/?date=${CUT_OVER}`, by);
  const sum = (side: string) =>
    trial_balance.reduce((total: number, row: Json) => total + Math.round(row[side] * 100), 0);
  expect(sum("debit_amount")).toBe(sum("credit_amount"));
  const { balance_sheet: sheet } = await read(
    `/api/accounting/get_balance_sheet/?date=${CUT_OVER}`,
    by,
  );
  const difference = sheet.total_assets + sheet.total_liabilities + sheet.total_equities;
  expect(Math.round(difference * 100) === 0).toBe(true);
  const income = await read(
    `/api/accounting/get_profit&loss/?start_date=2026-01-01&end_date=${CUT_OVER}`,
    by,
  );
  expect(income.profit_and_loss).toMatchObject({
    current_year_revenues: [],
    current_year_expenses: [],
    current_year_net_profit_or_loss: 0,
  });
  const { history } = await read("/api/accounting/history/", by);
  expect(history.map((each: Json) => each.month)).toEqual(["2026-02-01", "2026-03-01"]);
  expect(history[0]).toMatchObject({ income: 0, expense: 0, bank: 50_000, savings: 45_000 });
});

test("every export has it", async () => {
  for (const format of ["hledger", "beancount", "csv"]) {
    const answer = await fetch(`${group.url}/api/accounting/export/?format=${format}`, {
      headers: { authorization: `Bearer ${books.treasurer.token}` },
    });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain("Brought forward from the group's book");
  }
});

test("an office may be proposed for a member whose only savings are from the book", async () => {
  const path = `/api/user/assign_groups/${leaver.id}/`;
  const request = { token: books.chairperson.token, body: { role: "Treasurer" } };
  expect((await group.api("POST", path, request)).status).toBe(200);
  // Nobody who holds an office leaves, as this member does below.
  expect((await group.api("DELETE", `/api/user/remove_groups/${leaver.id}/`, request)).status).toBe(
    200,
  );
});

test("the sweep fines by the clock of the book, and a loan is in default by its own day", async () => {
  // Paid up to September: three months were free, and two were the book's by 28 February.
  const finesOfAll = async () =>
    (await group.db.selectFrom("fines").select("id").where("late_since", "is not", null).execute())
      .length;
  await chargeLateFines(group.db, { today: "2026-03-16", now: group.clock.now() });
  expect(await finesOfAll()).toBe(0);
  group.clock.set("2026-03-30T09:00:00+03:00");
  await sweepDay(group.db, group.clock.now());
  expect(await finesOfAll()).toBe(1);
  for (const person of [books.chairperson, books.treasurer, books.secGen, member, leaver])
    person.token = await group.signIn(person);
  const { loans } = await read("/api/user/get_user_data", leaver);
  expect(loans).toMatchObject([{ status: "default", current_balance: LOAN_LEFT }]);
});

test("a member who leaves owing more than the book's savings leaves a bad debt, split as it was", async () => {
  const path = `/api/accounting/settlement_preview/?member=${leaver.id}`;
  const preview = await read(path, books.treasurer);
  expect(preview).toMatchObject({
    action: "exit",
    total_contributions: 5_000,
    non_cleared_loans: [{ current_balance: LOAN_LEFT }],
  });
  expect(preview.overall_shared_interest).toBeGreaterThan(0);
  const left = await group.api("POST", "/api/accounting/exit_member/", {
    token: books.treasurer.token,
    body: {
      member_id: leaver.id,
      non_cleared_loans: preview.non_cleared_loans,
      total_contributions: preview.total_contributions,
      overall_shared_interest: preview.overall_shared_interest,
      actual_shared_interest: preview.actual_shared_interest,
    },
  });
  expect([left.status, left.body]).toEqual([200, expect.anything()]);
});

test("leaves books in which every invariant holds", async () => {
  const { breaches } = await verifyBooks(group.db, await group.evidence());
  expect(breaches).toEqual([]);
});
