// Money out by M-PESA over HTTP on a real PostgreSQL, with Daraja in a box (OUT-1 to OUT-5).
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { askOf } from "#server/core/notices/settle-message.ts";
import { withClient } from "#server/db/primary.ts";
import { leaveRequests } from "#server/core/daraja/unsent-requests.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { type PayingGroup, PAYOUTS, startPayingGroup } from "#tests/support/mpesa-payouts.ts";
import { type Json, type TestGroup, usualStart } from "#tests/support/test-group.ts";

let paying: PayingGroup;
let group: TestGroup;
let books: Bookkeeping;

beforeAll(async () => {
  paying = await startPayingGroup({ members: 30 });
  ({ group, books } = paying);
});
// Sessions that a test left behind in time live again.
afterEach(() => group.backTo(usualStart));
// `verify` runs as it closes.
afterAll(() => paying.close());

const sentTo = (path: string) => paying.box.requests.filter((each) => each.path.includes(path));

/** The body of the newest payout request. */
const last = () => sentTo("b2c").at(-1)?.body;

async function noticesOf({ id }: { id: number }, event: string): Promise<number> {
  const { rows } = await sql<{ n: bigint }>`
    SELECT count(*) AS n FROM notices WHERE member_id = ${id} AND event = ${event}`.execute(
    group.db,
  );
  return Number(rows[0]?.n);
}

/** Lines with the receipt, and the entry that they are. */
async function linesOf(receipt: string) {
  const { rows } = await sql<Json>`
    SELECT l.amount_cents::int AS cents, l.state, l.live, a.name AS account, e.source_kind, e.source_id
      FROM statement_lines l JOIN statement_accounts a ON a.id = l.account_id
      LEFT JOIN statement_matches m ON m.line_id = l.id AND m.undone_at IS NULL LEFT JOIN entries e ON e.id = m.entry_id
     WHERE l.reference_key = ${receipt}`.execute(group.db);
  return rows;
}

describe("a loan is paid out", () => {
  test("once the other office agrees: its line out is matched with the entry of its approval", async () => {
    const { member, id, amount } = await paying.lent(1500);
    const before = sentTo("b2c").length;
    const proposed = await paying.propose({ kind: "loan", id, amount_seen: amount });
    expect(proposed.status).toBe(201);
    expect(proposed.body.payout).toMatchObject({
      kind: "loan",
      item_id: id,
      member: { id: member.id },
      phone: expect.stringMatching(/^07•• ••• \d{3}$/),
      amount,
      state: "proposed",
      code: null,
      receipt: null,
      reason: null,
      proposed_by: { id: books.treasurer.id },
      agreed_by: null,
      decided_at: null,
    });
    await paying.settle();
    expect(sentTo("b2c")).toHaveLength(before);
    const agreed = await paying.agree(proposed.body.payout.id, amount);
    expect([agreed.status, agreed.body.payout.state]).toEqual([200, "sending"]);
    await paying.settle();
    const payout = await paying.read(proposed.body.payout.id);
    expect(payout).toMatchObject({
      state: "paid",
      code: "0",
      sentence: "Paid.",
      receipt: expect.stringMatching(/^[A-Z0-9]{8,}$/),
      agreed_by: { id: books.secGen.id },
      decided_at: expect.any(String),
    });
    expect(await linesOf(payout.receipt)).toEqual([
      {
        cents: -150_000,
        state: "matched",
        live: "checked",
        account: "M-PESA 600999",
        source_kind: "loan",
        source_id: id,
      },
    ]);
    expect(await noticesOf(member, "mpesa_payout_paid")).toBe(1);
    const { rows } = await sql<{ phone: string }>`
      SELECT phone FROM members WHERE id = ${member.id}`.execute(group.db);
    const sent = sentTo("b2c").slice(before);
    expect(sent.map(({ path }) => path)).toEqual(["/mpesa/b2c/v3/paymentrequest"]);
    expect(sent[0]?.body).toMatchObject({
      CommandID: "BusinessPayment",
      Amount: 1500,
      PartyA: "600999",
      PartyB: rows[0]?.phone.slice(1),
      OriginatorConversationID: expect.any(String),
    });
    const again = await paying.propose({ kind: "loan", id, amount_seen: amount });
    expect(again.status).toBe(400);
  });

  test("by the result, however often and whenever it comes, once", async () => {
    const loan = await paying.lent(1600);
    paying.box.deliverResults(3);
    const id = await paying.agreed(loan);
    await paying.settle();
    paying.box.deliverResults(1);
    const { receipt, state } = await paying.read(id);
    expect([state, (await linesOf(receipt)).length]).toEqual(["paid", 1]);
    expect(await noticesOf(loan.member, "mpesa_payout_paid")).toBe(1);
  });

  test("of the Treasurer with the Chairperson in their place", async () => {
    const { id, amount } = await paying.lent(1700, books.treasurer);
    const body = { kind: "loan", id, amount_seen: amount };
    expect((await paying.propose(body)).status).toBe(403);
    const proposed = await paying.propose(body, books.chairperson);
    expect(proposed.status).toBe(201);
    const payoutId = proposed.body.payout.id;
    expect((await paying.agree(payoutId, amount, books.treasurer)).status).toBe(403);
    expect((await paying.agree(payoutId, amount, books.chairperson)).status).toBe(403);
    expect((await paying.agree(payoutId, amount)).status).toBe(200);
    await paying.settle();
    expect((await paying.read(payoutId)).state).toBe("paid");
  });
});

/** The entries that a payout's line out is. */
async function entriesOfLine(id: number, payoutId: number) {
  const { rows } = await sql<Json>`
    SELECT e.source_kind, e.purpose, m.reason, e.author_id,
           (SELECT sum(b.amount_cents)::int FROM postings b WHERE b.entry_id = e.id AND b.account = 'bank') AS bank
      FROM mpesa_payouts p JOIN statement_matches m ON m.line_id = p.out_line_id AND m.undone_at IS NULL
      JOIN entries e ON e.id = m.entry_id
     WHERE p.id = ${payoutId} AND p.member_id = ${id} ORDER BY m.id`.execute(group.db);
  return rows;
}

/** What a settlement moved on the bank, and its cents. */
const partsOf = ({ cents }: { cents: bigint }) => [-Number(cents), Number(cents % 100n)];

describe("of a settlement with cents the whole shillings are paid out (OUT-7)", () => {
  test("and the cents become other income once it is paid, and both entries are the line", async () => {
    const left = await paying.left(1500.37);
    const cents = Number(left.cents % 100n);
    expect(cents).toBeGreaterThan(0);
    const due = await group.api("GET", "/api/mpesa/payouts/due/", { token: books.secGen.token });
    expect(JSON.stringify(due.body)).toContain(`"amount":${left.amount},`);
    const whole = { kind: "exit", id: left.id, amount_seen: Number(left.cents) / 100 };
    const seen = await paying.propose(whole);
    expect([seen.status, Object.keys(seen.body.errors)]).toEqual([400, ["amount_seen"]]);
    const id = await paying.agreed(left);
    expect(await entriesOfLine(left.id, id)).toEqual([]);
    await paying.settle();
    const { receipt, state, amount } = await paying.read(id);
    expect([state, amount]).toEqual(["paid", left.amount]);
    expect(last().Amount).toBe(left.amount);
    expect(await entriesOfLine(left.id, id)).toEqual([
      {
        source_kind: "settlement",
        purpose: "clearing",
        reason: "reference",
        author_id: books.treasurer.id,
        bank: -Number(left.cents),
      },
      {
        source_kind: "ledger_entry",
        purpose: "other_income",
        reason: "cents",
        author_id: books.secGen.id,
        bank: cents,
      },
    ]);
    // A person sees one line that is the settlement.
    const shown = (await paying.lines()).filter((line: Json) => line.reference === receipt);
    expect(shown).toEqual([
      expect.objectContaining({
        amount: -left.amount,
        state: "matched",
        match: expect.objectContaining({ kind: "entry", reason: "Same reference and amount" }),
      }),
    ]);
  });

  test("and if M-PESA refuses, nothing is posted", async () => {
    const left = await paying.left(1200.5);
    paying.box.next("b2c", { status: 500, body: { errorCode: "500.003.02" } });
    const id = await paying.agreed(left);
    await paying.settle();
    expect((await paying.read(id)).state).toBe("refused");
    const { rows } = await sql`
      SELECT FROM mpesa_payouts WHERE id = ${id} AND cents_entry_id IS NOT NULL`.execute(group.db);
    expect(rows).toEqual([]);
    const again = await paying.agreed(left);
    await paying.settle();
    expect((await paying.read(again)).state).toBe("paid");
    expect((await entriesOfLine(left.id, again)).map(({ bank }) => bank)).toEqual(partsOf(left));
  });

  test("and undoing the match undoes both, and reversing the entry of the cents leaves the settlement's", async () => {
    const paidOut = async () => {
      const left = await paying.left(1100.25);
      const id = await paying.agreed(left);
      await paying.settle();
      const { receipt } = await paying.read(id);
      const line = (await paying.lines()).find((each: Json) => each.reference === receipt);
      return { left, id, line };
    };
    const first = await paidOut();
    const undo = `/api/statements/lines/${first.line.id}/unmatch/`;
    expect((await paying.post(books.treasurer, undo)).status).toBe(200);
    expect(await entriesOfLine(first.left.id, first.id)).toEqual([]);
    const second = await paidOut();
    const { rows } = await sql<{ id: number }>`
      SELECT cents_entry_id AS id FROM mpesa_payouts WHERE id = ${second.id}`.execute(group.db);
    const reversal = `/api/accounting/reverse_entry/${rows[0]!.id}/`;
    const reversed = await paying.post(books.treasurer, reversal, { reason: "Paid by hand" });
    expect(reversed.status).toBe(201);
    expect((await entriesOfLine(second.left.id, second.id)).map(({ bank }) => bank)).toEqual(
      partsOf(second.left).slice(0, 1),
    );
  });
});

describe("a payout is refused", () => {
  test("without M-PESA, its shortcode or the setting", async () => {
    const { group: off, books: others } = await startFoundedGroup({ members: 0 });
    const { token } = others.treasurer;
    const calls: [string, string, Json?][] = [
      ["POST", PAYOUTS, { kind: "loan", id: 1, amount_seen: 10 }],
      ["GET", PAYOUTS],
      ["POST", `${PAYOUTS}1/agree/`, { amount_seen: 10 }],
      ["POST", `${PAYOUTS}1/refuse/`, { reason: "No" }],
    ];
    for (const [method, path, body] of calls)
      expect((await off.api(method, path, { token, body })).status).toBe(400);
    await off.close();
    const loan = await paying.lent(1000);
    const change = (on: boolean) =>
      paying.post(books.chairperson, "/api/group/settings/", { mpesa_payouts: on });
    await change(false);
    const body = { kind: "loan", id: loan.id, amount_seen: loan.amount };
    expect((await paying.propose(body)).status).toBe(400);
    // The books have begun.
    const waits = await change(true);
    expect(waits.body.settings.mpesa_payouts).toBe(false);
    const { body: listed } = await group.api("GET", "/api/accounting/proposals/", {
      token: books.treasurer.token,
    });
    expect(listed.proposals[0].change).toEqual({
      setting: "mpesa_payouts",
      before: false,
      after: true,
    });
    const path = `/api/accounting/proposals/${listed.proposals[0].id}/agree/`;
    expect((await paying.post(books.treasurer, path)).status).toBe(200);
    expect((await paying.propose(body)).status).toBe(201);
  });

  test("to whoever holds neither office, and to the office that proposed it", async () => {
    const { member, id, amount } = await paying.lent(1100);
    const body = { kind: "loan", id, amount_seen: amount };
    expect((await paying.propose(body, member)).status).toBe(403);
    expect((await paying.propose(body, books.chairperson)).status).toBe(403);
    expect((await group.api("GET", PAYOUTS, { token: member.token })).status).toBe(403);
    const { payout } = (await paying.propose(body, books.secGen)).body;
    expect((await paying.agree(payout.id, amount, books.secGen)).status).toBe(403);
    expect((await paying.agree(payout.id, amount, books.chairperson)).status).toBe(403);
    expect((await paying.agree(payout.id, amount, member)).status).toBe(403);
    const other = await paying.agree(payout.id, amount + 1, books.treasurer);
    expect([other.status, Object.keys(other.body.errors)]).toEqual([400, ["amount_seen"]]);
    const ended = await paying.refuse(payout.id, books.treasurer, "Paid in cash");
    expect(ended.body.payout).toMatchObject({ state: "ended", reason: "Paid in cash" });
    expect((await paying.agree(payout.id, amount, books.treasurer)).status).toBe(400);
    expect((await paying.propose(body)).status).toBe(201);
  });

  test("of a loan that is not there, not active, too small, with cents, or to a new phone", async () => {
    expect((await paying.propose({ kind: "loan", id: 99_999, amount_seen: 1 })).status).toBe(404);
    expect((await paying.propose({ kind: "loan", id: "x", amount_seen: 1 })).status).toBe(400);
    const member = await books.member();
    await books.contribute(member, 3000);
    const waits = await books.applyForLoan(member, 500);
    const propose = (id: number, amount_seen: number) =>
      paying.propose({ kind: "loan", id, amount_seen });
    expect((await propose(waits, 500)).status).toBe(400);
    for (const amount of [9, 1000.5]) {
      const loan = await paying.lent(amount);
      expect((await propose(loan.id, amount)).status).toBe(400);
    }
    const loan = await paying.lent(1200);
    const seen = await propose(loan.id, 1300);
    expect([seen.status, Object.keys(seen.body.errors)]).toEqual([400, ["amount_seen"]]);
    await paying.post(loan.member, "/api/user/profile/", {
      phone: "0711999888",
      current_password: loan.member.password,
    });
    const confirm = `/api/user/confirm-phone/${loan.member.id}/`;
    expect((await paying.post(books.chairperson, confirm)).status).toBe(200);
    const tooNew = await propose(loan.id, 1200);
    expect([tooNew.status, tooNew.body.detail]).toEqual([400, expect.stringContaining("phone")]);
    group.clock.advanceMinutes(72 * 60);
    books.treasurer.token = await group.signIn(books.treasurer);
    expect((await propose(loan.id, 1200)).status).toBe(201);
  });

  test("of a second one for the loan while the first waits, is on its way, or was paid", async () => {
    const loan = await paying.lent(1250);
    const body = { kind: "loan", id: loan.id, amount_seen: loan.amount };
    const [one, two] = await Promise.all([paying.propose(body), paying.propose(body)]);
    expect([one.status, two.status].toSorted((a, b) => a - b)).toEqual([201, 400]);
  });
});

describe("M-PESA's word", () => {
  test("refuses it, the member hears, and it is proposed again with another id", async () => {
    const loan = await paying.lent(1300);
    paying.box.next("b2c", {
      status: 500,
      body: { errorCode: "500.003.02", errorMessage: "Busy" },
    });
    const id = await paying.agreed(loan);
    await paying.settle();
    expect(await paying.read(id)).toMatchObject({
      state: "refused",
      code: "500.003.02",
      sentence: "M-PESA is busy. Nothing was sent.",
    });
    expect(await noticesOf(loan.member, "mpesa_payout_refused")).toBe(1);
    const first = last();
    const second = await paying.agreed(loan);
    await paying.settle();
    expect((await paying.read(second)).state).toBe("paid");
    expect(last().OriginatorConversationID).not.toBe(first.OriginatorConversationID);
  });

  test("is lost: it is asked about and never sent again", async () => {
    const loan = await paying.lent(1400);
    const before = sentTo("b2c").length;
    paying.box.next("b2c", "lost");
    paying.box.deliverResults(0);
    const id = await paying.agreed(loan);
    await paying.settle();
    expect(await paying.read(id)).toMatchObject({ state: "unknown", decided_at: null });
    paying.box.deliverResults(1);
    await paying.pass(0.4);
    expect((await paying.read(id)).state).toBe("unknown");
    await paying.pass(0.2);
    const payout = await paying.read(id);
    expect(payout.state).toBe("paid");
    expect((await linesOf(payout.receipt)).map(({ state }) => state)).toEqual(["matched"]);
    expect(sentTo("b2c")).toHaveLength(before + 1);
    const asked = sentTo("transactionstatus").at(-1)?.body;
    expect(asked.OriginalConversationID).toBe(last().OriginatorConversationID);
  });

  test("never comes: officials hear after 10 minutes, and both offices refuse it after 3 days", async () => {
    const loan = await paying.lent(1450);
    paying.box.next("b2c", { status: 500, body: { errorCode: "500.002.1001" } });
    const id = await paying.agreed(loan);
    await paying.settle();
    expect(await paying.read(id)).toMatchObject({ state: "unknown", code: "500.002.1001" });
    const heard = await noticesOf(books.treasurer, "mpesa_payout_unknown");
    for (const minutes of [0.5, 1.5]) await paying.pass(minutes);
    expect(await noticesOf(books.treasurer, "mpesa_payout_unknown")).toBe(heard);
    await paying.pass(8);
    for (const by of [books.chairperson, books.treasurer, books.secGen])
      expect(await noticesOf(by, "mpesa_payout_unknown")).toBe(heard + 1);
    expect((await paying.refuse(id, books.treasurer)).status).toBe(400);
    const before = sentTo("transactionstatus").length;
    for (let hour = 0; hour < 72; hour++) await paying.pass(60);
    expect(sentTo("transactionstatus").length - before).toBe(71);
    for (const by of [books.chairperson, books.treasurer, books.secGen])
      by.token = await group.signIn(by);
    expect((await paying.read(id)).state).toBe("unknown");
    const first = await paying.refuse(id, books.treasurer, "Never came");
    expect([first.status, first.body.payout.state]).toEqual([200, "unknown"]);
    expect((await paying.refuse(id, books.treasurer)).status).toBe(400);
    expect((await paying.refuse(id, books.chairperson)).status).toBe(403);
    const both = await paying.refuse(id, books.secGen);
    expect(both.body.payout).toMatchObject({ state: "refused", reason: "Never came" });
    expect((await paying.propose({ kind: "loan", id: loan.id, amount_seen: 1450 })).status).toBe(
      201,
    );
  });

  test("is silence, or that it gave up waiting: it is unknown", async () => {
    paying.box.deliverResults("held");
    const id = await paying.agreed(await paying.lent(1460));
    await paying.settle();
    expect((await paying.read(id)).state).toBe("sent");
    await paying.pass(1.25);
    expect((await paying.read(id)).state).toBe("unknown");
    const other = await paying.agreed(await paying.lent(1470));
    await paying.settle();
    const { QueueTimeOutURL } = last();
    await paying.box.post(QueueTimeOutURL, {});
    await paying.settle();
    expect((await paying.read(other)).state).toBe("unknown");
    paying.box.deliverResults(1);
    await paying.box.release();
    await paying.settle();
    for (const each of [id, other]) expect((await paying.read(each)).state).toBe("paid");
  });

  test("of another amount decides nothing", async () => {
    paying.box.deliverResults(0);
    const id = await paying.agreed(await paying.lent(1480));
    await paying.settle();
    paying.box.deliverResults(1);
    const { ResultURL } = last();
    await paying.box.post(ResultURL, resultOf({ amount: 1481, receipt: "UKA1234567" }));
    await paying.settle();
    expect((await paying.read(id)).state).toBe("unknown");
    expect(await linesOf("UKA1234567")).toEqual([]);
    await paying.box.post(ResultURL, resultOf({ amount: 1480, receipt: "UKA7654321" }));
    await paying.box.post(ResultURL, resultOf({ amount: 1480, receipt: "UKA7654322" }));
    await paying.settle();
    expect(await paying.read(id)).toMatchObject({ state: "paid", receipt: "UKA7654321" });
  });

  test("on an older database is unknown for what was on its way", async () => {
    paying.box.deliverResults(0);
    const sent = await paying.agreed(await paying.lent(1485));
    await paying.settle();
    const queued = await paying.agreed(await paying.lent(1490));
    const before = sentTo("b2c").length;
    expect((await paying.read(sent)).state).toBe("sent");
    await withClient(group.connection, (client) => leaveRequests(askOf(client), group.clock.now()));
    await paying.settle();
    for (const each of [sent, queued]) expect((await paying.read(each)).state).toBe("unknown");
    expect(sentTo("b2c")).toHaveLength(before);
    paying.box.deliverResults(1);
  });
});

const resultOf = ({ amount, receipt }: { amount: number; receipt: string }) => ({
  Result: {
    ResultType: 0,
    ResultCode: 0,
    ResultDesc: "Done.",
    TransactionID: receipt,
    ResultParameters: { ResultParameter: [{ Key: "TransactionAmount", Value: amount }] },
  },
});
