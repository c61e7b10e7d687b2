import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readMessage } from "#messages/stored-message.ts";
import { inEnglish } from "#messages/translator.ts";
import { inTransaction } from "#server/db/connection.ts";
import { invariants } from "#server/verify/verify-books.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { addStatement, addStatementAccount, matchLine } from "#tests/support/statements.ts";
import { queriesDuring } from "#tests/support/queries.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";
import { brokenBy } from "#tests/support/test-database.ts";

const LIST = "/api/finances/monthly-contribution-approval/";
const MANY = "/api/approvals/many/";
const REASON = "I saw it on the bank's own screen";

const inWords = ({ after }: Json) => ({
  ...after,
  statement_says: inEnglish(readMessage(after.statement_says)),
});

let group: TestGroup;
let books: Bookkeeping;
let payer: TestMember;
let account: number;

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup({ members: 1 }));
  payer = await books.member();
});
afterAll(() => group.close());

let references = 0;

async function pay(day: string, kes = 1_000): Promise<{ id: number; reference: string }> {
  const reference = `EVID${String(++references).padStart(6, "0")}`;
  const { status, body } = await group.api("POST", "/api/finances/monthly-contribution/", {
    token: payer.token,
    body: {
      amount_paid: kes,
      contribution_month: "2026-03-01",
      payment_date: day,
      payment_Reference_Code: reference,
    },
  });
  expect(status).toBe(201);
  return { id: body.contribution.contribution_id, reference };
}

const list = async (query = "", by = books.treasurer) =>
  (await group.api("GET", LIST + query, { token: by.token })).body;
const evidenceOf = async (id: number, by = books.treasurer): Promise<Json> =>
  (await list("", by)).pending_approvals.find((each: Json) => each.contribution_id === id)
    ?.evidence;
const approve = (id: number, by: TestMember, params: Json = {}) =>
  group.api("POST", `${LIST}${id}/`, { token: by.token, body: { action: "approved", ...params } });
const say = (members: TestMember, language: string) =>
  group.api("GET", LIST, { token: members.token, headers: { "Accept-Language": language } });

let confirmed: { id: number; reference: string };
let coded: { id: number; reference: string };
let wrong: { id: number; reference: string };
let out: { id: number; reference: string };
let missing: { id: number; reference: string };
let late: { id: number; reference: string };

test("before there is any statement every payment is without evidence, and nothing is asked for", async () => {
  confirmed = await pay("2026-02-10T10:15:00+03:00");
  coded = await pay("2026-02-11");
  wrong = await pay("2026-02-12");
  out = await pay("2026-02-13");
  missing = await pay("2026-02-14");
  late = await pay("2026-02-27");
  const { pending_approvals, counts } = await list();
  expect(counts).toEqual({ confirmed: 0, differs: 0, missing: 0, none: 6 });
  for (const { evidence } of pending_approvals)
    expect(evidence).toEqual({
      state: "none",
      source: null,
      reason: "No statement covers these days yet.",
    });
  const plain = await pay("2026-02-14");
  expect((await approve(plain.id, books.treasurer)).body.contribution.approval_status).toEqual([
    { role: "Treasurer", action: "approved", reject_reason: null },
    { role: "Sec-Gen", action: "pending_approval", reject_reason: null },
  ]);
  expect((await approve(plain.id, books.secGen)).status).toBe(200);
});

describe("once February's statement is there", () => {
  let lines: number[];

  beforeAll(async () => {
    account = await addStatementAccount(group.db, books.treasurer.id);
    ({ lines } = await addStatement(group.db, {
      accountId: account,
      by: books.treasurer.id,
      from: "2026-02-01",
      to: "2026-02-28",
      openingCents: 0n,
      lines: [
        { at: "2026-02-10T10:14:58", cents: 100_000n, reference: confirmed.reference },
        {
          at: "2026-02-10T10:14:58",
          cents: -2_300n,
          reference: confirmed.reference,
          kind: "charge",
        },
        { at: "2026-02-11", cents: 100_000n, reference: "FT26042", code: coded.reference },
        { at: "2026-02-12", cents: 90_000n, reference: wrong.reference },
        { at: "2026-02-13", cents: -100_000n, reference: out.reference },
        { at: "2026-02-13", cents: 100_000n, reference: missing.reference, kind: "failed" },
        { at: "2026-02-20", cents: 100_000n, reference: "NOBODYS001" },
      ],
    }));
  });

  test("each payment shows its evidence and the statement's line", async () => {
    expect(await evidenceOf(confirmed.id)).toEqual({
      state: "confirmed",
      source: "statement",
      reason: "The statement shows the same reference and amount.",
      line: {
        id: lines[0],
        at: "2026-02-10T10:14:58+03:00",
        amount: 1_000,
        reference: confirmed.reference,
        details: "Pay Bill from A MEMBER",
      },
      uploaded_by: expect.objectContaining({ id: books.treasurer.id }),
    });
    expect(await evidenceOf(coded.id)).toMatchObject({
      state: "confirmed",
      reason: "The bank's statement shows the same M-PESA code and amount.",
      line: { id: lines[2], at: "2026-02-11", reference: "FT26042" },
    });
    expect(await evidenceOf(wrong.id)).toMatchObject({
      state: "differs",
      reason: "The statement shows another amount for this reference: KES 900.00.",
      line: { amount: 900 },
    });
    expect(await evidenceOf(out.id)).toMatchObject({
      state: "differs",
      reason: "The statement shows this reference as money that left: KES 1,000.00.",
      line: { amount: -1_000 },
    });
    expect(await evidenceOf(missing.id)).toEqual({
      state: "missing",
      source: null,
      reason: "The statements of these days are whole, and have no line with this reference.",
    });
    expect(await evidenceOf(late.id)).toEqual({
      state: "none",
      source: null,
      reason: "No statement covers these days yet.",
    });
    const swahili = await say(books.treasurer, "sw");
    expect(swahili.body.pending_approvals[1].evidence.reason).toMatch(/^Taarifa za siku hizi/);
  });

  test("the list is filtered by the state, and counts the whole of it all the same", async () => {
    const counts = { confirmed: 2, differs: 2, missing: 1, none: 1 };
    const all = await list();
    expect(all.counts).toEqual(counts);
    const differing = await list("?evidence=differs&page=1&page_size=1");
    expect(differing).toMatchObject({ counts, count: 2 });
    expect(differing.pending_approvals.map((each: Json) => each.contribution_id)).toEqual([out.id]);
    expect(await list("?page=2&page_size=4")).toMatchObject({ counts, count: 6 });
    expect((await list("?evidence=none")).pending_approvals).toHaveLength(1);
    const bad = await group.api("GET", `${LIST}?evidence=maybe`, { token: books.treasurer.token });
    expect([bad.status, Object.keys(bad.body.errors)]).toEqual([400, ["evidence"]]);
    expect(await list("?evidence=confirmed", payer)).toEqual({
      pending_approvals: [],
      counts: { confirmed: 0, differs: 0, missing: 0, none: 0 },
    });
  });

  test("a payment that differs needs a reason for approval, which is stored, shown and mailed", async () => {
    const refused = await approve(wrong.id, books.treasurer);
    expect(refused.status).toBe(400);
    expect(refused.body.errors.approve_reason).toEqual([
      "The statement does not agree with this payment. Give your reason for approving it.",
    ]);
    expect((await approve(wrong.id, books.treasurer, { approve_reason: " .. " })).status).toBe(400);
    const first = await approve(wrong.id, books.treasurer, { approve_reason: REASON });
    expect(first.body.contribution.approval_status).toEqual([
      { role: "Treasurer", action: "approved", reject_reason: null, approve_reason: REASON },
      { role: "Sec-Gen", action: "pending_approval", reject_reason: null },
    ]);
    expect((await approve(wrong.id, books.secGen)).status).toBe(400);
    expect(
      (await approve(wrong.id, books.secGen, { approve_reason: REASON })).body.contribution.status,
    ).toBe("approved");
    const mails = (await group.mailbox(payer.email)).filter(({ body }) => body.includes(REASON));
    expect(mails).toHaveLength(2);
    expect(mails[0]?.subject).toContain("Why your contribution of KES 1,000.00 was approved");
    const { rows } = await sql<{ after: Json }>`
      SELECT after FROM audit_entries WHERE action = 'contributions.approve' AND subject_id = ${wrong.id} ORDER BY id`.execute(
      group.db,
    );
    const stated = {
      evidence: "differs",
      statement_says: "The statement shows another amount for this reference: KES 900.00.",
      approve_reason: REASON,
    };
    expect(rows.map(inWords)).toEqual([
      { status: "pending_approval", office: "Treasurer", ...stated },
      { status: "approved", office: "Sec-Gen", ...stated },
    ]);
  });

  test("rejecting needs no reason for approving, and stores none", async () => {
    const { body } = await group.api("POST", `${LIST}${out.id}/`, {
      token: books.treasurer.token,
      body: { action: "rejected", reject_reason: "It went out", approve_reason: REASON },
    });
    expect(body.contribution.approval_status[0]).toEqual({
      role: "Treasurer",
      action: "rejected",
      reject_reason: "It went out",
    });
  });

  test("a whole list is approved where it is confirmed, and what no longer is stays", async () => {
    const items = [confirmed, coded, missing, late].map(({ id }) => ({ id, amount_seen: 1_000 }));
    const { status, body } = await group.api("POST", MANY, {
      token: books.treasurer.token,
      body: { kind: "contribution", action: "approved", items, evidence: "confirmed" },
    });
    expect(status).toBe(200);
    expect(body.approved).toEqual([confirmed.id, coded.id]);
    expect(body.refused).toEqual(
      [missing, late].map(({ id }) => ({
        id,
        detail: "The statements do not confirm this payment, so it was not approved.",
      })),
    );
    const bad = await group.api("POST", MANY, {
      token: books.treasurer.token,
      body: { kind: "contribution", action: "approved", items, evidence: "missing" },
    });
    expect([bad.status, Object.keys(bad.body.errors)]).toEqual([400, ["evidence"]]);
  });

  test("a line that is matched with something else confirms no second payment", async () => {
    const twin = await pay("2026-02-20");
    const first = await pay("2026-02-20");
    await matchLine(group.db, { line: lines[6]!, payment: first.id, by: books.treasurer.id });
    expect(await evidenceOf(first.id)).toMatchObject({
      state: "confirmed",
      reason:
        "An official matched this line of the statement to the payment; the amount is the same.",
    });
    const { lines: more } = await addStatement(group.db, {
      accountId: account,
      by: books.treasurer.id,
      from: "2026-02-20",
      to: "2026-02-20",
      openingCents: 0n,
      lines: [{ at: "2026-02-20", cents: 100_000n, reference: twin.reference }],
    });
    expect(await evidenceOf(twin.id)).toMatchObject({ state: "confirmed" });
    const third = await pay("2026-02-20");
    await matchLine(group.db, { line: more[0]!, payment: third.id, by: books.treasurer.id });
    expect(await evidenceOf(twin.id)).toMatchObject({
      state: "differs",
      reason: "The line with this reference is matched with something else.",
    });
  });

  test("a statement that does not add up confirms nothing and covers nothing", async () => {
    const march = await pay("2026-03-05");
    const { id } = await addStatement(group.db, {
      accountId: account,
      by: books.treasurer.id,
      from: "2026-03-01",
      to: "2026-03-12",
      openingCents: 187_700n,
      lines: [{ at: "2026-03-05", cents: 100_000n, reference: march.reference }],
      isBroken: true,
    });
    expect((await evidenceOf(march.id)).state).toBe("none");
    await sql`UPDATE statements SET accepted_at = now() WHERE id = ${id}`.execute(group.db);
    await sql`UPDATE statement_lines SET is_proved = true WHERE reference = ${march.reference}`.execute(
      group.db,
    );
    expect((await evidenceOf(march.id)).state).toBe("confirmed");
  });

  test("a second account without its statement leaves what is missing open", async () => {
    expect((await evidenceOf(missing.id, books.secGen)).state).toBe("missing");
    await addStatementAccount(group.db, books.treasurer.id);
    expect((await evidenceOf(missing.id, books.secGen)).state).toBe("none");
  });
});

describe("where the group demands evidence", () => {
  beforeAll(async () => {
    await group.api("POST", "/api/group/settings/", {
      token: books.chairperson.token,
      body: { require_evidence: true },
    });
  });

  test("a payment that is missing on the statements, or not covered by any, needs a reason for approval", async () => {
    for (const [{ id }, by] of [
      [missing, books.secGen],
      [late, books.secGen],
    ] as const) {
      const refused = await approve(id, by);
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ["approve_reason"]]);
    }
    expect((await approve(confirmed.id, books.secGen)).status).toBe(200);
    const { body } = await approve(late.id, books.secGen, { approve_reason: REASON });
    expect(body.contribution.approval_status[1].approve_reason).toBe(REASON);
    const many = await group.api("POST", MANY, {
      token: books.secGen.token,
      body: {
        kind: "contribution",
        action: "approved",
        items: [{ id: missing.id, amount_seen: 1_000 }],
      },
    });
    expect(many.body.refused).toHaveLength(1);
  });
});

const asTreasurer = (id: number, columns: string) =>
  inTransaction(group.db, (tx) =>
    sql
      .raw(
        `UPDATE payments SET treasurer_verdict = 'approved', treasurer_id = ${books.treasurer.id}, treasurer_at = now(), ${columns} WHERE id = ${id}`,
      )
      .execute(tx),
  );

describe("the database itself", () => {
  test("refuses an approval with other evidence, or without its reason", async () => {
    const { id } = await pay("2026-03-10");
    await expect(asTreasurer(id, "treasurer_evidence = 'confirmed'")).rejects.toThrow(
      "the statements say none",
    );
    await expect(asTreasurer(id, "treasurer_evidence = 'none'")).rejects.toThrow(
      "without evidence and without a reason",
    );
    await expect(asTreasurer(id, "treasurer_evidence = 'differs'")).rejects.toThrow(
      "payments_treasurer_evidence",
    );
    expect((await approve(id, books.treasurer, { approve_reason: REASON })).status).toBe(200);
    await expect(
      sql`UPDATE payments SET treasurer_approve_reason = 'Never seen' WHERE id = ${id}`.execute(
        group.db,
      ),
    ).rejects.toThrow("cannot be changed so");
  });
});

describe("altered behind the application's back", () => {
  const proofs = [
    "changes-are-audited",
    "approved-against-evidence-with-a-reason",
    "confirmed-by-a-line-of-a-whole-statement",
  ];
  const checked = invariants.filter(({ name }) => proofs.includes(name));
  const unguarded = `ALTER TABLE payments DROP CONSTRAINT payments_treasurer_evidence,
    DROP CONSTRAINT payments_sec_gen_evidence;`;

  test("nothing is broken before", async () => {
    expect(await brokenBy(group.db, checked, "SELECT")).toEqual([]);
  });

  test.each([
    [
      "approved-against-evidence-with-a-reason",
      "UPDATE payments SET treasurer_approve_reason = NULL WHERE treasurer_evidence = 'differs'",
    ],
    [
      "approved-against-evidence-with-a-reason",
      "UPDATE payments SET sec_gen_approve_reason = NULL WHERE sec_gen_evidence = 'none'",
    ],
    [
      "confirmed-by-a-line-of-a-whole-statement",
      "UPDATE payments SET treasurer_evidence = 'confirmed' WHERE treasurer_evidence = 'differs'",
    ],
    ["confirmed-by-a-line-of-a-whole-statement", "UPDATE statements SET breaks = '[{}]'"],
    [
      "confirmed-by-a-line-of-a-whole-statement",
      "UPDATE statement_lines SET amount_cents = amount_cents + 1",
    ],
    [
      "changes-are-audited",
      "UPDATE payments SET treasurer_approve_reason = 'Another' WHERE treasurer_evidence = 'differs'",
    ],
  ])("%s breaks", async (name, statement) => {
    expect(await brokenBy(group.db, checked, unguarded + statement)).toContain(name);
  });
});

test("an approval sends no further query for its evidence", async () => {
  const counted = async () => {
    const { id } = await pay("2026-02-15");
    const { database, user } = group.serverConnection;
    const queries = await queriesDuring({ database, user }, () =>
      approve(id, books.treasurer, { approve_reason: undefined }),
    );
    return queries.length;
  };
  await group.api("POST", "/api/group/settings/", {
    token: books.chairperson.token,
    body: { require_evidence: false },
  });
  // It waits for another official (MEM-28).
  const { body } = await group.api("GET", "/api/accounting/proposals/", {
    token: books.treasurer.token,
  });
  await group.api("POST", `/api/accounting/proposals/${body.proposals[0].id}/agree/`, {
    token: books.treasurer.token,
  });
  await counted();
  const withStatements = await counted();
  const [lived, plain] = [group, await startFoundedGroup()];
  try {
    ({ group, books } = plain);
    payer = await books.member();
    await counted();
    expect(withStatements).toBe(await counted());
  } finally {
    group = lived;
    await plain.group.close();
  }
});
