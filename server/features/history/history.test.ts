import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Bookkeeping, closeSoundly, startFoundedGroup } from "#tests/support/founded-group.ts";
import {
  startGroup,
  type Json,
  type TestGroup,
  type TestMember,
} from "#tests/support/test-group.ts";

const SAVINGS = "/api/finances/savings_history/";
const BOOKS = "/api/accounting/history/";

let group: TestGroup;
let books: Bookkeeping;
let member: TestMember;
let idle: TestMember;

// November 2024 to February 2026, with the year 2024 and 2025 closed on the way; nothing happens in most months.
beforeAll(async () => {
  ({ group, books } = await startFoundedGroup({ startsAt: "2024-11-30T23:30:00+03:00" }));
  member = await books.member();
  idle = await books.member();
  await books.contribute(member, 10_000.5);
  await books.lend(member, 2000);
  await on("2025-01-01T00:30:00+03:00");
  await books.contribute(member, 500);
  await books.fine(member, 250);
  await post("expense", { category: "server_expense", amount: 900 });
  await close(2024);
  await on("2026-02-28T23:59:00+03:00");
  await books.contribute(idle, 700);
  await close(2025);
  await post("dividend_declaration", { amount: 100 });
});
afterAll(() => closeSoundly(group));

async function on(moment: string) {
  group.clock.set(moment);
  for (const person of [books.chairperson, books.treasurer, books.secGen, member, idle])
    person.token = await group.signIn(person);
}

async function asTreasurer(path: string, body: unknown, status: number) {
  const answer = await group.api("POST", path, { token: books.treasurer.token, body });
  if (answer.status !== status) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
}
const post = (type: string, fields: object) =>
  asTreasurer(
    "/api/accounting/create_ledger_entry/",
    { type, description: "For the history", ...fields },
    201,
  );
const close = (year: number) => asTreasurer("/api/accounting/close_year/", { year }, 200);

async function read(path: string, by: TestMember = member): Promise<Json> {
  const answer = await group.api("GET", path, { token: by.token });
  if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

describe("one's own savings by month", () => {
  test("begin with the first contribution, carry over quiet months and end with what is held today", async () => {
    const { savings_history } = await read(SAVINGS);
    expect(savings_history).toHaveLength(16);
    expect(savings_history.slice(0, 4)).toEqual([
      { month: "2024-11-01", total: 10_000.5 },
      { month: "2024-12-01", total: 10_000.5 },
      { month: "2025-01-01", total: 10_500.5 },
      { month: "2025-02-01", total: 10_500.5 },
    ]);
    const { total_contributions } = await read("/api/user/get_user_data");
    expect(savings_history.at(-1)).toEqual({ month: "2026-02-01", total: total_contributions });
  });

  test("asked for fewer months count what was held before them", async () => {
    expect((await read(`${SAVINGS}?months=2`)).savings_history).toEqual([
      { month: "2026-01-01", total: 10_500.5 },
      { month: "2026-02-01", total: 10_500.5 },
    ]);
    expect((await read(`${SAVINGS}?months=1`)).savings_history).toHaveLength(1);
  });

  test("are one month for a member who has just begun, none for a member who has not, and never another's", async () => {
    expect((await read(SAVINGS, idle)).savings_history).toEqual([
      { month: "2026-02-01", total: 700 },
    ]);
    expect((await read(SAVINGS, books.secGen)).savings_history).toEqual([]);
    expect((await read(SAVINGS, await group.pendingMember())).savings_history).toEqual([]);
  });

  test("fall to nothing in the month in which the member is cleared", async () => {
    const leaving = await books.member();
    await books.contribute(leaving, 40);
    await asTreasurer("/api/accounting/clear_member/", { member_id: leaving.id }, 200);
    expect((await read(SAVINGS, leaving)).savings_history).toEqual([
      { month: "2026-02-01", total: 0 },
    ]);
  });
});

describe("the books by month", () => {
  test("give each month its income and expense, without the closings of years", async () => {
    const { history } = await read(`${BOOKS}?months=36`);
    expect(history).toHaveLength(16);
    expect(history.slice(0, 3)).toEqual([
      {
        month: "2024-11-01",
        income: 200,
        expense: 0,
        bank: 8000.5,
        savings: 10_000.5,
        loans: 2200,
        net_assets: 200,
      },
      {
        month: "2024-12-01",
        income: 0,
        expense: 0,
        bank: 8000.5,
        savings: 10_000.5,
        loans: 2200,
        net_assets: 200,
      },
      {
        month: "2025-01-01",
        income: 250,
        expense: 900,
        bank: 7600.5,
        savings: 10_500.5,
        loans: 2200,
        net_assets: -450,
      },
    ]);
    expect(history[13]).toMatchObject({ month: "2025-12-01", income: 0, expense: 0 });
  });

  test("agree with trial balance, balance sheet and profit and loss of every month", async () => {
    const { history } = await read(`${BOOKS}?months=36`);
    for (const row of history) {
      const end = lastDay(row.month);
      const { balance_sheet: sheet } = await read(`/api/accounting/get_balance_sheet/?date=${end}`);
      const { trial_balance } = await read(`/api/accounting/get_trial_balance/?date=${end}`);
      const { profit_and_loss: result } = await read(
        `/api/accounting/get_profit&loss/?start_date=${row.month}&end_date=${end}`,
      );
      const standing = (code: string) => {
        const found = trial_balance.find(({ account }: Json) => account === code);
        return (found?.debit_amount ?? 0) - (found?.credit_amount ?? 0);
      };
      expect(row).toEqual({
        month: row.month,
        income: result.current_year_total_revenue,
        expense: result.current_year_total_expenses,
        bank: standing("bank"),
        savings: -standing("monthly_contribution"),
        loans: standing("loan_receivable") + standing("interest_receivable"),
        net_assets: round(sheet.total_assets + sheet.total_liabilities),
      });
    }
  });

  test("are twelve unless set, and at most 36", async () => {
    const { history } = await read(BOOKS);
    expect(history).toHaveLength(12);
    expect(history[0]).toMatchObject({ month: "2025-03-01", bank: 7600.5, net_assets: -450 });
    for (const months of ["0", "37", "x", "1.5", ""])
      for (const path of [BOOKS, SAVINGS]) {
        const { status, body } = await group.api("GET", `${path}?months=${months}`, {
          token: member.token,
        });
        expect({ status, fields: Object.keys(body.errors) }).toEqual({
          status: 400,
          fields: ["months"],
        });
      }
  });

  test("are for every approved member, and nobody who waits", async () => {
    const pending = await group.pendingMember();
    const requested = await group.api("GET", BOOKS, { token: pending.token });
    expect(requested.status).toBe(403);
    expect((await group.api("GET", BOOKS)).status).toBe(401);
    expect((await group.api("GET", SAVINGS)).status).toBe(401);
  });

  test("are empty while nothing was ever posted", async () => {
    const young = await startGroup();
    const chairperson = await young.official("Chairperson");
    const { body } = await young.api("GET", BOOKS, { token: chairperson.token });
    await young.close();
    expect(body).toEqual({ history: [] });
  });
});

function lastDay(month: string): string {
  const [year, number] = month.split("-").map(Number);
  return new Date(Date.UTC(year ?? 0, number ?? 0, 0)).toISOString().slice(0, 10);
}

/** Sums in cents of KES amounts from the API. */
function round(kes: number): number {
  return Math.round(kes * 100) / 100;
}
