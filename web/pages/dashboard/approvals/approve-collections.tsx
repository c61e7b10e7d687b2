import { useState } from "react";
import { useTranslations } from "use-intl";
import { officeOf } from "#domain/permissions.ts";
import { type CollectionView, getCollectionApprovals } from "#endpoints/collections.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { CollectionFigures } from "#web/features/collections/collection-view.tsx";
import { DecideCollection } from "#web/features/collections/decide-collection.tsx";
import { useMember } from "#web/features/session/session.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import { LoadProblem } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { formatDay } from "#web/ui/day.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { BackLink, OfficeOnly, useDashboardTitle } from "../page-frame.tsx";

/** Collection sheets that wait for the caller's office (CASH-6). */
export function ApproveCollectionsPage() {
  return (
    <OfficeOnly needs="approvals.list" who="approvers">
      <Collections />
    </OfficeOnly>
  );
}

ApproveCollectionsPage.loader = ((prefetch, { may }) => {
  if (may("approvals.list")) prefetch(getCollectionApprovals);
}) satisfies PageLoader;

function Collections() {
  const text = useTranslations("collections");
  const { actor } = useMember();
  const { data, error, refetch } = useEndpoint(getCollectionApprovals);
  const [deciding, setDeciding] = useState<CollectionView | null>(null);
  const office = officeOf(actor);
  useDashboardTitle(text("approvals.title"));
  return (
    <>
      <BackLink to="/dashboard/approvals">{text("approvals.back")}</BackLink>
      <PageHeader title={text("approvals.title")} subtitle={text("approvals.text")} />
      {error !== null ? (
        <LoadProblem detail={error.detail} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton className="h-80" />
      ) : data.pending_approvals.length === 0 ? (
        <Card>
          <EmptyState
            drawing="approvals"
            title={text("approvals.none")}
            hint={text("approvals.noneHint")}
          />
        </Card>
      ) : (
        <ul className="space-y-4 md:space-y-6">
          {data.pending_approvals.map((collection) => (
            <li key={collection.id}>
              <Card
                title={text("ofMeeting", {
                  number: String(collection.meeting.number),
                  date: formatDay(collection.meeting.date),
                })}
              >
                <CollectionFigures collection={collection} />
                <Button className="mt-4 w-full md:w-auto" onClick={() => setDeciding(collection)}>
                  {text("approvals.decide")}
                </Button>
              </Card>
            </li>
          ))}
        </ul>
      )}
      <Modal
        open={deciding !== null}
        onClose={() => setDeciding(null)}
        title={text("approvals.dialog")}
      >
        {deciding && (
          <DecideCollection
            collection={deciding}
            office={office}
            onDecided={() => setDeciding(null)}
          />
        )}
      </Modal>
    </>
  );
}
