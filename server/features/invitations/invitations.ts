// Inviting people to join the group (MEM-34 to MEM-37).
import * as contract from "#contract/invitations.ts";
import type { Throttle } from "#server/core/requests/throttle.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import type { BodyOf, ReplyOf, QueryOf } from "#contract/endpoint.ts";
import type { invite as endpoint } from "#contract/invitations.ts";
import { assert } from "#domain/assert.ts";
import { nairobiIso } from "#domain/calendar.ts";
import { refuse, refuseFields, type FieldErrors } from "#domain/refusal.ts";
import { dropClaim, findClaimable, findClaimed } from "#server/core/identity/book-claims.ts";
import { findTaken } from "#server/core/identity/taken-values.ts";
import { letter, sendLetter, stranger } from "#server/core/mail/letters.ts";
import { type InvitationRow, findLivingInvitation } from "#server/core/invitations/invitations.ts";
import {
  fullName,
  lockMember,
  nameOf,
  personColumns,
  toPerson,
} from "#server/core/members/member-directory.ts";
import { tell } from "#server/core/notices/write-notices.ts";
import type { Tx, Reader } from "#server/db/connection.ts";
import { newShortToken } from "#server/platform/secrets.ts";
import { sql } from "kysely";
import { masked, maskedEmail } from "#domain/members/contacts.ts";
import type { Office } from "#domain/permissions.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import { inPage, pageOf } from "#server/db/paging.ts";
import type { By, PublicRequest, SignedInRequest } from "#server/platform/request.ts";
import { inviteAll, listHanded } from "./invite-all.ts";
import {
  endInvitationOf,
  linkOf,
  makeInvitations,
  readLink,
  type InvitationParts,
} from "./make-invitations.ts";

export function invitationRoutes(
  routes: Routes,
  parts: InvitationParts & { throttle: Throttle },
): void {
  // Only a Chairperson's invitation is valid when it is used.
  const membership = { changesMembership: true };
  routes.write(contract.invite, (tx, request) => invite(tx, parts, request), membership);
  routes.write(contract.inviteAll, (tx, request) => inviteAll(tx, parts, request), membership);
  routes.read(contract.listHanded, (reader, request) => listHanded(reader, parts, request));
  routes.read(contract.listInvitations, (reader, { query, now }) =>
    listInvitations(reader, parts, { query, now }),
  );
  routes.write(contract.endInvitation, endInvitation, { exists: invitationExists });
  routes.public(contract.openInvitation, async (db, request) => {
    await parts.throttle.take("token-address", request.origin.address);
    return openInvitation(db, request);
  });
}

// Creates and ends invitations (MEM-34, MEM-35).

type Request = SignedInRequest<unknown, BodyOf<typeof endpoint>>;

/**
 * Returns the link, which is shown this once, or again if it is the group's. The group has one link at a time: a new one
 * ends the earlier. Refuses a person whose registration number, email or phone has an account already.
 */
export async function invite(
  tx: Tx,
  parts: InvitationParts,
  request: Request,
): Promise<ReplyOf<typeof endpoint>> {
  const { body, now, t } = request;
  const whom = body.kind === "person" ? body : { kind: body.kind };
  const taken = await findTakenBy(tx, whom, now);
  if (Object.keys(taken).length > 0) throw refuseFields(taken);
  if (body.kind === "group") await endGroupLink(tx, request);
  if (whom.reg_number !== undefined) await voidEarlier(tx, request, whom.reg_number);
  const token = newShortToken();
  const { role = null, name = null, email = null, phone = null, reg_number = null } = whom;
  const [invitation] = await makeInvitations(tx, request, parts, [
    {
      kind: body.kind,
      whom: { role, name, email, phone, reg_number },
      token,
      isShownAgain: body.kind === "group",
    },
  ]);
  assert(invitation !== undefined, "one was made");
  const url = linkOf(parts.config, token);
  if (email !== null) await mailInvitation(tx, request, { invitation, email, link: url });
  const isMailed = email !== null && parts.config.smtpUrl !== null;
  const { id, expires_at: expiresAt } = invitation;
  return {
    detail: isMailed
      ? t("done.invitations.mailed", { email })
      : t(body.kind === "group" ? "done.invitations.groupLink" : "done.invitations.made"),
    invitation: { id, kind: body.kind, url, expires_at: nairobiIso(expiresAt) },
  };
}

async function findTakenBy(
  tx: Tx,
  whom: Partial<Pick<Request["body"], "email" | "phone" | "reg_number">>,
  now: Date,
): Promise<FieldErrors> {
  const { email, phone, reg_number: regNumber } = whom;
  if (email === undefined && phone === undefined && regNumber === undefined) return {};
  // A member from the group's book is invited to claim their account (OPEN-53).
  const claimed = regNumber === undefined ? undefined : await findClaimable(tx, regNumber);
  const { RegNo, ...taken } = await findTaken(tx, { email, phone, regNumber, now }, claimed?.id);
  return RegNo === undefined ? taken : { ...taken, reg_number: RegNo };
}

async function mailInvitation(
  tx: Tx,
  { now, actor, language }: Request,
  params: { invitation: InvitationRow; email: string; link: string },
): Promise<void> {
  const { invitation, email, link } = params;
  const by = fullName(await lockMember(tx, actor.id));
  const moment = { at: invitation.expires_at };
  const office = invitation.role as Request["actor"]["office"];
  const mail =
    office === null
      ? letter("invitation", { by, link, moment }, ["invited", "link", "expiry"])
      : letter("invitation", { by, office, link, moment }, ["invitedToOffice", "link", "expiry"]);
  await sendLetter(tx, { to: stranger({ email, language }), letter: mail, now });
}

/** Refuses one that is used or has ended already. */
export async function endInvitation(
  tx: Tx,
  request: Pick<Request, "id" | "actor" | "now" | "origin" | "t">,
): Promise<{ detail: string }> {
  if (!(await endInvitationOf(tx, request, request.id))) throw refuse("invitation-ended");
  return { detail: request.t("done.invitations.ended") };
}

async function endGroupLink(tx: Tx, by: By): Promise<void> {
  const open = await tx
    .selectFrom("invitations")
    .select("id")
    .where("kind", "=", "group")
    .where("ended_at", "is", null)
    .executeTakeFirst();
  if (open !== undefined) await endInvitationOf(tx, by, open.id);
}

/**
 * OPEN-56: a new invitation to a name of the book ends the earlier ones and a claim by them that waits; the book's phone
 * and address are notified, since somebody may have taken the earlier link.
 */
async function voidEarlier(tx: Tx, by: By & Pick<Request, "language">, regNumber: string) {
  const member = await findClaimable(tx, regNumber);
  if (member === undefined) return;
  const { now } = by;
  const open = await tx
    .selectFrom("invitations")
    .innerJoin("invitation_links", "invitation_links.invitation_id", "invitations.id")
    .select("invitations.id")
    .where(sql<boolean>`lower(reg_number) = lower(${regNumber})`)
    .where("ended_at", "is", null)
    .execute();
  // At most one, apart from those made before this rule.
  for (const { id } of open) await endInvitationOf(tx, by, id);
  const hadClaim = await dropClaim(tx, { memberId: member.id, now });
  if (open.length === 0 && !hadClaim) return;
  const facts = { reg: member.reg_number, member: fullName(member) };
  if (member.phone !== null) await tell(tx, "claim_invited", { memberId: member.id, now }, facts);
  if (member.email === null) return;
  const to = stranger({ email: member.email, language: by.language });
  await sendLetter(tx, { to, letter: letter("claimInvited", facts), now });
}

// The invitations, and what an invited person sees of theirs.

export async function listInvitations(
  reader: Reader,
  parts: InvitationParts,
  { query, now }: { query: QueryOf<typeof contract.listInvitations>; now: Date },
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
    .select(["invitation_links.token", "invitation_links.is_sealed"])
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
      url: stateOf(row, now) === "open" ? readLink(parts, row) : null,
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
