import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inTransaction } from "#server/db/connection.ts";
import { startFoundedGroup } from "#tests/support/founded-group.ts";
import type { TestGroup, TestMember } from "#tests/support/test-group.ts";
import { officeInvariants } from "./office-invariants.ts";
import { verifyBooks } from "./verify-books.ts";

const answerFor = (member: TestMember) => `/api/user/assign_groups/${member.id}/`;

// Tampers with offices and their proposals, as somebody with the database's password could.
describe("offices", () => {
  let group: TestGroup;
  let idle: TestMember;
  let ids: Record<string, number>;

  // Of what was proposed to give, one was agreed to, one objected to, one waits; of what was proposed to take, one counted
  // by time, one was agreed to by most members after its person objected and the wait, one waits of who was deactivated. The others
  // contributed and have no office.
  beforeAll(async () => {
    const founded = await startFoundedGroup({ members: 1 });
    group = founded.group;
    const { books } = founded;
    const people: TestMember[] = [];
    for (let each = 0; each < 7; each++) {
      const member = await books.member();
      await books.contributeThreeMonths(member);
      people.push(member);
    }
    const newcomer = await books.member();
    await books.contribute(newcomer, 500);
    const [agreed, objected, waiting, other, second, third, taken] = people as [
      ...[TestMember, TestMember, TestMember, TestMember, TestMember, TestMember, TestMember],
    ];
    idle = other;
    group.clock.advanceMinutes(31 * 24 * 60);
    const signIn = async () => {
      for (const each of [books.chairperson, books.treasurer, books.secGen, ...people])
        each.token = await group.signIn(each).catch(() => each.token);
    };
    await signIn();
    const post = async (path: string, by: TestMember, body?: unknown) => {
      const answer = await group.api("POST", path, { token: by.token, body });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    };
    const remove = (member: TestMember, role: string) =>
      group.api("DELETE", `/api/user/remove_groups/${member.id}/`, {
        token: books.chairperson.token,
        body: { role },
      });
    for (const each of [agreed, taken]) await books.giveOffice(each, "sec-gen");
    await remove(taken, "Sec-Gen");
    group.clock.advanceMinutes(25 * 60);
    await signIn();
    // Four of the six who count agree, since the person objects.
    await remove(books.secGen, "Sec-Gen");
    await post(`${answerFor(books.secGen)}object/`, books.secGen, { reason: "I work well" });
    for (const each of [idle, second, third]) await post(`${answerFor(books.secGen)}agree/`, each);
    group.clock.advanceMinutes(25 * 60);
    await signIn();
    await post(`${answerFor(books.secGen)}agree/`, objected);
    await post(`/api/user/deactivate_user/${agreed.id}/`, books.chairperson);
    // It never counts by time, since its maker ended an official's rights.
    for (const member of [objected, waiting])
      await group.api("POST", `/api/user/assign_groups/${member.id}/`, {
        token: books.chairperson.token,
        body: { role: "treasurer" },
      });
    await group.api("POST", `/api/user/assign_groups/${objected.id}/object/`, {
      token: books.treasurer.token,
      body: { reason: "Lives abroad" },
    });
    ids = {
      agreed: agreed.id,
      taken: taken.id,
      secGen: books.secGen.id,
      second: second.id,
      newcomer: newcomer.id,
      objected: objected.id,
      waiting: waiting.id,
      idle: idle.id,
      chairperson: books.chairperson.id,
      treasurer: books.treasurer.id,
    };
  });
  afterAll(() => group.close());

  const undone = new Error("undone");

  /** Runs `statement` without guards, and returns the broken invariants about offices. */
  async function brokenBy(statement: string): Promise<string[]> {
    const text = statement.replaceAll(/:(\w+)/g, (_, name: string) => String(ids[name]));
    const broken: string[] = [];
    await inTransaction(group.db, async (tx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(tx);
      for (const table of ["office_proposals", "office_answers", "objection_links", "members"])
        for (const { name } of (
          await sql<{ name: string }>`SELECT conname AS name FROM pg_constraint
          WHERE contype = 'c' AND conrelid = ${table}::regclass`.execute(tx)
        ).rows)
          await sql.raw(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`).execute(tx);
      await sql.raw(text).execute(tx);
      for (const { name, sql: question } of officeInvariants)
        if ((await sql.raw(question).execute(tx)).rows.length > 0) broken.push(name);
      throw undone;
    }).catch((error: unknown) => {
      if (error !== undone) throw error;
    });
    return broken;
  }

  test("every invariant holds before", async () => {
    expect((await verifyBooks(group.db)).breaches).toEqual([]);
  });

  const counted = "outcome = 'counted', decided_at = proposed_at + interval '1 hour'";

  test.each([
    ["offices-are-explained", "UPDATE members SET office = 'Treasurer' WHERE id = :idle"],
    ["offices-are-explained", "UPDATE members SET office = 'Chairperson' WHERE id = :treasurer"],
    ["offices-are-explained", "UPDATE members SET office = NULL WHERE id = :treasurer"],
    ["offices-are-explained", "UPDATE members SET suspended_office = NULL WHERE id = :agreed"],
    ["offices-are-explained", "UPDATE members SET suspended_office = 'Treasurer' WHERE id = :idle"],
    [
      "offices-are-explained",
      "UPDATE members SET office = suspended_office, suspended_office = NULL WHERE id = :agreed",
    ],
    [
      "offices-wait-their-time",
      `UPDATE office_proposals SET ${counted} WHERE member_id = :waiting`,
    ],
    [
      "offices-wait-their-time",
      "UPDATE office_proposals SET decided_by = :chairperson WHERE member_id = :agreed AND kind = 'give'",
    ],
    [
      "offices-wait-their-time",
      "UPDATE office_proposals SET decided_by = NULL WHERE member_id = :agreed AND kind = 'give'",
    ],
    [
      "offices-wait-their-time",
      "UPDATE office_proposals SET decided_at = proposed_at WHERE member_id = :taken AND kind = 'take'",
    ],
    [
      "offices-wait-their-time",
      "UPDATE office_proposals SET decided_by = :idle WHERE member_id = :agreed AND kind = 'give'",
    ],
    ["offices-wait-their-time", "DELETE FROM office_answers WHERE member_id = :second"],
    [
      "offices-wait-their-time",
      "UPDATE office_answers SET counts = false WHERE member_id = :second",
    ],
    [
      "offices-wait-their-time",
      "UPDATE office_proposals SET decided_by = NULL WHERE member_id = :secGen",
    ],
    [
      "offices-wait-their-time",
      "UPDATE office_proposals SET decided_at = effective_at - interval '1 hour' WHERE member_id = :secGen",
    ],
    [
      "nobody-agrees-to-their-maker",
      "UPDATE office_proposals SET decided_by = :agreed WHERE member_id = :taken AND kind = 'give'",
    ],
    [
      "objections-by-who-may",
      "UPDATE office_proposals SET decided_by = :idle WHERE outcome = 'objected'",
    ],
    [
      "objections-by-who-may",
      "UPDATE office_proposals SET decided_by = proposed_by WHERE outcome = 'objected'",
    ],
    [
      "proposals-wait-as-was-decided",
      "UPDATE office_proposals SET delay_hours = 0, effective_at = proposed_at WHERE member_id = :waiting",
    ],
    [
      "proposals-as-audited",
      "UPDATE office_proposals SET effective_at = effective_at - interval '1 hour' WHERE member_id = :waiting",
    ],
    [
      "proposals-need-agreement",
      "UPDATE office_proposals SET needs_agreement = false WHERE member_id = :waiting",
    ],
    [
      "proposals-need-agreement",
      "UPDATE office_proposals SET needs_agreement = false WHERE member_id = :secGen",
    ],
    [
      "proposals-need-agreement",
      "UPDATE office_proposals SET needs_agreement = true WHERE member_id = :taken AND kind = 'take'",
    ],
    [
      "proposals-as-audited",
      "UPDATE office_proposals SET outcome = NULL, decided_at = NULL, decided_by = NULL WHERE member_id = :objected",
    ],
    [
      "proposals-as-audited",
      "UPDATE office_proposals SET reason = 'x' WHERE member_id = :objected",
    ],
    ["proposals-as-audited", "UPDATE office_proposals SET office = 'Chairperson'"],
    [
      "proposals-as-audited",
      "UPDATE office_proposals SET kind = 'take' WHERE member_id = :waiting",
    ],
    ["proposals-as-audited", "UPDATE office_proposals SET proposed_by = :treasurer"],
    ["proposals-as-audited", "DELETE FROM office_proposals WHERE outcome IS NULL"],
    ["proposals-as-audited", "DELETE FROM office_proposals WHERE outcome = 'objected'"],
    [
      "proposals-as-audited",
      "INSERT INTO office_proposals (kind, member_id, office, proposed_by, proposed_at, delay_hours, effective_at) SELECT 'give', :idle, office, proposed_by, proposed_at, delay_hours, effective_at FROM office_proposals LIMIT 1",
    ],
    [
      "office-answers-as-audited",
      "INSERT INTO office_answers (proposal_id, member_id, answer, counts, answered_at) SELECT id, :second, 'agree', true, proposed_at FROM office_proposals WHERE member_id = :waiting",
    ],
    ["office-answers-as-audited", "DELETE FROM office_answers WHERE answer = 'object'"],
    ["office-answers-as-audited", "UPDATE office_answers SET reason = 'x' WHERE answer = 'object'"],
    [
      "office-answers-as-audited",
      "UPDATE office_answers SET counts = true WHERE answer = 'object'",
    ],
    [
      "members-who-count",
      "UPDATE office_answers SET member_id = :newcomer, answered_at = answered_at - interval '15 days' WHERE member_id = :second",
    ],
    ["members-who-count", "DELETE FROM payments WHERE member_id = :second"],
    ["members-who-count", "UPDATE office_answers SET counts = true WHERE member_id = :secGen"],
    ["links-to-object-as-used", "UPDATE objection_links SET used_at = created_at"],
    [
      "links-to-object-as-used",
      "UPDATE objection_links SET member_id = :idle WHERE member_id = :treasurer",
    ],
    [
      "links-to-object-as-used",
      "UPDATE objection_links SET created_at = created_at - interval '1 hour'",
    ],
    [
      "links-to-object-as-used",
      "UPDATE objection_links SET proposal_id = proposal_id + 1000 WHERE member_id = :treasurer",
    ],
    [
      "links-to-object-as-used",
      `INSERT INTO audit_entries (at, actor_id, action, subject, subject_id, after)
       SELECT now(), :treasurer, 'roles.answer', 'member', :waiting, jsonb_build_object('proposal_id', id, 'agrees', false, 'by_link', true)
         FROM office_proposals WHERE member_id = :waiting`,
    ],
    ["offices-are-guarded", "DROP TRIGGER objection_links_keep ON objection_links"],
    ["offices-are-proposed", "DELETE FROM office_proposals WHERE member_id = :agreed"],
    ["offices-are-proposed", "DELETE FROM office_proposals WHERE member_id = :taken"],
    [
      "offices-are-proposed",
      `INSERT INTO audit_entries (at, actor_id, action, subject, subject_id, after)
       VALUES (now(), :chairperson, 'roles.assign', 'member', :idle, '{"office": "Treasurer"}')`,
    ],
    [
      "offices-are-proposed",
      `INSERT INTO audit_entries (at, actor_id, action, subject, subject_id, before, after)
       VALUES (now(), :chairperson, 'roles.remove', 'member', :treasurer, '{"office": "Treasurer"}', '{"office": null}')`,
    ],
    [
      "offices-are-for-contributors",
      "DELETE FROM payments WHERE member_id = :agreed AND kind = 'contribution'",
    ],
    ["who-is-proposed-may-hold-it", "UPDATE members SET status = 'dormant' WHERE id = :waiting"],
    ["who-is-proposed-may-hold-it", "UPDATE members SET office = 'Treasurer' WHERE id = :waiting"],
    [
      "who-is-proposed-may-hold-it",
      "UPDATE members SET suspended_office = NULL WHERE id = :agreed",
    ],
    ["offices-are-guarded", "ALTER TABLE office_proposals DISABLE TRIGGER office_proposals_kept"],
    ["offices-are-guarded", "DROP TRIGGER office_answers_append_only ON office_answers"],
  ])("%s breaks: %s", async (name, statement) => {
    expect(await brokenBy(statement)).toContain(name);
  });
});
