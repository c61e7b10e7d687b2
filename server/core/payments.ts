// Payments that members tell of: submitted once, judged by both offices, never changed (contract 3).
import { sql } from "kysely";
import type { Cents } from "#domain/money.ts";
import type { PlainDate } from "#domain/calendar.ts";
import { refuse } from "#domain/refusal.ts";
import { violatedConstraint, type Reader, type Tx } from "#server/db/connection.ts";
import { statement } from "#server/db/statement.ts";
import { lockMember } from "./member-directory.ts";

export type PaymentKind = "contribution" | "loan_payment" | "fine_payment";

export type SubmittedPayment = {
  kind: PaymentKind;
  memberId: number;
  amountCents: Cents;
  /** Normalised (domain/payments/reference.ts). */
  reference: string;
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
  await claimReference(tx, payment);
  try {
    const { id } = await tx
      .insertInto("payments")
      .values({
        kind: payment.kind,
        member_id: payment.memberId,
        amount_cents: payment.amountCents,
        reference: payment.reference,
        paid_at: payment.paidAt,
        submitted_at: payment.submittedAt,
        contribution_month: payment.contributionMonth,
        loan_id: payment.loanId,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  } catch (error) {
    if (violatedConstraint(error) === "payments_reference_key")
      throw refuse("reference-used", { kind: payment.kind.replace("_", " ") }).at(
        "payment_Reference_Code",
      );
    throw error;
  }
}

/** One row per live reference names the member who may use it; two members asking at once meet on that row. */
async function claimReference(tx: Tx, payment: SubmittedPayment): Promise<void> {
  const claimed = await tx
    .insertInto("payment_references")
    .values({ reference: payment.reference, member_id: payment.memberId, live_items: 1 })
    .onConflict((conflict) =>
      conflict
        .column("reference")
        .doUpdateSet({ live_items: sql`payment_references.live_items + 1` })
        .whereRef("payment_references.member_id", "=", "excluded.member_id"),
    )
    .returning("reference")
    .executeTakeFirst();
  if (claimed === undefined)
    throw refuse("reference-of-another-member").at("payment_Reference_Code");
}

/** Gives a rejected item's reference back; the claim goes with the last live item. */
export async function releaseReference(tx: Tx, reference: string): Promise<void> {
  const claim = await tx
    .selectFrom("payment_references")
    .select("live_items")
    .where("reference", "=", reference)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (claim.live_items === 1)
    await tx.deleteFrom("payment_references").where("reference", "=", reference).execute();
  else
    await tx
      .updateTable("payment_references")
      .set({ live_items: claim.live_items - 1 })
      .where("reference", "=", reference)
      .execute();
}

const selectForVerdict = statement((tx, kind: PaymentKind, id: number) =>
  tx
    .selectFrom("payments")
    .selectAll()
    .where("kind", "=", kind)
    .where("id", "=", id)
    .forNoKeyUpdate(),
);

/** Locks a payment for a verdict; refuses with `not-found`. */
export async function lockPayment(tx: Tx, kind: PaymentKind, id: number) {
  const [payment] = await selectForVerdict(tx, kind, id);
  if (payment === undefined) throw refuse("not-found");
  return payment;
}

/** The same for a payment that settles what its member owes: the member first, then the payment (safety 0). */
export async function lockPayerAndPayment(tx: Tx, kind: PaymentKind, id: number) {
  const payment = await tx
    .selectFrom("payments")
    .select("member_id")
    .where("kind", "=", kind)
    .where("id", "=", id)
    .executeTakeFirst();
  if (payment === undefined) throw refuse("not-found");
  await lockMember(tx, payment.member_id);
  return lockPayment(tx, kind, id);
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
