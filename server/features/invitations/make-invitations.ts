// Stores invitations with what opens them, and reads the links that are shown again (MEM-35).
import { nairobiIso } from "#domain/calendar.ts";
import { recordAudit, recordAudits } from "#server/core/audit-log/audit.ts";
import { dropLink, type InvitationRow } from "#server/core/invitations/invitations.ts";
import { markOf } from "#server/core/members/setup-links.ts";
import type { Tx } from "#server/db/connection.ts";
import type { Config } from "#server/platform/config.ts";
import { hashToken, type SecretBox } from "#server/platform/secrets.ts";
import type { By } from "#server/platform/request.ts";

export type InvitationParts = {
  config: Pick<Config, "publicUrl" | "smtpUrl" | "sms">;
  secrets: SecretBox;
};

const HOUR_MS = 60 * 60 * 1000;
/** The database checks the same (invitations_lifetime). */
const lifetimes = { person: 7 * 24 * HOUR_MS, group: 30 * 24 * HOUR_MS };

export type NewInvitation = {
  kind: "group" | "person";
  whom: Partial<Pick<InvitationRow, "role" | "name" | "email" | "phone" | "reg_number">>;
  token: string;
  /** Whether the Chairperson sees the link again until it ends. */
  isShownAgain: boolean;
};

/** Stores some hundred invitations, each with its audit row, and returns them in the same order. */
export async function makeInvitations(
  tx: Tx,
  { actor, now, origin }: By,
  { secrets }: Pick<InvitationParts, "secrets">,
  wanted: readonly NewInvitation[],
): Promise<InvitationRow[]> {
  const invitations = await tx
    .insertInto("invitations")
    .values(
      wanted.map(({ kind, whom }) => ({
        kind,
        role: whom.role ?? null,
        name: whom.name ?? null,
        email: whom.email ?? null,
        phone: whom.phone ?? null,
        reg_number: whom.reg_number ?? null,
        invited_by: actor.id,
        invited_at: now,
        expires_at: new Date(now.getTime() + lifetimes[kind]),
      })),
    )
    .returningAll()
    .execute();
  const links = invitations.map((invitation, index) => {
    const { token = "", isShownAgain = false } = wanted[index] ?? {};
    const sealed = secrets.seal(Buffer.from(token), sealedFor(invitation.id));
    return {
      invitation_id: invitation.id,
      token_hash: hashToken(token),
      token: isShownAgain ? sealed.bytes : null,
      is_sealed: isShownAgain && sealed.isSealed,
    };
  });
  await tx.insertInto("invitation_links").values(links).execute();
  await recordAudits(
    tx,
    invitations.map((invitation, index) => ({
      now,
      actorId: actor.id,
      action: "invitations.make",
      subject: "invitation",
      subjectId: invitation.id,
      after: { ...auditFacts(invitation), link: markOf(links[index]?.token_hash ?? Buffer.of()) },
      address: origin.address,
    })),
  );
  return invitations;
}

/** What the audit log stores: how to reach the person is left out. */
function auditFacts({ kind, role, name, reg_number, expires_at }: InvitationRow) {
  return { kind, role, name, reg_number, expires_at: nairobiIso(expires_at) };
}

/** Bound to the invitation, so that a copied token does not appear as another's link. */
function sealedFor(invitationId: number): string {
  return `link of invitation ${invitationId}`;
}

/** The link of an invitation that is shown again; null for one that was shown once, or is gone. */
export function readLink(
  { config, secrets }: InvitationParts,
  stored: { id: number; token: Buffer | null; is_sealed: boolean | null },
): string | null {
  if (stored.token === null) return null;
  const sealed = { bytes: stored.token, isSealed: stored.is_sealed === true };
  return linkOf(config, secrets.open(sealed, sealedFor(stored.id)).toString());
}

export function linkOf({ publicUrl }: { publicUrl: string }, token: string): string {
  return `${publicUrl}/join/${token}`;
}

/** Ends an invitation; false if it has ended already. */
export async function endInvitationOf(
  tx: Tx,
  { actor, now, origin }: By,
  id: number,
): Promise<boolean> {
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
