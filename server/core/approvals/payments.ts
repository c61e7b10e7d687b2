// Payments that members tell of: submitted once, validated by both offices, never changed (PAY-9).
import { sql } from "kysely";
import type { Cents } from "#domain/money.ts";
import { single } from "#domain/single.ts";
import type { PlainDate } from "#domain/calendar.ts";
import { referenceKey } from "#domain/payments/reference.ts";
import { refuse } from "#domain/refusal.ts";
import { violatedConstraint, type Reader, type Tx } from "#server/db/connection.ts";
import { statement } from "#server/db/prepared-queries/prepared-query.ts";
import { anyOf } from "#server/db/prepared-queries/value-list.ts";
import { lockMember } from "#server/core/members/member-directory.ts";

export type PaymentKind = "contribution" | "loan_payment" | "fine_payment";

export type SubmittedPayment = {
  kind: PaymentKind;
  memberId: number;
  amountCents: Cents;
  /** Normalised (domain/payments/reference.ts). */
  reference: string;
  /** Whether the Chairperson has approved the account: otherwise its claim holds nothing against a member (PAY-4). */
  isMember: boolean;
  paidAt: Date;
  submittedAt: Date;
  /** First of the month, for a contribution; null otherwise. */
  contributionMonth: PlainDate | null;
  /** The loan that is repaid, for a loan payment; null otherwise. */
  loanId: number | null;
};

/**
 * Keeps the payment and gives its id. Refuses a reference that stands on a live item of another member, or of the
 * same kind, also when both ask at once.
 */
export async function submitPayment(tx: Tx, payment: SubmittedPayment): Promise<number> {
  const claim = { referenceKey: referenceKey(payment.reference), memberId: payment.memberId };
  const isFree = payment.isMember
    ? await claimReference(tx, claim)
    : !(await isHeldByAnother(tx, claim));
  if (!isFree) throw refuse("reference-of-another-member").at("payment_Reference_Code");
  try {
    const { id } = await tx
      .insertInto("payments")
      .values({
        kind: payment.kind,
        member_id: payment.memberId,
        amount_cents: payment.amountCents,
        reference: payment.reference,
        reference_standing: payment.isMember ? "holds" : "waits",
        paid_at: payment.paidAt,
        submitted_at: payment.submittedAt,
        contribution_month: payment.contributionMonth,
        loan_id: payment.loanId,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  } catch (error) {
    if (isReferenceTaken(error))
      throw refuse("reference-used", { kind: payment.kind }).at("payment_Reference_Code");
    throw error;
  }
}

/** Whether the database refused because the member told of the same reference for the same kind. */
export function isReferenceTaken(error: unknown): boolean {
  const constraint = violatedConstraint(error);
  return constraint === "payments_reference_key" || constraint === "payments_own_reference_key";
}

type Claim = { referenceKey: string; memberId: number };

/**
 * Makes the reference the member's, once more when it is theirs already; false when it is another member's. One row for
 * each reference names who may use it, so two who ask at once meet on that row.
 */
export async function claimReference(tx: Tx, claim: Claim): Promise<boolean> {
  const claimed = await tx
    .insertInto("payment_references")
    .values({ reference_key: claim.referenceKey, member_id: claim.memberId, live_items: 1 })
    .onConflict((conflict) =>
      conflict
        .column("reference_key")
        .doUpdateSet({ live_items: sql`payment_references.live_items + 1` })
        .whereRef("payment_references.member_id", "=", "excluded.member_id"),
    )
    .returning("reference_key")
    .executeTakeFirst();
  return claimed !== undefined;
}

export async function isHeldByAnother(reader: Reader, claim: Claim): Promise<boolean> {
  const held = await reader
    .selectFrom("payment_references")
    .select("reference_key")
    .where("reference_key", "=", claim.referenceKey)
    .where("member_id", "<>", claim.memberId)
    .executeTakeFirst();
  return held !== undefined;
}

/** Gives the references of rejected items back; a claim goes with its last live item. */
export async function releaseReferences(
  tx: Tx,
  rejected: readonly Pick<LockedPayment, "reference_key" | "reference_standing">[],
): Promise<void> {
  const keys = rejected.flatMap((each) =>
    each.reference_standing === "holds" ? [each.reference_key] : [],
  );
  if (keys.length === 0) return;
  const claims = tx.selectFrom("payment_references").where("reference_key", "in", keys);
  await claims.select("live_items").orderBy("reference_key").forUpdate().execute();
  await tx
    .deleteFrom("payment_references")
    .where("reference_key", "in", keys)
    .where("live_items", "=", 1)
    .execute();
  await tx
    .updateTable("payment_references")
    .set({ live_items: sql`live_items - 1` })
    .where("reference_key", "in", keys)
    .execute();
}

const selectForVerdict = statement((tx, kind: PaymentKind, ids: readonly number[]) =>
  tx
    .selectFrom("payments")
    .selectAll()
    .where("kind", "=", kind)
    .where("id", "=", anyOf("int", ids))
    .orderBy("id")
    .forNoKeyUpdate(),
);

export type LockedPayment = Awaited<ReturnType<typeof selectForVerdict>>[number];

/** Locks the payments of decisions, each of another one, and puts them beside; refuses with `not-found`. */
export async function lockPayments<Requested extends { decision: { id: number } }>(
  tx: Tx,
  kind: PaymentKind,
  requested: readonly Requested[],
): Promise<(Requested & { payment: LockedPayment })[]> {
  const ids = requested.map(({ decision }) => decision.id);
  const locked = new Map((await selectForVerdict(tx, kind, ids)).map((row) => [row.id, row]));
  return requested.map((each) => {
    const payment = locked.get(each.decision.id);
    if (payment === undefined) throw refuse("not-found");
    return { ...each, payment };
  });
}

/** Locks a payment that settles what its member owes: the member first, then the payment (SAFE-2). */
export async function lockPayerAndPayment(
  tx: Tx,
  kind: PaymentKind,
  id: number,
): Promise<LockedPayment> {
  const payment = await tx
    .selectFrom("payments")
    .select("member_id")
    .where("kind", "=", kind)
    .where("id", "=", id)
    .executeTakeFirst();
  if (payment === undefined) throw refuse("not-found");
  await lockMember(tx, payment.member_id);
  return single(await selectForVerdict(tx, kind, [id]));
}

export async function paymentExists(
  reader: Reader,
  kind: PaymentKind,
  id: number,
): Promise<boolean> {
  const found = await reader
    .selectFrom("payments")
    .select("id")
    .where("kind", "=", kind)
    .where("id", "=", id)
    .executeTakeFirst();
  return found !== undefined;
}
