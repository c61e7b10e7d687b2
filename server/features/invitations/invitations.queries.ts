// The invitations, and what an invited person sees of theirs.
import { sql } from "kysely";
import type { BodyOf, QueryOf, ReplyOf } from "#contract/endpoint.ts";
import type * as contract from "#contract/invitations.ts";
import { nairobiIso } from "#domain/calendar.ts";
import { masked, maskedEmail } from "#domain/members/contacts.ts";
import type { Office } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { findClaimed } from "#server/core/identity/claim-account.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import { findLivingInvitation } from "#server/core/members/invitations.ts";
import { personColumns, toPerson } from "#server/core/members/member-directory.ts";
import { nameOf } from "#server/core/members/office-proposals.ts";
import type { Reader } from "#server/db/connection.ts";
import { inPage, pageOf } from "#server/db/paging.ts";
import type { PublicRequest } from "#server/platform/request.ts";

export async function listInvitations(
  reader: Reader,
  query: QueryOf<typeof contract.listInvitations>,
  now: Date,
): Promise<ReplyOf<typeof contract.listInvitations>> {
  const page = pageOf(query);
  let found = reader
    .selectFrom("invitations")
    .innerJoin("members", "members.id", "invitations.invited_by")
    .leftJoin("invitation_links", "invitation_links.invitation_id", "invitations.id")
    .selectAll("invitations")
    .select(personColumns)
    // Two columns have one name: `personColumns` reads the person's.
    .select("invitations.reg_number as bound_number")
    .select(sql<boolean>`invitation_links.invitation_id IS NOT NULL`.as("has_link"))
    .orderBy("invitations.id", "desc");
  found = inPage(found, page);
  const rows = await found.execute();
  const users = await readUsers(
    reader,
    rows.map(({ id }) => id),
  );
  const invitations = rows.map((row) => {
    const by = users.filter((user) => user.invitation_id === row.id);
    const [first] = by;
    return {
      id: row.id,
      // The database admits no other words (invitations_kind, invitations_role).
      kind: row.kind as "group" | "person",
      role: row.role as Office | null,
      name: row.name,
      email: row.email,
      phone: row.phone,
      reg_number: row.bound_number,
      state: stateOf(row, now),
      invited_by: toPerson(row),
      invited_at: nairobiIso(row.invited_at),
      expires_at: nairobiIso(row.expires_at),
      sign_ups: by.length,
      used_by: row.kind === "person" && first !== undefined ? toPerson(first) : null,
    };
  });
  if (page === null) return { invitations };
  const { count } = await reader
    .selectFrom("invitations")
    .select((each) => each.fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  return { invitations, count: Number(count) };
}

type Standing = { ended_at: Date | null; has_link: boolean; expires_at: Date };

/** Without its link and not ended: used, or a restored backup, which has no links. */
function stateOf(row: Standing, now: Date): "open" | "used" | "ended" | "expired" {
  if (row.ended_at !== null) return "ended";
  if (!row.has_link) return "used";
  return row.expires_at > now ? "open" : "expired";
}

async function readUsers(reader: Reader, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return reader
    .selectFrom("invitation_uses")
    .innerJoin("members", "members.id", "invitation_uses.member_id")
    .select("invitation_uses.invitation_id")
    .select(personColumns)
    .where("invitation_uses.invitation_id", "in", ids)
    .execute();
}

export async function invitationExists(reader: Reader, id: number): Promise<boolean> {
  const row = await reader
    .selectFrom("invitations")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return row !== undefined;
}

/** What the sign-up form shows of a live invitation; refuses a dead one on its field. */
export async function openInvitation(
  reader: Reader,
  { body, now }: PublicRequest<unknown, BodyOf<typeof contract.openInvitation>>,
): Promise<ReplyOf<typeof contract.openInvitation>> {
  const found = await findLivingInvitation(reader, { token: body.invitation, now });
  if (found === undefined) throw refuse("invitation-dead").at("invitation");
  const claimed = await findClaimed(reader, found);
  return {
    group_name: (await readGroupSettings(reader)).name,
    invited_by: await nameOf(reader, found.invited_by),
    kind: found.kind as "group" | "person",
    role: found.role as Office | null,
    name: found.name,
    email: found.email,
    phone: found.phone,
    reg_number: found.reg_number,
    expires_at: nairobiIso(found.expires_at),
    claims:
      claimed === undefined
        ? null
        : {
            first_name: claimed.first_name,
            last_name: claimed.last_name,
            username: claimed.username,
            reg_number: claimed.reg_number,
            phone: claimed.phone === null ? null : masked(claimed.phone),
            email: claimed.email === null ? null : maskedEmail(claimed.email),
          },
  };
}
