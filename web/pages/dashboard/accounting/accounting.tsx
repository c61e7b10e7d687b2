import { Link, type LinkProps } from "@tanstack/react-router";
import {
  BookOpenText,
  BookUp,
  CheckCheck,
  ChevronRight,
  FileCheck2,
  Landmark,
  MessageSquareText,
  PenLine,
  Scale,
  ScrollText,
  SlidersHorizontal,
  TrendingUp,
  UsersRound,
  type LucideIcon,
} from "lucide-react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { getReconciliation } from "#endpoints/reconciliation.ts";
import { getBooksHistory } from "#endpoints/reports.ts";
import type { Action } from "#domain/permissions.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { ExportCard } from "#web/features/export/export-card.tsx";
import { HistoryWaits } from "#web/features/history/history-waits.tsx";
import { useMember } from "#web/features/session/session.tsx";
import { afterPaint } from "#web/ui/on-demand.tsx";
import { Card } from "#web/ui/card.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import { useDashboardTitle } from "../page-frame.tsx";
import { prefetchYearStart, ReportsClosed, useYearStart } from "./books-page.tsx";
import { YearsCard } from "./years-card.tsx";

const BooksHistory = afterPaint(
  "books-history",
  async () => (await import("#web/later.ts")).BooksHistory,
);

const parts: readonly Part[] = [
  {
    to: "/dashboard/accounting/trial-balance",
    name: "reports.trialBalance",
    about: "reports.trialBalanceText",
    Icon: Scale,
  },
  {
    to: "/dashboard/accounting/balance-sheet",
    name: "reports.balanceSheet",
    about: "reports.balanceSheetText",
    Icon: Landmark,
  },
  {
    to: "/dashboard/accounting/profit-loss",
    name: "reports.profitAndLoss",
    about: "reports.profitAndLossText",
    Icon: TrendingUp,
  },
  {
    to: "/dashboard/accounting/reconciliation",
    name: "reconciliation.title",
    about: "agreed",
    Icon: CheckCheck,
  },
  {
    to: "/dashboard/accounting/post-ledger",
    name: "ledger.postLedger",
    about: "ledger.postLedgerText",
    needs: "entries.post",
    Icon: PenLine,
  },
  {
    to: "/dashboard/accounting/statements",
    name: "cards.statements.title",
    about: "cards.statements.text",
    needs: "statements.read",
    Icon: FileCheck2,
  },
  {
    to: "/dashboard/accounting/opening",
    name: "cards.opening.title",
    about: "cards.opening.text",
    needs: "openings.read",
    Icon: BookUp,
  },
  {
    to: "/dashboard/accounting/proposals",
    name: "proposals.title",
    about: "proposals.text",
    needs: "proposals.read",
    Icon: UsersRound,
  },
  {
    to: "/dashboard/accounting/messages",
    name: "cards.messages.title",
    about: "cards.messages.text",
    needs: "notices.read-sent",
    Icon: MessageSquareText,
  },
  {
    to: "/dashboard/accounting/entries",
    name: "ledger.journal",
    about: "ledger.journalText",
    needs: "entries.read",
    Icon: BookOpenText,
  },
  {
    to: "/dashboard/accounting/members",
    name: "auditors.members",
    about: "auditors.membersText",
    forAuditor: true,
    Icon: UsersRound,
  },
  {
    to: "/dashboard/admin/audit",
    name: "cards.audit.title",
    about: "cards.audit.text",
    forAuditor: true,
    Icon: ScrollText,
  },
  {
    to: "/dashboard/accounting/settings",
    name: "auditors.settings",
    about: "auditors.settingsText",
    forAuditor: true,
    Icon: SlidersHorizontal,
  },
];

export function AccountingPage() {
  const text = useTranslations();
  const { may, actor } = useMember();
  const yearStart = useYearStart(may("entries.read"));
  const isShown = ({ needs, forAuditor }: Part) =>
    (needs === undefined || may(needs)) && (forAuditor === undefined || actor.isAuditor);
  useDashboardTitle(text("reports.title"));

  return (
    <>
      <PageHeader title={text("reports.title")} subtitle={text("reports.subtitle")} />
      {may("reports.read") ? (
        <div className="space-y-6">
          <ul className="grid gap-3 md:grid-cols-2 md:gap-4 lg:grid-cols-3">
            {parts.filter(isShown).map(({ to, name, about, Icon }) => (
              <li key={to}>
                <PartCard
                  to={to}
                  name={text(name)}
                  about={about === "agreed" ? <AgreedLine /> : text(about)}
                  Icon={Icon}
                />
              </li>
            ))}
          </ul>
          {may("entries.read") && <ExportCard yearStart={yearStart} />}
          <BooksHistory waiting={<ChartsWait />} />
          <YearsCard />
        </div>
      ) : (
        <ReportsClosed />
      )}
    </>
  );
}

AccountingPage.loader = ((prefetch, { may }) => {
  if (may("entries.read")) prefetchYearStart(prefetch);
  if (!may("reports.read")) return;
  prefetch(getReconciliation);
  prefetch(getBooksHistory);
  YearsCard.loader(prefetch);
}) satisfies PageLoader;

function ChartsWait() {
  return (
    <div className="grid gap-4 lg:grid-cols-[11fr_9fr]">
      <HistoryWaits room="position" />
      <HistoryWaits room="result" />
    </div>
  );
}

type Part = {
  to: LinkProps["to"] & string;
  name: Parameters<Words>[0];
  /** The text about the page; `agreed` shows up to which day books and bank agree. */
  about: Parameters<Words>[0] | "agreed";
  /** The action that the user must be allowed; left out if everybody who reads the books may open the page. */
  needs?: Action;
  /** Only an auditor sees the card, since the side menu does not lead an auditor there. */
  forAuditor?: true;
  Icon: LucideIcon;
};

type Words = ReturnType<typeof useTranslations<never>>;

type PartCardProps = Pick<Part, "to" | "Icon"> & { name: string; about: ReactNode };

/** A card that is clickable as a whole; its name is the link. */
function PartCard({ to, name, about, Icon }: PartCardProps) {
  return (
    <Card className="relative h-full transition-colors hover:border-edge hover:bg-sunken has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand">
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

/**
 * What is to be explained, the largest first; else the last day on which both offices accept that books and bank agree
 * (STAT-36), or the page's purpose before any day can be reconciled.
 */
function AgreedLine() {
  const text = useTranslations("reconciliation");
  const { data } = useEndpoint(getReconciliation);
  if (data === undefined || data.to === null) return text("text");
  return data.unexplained[0] ?? data.agreed ?? text("notAgreed");
}
