import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, type LinkProps } from "@tanstack/react-router";
import { useEffect, useState, type ReactNode } from "react";
import { useTranslations } from "use-intl";
import { getNotices, readNotices, type Notice } from "#endpoints/notices.ts";
import { ApiError, callEndpoint } from "#web/api/call.ts";
import { renewAfterChange } from "#web/api/batched-queries.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { receiptPages } from "#web/ui/receipt-link.tsx";
import { LoadProblem } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { formatMomentAndTime } from "#web/ui/day.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { Paging } from "#web/ui/paging.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import type { readPageSearch } from "#web/pages/search.ts";
import { BackLink, useDashboardTitle } from "../page-frame.tsx";

const route = getRouteApi("/dashboard/profile/notices");
const pageSize = 20;

const noticesIn = ({ page = 1 }: ReturnType<typeof readPageSearch>) => ({
  query: { page, page_size: pageSize },
});

/** The member's notices (NOTE-1). Notices that are shown count as read. */
export function NoticesPage() {
  const text = useTranslations("notices");
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const found = useEndpoint(getNotices, noticesIn({ page }));
  const fresh = useReading(found.data?.notices);
  useDashboardTitle(text("title"));
  return (
    <>
      <BackLink to="/dashboard/profile">{text("back")}</BackLink>
      <PageHeader title={text("title")} subtitle={text("text")} />
      {found.isError ? (
        <LoadProblem detail={found.error.detail} onRetry={() => void found.refetch()} />
      ) : (
        <div className="space-y-4">
          <NoticesList notices={found.data?.notices} fresh={fresh} />
          <Paging
            page={page}
            pageSize={pageSize}
            count={found.data?.count ?? 0}
            onPage={(next) => void navigate({ search: { page: next } })}
          />
        </div>
      )}
    </>
  );
}

NoticesPage.loader = ((prefetch, { search }) =>
  prefetch(getNotices, noticesIn(search))) satisfies PageLoader<typeof readPageSearch>;

/** Marks the shown notices as read, and returns the ids that were unread before. Without a network they stay unread. */
function useReading(
  shown: readonly { id: number; read_at: string | null }[] | undefined,
): ReadonlySet<number> {
  const queries = useQueryClient();
  const [fresh, setFresh] = useState<ReadonlySet<number>>(new Set());
  const unread = (shown ?? []).filter(({ read_at }) => read_at === null).map(({ id }) => id);
  const key = unread.join(" ");
  useEffect(() => {
    if (key === "") return;
    const ids = key.split(" ").map(Number);
    const read = async () => {
      try {
        await callEndpoint(readNotices, { body: { ids }, ignoreLoading: true });
        setFresh((before) => new Set([...before, ...ids]));
        renewAfterChange(queries);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
      }
    };
    void read();
  }, [key, queries]);
  return fresh;
}

type NoticesListProps = {
  notices: readonly Notice[] | undefined;
  /** The ids that were unread when the page opened. They stay marked as new while the member reads. */
  fresh: ReadonlySet<number>;
};

/** A member's notices, each with its subject and the other channels it was sent on. */
function NoticesList({ notices, fresh }: NoticesListProps) {
  const text = useTranslations("notices");
  if (notices === undefined) return <Skeleton className="h-96" />;
  if (notices.length === 0)
    return <EmptyState title={text("none")} hint={text("noneText")} drawing="ledger" />;
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-card px-4">
      {notices.map((notice) => (
        <li key={notice.id} className="py-3">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
            <span>{text(`kinds.${notice.kind}`)}</span>
            <time dateTime={notice.at}>{formatMomentAndTime(notice.at)}</time>
            {(notice.read_at === null || fresh.has(notice.id)) && (
              <Badge tone="note">{text("unread")}</Badge>
            )}
          </div>
          <p className="mt-1 max-w-prose break-words whitespace-pre-line">{notice.text}</p>
          <div className="flex flex-wrap items-center gap-x-4">
            {notice.about !== null && (
              <NoticeLink about={notice.about}>
                {text("open")}
                <span className="sr-only">{`: ${notice.text}`}</span>
              </NoticeLink>
            )}
            {notice.channels.map(({ channel, state }) => (
              <span key={channel} className="text-sm text-muted">
                {text("wentBy", {
                  channel: text(`channelNames.${channel}`),
                  state: text(`states.${state}`),
                })}
              </span>
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}

type About = NonNullable<Notice["about"]>;

/** The member's own page about a notice's subject. */
const pages: Record<About["kind"], NonNullable<LinkProps["to"]>> = {
  ...receiptPages,
  loan: "/dashboard/loans",
  fine: "/dashboard/transactions/fines",
  member: "/dashboard/profile",
};

function NoticeLink({ about, children }: { about: About; children: ReactNode }) {
  return (
    <Link
      to={pages[about.kind]}
      className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
    >
      {children}
    </Link>
  );
}
