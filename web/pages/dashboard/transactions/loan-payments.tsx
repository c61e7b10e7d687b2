import { getRouteApi } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { getGroup } from "#contract/group.ts";
import { getLoanPayments } from "#contract/loans.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { LoanPaymentReceipt } from "#web/features/transactions/loan-payment-receipt.tsx";
import { PaymentsTable } from "#web/features/transactions/payment-tables.tsx";
import { PeriodFilter } from "#web/features/transactions/period-filter.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { pageRows } from "./page-rows.ts";
import { periodOf } from "./period-of.ts";
import { holdsDialog } from "../dialog-in-address.ts";
import { InTheBooks } from "./in-the-books.tsx";

const route = getRouteApi("/dashboard/transactions/loan-payments");

/** Loan payment history with a date filter (SCR-16). */
export function LoanPaymentsPage() {
  const text = useTranslations("transactions");
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const group = useEndpoint(getGroup);
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
      <Modal
        open={search.receipt !== undefined && all.data !== undefined}
        onClose={() => go({ ...period, ...(search.page ? { page: search.page } : {}) })}
        title={text("receipt")}
      >
        {open ? (
          <>
            <LoanPaymentReceipt payment={open} group={group.data?.name ?? ""} />
            <InTheBooks
              kind="loan_payment"
              reference={open.payment_Reference_Code}
              status={open.status}
            />
          </>
        ) : (
          <Alert tone="note">{text("notFound")}</Alert>
        )}
      </Modal>
    </>
  );
}
