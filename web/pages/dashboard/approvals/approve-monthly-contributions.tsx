import { useState } from "react";
import { useTranslations } from "use-intl";
import { getContributionApprovals } from "#contract/contributions.ts";
import { officeOf } from "#domain/permissions.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { ContributionApprovalsTable } from "#web/features/approvals/contribution-approvals-table.tsx";
import { useMember } from "#web/features/session/session.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { onDemand } from "#web/ui/on-demand.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { BackLink } from "../back-link.tsx";
import { OfficeOnly } from "../office-only.tsx";
import { useDashboardTitle } from "../use-dashboard-title.ts";

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
  const text = useTranslations("approvals");
  const { actor } = useMember();
  const office = officeOf(actor);
  const waiting = useEndpoint(getContributionApprovals);
  const [decidingOn, setDecidingOn] = useState<number | null>(null);
  useDashboardTitle(text("contributions"));

  const rows = waiting.data?.pending_approvals;
  const chosen = rows?.find((each) => each.contribution_id === decidingOn);
  const close = () => setDecidingOn(null);

  return (
    <>
      <BackLink to="/dashboard/approvals">{text("back")}</BackLink>
      <PageHeader title={text("contributions")} />
      <ContributionApprovalsTable
        contributions={rows}
        office={office}
        error={waiting.error?.detail}
        onRetry={() => void waiting.refetch()}
        onDecide={(contribution) => setDecidingOn(contribution.contribution_id)}
      />
      <Modal open={chosen !== undefined} onClose={close} title={text("dialogTitle")}>
        {chosen && (
          <DecideContributionForm
            key={chosen.contribution_id}
            contribution={chosen}
            office={office}
            onDecided={close}
          />
        )}
      </Modal>
    </>
  );
}
