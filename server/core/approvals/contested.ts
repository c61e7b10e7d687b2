// Two members' claims to one payment (STAT-62): one was first, the other is the member whom the statement names.
import { sql } from "kysely";
import type { Contested } from "#contract/approvals.ts";
import { refuse, type Refusal } from "#domain/refusal.ts";
import { personIn } from "#server/core/members/member-directory.ts";
import { noticeOf, writeNotices } from "#server/core/notices/write-notices.ts";
import type { Tx } from "#server/db/connection.ts";

/** The other member's first waiting claim, as a column of `payments`; null if nobody contests it. */
export const contestedBy = sql<Contested | null>`(
  SELECT json_build_object('kind', other.kind, 'id', other.id, 'member', ${personIn("other.member_id")})
    FROM payments other
   WHERE other.reference_key = payments.reference_key AND other.member_id <> payments.member_id
     AND other.status IN ('pending', 'pending_approval') AND payments.status IN ('pending', 'pending_approval')
     AND (other.reference_standing = 'contests' AND payments.reference_standing = 'holds'
          OR other.reference_standing = 'holds' AND payments.reference_standing = 'contests')
   ORDER BY other.id LIMIT 1)`;

type Claim = { referenceKey: string; memberId: number };

/** `contested` in the answer to a payment just submitted. */
export async function contestedReply(tx: Tx, id: number): Promise<{ contested?: true }> {
  const { reference_standing: standing } = await tx
    .selectFrom("payments")
    .select("reference_standing")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return standing === "contests" ? { contested: true } : {};
}

/**
 * Notifies both members of a payment that was just submitted against another's first claim; returns the other's first
 * payment, for the audit log, or null if it was decided meanwhile. Once for each first claim and who contests it.
 */
export async function tellContested(
  tx: Tx,
  { id, claim, now }: { id: number; claim: Claim; now: Date },
): Promise<number | null> {
  const first = await tx
    .selectFrom("payments")
    .select(["id", "kind", "member_id", "amount_cents", "reference"])
    .where("reference_key", "=", claim.referenceKey)
    .where("member_id", "<>", claim.memberId)
    .where("reference_standing", "=", "holds")
    .where("status", "in", ["pending", "pending_approval"])
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  if (first === undefined) return null;
  const own = await tx
    .selectFrom("payments")
    .select(["id", "kind", "member_id", "amount_cents", "reference"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const occasion = `payment_contested:${first.id}:${claim.memberId}`;
  const notices = [
    { ...first, side: "first" },
    { ...own, side: "named" },
  ].map((payment) =>
    noticeOf(
      "payment_contested",
      {
        memberId: payment.member_id,
        // The database knows no other kind.
        about: { kind: payment.kind as Contested["kind"], id: payment.id },
        occasion,
      },
      { side: payment.side, amount: payment.amount_cents, reference: payment.reference },
    ),
  );
  await writeNotices(tx, { notices, now });
  return first.id;
}

/** A refusal that officials are notified of: the change is undone first, and the notice written by itself. */
export class RefusedWithNotice extends Error {
  override readonly name = "RefusedWithNotice";
  readonly refusal: Refusal;
  readonly notify: (tx: Tx) => Promise<void>;
  constructor(refusal: Refusal, notify: (tx: Tx) => Promise<void>) {
    super(refusal.message);
    this.refusal = refusal;
    this.notify = notify;
  }
}

/**
 * For a reference that another member holds: whether the statement names this one while the other's claim waits. Refuses
 * if it does not; if the other's is approved, says to ask the Treasurer, and officials are notified.
 */
export async function requireContest(tx: Tx, claim: Claim, now: Date): Promise<void> {
  const { rows } = await sql<{ is_named: boolean; approved: number | null }>`
    SELECT names_member(${claim.referenceKey}, ${claim.memberId}) AS is_named,
           (SELECT min(p.id) FROM payments p WHERE p.reference_key = ${claim.referenceKey} AND p.member_id <> ${claim.memberId}
               AND p.status = 'approved') AS approved`.execute(tx);
  const [found] = rows;
  const field = "payment_Reference_Code";
  if (found?.is_named !== true) throw refuse("reference-of-another-member").at(field);
  const { approved } = found;
  if (approved === null) return;
  throw new RefusedWithNotice(refuse("reference-approved-for-another").at(field), (later) =>
    notifyOfficials(later, { paymentId: approved, claim, now }),
  );
}

/** Once for each payment and member, however often they try. */
async function notifyOfficials(
  tx: Tx,
  { paymentId, claim, now }: { paymentId: number; claim: Claim; now: Date },
): Promise<void> {
  const payment = await tx
    .selectFrom("payments")
    .innerJoin("members", "members.id", "payments.member_id")
    .select(["reference", "amount_cents", "first_name", "last_name", "reg_number"])
    .where("payments.id", "=", paymentId)
    .executeTakeFirstOrThrow();
  const claimant = await tx
    .selectFrom("members")
    .select(["first_name", "last_name", "reg_number"])
    .where("id", "=", claim.memberId)
    .executeTakeFirstOrThrow();
  const officials = await tx
    .selectFrom("members")
    .select("id")
    .where("office", "is not", null)
    .orderBy("id")
    .execute();
  const facts = {
    member: `${claimant.first_name} ${claimant.last_name} (${claimant.reg_number})`,
    other: `${payment.first_name} ${payment.last_name} (${payment.reg_number})`,
    amount: payment.amount_cents,
    reference: payment.reference,
  };
  const notices = officials.map(({ id }) =>
    noticeOf(
      "approved_payment_claimed",
      { memberId: id, occasion: `approved_payment_claimed:${paymentId}:${claim.memberId}` },
      facts,
    ),
  );
  await writeNotices(tx, { notices, now });
}
