import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import type { TestGroup, TestMember } from "#tests/support/test-group.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";

let group: TestGroup;
let books: Bookkeeping;

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup());
  for (const official of [books.chairperson, books.treasurer, books.secGen])
    await books.contribute(official, 20_000);
});
afterAll(() => group.close());

const decide = (by: TestMember, loanId: number, body: unknown = { action: "approved" }) =>
  group.api("POST", `/api/finances/loan-application-approval/${loanId}/`, {
    token: by.token,
    body,
  });

const lists = async (by: TestMember) => {
  const one = await group.api("GET", "/api/finances/get-loan-application-approval/", by);
  const other = await group.api("GET", "/api/finances/get-loan-payment-approvals/", by);
  expect(other.body.pending_loans).toEqual(one.body.pending_loans);
  return one.body.pending_loans.map((loan: { loan_id: number; acting_for: string | null }) => [
    loan.loan_id,
    loan.acting_for,
  ]);
};

const office = (path: "assign_groups" | "remove_groups", member: TestMember, role: string) =>
  sql`UPDATE members SET office = ${path === "assign_groups" ? role : null} WHERE id = ${member.id}`.execute(
    group.db,
  );

test("the Treasurer who applies is decided on by the Chairperson in their place, and by the Sec-Gen", async () => {
  const loan = await books.applyForLoan(books.treasurer, 1_000);
  expect(await lists(books.treasurer)).toEqual([]);
  expect(await lists(books.chairperson)).toEqual([[loan, "Treasurer"]]);
  expect(await lists(books.secGen)).toEqual([[loan, null]]);

  const own = await decide(books.treasurer, loan, { action: "nonsense" });
  expect(own).toMatchObject({
    status: 403,
    body: { detail: expect.stringMatching(/Chairperson/) },
  });
  const inPlace = await decide(books.chairperson, loan);
  expect(inPlace.status).toBe(200);
  expect(inPlace.body.loan).toMatchObject({ status: "pending_approval" });
  expect(inPlace.body.loan.approval_status).toEqual([
    { role: "Treasurer", action: "approved", reject_reason: null, acting_for: "Treasurer" },
    { role: "Sec-Gen", action: "pending_approval", reject_reason: null },
  ]);
  expect(await lists(books.chairperson)).toEqual([]);
  expect((await decide(books.chairperson, loan)).status).toBe(400);
  expect((await decide(books.secGen, loan)).body.loan.status).toBe("active");
  const stored =
    await sql`SELECT treasurer_id, treasurer_acting, sec_gen_id, sec_gen_acting FROM loans
    WHERE id = ${loan}`.execute(group.db);
  expect(stored.rows).toEqual([
    {
      treasurer_id: books.chairperson.id,
      treasurer_acting: true,
      sec_gen_id: books.secGen.id,
      sec_gen_acting: false,
    },
  ]);
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});

test("another holder of the borrower's office does not decide on it either", async () => {
  const second = await group.official("Sec-Gen");
  const loan = await books.applyForLoan(books.secGen, 500);
  for (const holder of [second, books.secGen])
    expect((await decide(holder, loan)).status).toBe(403);
  expect(await lists(second)).toEqual([]);
  expect((await decide(books.treasurer, loan)).status).toBe(200);
  const rejected = await decide(books.chairperson, loan, {
    action: "rejected",
    reject_reason: "Too soon",
  });
  expect(rejected.body.loan).toMatchObject({ status: "rejected", reject_reason: "Too soon" });
  expect(rejected.body.loan.approval_status[1]).toMatchObject({ acting_for: "Sec-Gen" });
});

test("only the two offices decide on the loans of everybody else, also of the Chairperson", async () => {
  const ordinary = await books.member();
  await books.contribute(ordinary, 2_000);
  for (const borrower of [ordinary, books.chairperson]) {
    const loan = await books.applyForLoan(borrower, 300);
    expect((await decide(books.chairperson, loan)).status).toBe(403);
    expect(await lists(books.chairperson)).toEqual([]);
    expect((await decide(books.treasurer, loan)).status).toBe(200);
    expect((await decide(books.secGen, loan)).body.loan.status).toBe("active");
  }
  expect((await decide(books.chairperson, 999_999)).status).toBe(403);
  expect((await decide(books.treasurer, 999_999)).status).toBe(404);
  expect((await decide(ordinary, 999_999)).status).toBe(403);
});

test("the office counts that the borrower holds when the verdict is given", async () => {
  const borrower = await group.official("Treasurer");
  await books.contribute(borrower, 2_000);
  const loan = await books.applyForLoan(borrower, 400);
  await office("remove_groups", borrower, "Treasurer");
  expect(await lists(books.chairperson)).toEqual([]);
  expect((await decide(books.chairperson, loan)).status).toBe(403);
  expect((await decide(books.treasurer, loan)).status).toBe(200);
  await office("assign_groups", borrower, "Sec-Gen");
  expect((await decide(books.secGen, loan)).status).toBe(403);
  expect((await decide(borrower, loan)).status).toBe(403);
  expect(await lists(books.chairperson)).toEqual([[loan, "Sec-Gen"]]);
  expect((await decide(books.chairperson, loan)).body.loan.status).toBe("active");
});

test("two different people decide on it, whatever office each holds by then", async () => {
  const changing = await group.official("Sec-Gen");
  const loan = await books.applyForLoan(books.treasurer, 200, "emergency_loan");
  expect((await decide(changing, loan)).status).toBe(200);
  await office("assign_groups", changing, "Chairperson");
  expect(await lists(changing)).toEqual([]);
  expect(await decide(changing, loan)).toMatchObject({ status: 400 });
  expect((await decide(books.chairperson, loan)).body.loan.status).toBe("active");
});

test("the database refuses a verdict by whom it is not for", async () => {
  const loan = await books.applyForLoan(books.secGen, 100);
  const verdict = (by: TestMember, acting: boolean) =>
    sql`UPDATE loans SET sec_gen_verdict = 'approved', sec_gen_id = ${by.id}, sec_gen_at = now(),
      sec_gen_acting = ${acting}, status = 'pending_approval' WHERE id = ${loan}`.execute(group.db);
  await expect(verdict(books.secGen, false)).rejects.toThrow("not theirs to judge");
  await expect(verdict(books.treasurer, true)).rejects.toThrow("not theirs to judge");
  await expect(verdict(books.chairperson, false)).rejects.toThrow("not theirs to judge");
});
