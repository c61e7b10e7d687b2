import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { getSettings, type GroupSettingsView } from "#endpoints/group.ts";
import type { YearStart } from "#domain/calendar.ts";
import { useEndpoint, type Prefetch } from "#web/api/use-query.ts";
import { useMember } from "#web/features/session/session.tsx";
import { BackLink, useDashboardTitle } from "../page-frame.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { PageHeader } from "#web/ui/page.tsx";

/** The frame of a report. Only approved members see its content, which then calls the server (REP-1). */
export function BooksPage({ title, children }: { title: string; children: ReactNode }) {
  const text = useTranslations("reports");
  const { may } = useMember();
  useDashboardTitle(title);

  return (
    <>
      <BackLink to="/dashboard/accounting">{text("back")}</BackLink>
      {may("reports.read") ? (
        children
      ) : (
        <>
          <PageHeader title={title} />
          <ReportsClosed />
        </>
      )}
    </>
  );
}

/** Tells members who are not approved yet why they see no reports (MEM-5). */
export function ReportsClosed() {
  const text = useTranslations("reports");
  return (
    <Alert tone="waiting" title={text("pendingTitle")}>
      {text("pendingText")}
    </Alert>
  );
}

/** The settings without their history. */
const shortSettings = { query: { page: 1, page_size: 1 } };

export function prefetchGroupSettings(prefetch: Prefetch): void {
  prefetch(getSettings, shortSettings);
}

/** Undefined while loading. */
export function useGroupSettings(enabled = true): GroupSettingsView | undefined {
  return useEndpoint(getSettings, { ...shortSettings, enabled }).data;
}

/** The day on which the group's financial year begins (BOOK-21); undefined while loading. */
export function useYearStart(enabled = true): YearStart | undefined {
  const settings = useGroupSettings(enabled);
  if (settings === undefined) return undefined;
  const [month = 1, day = 1] = settings.financial_year_start.split("-").map(Number);
  return { month, day };
}
