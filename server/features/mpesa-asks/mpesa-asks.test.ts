// Pay now over HTTP on a real PostgreSQL, with Daraja in a box.
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { BoxTransaction } from "#demo/daraja/daraja-json.ts";
import { countMeanwhile } from "#tests/support/answered-meanwhile.ts";
import { startFoundedGroup, type Bookkeeping } from "#tests/support/founded-group.ts";
import { type AskingGroup, startAskingGroup } from "#tests/support/mpesa-asks.ts";
import { askInvariants } from "#server/verify/ask-invariants.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { paidIn, paybillStatement, uploadStatement } from "#tests/support/statements.ts";
import {
  type Json,
  runJobs,
  type TestGroup,
  type TestMember,
  usualStart,
} from "#tests/support/test-group.ts";

const CONTRIBUTION = { kind: "contribution", amount: 500, contribution_month: "2026-03-01" };

let asking: AskingGroup;
let group: TestGroup;
let books: Bookkeeping;

beforeAll(async () => {
  asking = await startAskingGroup({ members: 40 });
  ({ group, books } = asking);
});
// Sessions that a test left behind in time live again.
afterEach(() => group.clock.set(usualStart));
afterAll(() => asking.close());

const get = async (by: TestMember, path: string): Promise<Json> =>
  (await group.api("GET", path, { token: by.token })).body;
const post = (by: TestMember, path: string, body: Json = {}) =>
  group.api("POST", path, { token: by.token, body });
const advance = (seconds: number) => group.clock.advanceMinutes(seconds / 60);

/** Reports by hand what an ask is for. */
const report = (by: TestMember, payment_Reference_Code: string) =>
  post(by, "/api/finances/monthly-contribution/", {
    amount_paid: 500,
    contribution_month: "2026-03-01",
    payment_date: group.clock.now().toISOString(),
    payment_Reference_Code,
  });

/** The member's payments of all kinds with what the statements say of them. */
async function paymentsOf({ id }: TestMember) {
  const { rows } = await sql<{
    id: number;
    kind: string;
    reference: string;
    status: string;
    evidence: string;
  }>`
    SELECT p.id, p.kind, p.reference, p.status, e.state AS evidence
      FROM payments p, LATERAL evidence_of(p.id, p.reference_key, p.amount_cents, p.paid_on) e
     WHERE p.member_id = ${id} AND p.status <> 'rejected' ORDER BY p.id`.execute(group.db);
  return rows;
}

async function linesOf(receipt: string) {
  const { rows } = await sql<{ state: string; is_proved: boolean; amount_cents: bigint }>`
    SELECT state, is_proved, amount_cents FROM statement_lines WHERE reference_key = ${receipt}`.execute(
    group.db,
  );
  return rows;
}

async function noticesOf({ id }: { id: number }, event: string): Promise<number> {
  const { rows } = await sql<{ n: bigint }>`
    SELECT count(*) AS n FROM notices WHERE member_id = ${id} AND event = ${event}`.execute(
    group.db,
  );
  return Number(rows[0]?.n);
}

describe("what M-PESA does is shown", () => {
  test("to everybody signed in, with the own phone masked", async () => {
    const member = await books.member();
    const { rows } = await sql<{ reg_number: string }>`
      SELECT reg_number FROM members WHERE id = ${member.id}`.execute(group.db);
    expect(await get(member, "/api/mpesa/")).toEqual({
      live: true,
      asks: true,
      checks: true,
      payouts: false,
      pull: false,
      shortcode: "600610",
      till: null,
      phone: expect.stringMatching(/^07•• ••• \d{3}$/),
      account: rows[0]?.reg_number,
    });
    expect((await group.api("GET", "/api/mpesa/")).status).toBe(401);
  });

  test("as off without its settings, when every other call is refused", async () => {
    const { group: off, books: others } = await startFoundedGroup({ members: 1 });
    const member = await others.member();
    const { token } = member;
    expect((await off.api("GET", "/api/mpesa/", { token })).body).toEqual({
      live: false,
      asks: false,
      checks: false,
      payouts: false,
      pull: false,
      shortcode: null,
      till: null,
      phone: null,
      account: null,
    });
    const calls: [string, string, unknown?][] = [
      ["POST", "/api/mpesa/asks/", { ...CONTRIBUTION, loan_id: 1 }],
      ["GET", "/api/mpesa/asks/"],
      ["GET", "/api/mpesa/asks/1/"],
      ["POST", "/api/mpesa/asks/1/check/", {}],
      ["POST", "/api/mpesa/asks/1/end/", {}],
    ];
    for (const [method, path, body] of calls) {
      const answer = await off.api(method, path, { token, body });
      expect([path, answer.status]).toEqual([path, 400]);
    }
    await off.close();
  });
});

describe("an ask", () => {
  test("is answered at once, sent after it, paid, and one payment with its line", async () => {
    const member = await books.member();
    const answer = await asking.ask(member, CONTRIBUTION);
    expect(answer).toMatchObject({
      status: 201,
      body: {
        ask: {
          kind: "contribution",
          contribution_month: "2026-03-01",
          loan_id: null,
          amount: 500,
          state: "asked",
          code: null,
          sentence: "Enter your M-PESA PIN on your phone.",
          may_ask_again: false,
          receipt: null,
          payment: null,
          decided_at: null,
        },
      },
    });
    const { id } = answer.body.ask;
    await asking.settle();
    expect(await asking.read(member, id)).toMatchObject({ state: "waiting" });
    const sent = asking.box.requests.filter(({ path }) => path.includes("stkpush")).at(-1)!.body;
    expect(sent).toMatchObject({
      Amount: 500,
      AccountReference: expect.stringMatching(/^[A-Z0-9]{1,12}$/),
      TransactionType: "CustomerPayBillOnline",
      PartyB: "600610",
      PhoneNumber: expect.stringMatching(/^2547\d{8}$/),
    });
    expect(sent.TransactionDesc.length).toBeLessThanOrEqual(13);
    const { paid, phone } = await asking.answer(id, "pay", { times: 2 });
    const ask = await asking.read(member, id);
    expect(ask).toMatchObject({
      state: "paid",
      code: "0",
      sentence: "Paid.",
      receipt: paid!.receipt,
      payment: { kind: "contribution" },
    });
    expect(await paymentsOf(member)).toEqual([
      {
        id: ask.payment.id,
        kind: "contribution",
        reference: paid!.receipt,
        status: "pending",
        evidence: "confirmed",
      },
    ]);
    expect(await linesOf(paid!.receipt)).toEqual([
      { state: "matched", is_proved: true, amount_cents: 50_000n },
    ]);
    expect(await noticesOf(member, "payment_submitted")).toBe(1);
    // However late another word comes.
    await asking.post(phone, "cancel");
    expect(await asking.read(member, id)).toEqual(ask);
    for (const official of [books.treasurer, books.secGen]) {
      const path = `/api/finances/monthly-contribution-approval/${ask.payment.id}/`;
      expect((await post(official, path, { action: "approved" })).status).toBe(200);
    }
  });

  test("says what M-PESA says, in the reader's language, and whether to ask again", async () => {
    const member = await books.member();
    const id = await asking.asked(member, CONTRIBUTION);
    await asking.answer(id, "no_money");
    expect(await asking.read(member, id)).toMatchObject({
      state: "refused",
      code: "1",
      sentence: "There is not enough money in your M-PESA.",
      may_ask_again: true,
      decided_at: expect.any(String),
    });
    const swahili = await group.api("GET", `/api/mpesa/asks/${id}/`, {
      token: member.token,
      headers: { "Accept-Language": "sw" },
    });
    expect(swahili.body.ask.sentence).toBe("Huna pesa za kutosha kwenye M-PESA yako.");
    await asking.asked(member, CONTRIBUTION);
  });

  test("that Daraja refuses is refused, and one whose reply is lost is unknown", async () => {
    const [one, other] = [await books.member(), await books.member()];
    const busy = { requestId: "1", errorCode: "500.003.02", errorMessage: "System is busy" };
    asking.box.next("stkpush/", { status: 500, body: busy });
    const refused = await asking.asked(one, CONTRIBUTION);
    expect(await asking.read(one, refused)).toMatchObject({
      state: "refused",
      code: "500.003.02",
      sentence: "M-PESA is busy. Try again in a few minutes.",
      may_ask_again: true,
    });
    asking.box.next("stkpush/", "lost");
    const lost = await asking.asked(other, CONTRIBUTION);
    expect(await asking.read(other, lost)).toMatchObject({
      state: "unknown",
      may_ask_again: false,
    });
    await asking.answer(lost, "pay");
    expect(await asking.read(other, lost)).toMatchObject({ state: "paid" });
  });

  test("is unknown after 75 s of silence, notified after 2 minutes, and lapses after a day", async () => {
    const member = await books.member();
    const id = await asking.asked(member, CONTRIBUTION);
    advance(76);
    expect(await asking.read(member, id)).toMatchObject({
      state: "unknown",
      sentence: "We do not know yet whether you paid. Do not pay again before M-PESA answers.",
    });
    await asking.settle();
    expect(await noticesOf(member, "mpesa_unknown")).toBe(0);
    advance(60);
    await asking.settle();
    await asking.settle();
    expect(await noticesOf(member, "mpesa_unknown")).toBe(1);
    advance(86_400);
    await asking.settle();
    member.token = await group.signIn(member);
    expect(await asking.read(member, id)).toMatchObject({
      state: "lapsed",
      sentence: "M-PESA did not answer. If you paid, type the code.",
      may_ask_again: true,
    });
    await asking.answer(id, "pay");
    expect(await asking.read(member, id)).toMatchObject({ state: "paid" });
    expect(await paymentsOf(member)).toHaveLength(1);
  });

  test("may be ended after 3 minutes, and a payment wins all the same", async () => {
    const member = await books.member();
    const id = await asking.asked(member, CONTRIBUTION);
    const end = () => post(member, `/api/mpesa/asks/${id}/end/`);
    expect((await end()).status).toBe(400);
    expect((await asking.ask(member, CONTRIBUTION)).body.detail).toContain("already");
    advance(181);
    expect(await end()).toMatchObject({ status: 200, body: { ask: { state: "lapsed" } } });
    expect((await end()).status).toBe(400);
    await asking.asked(member, CONTRIBUTION);
    await asking.answer(id, "pay");
    expect(await asking.read(member, id)).toMatchObject({ state: "paid" });
  });

  test("that a server sends too late is not sent at all", async () => {
    const member = await books.member();
    const answer = await asking.ask(member, CONTRIBUTION);
    const before = asking.box.waiting().length;
    expect(answer.status).toBe(201);
    advance(90);
    await asking.settle();
    expect(asking.box.waiting()).toHaveLength(before);
    expect(await asking.read(member, answer.body.ask.id)).toMatchObject({
      state: "refused",
      code: "unreachable",
    });
  });

  test("pays a loan, and fines, by their own rules", async () => {
    const member = await books.member();
    await books.contribute(books.chairperson, 90_000);
    await books.contribute(member, 5_000);
    const loan = await books.lend(member, 1_000);
    await books.fine(member, 300);
    const other = await books.member();
    const wrong: [TestMember, Json, number][] = [
      [other, { kind: "loan_payment", amount: 100, loan_id: loan }, 404],
      [member, { kind: "loan_payment", amount: 100 }, 400],
      [member, { kind: "loan_payment", amount: 1_101, loan_id: loan }, 400],
      [member, { kind: "fine_payment", amount: 301 }, 400],
      [member, { kind: "contribution", amount: 100 }, 400],
      [member, { ...CONTRIBUTION, contribution_month: "2036-01-01" }, 400],
      [member, { ...CONTRIBUTION, amount: 0 }, 400],
      [member, { ...CONTRIBUTION, amount: 250_001 }, 400],
      [member, { ...CONTRIBUTION, amount: 99.5 }, 400],
      [member, { ...CONTRIBUTION, kind: "gift" }, 400],
    ];
    for (const [by, body, status] of wrong)
      expect([body, (await asking.ask(by, body)).status]).toEqual([body, status]);
    const tooMuch = await asking.ask(member, { kind: "fine_payment", amount: 301 });
    expect(Object.keys(tooMuch.body.errors)).toEqual(["amount"]);
    const ids = [
      await asking.asked(member, { kind: "loan_payment", amount: 400, loan_id: loan }),
      await asking.asked(member, { kind: "fine_payment", amount: "300" }),
    ];
    for (const id of ids) await asking.answer(id, "pay");
    expect((await paymentsOf(member)).slice(1)).toMatchObject([
      { kind: "loan_payment", evidence: "confirmed" },
      { kind: "fine_payment", evidence: "confirmed" },
    ]);
    expect(await get(member, "/api/mpesa/asks/?page=1&page_size=1")).toMatchObject({
      asks: [{ id: ids[1], payment: { kind: "fine_payment" } }],
      count: 2,
    });
  });

  test("is of its member and the officials only, and at most six are made in an hour", async () => {
    const [member, other] = [await books.member(), await books.member()];
    const id = await asking.asked(member, CONTRIBUTION);
    const path = `/api/mpesa/asks/${id}/`;
    expect((await group.api("GET", path, { token: other.token })).status).toBe(404);
    expect((await group.api("GET", path, { token: books.secGen.token })).status).toBe(200);
    for (const action of ["check", "end"])
      expect((await post(books.secGen, `${path}${action}/`)).status).toBe(404);
    const list = `/api/mpesa/asks/?member_id=${member.id}`;
    expect((await group.api("GET", list, { token: other.token })).status).toBe(403);
    expect(await get(books.treasurer, list)).toMatchObject({ count: 1, asks: [{ id }] });
    await asking.answer(id, "cancel");
    for (let more = 1; more < 6; more++)
      await asking.answer(await asking.asked(member, CONTRIBUTION), "cancel");
    const seventh = await asking.ask(member, CONTRIBUTION);
    expect(seventh.status).toBe(429);
    expect(Number(seventh.headers.get("retry-after"))).toBeGreaterThan(3_500);
    advance(3_601);
    member.token = await group.signIn(member);
    expect((await asking.ask(member, CONTRIBUTION)).status).toBe(201);
  });

  test("is one, when the same press arrives twice, or two tabs ask at once", async () => {
    const [one, other] = [await books.member(), await books.member()];
    const headers = { "Idempotency-Key": "one-press" };
    const first = await asking.ask(one, CONTRIBUTION, headers);
    expect((await asking.ask(one, CONTRIBUTION, headers)).body).toEqual(first.body);
    const tabs = await Promise.all([1, 2, 3].map(() => asking.ask(other, CONTRIBUTION)));
    expect(tabs.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400, 400]);
  });
});

describe("a question to M-PESA", () => {
  test("of the member's own says what became of the ask, but not twice in 20 s", async () => {
    const member = await books.member();
    const id = await asking.asked(member, CONTRIBUTION);
    const check = async () => {
      // The question may be due only after a look for what is due.
      const { result } = await countMeanwhile(
        () => post(member, `/api/mpesa/asks/${id}/check/`),
        () => asking.settle(),
      );
      await asking.settle();
      return result;
    };
    expect(await check()).toMatchObject({ status: 200, body: { ask: { state: "waiting" } } });
    const second = await post(member, `/api/mpesa/asks/${id}/check/`);
    expect([second.status, second.headers.get("retry-after")]).toEqual([429, "20"]);
    const phone = await asking.phoneOf(id);
    await asking.box.answer(phone.checkoutId, "wrong_pin", { result: 0, confirmed: 0 });
    advance(21);
    expect(await check()).toMatchObject({ status: 200, body: { ask: { code: "2001" } } });
  });

  test("brings a payment without a receipt, which the line or the typed code then brings", async () => {
    const [one, other] = [await books.member(), await books.member()];
    const ids = [await asking.asked(one, CONTRIBUTION), await asking.asked(other, CONTRIBUTION)];
    const paid = [];
    for (const id of ids) {
      const phone = await asking.phoneOf(id);
      paid.push(await asking.box.answer(phone.checkoutId, "pay", { result: 0, confirmed: 0 }));
    }
    advance(31);
    await asking.settle();
    expect(await asking.read(one, ids[0]!)).toMatchObject({
      state: "paid",
      receipt: null,
      payment: null,
    });
    const { account_reference } = await asking.row(ids[0]!);
    const at = new Date(paid[0]!.at.getTime() + 3 * 3_600_000).toISOString();
    const file = paybillStatement({
      opening: 0n,
      from: at.slice(0, 10),
      to: at.slice(0, 10),
      movements: [
        paidIn(paid[0]!.receipt, at.slice(0, 19).replace("T", " "), 500, account_reference),
      ],
    });
    const { id: accountId } = await group.db
      .selectFrom("statement_accounts")
      .select("id")
      .where("number", "=", asking.settings.shortcode)
      .executeTakeFirstOrThrow();
    const fields = { account_id: String(accountId) };
    const uploaded = await uploadStatement(group, { token: books.treasurer.token, file, fields });
    expect(uploaded.status).toBe(201);
    await runJobs(group);
    expect(await asking.read(one, ids[0]!)).toMatchObject({ receipt: paid[0]!.receipt });
    expect(await paymentsOf(one)).toMatchObject([{ evidence: "confirmed" }]);
    const typed = await report(other, paid[1]!.receipt);
    expect(typed.status).toBe(201);
    await runJobs(group);
    expect(await asking.read(other, ids[1]!)).toMatchObject({
      receipt: paid[1]!.receipt,
      payment: { id: typed.body.contribution.contribution_id },
    });
    expect(await paymentsOf(other)).toHaveLength(1);
  });
});

/** What there is of an ask that became no payment, and the newest mail to the Treasurer. */
async function unplaced(member: TestMember, id: number, { receipt }: BoxTransaction) {
  const { state, receipt: shown, payment } = await asking.read(member, id);
  const [line, ...more] = await linesOf(receipt);
  const mails = await group.mailbox(books.treasurer.email);
  return {
    ask: { state, payment, hasReceipt: shown === receipt },
    line: { state: line?.state, isProved: line?.is_proved, others: more.length },
    notices: await noticesOf(member, "mpesa_unplaced"),
    mail: mails.at(-1)?.body,
  };
}

const unplacedFor = (reason: string) => ({
  ask: { state: "paid", payment: null, hasReceipt: true },
  line: { state: "open", isProved: true, others: 0 },
  notices: 1,
  mail: expect.stringContaining(reason),
});

describe("what was paid and cannot be recorded leaves its line open, and people are notified", () => {
  test("another amount", async () => {
    const member = await books.member();
    const id = await asking.asked(member, CONTRIBUTION);
    const { paid } = await asking.answer(id, "pay", { amount: 400 });
    expect(await unplaced(member, id, paid!)).toEqual(unplacedFor("KES 400.00 came"));
    expect(await paymentsOf(member)).toEqual([]);
  });

  test("a loan that was repaid meanwhile", async () => {
    const member = await books.member();
    await books.contribute(books.chairperson, 90_000);
    await books.contribute(member, 5_000);
    const loan = await books.lend(member, 1_000);
    const id = await asking.asked(member, { kind: "loan_payment", amount: 600, loan_id: loan });
    await books.repay(member, loan, 1_100);
    const { paid } = await asking.answer(id, "pay");
    expect(await unplaced(member, id, paid!)).toEqual(unplacedFor("cleared"));
  });

  test("a code that another member has claimed, whose claim then differs", async () => {
    const [member, other] = [await books.member(), await books.member()];
    const id = await asking.asked(member, CONTRIBUTION);
    const phone = await asking.phoneOf(id);
    const paid = await asking.box.answer(phone.checkoutId, "pay", { result: 0, confirmed: 0 });
    expect((await report(other, paid!.receipt)).status).toBe(201);
    await asking.post(phone, "pay", paid);
    expect(await unplaced(member, id, paid!)).toEqual(
      unplacedFor("Another member has reported this code"),
    );
    expect(await paymentsOf(other)).toMatchObject([{ evidence: "differs" }]);
  });
});

test("a code that the member typed first is this payment", async () => {
  const member = await books.member();
  const id = await asking.asked(member, CONTRIBUTION);
  const phone = await asking.phoneOf(id);
  const paid = await asking.box.answer(phone.checkoutId, "pay", { result: 0, confirmed: 0 });
  const typed = await report(member, paid!.receipt);
  await asking.post(phone, "pay", paid);
  await runJobs(group);
  const payment = { kind: "contribution", id: typed.body.contribution.contribution_id };
  expect(await asking.read(member, id)).toMatchObject({ receipt: paid!.receipt, payment });
  expect(await paymentsOf(member)).toMatchObject([{ id: payment.id, evidence: "confirmed" }]);
});

describe("verify", () => {
  test("finds all of it sound", async () => {
    expect((await verifyBooks(group.db)).breaches).toEqual([]);
  });

  test.each([
    [
      "another receipt",
      "UPDATE mpesa_asks SET receipt = 'UZ11AAAAAA' WHERE id = $",
      "paid-asks-have-their-line",
    ],
    [
      "another member",
      "UPDATE mpesa_asks SET member_id = member_id + 1 WHERE id = $",
      "asks-become-their-own-payment",
    ],
    [
      "another amount",
      "UPDATE mpesa_asks SET amount_cents = amount_cents + 100 WHERE id = $",
      "asks-as-audited",
    ],
    [
      "another end",
      "UPDATE mpesa_asks SET payment_id = NULL, problem = '{}' WHERE id = $",
      "asks-as-audited",
    ],
    [
      "no receipt",
      "UPDATE mpesa_asks SET payment_id = NULL, receipt = NULL WHERE id = $",
      "asks-as-audited",
    ],
    ["nothing left", "DELETE FROM mpesa_asks WHERE id = $", "asks-as-audited"],
  ])("notices %s of a paid ask", async (_what, tamper, invariant) => {
    const { id } = await group.db
      .selectFrom("mpesa_asks")
      .select("id")
      .where("payment_id", "is not", null)
      .where("is_typed", "=", false)
      .orderBy("id")
      .limit(1)
      .executeTakeFirstOrThrow();
    const transaction = await group.db.startTransaction().execute();
    await sql`SET LOCAL session_replication_role = replica`.execute(transaction);
    await sql.raw(tamper.replace("$", String(id))).execute(transaction);
    const noticing: string[] = [];
    for (const { name, sql: query } of askInvariants)
      if ((await sql.raw(query).execute(transaction)).rows.length > 0) noticing.push(name);
    await transaction.rollback().execute();
    expect(noticing).toContain(invariant);
  });

  test.each([
    ["UPDATE mpesa_asks SET state = 'refused' WHERE state = 'paid'", /paid for good/],
    ["UPDATE mpesa_asks SET receipt = 'UZ11AAAAAA' WHERE receipt IS NOT NULL", /paid for good/],
    ["UPDATE mpesa_asks SET amount_cents = 100", /as it was written/],
    ["DELETE FROM mpesa_asks", /append-only/],
  ])("is not needed for what the database refuses: %s", async (statement, why) => {
    await expect(sql.raw(statement).execute(group.db)).rejects.toThrow(why);
  });
});
