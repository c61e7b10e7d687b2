import { getRouteApi } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { getLoanPayments } from "#contract/loans.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { PaymentsTable } from "#web/features/transactions/payment-tables.tsx";
import { PeriodFilter } from "#web/features/transactions/period-filter.tsx";
import { pageRows, periodOf, holdsDialog } from "../list-in-address.ts";
import { ReceiptDialog } from "./receipt-dialog.tsx";

const route = getRouteApi("/dashboard/transactions/loan-payments");

/** Loan payment history with a date filter (SCR-16). */
export function LoanPaymentsPage() {
  const text = useTranslations("transactions");
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const all = useEndpoint(getLoanPayments);
  const period = periodOf(search);
  const found = useEndpoint(getLoanPayments, { query: period });
  const open = all.data?.loan_payments.find((each) => each.payment_id === search.receipt);
  const go = (next: typeof search) =>
    void navigate({ search: next, replace: holdsDialog(search), resetScroll: false });

  return (
    <>
      <PeriodFilter
        title={text("loanPaymentsTitle")}
        value={{ from: search.start_date ?? "", to: search.end_date ?? "" }}
        onApply={({ from, to }) => go({ start_date: from, end_date: to })}
        onClear={() => go({})}
      />
      <PaymentsTable
        kind="loanPayment"
        {...pageRows(found.data?.loan_payments, search.page, (page) => go({ ...search, page }))}
        filtered={search.start_date !== undefined}
        error={found.error?.detail}
        onRetry={() => void found.refetch()}
      />
      <ReceiptDialog
        open={search.receipt !== undefined && all.data !== undefined}
        kind="loan_payment"
        payment={open}
        notFound={text("notFound")}
        onClose={() => go({ ...period, ...(search.page ? { page: search.page } : {}) })}
      />
    </>
  );
}
