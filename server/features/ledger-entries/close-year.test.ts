import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { safeParse } from "zod/v4/core";
import * as contract from "#contract/ledger.ts";
import { otherIncomeReceived } from "#domain/ledger/posting-rules.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { writeEntry } from "#server/core/ledger/journal.ts";
import { inTransaction } from "#server/db/connection.ts";
import { closeSoundly, startLedgerBook, type LedgerBook } from "#tests/support/founded-group.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";
import { untilDecided } from "#tests/support/until-decided.ts";

let group: TestGroup;
let book: LedgerBook;

beforeEach(async () => {
  book = await startLedgerBook({ startsAt: "2024-11-20T10:00:00+03:00" });
  ({ group } = book);
});
afterEach(() => closeSoundly(group));

async function goTo(moment: string, people?: TestMember[]): Promise<void> {
  group.clock.set(moment);
  await book.signInAgain(people);
}

/** A year with each kind of result: 1,000 earned, 300 spent, 200 declared as a dividend. */
async function earnAndSpend(): Promise<void> {
  await book.posted("other_income", { amount_paid: 1000 });
  await book.posted("expense", { category: "server_expense", amount: 300 });
  await book.posted("dividend_declaration", { amount: 200 });
}

const yearPnl = async (year: number) =>
  (await book.read(`get_profit&loss/?start_date=${year}-1-1&end_date=${year}-12-31`)).body;

const ledgerRow = (rows: Json[], account: string) =>
  rows.find((row: Json) => row.account === account);

describe("closing a year", () => {
  test("moves what was earned, spent and declared to retained earnings, on its last day", async () => {
    await earnAndSpend();
    await goTo("2025-01-01T00:30:00+03:00");
    const pnl = await yearPnl(2024);
    const answer = await book.closeYear(2024);
    expect(answer.status).toBe(200);
    expect(safeParse(contract.closeYear.reply, answer.body).success).toBe(true);
    expect(answer.body.closed_year).toEqual({
      year: "2024",
      start_date: "2024-01-01",
      end_date: "2024-12-31",
    });
    expect(answer.body.entry).toMatchObject({ type: "year_closing", date: "2024-12-31" });
    const { trial_balance } = (await book.read("get_trial_balance/?date=2025-01-01")).body;
    expect(trial_balance).toEqual([
      { account: "bank", debit_amount: 700, credit_amount: 0 },
      { account: "dividends_payable", debit_amount: 0, credit_amount: 200 },
      { account: "retained_earnings", debit_amount: 0, credit_amount: 500 },
    ]);
    expect(await yearPnl(2024)).toEqual(pnl);
    expect(pnl.profit_and_loss.current_year_net_profit_or_loss).toBe(700);
    expect((await yearPnl(2025)).profit_and_loss).toMatchObject({
      current_year_net_profit_or_loss: 0,
      previous_year_net_profit_or_loss: 700,
    });
    const before = (await book.read("get_trial_balance/?date=2024-12-30")).body.trial_balance;
    expect(ledgerRow(before, "other_income").credit_amount).toBe(1000);
    const refused = await book.reverse(answer.body.entry.id);
    expect(refused.status).toBe(400);
    expect(refused.body.detail).toContain("closed a financial year");
  });

  test("is done once, oldest first, and only when the year is over", async () => {
    await earnAndSpend();
    const early = await book.closeYear(2024);
    expect(early.status).toBe(400);
    expect(early.body.detail).toContain("31 Dec 2024");
    await goTo("2026-02-01T09:00:00+03:00");
    await book.posted("other_income", { amount_paid: 5 });
    await goTo("2027-02-01T09:00:00+03:00");
    expect((await book.closeYear(2026)).body.detail).toContain("Close the financial year 2024");
    expect((await book.closeYear(2023)).body.detail).toContain("nothing to close");
    expect((await book.read("closed_years/", book.member)).body).toEqual({
      closed_years: [],
      next_year: { year: "2024", start_date: "2024-01-01", end_date: "2024-12-31", is_over: true },
    });
    expect((await book.closeYear("2024")).status).toBe(200);
    const again = await book.closeYear(2024);
    expect(again).toMatchObject({
      status: 400,
      body: { errors: { year: [expect.stringContaining("already closed")] } },
    });
    expect((await book.closeYear(2025)).body.detail).toContain("nothing to close");
    expect((await book.closeYear(2026)).status).toBe(200);
    expect((await book.read("closed_years/")).body).toMatchObject({
      closed_years: [{ year: "2026" }, { year: "2024" }],
      next_year: null,
    });
  });

  test("writes no entry for a year without income, but closes it", async () => {
    await goTo("2024-12-01T09:00:00+03:00");
    const contribution = await group.api("POST", "/api/finances/monthly-contribution/", {
      token: book.member.token,
      body: {
        amount_paid: 1000,
        contribution_month: "2024-12-01",
        payment_date: "2024-12-01",
        payment_Reference_Code: "DEC-2024",
      },
    });
    const id = contribution.body.contribution.contribution_id;
    for (const { token } of [book.treasurer, book.secGen])
      await group.api("POST", `/api/finances/monthly-contribution-approval/${id}/`, {
        token,
        body: { action: "approved" },
      });
    await goTo("2025-01-02T09:00:00+03:00");
    expect(await book.closeYear(2024)).toMatchObject({ status: 200, body: { entry: null } });
    expect((await book.closeYear(2024)).status).toBe(400);
  });

  test("is the Treasurer's, and wants a year", async () => {
    await earnAndSpend();
    await goTo("2025-01-02T09:00:00+03:00");
    for (const by of [book.member, book.chairperson, book.secGen])
      expect((await book.closeYear(2024, { by })).status).toBe(403);
    expect((await group.api("POST", "/api/accounting/close_year/", { body: {} })).status).toBe(401);
    for (const year of [undefined, "", "last", "2024-01-01", 24, 2024.5, ["2024"]]) {
      const answer = await book.closeYear(year);
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.body.errors)).toEqual(["year"]);
    }
  });

  test("shuts its days: an entry that was still on its way is refused with a sentence", async () => {
    await earnAndSpend();
    await goTo("2025-01-02T09:00:00+03:00");
    const late = (id: number) =>
      inTransaction(group.db, (tx) =>
        writeEntry(
          tx,
          otherIncomeReceived({
            businessDate: "2024-12-31",
            description: "Late",
            ledgerEntryId: id,
            amountCents: 100n,
          }),
          { authorId: null, now: group.clock.now() },
        ),
      );
    await book.closeYear(2024);
    await expect(late(900)).rejects.toMatchObject({
      kind: "invalid",
      code: "year-closed",
      facts: { year: "2024" },
    });
    await expect(
      inTransaction(group.db, (tx) => sql`DELETE FROM closed_years`.execute(tx)),
    ).rejects.toThrow("append-only");
  });

  test("waits for an entry that is being written, and counts it", async () => {
    await earnAndSpend();
    await goTo("2025-01-02T09:00:00+03:00");
    const [held, written] = [signal(), signal()];
    const slow = inTransaction(group.db, async (tx) => {
      await tx
        .insertInto("ledger_posts")
        .values({
          type: "other_income",
          description: "Slow",
          amount_cents: 4_200n,
          posted_by: book.treasurer.id,
          posted_at: group.clock.now(),
        })
        .execute();
      const { id } = await tx
        .selectFrom("ledger_posts")
        .select(sql<number>`max(id)`.as("id"))
        .executeTakeFirstOrThrow();
      const now = new Date("2024-12-31T23:59:59+03:00");
      const by = { authorId: book.treasurer.id, now };
      const entry = await writeEntry(
        tx,
        otherIncomeReceived({
          businessDate: "2024-12-31",
          description: "Slow",
          ledgerEntryId: id,
          amountCents: 4_200n,
        }),
        by,
      );
      await recordAudit(tx, {
        now,
        actorId: by.authorId,
        action: "entries.post",
        subject: "entry",
        subjectId: entry,
        address: null,
      });
      written.give();
      await held.params;
    });
    await written.params;
    const closing = book.closeYear(2024);
    // It comes to the entry that is not committed yet.
    await expect.poll(isWaitingForLock).toBe(true);
    held.give();
    await slow;
    const answer = await closing;
    expect(answer.status).toBe(200);
    expect(answer.body.entry.postings[0]).toMatchObject({
      account: "other_income",
      debit_amount: 1042,
    });
  });

  test("by two servers at once closes once, while others post on", async () => {
    await earnAndSpend();
    await goTo("2025-01-02T09:00:00+03:00");
    const other = await group.addServer();
    const closings = [group.api, other.api, group.api, other.api].map((at) =>
      untilDecided(() => book.closeYear(2024, { at })),
    );
    const posts = [group.api, other.api].map((at) =>
      untilDecided(() => book.post("expense", { category: "other_expense", amount: 1 }, { at })),
    );
    expect(
      (await Promise.all(closings)).map(({ status }) => status).toSorted((a, b) => a - b),
    ).toEqual([200, 400, 400, 400]);
    expect((await Promise.all(posts)).map(({ status }) => status)).toEqual([201, 201]);
  });
});

/** Whether somebody in the group's database waits for a lock. */
async function isWaitingForLock(): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(group.db);
  return rows.length > 0;
}

describe("over the years", () => {
  test("the books balance on every day, and closing changes no statement but the accounts", async () => {
    const random = seeded(20241120);
    const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!;
    await book.posted("other_income", { amount_paid: 50_000 });
    let day = new Date("2024-11-20T10:00:00+03:00").getTime();
    const posted: number[] = [];
    const days = ["2024-11-20"];
    for (let step = 0; step < 60; step++) {
      day += Math.floor(random() * 22) * 86_400_000;
      await goTo(new Date(day).toISOString(), [book.treasurer]);
      days.push(new Date(day + 3 * 3_600_000).toISOString().slice(0, 10));
      const amount = Math.floor(random() * 90_000 + 1) / 100;
      const { declarations, fixed_deposits } = await book.ledger();
      const answers = await Promise.all([
        pick([
          () =>
            book.post("expense", { category: pick(["social_welfare", "other_expense"]), amount }),
          () => book.post("other_income", { amount_paid: amount }),
          () => book.post("fine", { charged_user: book.member.id, amount }),
          () => book.post("dividend_declaration", { amount }),
          () =>
            book.post("dividend_payment", {
              amount,
              declaration_id: declarations[0]?.id ?? 999,
            }),
          () =>
            book.post("equity_fixed_deposit", {
              amount,
              start_date: "2024-01-01",
              maturity_date: "2024-01-01",
            }),
          () =>
            book.post("redeem_fixed_deposit", {
              amount,
              interest_earned: amount,
              deposit_id: fixed_deposits[0]?.id ?? 999,
            }),
        ])(),
        ...(posted.length > 0 && random() < 0.3 ? [book.reverse(pick(posted))] : []),
      ]);
      for (const { status, body } of answers) {
        expect([201, 400]).toContain(status);
        if (status === 201) posted.push(body.entry.id);
      }
    }
    const years = [...new Set(days.map((each) => Number(each.slice(0, 4))))];
    for (const year of years) days.push(`${year}-12-31`, `${year + 1}-01-01`);
    await goTo(`${years.at(-1)! + 1}-01-05T09:00:00+03:00`);
    const statements = async () => ({
      sheets: await Promise.all(
        days.map(async (each) => (await book.read(`get_balance_sheet/?date=${each}`)).body),
      ),
      pnl: await Promise.all(years.map(yearPnl)),
    });
    const before = await statements();
    for (const year of years) {
      const answer = await book.closeYear(year);
      expect(answer).toMatchObject({ status: 200 });
      const opening = await book.read(`get_trial_balance/?date=${year}-12-31`);
      const accounts = opening.body.trial_balance.map((row: Json) => row.account);
      expect(accounts).not.toEqual(expect.arrayContaining(["dividend_expense"]));
      for (const earned of ["other_income", "fine", "social_welfare", "income_summary"])
        expect(accounts).not.toContain(earned);
    }
    expect(await statements()).toEqual(before);
    for (const { balance_sheet: sheet } of before.sheets) {
      const total = sheet.total_assets + sheet.total_liabilities + sheet.total_equities;
      expect(Math.abs(Math.round(total * 100))).toBe(0);
    }
    const profits = before.pnl.map(({ profit_and_loss: statement }) => ({
      own: statement.current_year_net_profit_or_loss,
      before: statement.previous_year_net_profit_or_loss,
    }));
    expect(profits.slice(1).map((each) => each.before)).toEqual(
      profits.slice(0, -1).map((each) => each.own),
    );
  });
});

/** Lets one part of a test wait for another. */
function signal() {
  const parts = { give: () => {}, params: Promise.resolve() };
  parts.params = new Promise((resolve) => (parts.give = resolve));
  return parts;
}

/** A small generator of repeatable numbers from 0 to 1 (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
