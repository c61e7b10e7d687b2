import { getRouteApi } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { getLoans } from "#contract/loans.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { PaymentsTable } from "#web/features/transactions/payment-tables.tsx";
import { pageRows } from "../list-in-address.ts";

const route = getRouteApi("/dashboard/transactions/loan-applications");

/** Every loan the member has applied for, newest first (SCR-16). */
export function LoanApplicationsPage() {
  const text = useTranslations("transactions");
  const search = route.useSearch();
  const navigate = route.useNavigate();
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
