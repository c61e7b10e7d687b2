// A machine's clock was a day ahead (17 March) and was put right (16 March): what was posted on the 17th is undone, paid and settled
// on the 17th, everything else on the 16th (BOOK-30).
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { brokenBy } from "#tests/support/test-database.ts";
import type { TestGroup, TestMember } from "#tests/support/test-group.ts";
import { causeInvariants } from "#server/verify/cause-invariants.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";

let group: TestGroup;
let books: Bookkeeping;
let borrower: TestMember;
let leaver: TestMember;
let debtor: TestMember;
let loan: number;
let applied: number;
let contribution: number;
let deposit: number;
let fine: number;

const [AHEAD, TODAY] = ["2026-03-17", "2026-03-16"];

async function as(by: TestMember, method: "GET" | "POST", path: string, body?: object) {
  const answer = await group.api(method, path, { token: by.token, ...(body && { body }) });
  expect(answer.body.errors).toBeUndefined();
  expect(answer.status).toBeLessThan(300);
  return answer.body;
}

const post = async (type: string, fields: object) =>
  (
    await as(books.treasurer, "POST", "/api/accounting/create_ledger_entry/", {
      type,
      description: `A test of ${type}`,
      ...fields,
    })
  ).entry;

async function approve(path: string, id: number): Promise<void> {
  for (const by of [books.treasurer, books.secGen])
    await as(by, "POST", `${path}${id}/`, { action: "approved" });
}

const newestDay = async (kind: string) =>
  (
    await group.db
      .selectFrom("entries")
      .select("business_date")
      .where("source_kind", "=", kind)
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirstOrThrow()
  ).business_date;

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup({
    startsAt: `${TODAY}T09:00:00+03:00`,
    members: 3,
  }));
  [borrower, leaver, debtor] = [await books.member(), await books.member(), await books.member()];
  const { chairperson, treasurer, secGen } = books;
  const everybody = [chairperson, treasurer, secGen, borrower, leaver, debtor];
  const move = async (day: string, time: string) => {
    group.clock.set(`${day}T${time}:00+03:00`);
    for (const person of everybody) person.token = await group.signIn(person);
  };
  await books.contribute(books.treasurer, 20_000);
  await books.contribute(borrower, 5_000);
  await move(AHEAD, "10:00");
  await books.contribute(leaver, 1_000);
  await books.contribute(debtor, 1_000);
  await books.lend(debtor, 2_000);
  loan = await books.lend(borrower, 1_000);
  await books.fine(borrower, 40);
  deposit = (
    await post("equity_fixed_deposit", {
      amount: 400,
      start_date: AHEAD,
      maturity_date: "2027-03-17",
    })
  ).id;
  fine = (await post("fine", { charged_user: leaver.id, amount: 5 })).id;
  contribution = await books.submitContribution(borrower, 700);
  applied = await books.applyForLoan(borrower, 300, "emergency_loan");
  await move(TODAY, "11:00");
});
afterAll(() => group.close());

const entry = (where: string) => `(SELECT id FROM entries WHERE ${where} ORDER BY id LIMIT 1)`;
const earlier = (where: string) =>
  `UPDATE entries SET business_date = business_date - 1 WHERE id = ${entry(where)}`;

describe("after a clock that was ahead was put right", () => {
  test("a reversal has the day of its entry, so that no asset is below zero before", async () => {
    for (const id of [deposit, fine]) {
      await as(books.treasurer, "POST", `/api/accounting/reverse_entry/${id}/`, {
        reason: "Typed twice",
      });
      expect(await newestDay("journal_entry")).toBe(AHEAD);
    }
    const { balance_sheet: sheet } = await as(
      books.treasurer,
      "GET",
      `/api/accounting/get_balance_sheet/?date=${TODAY}`,
    );
    expect(JSON.stringify(sheet)).not.toContain("equity_fixed_deposit");
  });

  test("a payment is not dated before it was paid, a repayment not before its loan, one of a fine not before the fine", async () => {
    await approve("/api/finances/monthly-contribution-approval/", contribution);
    expect(await newestDay("payment")).toBe(AHEAD);
    await books.repay(borrower, loan, 100);
    expect(await newestDay("payment")).toBe(AHEAD);
    await books.fine(borrower, 10);
    // The one of today is the oldest by its day.
    await books.payFine(borrower, 10);
    expect(await newestDay("payment")).toBe(TODAY);
    await books.payFine(borrower, 40);
    expect(await newestDay("payment")).toBe(AHEAD);
  });

  test("a loan is not paid out before it was applied for", async () => {
    await approve("/api/finances/loan-application-approval/", applied);
    expect(await newestDay("loan")).toBe(AHEAD);
  });

  test("what has to do with none of it is dated today", async () => {
    await books.contribute(books.secGen, 100);
    expect(await newestDay("payment")).toBe(TODAY);
  });

  test("an exit, a clearing and a recovery are not before what they settle", async () => {
    await as(books.chairperson, "POST", "/api/accounting/clear_member/", { member_id: leaver.id });
    expect(await newestDay("settlement")).toBe(AHEAD);
    const preview = await as(
      books.chairperson,
      "GET",
      `/api/accounting/settlement_preview/?member=${debtor.id}`,
    );
    await as(books.chairperson, "POST", "/api/accounting/exit_member/", {
      ...preview,
      member_id: debtor.id,
    });
    expect(await newestDay("settlement")).toBe(AHEAD);
    await as(books.treasurer, "POST", "/api/accounting/baddebts/recover/", {
      member_id: debtor.id,
      recovered_amount: 50,
    });
    expect(await newestDay("bad_debt_recovery")).toBe(AHEAD);
  });

  test("every invariant holds", async () => {
    expect((await verifyBooks(group.db)).breaches).toEqual([]);
  });

  test.each([
    ["no-reversal-before-its-entry", earlier("reverses IS NOT NULL")],
    ["nothing-before-its-cause", earlier(`source_kind = 'payment' AND business_date = '${AHEAD}'`)],
    ["nothing-before-its-cause", earlier("source_kind = 'settlement'")],
    ["nothing-before-its-cause", earlier("source_kind = 'bad_debt_recovery'")],
    [
      "nothing-before-its-cause",
      "UPDATE entries SET business_date = '2026-03-15' WHERE source_kind = 'loan'",
    ],
    ["nothing-before-its-cause", "UPDATE payments SET paid_at = paid_at + interval '2 days'"],
    ["rules-begin-as-audited", "UPDATE rule_beginnings SET after_entry = 1000"],
    ["rules-begin-as-audited", "DELETE FROM rule_beginnings"],
    [
      "rules-begin-as-audited",
      `INSERT INTO audit_entries (at, action, subject, after) VALUES (now(), 'settings.baseline', 'group_settings', '{"entry_id": 1000}')`,
    ],
    [
      "rules-begin-as-audited",
      "ALTER TABLE rule_beginnings DISABLE TRIGGER rule_beginnings_append_only",
    ],
  ])("%s breaks by %s", async (name, statement) => {
    expect(await brokenBy(group.db, causeInvariants, statement)).toContain(name);
  });
});
