// A member's own profile (MEM-29): names change at once, email and phone with the password (MEM-13) and once
// confirmed. A link to the earlier address restores it (MEM-14).
import { randomBytes } from "node:crypto";
import type { BodyOf, ReplyOf } from "#contract/endpoint.ts";
import { validateName, validateWholeName } from "#contract/people.ts";
import type { changeProfile, confirmEmail, getProfile, undoEmail } from "#contract/members.ts";
import { masked } from "#domain/members/contacts.ts";
import { plainText } from "#domain/members/names.ts";
import type { FieldFault } from "#domain/field-fault.ts";
import { type FieldErrors, refuse, type Refusal, refuseFields } from "#domain/refusal.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { requirePassword } from "#server/core/identity/passwords.ts";
import { attemptsFrom } from "#server/core/identity/known-devices.ts";
import { issueToken, killTokens, spendToken } from "#server/core/identity/mail-tokens.ts";
import {
  findTaken,
  refuseStoredAddress,
  takenByConstraint,
} from "#server/core/identity/taken-values.ts";
import { findTwoStep, spendCode } from "#server/core/identity/two-step.ts";
import { letter, sendLetter, sendLetters, stranger } from "#server/core/mail/letters.ts";
import { tell } from "#server/core/notices/write-notices.ts";
import { changeMember } from "#server/core/members/change-member.ts";
import {
  type AccountRow,
  findMember,
  hasAccount,
  lockAccount,
  lockMember,
} from "#server/core/members/member-directory.ts";
import { forgetAttempts, type Throttle } from "#server/core/requests/throttle.ts";
import { type Database, inTransaction, type Reader, type Tx } from "#server/db/connection.ts";
import type { Config } from "#server/platform/config.ts";
import type { Origin, PublicRequest, SignedInRequest } from "#server/platform/request.ts";
import type { SecretBox } from "#server/platform/secrets.ts";
import { endSessions } from "#server/core/identity/sessions.ts";
import type { Passwords } from "#server/platform/password-hash.ts";
import { requestPhone } from "./other-phone.ts";
import { readSelf } from "./users.queries.ts";

export type ProfileParts = {
  config: Pick<Config, "publicUrl" | "smtpUrl">;
  passwords: Passwords;
  throttle: Throttle;
  secrets: SecretBox;
};

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
    user: await readSelf(reader, actor.id, { callerId: actor.id, t }),
    pending_email: pending?.email ?? null,
  };
}

/**
 * Runs before the transaction opens: checks the password if email or phone change, and limits mail to addresses that
 * are not the member's own, which counts even if the change is refused. Returns the checked hash, or null.
 */
export async function validateProfileChange(
  db: Database,
  { passwords, throttle }: ProfileParts,
  { actor, body, origin }: Change,
): Promise<string | null> {
  const member = await findMember(db, actor.id);
  if (member === undefined || !hasAccount(member)) throw refuse("not-signed-in");
  const { email, phone } = wishedContacts(member, body);
  if (email === undefined && phone === undefined) return null;
  const password = body.current_password;
  if (password === undefined) throw refuse("current-password-needed").at("current_password");
  const decided = await requirePassword(
    db,
    { passwords, throttle },
    { memberId: actor.id, password, origin },
  );
  if (email !== undefined) await throttle.take("email-change-account", String(actor.id));
  return decided.password_hash;
}

/** A field that is left out stays unchanged. */
export async function changeOwnProfile(
  tx: Tx,
  parts: ProfileParts,
  request: Change,
  checkedHash: string | null,
): Promise<ReplyOf<typeof changeProfile>> {
  const { body, now, origin, t } = request;
  const member = await lockAccount(tx, request.actor.id);
  const { email: newEmail, phone: newPhone } = wishedContacts(member, body);
  if (newEmail !== undefined || newPhone !== undefined)
    await requireBothSteps(tx, parts, request, { member, checkedHash });
  const errors = {
    ...validateNames(member, body),
    ...(await findTaken(tx, { phone: newPhone, email: newEmail, now }, member.id)),
  };
  if (Object.keys(errors).length > 0) throw refuseFields(errors);
  await saveDetails(tx, request, member, newPhone);
  if (newPhone !== undefined && member.status !== "pending_approval")
    await requestPhone(tx, member, { phone: newPhone, now, origin });
  if (newEmail !== undefined)
    await askToConfirm(tx, member, { newEmail, now, origin, ...parts.config });
  const profile = await readProfile(tx, request);
  const detail =
    newEmail === undefined
      ? t("done.accounts.profileSaved")
      : t("done.accounts.profileSavedConfirmEmail", {
          email: newEmail,
          mailed: parts.config.smtpUrl === null ? "no" : "yes",
        });
  return { detail, ...profile };
}

/** The requested changes that are not in place already. A waiting phone that is requested again stays waiting. */
function wishedContacts(member: AccountRow, { email, phone }: Change["body"]) {
  // An address that nobody proved can be proven by asking for it again (MEM-51).
  const hasOwn = member.email_verified_at !== null || member.is_founder;
  const isOwnEmail = email === undefined || (hasOwn && isSame(member.email ?? "", email));
  const isOwnPhone = phone === undefined || [member.phone, member.pending_phone].includes(phone);
  return { email: isOwnEmail ? undefined : email, phone: isOwnPhone ? undefined : phone };
}

/** The password may have changed since it was checked. A wrong code stays counted like a wrong password. */
async function requireBothSteps(
  tx: Tx,
  { secrets }: ProfileParts,
  { body, now, origin }: Change,
  { member, checkedHash }: { member: AccountRow; checkedHash: string | null },
): Promise<void> {
  if (member.password_hash !== checkedHash)
    throw refuse("current-password-wrong").at("current_password");
  const memberId = member.id;
  if ((await findTwoStep(tx, memberId)) !== undefined) {
    if (body.code === undefined) throw refuse("code-needed").at("code");
    if (!(await spendCode(tx, secrets, { memberId, code: body.code, now })))
      throw refuse("two-step-code-wrong").at("code");
  }
  await forgetAttempts(tx, await attemptsFrom(tx, { memberId, origin }));
}

/** OPEN-58: the name of the book is the Chairperson's to change. MEM-7: a name from before the rule stays valid until it is changed. */
function validateNames(member: AccountRow, body: Change["body"]): FieldErrors {
  const requested = [
    ["first_name", "First name"],
    ["last_name", "Last name"],
  ] as const;
  const faults = requested.flatMap(([field, label]): [string, (FieldFault | Refusal)[]][] => {
    const name = body[field];
    if (name === undefined || name === member[field]) return [];
    if (member.is_brought_in) return [[field, [refuse("name-of-the-book")]]];
    const fault = validateName(plainText(name), label);
    return fault === null ? [] : [[field, [fault]]];
  });
  if (faults.length > 0) return Object.fromEntries(faults);
  const isChanged = requested.some(
    ([field]) => named(body[field], member[field]) !== member[field],
  );
  const whole = validateWholeName({
    first_name: named(body.first_name, member.first_name),
    last_name: named(body.last_name, member.last_name),
  });
  return isChanged && whole !== null ? { last_name: [whole] } : {};
}

async function saveDetails(
  tx: Tx,
  { body, now, origin }: Change,
  member: AccountRow,
  newPhone: string | undefined,
): Promise<void> {
  const before = {
    first_name: member.first_name,
    last_name: member.last_name,
    phone: member.phone,
  };
  // Before the Chairperson's approval no phone signs in, so a new one counts at once.
  const isAtOnce = newPhone !== undefined && member.status === "pending_approval";
  const after = {
    first_name: named(body.first_name, member.first_name),
    last_name: named(body.last_name, member.last_name),
    phone: isAtOnce ? newPhone : member.phone,
  };
  try {
    await changeMember(tx, member.id, after);
  } catch (error) {
    const taken = takenByConstraint(error);
    throw taken === null ? error : refuseFields(taken);
  }
  const names = ["first_name", "last_name", "phone"] as const;
  const changed = names.filter((name) => before[name] !== after[name]);
  if (changed.length === 0) return;
  const single = (details: typeof before) =>
    Object.fromEntries(
      changed.map((name) => [name, name === "phone" ? masked(details.phone) : details[name]]),
    );
  await recordAudit(tx, {
    now,
    actorId: member.id,
    action: "members.change-profile",
    subject: "member",
    subjectId: member.id,
    before: single(before),
    after: single(after),
    address: origin.address,
  });
}

type Requested = { newEmail: string; now: Date; origin: Origin; publicUrl: string };

/** Mails both addresses: the new one to confirm, the old one so that its owner notices a stolen session. */
async function askToConfirm(
  tx: Tx,
  member: AccountRow,
  { newEmail, now, origin, publicUrl }: Requested,
): Promise<void> {
  const memberId = member.id;
  const token = await issueToken(tx, { purpose: "email-change", memberId, email: newEmail, now });
  const link = `${publicUrl}/user/confirm-email/${token}/`;
  const atNewAddress = stranger({ email: newEmail, language: member.language });
  await sendLetter(tx, { to: atNewAddress, letter: letter("confirmEmail", { link }), now });
  const facts = { email: newEmail };
  const mail = { to: member, letter: letter("emailChangeRequested", facts) };
  await tell(tx, "email_change_requested", { memberId, mail, now }, facts);
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

/** Uses up the token: the account has the new address from now on. */
export async function confirmNewEmail(
  db: Database,
  { throttle, config }: ProfileParts,
  request: Confirmation,
): Promise<{ detail: string }> {
  await throttle.take("token-address", request.origin.address);
  try {
    return await inTransaction(db, (tx) => useNewEmail(tx, request, config));
  } catch (error) {
    const taken = takenByConstraint(error);
    throw taken === null ? error : refuseFields(taken);
  }
}

async function useNewEmail(
  tx: Tx,
  { body, now, origin, t }: Confirmation,
  { publicUrl }: { publicUrl: string },
) {
  const spent = await spendToken(tx, {
    purpose: "email-change",
    token: body.confirmation_token,
    now,
  });
  if (spent === null || spent.email === null) throw refuse("email-link-invalid");
  const member = await lockAccount(tx, spent.memberId);
  if (!member.is_active) throw refuse("email-link-invalid");
  // The founder may not have proven the earlier address.
  await changeMember(tx, member.id, {
    email: spent.email,
    email_verified_at: member.email_verified_at ?? now,
  });
  await refuseStoredAddress(tx, { email: spent.email, exceptMemberId: member.id, now });
  // A link in the old mailbox must not outlive the change.
  await killTokens(tx, { memberId: member.id, purposes: ["password-reset", "activation"], now });
  // The old address gets a link; the new one gets this like every other notice. An address that nobody proved may be a
  // stranger's, who would take the account by that link.
  const { email, email_verified_at: proven, is_founder: isFounder } = member;
  if (email !== null && (proven !== null || isFounder)) {
    const undo = { purpose: "email-undo", memberId: member.id, email, now } as const;
    const link = `${publicUrl}/user/undo-email/${await issueToken(tx, undo)}/`;
    const changed = letter("emailChanged", { email: spent.email, link });
    await sendLetter(tx, { to: member, letter: changed, now });
  }
  await tell(tx, "email_changed", { memberId: member.id, now }, { email: spent.email });
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
  return { detail: t("done.accounts.emailChanged", { email: spent.email }) };
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function named(name: string | undefined, stored: string): string {
  return name === undefined || name === stored ? stored : plainText(name);
}

type Undo = PublicRequest<unknown, BodyOf<typeof undoEmail>>;

/**
 * For an owner who lost the account to a thief. Restores the address, ends every session, and disables the password
 * until the owner sets a new one by the link mailed to the address. Everything the thief requested ends: links,
 * another phone, and links that restore the thief's addresses. A link that restores an older address than this one
 * stays.
 */
export async function putEmailBack(
  db: Database,
  { passwords, throttle, config }: ProfileParts,
  request: Undo,
): Promise<{ detail: string }> {
  await throttle.take("token-address", request.origin.address);
  const passwordHash = await passwords.hash(randomBytes(32).toString("base64url"));
  try {
    return await inTransaction(db, (tx) => putBack(tx, request, { passwordHash, ...config }));
  } catch (error) {
    throw takenByConstraint(error) === null ? error : refuse("undo-address-taken");
  }
}

async function putBack(
  tx: Tx,
  { body, now, origin, t }: Undo,
  { passwordHash, publicUrl }: { passwordHash: string; publicUrl: string },
): Promise<{ detail: string }> {
  const spent = await spendToken(tx, { purpose: "email-undo", token: body.token, now });
  if (spent === null || spent.email === null) throw refuse("undo-link-invalid");
  const { memberId, email } = spent;
  const member = await lockMember(tx, memberId);
  await changeMember(tx, memberId, { email, password_hash: passwordHash, pending_phone: null });
  const sessionsEnded = await endSessions(tx, { memberId });
  await killTokens(tx, { memberId, purposes: ["password-reset", "email-change"], now });
  await killTokens(tx, { memberId, purposes: ["email-undo"], from: spent.number, now });
  const token = await issueToken(tx, { purpose: "password-reset", memberId, now });
  const link = `${publicUrl}/user/forgot-password/${token}/`;
  const putBack = { to: { ...member, email }, letter: letter("emailPutBack", { link }) };
  const takenBack = { to: member, letter: letter("emailTakenBack") };
  await sendLetters(tx, { letters: [putBack, takenBack], now });
  await tell(tx, "email_put_back", { memberId, now }, { email });
  await recordAudit(tx, {
    now,
    actorId: memberId,
    action: "members.undo-email",
    subject: "member",
    subjectId: memberId,
    before: { email: member.email },
    after: { email, sessions_ended: sessionsEnded },
    address: origin.address,
  });
  return { detail: t("done.accounts.emailBack", { email }) };
}
