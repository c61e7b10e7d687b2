import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { safeParse } from "zod/v4/core";
import * as contract from "#contract/settlements.ts";
import { type Bookkeeping, startPreparedGroup } from "#tests/support/founded-group.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";

const DEBTS = "/api/accounting/baddebts/";
const RECOVER = "/api/accounting/baddebts/recover/";

let group: TestGroup;
let books: Bookkeeping;
let treasurer: TestMember;
let debtor: TestMember;
let loans: { older: number; newer: number };

// The debtor leaves owing 3,421.25: 121.25 on the older loan and 3,300 on the newer.
beforeEach(async () => {
  ({
    group,
    books,
    prepared: { debtor, loans },
  } = await startPreparedGroup("bad_debts", async (founded) => {
    const { books } = founded;
    const debtor = await books.member();
    await books.contribute(books.treasurer, 20_000);
    await books.contribute(debtor, 2_000);
    const loans = {
      older: await books.lend(debtor, 2_000),
      newer: await books.lend(debtor, 3_000, "emergency_loan"),
    };
    await exit(debtor, founded);
    return { debtor, loans };
  }));
  ({ treasurer } = books);
});

// The books hold after every test.
afterEach(async () => {
  const { breaches } = await verifyBooks(group.db);
  await group.close();
  if (breaches.length > 0) throw new Error(JSON.stringify(breaches));
});

async function exit(who: TestMember, at = { group, books }): Promise<void> {
  const { token } = at.books.treasurer;
  const path = `/api/accounting/settlement_preview/?member=${who.id}`;
  const { body: seen } = await at.group.api("GET", path, { token });
  const answer = await at.group.api("POST", "/api/accounting/exit_member/", {
    token,
    body: { ...seen, member_id: who.id },
  });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
}

const recover = (kes: unknown, by: TestMember = treasurer, who = debtor.id, headers = {}) =>
  group.api("POST", RECOVER, {
    token: by.token,
    body: { member_id: who, recovered_amount: kes },
    headers,
  });

const debts = (by: TestMember, query = "") => group.api("GET", DEBTS + query, { token: by.token });

const loanRow = (id: number) =>
  group.db
    .selectFrom("loans")
    .select(["status", "balance_cents"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

async function userOf(who: TestMember): Promise<Json> {
  const { body } = await group.api("GET", "/api/user/get_users", { token: treasurer.token });
  return body.users.find((user: Json) => user.id === who.id);
}

const countEntries = async () =>
  (
    await sql<{
      n: bigint;
    }>`SELECT count(*) AS n FROM entries WHERE source_kind = 'bad_debt_recovery'`.execute(group.db)
  ).rows[0]?.n;

describe("recovering a bad debt", () => {
  test("in parts splits 100/110 by the running total, oldest loan first, until the member is cleared", async () => {
    const first = await recover("121.26");
    expect(first.status).toBe(200);
    expect(safeParse(contract.recoverBadDebt.reply, first.body).success).toBe(true);
    expect(first.body).toMatchObject({
      detail: "Bad debt recovered successfully",
      debt: {
        member: { id: debtor.id },
        status: "open",
        principal: 2_999.99,
        interest_receivable: 300,
        outstanding: 3_299.99,
      },
    });
    expect(await loanRow(loans.older)).toEqual({ status: "cleared", balance_cents: 0n });
    expect(await loanRow(loans.newer)).toEqual({ status: "written_off", balance_cents: 329_999n });
    expect(await userOf(debtor)).toMatchObject({
      status: "dormant",
      has_cleared: false,
      bad_debt_outstanding: 3_299.99,
    });
    const { rows } = await sql<{ account: string; amount_cents: bigint; member_id: number }>`
      SELECT account, amount_cents, member_id FROM postings JOIN entries ON id = entry_id
       WHERE source_kind = 'bad_debt_recovery' ORDER BY line`.execute(group.db);
    expect(rows).toEqual([
      { account: "bank", amount_cents: 12_126n, member_id: debtor.id },
      { account: "bad_debt_recovery_income", amount_cents: -11_024n, member_id: debtor.id },
      { account: "exited_member_interest_income", amount_cents: -1_102n, member_id: debtor.id },
    ]);

    expect((await recover(1_000, books.secGen)).body.debt.outstanding).toBe(2_299.99);
    const last = await recover(2_299.99, books.chairperson);
    expect(last.body.debt).toMatchObject({
      status: "recovered",
      principal: 0,
      interest_receivable: 0,
      outstanding: 0,
    });
    expect(await loanRow(loans.newer)).toEqual({ status: "cleared", balance_cents: 0n });
    expect(await userOf(debtor)).toMatchObject({
      status: "cleared",
      has_cleared: true,
      bad_debt_outstanding: 0,
    });
    const { rows: income } = await sql<{ account: string; cents: bigint }>`
      SELECT account, sum(amount_cents)::bigint AS cents FROM postings
       WHERE account IN ('bad_debt_recovery_income', 'exited_member_interest_income')
       GROUP BY account ORDER BY account`.execute(group.db);
    expect(income).toEqual([
      { account: "bad_debt_recovery_income", cents: -311_023n },
      { account: "exited_member_interest_income", cents: -31_102n },
    ]);
    expect(await recover(1)).toMatchObject({
      status: 400,
      body: { detail: "There are no open bad debts for this member." },
    });
  });

  test("never takes more than is outstanding", async () => {
    expect(await recover(3_421.26)).toMatchObject({
      status: 400,
      body: {
        detail: "Only KES 3,421.25 of this bad debt is outstanding.",
        errors: { recovered_amount: [expect.any(String)] },
      },
    });
    expect((await recover(3_421.25)).body.debt.status).toBe("recovered");
  });

  test("two at once take what is outstanding once", async () => {
    const second = await group.addServer();
    const body = { member_id: debtor.id, recovered_amount: 2_000 };
    const answers = await Promise.all([
      recover(2_000),
      second.api("POST", RECOVER, { token: books.secGen.token, body }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    expect((await debts(treasurer)).body.debts[0].outstanding).toBe(1_421.25);
  });

  test("many small ones at once each count", async () => {
    const second = await group.addServer();
    const body = { member_id: debtor.id, recovered_amount: 10.01 };
    const send = async (number: number): Promise<number> => {
      const headers = { "Idempotency-Key": `small-${number}` };
      const to = number % 2 === 0 ? group : second;
      const { status } = await to.api("POST", RECOVER, { token: treasurer.token, body, headers });
      // The server refuses a request that waits three seconds for a lock. A client sends it again.
      return status === 503 ? send(number) : status;
    };
    const statuses = await Promise.all(Array.from({ length: 20 }, (_, number) => send(number)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((await debts(treasurer)).body.debts[0].outstanding).toBe(3_221.05);
  });

  test("with one idempotency key counts once", async () => {
    const headers = { "Idempotency-Key": "recover-1" };
    const first = await recover(100, treasurer, debtor.id, headers);
    expect((await recover(100, treasurer, debtor.id, headers)).body).toEqual(first.body);
    expect((await recover(200, treasurer, debtor.id, headers)).status).toBe(400);
    expect(await countEntries()).toBe(1n);
  });

  test("is refused in the contract's order: 401, 403, 404, 400", async () => {
    expect((await group.api("POST", RECOVER, { body: {} })).status).toBe(401);
    const other = await books.member();
    expect((await recover(1, other)).status).toBe(403);
    expect((await recover(1, debtor)).status).toBe(403);
    expect((await recover("x", treasurer, 999_999)).status).toBe(404);
    for (const amount of [undefined, 0, -1, 0.001, "x", 1_000_000_000.01])
      expect((await recover(amount)).body.errors).toHaveProperty("recovered_amount");
    const { body } = await group.api("POST", RECOVER, { token: treasurer.token, body: {} });
    expect(Object.keys(body.errors).toSorted()).toEqual(["member_id", "recovered_amount"]);
    expect(await recover(1, treasurer, treasurer.id)).toMatchObject({
      status: 400,
      body: { detail: "You cannot recover your own bad debt. Another official must do it." },
    });
    expect((await recover(1, treasurer, other.id)).body.detail).toBe(
      "There are no open bad debts for this member.",
    );
  });
});

describe("the list of bad debts", () => {
  test("is everybody's to officials, and one's own to a member", async () => {
    const other = await books.member();
    await books.contribute(other, 1_000);
    await books.lend(other, 2_000);
    await exit(other);
    const all = await debts(books.secGen);
    expect(safeParse(contract.getBadDebts.reply, all.body).success).toBe(true);
    expect(all.body).not.toHaveProperty("member_id");
    expect(all.body.debts.map((debt: Json) => debt.member.id)).toEqual([other.id, debtor.id]);
    expect((await debts(treasurer, "?page=2&page_size=1")).body).toMatchObject({
      count: 2,
      debts: [{ member: { id: debtor.id } }],
    });
    const one = await debts(treasurer, `?member=${debtor.id}`);
    expect(one.body).toMatchObject({ member_id: debtor.id, debts: [{ outstanding: 3_421.25 }] });

    const own = await debts(debtor);
    expect(own.body).toEqual({ debts: one.body.debts });
    expect((await debts(debtor, `?member=${debtor.id}`)).body).toEqual(one.body);
    expect((await debts(debtor, `?member=${other.id}`)).status).toBe(403);
    expect((await debts(debtor, "?page=1")).body).toMatchObject({ count: 1 });
    const free = await books.member();
    expect((await debts(free)).body).toEqual({ debts: [] });
    expect((await debts(treasurer, `?member=${free.id}`)).body).toEqual({
      member_id: free.id,
      debts: [],
    });
  });

  test("needs a session, and a member that exists", async () => {
    expect((await group.api("GET", DEBTS)).status).toBe(401);
    expect((await debts(treasurer, "?member=999999")).status).toBe(404);
    expect((await debts(treasurer, "?member=x")).body.errors).toHaveProperty("member");
  });
});

test("what is recovered never shrinks, and every recovery has its entry", async () => {
  const { id } = await group.db.selectFrom("bad_debts").select("id").executeTakeFirstOrThrow();
  await recover(10);
  const lower = group.db.updateTable("bad_debts").set({ recovered_cents: 0n }).execute();
  await expect(lower).rejects.toThrow("cannot be changed so");
  await expect(group.db.deleteFrom("bad_debt_recoveries").execute()).rejects.toThrow("append-only");
  const insert = group.db
    .insertInto("bad_debt_recoveries")
    .values({
      bad_debt_id: id,
      amount_cents: 11n,
      principal_cents: 10n,
      interest_cents: 1n,
      recovered_by: treasurer.id,
      recovered_at: group.clock.now(),
    })
    .execute();
  await expect(insert).rejects.toMatchObject({ constraint: "recovery_posted" });
});
