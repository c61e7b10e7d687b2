import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { bringIn } from "#tests/support/opening-books.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

const PAY = "/api/finances/monthly-contribution/";
const LOANS = "/api/finances/get-create-user-loans/";

let group: TestGroup;
let books: Bookkeeping;
let withAccount: TestMember;
let ofBook: number;
let references = 0;

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup({ members: 1 }));
  withAccount = await books.member();
  await books.contribute(books.chairperson, 50_000);
  [ofBook] = (await bringIn(group, books.secGen, [{ regNumber: "M/1" }])) as [number];
});
afterAll(() => group.close());

const post = (by: TestMember, path: string, body: unknown) =>
  group.api("POST", path, { token: by.token, body });
const payment = (member_id: unknown, params: Record<string, unknown> = {}) => ({
  amount_paid: 1000,
  contribution_month: "2026-03-01",
  payment_date: "2026-03-16T05:00:00Z",
  payment_Reference_Code: `ENTERED${++references}`,
  member_id,
  ...params,
});

async function approve(kind: string, id: number): Promise<Json> {
  await post(books.treasurer, `/api/finances/${kind}/${id}/`, { action: "approved" });
  const second = await post(books.secGen, `/api/finances/${kind}/${id}/`, { action: "approved" });
  expect(second.status).toBe(200);
  return second.body;
}

describe("for somebody who has no account", () => {
  test("an office enters a contribution, which is theirs once both offices approve it", async () => {
    const { status, body } = await post(books.secGen, PAY, payment(ofBook));

    expect(status).toBe(201);
    expect(body.detail).toContain("Atieno Odhiambo");
    expect(body.contribution).toMatchObject({ member: { id: ofBook }, own_item: false });
    expect(body.contribution.approval_status[0].entered_by).toMatchObject({ id: books.secGen.id });
    const approved = await approve(
      "monthly-contribution-approval",
      body.contribution.contribution_id,
    );
    expect(approved.contribution.status).toBe("approved");
  });

  test("an office applies for a loan within their limit, and enters its repayment", async () => {
    const command = { amount: 900, loan_type: "normal_loan", member_id: ofBook };
    const applied = await post(books.treasurer, LOANS, command);

    expect(applied.body.loan).toMatchObject({
      status: "pending",
      member: { id: ofBook },
      approval_status: [{ entered_by: { id: books.treasurer.id } }, {}],
    });
    const { loan } = await approve("loan-application-approval", applied.body.loan.loan_id);
    expect(loan.status).toBe("active");
    const path = `/api/finances/pay-loan/${loan.loan_id}/`;
    const repaid = await post(books.secGen, path, payment(ofBook, { amount_paid: 100 }));
    expect(repaid.body.loan_payment).toMatchObject({ member: { id: ofBook } });
    const { loan_payment } = await approve(
      "loan-payment-approval",
      repaid.body.loan_payment.payment_id,
    );
    expect(loan_payment.status).toBe("approved");
    // Without the member, the payment would be for a loan that the official does not have.
    const { member_id: _, ...own } = payment(null);
    expect((await post(books.secGen, path, own)).status).toBe(404);
  });

  test("an amount above their limit is refused at once, as it would be to them", async () => {
    const command = { amount: 40_000, loan_type: "emergency_loan", member_id: ofBook };
    const { body } = await post(books.treasurer, LOANS, command);

    expect(body.loan.status).toBe("rejected");
  });

  test("an office enters a payment of their fines", async () => {
    await post(books.treasurer, "/api/fines/many/", {
      amount: 50,
      members: [ofBook],
      description: "Late",
    });
    const paid = payment(ofBook, { amount_paid: 50 });
    const { status, body } = await post(books.treasurer, "/api/finances/pay-fine/", paid);

    expect([status, body.fine_payment.member.id]).toEqual([201, ofBook]);
    await approve("fine-payment-approval", body.fine_payment.payment_id);
  });
});

describe("for somebody who has an account", () => {
  test("a payment is entered and mailed to them", async () => {
    const { status } = await post(books.treasurer, PAY, payment(withAccount.id));

    expect(status).toBe(201);
    const mails = await group.mailbox(withAccount.email);
    expect(mails.at(-1)!.subject).toContain("entered in your name");
  });

  test("no loan is applied for, since they do it themselves", async () => {
    const command = { amount: 10, loan_type: "normal_loan", member_id: withAccount.id };
    const { status, body } = await post(books.treasurer, LOANS, command);

    expect([status, Object.keys(body.errors)]).toEqual([400, ["member_id"]]);
  });
});

test("the right comes first, then the member, then the rest of the form", async () => {
  const bad = { member_id: 99_999, amount_paid: "x" };

  expect((await post(withAccount, PAY, bad)).status).toBe(403);
  expect((await post(books.chairperson, PAY, bad)).status).toBe(403);
  expect((await post(books.treasurer, PAY, bad)).status).toBe(404);
  const waiting = await group.pendingMember();
  const refused = await post(books.treasurer, PAY, payment(waiting.id));
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ["member_id"]]);
});

test("one's own id is oneself, whoever names it", async () => {
  const { status, body } = await post(withAccount, PAY, payment(withAccount.id));

  expect(status).toBe(201);
  expect(body.contribution.approval_status[0]).not.toHaveProperty("entered_by");
});

test("after all of this the books hold every invariant, and who entered a loan is recorded", async () => {
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
  await expect(
    group.db
      .updateTable("loans")
      .set({ entered_by: null })
      .where("member_id", "=", ofBook)
      .execute(),
  ).rejects.toMatchObject({ code: "23001" });
});
