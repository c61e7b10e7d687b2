// What waits for each person, counted as their lists show it (PAY-37), over HTTP on a real PostgreSQL.
import { afterAll, beforeAll, expect, test } from "vitest";
import { readWaiting } from "#server/core/notices/still-true.ts";
import { type Bookkeeping, closeSoundly, startFoundedGroup } from "#tests/support/founded-group.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

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

const read = async (by: TestMember, path: string): Promise<Json> => {
  const answer = await group.api("GET", path, { token: by.token });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.body;
};
const waitingFor = async (by: TestMember): Promise<Json> =>
  (await read(by, "/api/waiting/")).waiting;
const counts = async (by: TestMember): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await waitingFor(by)).map(({ kind, count }: { kind: string; count: number }) => [kind, count]),
  );

async function send(by: TestMember, path: string, body: Json): Promise<Json> {
  const answer = await group.api("POST", path, { token: by.token, body });
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const pay = (by: TestMember, path: string, more: Json = {}) =>
  send(by, path, {
    amount_paid: 500,
    payment_Reference_Code: `WAIT${String(++references).padStart(5, "0")}`,
    ...more,
  });
const contribute = (by: TestMember) =>
  pay(by, "/api/finances/monthly-contribution/", {
    contribution_month: "2026-03-01",
    payment_date: "2026-03-16T00:00:00+03:00",
  });

/** What the lists of an office say, each asked for by itself. */
async function listed(by: TestMember): Promise<Record<string, number>> {
  const loans = await read(by, "/api/finances/get-loan-payment-approvals/");
  const found: Record<string, number> = {
    contribution: (await read(by, "/api/finances/monthly-contribution-approval/")).pending_approvals
      .length,
    loan_payment: loans.pending_approvals.length,
    fine_payment: (await read(by, "/api/finances/fine-payment-approval/")).pending_approvals.length,
    loan_application: loans.pending_loans.length,
    proposal: (await read(by, "/api/accounting/proposals/")).proposals.length,
  };
  return Object.fromEntries(Object.entries(found).filter(([, count]) => count > 0));
}

test("nothing waits in a group where everything is decided", async () => {
  for (const by of [books.treasurer, books.secGen, books.chairperson, member])
    expect(await waitingFor(by)).toEqual([]);
});

test("each office counts what its lists show, with the moment of the oldest", async () => {
  const from = group.clock.now();
  await contribute(member);
  group.clock.set(new Date(from.getTime() + 60_000).toISOString());
  await contribute(member);
  await pay(member, `/api/finances/pay-loan/${loan}/`);
  await pay(member, "/api/finances/pay-fine/");
  await send(member, "/api/finances/get-create-user-loans/", {
    amount: 500,
    loan_type: "emergency_loan",
  });
  for (const by of [books.treasurer, books.secGen]) {
    const waiting = await counts(by);
    expect(waiting).toEqual({
      contribution: 2,
      loan_payment: 1,
      fine_payment: 1,
      loan_application: 1,
    });
    expect(waiting).toEqual(await listed(by));
  }
  const [{ kind, since }] = await waitingFor(books.treasurer);
  expect([kind, new Date(since)]).toEqual(["contribution", from]);
  expect(await waitingFor(member)).toEqual([]);
});

test("what one office has decided waits for the other one only", async () => {
  const [first] = (await read(books.treasurer, "/api/finances/monthly-contribution-approval/"))
    .pending_approvals;
  await send(
    books.treasurer,
    `/api/finances/monthly-contribution-approval/${first.contribution_id}/`,
    {
      action: "approved",
      amount_seen: 500,
    },
  );
  expect((await counts(books.treasurer))["contribution"]).toBe(1);
  expect((await counts(books.secGen))["contribution"]).toBe(2);
  expect(await counts(books.secGen)).toEqual(await listed(books.secGen));
});

test("an application of an office's holder waits for the Chairperson in its place", async () => {
  await books.contribute(books.treasurer, 5_000);
  await send(books.treasurer, "/api/finances/get-create-user-loans/", {
    amount: 500,
    loan_type: "emergency_loan",
  });
  expect(await counts(books.chairperson)).toEqual({ loan_application: 1 });
  expect((await counts(books.treasurer))["loan_application"]).toBe(1);
  expect((await counts(books.secGen))["loan_application"]).toBe(2);
});

test("a newcomer waits for the Chairperson, and is asked nothing about the group", async () => {
  const newcomer = await group.pendingMember();
  expect(await counts(books.chairperson)).toMatchObject({ new_member: 1 });
  expect(await counts(books.secGen)).not.toHaveProperty("new_member");
  expect(await waitingFor(newcomer)).toEqual([]);
});

test("the digest counts what the list does, without what its reader may not decide on", async () => {
  await send(books.chairperson, "/api/group/settings/", { second_person_above: 1000 });
  await send(books.treasurer, "/api/accounting/create_ledger_entry/", {
    type: "expense",
    category: "server_expense",
    description: "Tents for the meeting",
    amount: 2000,
  });
  const setPhone = (pending_phone: string | null) =>
    group.db.updateTable("members").set({ pending_phone }).where("id", "=", member.id).execute();
  await setPhone("+254799000111");
  const now = group.clock.now();
  const offices = [books.treasurer, books.secGen, books.chairperson];
  const proposed: (number | undefined)[] = [];
  for (const by of offices) {
    const found = await counts(by);
    proposed.push(found["proposal"]);
    const all = Object.values(found).reduce((sum, count) => sum + count, 0);
    const [digest] = await readWaiting(group.db, { now, memberId: by.id });
    expect(digest?.count).toBe(all - (by === books.treasurer ? 1 : 0));
  }
  expect(proposed).toEqual([1, 1, 1]);
  expect(await counts(books.chairperson)).toMatchObject({ phone: 1, new_member: 1 });
  expect(await counts(books.secGen)).not.toHaveProperty("phone");
  // Nobody asked for it, so the log knows nothing of it.
  await setPhone(null);
});

test("nobody asks without a session", async () => {
  expect((await group.api("GET", "/api/waiting/", {})).status).toBe(401);
});
