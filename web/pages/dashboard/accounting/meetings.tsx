import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { getMeetings } from "#endpoints/meetings.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { CallForm } from "#web/features/meetings/call-form.tsx";
import { MeetingCard } from "#web/features/meetings/meeting-card.tsx";
import { useMember } from "#web/features/session/session.tsx";
import { LoadProblem } from "#web/ui/alert.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { Paging } from "#web/ui/paging.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import type { readPageSearch } from "#web/pages/search.ts";
import { BackLink, useDashboardTitle } from "../page-frame.tsx";
import { prefetchGroupSettings, ReportsClosed, useGroupSettings } from "./books-page.tsx";

const route = getRouteApi("/dashboard/accounting/meetings");
const pageSize = 10;
const inPage = ({ page = 1 }: ReturnType<typeof readPageSearch>) => ({
  query: { page, page_size: pageSize },
});

/** All meetings, newest first, and for officials the next one (MEET-1, MEET-2). */
export function MeetingsPage() {
  const text = useTranslations("meetings");
  const { may } = useMember();
  useDashboardTitle(text("title"));
  if (!may("reports.read")) return <ReportsClosed />;
  return (
    <>
      <BackLink to="/dashboard/accounting">{text("back")}</BackLink>
      <PageHeader title={text("title")} subtitle={text("subtitle")} />
      <div className="max-w-[1000px] space-y-6">
        <Meetings />
      </div>
    </>
  );
}

MeetingsPage.loader = ((prefetch, { may, search }) => {
  if (!may("reports.read")) return;
  prefetchGroupSettings(prefetch);
  prefetch(getMeetings, inPage(search));
}) satisfies PageLoader<typeof readPageSearch>;

function Meetings() {
  const text = useTranslations("meetings");
  const { may } = useMember();
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const settings = useGroupSettings();
  const { data, error, refetch } = useEndpoint(getMeetings, inPage({ page }));
  if (error !== null) return <LoadProblem detail={error.detail} onRetry={() => void refetch()} />;
  if (data === undefined || settings === undefined) return <Skeleton className="h-40" />;
  const { meetings, count = 0 } = data;
  if (!settings.meetings && count === 0)
    return <EmptyState title={text("off")} hint={text("offHint")} />;
  return (
    <>
      {settings.meetings && may("meetings.write") && page === 1 && (
        <Card title={text("form.title")}>
          <CallForm
            onCalled={(id) =>
              void navigate({
                to: "/dashboard/accounting/meetings/$meetingId",
                params: { meetingId: String(id) },
              })
            }
          />
        </Card>
      )}
      <section aria-label={text("listTitle")} className="space-y-4">
        <h2 className="text-lg">{text("listTitle")}</h2>
        {meetings.length === 0 ? (
          <EmptyState title={text("none")} hint={text("noneHint")} />
        ) : (
          meetings.map((meeting) => (
            <MeetingCard
              key={meeting.id}
              meeting={meeting}
              action={
                <Link
                  to="/dashboard/accounting/meetings/$meetingId"
                  params={{ meetingId: String(meeting.id) }}
                  className={buttonClass("secondary")}
                >
                  {text("show", { number: String(meeting.number) })}
                </Link>
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
