import { Link } from "@tanstack/react-router";
import {
  BookOpenText,
  ChevronRight,
  Landmark,
  PenLine,
  Scale,
  TrendingUp,
  UsersRound,
  type LucideIcon,
} from "lucide-react";
import { useTranslations } from "use-intl";
import { HistoryWaits } from "#web/features/history/history-waits.tsx";
import { useMember } from "#web/features/session/session.tsx";
import { afterPaint } from "#web/ui/after-paint.tsx";
import { Card } from "#web/ui/card.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { useDashboardTitle } from "../use-dashboard-title.ts";
import { ReportsClosed } from "./reports-closed.tsx";
import { YearsCard } from "./years-card.tsx";

const BooksHistory = afterPaint(
  "books-history",
  async () => (await import("#web/features/history/history-charts.tsx")).BooksHistory,
);

export function AccountingPage() {
  const text = useTranslations("reports");
  const ledger = useTranslations("ledger");
  const proposals = useTranslations("proposals");
  const { may } = useMember();
  useDashboardTitle(text("title"));

  return (
    <>
      <PageHeader title={text("title")} subtitle={text("subtitle")} />
      {may("reports.read") ? (
        <div className="space-y-6">
          <div className="grid gap-3 md:grid-cols-2 md:gap-4 lg:grid-cols-3">
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
            {may("proposals.read") && (
              <Child
                to="/dashboard/accounting/proposals"
                name={proposals("title")}
                about={proposals("text")}
                Icon={UsersRound}
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
          <BooksHistory waiting={<ChartsWait />} />
          <YearsCard />
        </div>
      ) : (
        <ReportsClosed />
      )}
    </>
  );
}

function ChartsWait() {
  return (
    <div className="grid gap-4 lg:grid-cols-[11fr_9fr]">
      <HistoryWaits room="position" />
      <HistoryWaits room="result" />
    </div>
  );
}

type ChildProps = {
  to: `/dashboard/accounting/${"trial-balance" | "balance-sheet" | "profit-loss" | "post-ledger" | "entries" | "proposals"}`;
  name: string;
  about: string;
  Icon: LucideIcon;
};

/** The whole card leads there; its name is the link. */
function Child({ to, name, about, Icon }: ChildProps) {
  return (
    <Card className="relative transition-colors hover:border-edge hover:bg-sunken has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand">
      <div className="flex gap-4">
        <span className="grid size-11 shrink-0 place-items-center rounded-control bg-brand-soft text-brand">
          <Icon aria-hidden className="size-5" />
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="text-lg">
            <Link to={to} className="outline-none after:absolute after:inset-0 after:rounded-card">
              {name}
            </Link>
          </h2>
          <p className="text-sm text-muted">{about}</p>
        </div>
        <ChevronRight aria-hidden className="size-5 shrink-0 self-center text-muted" />
      </div>
    </Card>
  );
}
