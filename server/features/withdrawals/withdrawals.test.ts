// Taking back what no official has decided on (PAY-34), over HTTP on a real PostgreSQL.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { type Bookkeeping, closeSoundly, startFoundedGroup } from "#tests/support/founded-group.ts";
import { paidIn, paybillStatement, uploadStatement } from "#tests/support/statements.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

const CONTRIBUTIONS = "/api/finances/monthly-contribution/";
const LOANS = "/api/finances/get-create-user-loans/";
const DECIDED = "An official has decided on this already.";

let group: TestGroup;
let books: Bookkeeping;
let member: TestMember;
let loan: number;
let references = 0;

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup({ members: 4 }));
  member = await books.member();
  await books.contribute(member, 20_000);
  loan = await books.lend(member, 3_000);
  await books.fine(member, 500);
});
afterAll(() => closeSoundly(group));

const call = (by: TestMember, path: string, body: unknown, api = group.api) =>
  api("POST", path, { token: by.token, body });
const read = async (by: TestMember, path: string): Promise<Json> =>
  (await group.api("GET", path, { token: by.token })).body;
const withdraw = (by: TestMember, kind: string, id: number, api = group.api) =>
  call(by, "/api/finances/withdraw/", { kind, id }, api);
const newReference = () => `TAKE${String(++references).padStart(5, "0")}`;

async function submitted(by: TestMember, kind: string, more: Json = {}): Promise<number> {
  const reference = more["payment_Reference_Code"] ?? newReference();
  const body = { amount_paid: 500, payment_Reference_Code: reference, ...more };
  const paths: Record<string, [string, Json]> = {
    contribution: [
      CONTRIBUTIONS,
      { contribution_month: "2026-03-01", payment_date: "2026-03-16T00:00:00+03:00" },
    ],
    loan_payment: [`/api/finances/pay-loan/${loan}/`, {}],
    fine_payment: ["/api/finances/pay-fine/", {}],
    loan: [LOANS, { amount: 500, loan_type: "emergency_loan" }],
  };
  const [path, fields] = paths[kind] ?? ["", {}];
  const answer = await call(by, path, { ...fields, ...body });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  const item = answer.body.contribution ?? answer.body.loan ?? Object.values(answer.body)[1];
  return item.contribution_id ?? item.payment_id ?? item.loan_id;
}

const lists = {
  contribution: "/api/finances/monthly-contribution-approval/",
  loan_payment: "/api/finances/loan-payment-approval/",
  fine_payment: "/api/finances/fine-payment-approval/",
  loan: "/api/finances/loan-application-approval/",
} as const;
type Kind = keyof typeof lists;
const kinds = Object.keys(lists) as Kind[];

const listOf = {
  ...lists,
  loan_payment: "/api/finances/get-loan-payment-approvals/",
  loan: "/api/finances/get-loan-application-approval/",
} as const;
const idsIn = ({ pending_approvals: payments, pending_loans: loans }: Json): number[] =>
  (payments ?? loans).map((each: Json) => each.contribution_id ?? each.payment_id ?? each.loan_id);
const waiting = async (kind: Kind) => idsIn(await read(books.treasurer, listOf[kind]));

const figures = async () => {
  const { rows } = await sql`
    SELECT (SELECT json_agg(p ORDER BY p.entry_id, p.line) FROM postings p)::text AS postings,
           (SELECT json_agg(r ORDER BY r.reference_key) FROM payment_references r)::text AS held,
           (SELECT json_agg(json_build_object('id', id, 'balance', balance_cents, 'repaid', repaid_cents) ORDER BY id)
              FROM loans WHERE start_date IS NOT NULL)::text AS loans`.execute(group.db);
  return rows[0];
};

describe.each(kinds)("a %s", (kind) => {
  test("is taken back by its member, and everything is as if it had never been sent", async () => {
    const before = await figures();
    const dues = await read(member, "/api/finances/dues/");
    const limit = (await read(member, LOANS)).loan_limit;
    const reference = newReference();
    const id = await submitted(member, kind, { payment_Reference_Code: reference });
    expect(await waiting(kind)).toContain(id);
    const answer = await withdraw(member, kind, id);
    expect(answer).toMatchObject({ status: 200, body: { detail: expect.any(String) } });
    expect(await waiting(kind)).not.toContain(id);
    expect(await figures()).toEqual(before);
    expect(await read(member, "/api/finances/dues/")).toEqual(dues);
    expect((await read(member, LOANS)).loan_limit).toBe(limit);
    expect((await withdraw(member, kind, id)).status).toBe(400);
    for (const official of [books.treasurer, books.secGen]) {
      const decided = await call(official, `${lists[kind]}${id}/`, { action: "approved" });
      expect(decided.status).toBe(400);
    }
    // The same again, with the reference.
    const again = await submitted(member, kind, { payment_Reference_Code: reference });
    expect((await withdraw(member, kind, again)).status).toBe(200);
    expect(await figures()).toEqual(before);
  });

  test("is nobody else's to take back, and nobody's after the first verdict", async () => {
    const other = await books.member();
    const id = await submitted(member, kind);
    for (const by of [other, books.treasurer, books.chairperson])
      expect((await withdraw(by, kind, id)).status).toBe(404);
    expect((await withdraw(member, kind, 2_000_000_000)).status).toBe(404);
    const first = await call(books.secGen, `${lists[kind]}${id}/`, { action: "approved" });
    expect(first.status).toBe(200);
    expect(await withdraw(member, kind, id)).toMatchObject({
      status: 400,
      body: { detail: DECIDED },
    });
    const last = await call(books.treasurer, `${lists[kind]}${id}/`, {
      action: "rejected",
      reject_reason: "No such money",
    });
    expect(last.status).toBe(200);
    expect(await withdraw(member, kind, id)).toMatchObject({
      status: 400,
      body: { detail: DECIDED },
    });
  });

  test("goes one way when it is taken back and approved at once, on two servers", async () => {
    const second = await group.addServer();
    for (let round = 0; round < 6; round++) {
      const id = await submitted(member, kind);
      const [taken, approved] = await Promise.all([
        withdraw(member, kind, id, round % 2 === 0 ? group.api : second.api),
        call(books.treasurer, `${lists[kind]}${id}/`, { action: "approved" }),
      ]);
      expect([taken.status, approved.status].toSorted((one, other) => one - other)).toEqual([
        200, 400,
      ]);
      const isTaken = taken.status === 200;
      const loser = isTaken ? approved : taken;
      expect(loser.body.detail).toBe(isTaken ? "This has been withdrawn already." : DECIDED);
      const listed = await read(books.secGen, listOf[kind]);
      expect(idsIn(listed).includes(id)).toBe(!isTaken);
      const reject = { action: "rejected", reject_reason: "Only a race" };
      const ended = await call(books.secGen, `${lists[kind]}${id}/`, reject);
      expect(ended.status).toBe(isTaken ? 400 : 200);
    }
  });
});

test("refuses an unknown kind and a missing id on their fields, and somebody without a session", async () => {
  const answer = await call(member, "/api/finances/withdraw/", { kind: "fine" });
  expect(answer.status).toBe(400);
  expect(Object.keys(answer.body.errors).toSorted()).toEqual(["id", "kind"]);
  const body = { kind: "contribution", id: 1 };
  expect((await group.api("POST", "/api/finances/withdraw/", { body })).status).toBe(401);
});

test("only its member's own lists still have it, as withdrawn, with no verdict", async () => {
  const id = await submitted(member, "contribution");
  const application = await submitted(member, "loan");
  await withdraw(member, "contribution", id);
  await withdraw(member, "loan", application);
  const { monthly_contributions_receipts: receipts } = await read(member, CONTRIBUTIONS);
  expect(receipts.find((each: Json) => each.contribution_id === id)).toMatchObject({
    status: "withdrawn",
    approval: { approved_official: "", first_official_group_action: "pending_approval" },
    approval_status: [
      { role: "Treasurer", action: "pending_approval", reject_reason: null },
      { role: "Sec-Gen", action: "pending_approval", reject_reason: null },
    ],
  });
  const { pending_loans: own } = await read(member, LOANS);
  expect(own.find((each: Json) => each.loan_id === application)).toMatchObject({
    status: "withdrawn",
    loan_approval: "rejected",
    reject_reason: null,
  });
  const list = "/api/finances/transactions/?kind=contribution&page=1";
  const mine = await read(member, list);
  expect(mine.transactions.find((each: Json) => each.id === id)).toMatchObject({
    status: "withdrawn",
    in: 0,
  });
  const theirs = await read(books.treasurer, `${list}&member=${member.id}`);
  expect(theirs.transactions.map((each: Json) => each.id)).not.toContain(id);
  const gone = mine.transactions.filter((each: Json) => each.status === "withdrawn").length;
  expect(theirs.count).toBe(mine.count - gone);
  const audit = await read(books.treasurer, "/api/audit/?page=1");
  expect(audit.entries[1]).toMatchObject({
    action: "contributions.withdraw",
    actor: { id: member.id },
    before: { status: "pending" },
    after: { status: "withdrawn" },
  });
});

test("who entered it in a member's name takes it back, and the member reads by whom", async () => {
  const named = await books.member();
  const body = { member_id: named.id };
  const id = await submitted(books.secGen, "contribution", body);
  expect((await withdraw(books.treasurer, "contribution", id)).status).toBe(404);
  expect((await withdraw(books.secGen, "contribution", id)).status).toBe(200);
  const { notices } = await read(named, "/api/notices/");
  expect(notices[0].text).toContain("withdrew the contribution of KES 500.00");
  expect(notices[0].text).not.toContain("You withdrew");
});

test("frees its line of the statement, and the payments beside it are compared again", async () => {
  const { treasurer } = books;
  const { body } = await call(treasurer, "/api/statements/accounts/", {
    name: "Paybill",
    kind: "mpesa_paybill",
    number: "123456",
  });
  const reference = "TJK6H7T0JT";
  const whole = await submitted(member, "contribution", {
    amount_paid: 700,
    payment_Reference_Code: reference,
  });
  const beside = await submitted(member, "fine_payment", {
    amount_paid: 100,
    payment_Reference_Code: reference,
  });
  const file = paybillStatement({
    opening: 0n,
    from: "2026-03-16",
    to: "2026-03-16",
    movements: [paidIn(reference, "16-03-2026 08:00:00", 700, member.username)],
  });
  const uploaded = await uploadStatement(group, {
    token: treasurer.token,
    file,
    fields: { account_id: String(body.account.id) },
  });
  expect(uploaded.status).toBe(201);
  const evidence = async (kind: Kind, id: number) => {
    const { pending_approvals: list } = await read(treasurer, lists[kind]);
    return list.find((each: Json) => (each.contribution_id ?? each.payment_id) === id)?.evidence;
  };
  // Two payments of 800 on a line of 700.
  expect((await evidence("contribution", whole)).state).toBe("differs");
  expect((await withdraw(member, "fine_payment", beside)).status).toBe(200);
  expect((await evidence("contribution", whole)).state).toBe("confirmed");
  expect((await withdraw(member, "contribution", whole)).status).toBe(200);
  const open = await read(treasurer, "/api/statements/lines/?state=open");
  expect(open.lines.map((each: Json) => each.reference)).toContain(reference);
  // The one whose money it was not may have typed it: the reference is free for another member.
  const other = await books.member();
  const claimed = await submitted(other, "contribution", {
    amount_paid: 700,
    payment_Reference_Code: "TJK6-H7T0-JX",
  });
  expect((await withdraw(other, "contribution", claimed)).status).toBe(200);
});

test("verify finds nothing in what was taken back", async () => {
  const id = await submitted(member, "contribution");
  await withdraw(member, "contribution", id);
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});
