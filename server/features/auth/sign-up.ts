// Signing up, and proving the email address by the mailed token (MEM-1, MEM-4, MEM-34).
import { sql } from "kysely";
import type { BodyOf, ReplyOf } from "#contract/endpoint.ts";
import type { activate, signUp } from "#contract/auth.ts";
import { assert } from "#domain/assert.ts";
import { maskedForOwner } from "#domain/members/contacts.ts";
import { fieldFault } from "#domain/field-fault.ts";
import type { Label } from "#messages/en/fields.ts";
import { refuse, refuseFields, type FieldErrors, type Refusal } from "#domain/refusal.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { lockMembership } from "#server/db/locks.ts";
import { findLivingToken, readDeadToken, spendToken } from "#server/core/identity/mail-tokens.ts";
import {
  addAccount,
  type AccountForm,
  orTellTaken,
  validateAccount,
  validateUnfinishedAccount,
} from "#server/core/identity/new-account.ts";
import { claimAccount, findClaimed, type Claimable } from "#server/core/identity/book-claims.ts";
import { proveByCode } from "#server/core/identity/join-by-code.ts";
import { type ClaimStep, proveClaim } from "#server/core/identity/prove-claim.ts";
import {
  joinByInvitation,
  findLivingInvitation,
  noteUse,
  takeInvitation,
  wrongForInvitation,
} from "#server/core/invitations/invitations.ts";
import { changeMember } from "#server/core/members/change-member.ts";
import { findMember, lockMember } from "#server/core/members/member-directory.ts";
import { inTransaction, type Database, type Tx } from "#server/db/connection.ts";
import type { PublicRequest } from "#server/platform/request.ts";
import type { AuthParts } from "./mailed-links.ts";

type SignUp = PublicRequest<unknown, BodyOf<typeof signUp>>;
type Activation = PublicRequest<unknown, BodyOf<typeof activate>>;

/**
 * Stores the new, inactive account, or the claim of an account from the group's book with what proves it (OPEN-55), and
 * mails the activation link. Refuses with every value that is taken or missing.
 */
export async function signUpMember(
  db: Database,
  { throttle, config, passwords }: AuthParts,
  { body, now, origin, language, t }: SignUp,
): Promise<ReplyOf<typeof signUp>> {
  await throttle.take("sign-up-address", origin.address);
  const { claimed, isPersonal } = await invitedBy(db, body.invitation, now);
  const form = completed(body, claimed);
  const errors = {
    ...missingOf(form, { mayLackEmail: isPersonal }),
    ...(await validateAccount(db, form, { now, exceptMemberId: claimed?.id ?? 0 })),
    ...(await faultsOfInvitation(db, body, now)),
  };
  if (Object.keys(errors).length > 0) throw refuseFields(errors);
  const passwordHash = await passwords.hash(body.password);
  const { publicUrl } = config;
  const hasMail = config.smtpUrl !== null;
  const account = { form, passwordHash, language, publicUrl, now, origin };
  const mailed = hasMail && form.email !== null;
  const hasSms = config.sms !== null;
  const { claim, code } = await orTellTaken(
    db,
    { form, now, exceptMemberId: claimed?.id ?? 0 },
    () =>
      inTransaction(db, async (tx) => {
        const invitation =
          body.invitation === undefined
            ? null
            : await takeInvitation(tx, { token: body.invitation, now });
        if (claimed !== undefined && invitation !== null) {
          const claim = { ...account, member: claimed, invitation, hasSms, hasMail };
          await noteUse(tx, { invitation, memberId: claimed.id, now });
          return { claim: await claimAccount(tx, claim), code: null };
        }
        const { memberId, token } = await addAccount(tx, {
          ...account,
          invitation:
            invitation === null
              ? null
              : { id: invitation.id, approves: invitation.kind === "person" },
          isFounder: false,
          sendsCode: isPersonal && hasSms && !mailed,
        });
        if (invitation !== null) await noteUse(tx, { invitation, memberId, now });
        return { claim: undefined, code: token };
      }),
  );
  if (code !== null) {
    const phone = maskedForOwner(form.phone);
    const detail = t("done.accounts.signedUpByCode", { phone });
    return { detail, mailed: false, activation_token: code };
  }
  if (claim === undefined)
    return mailed
      ? { detail: t("done.accounts.signedUp") }
      : {
          detail: t("done.accounts.signedUpInPerson", {
            has: form.email === null ? "phone" : "email",
          }),
          mailed,
        };
  const { proof, token } = claim;
  if (mailed) return { detail: t("done.accounts.claimed", { proof }), proof };
  const detail = t("done.accounts.claimedWithoutMail", {
    proof: token === null ? "officials" : proof,
  });
  return { detail, proof, mailed, ...(token === null ? {} : { activation_token: token }) };
}

/** Whom an invitation invites: the account of the book that it claims, if any, and whether it is a person's own. */
async function invitedBy(
  db: Database,
  token: string | undefined,
  now: Date,
): Promise<{ claimed: Claimable | undefined; isPersonal: boolean }> {
  if (token === undefined || token === "") return { claimed: undefined, isPersonal: false };
  const invitation = await findLivingInvitation(db, { token, now });
  return {
    claimed: await findClaimed(db, invitation),
    isPersonal: invitation?.kind === "person",
  };
}

/** Values left out of the form come from the group's book; empty where the book has none. */
function completed(body: SignUp["body"], claimed: Claimable | undefined): AccountForm {
  return {
    first_name: body.first_name ?? claimed?.first_name ?? "",
    last_name: body.last_name ?? claimed?.last_name ?? "",
    username: body.username ?? claimed?.username ?? "",
    email: body.email ?? claimed?.email ?? null,
    RegNo: body.RegNo ?? claimed?.reg_number ?? "",
    phone: body.phone ?? claimed?.phone ?? "",
    password: body.password,
    confirm_password: body.confirm_password,
  };
}

const needed = {
  first_name: "First name",
  last_name: "Last name",
  username: "Username",
  email: "Email",
  RegNo: "Registration number",
  phone: "Phone",
} as const satisfies Partial<Record<keyof AccountForm, Label>>;

function missingOf(
  form: Partial<Record<keyof typeof needed, unknown>>,
  { mayLackEmail }: { mayLackEmail: boolean },
): FieldErrors {
  const names = Object.keys(needed) as (keyof typeof needed)[];
  const missing = names.filter(
    (name) =>
      [undefined, null, ""].includes(form[name] as string) && !(mayLackEmail && name === "email"),
  );
  return Object.fromEntries(
    missing.map((name) => [name, [fieldFault("required", { label: needed[name] })]]),
  );
}

async function faultsOfInvitation(
  db: Database,
  { invitation: token, RegNo }: { invitation?: string | undefined; RegNo?: string | undefined },
  now: Date,
): Promise<FieldErrors> {
  if (token === undefined) return {};
  const invitation = await findLivingInvitation(db, { token, now });
  if (invitation === undefined) return { invitation: [refuse("invitation-dead")] };
  return wrongForInvitation(invitation, RegNo);
}

/**
 * Further faults of a form that its schema refuses: taken or missing values and a bad password, so that one answer
 * reports everything. Reports nothing above the address's limit.
 */
export async function validateUnfinishedForm(
  db: Database,
  { throttle }: AuthParts,
  { address, now, body }: { address: string; now: Date; body: Record<string, unknown> },
): Promise<FieldErrors> {
  const token = typeof body["invitation"] === "string" ? body["invitation"].trim() : "";
  const { claimed, isPersonal: mayLackEmail } = await invitedBy(db, token, now);
  if (!(await throttle.allows("taken-values-address", address)))
    return missingOf(body, { mayLackEmail });
  const regNumber = typeof body["RegNo"] === "string" ? body["RegNo"].trim() : undefined;
  const known = claimed === undefined ? {} : knownOf(claimed);
  // Empty fields are those that the book knows.
  const written = Object.entries(body).filter(([, value]) => value !== "" && value !== null);
  return {
    ...missingOf({ ...known, ...Object.fromEntries(written) }, { mayLackEmail }),
    ...(await validateUnfinishedAccount(db, body, { now, exceptMemberId: claimed?.id ?? 0 })),
    ...(token === ""
      ? {}
      : await faultsOfInvitation(db, { invitation: token, RegNo: regNumber }, now)),
  };
}

function knownOf({ reg_number: RegNo, ...claimed }: Claimable) {
  const { first_name, last_name, username, email, phone } = claimed;
  return { first_name, last_name, username, email, phone, RegNo };
}

/**
 * Uses up the token: from now on the member can sign in. They wait for the Chairperson's approval, unless a personal
 * invitation gave it. Of an account from the group's book the answer says what is still to be proven (OPEN-55).
 */
export async function activateMember(
  db: Database,
  { config, throttle }: AuthParts,
  request: Activation,
): Promise<{ detail: string; email: string; waits?: NonNullable<ClaimStep["waits"]> }> {
  const { origin, t } = request;
  await throttle.take("token-address", origin.address);
  const { email, waits, isWrongCode } = await inTransaction(db, (tx) =>
    useLink(tx, request, config.smtpUrl !== null),
  );
  // The wrong try is counted by now.
  if (isWrongCode) throw refuse("claim-code-wrong").at("code");
  if (waits === null) return { detail: t("done.accounts.activated"), email };
  return { detail: t("done.accounts.claimWaits", { waits }), email, waits };
}

async function useLink(
  tx: Tx,
  { body, now, origin, publicUrl }: Activation,
  hasMail: boolean,
): Promise<ClaimStep> {
  await lockMembership(tx);
  const token = body.activation_token;
  const claimed = await findClaimLink(tx, { token, now });
  if (claimed !== undefined)
    return proveClaim(tx, {
      ...claimed,
      token,
      code: body.code,
      hasMail,
      now,
      address: origin.address,
      publicUrl,
    });
  const by = { now, address: origin.address, publicUrl };
  const byCode = await proveByCode(tx, { token, code: body.code, ...by });
  if (byCode !== undefined)
    return { email: byCode.phone, waits: null, isWrongCode: byCode.isWrongCode };
  const spent = await spendToken(tx, { purpose: "activation", token, now });
  if (spent === null) throw await whyNotActivated(tx, token);
  const before = await findMember(tx, spent.memberId);
  const { is_active: isActive, email: proven } = await changeMember(tx, spent.memberId, {
    email_verified_at: now,
    // The founder was active before, and may have been deactivated since.
    is_active: sql<boolean>`CASE WHEN is_founder THEN is_active ELSE rejected_at IS NULL END`,
  });
  await recordAudit(tx, {
    now,
    actorId: spent.memberId,
    action: "members.activate-by-mail",
    subject: "member",
    subjectId: spent.memberId,
    before: { is_active: before?.is_active ?? false },
    after: { is_active: isActive },
    address: origin.address,
  });
  if (isActive) await joinByInvitation(tx, { memberId: spent.memberId, now, publicUrl });
  assert(proven !== null, "what was proven is an address");
  return { email: proven, waits: null, isWrongCode: false };
}

/** Undefined if the link is of an account that did not come with the group's book, or is used or too old. */
async function findClaimLink(tx: Tx, { token, now }: { token: string; now: Date }) {
  const activation = await findLivingToken(tx, { purpose: "activation", token, now });
  const link = activation ?? (await findLivingToken(tx, { purpose: "book-proof", token, now }));
  if (link === null) return undefined;
  const member = await lockMember(tx, link.memberId);
  if (!member.is_brought_in || member.is_proven) return undefined;
  return {
    member,
    purpose: activation === null ? ("book-proof" as const) : ("activation" as const),
  };
}

async function whyNotActivated(tx: Tx, token: string): Promise<Refusal> {
  const dead = await readDeadToken(tx, { purpose: "activation", token });
  if (dead === null) return whyNotByCode(tx, token);
  const member = await findMember(tx, dead.memberId);
  const isActivated = member?.is_proven === true;
  return refuse(isActivated ? "activation-link-used" : "activation-link-expired");
}

/** Of the token with which a code is entered (MEM-53), for which nobody sends another. */
async function whyNotByCode(tx: Tx, token: string): Promise<Refusal> {
  const dead = await readDeadToken(tx, { purpose: "phone-proof", token });
  if (dead === null) return refuse("activation-failed");
  const member = await findMember(tx, dead.memberId);
  return refuse(member?.is_proven === true ? "account-is-proven" : "join-code-expired").at("code");
}
