// The members: finding, locking and naming them, and how many share in the interest.
import { sql, type SelectQueryBuilder } from "kysely";
import type { Person } from "#contract/people.ts";
import { assert } from "#domain/assert.ts";
import { personName } from "#domain/members/person-name.ts";
import { folded, foldedName } from "#domain/folding.ts";
import type { MemberFacts, MemberState } from "#domain/members/member-status.ts";
import type { MemberStatus, Office } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import type { DB } from "#server/db/tables.ts";

/** What an answer needs to name a person; read by `toPerson`. */
export const personColumns = [
  "members.id as member_id",
  "members.username",
  "members.first_name",
  "members.last_name",
  "members.reg_number",
] as const;

type PersonRow = {
  member_id: number;
  username: string;
  first_name: string;
  last_name: string;
  reg_number: string;
};

/** API-10: how answers name a person. */
export function toPerson(row: PersonRow): Person {
  return {
    id: row.member_id,
    username: row.username,
    full_name: fullName(row),
    reg_number: row.reg_number,
  };
}

export function fullName(member: { first_name: string; last_name: string }): string {
  return `${member.first_name} ${member.last_name}`;
}

/** The person whose id is in that column, as `toPerson` reads them; null where the column is. */
export function personIn(column: string) {
  return sql<Person | null>`(SELECT json_build_object('id', m.id, 'username', m.username,
      'full_name', m.first_name || ' ' || m.last_name, 'reg_number', m.reg_number)
    FROM members m WHERE m.id = ${sql.ref(column)})`;
}

/** The order of every list of members; an index has it. */
export function byName<T>(members: SelectQueryBuilder<DB, "members", T>) {
  return members
    .orderBy(sql`lower(members.first_name)`)
    .orderBy(sql`lower(members.last_name)`)
    .orderBy("members.id");
}

/** Whether a member's name or RegNo has the text: anywhere as they are written; with initials together, where a word begins. */
export function isMemberNamed(searched: string) {
  return sql<boolean>`(strpos(left(members.search_text, -length(split_part(members.search_text, E'\\n', 3))), nullif(${folded(searched)}, '')) > 0
    OR strpos(' ' || split_part(members.search_text, E'\\n', 3), ' ' || nullif(${foldedName(searched)}, '')) > 0)`;
}

/** MEM-20: members who share in the interest: `is_active`, status active or dormant, not cleared and not exited. */
export function selectActiveMembers(reader: Reader) {
  return reader
    .selectFrom("members")
    .where("is_active", "=", true)
    .where("members.status", "in", ["active", "dormant"])
    .where("has_cleared", "=", false)
    .where("exited_on", "is", null);
}

export async function countActiveMembers(reader: Reader): Promise<number> {
  const { count } = await selectActiveMembers(reader)
    .select((member) => member.fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The member's row, or undefined. */
export function findMember(reader: Reader, id: number) {
  return reader.selectFrom("members").selectAll().where("id", "=", id).executeTakeFirst();
}

/** The name with the RegNo, where people decide on somebody: two members may have one name (MEM-7). */
export function knownAs(member: { first_name: string; last_name: string; reg_number: string }) {
  return personName({ full_name: fullName(member), reg_number: member.reg_number });
}

/** The same by their id; empty for an id that no member has. */
export async function knownAsOf(reader: Reader, memberId: number): Promise<string> {
  const member = await findMember(reader, memberId);
  return member === undefined ? "" : knownAs(member);
}

/** The full name of a member by their id; empty for an id that no member has. */
export async function nameOf(reader: Reader, memberId: number): Promise<string> {
  const member = await findMember(reader, memberId);
  return member === undefined ? "" : fullName(member);
}

/**
 * Whether an id in a body belongs to a member, for endpoints whose body names one (404 before 400). A value that is
 * no id is left to the body's schema.
 */
export async function isMember(reader: Reader, sent: unknown): Promise<boolean> {
  const id = typeof sent === "string" && /^\d{1,15}$/.test(sent) ? Number(sent) : sent;
  if (typeof id !== "number" || !Number.isSafeInteger(id) || id < 1) return true;
  // Beyond int4 the query itself would fail.
  return id <= 2_147_483_647 && (await findMember(reader, id)) !== undefined;
}

/** The row of a member by email address, whatever its case, or undefined. */
export function findMemberByEmail(reader: Reader, email: string) {
  return reader
    .selectFrom("members")
    .selectAll()
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .executeTakeFirst();
}

/** Locks the member until the transaction ends; refuses with `not-found`. */
export async function lockMember(tx: Tx, id: number) {
  const member = await tx
    .selectFrom("members")
    .selectAll()
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (member === undefined) throw refuse("not-found");
  return member;
}

/** Locks some hundred members in the order of their ids, which prevents deadlocks; leaves out unknown ids. */
export async function lockMembers(
  tx: Tx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, MemberRow>> {
  const members = await tx
    .selectFrom("members")
    .selectAll()
    .where("id", "in", [...ids])
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  return new Map(members.map((member) => [member.id, member]));
}

export type MemberRow = Awaited<ReturnType<typeof lockMember>>;

/** The phone that the Chairperson or a code has confirmed; null without one. */
export function confirmedPhone(member: Pick<MemberRow, "status" | "phone">): string | null {
  return member.status === "pending_approval" ? null : member.phone;
}

/** A member with an account of their own: only they sign in (members_account). */
export type AccountRow = MemberRow & { phone: string; password_hash: string };

export function hasAccount(member: MemberRow): member is AccountRow {
  return member.phone !== null && member.password_hash !== null;
}

/** Locks the member behind an action or a mailed link, who has an account. */
export async function lockAccount(tx: Tx, id: number): Promise<AccountRow> {
  const member = await lockMember(tx, id);
  assert(hasAccount(member), `member ${id} acts and has an account`);
  return member;
}

/** The office that the member holds, with its rights or, once dormant or deactivated, without them (MEM-23). */
export function heldOffice(member: Pick<MemberRow, "office" | "suspended_office">): Office | null {
  // The database admits no other words (members_office, members_suspended_office).
  return (member.office ?? member.suspended_office) as Office | null;
}

/** The member's state, as the rules of domain/members ask for it. */
export function stateOf(
  member: Pick<MemberRow, "status" | "is_active" | "exited_on">,
): MemberState {
  return {
    // The database admits only these words (members_status).
    status: member.status as MemberStatus,
    isActive: member.is_active,
    exited: member.exited_on !== null,
  };
}

/** `waitsForApproval` of domain/members, as SQL over `members` by this name. */
export const waitsForApproval = (members: string) =>
  sql<boolean>`(${sql.ref(`${members}.status`)} = 'pending_approval' AND ${sql.ref(`${members}.is_active`)})`;

/** Call under `lockMembership`. */
export async function readMemberFacts(tx: Tx, member: MemberRow): Promise<MemberFacts> {
  return {
    ...stateOf(member),
    isProven: member.is_proven,
    isLastChairperson: await isLastChairperson(tx, member),
  };
}

// MEM-22: the last active Chairperson keeps the office.

/**
 * Whether nobody else holds the office; asked under `lockMembership` before one is lost, so that two Chairpersons cannot
 * remove each other. Only active members hold one (members_office_is_active), so holders need no
 * other check.
 */
export async function isLastChairperson(
  reader: Reader,
  member: { id: number; office: string | null },
): Promise<boolean> {
  if (member.office !== "Chairperson") return false;
  const other = await reader
    .selectFrom("members")
    .select("id")
    .where("office", "=", "Chairperson")
    .where("id", "<>", member.id)
    .executeTakeFirst();
  return other === undefined;
}
