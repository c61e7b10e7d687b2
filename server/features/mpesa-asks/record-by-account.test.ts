// A payment that M-PESA confirmed, of which the payer typed a member's RegNo or username (MPESA-7).
import { afterAll, beforeAll, expect, test } from "vitest";
import { startLiveGroup, type LiveGroup } from "#tests/support/mpesa.ts";
import { runJobs, type Json, type TestMember } from "#tests/support/test-group.ts";

const WAITING = "/api/finances/monthly-contribution-approval/";

let live: LiveGroup;
let members: TestMember[];

beforeAll(async () => {
  live = await startLiveGroup();
  members = [];
  for (const [RegNo, username] of [
    ["R/004", "achieng"],
    ["R/005", "R004B"],
    ["R004B", "wanjiku"],
  ] as const)
    members.push(await live.group.activeMember(live.books.chairperson, { RegNo, username }));
});
// `verify` runs as it closes.
afterAll(() => live.close());

async function record(wanted: boolean): Promise<void> {
  const { status } = await live.group.api("POST", "/api/group/settings/", {
    token: live.books.chairperson.token,
    body: { mpesa_record_by_account: wanted },
  });
  expect(status).toBe(200);
}

/** Somebody pays to the paybill, M-PESA confirms it, and what follows has run. */
async function pay(amount: number, account: string): Promise<string> {
  const paid = await live.box.payBill({ amount, account });
  await live.settle();
  await runJobs(live.group);
  return paid!.receipt;
}

async function waiting(): Promise<Json[]> {
  const { body } = await live.group.api("GET", WAITING, { token: live.books.secGen.token });
  return body.pending_approvals;
}

const lineOf = async (receipt: string) =>
  (await live.lines()).find(({ reference }: Json) => reference === receipt);

test("unless the group wants it, the line stays open", async () => {
  const receipt = await pay(500, "R/004");
  expect(await waiting()).toEqual([]);
  expect(await lineOf(receipt)).toMatchObject({ state: "open" });
});

test("a RegNo or a username is enough, and each payment takes the next unpaid month", async () => {
  await record(true);
  const receipts = [await pay(1_000, "r004"), await pay(1_000, "ACHIENG")];
  const payments = (await waiting()).toReversed();
  expect(payments.map((payment) => payment.payment_Reference_Code)).toEqual(receipts);
  const months = payments.map((payment) => payment.contribution_month);
  expect(months[1] > months[0]).toBe(true);
  for (const payment of payments) {
    expect(payment).toMatchObject({
      member: { id: members[0]!.id },
      amount_paid: 1_000,
      status: "pending",
      evidence: { state: "confirmed", source: "live" },
    });
    expect(payment.approval_status[0].entered_by).toEqual({ full_name: "M-PESA" });
  }
  const [first] = payments;
  for (const official of [live.books.treasurer, live.books.secGen]) {
    const { status } = await live.group.api("POST", `${WAITING}${first!.contribution_id}/`, {
      token: official.token,
      body: { action: "approved" },
    });
    expect(status).toBe(200);
  }
  expect(await waiting()).toHaveLength(1);
});

test("the line stays open where the account is nobody's, or not clearly one member's", async () => {
  const before = (await waiting()).length;
  for (const account of ["nobody", "R/004 loan", "R/999"])
    expect(await lineOf(await pay(600, account))).toMatchObject({ state: "open" });
  expect(await waiting()).toHaveLength(before);
  // A RegNo goes before a username, which anybody may choose.
  const receipt = await pay(600, "R004B");
  const found = (await waiting()).find((each) => each.payment_Reference_Code === receipt);
  expect(found).toMatchObject({ member: { id: members[2]!.id } });
});

test("of what a member reported there is one payment, and another's report is left to the offices", async () => {
  const report = async (by: TestMember, receipt: string) =>
    live.group.api("POST", "/api/finances/monthly-contribution/", {
      token: by.token,
      body: {
        amount_paid: 800,
        contribution_month: "2026-03-01",
        payment_date: live.group.clock.now().toISOString(),
        payment_Reference_Code: receipt,
      },
    });
  const own = await live.box.payBill({ amount: 800, account: "R/005" });
  expect((await report(members[1]!, own!.receipt)).status).toBe(201);
  const others = await live.box.payBill({ amount: 800, account: "R/005" });
  expect((await report(members[0]!, others!.receipt)).status).toBe(201);
  await live.settle();
  await runJobs(live.group);
  const found = (await waiting()).filter(({ amount_paid: amount }) => amount === 800);
  expect(
    found.map(({ member, approval_status: [first] }) => [member.id, first.entered_by ?? null]),
  ).toEqual([
    [members[0]!.id, null],
    [members[1]!.id, null],
  ]);
  expect(await lineOf(others!.receipt)).toMatchObject({ state: "open" });
});
