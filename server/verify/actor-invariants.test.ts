// Who may do what the audit log tells (I110): what was lawful stays so, whatever becomes of the office, and what was not is found.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sealAudit } from "#server/core/audit-log/audit-chain.ts";
import { brokenBy } from "#tests/support/test-database.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import type { TestGroup, TestMember } from "#tests/support/test-group.ts";
import { actorInvariants } from "./actor-invariants.ts";
import { verifyBooks } from "./verify-books.ts";

let group: TestGroup;
let books: Bookkeeping;
let member: TestMember;
let contribution: number;

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup({ members: 2 }));
  member = await books.member();
  await books.contribute(member, 2_000);
  contribution = await books.submitContribution(member, 700);
});
afterAll(() => group.close());

/** Writes an entry into the audit log behind the application. */
const forged = (entry: {
  actor: number | null;
  action: string;
  subject: string;
  id: number | null;
}) => `
  INSERT INTO audit_entries (at, actor_id, action, subject, subject_id)
  VALUES (now(), ${entry.actor}, '${entry.action}', '${entry.subject}', ${entry.id})`;

const broken = (statement: string) => brokenBy(group.db, actorInvariants, statement);

describe("an entry is found", () => {
  test.each<[string, () => string]>([
    [
      "of an ordinary member who approves a membership",
      () => forged({ actor: member.id, action: "members.approve", subject: "member", id: 2 }),
    ],
    [
      "of the Treasurer who approves a membership",
      () =>
        forged({
          actor: books.treasurer.id,
          action: "members.approve",
          subject: "member",
          id: member.id,
        }),
    ],
    [
      "of the Chairperson who approves a payment",
      () =>
        forged({
          actor: books.chairperson.id,
          action: "contributions.approve",
          subject: "contribution",
          id: contribution,
        }),
    ],
    [
      "of nobody who approves a payment",
      () =>
        forged({
          actor: null,
          action: "contributions.approve",
          subject: "contribution",
          id: contribution,
        }),
    ],
    [
      "of a member who pays for another",
      () =>
        forged({
          actor: books.chairperson.id,
          action: "contributions.pay",
          subject: "contribution",
          id: contribution,
        }),
    ],
    [
      "of a member who changes another's password",
      () =>
        forged({
          actor: books.chairperson.id,
          action: "members.change-password",
          subject: "member",
          id: member.id,
        }),
    ],
    [
      "of a member who does what only the application does",
      () =>
        forged({ actor: books.treasurer.id, action: "books.witness", subject: "books", id: 900 }),
    ],
    [
      "of an action that there is not",
      () => forged({ actor: null, action: "made.up", subject: "books", id: 1 }),
    ],
  ])("%s", async (_, entry) => {
    expect(await broken("SELECT 1")).toEqual([]);
    expect(await broken(entry())).toEqual(["acts-by-who-may"]);
  });
});

const rejects = (by: TestMember) =>
  forged({
    actor: by.id,
    action: "contributions.reject",
    subject: "contribution",
    id: contribution,
  });

test.each([
  ["'members.change-profile'", () => member.id],
  ["'members.confirm-phone'", () => member.id],
  ["'members.approve'", () => "NULL"],
])("an office that an entry of %s mentions gives no right", async (action, actor) => {
  const claims = `
    INSERT INTO audit_entries (at, actor_id, action, subject, subject_id, after)
    VALUES (now(), ${actor()}, ${action}, 'member', ${member.id}, '{"office": "Chairperson", "invitation_id": 1}');`;
  const approves = forged({
    actor: member.id,
    action: "members.approve",
    subject: "member",
    id: books.treasurer.id,
  });
  expect(await broken(claims + approves)).toEqual(["acts-by-who-may"]);
});

test("an office that a member gives without a proposal is found", async () => {
  const gives = `
    INSERT INTO audit_entries (at, actor_id, action, subject, subject_id, after)
    VALUES (now(), ${member.id}, 'roles.assign', 'member', ${member.id}, '{"office": "Chairperson"}')`;
  expect(await broken(gives)).toEqual(["acts-by-who-may"]);
});

test("what an official did stays lawful once the office is another's, and nothing after it is", async () => {
  const heir = await books.member();
  await books.contribute(heir, 500);
  await books.takeOffice(books.secGen, "Sec-Gen");
  await books.giveOffice(heir, "Sec-Gen");
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
  expect(await broken(rejects(books.secGen))).toEqual(["acts-by-who-may"]);
  expect(await broken(rejects(heir))).toEqual([]);
});

test("an entry that the server itself sealed is found all the same", async () => {
  await sealAudit(group.db);
  await sql
    .raw(
      forged({ actor: member.id, action: "settings.change", subject: "group_settings", id: null }),
    )
    .execute(group.db);
  await sealAudit(group.db);
  const { breaches } = await verifyBooks(group.db);
  expect(breaches.map(({ name }) => name)).toEqual(["acts-by-who-may"]);
  expect(breaches[0]?.offenders[0]?.found).toBe(
    `settings.change by member ${member.id}, who might not`,
  );
});
