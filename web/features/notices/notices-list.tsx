import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { Notice } from "#contract/notices.ts";
import { Badge } from "#web/ui/badge.tsx";
import { formatMomentAndTime } from "#web/ui/day.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

type NoticesListProps = {
  notices: readonly Notice[] | undefined;
  /** The notices that were new when the page opened; they stay marked while the member reads. */
  fresh: ReadonlySet<number>;
};

/** A member's notices, each with its subject and the other channels it was sent on. */
export function NoticesList({ notices, fresh }: NoticesListProps) {
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
  contribution: "/dashboard/transactions/contrib-payments",
  loan_payment: "/dashboard/transactions/loan-payments",
  fine_payment: "/dashboard/transactions/fines",
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
