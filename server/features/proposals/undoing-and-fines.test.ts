// What one official could do alone: undo the match of an approved payment (STAT-29), and fine without a limit (BOOK-27).
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { statementInvariants } from "#server/verify/statement-invariants.ts";
import { proposalInvariants } from "#server/verify/proposal-invariants.ts";
import { auditInvariants } from "#server/verify/log-invariants.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { paidIn, paybillStatement, uploadStatement } from "#tests/support/statements.ts";
import { brokenBy } from "#tests/support/test-database.ts";
import type { Answer, Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

const PROPOSALS = "/api/accounting/proposals/";
const SETTINGS = "/api/group/settings/";
const LINES = "/api/statements/lines/";

let group: TestGroup;
let books: Bookkeeping;
let member: TestMember;
let other: TestMember;

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup({ members: 2 }));
  member = await books.member();
  other = await books.member();
  await books.contribute(member, 50_000);
});
afterAll(() => group.close());

const ask = (by: TestMember, method: string, path: string, body?: unknown, headers = {}) =>
  group.api(method, path, { token: by.token, headers, ...(body === undefined ? {} : { body }) });
const agree = (id: number, by = books.secGen) => ask(by, "POST", `${PROPOSALS}${id}/agree/`);
const refuse = (id: number, by = books.secGen) =>
  ask(by, "POST", `${PROPOSALS}${id}/refuse/`, { reason: "No" });
const settle = (body: unknown) => ask(books.chairperson, "POST", SETTINGS, body);
const waiting = async (by = books.secGen): Promise<Json[]> =>
  (await ask(by, "GET", PROPOSALS)).body.proposals;
const finesOf = async (who: TestMember): Promise<Json[]> =>
  (await ask(books.treasurer, "GET", `/api/accounting/get_user_fines/?member=${who.id}`)).body
    .fines;
const holds = async () => expect((await verifyBooks(group.db)).breaches).toEqual([]);

/** The id of what was proposed. */
function proposedBy(answer: Answer): number {
  expect(answer).toMatchObject({
    status: 201,
    body: { status: "proposed", detail: expect.any(String), id: expect.any(Number) },
  });
  return answer.body.id;
}

const fine = (amount: number, by = books.chairperson, who = other, headers = {}) =>
  ask(
    by,
    "POST",
    "/api/accounting/create_ledger_entry/",
    { type: "fine", charged_user: who.username, amount, description: "Lost the box" },
    headers,
  );
const fineMany = (amount: number, members: TestMember[], by = books.chairperson) =>
  ask(by, "POST", "/api/fines/many/", {
    members: members.map(({ id }) => id),
    amount,
    description: "Absent",
  });
const reverse = (entry: number, by = books.treasurer) =>
  ask(by, "POST", `/api/accounting/reverse_entry/${entry}/`, { reason: "A mistake" });

async function pass(minutes: number): Promise<void> {
  group.clock.advanceMinutes(minutes);
  for (const each of [books.chairperson, books.treasurer, books.secGen])
    each.token = await group.signIn(each);
}

/** Charges KES without the server. */
async function fineByHand({ id: by }: TestMember, kes: number): Promise<void> {
  const cents = kes * 100;
  await sql`
    WITH fine AS (
      INSERT INTO fines (member_id, amount_cents, description, charged_on, charged_at, charged_by)
      VALUES (${other.id}, ${cents}, 'By hand', '2026-03-17', ${group.clock.now()}, ${by}) RETURNING id),
    entry AS (
      INSERT INTO entries (business_date, description, source_kind, source_id, purpose, author_id, recorded_at)
      SELECT '2026-03-17', 'By hand', 'fine', id, 'charge', ${by}, ${group.clock.now()} FROM fine RETURNING id)
    INSERT INTO postings (entry_id, line, account, member_id, amount_cents, business_date)
    SELECT id, line, account, ${other.id}, cents, '2026-03-17'::date FROM entry,
      (VALUES (1, 'fine_receivable', ${cents}::bigint), (2, 'fine', -${cents}::bigint)) lines (line, account, cents)`.execute(
    group.db,
  );
}

const checked = [...proposalInvariants, ...statementInvariants, ...auditInvariants];

describe("the match of an approved payment", () => {
  let line: Json;
  const unmatch = (by: TestMember, body?: unknown) =>
    ask(by, "POST", `${LINES}${line.id}/unmatch/`, body);
  const lineNow = async (): Promise<Json> =>
    (await ask(books.secGen, "GET", `${LINES}?page=1&page_size=100`)).body.lines.find(
      ({ id }: Json) => id === line.id,
    );

  beforeAll(async () => {
    const paid = await ask(member, "POST", "/api/finances/monthly-contribution/", {
      amount_paid: 800,
      contribution_month: "2026-04-01",
      payment_date: "2026-03-10",
      payment_Reference_Code: "UA33CCCCCC",
    });
    const { body } = await ask(books.treasurer, "POST", "/api/statements/accounts/", {
      name: "Paybill",
      kind: "mpesa_paybill",
    });
    await uploadStatement(group, {
      token: books.treasurer.token,
      file: paybillStatement({
        opening: 0n,
        from: "2026-03-01",
        to: "2026-03-16",
        movements: [paidIn("UA33CCCCCC", "2026-03-10 12:00:00", 800, member.username)],
      }),
      fields: { account_id: String(body.account.id) },
    });
    const id = paid.body.contribution.contribution_id;
    for (const by of [books.treasurer, books.secGen])
      await ask(by, "POST", `/api/finances/monthly-contribution-approval/${id}/`, {
        action: "approved",
      });
    const { body: found } = await ask(books.secGen, "GET", `${LINES}?search=UA33CCCCCC`);
    [line] = found.lines;
    group.clock.advanceMinutes(1);
  });

  test("one official needs a reason, and only proposes to undo it", async () => {
    expect(line).toMatchObject({ state: "matched", match: { status: "approved" } });
    const bare = await unmatch(books.treasurer);
    expect([bare.status, Object.keys(bare.body.errors)]).toEqual([400, ["reason"]]);
    expect((await unmatch(books.treasurer, { reason: " .. " })).status).toBe(400);
    expect((await unmatch(books.chairperson, { reason: "Mine" })).status).toBe(403);
    const id = proposedBy(await unmatch(books.treasurer, { reason: "It is Asha's" }));
    expect(await lineNow()).toMatchObject({
      state: "matched",
      match: { undo_proposed_by: { id: books.treasurer.id } },
    });
    expect(await waiting()).toEqual([
      expect.objectContaining({
        id,
        kind: "unmatch",
        amount: 800,
        description: "It is Asha's",
        member: expect.objectContaining({ id: member.id }),
        proposed_by: expect.objectContaining({ id: books.treasurer.id }),
        effective_at: null,
        may_agree: true,
      }),
    ]);
    // One waits for a line, whoever asks again.
    expect((await unmatch(books.secGen, { reason: "Too" })).status).toBe(400);
    for (const by of [books.treasurer, books.chairperson, member])
      expect([by.username, (await agree(id, by)).status]).toEqual([by.username, 403]);
    expect((await refuse(id)).status).toBe(200);
    expect(await lineNow()).toMatchObject({ state: "matched" });
    await holds();
  });

  test("it is undone when the other office agrees, and its payment stays approved", async () => {
    const id = proposedBy(await unmatch(books.secGen, { reason: "It is Asha's" }));
    const agreed = await agree(id, books.treasurer);
    expect(agreed).toMatchObject({ status: 200, body: { entry_id: null } });
    expect(await lineNow()).toMatchObject({ state: "open", match: null });
    expect((await agree(id, books.treasurer)).status).toBe(400);
    const { rows } = await sql<{ status: string }>`
      SELECT status FROM payments WHERE reference = 'UA33CCCCCC'`.execute(group.db);
    expect(rows).toEqual([{ status: "approved" }]);
    await holds();
  });

  test("the database itself refuses what one official undoes alone", async () => {
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM statement_matches ORDER BY id LIMIT 1`.execute(group.db);
    await ask(books.secGen, "POST", `${LINES}${line.id}/match/`, {
      kind: "contribution",
      id: line.match.id,
    });
    const undone = sql`
      UPDATE statement_matches SET undone_at = ${group.clock.now()}, undone_by = ${books.treasurer.id}, undone_why = 'unmatched'
       WHERE undone_at IS NULL AND id > ${rows[0]!.id - 1}`;
    await expect(undone.execute(group.db)).rejects.toThrow("undone by both offices");
  });

  test.each([
    [
      "approved-matches-undone-by-both",
      "UPDATE statement_matches SET undone_at = now(), undone_why = 'unmatched', undone_by = matched_by WHERE undone_at IS NULL",
    ],
    ["approved-matches-undone-by-both", "DELETE FROM proposals WHERE kind = 'unmatch'"],
    [
      "approved-matches-undone-by-both",
      "UPDATE statement_matches SET undone_at = undone_at - interval '1 minute'",
    ],
    [
      "approved-matches-undone-by-both",
      "UPDATE audit_entries SET after = after || '{\"office\": \"Sec-Gen\"}' WHERE action = 'proposals.agree'",
    ],
    [
      "limits-begin-with-the-rule",
      "UPDATE second_person_limits SET counts_from = now() + interval '1 hour' WHERE what = 'unmatch'",
    ],
    ["limits-begin-with-the-rule", "DELETE FROM second_person_limits WHERE what = 'unmatch'"],
    [
      "proposals-are-guarded",
      "ALTER TABLE statement_matches DISABLE TRIGGER statement_matches_undone_by_both",
    ],
  ])("%s breaks by %s", async (name, statement) => {
    expect(await brokenBy(group.db, checked, statement)).toContain(name);
  });
});

describe("a fine above the limit", () => {
  test("5,000 is charged at once, a cent more waits for another official, who is not the one fined", async () => {
    expect(await fine(5_000)).toMatchObject({
      status: 201,
      body: { entry: { id: expect.any(Number) } },
    });
    const before = await finesOf(other);
    const headers = { "Idempotency-Key": "fine-above-the-limit" };
    const id = proposedBy(await fine(5_000.01, books.chairperson, other, headers));
    expect((await fine(5_000.01, books.chairperson, other, headers)).body.id).toBe(id);
    expect(await finesOf(other)).toEqual(before);
    expect((await waiting())[0]).toMatchObject({
      id,
      kind: "ledger_entry",
      type: "fine",
      amount: 5_000.01,
      description: "Lost the box",
      member: { id: other.id },
    });
    for (const by of [books.chairperson, member])
      expect([by.username, (await agree(id, by)).status]).toEqual([by.username, 403]);
    const agreed = await agree(id);
    expect(agreed).toMatchObject({ status: 200, body: { entry_id: expect.any(Number) } });
    expect((await finesOf(other))[0]).toMatchObject({ amount: 5_000.01 });
    // Who is fined decides nothing of it.
    const ofOfficial = proposedBy(await fine(6_000, books.chairperson, books.treasurer));
    expect((await agree(ofOfficial, books.treasurer)).status).toBe(403);
    expect((await refuse(ofOfficial, books.treasurer)).status).toBe(403);
    expect((await refuse(ofOfficial)).status).toBe(200);
    await holds();
  });

  test("its reversal waits as well", async () => {
    const { body } = await agree(proposedBy(await fine(9_000)));
    const id = proposedBy(await reverse(body.entry_id));
    expect((await finesOf(other))[0]).toMatchObject({ amount: 9_000, outstanding: 9_000 });
    expect((await agree(id, books.chairperson)).status).toBe(200);
    expect((await finesOf(other))[0]).toMatchObject({ amount: 9_000, outstanding: 0 });
    await holds();
  });

  test("fines of several members wait together, and are charged together", async () => {
    const small = await fineMany(100, [member, other], books.treasurer);
    expect(small).toMatchObject({ status: 201, body: { total: 200, refused: [] } });
    const before = [await finesOf(member), await finesOf(other)];
    const id = proposedBy(await fineMany(5_001, [member, other]));
    expect([await finesOf(member), await finesOf(other)]).toEqual(before);
    const [shown] = await waiting();
    expect(shown).toMatchObject({ id, kind: "fines", amount: 10_002, description: "Absent" });
    expect(shown.members.map((each: Json) => each.id)).toEqual([member.id, other.id]);
    expect((await agree(id, books.chairperson)).status).toBe(403);
    expect(await agree(id)).toMatchObject({ status: 200, body: { entry_id: null } });
    for (const who of [member, other])
      expect((await finesOf(who))[0]).toMatchObject({ amount: 5_001, outstanding: 5_001 });
    await holds();
  });

  test("fines that fewer members can get by now are refused as a whole", async () => {
    const leaver = await books.member();
    await books.contribute(leaver, 1_000);
    const id = proposedBy(await fineMany(5_001, [leaver, other]));
    const { status } = await ask(books.chairperson, "POST", "/api/accounting/clear_member/", {
      member_id: leaver.id,
    });
    expect([status, (await agree(id)).status]).toEqual([200, 400]);
    expect((await refuse(id, books.chairperson)).status).toBe(200);
  });

  test("who cannot be fined is left out of what is proposed", async () => {
    const id = proposedBy(await fineMany(5_001, [other, { ...other, id: 9_999 }]));
    const { body } = await ask(books.secGen, "GET", "/api/accounting/proposals/");
    const listed = body.proposals.find((each: Json) => each.id === id);
    expect(listed.members.map((each: Json) => each.id)).toEqual([other.id]);
    expect((await refuse(id, books.chairperson)).status).toBe(200);
  });

  test("raising or ending the limit waits once the books have begun, lowering it does not, and late fines are no way round", async () => {
    const lower = await settle({ fine_limit: 4_000 });
    expect(lower.body).toMatchObject({ settings: { fine_limit: 4_000 } });
    expect(lower.body.effective_at).toBeUndefined();
    for (const [setting, after] of [
      ["fine_limit", null],
      ["fine_limit", 1_000_000],
      ["late_fine_amount", 1_000_000],
      ["mpesa_payouts", true],
    ] as const) {
      const raised = await settle({ [setting]: after });
      expect(raised).toMatchObject({ status: 200, body: { effective_at: expect.any(String) } });
      expect(raised.body.settings[setting]).not.toBe(after);
      const [proposal] = await waiting();
      expect(proposal).toMatchObject({ kind: "setting", change: { setting, after } });
      expect((await agree(proposal!.id, books.chairperson)).status).toBe(403);
      expect((await refuse(proposal!.id)).status).toBe(200);
    }
    expect((await settle({ late_fine_amount: 200 })).body.settings.late_fine_amount).toBe(200);
    group.clock.advanceMinutes(1);
    proposedBy(await fine(4_500));
    const raised = await settle({ fine_limit: 4_600 });
    expect(raised.body.settings.fine_limit).toBe(4_000);
    await pass(24 * 60 + 1);
    expect(await fine(4_600)).toMatchObject({ body: { entry: { id: expect.any(Number) } } });
    await holds();
  });

  test("the database itself refuses a fine above the limit that nobody agreed to", async () => {
    await expect(fineByHand(books.treasurer, 1_000_000)).rejects.toThrow("needs a second person");
  });

  test.each([
    ["fines-above-the-limit-were-agreed", "DELETE FROM proposals WHERE kind = 'fines'"],
    ["fines-above-the-limit-were-agreed", "DELETE FROM proposals WHERE kind = 'reversal'"],
    [
      "fines-above-the-limit-were-agreed",
      "UPDATE second_person_limits SET above_cents = 100 WHERE what = 'fine'",
    ],
    ["fines-above-the-limit-were-agreed", "UPDATE fines SET proposal_id = NULL"],
    ["proposal-posted-once", "UPDATE fines SET proposal_id = NULL"],
    ["proposal-posted-once", "UPDATE fines SET amount_cents = 100 WHERE proposal_id IS NOT NULL"],
    [
      "proposal-posted-once",
      "UPDATE fines SET proposal_id = (SELECT min(id) FROM proposals WHERE kind = 'fines') WHERE proposal_id IS NULL",
    ],
    [
      "second-person-as-audited",
      "UPDATE second_person_limits SET above_cents = NULL WHERE what = 'fine'",
    ],
    [
      "second-person-as-audited",
      "INSERT INTO second_person_limits (what, above_cents, counts_from) VALUES ('fine', NULL, now())",
    ],
    [
      "limits-begin-with-the-rule",
      "DELETE FROM second_person_limits WHERE id = (SELECT min(id) FROM second_person_limits WHERE what = 'fine')",
    ],
    [
      "weaker-settings-waited",
      "UPDATE audit_entries SET after = after - 'proposal_id' WHERE action = 'settings.change' AND after ? 'fine_limit'",
    ],
    ["proposals-are-guarded", "ALTER TABLE entries DISABLE TRIGGER entries_fine_agreed"],
  ])("%s breaks by %s", async (name, statement) => {
    expect(await brokenBy(group.db, checked, statement)).toContain(name);
  });
});

describe("the fines of one official within 24 hours", () => {
  beforeAll(async () => {
    await pass(24 * 60);
    await settle({ fine_limit: 1_000 });
  });
  const posted = { status: 201, body: { entry: { id: expect.any(Number) } } };

  test("are charged at once up to the limit, whomever they are for; what comes to more waits, whole", async () => {
    expect(await fine(600)).toMatchObject(posted);
    expect(await fineMany(100, [member, other])).toMatchObject({ body: { total: 200 } });
    expect(await fine(200, books.chairperson, member)).toMatchObject(posted);
    const before = await finesOf(other);
    const answer = await fine(0.01);
    const id = proposedBy(answer);
    expect(answer.body.detail).toBe(
      "Your fines of 24 hours come to KES 1,000.01, and above KES 1,000.00 a second person is needed: this is proposed and waits until another official agrees.",
    );
    const many = proposedBy(await fineMany(1, [member, other]));
    expect(await finesOf(other)).toEqual(before);
    // Another official's are summed by themselves.
    expect(await fine(1_000, books.secGen)).toMatchObject(posted);
    expect(await agree(id)).toMatchObject({ status: 200 });
    expect(await agree(many)).toMatchObject({ status: 200, body: { entry_id: null } });
    await holds();
  });

  test("one that was reversed still counts, one that another official agreed to does not", async () => {
    await pass(24 * 60);
    const { body } = await fine(700);
    expect(await agree(proposedBy(await fine(5_000)))).toMatchObject({ status: 200 });
    expect((await reverse(body.entry.id)).status).toBe(201);
    expect(await fine(300)).toMatchObject(posted);
    proposedBy(await fine(1));
    await pass(24 * 60 - 1);
    proposedBy(await fine(1));
    await pass(1);
    expect(await fine(1_000)).toMatchObject(posted);
    await holds();
  });

  test("of several alike are summed in the one act", async () => {
    await pass(24 * 60);
    const leaver = await books.member();
    expect(await fineMany(500, [member, other])).toMatchObject({ body: { total: 1_000 } });
    await pass(24 * 60);
    const answer = await fineMany(400, [member, other, leaver]);
    expect(answer.body.detail).toContain("KES 1,200.00");
    expect(await agree(proposedBy(answer))).toMatchObject({ status: 200 });
    await holds();
  });

  test("charged at once by two requests do not slip through together", async () => {
    await pass(24 * 60);
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => fine(400)),
      ...Array.from({ length: 4 }, () => fineMany(200, [member, other])),
    ]);
    const charged = answers.filter(({ body }) => body.status !== "proposed");
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(charged).toHaveLength(2);
    await holds();
  });

  test("are refused by the database itself above the limit", async () => {
    await pass(24 * 60);
    await fineByHand(books.secGen, 600);
    await expect(fineByHand(books.secGen, 600)).rejects.toThrow("needs a second person");
  });

  test.each([
    [
      "fines-of-a-day-were-agreed",
      "UPDATE fines SET charged_at = charged_at + interval '1 day' WHERE id = (SELECT min(id) FROM fines f WHERE f.charged_by = fines.charged_by)",
    ],
    ["fines-of-a-day-were-agreed", "DELETE FROM proposals WHERE kind = 'fines'"],
    [
      "fines-of-a-day-were-agreed",
      "UPDATE fines SET charged_by = (SELECT id FROM members WHERE office = 'Treasurer') WHERE charged_by IS NOT NULL",
    ],
    ["limits-begin-with-the-rule", "DELETE FROM second_person_limits WHERE what = 'fine_sum'"],
    [
      "limits-begin-with-the-rule",
      "UPDATE second_person_limits SET counts_from = now() + interval '1 hour' WHERE what = 'fine_sum'",
    ],
    [
      "limits-begin-with-the-rule",
      "INSERT INTO second_person_limits (what, above_cents, counts_from) VALUES ('fine_sum', 0, now())",
    ],
  ])("%s breaks by %s", async (name, statement) => {
    expect(await brokenBy(group.db, checked, statement)).toContain(name);
  });
});
