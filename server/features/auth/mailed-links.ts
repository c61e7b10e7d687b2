// Links mailed on request. The answer is the same for every address and takes the same time (MEM-6), so the job queue
// does everything that depends on the address.
import { createHash } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import { assert } from "#domain/assert.ts";
import type { AuditAction } from "#domain/audit-log/audit-actions.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { sendProofsAgain } from "#server/core/identity/book-claims.ts";
import { issueToken } from "#server/core/identity/mail-tokens.ts";
import { mailActivationTo } from "#server/core/identity/new-account.ts";
import { letter, sendLetter } from "#server/core/mail/letters.ts";
import { isInvitedPersonally } from "#server/core/invitations/invitations.ts";
import {
  findMemberByEmail,
  hasAccount,
  lockMember,
  type AccountRow,
  type MemberRow,
} from "#server/core/members/member-directory.ts";
import type { Throttle } from "#server/core/requests/throttle.ts";
import { inTransaction, type Database, type Tx } from "#server/db/connection.ts";
import { addJob } from "#server/db/job-queue.ts";
import type { Passwords } from "#server/platform/password-hash.ts";
import type { Config } from "#server/platform/config.ts";
import type { PublicRequest } from "#server/platform/request.ts";
import type { SecretBox } from "#server/platform/secrets.ts";

type LinkRequest = PublicRequest<unknown, { email: string }>;

export async function requestPasswordReset(
  db: Database,
  parts: AuthParts,
  requested: LinkRequest,
): Promise<{ detail: string }> {
  await queueLink(db, parts, requested, { job: "mail-reset-link", flow: "reset-account" });
  return { detail: requested.t("done.accounts.resetRequested", mailed(parts)) };
}

export async function requestActivation(
  db: Database,
  parts: AuthParts,
  requested: LinkRequest,
): Promise<{ detail: string }> {
  await queueLink(db, parts, requested, {
    job: "mail-activation-link",
    flow: "activation-account",
  });
  return { detail: requested.t("done.accounts.activationRequested", mailed(parts)) };
}

/** Whether the answer may tell of a mail; without mail it says who can help (MEM-51). */
const mailed = ({ config }: AuthParts) =>
  ({ mailed: config.smtpUrl === null ? "no" : "yes" }) as const;

/** Above the limits nothing is mailed, and the answer stays the same (SAFE-7). */
async function queueLink(
  db: Database,
  { throttle }: AuthParts,
  { body, origin }: LinkRequest,
  link: {
    job: "mail-reset-link" | "mail-activation-link";
    flow: "reset-account" | "activation-account";
  },
): Promise<void> {
  const account = createHash("sha256").update(body.email.toLowerCase()).digest("base64url");
  const addressMay = await throttle.allows("link-address", origin.address);
  const accountMay = await throttle.allows(link.flow, account);
  if (!addressMay || !accountMay) return;
  const payload = { email: body.email, address: origin.address };
  await inTransaction(db, (tx) => addJob(tx, { name: link.job, payload }));
}

// The part that depends on the address, run by the job queue.

type Requested = { email: string; address: string; publicUrl: string; now: Date };

/** Mails a link that sets a new password; to an account that was never activated, its activation link instead. */
export async function mailResetLink(db: Database, requested: Requested): Promise<void> {
  await withAccount(db, requested, async (tx, member) => {
    if (!isProvenOtherwise(member) && member.email_verified_at === null)
      return mailActivation(tx, member, requested);
    if (member.email_verified_at === null) return;
    const { now, publicUrl } = requested;
    if (!member.is_active)
      return sendLetter(tx, { to: member, letter: letter("inactiveAccount"), now });
    const token = await issueToken(tx, { purpose: "password-reset", memberId: member.id, now });
    const link = `${publicUrl}/user/forgot-password/${token}/`;
    await sendLetter(tx, { to: member, letter: letter("passwordReset", { link }), now });
    return recordLink(tx, member, requested, "members.ask-password-reset");
  });
}

/**
 * Mails a new activation link, or says that nothing is left to activate. Of a claim that waits it also sends what
 * proves it (OPEN-55).
 */
export async function mailActivationLink(db: Database, requested: Requested): Promise<void> {
  if (await inTransaction(db, (tx) => sendProofsAgain(tx, requested))) return;
  await withAccount(db, requested, async (tx, member) => {
    if (!isProvenOtherwise(member) && member.email_verified_at === null)
      return mailActivation(tx, member, requested);
    if (member.email_verified_at === null) return;
    const activated = letter("alreadyActivated", { link: `${requested.publicUrl}/` });
    return sendLetter(tx, { to: member, letter: activated, now: requested.now });
  });
}

/** Does nothing for an unknown address, or one whose member has no account yet (OPEN-50). */
async function withAccount(
  db: Database,
  { email }: Requested,
  act: (tx: Tx, member: AccountRow) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const found = await findMemberByEmail(tx, email);
    if (found === undefined) return;
    const member = await lockMember(tx, found.id);
    if (hasAccount(member)) await act(tx, member);
  });
}

/**
 * MEM-51: an account that was confirmed otherwise gets no link at the address that it has and nobody proved: whoever
 * reads its mail would take the account.
 */
function isProvenOtherwise({ is_proven: isProven, is_founder: isFounder }: MemberRow): boolean {
  return isProven && !isFounder;
}

async function mailActivation(tx: Tx, member: AccountRow, requested: Requested) {
  const waits = member.status === "pending_approval" && !(await isInvitedPersonally(tx, member.id));
  const { email } = member;
  assert(email !== null, `member ${member.id} was found by an address`);
  await mailActivationTo(tx, { ...member, email }, { ...requested, waits });
  await recordLink(tx, member, requested, "members.ask-activation");
}

/** A new link ends the older one. Anybody may request it, so there is no actor. */
async function recordLink(
  tx: Tx,
  member: MemberRow,
  requested: Requested,
  action: AuditAction,
): Promise<void> {
  await recordAudit(tx, {
    now: requested.now,
    actorId: null,
    action,
    subject: "member",
    subjectId: member.id,
    address: requested.address,
  });
}

// What signing up and in needs from the application.

export type AuthParts = {
  config: Pick<Config, "publicUrl" | "sms" | "smtpUrl">;
  passwords: Passwords;
  throttle: Throttle;
  log: FastifyBaseLogger;
};

/** Sign-in also decrypts the two-step secrets. */
export type SignInParts = AuthParts & { secrets: SecretBox };
