// Puts a refused payment back into its form.
import { useEffect, useState } from "react";
import type { StoredPayment, FormKind } from "./device-store.ts";

let correcting: StoredPayment | null = null;

export function startCorrection(payment: StoredPayment): void {
  correcting = payment;
}

/** The typed values, for the form that opens next; the form after that opens empty. */
export function useCorrection(kind: FormKind, loanId?: number): StoredPayment | null {
  const [typed] = useState(() =>
    correcting?.kind === kind && correcting.loan?.id === loanId ? correcting : null,
  );
  useEffect(() => endCorrection, []);
  return typed;
}

function endCorrection(): void {
  correcting = null;
}
