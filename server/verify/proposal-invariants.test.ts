import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { brokenBy } from "#tests/support/test-database.ts";
import type { TestGroup, TestMember } from "#tests/support/test-group.ts";
import { proposalInvariants } from "./proposal-invariants.ts";
import { verifyBooks } from "./verify-books.ts";
import { auditInvariants } from "./log-invariants.ts";

describe("what needs a second person", () => {
  let group: TestGroup;
  let books: Bookkeeping;

  // One proposal was posted, one refused, one waits. A raised amount was agreed to, and a lowered delay took effect by
  // itself.
  beforeAll(async () => {
    ({ group, books } = await startFoundedGroup({ members: 1 }));
    const member = await books.member();
    await books.contribute(member, 20_000);
    // Just before the limit takes effect, one person may still take it out.
    await spend(1_200);
    await ask(books.chairperson, "/api/group/settings/", { second_person_above: 1_000 });
    group.clock.advanceMinutes(1);
    const [posted, refused] = [await propose(2_000), await propose(3_000)];
    await propose(4_000);
    await ask(books.secGen, `/api/accounting/proposals/${posted}/agree/`);
    await ask(books.secGen, `/api/accounting/proposals/${refused}/refuse/`, { reason: "Too dear" });
    await spend(1_000);
    group.clock.advanceMinutes(1);
    await ask(books.chairperson, "/api/group/settings/", {
      second_person_above: 1_500,
      office_delay_hours: 12,
    });
    const { body } = await group.api("GET", "/api/accounting/proposals/", {
      token: books.secGen.token,
    });
    const raised = body.proposals.find(
      ({ change }: { change: { setting: string } | null }) =>
        change?.setting === "second_person_above",
    );
    await ask(books.secGen, `/api/accounting/proposals/${raised.id}/agree/`);
    const lowered = body.proposals.find(
      ({ id, kind }: { id: number; kind: string }) => kind === "setting" && id !== raised.id,
    );
    await ask(member, `/api/accounting/proposals/${lowered.id}/object/`, { reason: "Too soon" });
    group.clock.advanceMinutes(25 * 60);
    const token = await group.signIn(books.chairperson);
    const settings = await group.api("GET", "/api/group/settings/", { token });
    if (settings.body.office_delay_hours !== 12) throw new Error("the delay does not count");
  });
  afterAll(() => group.close());

  async function ask(by: TestMember, path: string, body?: unknown) {
    const params = { token: by.token, ...(body === undefined ? {} : { body }) };
    const answer = await group.api("POST", path, params);
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  const spend = (amount: number) =>
    ask(books.treasurer, "/api/accounting/create_ledger_entry/", {
      type: "expense",
      category: "other_expense",
      description: "Chairs",
      amount,
    });
  const propose = async (amount: number): Promise<number> => (await spend(amount)).id;

  const checked = [...proposalInvariants, ...auditInvariants];

  test("proposals keep every invariant, whether agreed to, refused or due", async () => {
    expect((await verifyBooks(group.db)).breaches).toEqual([]);
  });

  const withoutChecks =
    "ALTER TABLE proposals DROP CONSTRAINT proposals_decided, DROP CONSTRAINT proposals_posted;";

  test.each([
    ["proposal-posted-once", "UPDATE proposals SET amount_cents = amount_cents + 1"],
    [
      "proposal-posted-once",
      "DELETE FROM entries WHERE id = (SELECT max(entry_id) FROM proposals)",
    ],
    [
      "proposal-posted-once",
      `${withoutChecks} UPDATE proposals SET entry_id = (SELECT max(id) FROM entries) WHERE outcome = 'refused'`,
    ],
    [
      "two-people-agreed",
      `${withoutChecks} UPDATE proposals SET decided_by = proposed_by WHERE outcome = 'agreed'`,
    ],
    [
      "two-people-agreed",
      `${withoutChecks} UPDATE proposals SET reason = ' ' WHERE outcome = 'refused'`,
    ],
    [
      "two-people-agreed",
      `${withoutChecks} ALTER TABLE proposals DROP CONSTRAINT proposals_wait; UPDATE proposals SET effective_at = proposed_at WHERE outcome = 'counted'`,
    ],
    ["payouts-above-the-amount-were-agreed", "DELETE FROM proposals WHERE entry_id IS NOT NULL"],
    [
      "payouts-above-the-amount-were-agreed",
      "UPDATE second_person_limits SET above_cents = 99_999",
    ],
    ["second-person-as-audited", "UPDATE second_person_limits SET above_cents = NULL"],
    ["second-person-as-audited", "DELETE FROM second_person_limits"],
    [
      "second-person-as-audited",
      "INSERT INTO second_person_limits (above_cents, counts_from) VALUES (NULL, now())",
    ],
    [
      "weaker-settings-could-be-refused",
      `UPDATE audit_entries SET after = after || '{"office": null}'
        WHERE subject = 'member' AND after ->> 'office' <> 'Chairperson'`,
    ],
    [
      "weaker-settings-waited",
      "UPDATE audit_entries SET after = after - 'proposal_id' WHERE action = 'settings.change' AND after ? 'office_delay_hours'",
    ],
    [
      "weaker-settings-waited",
      `${withoutChecks} UPDATE proposals SET outcome = 'refused' WHERE setting = 'second_person_above'`,
    ],
    ["proposals-are-audited", "DELETE FROM audit_entries WHERE action = 'proposals.agree'"],
    [
      "proposals-are-audited",
      "UPDATE proposals SET decided_by = (SELECT id FROM members WHERE office = 'Chairperson') WHERE outcome = 'agreed' AND entry_id IS NOT NULL",
    ],
    ["setting-objections-as-audited", "UPDATE setting_objections SET reason = 'x'"],
    ["setting-objections-as-audited", "UPDATE setting_objections SET counts = NOT counts"],
    [
      "setting-objections-as-audited",
      "UPDATE setting_objections SET objected_at = objected_at + interval '1 hour'",
    ],
    [
      "setting-objections-as-audited",
      "UPDATE setting_objections SET member_id = (SELECT id FROM members WHERE office = 'Treasurer')",
    ],
    [
      "setting-objections-as-audited",
      "UPDATE setting_objections SET proposal_id = (SELECT min(id) FROM proposals)",
    ],
    ["setting-objections-as-audited", "DELETE FROM setting_objections"],
    ["proposals-are-guarded", "DROP TRIGGER setting_objections_append_only ON setting_objections"],
    ["settings-as-audited", "UPDATE second_person_limits SET above_cents = 1"],
    ["proposals-are-guarded", "ALTER TABLE entries DISABLE TRIGGER entries_second_person"],
    ["proposals-are-guarded", "ALTER TABLE proposals DISABLE TRIGGER proposals_keep"],
  ])("%s breaks by %s", async (name, statement) => {
    expect(await brokenBy(group.db, checked, statement)).toContain(name);
  });

  test("the database refuses a payout above the amount that nobody agreed to, and a proposal decided twice", async () => {
    const payout = sql`
    WITH post AS (
      INSERT INTO ledger_posts (type, description, amount_cents, posted_by, posted_at)
      VALUES ('goodwill', 'By hand', 200000, ${books.treasurer.id}, ${group.clock.now()}) RETURNING id),
    entry AS (
      INSERT INTO entries (business_date, description, source_kind, source_id, purpose, author_id, recorded_at)
      SELECT '2026-03-17', 'By hand', 'ledger_entry', id, 'goodwill', ${books.treasurer.id}, ${group.clock.now()} FROM post
      RETURNING id)
    INSERT INTO postings (entry_id, line, account, amount_cents, business_date)
    SELECT id, line, account, cents, '2026-03-17'::date FROM entry,
      (VALUES (1, 'good_will', 200000), (2, 'bank', -200000)) lines (line, account, cents)`;
    await expect(payout.execute(group.db)).rejects.toThrow("needs a second person");
    for (const statement of [
      "UPDATE proposals SET outcome = 'refused', entry_id = NULL, reason = 'x' WHERE outcome = 'agreed'",
      "UPDATE proposals SET amount_cents = 1 WHERE outcome IS NULL",
      "DELETE FROM proposals",
      "UPDATE second_person_limits SET above_cents = 1",
      "TRUNCATE second_person_limits",
    ])
      await expect(sql.raw(statement).execute(group.db)).rejects.toThrow(
        /append-only|decided once|permission denied/,
      );
  });
});
