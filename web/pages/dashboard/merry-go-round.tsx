import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { getRotations } from "#endpoints/rotations.ts";
import { getWaiting } from "#endpoints/waiting.ts";
import { officeOf } from "#domain/permissions.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { RotationCard } from "#web/features/rotations/rotation-card.tsx";
import { StartRotation } from "#web/features/rotations/start-form.tsx";
import { useMember } from "#web/features/session/session.tsx";
import { LoadProblem } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { Paging } from "#web/ui/paging.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import type { readPageSearch } from "#web/pages/search.ts";
import { ReportsClosed } from "./accounting/books-page.tsx";
import { waitingLists } from "./approvals/waiting-lists.ts";
import { BackLink, useDashboardTitle } from "./page-frame.tsx";
import { useWhatWaits } from "./what-waits.ts";

const route = getRouteApi("/dashboard/contributions/merry-go-round");
const pageSize = 10;
const inPage = ({ page = 1 }: ReturnType<typeof readPageSearch>) => ({
  query: { page, page_size: pageSize },
});

/** Whose turn it is, what one owes, who has received, and how the order was drawn (ROT-1 to ROT-8). */
export function MerryGoRoundPage() {
  const text = useTranslations("rotations");
  const { may } = useMember();
  useDashboardTitle(text("title"));
  if (!may("reports.read")) return <ReportsClosed />;
  return (
    <>
      <BackLink to="/dashboard/contributions">{text("back")}</BackLink>
      <PageHeader
        title={text("title")}
        subtitle={text("subtitle")}
        actions={may("rotations.manage") && <StartRotation />}
      />
      <div className="max-w-[1000px] space-y-6">
        {may("rotation-payments.decide") && <WaitingPayments />}
        <Rotations />
      </div>
    </>
  );
}

MerryGoRoundPage.loader = ((prefetch, { may, search }) => {
  if (!may("reports.read")) return;
  prefetch(getRotations, inPage(search));
  if (may("rotation-payments.decide")) prefetch(getWaiting);
}) satisfies PageLoader<typeof readPageSearch>;

/** How many payments for turns wait for the caller's office, with the way to them (ROT-4). */
function WaitingPayments() {
  const text = useTranslations("rotations.approvals");
  const { counts, reading } = useWhatWaits();
  const { error, refetch } = reading;
  if (error !== null) return <LoadProblem detail={error.detail} onRetry={() => void refetch()} />;
  const count = counts?.rotation_payment ?? 0;
  if (count === 0) return null;
  return (
    <Card title={text("title")} aside={<Badge tone="waiting">{text("count", { count })}</Badge>}>
      <Link
        to={waitingLists.rotation_payment}
        className={buttonClass("primary", "w-full md:w-auto")}
      >
        {text("view")}
      </Link>
    </Card>
  );
}

function Rotations() {
  const text = useTranslations("rotations");
  const { user, actor, may } = useMember();
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, refetch } = useEndpoint(getRotations, inPage({ page }));
  if (error !== null) return <LoadProblem detail={error.detail} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-40" />;
  const { rotations, count = 0 } = data;
  return (
    <section aria-label={text("listTitle")} className="space-y-4">
      <h2 className="text-lg">{text("listTitle")}</h2>
      {rotations.length === 0 ? (
        <EmptyState title={text("none")} hint={text("noneHint")} />
      ) : (
        rotations.map((rotation) => (
          <RotationCard
            key={rotation.id}
            rotation={rotation}
            callerId={user.id}
            mayTakePart={may("rotations.take-part")}
            mayManage={may("rotations.manage")}
            office={may("rotations.pay-out") ? officeOf(actor) : null}
          />
        ))
      )}
      <Paging
        page={page}
        pageSize={pageSize}
        count={count}
        onPage={(next) => void navigate({ search: { page: next } })}
      />
    </section>
  );
}
