// What answers show of one payment, held to the model.
import type { Json } from "#tests/support/test-group.ts";
import { toCents } from "./arithmetic.ts";
import { personOf, statusOf, type Payment } from "./group-model.ts";
import { paidUpTo } from "./payments.ts";
import { agree, type World } from "./world.ts";

export function checkPayment({ model }: World, payment: Payment, shown: Json): void {
  agree(
    `${payment.kind} ${payment.id}`,
    {
      status: shown.status,
      amount: toCents(shown.amount_paid),
      reference: shown.payment_Reference_Code,
      user: shown.user,
      ...shownVerdicts(shown),
      ...(payment.kind === "contribution" ? { upTo: shown.update_up_to } : {}),
    },
    {
      status: statusOf(payment),
      amount: payment.cents,
      reference: payment.reference,
      user: personOf(model, payment.memberId).username,
      treasurer: payment.treasurer,
      secGen: payment.secGen,
      ...(payment.kind === "contribution"
        ? { upTo: paidUpTo(model, personOf(model, payment.memberId)) }
        : {}),
    },
  );
}

export const shownVerdicts = ({ approval }: Json) => ({
  treasurer: approval.first_official_group_action,
  secGen: approval.second_official_group_action,
});
