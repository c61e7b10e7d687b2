// Claims of accounts that came with the group's book (OPEN-53, OPEN-55 to OPEN-59): the member's row stays as the book
// has it until the claimant has proven to have its phone or address, or two officials have confirmed them.
import { sql } from "kysely";
import { languageOf, type Language } from "#domain/language.ts";
import { type ClaimProof, CODE_HOURS, CODES_MOST, proofOf } from "#domain/members/book-claim.ts";
import { masked } from "#domain/members/contacts.ts";
import { refuse } from "#domain/refusal.ts";
import { message } from "#messages/message.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { letter, sendLetter, stranger } from "#server/core/mail/letters.ts";
import { notice, notifyOfficials } from "#server/core/notices/notify.ts";
import type { InvitationRow } from "#server/core/invitations/invitations.ts";
import { fullName, lockMember, type MemberRow } from "#server/core/members/member-directory.ts";
import { newCode, sendCodeText } from "#server/core/notices/code-texts.ts";
import { isStopped } from "#server/core/notices/sms/stopped-numbers.ts";
import { knownBy, tell } from "#server/core/notices/write-notices.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import { issueToken, killTokens } from "./mail-tokens.ts";
import type { AccountForm, NewAccount } from "./new-account.ts";
import { refuseStoredAddress } from "./taken-values.ts";
import { hashCode } from "./text-codes.ts";

const HOUR_MS = 60 * 60 * 1000;
/** What a notice shows of an address that there is not. */
const NO_EMAIL = "–";

/** The members of the book who have no account yet and have not left. */
export function claimable(reader: Reader) {
  return reader
    .selectFrom("members")
    .where("members.is_brought_in", "=", true)
    .where("members.is_proven", "=", false)
    .where("members.status", "in", ["active", "dormant"])
    .where("members.is_active", "=", true)
    .where("members.exited_on", "is", null);
}

/** The account that a registration number can claim; undefined once it is claimed, or the member has left. */
export function findClaimable(reader: Reader, regNumber: string) {
  return claimable(reader)
    .selectAll("members")
    .where(sql<boolean>`lower(reg_number) = lower(${regNumber})`)
    .executeTakeFirst();
}

export type Claimable = NonNullable<Awaited<ReturnType<typeof findClaimable>>>;

/**
 * The account that an invitation claims; undefined if it makes a new account, or its inviter is no longer
 * Chairperson.
 */
export async function findClaimed(
  reader: Reader,
  invitation: Pick<InvitationRow, "kind" | "reg_number" | "invited_by"> | undefined,
): Promise<Claimable | undefined> {
  if (invitation?.kind !== "person" || invitation.reg_number === null) return undefined;
  const inviter = await reader
    .selectFrom("members")
    .select("office")
    .where("id", "=", invitation.invited_by)
    .executeTakeFirst();
  if (inviter?.office !== "Chairperson") return undefined;
  return findClaimable(reader, invitation.reg_number);
}

/** The claim that waits for its proof, locked; undefined when there is none. */
export function lockWaitingClaim(tx: Tx, memberId: number) {
  return tx
    .selectFrom("book_claims")
    .selectAll()
    .where("member_id", "=", memberId)
    .where("outcome", "is", null)
    .forUpdate()
    .executeTakeFirst();
}

export type WaitingClaim = NonNullable<Awaited<ReturnType<typeof lockWaitingClaim>>>;

export type Claim = Pick<
  NewAccount,
  "form" | "passwordHash" | "language" | "publicUrl" | "now" | "origin"
> & { member: Claimable; invitation: { id: number }; hasSms: boolean; hasMail: boolean };

/** `token`: the claimant enters the code of the SMS with it, at once; null if a mail brings it, or it proves nothing. */
export type Claiming = { proof: ClaimProof; token: string | null };

/**
 * Stores the claim, sends what proves it, and notifies the book's phone and address and all officials. Replaces a claim
 * that waits; refuses an account that was claimed meanwhile.
 */
export async function claimAccount(tx: Tx, claim: Claim): Promise<Claiming> {
  const { form, now, language } = claim;
  const member = await lockMember(tx, claim.member.id);
  if (member.is_proven || !member.is_active) throw refuse("invitation-dead").at("invitation");
  await dropClaim(tx, { memberId: member.id, now });
  const { phone: bookPhone, email: bookEmail } = member;
  const takesTexts = claim.hasSms && bookPhone !== null && !(await isStopped(tx, bookPhone));
  const proof = proofOf({ bookPhone, bookEmail, email: form.email, takesTexts });
  const stored = await tx
    .insertInto("book_claims")
    .values({
      member_id: member.id,
      invitation_id: claim.invitation.id,
      proof,
      book_phone: bookPhone,
      book_email: bookEmail,
      username: form.username,
      email: form.email,
      phone: form.phone,
      language,
      password_hash: claim.passwordHash,
      claimed_at: now,
    })
    .returningAll()
    .returning(fingerprint.as("fingerprint"))
    .executeTakeFirstOrThrow();
  if (form.email !== null)
    await refuseStoredAddress(tx, { email: form.email, exceptMemberId: member.id, now });
  const token = await sendProofs(tx, { member, claim: stored, publicUrl: claim.publicUrl, now });
  // After the links, which it witnesses.
  await recordAudit(tx, {
    now,
    actorId: null,
    action: "members.claim",
    subject: "member",
    subjectId: member.id,
    before: { username: member.username, ...maskedPhone(member.phone) },
    after: {
      username: form.username,
      phone: masked(form.phone),
      reg_number: member.reg_number,
      invitation_id: claim.invitation.id,
      proof,
      fingerprint: stored.fingerprint,
    },
    address: claim.origin.address,
  });
  await tellOfClaim(tx, member, form, { now, language, proof });
  const isMailed = form.email !== null && claim.hasMail;
  return { proof, token: proof === "sms" && !isMailed ? token : null };
}

/** What the audit log stores of a claim, whose phone and address it does not show. */
const fingerprint = sql<string>`encode(sha256(convert_to(jsonb_build_array(id, member_id, invitation_id, proof, book_phone, book_email,
  username, email, phone)::text, 'UTF8')), 'hex')`;

export function maskedPhone(phone: string | null) {
  return phone === null ? {} : { phone: masked(phone) };
}

/** Ends the claim that waits, and its links; false if none does. */
export async function dropClaim(
  tx: Tx,
  { memberId, now }: { memberId: number; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("book_claims")
    .set({ outcome: "replaced", decided_at: now, password_hash: null })
    .where("member_id", "=", memberId)
    .where("outcome", "is", null)
    .executeTakeFirstOrThrow();
  await killTokens(tx, { memberId, purposes: ["activation", "book-proof"], now });
  return numUpdatedRows > 0n;
}

type Proving = { member: MemberRow; claim: WaitingClaim; publicUrl: string; now: Date };

/**
 * Mails the link to the claimant's address, with a code to the book's phone, or another link to the book's address.
 * Returns the link's token.
 */
export async function sendProofs(
  tx: Tx,
  { member, claim, publicUrl, now }: Proving,
): Promise<string> {
  const language = languageOf(claim.language);
  const token = await issueToken(tx, { purpose: "activation", memberId: member.id, now });
  const link = `${publicUrl}/user/activate/${token}/`;
  const paragraph = claim.proof === "sms" ? ("withCode" as const) : ("once" as const);
  const activation = letter("activation", { link }, ["welcome", "link", paragraph, "mistaken"]);
  if (claim.email !== null) {
    const to = stranger({ email: claim.email, language });
    await sendLetter(tx, { to, letter: activation, now });
  }
  if (claim.proven_at !== null) return token;
  if (claim.proof === "sms") await sendCode(tx, { member, claim, token, now });
  if (claim.proof !== "mail" || isBookAddress(claim) || claim.book_email === null) return token;
  const proofToken = await issueToken(tx, { purpose: "book-proof", memberId: member.id, now });
  const proof = letter("claimProof", {
    ...factsOf(member, claim),
    link: `${publicUrl}/user/activate/${proofToken}/`,
  });
  await sendLetter(tx, {
    to: stranger({ email: claim.book_email, language }),
    letter: proof,
    now,
  });
  return token;
}

export function isBookAddress({ book_email: bookEmail, email }: WaitingClaim): boolean {
  return bookEmail !== null && bookEmail.toLowerCase() === email?.toLowerCase();
}

async function sendCode(
  tx: Tx,
  { member, claim, token, now }: Omit<Proving, "publicUrl"> & { token: string },
): Promise<void> {
  if (claim.codes_sent >= CODES_MOST || claim.book_phone === null) return;
  const code = newCode();
  await tx
    .updateTable("book_claims")
    .set({
      code_hash: hashCode(token, code),
      code_expires_at: new Date(now.getTime() + CODE_HOURS * HOUR_MS),
      codes_sent: claim.codes_sent + 1,
    })
    .where("id", "=", claim.id)
    .execute();
  await sendCodeText(tx, {
    notice: {
      memberId: member.id,
      event: "claim_code",
      facts: { reg: member.reg_number },
      occasion: `claim_code:${claim.id}:${claim.codes_sent + 1}`,
    },
    text: message("notices.codes.claim", { code, reg: member.reg_number, phone: claim.phone }),
    phone: claim.book_phone,
    language: languageOf(claim.language),
    now,
  });
}

/** RegNo, the name in the book, the new phone and email (OPEN-58). */
export function factsOf(
  member: MemberRow,
  { phone, email }: { phone: string; email: string | null },
) {
  return { reg: member.reg_number, member: fullName(member), phone, email: email ?? NO_EMAIL };
}

async function tellOfClaim(
  tx: Tx,
  member: MemberRow,
  form: AccountForm,
  { now, language, proof }: { now: Date; language: Language; proof: ClaimProof },
): Promise<void> {
  const facts = factsOf(member, form);
  if (member.phone !== null) await tell(tx, "book_claimed", { memberId: member.id, now }, facts);
  if (member.email !== null)
    await sendLetter(tx, {
      to: stranger({ email: member.email, language }),
      letter: letter("bookClaimed", facts),
      now,
    });
  const known = { ...facts, proof };
  await notifyOfficials(tx, {
    letter: letter("claimWaits", known),
    notice: {
      ...knownBy(notice("claim_waits", known), { whose: member.id }),
      about: { kind: "member", id: member.id },
    },
    now,
  });
}

/** Sends the proofs of the claim that waits for an address once more; false if none does. */
export async function sendProofsAgain(
  tx: Tx,
  params: { email: string; publicUrl: string; now: Date; address: string },
): Promise<boolean> {
  const { email, publicUrl, now, address } = params;
  const found = await tx
    .selectFrom("book_claims")
    .select("member_id")
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where("outcome", "is", null)
    .orderBy("id", "desc")
    .executeTakeFirst();
  if (found === undefined) return false;
  const member = await lockMember(tx, found.member_id);
  const claim = await lockWaitingClaim(tx, member.id);
  if (claim === undefined || !member.is_active) return false;
  await sendProofs(tx, { member, claim, publicUrl, now });
  await recordAudit(tx, {
    now,
    actorId: null,
    action: "members.ask-activation",
    subject: "member",
    subjectId: member.id,
    address,
  });
  return true;
}
