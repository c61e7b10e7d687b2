// Pays a contribution (PAY-1); core/approvals/decide-payments.ts decides on it.
import type { Contribution } from "#contract/contributions.ts";
import { single } from "#domain/assert.ts";
import { firstOfMonth, nairobiDate, type PlainDate } from "#domain/calendar.ts";
import { paidUpTo, earliestDay, furthestMonth } from "#domain/contributions.ts";
import type { Cents } from "#domain/money.ts";
import type { Actor } from "#domain/permissions.ts";
import { refuse, refuseFields, type FieldErrors } from "#domain/refusal.ts";
import type { Translate } from "#messages/translator.ts";
import { ownPayer, submitPayment, type Payer } from "#server/core/approvals/payments.ts";
import type { Tx } from "#server/db/connection.ts";
import type { Origin } from "#server/platform/request.ts";
import { readBounds, readContributions } from "./contributions.queries.ts";

type By = { actor: Actor; now: Date; origin: Origin; t: Translate };

// A phone's clock may run a little ahead; its "now" is not the future.
const CLOCK_SKEW_MS = 5 * 60_000;

export type PaidContribution = {
  amountCents: Cents;
  month: PlainDate;
  paidAt: Date;
  reference: string;
  /** The caller, unless an official enters it for a member (STAT-16). */
  payer?: Payer;
};

/** Submits a contribution within its limits. */
export async function payContribution(
  tx: Tx,
  by: By,
  paid: PaidContribution,
): Promise<Contribution> {
  const payer = paid.payer ?? ownPayer(by.actor);
  await refuseOutOfBounds(tx, by, { ...paid, payer });
  const id = await submitPayment(tx, by, {
    kind: "contribution",
    payer,
    amountCents: paid.amountCents,
    reference: paid.reference,
    paidAt: paid.paidAt > by.now ? by.now : paid.paidAt,
    contributionMonth: firstOfMonth(paid.month),
    loan: null,
  });
  return single(await readContributions(tx, [{ id, callerId: by.actor.id, t: by.t }]));
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
