// Takes back what no official has decided on (PAY-34): routes, then what they write.
import { factsOfKinds, type PaymentKind } from "#domain/payments/payment-kinds.ts";
import { withdraw } from "#contract/withdrawals.ts";
import { requireUntouched } from "#domain/approvals/two-officials.ts";
import { refuse } from "#domain/refusal.ts";
import { message, type Message } from "#messages/message.ts";
import { releaseReferences } from "#server/core/approvals/post-payments.ts";
import { rejectWithdrawn } from "#server/core/approvals/reject-by-rule.ts";
import { lockPayments, type PaymentForVerdict } from "#server/core/approvals/verdicts.ts";
import { toVerdicts } from "#server/core/verdicts/verdict-columns.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { lockBorrowerAndLoan } from "#server/core/lending/loans.ts";
import { tellReleased } from "#server/core/lending/guarantees.ts";
import { nameOf } from "#server/core/members/member-directory.ts";
import { tell } from "#server/core/notices/write-notices.ts";
import { matchNewPayments } from "#server/core/bank-lines/matching.ts";
import type { Tx } from "#server/db/connection.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import type { By } from "#server/platform/request.ts";

export function withdrawalRoutes(routes: Routes): void {
  routes.write(withdraw, async (tx, { body: { kind, id }, ...by }) => {
    const done =
      kind === "loan"
        ? await withdrawLoan(tx, by, id)
        : await withdrawPayment(tx, by, { kind, id });
    return { detail: by.t(done) };
  });
}

/**
 * Takes back a payment: its reference is free, its line open, and the payments beside it are matched again. Refuses
 * another person's, and one on which an office has acted, also when both arrive at once: the lock lets one win.
 */
async function withdrawPayment(
  tx: Tx,
  by: By,
  { kind, id }: { kind: PaymentKind; id: number },
): Promise<Message> {
  const payment = (await lockPayments(tx, kind, [id])).get(id);
  requireOwn(by, payment);
  if (payment.rejected_by_rule === "withdrawn") throw refuse("withdrawn-already");
  if (payment.collection_id !== null) throw refuse("on-collection-sheet");
  requireUntouched(toVerdicts(payment));
  await rejectWithdrawn(tx, payment, { by: by.actor.id, now: by.now });
  await releaseReferences(tx, [payment]);
  // Those beside it come apart, or add up now (STAT-63).
  await matchNewPayments(tx, { payments: [payment], now: by.now });
  await tellPayment(tx, by, payment);
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action: `${factsOfKinds[kind].auditArea}.withdraw`,
    subject: kind,
    subjectId: id,
    before: { status: "pending" },
    after: { status: "withdrawn" },
    address: by.origin.address,
  });
  return message("done.withdrawals.payment", { amount: payment.amount_cents });
}

/** The member also gets it if they did it themselves: somebody else may have had their phone. */
async function tellPayment(tx: Tx, by: By, payment: PaymentForVerdict): Promise<void> {
  const { id, member_id: memberId, amount_cents: amount } = payment;
  const kind = payment.kind as PaymentKind;
  const to = {
    memberId,
    about: { kind, id },
    occasion: `payment_withdrawn:${id}`,
    now: by.now,
  };
  await tell(tx, "payment_withdrawn", to, { kind, amount, ...(await whoOf(tx, by, memberId)) });
}

/** Takes back an application; the member may apply again. Refuses as `withdrawPayment` does. */
async function withdrawLoan(tx: Tx, by: By, id: number): Promise<Message> {
  const { loan } = await lockBorrowerAndLoan(tx, id);
  requireOwn(by, loan);
  if (loan.withdrawn_at !== null) throw refuse("withdrawn-already");
  // One above the limit, or from the group's book, never waited for an office.
  if (loan.status !== "pending") throw refuse("official-has-decided");
  await tx
    .updateTable("loans")
    .set({ status: "rejected", withdrawn_at: by.now, withdrawn_by: by.actor.id })
    .where("id", "=", id)
    .execute();
  const { member_id: memberId, amount_cents: amount } = loan;
  const about = { kind: "loan", id } as const;
  const to = { memberId, about, occasion: `loan_withdrawn:${id}`, now: by.now };
  await tell(tx, "loan_withdrawn", to, { amount, ...(await whoOf(tx, by, memberId)) });
  await tellReleased(tx, { loanIds: [id], now: by.now });
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action: "loan-applications.withdraw",
    subject: "loan",
    subjectId: id,
    before: { status: "pending" },
    after: { status: "withdrawn" },
    address: by.origin.address,
  });
  return message("done.withdrawals.loan", { amount });
}

/** The member's own, or what the caller entered in a member's name; anything else counts as unknown. */
function requireOwn<Item extends { member_id: number; entered_by: number | null }>(
  { actor }: By,
  item: Item | undefined,
): asserts item is Item {
  const isOwn = item?.member_id === actor.id || (item?.entered_by ?? null) === actor.id;
  if (!isOwn) throw refuse("not-found");
}

async function whoOf(tx: Tx, { actor }: By, memberId: number) {
  const isOwn = actor.id === memberId;
  return isOwn ? { own: "yes", official: "" } : { own: "no", official: await nameOf(tx, actor.id) };
}
