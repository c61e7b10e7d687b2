import { Link } from "@tanstack/react-router";
import { Scale } from "lucide-react";
import { useTranslations } from "use-intl";
import { useMember } from "#web/features/session/session.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { useDashboardTitle } from "../use-dashboard-title.ts";
import { ReportsClosed } from "./reports-closed.tsx";

export function AccountingPage() {
  const text = useTranslations("reports");
  const { may } = useMember();
  useDashboardTitle(text("title"));

  return (
    <>
      <PageHeader title={text("title")} subtitle={text("subtitle")} />
      {may("reports.read") ? (
        <div className="grid gap-4 md:grid-cols-2">
          <Card>
            <p className="mb-4 text-muted">{text("trialBalanceText")}</p>
            <Link
              to="/dashboard/accounting/trial-balance"
              className={buttonClass("primary", "w-full md:w-auto")}
            >
              <Scale aria-hidden />
              {text("trialBalance")}
            </Link>
          </Card>
        </div>
      ) : (
        <ReportsClosed />
      )}
    </>
  );
}
