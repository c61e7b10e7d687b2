import { Link } from "@tanstack/react-router";
import { BookOpenText, Landmark, PenLine, Scale, TrendingUp, type LucideIcon } from "lucide-react";
import { useTranslations } from "use-intl";
import { useMember } from "#web/features/session/session.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { useDashboardTitle } from "../use-dashboard-title.ts";
import { ReportsClosed } from "./reports-closed.tsx";
import { YearsCard } from "./years-card.tsx";

export function AccountingPage() {
  const text = useTranslations("reports");
  const ledger = useTranslations("ledger");
  const { may } = useMember();
  useDashboardTitle(text("title"));

  return (
    <>
      <PageHeader title={text("title")} subtitle={text("subtitle")} />
      {may("reports.read") ? (
        <div className="space-y-6">
          <div className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
            <Child
              to="/dashboard/accounting/trial-balance"
              name={text("trialBalance")}
              about={text("trialBalanceText")}
              Icon={Scale}
            />
            <Child
              to="/dashboard/accounting/balance-sheet"
              name={text("balanceSheet")}
              about={text("balanceSheetText")}
              Icon={Landmark}
            />
            <Child
              to="/dashboard/accounting/profit-loss"
              name={text("profitAndLoss")}
              about={text("profitAndLossText")}
              Icon={TrendingUp}
            />
            {may("entries.post") && (
              <Child
                to="/dashboard/accounting/post-ledger"
                name={ledger("postLedger")}
                about={ledger("postLedgerText")}
                Icon={PenLine}
              />
            )}
            {may("entries.read") && (
              <Child
                to="/dashboard/accounting/entries"
                name={ledger("journal")}
                about={ledger("journalText")}
                Icon={BookOpenText}
              />
            )}
          </div>
          <YearsCard />
        </div>
      ) : (
        <ReportsClosed />
      )}
    </>
  );
}

type ChildProps = {
  to: `/dashboard/accounting/${"trial-balance" | "balance-sheet" | "profit-loss" | "post-ledger" | "entries"}`;
  name: string;
  about: string;
  Icon: LucideIcon;
};

function Child({ to, name, about, Icon }: ChildProps) {
  return (
    <Card className="flex flex-col justify-between">
      <p className="mb-4 text-muted">{about}</p>
      <Link to={to} className={buttonClass("primary", "w-full")}>
        <Icon aria-hidden />
        {name}
      </Link>
    </Card>
  );
}
