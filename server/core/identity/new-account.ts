// Makes an account: the checks that may refuse it, and the row with its activation link (MEM-1 to MEM-4).
import type { output } from "zod/mini";
import { signUpFields, type signUpForm } from "#contract/auth.ts";
import { nairobiDate } from "#domain/calendar.ts";
import { fieldFault } from "#domain/field-fault.ts";
import type { Language } from "#domain/language.ts";
import { refuseFields, type FieldErrors } from "#domain/refusal.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { letter, sendLetter, stranger } from "#server/core/mail/letters.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import type { Origin } from "#server/platform/request.ts";
import { sendJoinCode } from "./join-by-code.ts";
import { issueToken } from "./mail-tokens.ts";
import { findTaken, refuseStoredAddress, takenByConstraint } from "./taken-values.ts";
import { validatePassword } from "./passwords.ts";

/** What a person enters for their own account. Whoever is invited personally may have no email address (MEM-51). */
export type AccountForm = Omit<output<typeof signUpForm>, "email"> & { email: string | null };

/** Reports every value that somebody else has, and what is wrong with the password; empty when nothing is. */
export async function validateAccount(
  reader: Reader,
  form: AccountForm,
  { now, exceptMemberId = 0 }: { now: Date; exceptMemberId?: number },
): Promise<FieldErrors> {
  return {
    ...(await findTaken(reader, { ...uniqueValues(form), now }, exceptMemberId)),
    ...(await validateOwnPassword(reader, form)),
  };
}

/**
 * The same for a form that its schema refuses, for the fields that can be read, so that one answer reports every
 * problem.
 */
export async function validateUnfinishedAccount(
  reader: Reader,
  body: Record<string, unknown>,
  { now, exceptMemberId = 0 }: { now: Date; exceptMemberId?: number },
): Promise<FieldErrors> {
  const form = readableFields(body);
  if (Object.keys(form).length === 0) return {};
  const { username, email, phone, RegNo: regNumber, password, confirm_password: again } = form;
  const wished = { username, email, phone, regNumber, now };
  const errors = await findTaken(reader, wished, exceptMemberId);
  if (password === undefined) return errors;
  if (again !== undefined && again !== password)
    errors["confirm_password"] = [fieldFault("passwords-differ")];
  return { ...errors, ...(await validateOwnPassword(reader, { ...nobody, ...form, password })) };
}

const nobody = { first_name: "", last_name: "", username: "", email: "", RegNo: "", phone: "" };

function readableFields(body: Record<string, unknown>): Partial<output<typeof signUpForm>> {
  const read = Object.entries(signUpFields).flatMap(([name, schema]) => {
    const { success, data } = schema.safeParse(body[name]);
    return success ? [[name, data] as const] : [];
  });
  return Object.fromEntries(read);
}

/** Empty when the password is fine for whoever fills in the form. */
async function validateOwnPassword(
  reader: Reader,
  form: Omit<AccountForm, "confirm_password">,
): Promise<FieldErrors> {
  const faults = await validatePassword(reader, form.password, {
    username: form.username,
    email: form.email ?? "",
    firstName: form.first_name,
    lastName: form.last_name,
    regNumber: form.RegNo,
    phone: form.phone,
  });
  return faults.length === 0 ? {} : { password: faults };
}

function uniqueValues(form: AccountForm) {
  return {
    username: form.username,
    email: form.email ?? undefined,
    phone: form.phone,
    regNumber: form.RegNo,
  };
}

/**
 * Runs `make`, which makes the account; if another request took the same value first, reports every taken value.
 * `tell` maps them to the fields of the request.
 */
export async function orTellTaken<T>(
  reader: Reader,
  params: {
    form: AccountForm;
    now: Date;
    exceptMemberId?: number;
    tell?: (errors: FieldErrors) => FieldErrors;
  },
  make: () => Promise<T>,
): Promise<T> {
  const { form, now, exceptMemberId = 0, tell = (errors) => errors } = params;
  try {
    return await make();
  } catch (error) {
    const taken = takenByConstraint(error);
    if (taken === null) throw error;
    // More values may be taken than the one that PostgreSQL named.
    const all = await findTaken(reader, { ...uniqueValues(form), now }, exceptMemberId);
    throw refuseFields(tell({ ...taken, ...all }));
  }
}

export type NewAccount = {
  form: AccountForm;
  passwordHash: string;
  language: Language;
  publicUrl: string;
  now: Date;
  origin: Origin;
  /** The invitation they sign up by; a personal one already has the Chairperson's approval. */
  invitation: { id: number; approves: boolean } | null;
  /** The first Chairperson, who is active at once (MEM-33). */
  isFounder: boolean;
  /** No mail reaches them, and the group sends SMS: a code proves the phone (MEM-53). */
  sendsCode: boolean;
};

/** `token`: the person enters the code of the SMS with it, at once; null if none was sent. */
type Added = { memberId: number; token: string | null };

/** Adds the member, sends the activation link or the code, and writes the audit row. */
export async function addAccount(tx: Tx, account: NewAccount): Promise<Added> {
  const { form, now, language, isFounder, invitation } = account;
  const { id } = await tx
    .insertInto("members")
    .values({
      username: form.username,
      first_name: form.first_name,
      last_name: form.last_name,
      email: form.email,
      phone: form.phone,
      reg_number: form.RegNo,
      password_hash: account.passwordHash,
      language,
      created_at: now,
      ...(isFounder ? founder(now) : {}),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (form.email !== null) {
    await refuseStoredAddress(tx, { email: form.email, exceptMemberId: id, now });
    await mailActivationTo(
      tx,
      { id, email: form.email, language },
      { waits: !isFounder && invitation?.approves !== true, publicUrl: account.publicUrl, now },
    );
  }
  const token = account.sendsCode
    ? await sendJoinCode(tx, { id, phone: form.phone, language, now })
    : null;
  await recordAudit(tx, {
    now,
    actorId: null,
    action: "members.sign-up",
    subject: "member",
    subjectId: id,
    after: {
      username: form.username,
      reg_number: form.RegNo,
      status: isFounder ? "active" : "pending_approval",
      ...(invitation === null ? {} : { invitation_id: invitation.id }),
    },
    address: account.origin.address,
  });
  return { memberId: id, token };
}

/**
 * Mails the link that proves the address. Lock the member's row first, or insert it. `waits`: the Chairperson still
 * has to approve them.
 */
export async function mailActivationTo(
  tx: Tx,
  member: { id: number; email: string; language: string },
  params: { waits: boolean; publicUrl: string; now: Date },
): Promise<void> {
  const { waits, publicUrl, now } = params;
  const token = await issueToken(tx, { purpose: "activation", memberId: member.id, now });
  const link = `${publicUrl}/user/activate/${token}/`;
  const expiry = waits ? ("expiry" as const) : ("once" as const);
  const activation = letter("activation", { link }, ["welcome", "link", expiry, "mistaken"]);
  await sendLetter(tx, { to: stranger(member), letter: activation, now });
}

function founder(now: Date) {
  return {
    is_founder: true,
    is_active: true,
    status: "active",
    office: "Chairperson",
    approved_on: nairobiDate(now),
  };
}
