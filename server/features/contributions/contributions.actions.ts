// Paying a contribution (PAY-1); deciding on it is core/approvals/decide-payments.ts.
import type { Contribution } from "#contract/contributions.ts";
import { firstOfMonth, nairobiDate, type PlainDate } from "#domain/calendar.ts";
import { paidUpTo } from "#domain/contributions/paid-up-to.ts";
import { earliestDay, furthestMonth } from "#domain/contributions/payment-bounds.ts";
import type { Cents } from "#domain/money.ts";
import type { Actor } from "#domain/permissions.ts";
import { refuse, refuseFields, type FieldErrors } from "#domain/refusal.ts";
import type { Translate } from "#messages/translator.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { entered, ownPayer, submitPayment, type Payer } from "#server/core/approvals/payments.ts";
import type { Tx } from "#server/db/connection.ts";
import type { Origin } from "#server/platform/request.ts";
import { readBounds, readContribution } from "./contributions.queries.ts";

type By = { actor: Actor; now: Date; origin: Origin; t: Translate };

// A phone's clock may run ahead a little; what it calls now is not the future.
const CLOCK_SKEW_MS = 5 * 60_000;

export type PaidContribution = {
  amountCents: Cents;
  month: PlainDate;
  paidAt: Date;
  reference: string;
  /** Whoever asks, unless an official enters it for a member (STAT-16). */
  payer?: Payer;
};

/** Keeps a member's word that they paid; it changes nothing in the books until both offices approve. */
export async function payContribution(
  tx: Tx,
  by: By,
  paid: PaidContribution,
): Promise<Contribution> {
  const payer = paid.payer ?? ownPayer(by.actor);
  await refuseOutOfBounds(tx, by, { ...paid, payer });
  const id = await submitPayment(tx, {
    kind: "contribution",
    payer,
    amountCents: paid.amountCents,
    reference: paid.reference,
    paidAt: paid.paidAt > by.now ? by.now : paid.paidAt,
    submittedAt: by.now,
    contributionMonth: firstOfMonth(paid.month),
    loanId: null,
  });
  const contribution = await readContribution(tx, { id, callerId: by.actor.id, t: by.t });
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action: "contributions.pay",
    subject: "contribution",
    subjectId: id,
    after: {
      amount_paid: contribution.amount_paid,
      contribution_month: contribution.contribution_month,
      payment_Reference_Code: contribution.payment_Reference_Code,
      status: contribution.status,
      ...entered(payer),
    },
    address: by.origin.address,
  });
  return contribution;
}

/** PAY-1, PAY-5, PAY-6. */
async function refuseOutOfBounds(
  tx: Tx,
  by: By,
  paid: PaidContribution & { payer: Payer },
): Promise<void> {
  const { group, member } = await readBounds(tx, paid.payer.memberId);
  const first = earliestDay(group);
  const last = furthestMonth({ paidUpTo: paidUpTo(member), today: nairobiDate(by.now) });
  const errors: FieldErrors = {};
  if (paid.paidAt.getTime() > by.now.getTime() + CLOCK_SKEW_MS)
    errors["payment_date"] = [refuse("date-in-future")];
  if (nairobiDate(paid.paidAt) < first)
    errors["payment_date"] = [refuse("date-too-early", { first: { day: first } })];
  if (paid.month < first)
    errors["contribution_month"] = [refuse("date-too-early", { first: { day: first } })];
  if (firstOfMonth(paid.month) > last)
    errors["contribution_month"] = [refuse("month-too-far", { last: { month: last } })];
  if (Object.keys(errors).length > 0) throw refuseFields(errors);
}
