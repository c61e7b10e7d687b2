import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#server/db/connection.ts";
import { startFoundedGroup } from "#tests/support/founded-group.ts";
import type { Answer, TestGroup, TestMember } from "#tests/support/test-group.ts";
import { waitingForLocks } from "#tests/support/test-database.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";

let group: TestGroup;
let treasurer: TestMember;
let secGen: TestMember;
let members: TestMember[];
let references = 0;

beforeAll(async () => {
  const founded = await startFoundedGroup({ members: 2 });
  group = founded.group;
  const { books } = founded;
  ({ treasurer, secGen } = books);
  members = [await books.member(), await books.member()];
});
afterAll(() => group.close());

type Deciding = { by?: TestMember; key?: string; body?: Record<string, unknown> };

const decide = (id: number, { by = secGen, key, body = { action: "approved" } }: Deciding = {}) =>
  group.api("POST", `/api/finances/monthly-contribution-approval/${id}/`, {
    token: by.token,
    body,
    ...(key === undefined ? {} : { headers: { "Idempotency-Key": key } }),
  });

/** This many contributions that wait for the Sec-Gen. */
async function halfApproved(count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < count; n++) {
    const paid = await group.api("POST", "/api/finances/monthly-contribution/", {
      token: members[n % 2]!.token,
      body: {
        amount_paid: 100 + n,
        contribution_month: "2026-03-01",
        payment_date: "2026-03-16T08:00:00+03:00",
        payment_Reference_Code: `SHARED${++references}`,
      },
    });
    const id = paid.body.contribution.contribution_id as number;
    expect((await decide(id, { by: treasurer })).status).toBe(200);
    ids.push(id);
  }
  return ids;
}

/** All requests arrive while a change of office is in progress, for which every approval waits. */
async function allAtOnce(ask: () => Promise<Answer>[]): Promise<Answer[]> {
  let answers: Promise<Answer>[] = [];
  await inTransaction(group.db, async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(7265002)`.execute(tx);
    answers = ask();
    await expect.poll(() => waitingForLocks(tx, "advisory")).not.toEqual([]);
    // By the time a later request is answered, the others have arrived too.
    await group.api("GET", "/api/user/profile/", { token: secGen.token });
  });
  return Promise.all(answers);
}

async function posted(ids: readonly number[]) {
  const { rows } = await sql<{ source_id: number; transaction: string }>`
    SELECT source_id, xmin::text AS transaction FROM entries
     WHERE source_kind = 'payment' AND source_id = ANY(${ids}::int[]) ORDER BY source_id`.execute(
    group.db,
  );
  return {
    ids: rows.map(({ source_id }) => source_id),
    transactions: new Set(rows.map(({ transaction }) => transaction)).size,
  };
}

const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status);

test("approvals that are asked for together share a transaction, and each has its own answer", async () => {
  const ids = await halfApproved(8);
  const answers = await allAtOnce(() => ids.map((id) => decide(id)));
  expect(statuses(answers)).toEqual(ids.map(() => 200));
  expect(answers.map(({ body }) => body.contribution.contribution_id)).toEqual(ids);
  expect(answers.map(({ body }) => body.contribution.amount_paid)).toEqual(
    ids.map((_, n) => 100 + n),
  );
  const after = await posted(ids);
  expect(after.ids).toEqual(ids);
  expect(after.transactions).toBeLessThan(ids.length);
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM audit_entries WHERE action = 'contributions.approve' AND actor_id = ${secGen.id}
       AND subject_id = ANY(${ids}::int[])`.execute(group.db);
  expect(rows[0]?.n).toBe(ids.length);
});

test("one that is refused gets the reason, and the others are approved", async () => {
  const ids = await halfApproved(5);
  await decide(ids[2]!);
  const answers = await allAtOnce(() => ids.map((id) => decide(id)));
  expect(statuses(answers)).toEqual([200, 200, 400, 200, 200]);
  expect(answers[2]?.body.detail).toContain("already");
  expect((await posted(ids)).ids).toEqual(ids);
});

test("a rejection goes along with approvals", async () => {
  const ids = await halfApproved(3);
  const rejected = { action: "rejected", reject_reason: "Not on the statement." };
  const answers = await allAtOnce(() =>
    ids.map((id, n) => decide(id, n === 1 ? { body: rejected } : {})),
  );
  expect(answers.map(({ body }) => body.contribution.status)).toEqual([
    "approved",
    "rejected",
    "approved",
  ]);
  expect((await posted(ids)).ids).toEqual([ids[0], ids[2]]);
  const mails = await group.mailbox(members[1]!.email);
  expect(mails.at(-1)?.body).toContain("Not on the statement.");
});

test("a contribution that is approved twice at once is approved once", async () => {
  const ids = await halfApproved(3);
  const answers = await allAtOnce(() => [...ids, ids[1]!].map((id) => decide(id)));
  expect(statuses(answers).filter((status) => status === 200)).toHaveLength(3);
  expect(statuses(answers)).toContain(400);
  expect((await posted(ids)).ids).toEqual(ids);
});

test("each keeps its answer under its idempotency key", async () => {
  const ids = await halfApproved(4);
  const keyed = () => ids.map((id) => decide(id, { key: `key-${id}` }));
  const answers = await allAtOnce(keyed);
  expect(statuses(answers)).toEqual([200, 200, 200, 200]);
  const again = await allAtOnce(keyed);
  expect(again.map(({ body }) => body)).toEqual(answers.map(({ body }) => body));
  const after = await posted(ids);
  expect(after.ids).toEqual(ids);
  expect(after.transactions).toBeLessThan(ids.length);
});

test("a key counts for the address that the router finds, however it is spelt", async () => {
  const path = "/api/accounting/create_ledger_entry/";
  const body = { type: "expense", category: "other_expense", amount: 12.5, description: "Stamps" };
  const spent = (spelt: string) =>
    group.api("POST", spelt, {
      token: treasurer.token,
      body,
      headers: { "Idempotency-Key": "stamps" },
    });
  const countEntries = async () => {
    const rows = await group.db.selectFrom("entries").select("id").execute();
    return rows.length;
  };
  const first = await spent(path);
  expect(first.status).toBe(201);
  const entries = await countEntries();
  for (const spelt of [
    "/api/accounting/create_ledger_entry",
    "/api/accounting/create%5Fledger%5Fentry/",
    "/api/accounting/create_ledger_entr%79",
    "/%61pi/accounting/create_ledger_entry/?a=1&b=2",
    "/api/accounting/create_ledger_entry/?b=2&a=1",
    "/api/accounting/create_ledger_entry/#x",
    "/api/accounting/create_ledger_entry/;a=1",
    "//api/accounting/create_ledger_entry/",
    "/api//accounting/create_ledger_entry/",
    "/api/accounting/create_ledger_entry//",
    "/API/accounting/create_ledger_entry/",
    "/api/accounting/../accounting/create_ledger_entry/",
  ]) {
    const again = await spent(spelt);
    expect([spelt, again.status]).toEqual([spelt, expect.toBeOneOf([201, 404])]);
    const answered = again.status === 201 ? again.body : first.body;
    expect(answered).toEqual(first.body);
  }
  const [id] = await halfApproved(1);
  const approval = await decide(id!, { key: "spelt" });
  expect(approval.status).toBe(200);
  const again = await group.api(
    "POST",
    `/api/finances/monthly%2Dcontribution-approval/${String(id).replace(/^./, (digit) => `%3${digit}`)}`,
    { token: secGen.token, body: { action: "approved" }, headers: { "Idempotency-Key": "spelt" } },
  );
  expect(again.body).toEqual(approval.body);
  expect(await countEntries()).toBe(entries + 1);
});

test("a key that is used for another body refuses only its own request", async () => {
  const ids = await halfApproved(3);
  await decide(ids[0]!, { key: "once" });
  const answers = await allAtOnce(() => [
    decide(ids[0]!, { key: "once", body: { action: "approved", amount_seen: 100 } }),
    decide(ids[1]!, { key: "second" }),
    decide(ids[2]!, { key: "third" }),
  ]);
  expect(statuses(answers)).toEqual([400, 200, 200]);
});

test("a repeated request gets its own answer beside requests without a key", async () => {
  const ids = await halfApproved(3);
  const first = await decide(ids[0]!, { key: "sent-again" });
  const answers = await allAtOnce(() => [
    decide(ids[1]!),
    decide(ids[0]!, { key: "sent-again" }),
    decide(ids[2]!),
  ]);
  expect(statuses(answers)).toEqual([200, 200, 200]);
  expect(answers[1]?.body).toEqual(first.body);
  expect(answers.map(({ body }) => body.contribution.contribution_id)).toEqual([
    ids[1],
    ids[0],
    ids[2],
  ]);
  expect((await posted(ids)).ids).toEqual(ids);
});

test("the resulting records are right", async () => {
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});

test("one that the database refuses leaves the others alone", async () => {
  const ids = await halfApproved(4);
  // A foreign entry already claims the third as its source.
  await inTransaction(group.db, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql`
      INSERT INTO entries (business_date, description, source_kind, source_id, purpose, recorded_at)
      VALUES ('2026-03-16', 'x', 'payment', ${ids[2]}, 'contribution', '2026-03-16T10:00Z')`.execute(
      tx,
    );
  });
  const answers = await allAtOnce(() => ids.map((id) => decide(id)));
  expect(statuses(answers)).toEqual([200, 200, 500, 200]);
});
