import { useTranslations } from "use-intl";
import { getSettings } from "#contract/group.ts";
import { getLedger } from "#contract/ledger.ts";
import { getLoanApplications, type Loan } from "#contract/loans.ts";
import { addMonths } from "#domain/calendar.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import type { DecisionProps } from "#web/features/approvals/decision-props.ts";
import { LoanApplicationsWaiting } from "#web/features/approvals/loan-applications-waiting.tsx";
import { termWhenApplied } from "#web/features/approvals/term-when-applied.ts";
import { today } from "#web/ui/day.ts";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { onDemand } from "#web/ui/on-demand.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { OfficeOnly } from "../office-only.tsx";
import { ApprovalList } from "./approval-list.tsx";

const DecideLoanApplicationForm = onDemand(
  "decide-loan-application",
  async () =>
    (await import("#web/features/approvals/decide-loan-application-form.tsx"))
      .DecideLoanApplicationForm,
);

export function ApproveLoanApplicationsPage() {
  return (
    <OfficeOnly needs="loan-applications.decide" who="approvers">
      <ApproveLoanApplications />
    </OfficeOnly>
  );
}

function ApproveLoanApplications() {
  const text = useTranslations("approvals.loanApplication");
  const waiting = useEndpoint(getLoanApplications);
  return (
    <ApprovalList
      title={text("title")}
      dialogTitle={text("dialog")}
      rows={waiting.data?.pending_loans}
      error={waiting.error?.detail}
      onRetry={() => void waiting.refetch()}
      idOf={(row) => row.loan_id}
      Table={LoanApplicationsWaiting}
      form={(row, params) => (
        <Decide key={row.loan_id} item={row} {...params} office={row.acting_for ?? params.office} />
      )}
    />
  );
}

/** Nobody decides before the due date is known; the bank's balance is told if it is. */
function Decide(props: DecisionProps<Loan>) {
  const settings = useEndpoint(getSettings);
  const ledger = useEndpoint(getLedger);
  if (settings.isError)
    return <LoadProblem detail={settings.error.detail} onRetry={() => void settings.refetch()} />;
  if (settings.isPending || ledger.isPending) return <Skeleton className="h-96" />;
  const months = termWhenApplied(settings.data, props.item);
  return (
    <DecideLoanApplicationForm
      {...props}
      term={{ months, due: addMonths(today(), months) }}
      inBank={ledger.data && (ledger.data.ledger_balances["bank"] ?? 0)}
    />
  );
}
