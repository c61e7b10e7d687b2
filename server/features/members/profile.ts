// One's own profile (MEM-29): names and phone at once, the email address once the new one is confirmed by mail.
import type { BodyOf, ReplyOf } from "#contract/endpoint.ts";
import type { changeProfile, confirmEmail, getProfile } from "#contract/members.ts";
import { refuse, refuseFields } from "#domain/refusal.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import { issueToken, killTokens, spendToken } from "#server/core/identity/mail-tokens.ts";
import { sendMail } from "#server/core/mail/mail.ts";
import { findMember, lockMember, type MemberRow } from "#server/core/members/member-directory.ts";
import { findTaken, takenByConstraint } from "#server/core/identity/taken-values.ts";
import type { Throttle } from "#server/core/requests/throttle.ts";
import { inTransaction, type Database, type Reader, type Tx } from "#server/db/connection.ts";
import type { Config } from "#server/platform/config.ts";
import type { Origin, PublicRequest, SignedInRequest } from "#server/platform/request.ts";
import { confirmEmailMail, emailChangeAskedMail, emailChangedMail } from "./member-mails.ts";
import { readUser } from "./users.queries.ts";

export type ProfileParts = { config: Pick<Config, "publicUrl">; throttle: Throttle };

type Change = SignedInRequest<unknown, BodyOf<typeof changeProfile>>;
type Confirmation = PublicRequest<unknown, BodyOf<typeof confirmEmail>>;

export async function readProfile(
  reader: Reader,
  { actor, now, t }: SignedInRequest,
): Promise<ReplyOf<typeof getProfile>> {
  const pending = await reader
    .selectFrom("mail_tokens")
    .select("email")
    .where("member_id", "=", actor.id)
    .where("purpose", "=", "email-change")
    .where("spent_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return {
    user: await readUser(reader, actor.id, { callerId: actor.id, t }),
    pending_email: pending?.email ?? null,
  };
}

/** Mail to addresses that are not the member's own is limited; it counts even if the change is refused. */
export async function limitEmailChanges(
  db: Database,
  { throttle }: ProfileParts,
  { actor, body }: Change,
): Promise<void> {
  if (body.email === undefined) return;
  const member = await findMember(db, actor.id);
  if (member === undefined || isSame(member.email, body.email)) return;
  await throttle.take("email-change-account", String(actor.id));
}

/** What is left out stays as it is. */
export async function changeOwnProfile(
  tx: Tx,
  { config }: ProfileParts,
  request: Change,
): Promise<ReplyOf<typeof changeProfile>> {
  const { body, now } = request;
  const member = await lockMember(tx, request.actor.id);
  const newEmail =
    body.email === undefined || isSame(body.email, member.email) ? undefined : body.email;
  const taken = await findTaken(tx, { phone: body.phone, email: newEmail }, member.id);
  if (Object.keys(taken).length > 0) throw refuseFields(taken);
  await saveDetails(tx, request, member);
  if (newEmail !== undefined)
    await askToConfirm(tx, member, { newEmail, now, origin: request.origin, ...config });
  const profile = await readProfile(tx, request);
  const detail =
    newEmail === undefined
      ? "Your profile has been saved."
      : `Your profile has been saved. Open the link we sent to ${newEmail} to use that address.`;
  return { detail, ...profile };
}

async function saveDetails(
  tx: Tx,
  { body, now, origin }: Change,
  member: MemberRow,
): Promise<void> {
  const before = {
    first_name: member.first_name,
    last_name: member.last_name,
    phone: member.phone,
  };
  const after = {
    first_name: body.first_name ?? member.first_name,
    last_name: body.last_name ?? member.last_name,
    phone: body.phone ?? member.phone,
  };
  try {
    await tx.updateTable("members").set(after).where("id", "=", member.id).execute();
  } catch (error) {
    const taken = takenByConstraint(error);
    throw taken === null ? error : refuseFields(taken);
  }
  const names = ["first_name", "last_name", "phone"] as const;
  const changed = names.filter((name) => before[name] !== after[name]);
  if (changed.length === 0) return;
  const only = (details: typeof before) =>
    Object.fromEntries(
      changed.map((name) => [name, name === "phone" ? masked(details.phone) : details[name]]),
    );
  await recordAudit(tx, {
    now,
    actorId: member.id,
    action: "members.change-profile",
    subject: "member",
    subjectId: member.id,
    before: only(before),
    after: only(after),
    address: origin.address,
  });
}

type Asked = { newEmail: string; now: Date; origin: Origin; publicUrl: string };

/** Both addresses are told: the new one to confirm, the old one so that a thief of the session is noticed. */
async function askToConfirm(
  tx: Tx,
  member: MemberRow,
  { newEmail, now, origin, publicUrl }: Asked,
): Promise<void> {
  const memberId = member.id;
  const token = await issueToken(tx, { purpose: "email-change", memberId, email: newEmail, now });
  const { name: groupName } = await readGroupSettings(tx);
  const link = `${publicUrl}/user/confirm-email/${token}/`;
  const atNewAddress = { ...member, email: newEmail };
  await sendMail(tx, { ...confirmEmailMail(atNewAddress, groupName, link), now });
  await sendMail(tx, { ...emailChangeAskedMail(member, groupName, newEmail), now });
  await recordAudit(tx, {
    now,
    actorId: memberId,
    action: "members.ask-email-change",
    subject: "member",
    subjectId: memberId,
    after: { pending_email: newEmail },
    address: origin.address,
  });
}

/** Spends the token: the account uses the new address from now on. */
export async function confirmNewEmail(
  db: Database,
  { throttle }: ProfileParts,
  request: Confirmation,
): Promise<{ detail: string }> {
  await throttle.take("token-address", request.origin.address);
  try {
    return await inTransaction(db, (tx) => useNewEmail(tx, request));
  } catch (error) {
    const taken = takenByConstraint(error);
    throw taken === null ? error : refuseFields(taken);
  }
}

async function useNewEmail(tx: Tx, { body, now, origin }: Confirmation) {
  const spent = await spendToken(tx, {
    purpose: "email-change",
    token: body.confirmation_token,
    now,
  });
  if (spent === null || spent.email === null) throw refuse("email-link-invalid");
  const member = await lockMember(tx, spent.memberId);
  if (!member.is_active) throw refuse("email-link-invalid");
  await tx.updateTable("members").set({ email: spent.email }).where("id", "=", member.id).execute();
  // A reset link in the old mailbox must not outlive it.
  await killTokens(tx, { memberId: member.id, purposes: ["password-reset"], now });
  const { name: groupName } = await readGroupSettings(tx);
  await sendMail(tx, { ...emailChangedMail(member, groupName, spent.email), now });
  await recordAudit(tx, {
    now,
    actorId: member.id,
    action: "members.change-email",
    subject: "member",
    subjectId: member.id,
    before: { email: member.email },
    after: { email: spent.email },
    address: origin.address,
  });
  return { detail: `Your account now uses ${spent.email}.` };
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** SAFE-10: the audit log keeps the last three digits of a phone number. */
function masked(phone: string): string {
  return `…${phone.slice(-3)}`;
}
