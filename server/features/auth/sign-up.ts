// Signing up, and proving the email address by the mailed token (MEM-1, MEM-4).
import { sql } from "kysely";
import type { BodyOf } from "#contract/endpoint.ts";
import { signUpFields, type activate, type signUp } from "#contract/auth.ts";
import { fieldFault } from "#domain/field-fault.ts";
import { refuse, refuseFields, type FieldErrors, type Refusal } from "#domain/refusal.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import { lockMembership } from "#server/db/locks.ts";
import { issueToken, readDeadToken, spendToken } from "#server/core/identity/mail-tokens.ts";
import { sendMail } from "#server/core/mail/mail.ts";
import { findMember } from "#server/core/members/member-directory.ts";
import {
  findTaken,
  refuseKeptAddress,
  takenByConstraint,
} from "#server/core/identity/taken-values.ts";
import { inTransaction, type Database, type Tx } from "#server/db/connection.ts";
import { hashPassword } from "#server/platform/password-hash.ts";
import type { PublicRequest } from "#server/platform/request.ts";
import { activationMail } from "./auth-mails.ts";
import type { AuthParts } from "./auth-parts.ts";
import { validatePassword } from "./validate-password.ts";

type SignUp = PublicRequest<unknown, BodyOf<typeof signUp>>;
type Activation = PublicRequest<unknown, BodyOf<typeof activate>>;

/** Keeps the new account, not yet active, and mails its activation link. Says of every taken value that it is. */
export async function signUpMember(
  db: Database,
  { throttle, config }: AuthParts,
  request: SignUp,
): Promise<{ detail: string }> {
  const { body, origin } = request;
  await throttle.take("sign-up-address", origin.address);
  const uniqueValues = {
    username: body.username,
    email: body.email,
    phone: body.phone,
    regNumber: body.RegNo,
    now: request.now,
  };
  const errors = {
    ...(await findTaken(db, uniqueValues)),
    ...(await validateOwnPassword(db, body)),
  };
  if (Object.keys(errors).length > 0) throw refuseFields(errors);
  const passwordHash = await hashPassword(body.password);
  try {
    await inTransaction(db, (tx) => keepAccount(tx, request, passwordHash, config.publicUrl));
  } catch (error) {
    // Somebody else came first with the same value; there may be more of theirs.
    const taken = takenByConstraint(error);
    if (taken === null) throw error;
    throw refuseFields({ ...taken, ...(await findTaken(db, uniqueValues)) });
  }
  return {
    detail: "Check whether your email is valid: we sent it a link to activate your account.",
  };
}

/**
 * What else is wrong with a form that its schema refuses: values that are taken and a bad password, so that everything is
 * told in one round. Beyond the limit of an address nothing is told here.
 */
export async function validateUnfinishedForm(
  db: Database,
  { throttle }: AuthParts,
  { address, now, body }: { address: string; now: Date; body: Record<string, unknown> },
): Promise<FieldErrors> {
  const form = readableFields(body);
  if (Object.keys(form).length === 0) return {};
  if (!(await throttle.allows("taken-values-address", address))) return {};
  const { username, email, phone, RegNo: regNumber, password, confirm_password: again } = form;
  const errors = await findTaken(db, { username, email, phone, regNumber, now });
  if (password === undefined) return errors;
  if (again !== undefined && again !== password)
    errors["confirm_password"] = [fieldFault("passwords-differ")];
  return { ...errors, ...(await validateOwnPassword(db, { ...nobody, ...form, password })) };
}

type Form = Record<keyof typeof signUpFields, string>;
const nobody = { first_name: "", last_name: "", username: "", email: "", RegNo: "", phone: "" };

function readableFields(body: Record<string, unknown>): Partial<Form> {
  const read = Object.entries(signUpFields).flatMap(([name, schema]) => {
    const { success, data } = schema.safeParse(body[name]);
    return success ? [[name, data] as const] : [];
  });
  return Object.fromEntries(read);
}

async function validateOwnPassword(
  db: Database,
  body: Omit<Form, "confirm_password">,
): Promise<FieldErrors> {
  const faults = await validatePassword(db, body.password, {
    username: body.username,
    email: body.email,
    firstName: body.first_name,
    lastName: body.last_name,
    regNumber: body.RegNo,
    phone: body.phone,
  });
  return faults.length === 0 ? {} : { password: faults };
}

async function keepAccount(
  tx: Tx,
  { body, now, origin, language }: SignUp,
  passwordHash: string,
  publicUrl: string,
): Promise<void> {
  const { id } = await tx
    .insertInto("members")
    .values({
      username: body.username,
      first_name: body.first_name,
      last_name: body.last_name,
      email: body.email,
      phone: body.phone,
      reg_number: body.RegNo,
      password_hash: passwordHash,
      language,
      created_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await refuseKeptAddress(tx, { email: body.email, exceptMemberId: id, now });
  const token = await issueToken(tx, { purpose: "activation", memberId: id, now });
  const { name: groupName } = await readGroupSettings(tx);
  const link = `${publicUrl}/user/activate/${token}/`;
  await sendMail(tx, { ...activationMail({ to: { ...body, language }, groupName, link }), now });
  await recordAudit(tx, {
    now,
    actorId: null,
    action: "members.sign-up",
    subject: "member",
    subjectId: id,
    after: { username: body.username, reg_number: body.RegNo, status: "pending_approval" },
    address: origin.address,
  });
}

/** Spends the token: from now on the member can sign in, and waits for the Chairperson's approval. */
export async function activateMember(
  db: Database,
  { throttle }: AuthParts,
  { body, now, origin }: Activation,
): Promise<{ detail: string }> {
  await throttle.take("token-address", origin.address);
  const token = body.activation_token;
  await inTransaction(db, async (tx) => {
    await lockMembership(tx);
    const spent = await spendToken(tx, { purpose: "activation", token, now });
    if (spent === null) throw await whyNotActivated(tx, token);
    const { is_active: isActive } = await tx
      .updateTable("members")
      .set({ email_verified_at: now, is_active: sql<boolean>`rejected_at IS NULL` })
      .where("id", "=", spent.memberId)
      .returning("is_active")
      .executeTakeFirstOrThrow();
    await recordAudit(tx, {
      now,
      actorId: spent.memberId,
      action: "members.activate-by-mail",
      subject: "member",
      subjectId: spent.memberId,
      before: { is_active: false },
      after: { is_active: isActive },
      address: origin.address,
    });
  });
  return { detail: "Account activated!" };
}

async function whyNotActivated(tx: Tx, token: string): Promise<Refusal> {
  const dead = await readDeadToken(tx, { purpose: "activation", token });
  if (dead === null) return refuse("activation-failed");
  const member = await findMember(tx, dead.memberId);
  const isActivated = member !== undefined && member.email_verified_at !== null;
  return refuse(isActivated ? "activation-link-used" : "activation-link-expired");
}
