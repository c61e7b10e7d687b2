import type { PaymentKind } from "#domain/payments/payment-kinds.ts";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

/** The member's own page with the receipts of each kind. */
export const receiptPages = {
  contribution: "/dashboard/transactions/contrib-payments",
  loan_payment: "/dashboard/transactions/loan-payments",
  fine_payment: "/dashboard/transactions/fines",
  rotation_payment: "/dashboard/transactions",
  fund_payment: "/dashboard/transactions/funds",
} as const satisfies Record<PaymentKind, string>;

/** The member's own payment, by kind and number. */
type Payment = { kind: PaymentKind; id: number };

type ReceiptLinkProps = {
  payment: Payment;
  /** Stays on the list's page, with its filter. */
  inPlace?: boolean;
  className: string;
  children: ReactNode;
};

/** To the receipt of a payment. */
export function ReceiptLink({ payment, inPlace = false, ...rest }: ReceiptLinkProps) {
  return (
    <Link
      to={receiptPages[payment.kind]}
      search={(before) => ({ ...(inPlace ? before : {}), receipt: payment.id })}
      resetScroll={!inPlace}
      {...rest}
    />
  );
}
