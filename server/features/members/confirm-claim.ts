// Two officials confirm in person who claims a name of the group's book (OPEN-57).
import { sql } from "kysely";
import type { BodyOf, QueryOf, ReplyOf } from "#contract/endpoint.ts";
import type { confirmClaim, getClaims } from "#contract/members.ts";
import { isOwnItem } from "#domain/approvals/two-officials.ts";
import { nairobiIso } from "#domain/calendar.ts";
import { type ClaimProof, whyNotConfirmClaim } from "#domain/members/book-claim.ts";
import { refuse } from "#domain/refusal.ts";
import { lockWaitingClaim } from "#server/core/identity/book-claims.ts";
import { audit, change, completeClaim } from "#server/core/identity/prove-claim.ts";
import {
  fullName,
  lockMember,
  personColumns,
  personIn,
  toPerson,
} from "#server/core/members/member-directory.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import { inPage, pageOf } from "#server/db/paging.ts";
import type { SignedInRequest } from "#server/platform/request.ts";

/** Whether the gateway said of the last code that it did not arrive. */
const hasFailed = sql<boolean>`coalesce((
  SELECT m.state IN ('failed', 'rejected', 'skipped') FROM notices n JOIN notice_messages m ON m.notice_id = n.id
   WHERE n.member_id = book_claims.member_id
     AND n.occasion = 'claim_code:' || book_claims.id || ':' || book_claims.codes_sent), false)`;

/** The claims that wait, oldest first. */
export async function listClaims(
  reader: Reader,
  hasMail: boolean,
  { query, actor, now }: { query: QueryOf<typeof getClaims>; actor: { id: number }; now: Date },
): Promise<ReplyOf<typeof getClaims>> {
  const waiting = reader.selectFrom("book_claims").where("outcome", "is", null);
  const page = pageOf(query);
  let found = waiting
    .innerJoin("members", "members.id", "book_claims.member_id")
    .where("members.is_active", "=", true)
    .selectAll("book_claims")
    .select(personColumns)
    // The member's own, as the book has it: two columns have one name.
    .select([
      "members.username",
      "book_claims.email as new_email",
      "book_claims.phone as new_phone",
    ])
    .select(personIn("book_claims.confirmed_by").as("confirmer"))
    .select((claim) =>
      claim
        .selectFrom("invitations")
        .select("invited_by")
        .whereRef("invitations.id", "=", "book_claims.invitation_id")
        .as("invited_by"),
    )
    .select(hasFailed.as("has_failed"))
    .orderBy("book_claims.id");
  found = inPage(found, page);
  const claims = (await found.execute()).map((row) => ({
    id: row.member_id,
    member: toPerson(row),
    // The database admits no other words (book_claims_proof).
    proof: row.proof as ClaimProof,
    phone: row.new_phone,
    email: row.new_email,
    book_phone: row.book_phone,
    book_email: row.book_email,
    claimed_at: nairobiIso(row.claimed_at),
    email_proven: row.email_proven_at !== null,
    confirmed_by: row.confirmer === null ? [] : [row.confirmer],
    own_item:
      row.invited_by !== null &&
      isOwnItem({
        memberId: row.invited_by,
        callerId: actor.id,
        deciderIds: [row.confirmed_by],
      }),
    may_confirm: whyNot(row, { officialId: actor.id, now, hasMail }) === null,
  }));
  if (page === null) return { claims };
  const { count } = await waiting
    .select(sql<bigint>`count(*)`.as("count"))
    .executeTakeFirstOrThrow();
  return { claims, count: Number(count) };
}

type Confirmable = {
  proof: string;
  claimed_at: Date;
  code_attempts: number;
  proven_at: Date | null;
  confirmed_by: number | null;
  confirmed_again_by: number | null;
  has_failed: boolean;
};

function whyNot(
  claim: Confirmable,
  { hasMail, ...by }: { officialId: number; now: Date; hasMail: boolean },
) {
  return whyNotConfirmClaim(
    {
      proof: claim.proof,
      claimedAt: claim.claimed_at,
      hasFailed: claim.has_failed,
      codeTries: claim.code_attempts,
      provenAt: claim.proven_at,
      confirmedBy: claim.confirmed_by,
      confirmedAgainBy: claim.confirmed_again_by,
      hasMail,
    },
    by,
  );
}

/** Whether there is such a member; refuses who has confirmed the claim already (403 comes before what is sent). */
export async function mayConfirmClaim(
  reader: Reader,
  id: number,
  actor: { id: number },
): Promise<boolean> {
  const found = await reader
    .selectFrom("members")
    .leftJoin("book_claims", (join) =>
      join.onRef("book_claims.member_id", "=", "members.id").on("book_claims.outcome", "is", null),
    )
    .select(["members.id", "book_claims.confirmed_by"])
    .where("members.id", "=", id)
    .executeTakeFirst();
  if (found?.confirmed_by === actor.id) throw refuse("claim-confirmed-by-oneself");
  return found !== undefined;
}

/**
 * The second of two makes the account the claimant's, once they have proven the address that they entered, if they have
 * one and the server sends mail.
 */
export async function confirmClaimOf(
  tx: Tx,
  hasMail: boolean,
  {
    actor,
    id,
    body,
    now,
    origin,
    publicUrl,
    t,
  }: SignedInRequest<unknown, BodyOf<typeof confirmClaim>>,
): Promise<ReplyOf<typeof confirmClaim>> {
  const member = await lockMember(tx, id);
  const claim = await lockWaitingClaim(tx, id);
  if (claim === undefined || !member.is_active) throw refuse("no-claim-waits");
  if (body.phone_seen !== undefined && body.phone_seen !== claim.phone)
    throw refuse("figures-changed").at("phone_seen");
  const { has_failed } = await tx
    .selectFrom("book_claims")
    .select(hasFailed.as("has_failed"))
    .where("id", "=", claim.id)
    .executeTakeFirstOrThrow();
  const refusal = whyNot({ ...claim, has_failed }, { officialId: actor.id, now, hasMail });
  if (refusal !== null) throw refuse(refusal);
  const isSecond = claim.confirmed_by !== null;
  const confirmed = isSecond
    ? { confirmed_again_by: actor.id, confirmed_again_at: now }
    : { confirmed_by: actor.id, confirmed_at: now };
  await change(tx, claim, confirmed);
  const by = { member, actorId: actor.id, now, address: origin.address, hasMail, publicUrl };
  const confirmations = isSecond ? 2 : 1;
  await audit(tx, { ...by, action: "members.confirm-claim" }, { after: { confirmations } });
  const waits = isSecond ? await completeClaim(tx, { ...claim, ...confirmed }, by) : "officials";
  const detail = t("done.accounts.claimConfirmed", {
    member: fullName(member),
    waits: waits ?? "nothing",
  });
  return { detail, confirmations };
}
