import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { officeOf } from "#domain/permissions.ts";
import { failedOf } from "#web/api/use-query.ts";
import { useMember } from "#web/features/session/session.tsx";
import { LoadProblem } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import { OfficeOnly, useDashboardTitle } from "../page-frame.tsx";
import type { WaitingKind } from "#web/features/approvals/waiting-kinds.tsx";
import {
  prefetchWaitingCounts,
  useWaitingCounts,
  waitingKinds,
  waitingLists,
} from "./use-waiting-counts.ts";

export function ApprovalsPage() {
  return (
    <OfficeOnly needs="loan-applications.decide" who="approvers">
      <Approvals />
    </OfficeOnly>
  );
}

ApprovalsPage.loader = ((prefetch, { may }) => {
  if (may("loan-applications.decide")) prefetchWaitingCounts(prefetch, may);
}) satisfies PageLoader;

function Approvals() {
  const text = useTranslations("approvals");
  const { actor } = useMember();
  const { counts, readings } = useWaitingCounts(true);
  const failed = failedOf(readings);
  const { offices } = useUiTexts();
  const office = officeOf(actor);
  useDashboardTitle(text("title"));

  return (
    <>
      <PageHeader
        title={text("title")}
        subtitle={text("subtitle", { office: office === null ? "" : offices[office] })}
      />
      {counts === undefined && failed !== null ? (
        <LoadProblem detail={failed.detail} onRetry={failed.retry} />
      ) : counts === undefined ? (
        <div aria-busy className="grid gap-4 md:grid-cols-2">
          <Skeleton className="h-40" />
          <Skeleton className="h-40 max-md:hidden" />
        </div>
      ) : (
        <Available counts={counts} />
      )}
    </>
  );
}

/** SCR-17: a card appears only when it has items. */
function Available({ counts }: { counts: Record<WaitingKind, number> }) {
  const text = useTranslations("approvals");
  const kinds = waitingKinds.filter((kind) => counts[kind] > 0);
  if (kinds.length === 0)
    return (
      <Card>
        <EmptyState drawing="approvals" title={text("none")} hint={text("noneHint")} />
      </Card>
    );
  return (
    <div className="grid gap-4 md:grid-cols-2">
      {kinds.map((kind) => (
        <Card
          key={kind}
          title={text(`${kind}.title`)}
          aside={<Badge tone="waiting">{text("count", { count: counts[kind] })}</Badge>}
        >
          <p className="mb-4 text-muted">{text(`${kind}.text`)}</p>
          <Link to={waitingLists[kind]} className={buttonClass("primary", "w-full md:w-auto")}>
            {text("view")}
            <span className="sr-only">{` ${text(`${kind}.title`)}`}</span>
          </Link>
        </Card>
      ))}
    </div>
  );
}
