import { CONTRIBUTION, LOAN_PAYMENT } from "#domain/payments/payment-kinds.ts";
import { getRouteApi } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useTranslations } from "use-intl";
import { getContributions } from "#endpoints/contributions.ts";
import { getDues } from "#endpoints/dues.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { useMember } from "#web/features/session/session.tsx";
import { PaymentsTable } from "#web/features/transactions/payment-tables.tsx";
import { PeriodFilter } from "#web/features/transactions/period-filter.tsx";
import { Button } from "#web/ui/button.tsx";
import { ThumbBar } from "#web/ui/page.tsx";
import { holdsDialog, pageRows, periodOf } from "#web/pages/dashboard/list-in-address.ts";
import {
  PayContributionDialog,
  PayContributionForm,
} from "#web/pages/dashboard/pay-contribution-dialog.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import type { readPaymentsSearch } from "#web/pages/search.ts";
import { ReceiptDialog } from "./receipt-dialog.tsx";
import { getLoanPayments, getLoans } from "#endpoints/loans.ts";

const contributionsRoute = getRouteApi("/dashboard/transactions/contrib-payments");

/** Monthly Contribution Transactions (SCR-16). */
export function ContribPaymentsPage() {
  const text = useTranslations("transactions");
  const words = useTranslations("contributions");
  const { may } = useMember();
  const search = contributionsRoute.useSearch();
  const navigate = contributionsRoute.useNavigate();
  const all = useEndpoint(getContributions);
  const period = periodOf(search);
  const found = useEndpoint(getContributions, { query: period });
  const receipts = all.data?.monthly_contributions_receipts;
  const open = receipts?.find((each) => each.contribution_id === search.receipt);
  const mayPay = may("contributions.pay");

  const go = (next: typeof search) =>
    void navigate({ search: next, replace: holdsDialog(search), resetScroll: false });
  const close = () => go({ ...period, ...(search.page ? { page: search.page } : {}) });

  return (
    <>
      <PeriodFilter
        title={text("contributionsTitle")}
        value={{ from: search.start_date ?? "", to: search.end_date ?? "" }}
        onApply={({ from, to }) => go({ start_date: from, end_date: to })}
        onClear={() => go({})}
        actions={
          mayPay && (
            <ThumbBar>
              <Button
                icon={<Plus aria-hidden />}
                className="w-full"
                onPointerEnter={PayContributionForm.fetch}
                onFocus={PayContributionForm.fetch}
                onClick={() => go({ ...search, pay: true })}
              >
                {text("pay")}
              </Button>
            </ThumbBar>
          )
        }
      />
      <PaymentsTable
        kind={CONTRIBUTION}
        {...pageRows(found.data?.monthly_contributions_receipts, search.page, (page) =>
          go({ ...search, page }),
        )}
        filtered={search.start_date !== undefined}
        error={found.error?.detail}
        onRetry={() => void found.refetch()}
      />
      <PayContributionDialog
        open={search.pay !== undefined && mayPay}
        onClose={close}
        onPaid={close}
        onShowReceipt={(receipt) => go({ receipt })}
      />
      <ReceiptDialog
        open={search.receipt !== undefined && receipts !== undefined}
        kind={CONTRIBUTION}
        payment={open}
        notFound={words("notFound")}
        onClose={close}
      />
    </>
  );
}

ContribPaymentsPage.loader = ((prefetch, { search }) => {
  prefetch(getDues);
  prefetch(getContributions);
  prefetch(getContributions, { query: periodOf(search) });
}) satisfies PageLoader<typeof readPaymentsSearch>;

const loanPaymentsRoute = getRouteApi("/dashboard/transactions/loan-payments");

/** Loan payment history with a date filter (SCR-16). */
export function LoanPaymentsPage() {
  const text = useTranslations("transactions");
  const search = loanPaymentsRoute.useSearch();
  const navigate = loanPaymentsRoute.useNavigate();
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
        kind={LOAN_PAYMENT}
        {...pageRows(found.data?.loan_payments, search.page, (page) => go({ ...search, page }))}
        filtered={search.start_date !== undefined}
        error={found.error?.detail}
        onRetry={() => void found.refetch()}
      />
      <ReceiptDialog
        open={search.receipt !== undefined && all.data !== undefined}
        kind={LOAN_PAYMENT}
        payment={open}
        notFound={text("notFound")}
        onClose={() => go({ ...period, ...(search.page ? { page: search.page } : {}) })}
      />
    </>
  );
}

LoanPaymentsPage.loader = ((prefetch, { search }) => {
  prefetch(getDues);
  prefetch(getLoanPayments);
  prefetch(getLoanPayments, { query: periodOf(search) });
}) satisfies PageLoader<typeof readPaymentsSearch>;

const applicationsRoute = getRouteApi("/dashboard/transactions/loan-applications");

/** Every loan the member has applied for, newest first (SCR-16). */
export function LoanApplicationsPage() {
  const text = useTranslations("transactions");
  const search = applicationsRoute.useSearch();
  const navigate = applicationsRoute.useNavigate();
  const found = useEndpoint(getLoans);
  const loans =
    found.data &&
    [...found.data.pending_loans, ...found.data.loans].toSorted((a, b) => b.loan_id - a.loan_id);

  return (
    <>
      <h2 className="mb-4 text-xl">{text("loanApplicationsTitle")}</h2>
      <PaymentsTable
        kind="loanApplication"
        {...pageRows(
          loans,
          search.page,
          (page) => void navigate({ search: { page }, resetScroll: false }),
        )}
        filtered={false}
        error={found.error?.detail}
        onRetry={() => void found.refetch()}
      />
    </>
  );
}

LoanApplicationsPage.loader = ((prefetch) => {
  prefetch(getDues);
  prefetch(getLoans);
}) satisfies PageLoader;
