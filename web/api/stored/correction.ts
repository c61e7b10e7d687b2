// A refused payment on its way back into its form.
import type { StoredPayment, PaymentKind } from "./device-store.ts";

let correcting: StoredPayment | null = null;

export function startCorrection(payment: StoredPayment): void {
  correcting = payment;
}

/** What was typed, for the form that opens next. */
export function correctionOf(kind: PaymentKind, loanId?: number): StoredPayment | null {
  return correcting?.kind === kind && correcting.loan?.id === loanId ? correcting : null;
}

/** The form was closed: the next one opens empty. */
export function endCorrection(): void {
  correcting = null;
}
