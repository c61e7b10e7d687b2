// Members as the contract's User: one query, however many they are.
import { sql } from "kysely";
import type { QueryOf, ReplyOf } from "#contract/endpoint.ts";
import type { getUsers, User } from "#contract/members.ts";
import { toKes, type Cents } from "#domain/money.ts";
import type { MemberStatus, Office } from "#domain/permissions.ts";
import { pageOf } from "#server/core/paging.ts";
import type { Reader } from "#server/db/connection.ts";
import { photoAddress } from "./photo-address.ts";

const userColumns = [
  "members.id",
  "members.username",
  "members.first_name",
  "members.last_name",
  "members.email",
  "members.phone",
  "members.photo_path",
  "members.reg_number",
  "members.office",
  "members.status",
  "members.is_active",
  "members.has_cleared",
] as const;

/** What the group holds of the member's contributions: the approved ones. */
const totalContributions = sql<Cents>`(
  SELECT coalesce(sum(payments.amount_cents), 0)::bigint FROM payments
   WHERE payments.member_id = members.id AND payments.kind = 'contribution' AND payments.status = 'approved')`;

function selectUsers(reader: Reader) {
  return reader
    .selectFrom("members")
    .select(userColumns)
    .select(totalContributions.as("total_contributions_cents"));
}

type UserRow = Awaited<ReturnType<ReturnType<typeof selectUsers>["executeTakeFirstOrThrow"]>>;

function toUser(row: UserRow): User {
  return {
    id: row.id,
    username: row.username,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    phone: row.phone,
    photo: row.photo_path === null ? null : photoAddress(row.photo_path),
    reg_number: row.reg_number,
    // The database admits only these words (members_office, members_status).
    user_groups: row.office === null ? [] : [row.office as Office],
    status: row.status as MemberStatus,
    is_active: row.is_active,
    has_cleared: row.has_cleared,
    loans: [],
    total_contributions: toKes(row.total_contributions_cents),
    bad_debt_outstanding: 0,
  };
}

export async function readUser(reader: Reader, id: number): Promise<User> {
  const row = await selectUsers(reader).where("members.id", "=", id).executeTakeFirstOrThrow();
  return toUser(row);
}

/** All members by name, or a page of them; `count` is how many the filters leave in all. */
export async function listUsers(
  reader: Reader,
  query: QueryOf<typeof getUsers>,
): Promise<ReplyOf<typeof getUsers>> {
  const { search, status } = query;
  const matches = sql<boolean>`(
    ${search ?? null}::text IS NULL
    OR strpos(lower(members.first_name || ' ' || members.last_name), lower(${search ?? null})) > 0
    OR strpos(lower(members.reg_number), lower(${search ?? null})) > 0)`;
  const hasStatus = sql<boolean>`(${status ?? null}::text IS NULL OR members.status = ${status ?? null})`;
  let users = selectUsers(reader)
    .where(matches)
    .where(hasStatus)
    .orderBy(sql`lower(members.first_name)`)
    .orderBy(sql`lower(members.last_name)`)
    .orderBy("members.id");
  const page = pageOf(query);
  if (page === null) {
    const rows = await users.execute();
    return { users: rows.map(toUser), count: rows.length };
  }
  users = users.limit(page.limit).offset(page.offset);
  const { count } = await reader
    .selectFrom("members")
    .select((member) => member.fn.countAll<bigint>().as("count"))
    .where(matches)
    .where(hasStatus)
    .executeTakeFirstOrThrow();
  return { users: (await users.execute()).map(toUser), count: Number(count) };
}

/** Whether there is such a member. */
export async function memberExists(reader: Reader, id: number): Promise<boolean> {
  const row = await reader
    .selectFrom("members")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return row !== undefined;
}
