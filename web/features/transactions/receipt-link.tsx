import { Link } from "@tanstack/react-router";

type ReceiptLinkProps = {
  to:
    | "/dashboard/transactions/contrib-payments"
    | "/dashboard/transactions/loan-payments"
    | "/dashboard/transactions/fines";
  /** The payment whose receipt it opens. */
  id: number;
};

/** The number of a payment; it leads to its receipt. */
export function ReceiptLink({ to, id }: ReceiptLinkProps) {
  return (
    <Link
      to={to}
      search={(before) => ({ ...before, receipt: id })}
      resetScroll={false}
      className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4 md:min-h-0"
    >
      {id}
    </Link>
  );
}
