import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { safeParse } from "zod/v4/core";
import * as contract from "#contract/ledger.ts";
import { closeSoundly, startLedgerBook, type LedgerBook } from "#tests/support/founded-group.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

let group: TestGroup;
let book: LedgerBook;

beforeAll(async () => {
  book = await startLedgerBook();
  ({ group } = book);
  await book.posted("other_income", { amount_paid: 10_000 });
});
afterAll(() => closeSoundly(group));

const balances = async () => (await book.ledger()).ledger_balances;

const deposit = (amount: number) =>
  book.posted("equity_fixed_deposit", {
    amount,
    start_date: "2026-03-01",
    maturity_date: "2026-09-01",
  });

const fine = (amount: number) => book.posted("fine", { charged_user: book.member.id, amount });

/** A reported payment that both offices approved. */
async function approvedPayment(
  by: TestMember,
  paths: { pay: string; approvals: string; field: string; id: string },
  body: Record<string, unknown>,
): Promise<void> {
  const paid = await group.api("POST", paths.pay, { token: by.token, body });
  if (paid.status !== 201) throw new Error(`paying: ${JSON.stringify(paid.body)}`);
  for (const { token } of [book.treasurer, book.secGen]) {
    const id = paid.body[paths.field][paths.id];
    const verdict = await group.api("POST", `${paths.approvals}${id}/`, {
      token,
      body: { action: "approved" },
    });
    if (verdict.status !== 200) throw new Error(`approving: ${JSON.stringify(verdict.body)}`);
  }
}

describe("reversing an entry", () => {
  test("negates it by a new entry, dated today, that names it", async () => {
    const before = await balances();
    const entry = await book.posted("expense", { category: "social_welfare", amount: 120.5 });
    group.clock.set("2026-03-17T08:00:00+03:00");
    await book.signInAgain();
    const answer = await book.reverse(entry.id, { body: { reason: "Paid by somebody else" } });
    expect(answer.status).toBe(201);
    expect(safeParse(contract.reverseEntry.reply, answer.body).success).toBe(true);
    expect(answer.body.entry).toMatchObject({
      type: "reversal",
      date: "2026-03-17",
      description: `Reversal of entry ${entry.id}: Paid by somebody else`,
      amount: 120.5,
      reverses: entry.id,
      reversed_by: null,
      author: { id: book.treasurer.id },
      postings: [
        { account: "social_welfare", debit_amount: 0, credit_amount: 120.5 },
        { account: "bank", debit_amount: 120.5, credit_amount: 0 },
      ],
    });
    expect(await balances()).toEqual(before);
    const { entries } = (await book.read("entries/?account=social_welfare")).body;
    expect(entries.map(({ id, reversed_by }: Json) => [id, reversed_by])).toEqual([
      [answer.body.entry.id, null],
      [entry.id, answer.body.entry.id],
    ]);
  });

  test("of a dividend payment, then of its declaration", async () => {
    const declared = await book.posted("dividend_declaration", { amount: 300 });
    const paid = await book.posted("dividend_payment", {
      amount: 100,
      declaration_id: declared.source.id,
    });
    const refused = await book.reverse(declared.id);
    expect(refused.status).toBe(400);
    expect(refused.body.detail).toContain("Reverse those payments first");
    expect((await book.reverse(paid.id)).status).toBe(201);
    const [open] = (await book.ledger()).declarations;
    expect(open).toMatchObject({ id: declared.source.id, rem_amount: 300 });
    expect((await book.reverse(declared.id)).status).toBe(201);
    expect((await book.ledger()).declarations).toEqual([]);
    const late = await book.post("dividend_payment", {
      amount: 1,
      declaration_id: declared.source.id,
    });
    expect(late.status).toBe(400);
    expect(late.body.errors.declaration_id[0]).toContain("reversed");
  });

  test("of a redemption, then of its deposit", async () => {
    const before = await balances();
    const opened = await deposit(400);
    const redeemed = await book.posted("redeem_fixed_deposit", {
      amount: 150,
      interest_earned: 5,
      deposit_id: opened.source.id,
    });
    expect((await book.reverse(opened.id)).body.detail).toContain(
      "Reverse those redemptions first",
    );
    expect((await book.reverse(redeemed.id)).status).toBe(201);
    expect((await book.ledger()).fixed_deposits).toMatchObject([
      { id: opened.source.id, amount: 400 },
    ]);
    expect((await book.reverse(opened.id)).status).toBe(201);
    expect((await book.ledger()).fixed_deposits).toEqual([]);
    const late = await book.post("redeem_fixed_deposit", {
      amount: 1,
      interest_earned: 0,
      deposit_id: opened.source.id,
    });
    expect(late.body.errors.deposit_id[0]).toContain("reversed");
    expect(await balances()).toEqual(before);
  });

  test("of a fine takes it off what the member owes", async () => {
    const before = await balances();
    const entry = await fine(70);
    expect((await book.reverse(entry.id)).status).toBe(201);
    expect(await balances()).toEqual(before);
    const { body } = await group.api("GET", "/api/accounting/get_user_fines/", {
      token: book.member.token,
    });
    expect(body.unpaid_fines).toBe(0);
    expect(body.fines[0]).toMatchObject({ amount: 70, outstanding: 0 });
  });

  test.each(["investment", "goodwill"])("of an %s brings the money back", async (type) => {
    const before = await balances();
    const entry = await book.posted(type, { amount: 33.33 });
    expect((await book.reverse(entry.id)).status).toBe(201);
    expect(await balances()).toEqual(before);
  });
});

describe("an entry is not reversed", () => {
  test("twice, nor a reversal at all", async () => {
    const entry = await book.posted("goodwill", { amount: 1 });
    const reversal = (await book.reverse(entry.id)).body.entry;
    const again = await book.reverse(entry.id);
    expect(again.status).toBe(400);
    expect(again.body.detail).toContain(`already reversed by entry ${reversal.id}`);
    const back = await book.reverse(reversal.id);
    expect(back.status).toBe(400);
    expect(back.body.detail).toContain("itself a reversal");
  });

  test("when it belongs to an approved payment", async () => {
    await approvedPayment(
      book.member,
      {
        pay: "/api/finances/monthly-contribution/",
        approvals: "/api/finances/monthly-contribution-approval/",
        field: "contribution",
        id: "contribution_id",
      },
      {
        amount_paid: 1000,
        contribution_month: "2026-03-01",
        payment_date: "2026-03-16",
        payment_Reference_Code: "QWERTY1",
      },
    );
    const [entry] = (await book.read("entries/?account=monthly_contribution")).body.entries;
    expect(entry.type).toBe("contribution");
    const answer = await book.reverse(entry.id);
    expect(answer.status).toBe(400);
    expect(answer.body.detail).toContain("both offices approved");
  });

  test("when it is a fine that is paid in part", async () => {
    const entry = await fine(50);
    await approvedPayment(
      book.member,
      {
        pay: "/api/finances/pay-fine/",
        approvals: "/api/finances/fine-payment-approval/",
        field: "fine_payment",
        id: "payment_id",
      },
      { amount_paid: 20, payment_Reference_Code: "FINE-1" },
    );
    const answer = await book.reverse(entry.id);
    expect(answer.status).toBe(400);
    expect(answer.body.detail).toContain("already paid");
  });

  test("when the bank would go below zero", async () => {
    const income = await book.posted("other_income", { amount_paid: 500 });
    const spent = await book.posted("investment", { amount: (await balances()).bank - 499.99 });
    const refused = await book.reverse(income.id);
    expect(refused.body.detail).toContain("bank balance is too low");
    expect(refused.status).toBe(400);
    const opened = await deposit(400);
    const redeemed = await book.posted("redeem_fixed_deposit", {
      amount: 400,
      interest_earned: 100,
      deposit_id: opened.source.id,
    });
    const again = await book.posted("expense", { category: "other_expense", amount: 200 });
    expect((await book.reverse(redeemed.id)).body.detail).toContain("bank balance is too low");
    for (const { id } of [again, spent, redeemed, income])
      expect((await book.reverse(id)).status).toBe(201);
  });

  test("without the right, a reason, or the entry", async () => {
    const entry = await book.posted("goodwill", { amount: 1 });
    for (const by of [book.member, book.chairperson, book.secGen, await group.pendingMember()]) {
      expect((await book.reverse(entry.id, { by })).status).toBe(403);
      expect((await book.reverse(999_999, { by })).status).toBe(403);
    }
    const path = `/api/accounting/reverse_entry/${entry.id}/`;
    expect((await group.api("POST", path, { body: {} })).status).toBe(401);
    for (const id of [999_999, 0, "abc", "1.5", "99999999999"])
      expect((await book.reverse(id, { body: {} })).status).toBe(404);
    for (const body of [{}, { reason: "  " }, { reason: "x".repeat(501) }]) {
      const answer = await book.reverse(entry.id, { body });
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.body.errors)).toEqual(["reason"]);
    }
  });

  test("twice by two servers at once, and money is paid or taken back but not both", async () => {
    const other = await group.addServer();
    const entry = await book.posted("goodwill", { amount: 1 });
    const reversals = await Promise.all(
      [group.api, other.api, group.api, other.api].map((at) => book.reverse(entry.id, { at })),
    );
    expect(reversals.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 400, 400, 400,
    ]);

    const declared = await book.posted("dividend_declaration", { amount: 10 });
    const [reversed, paid] = await Promise.all([
      book.reverse(declared.id),
      book.post(
        "dividend_payment",
        { amount: 10, declaration_id: declared.source.id },
        { at: other.api },
      ),
    ]);
    expect([reversed.status, paid.status].toSorted((a, b) => a - b)).toEqual([201, 400]);
  });
});
