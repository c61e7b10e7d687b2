import { useTranslations } from "use-intl";
import { getContributionApprovals } from "#contract/contributions.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { ContributionsWaiting } from "#web/features/approvals/contributions-waiting.tsx";
import { onDemand } from "#web/ui/on-demand.tsx";
import { OfficeOnly } from "../office-only.tsx";
import { ApprovalList } from "./approval-list.tsx";

const DecideContributionForm = onDemand(
  "decide-contribution",
  async () =>
    (await import("#web/features/approvals/decide-contribution-form.tsx")).DecideContributionForm,
);

export function ApproveMonthlyContributionsPage() {
  return (
    <OfficeOnly needs="approvals.list" who="approvers">
      <ApproveMonthlyContributions />
    </OfficeOnly>
  );
}

function ApproveMonthlyContributions() {
  const text = useTranslations("approvals.contribution");
  const waiting = useEndpoint(getContributionApprovals);
  return (
    <ApprovalList
      title={text("title")}
      dialogTitle={text("dialog")}
      rows={waiting.data?.pending_approvals}
      error={waiting.error?.detail}
      onRetry={() => void waiting.refetch()}
      idOf={(row) => row.contribution_id}
      Table={ContributionsWaiting}
      form={(row, params) => (
        <DecideContributionForm key={row.contribution_id} item={row} {...params} />
      )}
    />
  );
}
