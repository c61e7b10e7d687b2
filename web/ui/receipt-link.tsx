import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

const pages = {
  contribution: "/dashboard/transactions/contrib-payments",
  loan_payment: "/dashboard/transactions/loan-payments",
  fine_payment: "/dashboard/transactions/fines",
} as const;

/** The member's own payment, by kind and number. */
type Payment = { kind: keyof typeof pages; id: number };

export function isPaymentKind(kind: string): kind is Payment["kind"] {
  return kind in pages;
}

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
      to={pages[payment.kind]}
      search={(before) => ({ ...(inPlace ? before : {}), receipt: payment.id })}
      resetScroll={!inPlace}
      {...rest}
    />
  );
}
