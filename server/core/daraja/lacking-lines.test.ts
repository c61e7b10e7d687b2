// Statements beside what M-PESA itself says: the reconciliation rests on statements alone, and what whole ones lack is missing.
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#server/db/connection.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { startLiveGroup, type LiveGroup } from "#tests/support/mpesa.ts";
import { charged, paidIn, paybillStatement, uploadStatement } from "#tests/support/statements.ts";
import type { Json, TestMember } from "#tests/support/test-group.ts";
import { ensureLiveAccount } from "./live-account.ts";

const LIST = "/api/finances/monthly-contribution-approval/";

let live: LiveGroup;
let member: TestMember;
beforeAll(async () => {
  live = await startLiveGroup();
  member = await live.group.activeMember(live.books.chairperson, { RegNo: "R/004" });
  await inTransaction(live.group.db, (tx) =>
    ensureLiveAccount(tx, live.settings, live.group.clock.now()),
  );
  // Days before the first payment, so that there is a day to reconcile.
  await upload({
    opening: 0n,
    from: "2026-02-01",
    to: "2026-03-15",
    movements: others("2026-02-10"),
  });
});
afterAll(() => live.close());

async function upload(statement: Parameters<typeof paybillStatement>[0]): Promise<void> {
  const { id } = await live.group.db
    .selectFrom("statement_accounts")
    .select("id")
    .executeTakeFirstOrThrow();
  const { status } = await uploadStatement(live.group, {
    token: live.books.treasurer.token,
    file: paybillStatement(statement),
    fields: { account_id: String(id) },
  });
  // 200: it adds no line.
  expect(status).toBeLessThan(202);
}

let number = 0;
/** What nobody in these tests looks at: a shilling that comes, and goes as a charge. */
function others(day: string) {
  const receipt = `UAA000000${++number}`;
  const at = `${day} 08:00:00`;
  return [paidIn(receipt, at, 1, "nobody"), charged(receipt, at, 1)];
}

async function signInAgain(): Promise<void> {
  for (const person of [member, live.books.chairperson, live.books.treasurer, live.books.secGen])
    person.token = await live.group.signIn(person);
}

/** Paid, checked by M-PESA, and the member's contribution. */
async function payAndClaim(kes: number): Promise<{ receipt: string; id: number }> {
  const { receipt } = (await live.box.payBill({ amount: kes, account: "R/004" }))!;
  await live.settle();
  const { status, body } = await live.group.api("POST", "/api/finances/monthly-contribution/", {
    token: member.token,
    body: {
      amount_paid: kes,
      contribution_month: "2026-03-01",
      payment_date: "2026-03-16",
      payment_Reference_Code: receipt,
    },
  });
  expect(status).toBe(201);
  return { receipt, id: body.contribution.contribution_id };
}

async function approve(id: number): Promise<void> {
  for (const { token } of [live.books.treasurer, live.books.secGen]) {
    const body = { action: "approved" };
    expect((await live.group.api("POST", `${LIST}${id}/`, { token, body })).status).toBe(200);
  }
}

const evidenceOf = async (receipt: string): Promise<Json> => {
  const { body } = await live.group.api("GET", `${LIST}?page=1`, {
    token: live.books.treasurer.token,
  });
  return [
    body.pending_approvals.find((each: Json) => each.payment_Reference_Code === receipt)?.evidence,
    body.counts,
  ];
};

const reconcile = async (date: string): Promise<Json> => {
  const { body } = await live.group.api("GET", `/api/reconciliation/?date=${date}`, {
    token: live.books.treasurer.token,
  });
  return body;
};

const reports = async () =>
  (
    await live.group.db
      .selectFrom("notices")
      .select("member_id")
      .where("event", "=", "mpesa_lacking")
      .execute()
  ).length;

test("a line counts in the reconciliation once a statement has it, whatever was approved by it before", async () => {
  const { receipt, id } = await payAndClaim(1_500);
  expect(await evidenceOf(receipt)).toMatchObject([{ state: "confirmed", source: "live" }, {}]);
  await approve(id);
  live.group.clock.advanceMinutes(60 * 24 * 10);
  await signInAgain();
  const before = await reconcile("2026-03-15");
  expect(before).toMatchObject({ to: "2026-03-15", statements_total: 0, difference: 0 });
  expect((await verifyBooks(live.group.db)).breaches).toEqual([]);

  await upload({
    opening: 0n,
    from: "2026-03-16",
    to: "2026-03-16",
    movements: [paidIn(receipt, "2026-03-16 09:00:00", 1_500, "R/004")],
  });
  const after = await reconcile("2026-03-16");
  expect(after).toMatchObject({ statements_total: 1_500, difference: 0 });
  expect(after.booked_in_not_on_statement.total).toBe(0);
  expect((await verifyBooks(live.group.db)).breaches).toEqual([]);
});

test("what M-PESA confirmed and whole statements lack is missing, and the officials hear once", async () => {
  const { receipt, id } = await payAndClaim(700);
  const day = new Date(live.group.clock.now().getTime() + 3 * 3_600_000);
  const on = (days: number) =>
    new Date(day.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  expect(await evidenceOf(receipt)).toMatchObject([{ state: "confirmed" }, { confirmed: 1 }]);
  live.group.clock.advanceMinutes(60 * 24 * 5);
  await signInAgain();

  // Two days after it are not enough.
  await upload({ opening: 150_000n, from: "2026-03-17", to: on(2), movements: others(on(2)) });
  expect(await evidenceOf(receipt)).toMatchObject([{ state: "confirmed" }, { confirmed: 1 }]);
  expect(await reports()).toBe(0);

  await upload({ opening: 150_000n, from: on(3), to: on(3), movements: others(on(3)) });
  const [evidence, counts] = await evidenceOf(receipt);
  expect(counts).toMatchObject({ confirmed: 0, missing: 1 });
  expect(evidence).toMatchObject({
    state: "missing",
    reason:
      "M-PESA confirmed this payment, and the whole statements of its account do not have it.",
    line: { reference: receipt },
  });
  expect(await reports()).toBe(3);
  await approveMissing(id);
  // In the books, and on no statement of these days.
  const figures = await reconcile(on(3));
  expect(figures.statements_total).toBe(1_500);
  await upload({ opening: 150_000n, from: on(4), to: on(4), movements: others(on(4)) });
  expect(await reports()).toBe(3);
  expect((await verifyBooks(live.group.db)).breaches).toEqual([]);
});

async function approveMissing(id: number): Promise<void> {
  const body = { action: "approved", approve_reason: "Seen on the phone." };
  for (const { token } of [live.books.treasurer, live.books.secGen])
    expect((await live.group.api("POST", `${LIST}${id}/`, { token, body })).status).toBe(200);
}
