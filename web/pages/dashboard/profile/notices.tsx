import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { getNotices, readNotices } from "#contract/notices.ts";
import { ApiError } from "#web/api/call.ts";
import { callEndpoint } from "#web/api/call-endpoint.ts";
import { renewAfterChange } from "#web/api/renew.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { NoticesList } from "#web/features/notices/notices-list.tsx";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Paging } from "#web/ui/paging.tsx";
import { BackLink, useDashboardTitle } from "../page-frame.tsx";

const route = getRouteApi("/dashboard/profile/notices");
const pageSize = 20;

/** What the member was notified of (NOTE-1). What is shown counts as read. */
export function NoticesPage() {
  const text = useTranslations("notices");
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const found = useEndpoint(getNotices, { query: { page, page_size: pageSize } });
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

/** Marks what is shown as read, and gives what was new before. Without a network it stays new. */
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
