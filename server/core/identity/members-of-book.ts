// Members from the group's own book who have no account yet (OPEN-50, OPEN-51).
import { sql } from "kysely";
import type { PlainDate } from "#domain/calendar.ts";
import { freeUsername, usernameFromName } from "#domain/members/names.ts";
import { refuse, refuseFields } from "#domain/refusal.ts";
import { recordAudits } from "#server/core/audit-log/audit.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import { takenByConstraint } from "./taken-values.ts";

/** What the book says about a member. `phone` as `normalisePhone` writes it. */
export type MemberOfBook = {
  regNumber: string;
  firstName: string;
  lastName: string;
  phone: string | null;
  email: string | null;
  joinedOn: PlainDate;
  status: "active" | "dormant";
};

type BringingIn = { now: Date; actorId: number; address: string | null };

// Each member is ten parameters of a query that takes at most 65,535.
const AT_ONCE = 1_000;

/**
 * Adds them, approved as of the day they joined, and returns their ids by registration number. Nobody can sign in as
 * one of them before claiming the account. Refuses a registration number, phone or email that somebody else has.
 */
export async function addMembersOfBook(
  tx: Tx,
  members: readonly MemberOfBook[],
  by: BringingIn,
): Promise<ReadonlyMap<string, number>> {
  const usernames = await chooseUsernames(tx, members);
  const ids = new Map<string, number>();
  for (let added = 0; added < members.length; added += AT_ONCE) {
    const some = members.slice(added, added + AT_ONCE);
    const rows = await insert(tx, { members: some, usernames: usernames.slice(added), by });
    await refuseStoredAddresses(tx, rows, by.now);
    for (const row of rows) ids.set(row.reg_number, row.id);
    await recordAudits(
      tx,
      rows.map((row) => ({
        now: by.now,
        actorId: by.actorId,
        action: "members.bring-in",
        subject: "member",
        subjectId: row.id,
        after: { reg_number: row.reg_number, status: row.status, is_active: true },
        address: by.address,
      })),
    );
  }
  return ids;
}

async function insert(
  tx: Tx,
  params: { members: readonly MemberOfBook[]; usernames: readonly string[]; by: BringingIn },
) {
  const { members, usernames, by } = params;
  const values = members.map((member, index) => ({
    username: usernames[index] ?? "",
    first_name: member.firstName,
    last_name: member.lastName,
    email: member.email,
    phone: member.phone,
    reg_number: member.regNumber,
    password_hash: null,
    status: member.status,
    is_active: true,
    is_brought_in: true,
    approved_on: member.joinedOn,
    created_at: by.now,
  }));
  try {
    return await tx
      .insertInto("members")
      .values(values)
      .returning(["id", "reg_number", "status", "email"])
      .execute();
  } catch (error) {
    const taken = takenByConstraint(error);
    throw taken === null ? error : refuseFields(taken);
  }
}

/** One username for each member, in their order, unique among all members. */
async function chooseUsernames(
  reader: Reader,
  members: readonly MemberOfBook[],
): Promise<string[]> {
  const wished = members.map(usernameFromName);
  const rows = await reader
    .selectFrom("members")
    .select(sql<string>`lower(username)`.as("username"))
    .where(
      sql<boolean>`regexp_replace(lower(username), '[0-9]+$', '') = ANY (${[...new Set(wished)]}::text[])`,
    )
    .execute();
  const taken = new Set(rows.map(({ username }) => username));
  return wished.map((username) => {
    const free = freeUsername(username, taken);
    taken.add(free);
    return free;
  });
}

/** MEM-14: an address that a member can still restore is not free. */
async function refuseStoredAddresses(
  tx: Tx,
  rows: readonly { email: string | null }[],
  now: Date,
): Promise<void> {
  const emails = rows.flatMap(({ email }) => (email === null ? [] : [email.toLowerCase()]));
  if (emails.length === 0) return;
  const stored = await tx
    .selectFrom("mail_tokens")
    .select("member_id")
    .where("purpose", "=", "email-undo")
    .where("spent_at", "is", null)
    .where("expires_at", ">", now)
    .where(sql<boolean>`lower(email) = ANY (${emails}::text[])`)
    .executeTakeFirst();
  if (stored !== undefined)
    throw refuseFields({ email: [refuse("already-in-use", { label: "Email" })] });
}
