// The rows that a repayment of a loan of a product paid, as they are stored with it (LEND-3).
import type { UsedRows } from "#contract/used-rows.ts";
import type { PlainDate } from "#domain/calendar.ts";
import { toKes } from "#domain/money.ts";

type StoredRow = {
  number: number | null;
  due_on: PlainDate;
  interest_cents: string;
  principal_cents: string;
};

/** `loan_repayments.allocation`, in KES; empty before the payment is approved. */
export function usedRowsOf(allocation: unknown): UsedRows {
  // As count-repayments.ts of core/lending stores it.
  const rows = (allocation ?? []) as readonly StoredRow[];
  return rows.map(({ number, due_on, interest_cents, principal_cents }) => ({
    number,
    due_on,
    interest: toKes(BigInt(interest_cents)),
    principal: toKes(BigInt(principal_cents)),
  }));
}
