// A payment that came by mistake goes back by M-PESA (OUT-6): over HTTP on a real PostgreSQL, with Daraja in a box.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { sql } from "kysely";
import { type PayingGroup, startPayingGroup } from "#tests/support/mpesa-payouts.ts";
import { type Json, usualStart } from "#tests/support/test-group.ts";

let paying: PayingGroup;

beforeAll(async () => {
  paying = await startPayingGroup({ members: 3, env: { MPESA_PAYOUT_SHORTCODE: "" } });
});
afterEach(() => paying.group.backTo(usualStart));
// `verify` runs as it closes.
afterAll(() => paying.close());

const REASON = "Paid to the wrong paybill";

const lineOf = async (receipt: string): Promise<Json> =>
  (await paying.lines()).find(({ reference }: Json) => reference === receipt);

const proposeFor = (line: Json, more: Json = {}, by = paying.books.treasurer) =>
  paying.propose(
    { kind: "return", id: line.id, amount_seen: line.amount, reason: REASON, ...more },
    by,
  );

const reversals = () => paying.box.requests.filter(({ path }) => path.includes("reversal"));

test("both offices give it back, with a reason: its two lines cancel out, and nothing is posted", async () => {
  const line = await paying.strayed(700);
  const { count } = await entries();
  const proposed = await proposeFor(line);
  expect(proposed.body.payout).toMatchObject({
    kind: "return",
    item_id: line.id,
    member: null,
    phone: null,
    amount: 700,
    state: "proposed",
    reason: REASON,
  });
  const { id } = proposed.body.payout;
  expect((await paying.agree(id, 700, paying.books.treasurer)).status).toBe(403);
  expect((await paying.agree(id, 700)).body.payout.state).toBe("sending");
  await paying.settle();
  const payout = await paying.read(id);
  expect(payout).toMatchObject({ state: "paid", code: "0", receipt: expect.any(String) });
  expect(reversals().at(-1)?.body).toMatchObject({
    CommandID: "TransactionReversal",
    TransactionID: line.reference,
    Amount: 700,
    RecieverIdentifierType: "11",
  });
  expect(await lineOf(line.reference)).toMatchObject({ state: "ignored", amount: 700 });
  expect(await lineOf(payout.receipt)).toMatchObject({ state: "ignored", amount: -700 });
  expect((await entries()).count).toBe(count);
  expect((await proposeFor(line)).status).toBe(400);
});

async function entries(): Promise<{ count: number }> {
  const { rows } = await sql<{
    count: number;
  }>`SELECT count(*)::int AS count FROM entries`.execute(paying.group.db);
  return rows[0]!;
}

test("it is refused without a reason, with another amount, of a line that is somebody's or not checked", async () => {
  const line = await paying.strayed(700);
  const without = await proposeFor(line, { reason: undefined });
  expect([without.status, Object.keys(without.body.errors)]).toEqual([400, ["reason"]]);
  const other = await proposeFor(line, { amount_seen: 701 });
  expect([other.status, Object.keys(other.body.errors)]).toEqual([400, ["amount_seen"]]);
  expect((await proposeFor(line, {}, paying.books.chairperson)).status).toBe(403);
  expect((await proposeFor({ ...line, id: 99_999 })).status).toBe(404);
  const member = await paying.books.member();
  const { receipt } = (await paying.box.payBill({ amount: 800, account: "X" }))!;
  await paying.settle();
  const claimed = await paying.post(member, "/api/finances/monthly-contribution/", {
    amount_paid: 800,
    contribution_month: "2026-03-01",
    payment_date: "2026-03-16",
    payment_Reference_Code: receipt,
  });
  expect(claimed.status).toBe(201);
  expect((await proposeFor(await lineOf(receipt))).status).toBe(400);
  paying.box.next("transactionstatus", "lost");
  const told = await paying.strayed(900);
  expect(told.live.checked_at).toBeNull();
  expect((await proposeFor(told)).status).toBe(400);
});

test("from the agreement on it is nobody's payment, and before that whoever claims it has it", async () => {
  const member = await paying.books.member();
  const claim = (reference: string) =>
    paying.post(member, "/api/finances/monthly-contribution/", {
      amount_paid: 1000,
      contribution_month: "2026-03-01",
      payment_date: "2026-03-16",
      payment_Reference_Code: reference,
    });
  const first = await paying.strayed(1000);
  const proposed = await proposeFor(first);
  expect((await claim(first.reference)).status).toBe(201);
  expect((await paying.agree(proposed.body.payout.id, 1000)).status).toBe(400);
  await paying.refuse(proposed.body.payout.id, paying.books.secGen);
  const second = await paying.strayed(1000);
  paying.box.deliverResults(0);
  const id = await paying.givenBack(second);
  expect((await claim(second.reference)).status).toBe(201);
  await paying.settle();
  expect((await paying.read(id)).state).toBe("sent");
  expect(await lineOf(second.reference)).toMatchObject({ state: "open" });
  const recorded = await paying.post(
    paying.books.treasurer,
    `/api/statements/lines/${second.id}/record/`,
    { kind: "contribution", member_id: member.id },
  );
  expect([recorded.status, recorded.body.detail]).toEqual([
    400,
    "Both offices gave this payment back by M-PESA.",
  ]);
  paying.box.deliverResults(1);
});

test("the member whom the line names is notified, once, with the code of the payment that went back", async () => {
  const member = await paying.books.member();
  const { reg_number: account } = await paying.group.db
    .selectFrom("members")
    .select("reg_number")
    .where("id", "=", member.id)
    .executeTakeFirstOrThrow();
  paying.box.deliverResults(2);
  const paid = (await paying.box.payBill({ amount: 600, account: account ?? "" }))!;
  await paying.settle();
  const id = await paying.givenBack(await lineOf(paid.receipt));
  expect(await returnedNotices(member.id)).toEqual([]);
  await paying.settle();
  paying.box.deliverResults(1);
  expect(await paying.read(id)).toMatchObject({ state: "paid", member: { id: member.id } });
  expect(await returnedNotices(member.id)).toEqual([paid.receipt]);
});

async function returnedNotices(memberId: number): Promise<unknown[]> {
  const { rows } = await sql<{ reference: unknown }>`
    SELECT facts ->> 'reference' AS reference FROM notices
     WHERE member_id = ${memberId} AND event = 'mpesa_returned'`.execute(paying.group.db);
  return rows.map(({ reference }) => reference);
}

test("what M-PESA refuses to give back is open again, and can be proposed again", async () => {
  const line = await paying.strayed(1100);
  paying.box.next("reversal", { status: 500, body: { errorCode: "500.003.02" } });
  const id = await paying.givenBack(line);
  await paying.settle();
  expect(await paying.read(id)).toMatchObject({
    state: "refused",
    sentence: "M-PESA is busy. Nothing was sent.",
  });
  expect(await lineOf(line.reference)).toMatchObject({ state: "open" });
  const again = await paying.givenBack(line);
  await paying.settle();
  expect((await paying.read(again)).state).toBe("paid");
});

test("one whose reply was lost is asked about by the payment's own receipt, and never sent again", async () => {
  const line = await paying.strayed(1200);
  const before = reversals().length;
  paying.box.deliverResults(0);
  paying.box.next("reversal", "lost");
  const id = await paying.givenBack(line);
  await paying.settle();
  expect((await paying.read(id)).state).toBe("unknown");
  paying.box.deliverResults(1);
  await paying.pass(0.6);
  const payout = await paying.read(id);
  expect([payout.state, payout.receipt]).toEqual(["paid", null]);
  expect(reversals()).toHaveLength(before + 1);
  const asked = paying.box.requests.findLast(({ path }) => path.includes("transactionstatus"))!;
  expect(asked.body.TransactionID).toBe(line.reference);
  expect(await lineOf(line.reference)).toMatchObject({ state: "open" });
});
