// Tampering with offices and their proposals, by somebody who has the database's password.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inTransaction } from "#server/db/connection.ts";
import { appointBookkeepers } from "#tests/support/bookkeeping.ts";
import { startGroup, type TestGroup, type TestMember } from "#tests/support/test-group.ts";
import { officeInvariants } from "./office-invariants.ts";
import { verifyBooks } from "./verify-books.ts";

let group: TestGroup;
let idle: TestMember;
let ids: Record<string, number>;

// Three are proposed: one was agreed to, one was objected to, one waits. A fourth contributed and holds nothing.
beforeAll(async () => {
  group = await startGroup();
  const books = await appointBookkeepers(group);
  const people: TestMember[] = [];
  for (let each = 0; each < 4; each++) {
    const member = await books.member();
    await books.contribute(member, 1_000);
    people.push(member);
  }
  const [agreed, objected, waiting, other] = people as [
    TestMember,
    TestMember,
    TestMember,
    TestMember,
  ];
  idle = other;
  await books.giveOffice(agreed, "sec-gen");
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
    objected: objected.id,
    waiting: waiting.id,
    idle: idle.id,
    chairperson: books.chairperson.id,
    treasurer: books.treasurer.id,
  };
});
afterAll(() => group.close());

const undone = new Error("undone");

/** Which of the invariants about offices break when the guards are off and `statement` has run. */
async function brokenBy(statement: string): Promise<string[]> {
  const text = statement.replaceAll(/:(\w+)/g, (_, name: string) => String(ids[name]));
  const broken: string[] = [];
  await inTransaction(group.db, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    for (const table of ["office_proposals", "members"])
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

test("nothing is broken before", async () => {
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});

const counted = "outcome = 'counted', decided_at = proposed_at + interval '1 hour'";

describe("tampered with", () => {
  test.each([
    ["offices-are-explained", "UPDATE members SET office = 'Treasurer' WHERE id = :idle"],
    ["offices-are-explained", "UPDATE members SET office = 'Chairperson' WHERE id = :agreed"],
    [
      "offices-wait-their-time",
      `UPDATE office_proposals SET ${counted} WHERE member_id = :waiting`,
    ],
    [
      "offices-wait-their-time",
      "UPDATE office_proposals SET decided_by = :chairperson WHERE member_id = :agreed",
    ],
    [
      "offices-wait-their-time",
      "UPDATE office_proposals SET decided_by = NULL WHERE member_id = :agreed",
    ],
    [
      "proposals-wait-as-was-decided",
      "UPDATE office_proposals SET delay_hours = 0, effective_at = proposed_at WHERE member_id = :waiting",
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
    ["proposals-as-audited", "UPDATE office_proposals SET proposed_by = :treasurer"],
    [
      "proposals-as-audited",
      "INSERT INTO office_proposals (member_id, office, proposed_by, proposed_at, delay_hours, effective_at) SELECT :idle, office, proposed_by, proposed_at, delay_hours, effective_at FROM office_proposals LIMIT 1",
    ],
    ["offices-are-proposed", "DELETE FROM office_proposals WHERE member_id = :agreed"],
    [
      "offices-are-proposed",
      `INSERT INTO audit_entries (at, actor_id, action, subject, subject_id, after)
       VALUES (now(), :chairperson, 'roles.assign', 'member', :idle, '{"office": "Treasurer"}')`,
    ],
    [
      "offices-are-for-contributors",
      "DELETE FROM payments WHERE member_id = :agreed AND kind = 'contribution'",
    ],
    ["who-is-proposed-may-hold-it", "UPDATE members SET status = 'dormant' WHERE id = :waiting"],
    ["who-is-proposed-may-hold-it", "UPDATE members SET office = 'Treasurer' WHERE id = :waiting"],
  ])("%s breaks: %s", async (name, statement) => {
    expect(await brokenBy(statement)).toContain(name);
  });
});
