// The members: finding, locking and naming them, and how many share in the interest.
import { sql, type SelectQueryBuilder } from "kysely";
import type { Person } from "#contract/people.ts";
import { assert } from "#domain/assert.ts";
import type { Office } from "#domain/permissions.ts";
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

/** MEM-20: members who share in the interest: `is_active`, status active or dormant, not cleared and not exited. */
export async function countActiveMembers(reader: Reader): Promise<number> {
  const { count } = await reader
    .selectFrom("members")
    .select((member) => member.fn.countAll<bigint>().as("count"))
    .where("is_active", "=", true)
    .where("status", "in", ["active", "dormant"])
    .where("has_cleared", "=", false)
    .where("exited_on", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The member's row, or undefined. */
export function findMember(reader: Reader, id: number) {
  return reader.selectFrom("members").selectAll().where("id", "=", id).executeTakeFirst();
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

/** A member with an account of their own: only they sign in (members_account). */
export type AccountRow = MemberRow & { email: string; phone: string; password_hash: string };

export function hasAccount(member: MemberRow): member is AccountRow {
  const { email, phone, password_hash: hash } = member;
  return email !== null && phone !== null && hash !== null;
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

// MEM-22: the last active Chairperson keeps the office.

/**
 * Whether nobody else holds the office. Only active members hold one (members_office_is_active), so holders need no
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

/**
 * Call before a member loses their office, under `lockMembership`, so that two Chairpersons cannot remove each other.
 */
export async function keepAChairperson(
  tx: Tx,
  leaving: { id: number; office: string | null },
): Promise<void> {
  if (await isLastChairperson(tx, leaving)) throw refuse("last-chairperson");
}
