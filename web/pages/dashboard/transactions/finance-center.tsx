import { Outlet } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { PageHeader } from "#web/ui/page-header.tsx";
import { TabLinks } from "../tab-links.tsx";
import { useDashboardTitle } from "../use-dashboard-title.ts";

const base = "/dashboard/transactions";

/** The Finance Center (SCR-16): its tabs stand still while what is under them changes. */
export function FinanceCenter() {
  const text = useTranslations("transactions");
  useDashboardTitle(text("title"));
  return (
    <>
      <PageHeader title={text("title")} subtitle={text("subtitle")} />
      <TabLinks
        label={text("tabs")}
        tabs={[
          { to: base, label: text("statement"), exact: true },
          { to: `${base}/contrib-payments`, label: text("contributions") },
          { to: `${base}/loan-payments`, label: text("loanPayments") },
          { to: `${base}/loan-applications`, label: text("loanApplications") },
          { to: `${base}/fines`, label: text("fines") },
        ]}
      />
      <Outlet />
    </>
  );
}
