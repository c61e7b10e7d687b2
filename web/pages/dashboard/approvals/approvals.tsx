import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { getContributionApprovals } from "#contract/contributions.ts";
import { officeOf } from "#domain/permissions.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { ApprovalCard } from "#web/features/approvals/approval-card.tsx";
import { useMember } from "#web/features/session/session.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { OfficeOnly } from "../office-only.tsx";
import { useDashboardTitle } from "../use-dashboard-title.ts";

export function ApprovalsPage() {
  return (
    <OfficeOnly needs="approvals.list" who="approvers">
      <Approvals />
    </OfficeOnly>
  );
}

function Approvals() {
  const text = useTranslations("approvals");
  const { actor } = useMember();
  const contributions = useEndpoint(getContributionApprovals);
  const count = contributions.data?.pending_approvals.length ?? 0;
  useDashboardTitle(text("title"));

  return (
    <>
      <PageHeader
        title={text("title")}
        subtitle={text("subtitle", { office: officeOf(actor) ?? "" })}
      />
      {contributions.isError ? (
        <LoadProblem
          detail={contributions.error.detail}
          onRetry={() => void contributions.refetch()}
        />
      ) : contributions.isPending ? (
        <div aria-busy className="grid gap-4 md:grid-cols-2">
          <Skeleton className="h-40" />
        </div>
      ) : count === 0 ? (
        <Card>
          <EmptyState drawing="approvals" title={text("none")} hint={text("noneHint")} />
        </Card>
      ) : (
        <div className="grid gap-4 md:grid-cols-2">
          <ApprovalCard
            title={text("contributions")}
            text={text("contributionsText")}
            count={count}
            link={
              <Link
                to="/dashboard/approvals/approve-monthly-contributions"
                className={buttonClass("primary", "w-full md:w-auto")}
              >
                {text("view")}
                <span className="sr-only">{` ${text("contributions")}`}</span>
              </Link>
            }
          />
        </div>
      )}
    </>
  );
}
