import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import type { TestGroup, TestMember } from "#tests/support/test-group.ts";
import { untilDecided } from "#tests/support/until-decided.ts";

const OWN = "/api/finances/monthly-contribution/";

let group: TestGroup;
let books: Bookkeeping;
let chairperson: TestMember;
let treasurer: TestMember;
let secGen: TestMember;
let member: TestMember;

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup({ members: 30 }));
  ({ chairperson, treasurer, secGen } = books);
  member = await books.member();
});
afterAll(() => group.close());

const broken = async () => (await verifyBooks(group.db)).breaches;
const pay = (by: TestMember, reference: string) =>
  group.api("POST", OWN, {
    token: by.token,
    body: {
      amount_paid: 1000,
      contribution_month: "2026-03-01",
      payment_date: "2026-03-16T08:00:00+03:00",
      payment_Reference_Code: reference,
    },
  });
const paidId = async (by: TestMember, reference: string): Promise<number> => {
  const answer = await pay(by, reference);
  expect(answer.status).toBe(201);
  return answer.body.contribution.contribution_id;
};
const decide = (by: TestMember, id: number, body: unknown = { action: "approved" }) =>
  group.api("POST", `/api/finances/monthly-contribution-approval/${id}/`, {
    token: by.token,
    body,
  });
const approve = (newcomer: TestMember) =>
  group.api("POST", `/api/user/admin_manage_user/${newcomer.id}/`, {
    token: chairperson.token,
    body: { action: "approve" },
  });
const statusOf = async (by: TestMember, id: number, language = "en") => {
  const headers = { "Accept-Language": language };
  const { body } = await group.api("GET", OWN, { token: by.token, headers });
  return body.monthly_contributions_receipts.find(
    (each: { contribution_id: number }) => each.contribution_id === id,
  );
};
const refusedOnReference = {
  status: 400,
  body: { errors: { payment_Reference_Code: [expect.any(String)] } },
};

describe("a reference in other signs", () => {
  test("is the same one, for its member and for another", async () => {
    await paidId(member, "QWE-77/1");
    const other = await books.member();
    for (const spelling of ["QWE771", "qwe/771", "Q-W-E-7-7-1"]) {
      expect(await pay(member, spelling)).toMatchObject(refusedOnReference);
      expect(await pay(other, spelling)).toMatchObject(refusedOnReference);
    }
  });

  test("is free again once the payment is rejected", async () => {
    const id = await paidId(member, "FREE/01");
    await decide(secGen, id, { action: "rejected", reject_reason: "Not received" });
    const other = await books.member();
    expect((await pay(other, "FREE-01")).status).toBe(201);
  });

  test("of twenty members at once is one's", async () => {
    const members = await Promise.all(Array.from({ length: 6 }, () => books.member()));
    const answers = await Promise.all(
      members.map((each, index) =>
        untilDecided(() => pay(each, `${"RACE9".slice(0, index)}-${"RACE9".slice(index)}`)),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
  });

  test("of only punctuation is refused", async () => {
    expect(await pay(member, "-/-/-")).toMatchObject(refusedOnReference);
  });
});

describe("a claim by an account that is not approved", () => {
  test("holds nothing against a member, and is rejected when the account is approved", async () => {
    const newcomer = await group.pendingMember();
    const id = await paidId(newcomer, "CLAIM0001");
    await decide(treasurer, id);
    const first = await paidId(member, "CLAIM-0001");
    expect(await decide(secGen, id)).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining("Reject it") },
    });
    const approved = await approve(newcomer);
    expect(approved.body.detail).toContain("One payment of theirs was rejected");
    expect(await statusOf(newcomer, id)).toMatchObject({
      status: "rejected",
      approval: { sec_gen_rejection_reason: "This reference stands on another member's payment." },
    });
    expect((await statusOf(newcomer, id, "sw")).approval.sec_gen_rejection_reason).toBe(
      "Nambari hii ya malipo iko kwenye malipo ya mwanachama mwingine.",
    );
    const mails = (await group.mailbox(newcomer.email)).map(({ body }) => body).join("\n");
    expect(mails).toContain("rejected when your membership of Akiba Group was approved");
    expect(await statusOf(member, first)).toMatchObject({ status: "pending" });
  });

  test("that an office rejected in those very words keeps them in every language", async () => {
    const newcomer = await group.pendingMember();
    const id = await paidId(newcomer, "CLAIM0009");
    const reason = "This reference stands on another member's payment.";
    await decide(secGen, id, { action: "rejected", reject_reason: reason });
    const { approval } = await statusOf(newcomer, id, "sw");
    expect(approval.sec_gen_rejection_reason).toBe(reason);
  });

  test("counts from the approval on", async () => {
    const newcomer = await group.pendingMember();
    await paidId(newcomer, "CLAIM0002");
    expect((await approve(newcomer)).body.detail).not.toContain("rejected");
    expect(await pay(member, "CLAIM-0002")).toMatchObject(refusedOnReference);
    expect(await pay(newcomer, "CLAIM/0002")).toMatchObject(refusedOnReference);
  });

  test("goes to the first of two that is approved", async () => {
    const [one, two] = [await group.pendingMember(), await group.pendingMember()];
    const [ofOne, ofTwo] = [await paidId(one, "CLAIM0003"), await paidId(two, "CLAIM0003")];
    await approve(two);
    await approve(one);
    expect((await statusOf(two, ofTwo)).status).toBe("pending");
    expect((await statusOf(one, ofOne)).status).toBe("rejected");
  });

  test("is refused while a member holds the reference, and is stored once for its account", async () => {
    await paidId(member, "CLAIM0004");
    const newcomer = await group.pendingMember();
    expect(await pay(newcomer, "CLAIM-0004")).toMatchObject(refusedOnReference);
    await paidId(newcomer, "CLAIM0005");
    expect(await pay(newcomer, "CLAIM-0005")).toMatchObject(refusedOnReference);
  });

  test("holds the reference once both offices have put it into the books", async () => {
    const newcomer = await group.pendingMember();
    const id = await paidId(newcomer, "CLAIM0006");
    await decide(treasurer, id);
    expect((await decide(secGen, id)).body.contribution.status).toBe("approved");
    expect(await pay(member, "CLAIM-0006")).toMatchObject(refusedOnReference);
    await approve(newcomer);
    expect((await statusOf(newcomer, id)).status).toBe("approved");
  });

  test("is rejected also where the Chairperson has decided on it in another office before", async () => {
    const newcomer = await group.pendingMember();
    const id = await paidId(newcomer, "CLAIM0007");
    await decide(treasurer, id);
    await paidId(member, "CLAIM0007");
    await books.contribute(treasurer, 1_000);
    await books.takeOffice(treasurer, "treasurer");
    await books.giveOffice(treasurer, "chairperson", secGen);
    const answer = await group.api("POST", `/api/user/admin_manage_user/${newcomer.id}/`, {
      token: treasurer.token,
      body: { action: "approve" },
    });
    expect(answer.status).toBe(200);
    expect((await statusOf(newcomer, id)).status).toBe("rejected");
    await books.takeOffice(treasurer, "chairperson");
    await books.giveOffice(treasurer, "treasurer", secGen);
  });

  test("and a member's, at the same moment as the approval: one of them holds, whoever comes first", async () => {
    for (let round = 0; round < 6; round++) {
      const newcomer = await group.pendingMember();
      const reference = `BOTH-${round}000`;
      const id = await paidId(newcomer, reference);
      const [paid] = await Promise.all([
        pay(member, reference.replace("-", "")),
        approve(newcomer),
      ]);
      const claim = await statusOf(newcomer, id);
      expect([paid.status, claim.status]).toEqual(
        paid.status === 201 ? [201, "rejected"] : [400, "pending"],
      );
    }
  });

  test("and a member's, at the same moment as the second office's approval: one of them holds", async () => {
    for (let round = 0; round < 6; round++) {
      const newcomer = await group.pendingMember();
      const id = await paidId(newcomer, `BOOKS${round}000`);
      await decide(treasurer, id);
      const [paid, decided] = await Promise.all([
        pay(member, `BOOKS-${round}000`),
        decide(secGen, id),
      ]);
      expect([paid.status, decided.status].toSorted((a, b) => a - b)).toEqual(
        paid.status === 201 ? [201, 400] : [200, 400],
      );
    }
  });
});

describe("the database itself", () => {
  test("refuses a payment in the books whose reference is not its own, and a claim that is given up", async () => {
    const newcomer = await group.pendingMember();
    const id = await paidId(newcomer, "RAW000001");
    const run = (statement: string) => sql.raw(statement).execute(group.db);
    await expect(
      run(`UPDATE payments SET treasurer_verdict = 'approved', treasurer_id = ${treasurer.id}, treasurer_at = now(),
             sec_gen_verdict = 'approved', sec_gen_id = ${secGen.id}, sec_gen_at = now() WHERE id = ${id}`),
    ).rejects.toThrow(/not posted|not its own/);
    const held = await paidId(member, "RAW000002");
    await expect(
      run(`UPDATE payments SET reference_standing = 'waits' WHERE id = ${held}`),
    ).rejects.toThrow("cannot be changed so");
  });
});

test("every invariant holds after all of it", async () => {
  expect(await broken()).toEqual([]);
});

test("verify notices a claim that holds too early, and two that hold one reference", async () => {
  const newcomer = await group.pendingMember();
  const id = await paidId(newcomer, "TAMPER001");
  await sql`UPDATE payments SET reference_standing = 'holds' WHERE id = ${id}`.execute(group.db);
  expect((await broken()).map(({ name }) => name)).toEqual(
    expect.arrayContaining(["references-wait-for-approval", "references-are-claimed"]),
  );
  await sql`ALTER TABLE payments DISABLE TRIGGER payments_keep`.execute(group.db);
  await sql`UPDATE payments SET reference_standing = 'waits' WHERE id = ${id}`.execute(group.db);
  await sql`ALTER TABLE payments ENABLE TRIGGER payments_keep`.execute(group.db);
});
