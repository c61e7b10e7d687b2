import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { safeParse } from "zod/v4/core";
import * as contract from "#contract/reports.ts";
import { closeSoundly, startLedgerBook, type LedgerBook } from "#tests/support/founded-group.ts";
import type { Json, TestGroup } from "#tests/support/test-group.ts";

let group: TestGroup;
let book: LedgerBook;

const PROFIT = "get_profit&loss/";

// Four members share: 1,000.10 earned and 300 spent in 2024, 200 declared; 500 earned and 40 spent in 2025.
beforeAll(async () => {
  book = await startLedgerBook({ startsAt: "2024-02-29T10:00:00+03:00" });
  ({ group } = book);
  await book.posted("other_income", { amount_paid: 1000.1 });
  await book.posted("expense", { category: "server_expense", amount: 300 });
  await book.posted("dividend_declaration", { amount: 200 });
  group.clock.set("2025-02-28T10:00:00+03:00");
  await book.signInAgain();
  await book.posted("other_income", { amount_paid: 500 });
  await book.posted("expense", { category: "other_expense", amount: 40 });
});
afterAll(() => closeSoundly(group));

describe("the trial balance", () => {
  test("has one side per account, on any day", async () => {
    expect((await book.read("get_trial_balance/?date=2024-2-29")).body.trial_balance).toEqual([
      { account: "bank", debit_amount: 700.1, credit_amount: 0 },
      { account: "dividends_payable", debit_amount: 0, credit_amount: 200 },
      { account: "dividend_expense", debit_amount: 200, credit_amount: 0 },
      { account: "other_income", debit_amount: 0, credit_amount: 1000.1 },
      { account: "server_expense", debit_amount: 300, credit_amount: 0 },
    ]);
    expect((await book.read("get_trial_balance/?date=2024-02-28")).body.trial_balance).toEqual([]);
    const future = await book.read("get_trial_balance/?date=2099-01-01");
    expect(future.body).toEqual((await book.read("get_trial_balance/")).body);
  });
});

describe("the balance sheet", () => {
  test("rolls what is not closed into retained earnings, debit positive", async () => {
    const answer = await book.read("get_balance_sheet/?date=2024-02-29");
    expect(answer.status).toBe(200);
    expect(safeParse(contract.getBalanceSheet.reply, answer.body).success).toBe(true);
    expect(answer.body.balance_sheet).toEqual({
      assets: { bank: 700.1 },
      liabilities: { dividends_payable: -200 },
      equities: { retained_earnings: -500.1 },
      total_assets: 700.1,
      total_liabilities: -200,
      totalLiabilities: -200,
      total_equities: -500.1,
    });
  });

  test("shows retained earnings even at 0, and everything else only when it is not", async () => {
    const { body } = await book.read("get_balance_sheet/?date=2024-02-28");
    expect(body.balance_sheet).toEqual({
      assets: {},
      liabilities: {},
      equities: { retained_earnings: 0 },
      total_assets: 0,
      total_liabilities: 0,
      totalLiabilities: 0,
      total_equities: 0,
    });
  });

  test("gives officials each sharing member's whole share, rounded down, others their own", async () => {
    const pending = await group.pendingMember();
    const shares = async (by = book.treasurer, date = "") =>
      (await book.read(`get_balance_sheet/${date}`, by)).body.users_shared_interest_data;
    // 960.10 earned and retained, over four members.
    const all = await shares();
    const sharing = [book.chairperson, book.treasurer, book.secGen, book.member];
    expect(new Map(all.map(({ user, balance }: Json) => [user, balance]))).toEqual(
      new Map(sharing.map(({ username }) => [username, 240.02])),
    );
    expect(all).toHaveLength(4);
    expect(all.map(({ user }: Json) => user)).not.toContain(pending.username);
    expect(await shares(book.member)).toEqual([
      {
        user: book.member.username,
        member: {
          id: book.member.id,
          username: book.member.username,
          full_name: expect.any(String),
          reg_number: expect.any(String),
        },
        balance: 240.02,
      },
    ]);
    expect((await shares(book.member, "?date=2024-02-29"))[0].balance).toBe(125.02);
    expect((await shares(book.member, "?date=2024-02-28"))[0].balance).toBe(0);
  });
});

describe("profit and loss", () => {
  test("is beside the same days one year earlier; dividends are no cost", async () => {
    const answer = await book.read(`${PROFIT}?start_date=2025-1-1&end_date=2025-12-31`);
    expect(answer.status).toBe(200);
    expect(safeParse(contract.getProfitAndLoss.reply, answer.body).success).toBe(true);
    expect(answer.body).toEqual({
      profit_and_loss: {
        current_year_revenues: [{ account: "other_income", balance: 500 }],
        current_year_expenses: [{ account: "other_expense", balance: 40 }],
        current_year_total_revenue: 500,
        current_year_total_expenses: 40,
        current_year_net_profit_or_loss: 460,
        previous_year_revenues: [{ account: "other_income", balance: 1000.1 }],
        previous_year_expenses: [{ account: "server_expense", balance: 300 }],
        previous_year_total_revenue: 1000.1,
        previous_year_total_expenses: 300,
        previous_year_net_profit_or_loss: 700.1,
      },
      financial_year: { start_date: "2025-01-01", end_date: "2025-12-31" },
      previous_financial_year: { start_date: "2024-01-01", end_date: "2024-12-31" },
    });
  });

  test("of a 29 February looks back to the 28th, and one day is a period", async () => {
    const { body } = await book.read(`${PROFIT}?start_date=2024-2-29&end_date=2024-2-29`);
    expect(body.profit_and_loss.current_year_net_profit_or_loss).toBe(700.1);
    expect(body.previous_financial_year).toEqual({
      start_date: "2023-02-28",
      end_date: "2023-02-28",
    });
  });

  test("to the end of February looks back to the end of February", async () => {
    const { body } = await book.read(`${PROFIT}?start_date=2024-3-1&end_date=2025-2-28`);
    expect(body.previous_financial_year).toEqual({
      start_date: "2023-03-01",
      end_date: "2024-02-29",
    });
    const before = await book.read(`${PROFIT}?start_date=2023-3-1&end_date=2024-2-29`);
    expect(body.profit_and_loss.previous_year_net_profit_or_loss).toBe(
      before.body.profit_and_loss.current_year_net_profit_or_loss,
    );
    expect(body.profit_and_loss.previous_year_net_profit_or_loss).toBe(700.1);
  });

  test("refuses dates that are missing, impossible or the wrong way round", async () => {
    const fields = async (query: string) => {
      const { status, body } = await book.read(`${PROFIT}${query}`);
      expect(status).toBe(400);
      return Object.keys(body.errors).toSorted();
    };
    expect(await fields("")).toEqual(["end_date", "start_date"]);
    expect(await fields("?start_date=2025-01-01")).toEqual(["end_date"]);
    expect(await fields("?start_date=&end_date=2025-01-01")).toEqual(["start_date"]);
    expect(await fields("?start_date=2025-02-30&end_date=2025-03-01")).toEqual(["start_date"]);
    expect(await book.read(`${PROFIT}?start_date=2025-01-02&end_date=2025-01-01`)).toMatchObject({
      status: 400,
      body: {
        detail: "End Date must be a date later than Start Date",
        errors: { end_date: ["End Date must be a date later than Start Date"] },
      },
    });
  });

  test("is also found when the & of its path is escaped", async () => {
    const { status } = await book.read("get_profit%26loss/?start_date=2025-1-1&end_date=2025-1-1");
    expect(status).toBe(200);
  });
});

describe("the reports", () => {
  const paths = [
    "get_trial_balance/",
    "get_balance_sheet/",
    `${PROFIT}?start_date=2025-1-1&end_date=2025-1-1`,
  ];

  test("are for every approved member, dormant ones too, but nobody who waits", async () => {
    const dormant = await group.activeMember(book.chairperson);
    await group.api("POST", `/api/user/admin_manage_user/${dormant.id}/`, {
      token: book.chairperson.token,
      body: { action: "dormant" },
    });
    const pending = await group.pendingMember();
    for (const path of paths) {
      for (const by of [book.member, dormant, book.secGen, book.chairperson])
        expect((await book.read(path, by)).status).toBe(200);
      expect((await book.read(path, pending)).status).toBe(403);
      expect((await group.api("GET", `/api/accounting/${path}`)).status).toBe(401);
    }
  });

  test("refuse an empty and an impossible date", async () => {
    for (const path of ["get_trial_balance/", "get_balance_sheet/"])
      for (const date of ["", "2025-02-29", "today"]) {
        const answer = await book.read(`${path}?date=${date}`);
        expect(answer.status).toBe(400);
        expect(Object.keys(answer.body.errors)).toEqual(["date"]);
      }
  });
});
