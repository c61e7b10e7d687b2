import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { officeOf } from "#domain/permissions.ts";
import { useMember } from "#web/features/session/session.tsx";
import { LoadProblem } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";
import { getWaiting } from "#endpoints/waiting.ts";
import type { PageLoader } from "#web/pages/page.ts";
import { OfficeOnly, useDashboardTitle } from "../page-frame.tsx";
import { useWhatWaits, type Counts } from "../what-waits.ts";
import { listedKinds, waitingLists } from "./waiting-lists.ts";

export function ApprovalsPage() {
  return (
    <OfficeOnly needs="loan-applications.decide" who="approvers">
      <Approvals />
    </OfficeOnly>
  );
}

ApprovalsPage.loader = ((prefetch, { may }) => {
  if (may("loan-applications.decide")) prefetch(getWaiting);
}) satisfies PageLoader;

function Approvals() {
  const text = useTranslations("approvals");
  const { actor } = useMember();
  const { counts, reading } = useWhatWaits();
  const { offices } = useUiTexts();
  const office = officeOf(actor);
  useDashboardTitle(text("title"));

  return (
    <>
      <PageHeader
        title={text("title")}
        subtitle={text("subtitle", { office: office === null ? "" : offices[office] })}
      />
      {reading.isError ? (
        <LoadProblem detail={reading.error.detail} onRetry={() => void reading.refetch()} />
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
function Available({ counts }: { counts: Counts }) {
  const text = useTranslations("approvals");
  const cards = listedKinds.flatMap((kind) => {
    const { [kind]: count = 0 } = counts;
    return count === 0 ? [] : [{ kind, count, to: waitingLists[kind] }];
  });
  if (cards.length === 0)
    return (
      <Card>
        <EmptyState drawing="approvals" title={text("none")} hint={text("noneHint")} />
      </Card>
    );
  return (
    <div className="grid gap-4 md:grid-cols-2">
      {cards.map(({ kind, count, to }) => (
        <Card
          key={kind}
          title={text(`${kind}.title`)}
          aside={<Badge tone="waiting">{text("count", { count })}</Badge>}
        >
          <p className="mb-4 text-muted">{text(`${kind}.text`)}</p>
          <Link to={to} className={buttonClass("primary", "w-full md:w-auto")}>
            {text("view")}
            <span className="sr-only">{` ${text(`${kind}.title`)}`}</span>
          </Link>
        </Card>
      ))}
    </div>
  );
}
