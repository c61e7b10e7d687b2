import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accounts } from "#domain/ledger/chart-of-accounts.ts";
import { sumPostings } from "#server/core/ledger/balances.ts";
import {
  type Bookkeeping,
  closeSoundly,
  startFoundedGroup,
  startLedgerBook,
} from "#tests/support/founded-group.ts";
import { addManyPayments } from "#tests/support/many-rows.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

let group: TestGroup;
let books: Bookkeeping;
let member: TestMember;

// Eight years that are summed, and a day that is not.
beforeAll(async () => {
  ({ group, books } = await startFoundedGroup());
  await addManyPayments(group.db, { members: 20, count: 3_000 });
  await sumPostings(group.db);
  member = await books.member();
  await books.contribute(member, 5_000);
  await books.lend(member, 500);
  await books.contribute(await books.member(), 10);
});
afterAll(() => group.close());

const read = (path: string, by: TestMember = books.treasurer) =>
  group.api("GET", `/api/accounting/${path}`, { token: by.token });
const postings = async (path: string, by?: TestMember): Promise<Json> => {
  const answer = await read(`accounts/${path}`, by);
  expect(answer.status).toBe(200);
  return answer.body;
};

const seen = async (by: TestMember) =>
  (await postings("bank/postings/?from=2026-03-16", by)).postings.map(
    ({ member: of, description }: Json) => [of?.id ?? null, description],
  );

describe("the postings of an account", () => {
  test("lead from opening to closing on every page, whatever the period", async () => {
    for (const period of [
      "",
      "from=2022-01-15&to=2022-03-20",
      "from=2022-02-01",
      "to=2023-06-30",
    ]) {
      const all = await postings(`bank/postings/?${period}`);
      expect(all.postings).toHaveLength(all.count);
      let balance = all.opening;
      for (const { debit, credit, balance: after } of all.postings) {
        balance += debit - credit;
        expect(after).toBe(balance);
      }
      expect(balance).toBe(all.closing);
      const days = all.postings.map(
        ({ date, entry_id }: Json) => `${date} ${String(entry_id).padStart(9, "0")}`,
      );
      expect(days).toEqual(days.toSorted());
      for (const page of [1, 2, Math.ceil(all.count / 20), Math.ceil(all.count / 20) + 1]) {
        const part = await postings(`bank/postings/?${period}&page=${page}&page_size=20`);
        expect(part).toEqual({ ...all, postings: all.postings.slice((page - 1) * 20, page * 20) });
      }
    }
  });

  test("close at the figure of the report that was clicked", async () => {
    for (const day of ["2021-05-05", "2026-03-16"]) {
      const { trial_balance } = (await read(`get_trial_balance/?date=${day}`)).body;
      for (const { account, debit_amount, credit_amount } of trial_balance)
        expect(await postings(`${account}/postings/?to=${day}&page=1`)).toMatchObject({
          closing: debit_amount - credit_amount,
        });
      const { equities } = (await read(`get_balance_sheet/?date=${day}`)).body.balance_sheet;
      expect(await postings(`retained_earnings/postings/?to=${day}&parts=yes`)).toMatchObject({
        account: "retained_earnings",
        closing: equities.retained_earnings,
      });
    }
  });

  test("tell officials of everybody, and a member of nobody else", async () => {
    const official = await seen(books.treasurer);
    const own = await seen(member);
    expect(official.map(([id]: [number]) => id)).toEqual([
      member.id,
      member.id,
      expect.any(Number),
    ]);
    expect(own).toEqual([official[0], official[1], [null, "A member’s contribution"]]);
  });

  test("of one member lead to what the member saved and owes", async () => {
    const { users } = (
      await group.api("GET", "/api/user/get_users", { token: books.treasurer.token })
    ).body;
    const user = users.find(({ id }: Json) => id === member.id);
    const own = `member_id=${member.id}`;
    const saved = await postings(`monthly_contribution/postings/?${own}`);
    expect([saved.opening, saved.count, saved.closing]).toEqual([0, 1, -user.total_contributions]);
    const owed = await postings(`loan_receivable/postings/?${own}&parts=yes`);
    expect([owed.count, owed.closing]).toEqual([2, user.loans[0].current_balance]);
    expect(owed.postings.at(-1).balance).toBe(owed.closing);
    const later = await postings(`loan_receivable/postings/?${own}&parts=yes&page=2&page_size=1`);
    expect(later).toEqual({ ...owed, postings: owed.postings.slice(1) });
    const after = await postings(`monthly_contribution/postings/?${own}&from=2026-03-17`);
    expect([after.opening, after.count, after.closing]).toEqual([saved.closing, 0, saved.closing]);
    expect(await postings(`monthly_contribution/postings/?${own}`, member)).toEqual(saved);
    expect(saved.postings[0].payment).toEqual({ kind: "contribution", id: expect.any(Number) });
  });

  test("of another member are an official's to read", async () => {
    const path = `accounts/bank/postings/?member_id=${books.secGen.id}`;
    expect((await read(path, member)).status).toBe(403);
    expect((await read(path)).status).toBe(200);
    expect((await read("accounts/bank/postings/?member_id=999999")).status).toBe(404);
  });

  test("name no other member to a member, in any account", async () => {
    const fined = await books.member();
    await books.contribute(fined, 300);
    await books.fine(fined, 50);
    const names = [fined.username, "Wanjiku", "Kamau", "REF0"];
    for (const { code } of accounts) {
      const seen = await postings(`${code}/postings/?from=2026-03-16`, member);
      const reported = seen.postings.filter((each: Json) => each.member?.id !== member.id);
      const written = JSON.stringify(reported);
      expect(names.filter((name) => written.includes(name))).toEqual([]);
    }
  });

  test.each([
    ["gold/postings/", 404],
    ["gold/postings/?page=0", 404],
    ["1/postings/", 404],
    ["bank/postings/?from=2026-02-30", 400],
    ["bank/postings/?from=2026-03-02&to=2026-03-01", 400],
    ["bank/postings/?closing_entries=maybe", 400],
    ["bank/postings/?parts=some", 400],
  ])("refuse %s", async (path, status) => {
    expect((await read(`accounts/${path}`)).status).toBe(status);
  });

  test("are closed to who waits for approval", async () => {
    const pending = await group.pendingMember();
    expect((await read("accounts/bank/postings/", pending)).status).toBe(403);
    expect((await group.api("GET", "/api/accounting/accounts/bank/postings/")).status).toBe(401);
  });
});

test("without the closing of years they are the figure of profit and loss, with it that of the balance sheet", async () => {
  const book = await startLedgerBook({ startsAt: "2024-11-20T10:00:00+03:00" });
  const closed = book.group;
  await book.posted("other_income", { amount_paid: 70 });
  await book.posted("expense", { category: "server_expense", amount: 20 });
  closed.clock.set("2025-02-01T10:00:00+03:00");
  await book.signInAgain();
  await book.posted("other_income", { amount_paid: 5 });
  expect((await book.closeYear(2024)).status).toBe(200);
  const of = async (path: string) => (await book.read(`accounts/${path}`)).body;
  const year = "from=2024-01-01&to=2024-12-31";
  expect(await of(`other_income/postings/?${year}`)).toMatchObject({
    opening: 0,
    closing: 0,
    count: 2,
  });
  expect(await of(`other_income/postings/?${year}&closing_entries=no`)).toMatchObject({
    opening: 0,
    closing: -70,
    count: 1,
  });
  expect(await of("other_income/postings/?from=2025-01-01&closing_entries=no")).toMatchObject({
    opening: -70,
    closing: -75,
    count: 1,
  });
  const retained = await of("retained_earnings/postings/?parts=yes");
  const alone = await of("retained_earnings/postings/");
  expect([retained.closing, alone.closing]).toEqual([-55, -50]);
  expect(retained.count).toBeGreaterThan(alone.count);
  await closeSoundly(closed);
});
