import { getRouteApi } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { getDistributions } from "#endpoints/distributions.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { DownloadPdf } from "#web/features/documents/report-document.tsx";
import { useMember } from "#web/features/session/session.tsx";
import { ShareOutCard } from "#web/features/sharing/share-out-card.tsx";
import { ShareOutForm } from "#web/features/sharing/share-out-form.tsx";
import { LoadProblem } from "#web/ui/alert.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { Paging } from "#web/ui/paging.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import type { readPageSearch } from "#web/pages/search.ts";
import { BackLink, useDashboardTitle } from "../page-frame.tsx";
import { ReportsClosed } from "./books-page.tsx";

const route = getRouteApi("/dashboard/accounting/share-out");
const pageSize = 10;
const inPage = ({ page = 1 }: ReturnType<typeof readPageSearch>) => ({
  query: { page, page_size: pageSize },
});

/** What was shared out, one's own part of it, and for the two offices the next one (SHARE-1 to SHARE-7). */
export function ShareOutPage() {
  const text = useTranslations("sharing");
  const { may } = useMember();
  useDashboardTitle(text("title"));
  if (!may("reports.read")) return <ReportsClosed />;
  return (
    <>
      <BackLink to="/dashboard/accounting">{text("back")}</BackLink>
      <PageHeader title={text("title")} subtitle={text("subtitle")} />
      <div className="max-w-[1000px] space-y-6">
        <ShareOuts />
      </div>
    </>
  );
}

ShareOutPage.loader = ((prefetch, { may, search }) => {
  if (may("reports.read")) prefetch(getDistributions, inPage(search));
}) satisfies PageLoader<typeof readPageSearch>;

function ShareOuts() {
  const text = useTranslations("sharing");
  const { user, may } = useMember();
  const seesAll = may("members.read-accounts");
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, refetch } = useEndpoint(getDistributions, inPage({ page }));
  if (error !== null) return <LoadProblem detail={error.detail} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-40" />;
  const { distributions, count = 0 } = data;
  // One that waits is the newest.
  const mayBegin = may("distributions.propose") && page === 1;
  const waits = distributions.some(({ status }) => status === "proposed");
  return (
    <>
      {mayBegin && !waits && (
        <Card title={text("form.title")}>
          <ShareOutForm />
        </Card>
      )}
      <section aria-label={text("listTitle")} className="space-y-4">
        <h2 className="text-lg">{text("listTitle")}</h2>
        {distributions.length === 0 ? (
          <EmptyState title={text("none")} hint={text("noneHint")} />
        ) : (
          distributions.map((shareOut) => (
            <ShareOutCard
              key={shareOut.id}
              shareOut={shareOut}
              callerId={user.id}
              seesAll={seesAll}
              mayDecide={may("distributions.propose")}
              pdf={
                seesAll && (
                  <DownloadPdf
                    requested={{ report: "share-out", id: shareOut.id }}
                    of={shareOut.description}
                  />
                )
              }
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
    </>
  );
}
