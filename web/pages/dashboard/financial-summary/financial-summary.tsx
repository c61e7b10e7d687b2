import { Link, Outlet } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { buttonClass } from "#web/ui/button.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { FineSeveral } from "../fine-several.tsx";
import { OfficeOnly, TabLinks, useDashboardTitle } from "../page-frame.tsx";

const base = "/dashboard/financial-summary";

/** Financial Summary (SCR-22): for the Treasurer and the Sec-Gen. */
export function FinancialSummary() {
  const text = useTranslations("summaries");
  useDashboardTitle(text("title"));
  return (
    <OfficeOnly needs="financial-summary.read" who="approvers">
      <PageHeader
        title={text("title")}
        subtitle={text("subtitle")}
        actions={
          <div className="flex flex-wrap gap-2">
            <FineSeveral />
            <Link to="/dashboard/admin/audit" className={buttonClass("secondary")}>
              {text("audit")}
            </Link>
          </div>
        }
      />
      <TabLinks
        label={text("tabs")}
        tabs={[
          { to: base, label: text("overview"), exact: true },
          { to: `${base}/loan-summary`, label: text("summary") },
          { to: `${base}/commoners`, label: text("commoners") },
        ]}
      />
      <Outlet />
    </OfficeOnly>
  );
}
