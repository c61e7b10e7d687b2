// Proving a claim, and what makes the account the claimant's (OPEN-55 to OPEN-58).
import type { AuditAction } from "#domain/audit-log/audit-actions.ts";
import type { ClaimProof } from "#domain/members/book-claim.ts";
import { masked } from "#domain/members/contacts.ts";
import { refuse, refuseFields } from "#domain/refusal.ts";
import { message } from "#messages/message.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { notifyOfficialsOfChange } from "#server/core/notices/notify.ts";
import { changeMember } from "#server/core/members/change-member.ts";
import { rememberPhone } from "#server/core/members/earlier-phones.ts";
import { joinByInvitation } from "#server/core/invitations/invitations.ts";
import type { MemberRow } from "#server/core/members/member-directory.ts";
import { tell } from "#server/core/notices/write-notices.ts";
import type { Tx } from "#server/db/connection.ts";
import {
  factsOf,
  isBookAddress,
  lockWaitingClaim,
  maskedPhone,
  type WaitingClaim,
} from "./book-claims.ts";
import { killTokens, spendToken } from "./mail-tokens.ts";
import { findTaken, refuseStoredAddress, takenByConstraint } from "./taken-values.ts";
import { matchTextCode } from "./text-codes.ts";

type Step = {
  member: MemberRow;
  purpose: "activation" | "book-proof";
  token: string;
  code: string | undefined;
  hasMail: boolean;
  now: Date;
  address: string;
  publicUrl: string;
};

/** What is still to be proven; null once the account is the claimant's. `wrong-code`: the try is counted. */
export type ClaimStep = {
  /** What they sign in with: the email, or the phone. */
  email: string;
  waits: ClaimProof | "email" | null;
  isWrongCode: boolean;
};

/** Uses a mailed link of a claim. Refuses a missing or old code, and a claim that is not there any more. */
export async function proveClaim(tx: Tx, step: Step): Promise<ClaimStep> {
  const { member, purpose, token, code, hasMail, now, address, publicUrl } = step;
  const claim = await lockWaitingClaim(tx, member.id);
  if (claim === undefined || !member.is_active || hasOtherBook(member, claim))
    throw refuse("activation-failed");
  const needsCode =
    purpose === "activation" && claim.proof === "sms" && claim.confirmed_again_by === null;
  if (needsCode && claim.proven_at === null) {
    const sent = {
      hash: claim.code_hash,
      expiresAt: claim.code_expires_at,
      tries: claim.code_attempts,
    };
    switch (matchTextCode(sent, { token, code, now })) {
      case "missing":
        throw refuse("claim-code-needed", { phone: masked(claim.book_phone ?? "") }).at("code");
      case "too-old":
        throw refuse("claim-code-expired").at("code");
      case "tried-out":
        throw refuse("claim-code-tries").at("code");
      case "wrong":
        await change(tx, claim, { code_attempts: claim.code_attempts + 1 });
        return { email: claim.email ?? claim.phone, waits: "sms", isWrongCode: true };
      case "right":
    }
  }
  if ((await spendToken(tx, { purpose, token, now })) === null) throw refuse("activation-failed");
  // Without mail the claimant had the token from the answer, so it proves no address.
  const isMailed = claim.email !== null && (hasMail || claim.proof !== "sms");
  const provesMail = purpose === "activation" && isMailed;
  const provesBook = needsCode || purpose === "book-proof" || isBookAddress(claim);
  const proven = {
    ...claim,
    email_proven_at: claim.email_proven_at ?? (provesMail ? now : null),
    proven_at: claim.proven_at ?? (provesBook && claim.proof !== "officials" ? now : null),
  };
  await change(tx, claim, {
    email_proven_at: proven.email_proven_at,
    proven_at: proven.proven_at,
  });
  await audit(
    tx,
    { member, action: "members.prove-claim", actorId: member.id, now, address },
    {
      after: { proof: provesBook ? claim.proof : "email" },
    },
  );
  const by = { member, actorId: member.id, now, address, hasMail, publicUrl };
  const waits = await completeClaim(tx, proven, by);
  return { email: (isMailed ? claim.email : null) ?? claim.phone, waits, isWrongCode: false };
}

/** A newer sheet brought another phone or address meanwhile. */
function hasOtherBook(member: MemberRow, claim: WaitingClaim): boolean {
  return member.phone !== claim.book_phone || member.email !== claim.book_email;
}

export async function change(
  tx: Tx,
  claim: WaitingClaim,
  changes: Partial<Omit<WaitingClaim, "id" | "member_id">>,
): Promise<void> {
  await tx.updateTable("book_claims").set(changes).where("id", "=", claim.id).execute();
}

type Completing = {
  member: MemberRow;
  actorId: number;
  now: Date;
  address: string;
  hasMail: boolean;
  /** The base of mailed links. */
  publicUrl: string;
};

/**
 * Makes the account the claimant's if all is proven; else returns what is not. Runs under `lockMembership`, since the
 * invitation may give an office. Refuses values that somebody else has by now.
 */
export async function completeClaim(
  tx: Tx,
  claim: WaitingClaim,
  by: Completing,
): Promise<ClaimStep["waits"]> {
  const { member, now } = by;
  const isTheirs = claim.proven_at !== null || claim.confirmed_again_by !== null;
  // The database admits no other words (book_claims_proof).
  if (!isTheirs) return claim.proof as ClaimProof;
  // On a server that sends no mail the code, or two officials, are all that proves a claim.
  const needsMail = by.hasMail || (claim.confirmed_again_by === null && claim.proof !== "sms");
  if (claim.email !== null && claim.email_proven_at === null && needsMail) return "email";
  const { username, email, phone, language } = claim;
  const wished = { username, email: email ?? undefined, phone, now };
  const taken = await findTaken(tx, wished, member.id);
  if (Object.keys(taken).length > 0) throw refuseFields(taken);
  await change(tx, claim, { outcome: "taken", decided_at: now, password_hash: null });
  try {
    await changeMember(tx, member.id, {
      username,
      email,
      phone,
      language,
      password_hash: claim.password_hash,
      ...(claim.email_proven_at === null ? { confirmed_at: now } : { email_verified_at: now }),
    });
  } catch (error) {
    const takenAtOnce = takenByConstraint(error);
    throw takenAtOnce === null ? error : refuseFields(takenAtOnce);
  }
  if (email !== null) await refuseStoredAddress(tx, { email, exceptMemberId: member.id, now });
  await killTokens(tx, { memberId: member.id, purposes: ["activation", "book-proof"], now });
  await audit(
    tx,
    { ...by, action: "members.take-claim" },
    {
      before: { username: member.username, ...maskedPhone(member.phone) },
      after: { username, phone: masked(phone), proof: claim.proof },
    },
  );
  if (member.phone !== phone) {
    await rememberPhone(tx, { memberId: member.id, phone: member.phone, now });
    const { reg, email: shown } = factsOf(member, claim);
    const facts = { reg, phone, email: shown };
    await tell(tx, "claim_taken", { memberId: member.id, now }, facts);
  }
  const done = message("done.members.claimed", factsOf(member, claim));
  await notifyOfficialsOfChange(tx, { memberId: member.id, done, by: username, now });
  await joinByInvitation(tx, { memberId: member.id, now, publicUrl: by.publicUrl });
  return null;
}

export async function audit(
  tx: Tx,
  by: Omit<Completing, "hasMail" | "publicUrl"> & { action: AuditAction },
  facts: { before?: Record<string, unknown>; after: Record<string, unknown> },
): Promise<void> {
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actorId,
    action: by.action,
    subject: "member",
    subjectId: by.member.id,
    ...facts,
    address: by.address,
  });
}
