import { getRouteApi, Link } from "@tanstack/react-router";
import { Megaphone } from "lucide-react";
import { useTranslations } from "use-intl";
import { getSentMessages } from "#contract/notices.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import {
  MessageFilters,
  MessagesTable,
  SmsStandsStill,
} from "#web/features/notices/messages-table.tsx";
import { useMember } from "#web/features/session/session.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { formatMoney } from "#web/ui/money.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { BackLink, OfficeOnly, useDashboardTitle } from "../page-frame.tsx";

const route = getRouteApi("/dashboard/accounting/messages");
const pageSize = 20;

/** What went out to members, and what it cost (NOTE-8). */
export function MessagesPage() {
  const text = useTranslations("notices");
  const { user } = useMember();
  useDashboardTitle(text("sent.title"));
  return (
    <OfficeOnly needs="notices.read-sent" who="officials">
      <BackLink to="/dashboard/accounting">{text("sent.back")}</BackLink>
      <PageHeader
        title={text("sent.title")}
        subtitle={text("sent.text")}
        actions={
          <Link to="/dashboard/accounting/messages/words" className={buttonClass("secondary")}>
            <Megaphone aria-hidden className="size-5" />
            {text("words.title")}
            {user.words_to_agree !== undefined && ` (${user.words_to_agree})`}
          </Link>
        }
      />
      <SmsStandsStill />
      <Messages />
    </OfficeOnly>
  );
}

function Messages() {
  const text = useTranslations("notices.sent");
  const { page = 1, start_date: from, end_date: to, channel, state } = route.useSearch();
  const navigate = route.useNavigate();
  const found = useEndpoint(getSentMessages, {
    query: { from, to, channel, state, page, page_size: pageSize },
  });
  const filter = {
    ...(channel && { channel }),
    ...(state && { state }),
    ...(from !== undefined && to !== undefined && { start_date: from, end_date: to }),
  };
  const totals = found.data?.totals;
  return (
    <section aria-label={text("title")} className="space-y-4">
      <MessageFilters
        value={filter}
        onChange={(next) => void navigate({ search: next, resetScroll: false })}
      />
      {totals && (
        <p className="font-semibold">
          {text("totals", {
            parts: totals.parts,
            cost: formatMoney(totals.cost),
            held: totals.held,
          })}
        </p>
      )}
      <MessagesTable
        messages={found.data?.messages}
        isFiltered={Object.keys(filter).length > 0}
        error={found.error?.detail}
        onRetry={() => void found.refetch()}
        paging={{
          page,
          pageSize,
          count: found.data?.count ?? 0,
          onPage: (next) =>
            void navigate({ search: { ...filter, page: next }, resetScroll: false }),
        }}
      />
    </section>
  );
}
