import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { useMember } from "#web/features/session/session.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { BackLink } from "../back-link.tsx";
import { useDashboardTitle } from "../use-dashboard-title.ts";
import { ReportsClosed } from "./reports-closed.tsx";

/** The frame of a report; its content is drawn, and asks the server, for approved members only (REP-1). */
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
