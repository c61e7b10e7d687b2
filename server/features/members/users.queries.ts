// Members as the contract's User: one query, however many they are.
import { sql } from "kysely";
import type { QueryOf, ReplyOf } from "#contract/endpoint.ts";
import type { getUserData, getUsers, User } from "#contract/members.ts";
import { toKes, type Cents } from "#domain/money.ts";
import type { MemberStatus, Office } from "#domain/permissions.ts";
import { heldContributions } from "#server/core/ledger/held-contributions.ts";
import { readPaidOutLoans, type Viewer } from "#server/core/ledger/loans.ts";
import { byName } from "#server/core/members/member-directory.ts";
import { pageOf } from "#server/db/paging.ts";
import { hasTwoStep, lacksTwoStep } from "#server/core/identity/two-step.ts";
import type { Reader } from "#server/db/connection.ts";
import { photoAddress, showsPhoto } from "./photo-address.ts";

const userColumns = [
  "members.id",
  "members.username",
  "members.first_name",
  "members.last_name",
  "members.email",
  "members.phone",
  "members.pending_phone",
  "members.reg_number",
  "members.office",
  "members.status",
  "members.is_active",
  "members.has_cleared",
] as const;

/** What the member still owes after leaving. */
const badDebtOutstanding = sql<Cents>`(
  SELECT coalesce(sum(amount_cents - recovered_cents), 0)::bigint FROM bad_debts
   WHERE bad_debts.member_id = members.id)`;

/** Null when the member has no photo, or it is not shown. */
const photoName = sql<string | null>`(
  SELECT name FROM member_photos WHERE member_photos.member_id = members.id AND ${showsPhoto})`;

function selectUsers(reader: Reader) {
  return reader
    .selectFrom("members")
    .select(userColumns)
    .select([hasTwoStep, lacksTwoStep])
    .select(photoName.as("photo_name"))
    .select(heldContributions.as("total_contributions_cents"))
    .select(badDebtOutstanding.as("bad_debt_outstanding_cents"));
}

type UserRow = Awaited<ReturnType<ReturnType<typeof selectUsers>["executeTakeFirstOrThrow"]>>;

function toUser(row: UserRow, loans: User["loans"]): User {
  return {
    id: row.id,
    username: row.username,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    phone: row.phone,
    photo: row.photo_name === null ? null : photoAddress(row.photo_name),
    reg_number: row.reg_number,
    // The database admits only these words (members_office, members_status).
    user_groups: row.office === null ? [] : [row.office as Office],
    status: row.status as MemberStatus,
    is_active: row.is_active,
    has_cleared: row.has_cleared,
    loans,
    total_contributions: toKes(row.total_contributions_cents),
    bad_debt_outstanding: toKes(row.bad_debt_outstanding_cents),
    ...(row.has_two_step ? { two_step: "on" as const } : {}),
    ...(row.pending_phone === null ? {} : { pending_phone: row.pending_phone }),
    ...(row.lacks_two_step ? { two_step: "missing" as const } : {}),
  };
}

/** A member as `callerId` sees them. */
export async function readUser(reader: Reader, id: number, viewer: Viewer): Promise<User> {
  const row = await selectUsers(reader).where("members.id", "=", id).executeTakeFirstOrThrow();
  const [user] = await withLoans(reader, [row], viewer);
  if (user === undefined) throw new Error(`member ${id} was read and is gone`);
  return user;
}

/** The signed-in member, with the key of their device, which nobody else is told. */
export async function readOwnUser(
  reader: Reader,
  id: number,
  viewer: Viewer,
): Promise<ReplyOf<typeof getUserData>> {
  const { device_key } = await reader
    .selectFrom("members")
    .select("device_key")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return { ...(await readUser(reader, id, viewer)), device_key };
}

/** Their loans come by one more query, however many members there are. */
async function withLoans(reader: Reader, rows: UserRow[], viewer: Viewer): Promise<User[]> {
  const memberIds = rows.map((row) => row.id);
  const loans = await readPaidOutLoans(reader, { memberIds, ...viewer });
  return rows.map((row) => toUser(row, loans.get(row.id) ?? []));
}

/** All members by name, or a page of them; `count` is how many the filters leave in all. */
export async function listUsers(
  reader: Reader,
  query: QueryOf<typeof getUsers>,
  viewer: Viewer,
): Promise<ReplyOf<typeof getUsers>> {
  const { search, status } = query;
  let found = reader.selectFrom("members");
  if (search !== undefined)
    found = found.where(sql<boolean>`strpos(members.search_text, lower(${search})) > 0`);
  if (status !== undefined) found = found.where("members.status", "=", status);
  const page = pageOf(query);
  // The page first: nothing else is read of a member who is not on it.
  let requested = found.select("members.id");
  if (page !== null) requested = byName(requested).limit(page.limit).offset(page.offset);
  const rows = await byName(selectUsers(reader).where("members.id", "in", requested)).execute();
  const users = await withLoans(reader, rows, viewer);
  if (page === null) return { users, count: rows.length };
  const { count } = await found
    .select((member) => member.fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  return { users, count: Number(count) };
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
