// Contributions of a collection sheet, by the rules of contributions (PAY-1, PAY-5, PAY-6).
import { assert } from "#domain/assert.ts";
import { CONTRIBUTION } from "#domain/payments/payment-kinds.ts";
import { type FieldErrors, Refusal, refuseFields } from "#domain/refusal.ts";
import type { CollectedPayment, ValidateFigures } from "#server/core/approvals/enter-collected.ts";
import { faultsOf, readBoundsOf } from "./contributions.ts";

/** Refuses a month, or a day, that a contribution cannot have. */
export const validateContributions: ValidateFigures = async (tx, { now, paidAt }, figures) => {
  const memberIds = figures.map(({ memberId }) => memberId);
  const boundsOf = await readBoundsOf(tx, memberIds);
  return figures.map(({ memberId, amountCents, month }): CollectedPayment | Refusal => {
    const bounds = boundsOf.get(memberId);
    assert(bounds !== undefined && month !== null, `member ${memberId} pays for a month`);
    const errors = faultsOf({ month, paidAt }, { bounds, now });
    return (
      firstOf(errors) ?? {
        kind: CONTRIBUTION,
        memberId,
        amountCents,
        contributionMonth: month,
        loan: null,
        early: null,
        fund: null,
      }
    );
  });
};

/** The sentence of one fault; a sheet has no fields of its own for them. */
function firstOf(errors: FieldErrors): Refusal | null {
  const [fault] = Object.values(errors).flat();
  if (fault === undefined) return null;
  return fault instanceof Refusal ? fault : refuseFields(errors);
}
