// Creates and ends invitations (MEM-34, MEM-35).
import type { BodyOf, ReplyOf } from "#contract/endpoint.ts";
import type { invite as endpoint } from "#contract/invitations.ts";
import { nairobiIso } from "#domain/calendar.ts";
import { refuse, refuseFields, type FieldErrors } from "#domain/refusal.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { findClaimable } from "#server/core/identity/claim-account.ts";
import { findTaken } from "#server/core/identity/taken-values.ts";
import { letter, sendLetter, stranger } from "#server/core/mail/letters.ts";
import { dropLink, type InvitationRow } from "#server/core/members/invitations.ts";
import { lockMember } from "#server/core/members/member-directory.ts";
import { fullName } from "#server/core/members/office-proposals.ts";
import { markOf } from "#server/core/members/setup-links.ts";
import type { Tx } from "#server/db/connection.ts";
import { hashToken, newShortToken } from "#server/platform/token.ts";
import type { SignedInRequest } from "#server/platform/request.ts";

type Request = SignedInRequest<unknown, BodyOf<typeof endpoint>>;

const HOUR_MS = 60 * 60 * 1000;
/** The database checks the same (invitations_lifetime). */
const lifetimes = { person: 7 * 24 * HOUR_MS, group: 30 * 24 * HOUR_MS };

/**
 * Returns the link, which is shown this once. The group has one link at a time: a new one ends the earlier. Refuses a
 * person whose registration number, email or phone has an account already.
 */
export async function invite(
  tx: Tx,
  { publicUrl }: { publicUrl: string },
  request: Request,
): Promise<ReplyOf<typeof endpoint>> {
  const { body, now, actor, t } = request;
  const whom = body.kind === "person" ? body : { kind: body.kind };
  const taken = await findTakenBy(tx, whom, now);
  if (Object.keys(taken).length > 0) throw refuseFields(taken);
  if (body.kind === "group") await endGroupLink(tx, request);
  const token = newShortToken();
  const invitation = await tx
    .insertInto("invitations")
    .values({
      kind: body.kind,
      role: whom.role ?? null,
      name: whom.name ?? null,
      email: whom.email ?? null,
      phone: whom.phone ?? null,
      reg_number: whom.reg_number ?? null,
      invited_by: actor.id,
      invited_at: now,
      expires_at: new Date(now.getTime() + lifetimes[body.kind]),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const hash = hashToken(token);
  await tx
    .insertInto("invitation_links")
    .values({ invitation_id: invitation.id, token_hash: hash })
    .execute();
  await recordAudit(tx, {
    now,
    actorId: actor.id,
    action: "invitations.make",
    subject: "invitation",
    subjectId: invitation.id,
    after: { ...auditFacts(invitation), link: markOf(hash) },
    address: request.origin.address,
  });
  const url = `${publicUrl}/join/${token}`;
  const detail =
    whom.email === undefined
      ? t("done.invitations.made")
      : await mailInvitation(tx, request, { invitation, email: whom.email, link: url });
  const { id, kind } = { id: invitation.id, kind: body.kind };
  return { detail, invitation: { id, kind, url, expires_at: nairobiIso(invitation.expires_at) } };
}

/** What the audit log stores: how to reach the person is left out. */
function auditFacts({ kind, role, name, reg_number, expires_at }: InvitationRow) {
  return { kind, role, name, reg_number, expires_at: nairobiIso(expires_at) };
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
  { now, actor, t, language }: Request,
  params: { invitation: InvitationRow; email: string; link: string },
): Promise<string> {
  const { invitation, email, link } = params;
  const by = fullName(await lockMember(tx, actor.id));
  const moment = { at: invitation.expires_at };
  const office = invitation.role as Request["actor"]["office"];
  const mail =
    office === null
      ? letter("invitation", { by, link, moment }, ["invited", "link", "expiry"])
      : letter("invitation", { by, office, link, moment }, ["invitedToOffice", "link", "expiry"]);
  await sendLetter(tx, { to: stranger({ email, language }), letter: mail, now });
  return t("done.invitations.mailed", { email });
}

/** Refuses one that is used or has ended already. */
export async function endInvitation(
  tx: Tx,
  request: Pick<Request, "id" | "actor" | "now" | "origin" | "t">,
): Promise<{ detail: string }> {
  if (!(await end(tx, request, request.id))) throw refuse("invitation-ended");
  return { detail: request.t("done.invitations.ended") };
}

type By = Pick<Request, "actor" | "now" | "origin">;

async function endGroupLink(tx: Tx, by: By): Promise<void> {
  const open = await tx
    .selectFrom("invitations")
    .select("id")
    .where("kind", "=", "group")
    .where("ended_at", "is", null)
    .executeTakeFirst();
  if (open !== undefined) await end(tx, by, open.id);
}

/** False if it has ended already. */
async function end(tx: Tx, { actor, now, origin }: By, id: number): Promise<boolean> {
  if (!(await dropLink(tx, id))) return false;
  await tx
    .updateTable("invitations")
    .set({ ended_at: now, ended_by: actor.id })
    .where("id", "=", id)
    .execute();
  await recordAudit(tx, {
    now,
    actorId: actor.id,
    action: "invitations.end",
    subject: "invitation",
    subjectId: id,
    address: origin.address,
  });
  return true;
}
