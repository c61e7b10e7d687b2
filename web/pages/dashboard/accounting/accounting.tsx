import { Link, type LinkProps } from "@tanstack/react-router";
import {
  Banknote,
  BookOpenText,
  BookUp,
  CalendarCheck,
  CheckCheck,
  ChevronRight,
  FileCheck2,
  HandCoins,
  HandHeart,
  IdCard,
  Landmark,
  MessageSquareText,
  PenLine,
  PieChart,
  RefreshCw,
  Scale,
  Send,
  ScrollText,
  SlidersHorizontal,
  TrendingUp,
  UsersRound,
  type LucideIcon,
} from "lucide-react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { getDistributions } from "#endpoints/distributions.ts";
import { getLoanProducts } from "#endpoints/lending.ts";
import { getMpesa } from "#endpoints/mpesa.ts";
import { getReconciliation } from "#endpoints/reconciliation.ts";
import { getRotations } from "#endpoints/rotations.ts";
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
import {
  prefetchGroupSettings,
  ReportsClosed,
  useGroupSettings,
  useYearStart,
} from "./books-page.tsx";
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
    to: "/dashboard/accounting/share-out",
    name: "cards.sharing.title",
    about: "cards.sharing.text",
    when: "shared",
    Icon: PieChart,
  },
  {
    to: "/dashboard/accounting/payouts",
    name: "cards.payouts.title",
    about: "cards.payouts.text",
    needs: "payouts.read",
    when: "payouts",
    Icon: Send,
  },
  {
    to: "/dashboard/contributions/merry-go-round",
    name: "cards.rotations.title",
    about: "cards.rotations.text",
    when: "rotations",
    Icon: RefreshCw,
  },
  {
    to: "/dashboard/accounting/meetings",
    name: "cards.meetings.title",
    about: "cards.meetings.text",
    when: "meetings",
    Icon: CalendarCheck,
  },
  {
    to: "/dashboard/accounting/cash",
    name: "cards.cash.title",
    about: "cards.cash.text",
    when: "meetings",
    Icon: Banknote,
  },
  {
    to: "/dashboard/accounting/funds",
    name: "cards.funds.title",
    about: "cards.funds.text",
    when: "meetings",
    Icon: HandHeart,
  },
  {
    to: "/dashboard/accounting/register",
    name: "cards.register.title",
    about: "cards.register.text",
    when: "meetings",
    Icon: IdCard,
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
    when: "auditor",
    Icon: UsersRound,
  },
  {
    to: "/dashboard/admin/audit",
    name: "cards.audit.title",
    about: "cards.audit.text",
    when: "auditor",
    Icon: ScrollText,
  },
  {
    to: "/dashboard/accounting/settings",
    name: "auditors.settings",
    about: "auditors.settingsText",
    when: "auditor",
    Icon: SlidersHorizontal,
  },
  {
    to: "/dashboard/accounting/portfolio",
    name: "cards.portfolio.title",
    about: "cards.portfolio.text",
    // The last: it comes once the products are known.
    when: "products",
    Icon: HandCoins,
  },
];

export function AccountingPage() {
  const text = useTranslations();
  const { may, actor } = useMember();
  const yearStart = useYearStart(may("entries.read"));
  const isSharing = useSharing();
  const { data: mpesa } = useEndpoint(getMpesa, {
    enabled: may("payouts.read"),
    figuresOnly: true,
  });
  const products = useEndpoint(getLoanProducts, {
    query: { all: "true" },
    enabled: may("settings.read"),
    figuresOnly: true,
  });
  const hasProducts = (products.data?.products.length ?? 0) > 0;
  const hasRotations = useRotations();
  const meet = useGroupSettings(may("reports.read"))?.meetings === true;
  const holds: Record<When, boolean> = {
    auditor: actor.isAuditor,
    payouts: mpesa?.payouts === true || mpesa?.checks === true,
    shared: isSharing,
    rotations: hasRotations,
    meetings: meet,
    products: hasProducts,
  };
  const isShown = ({ needs, when }: Part) =>
    (when === undefined || holds[when]) && (needs === undefined || may(needs));
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
  if (!may("reports.read")) return;
  prefetchGroupSettings(prefetch);
  if (may("payouts.read")) prefetch(getMpesa);
  prefetch(getReconciliation);
  if (!may("distributions.propose")) prefetch(getDistributions, { query: ONE });
  if (may("settings.read")) prefetch(getLoanProducts, { query: { all: "true" } });
  if (!may("rotations.manage")) prefetch(getRotations, { query: ONE });
  prefetch(getBooksHistory);
  YearsCard.loader(prefetch);
}) satisfies PageLoader;

const ONE = { page: 1, page_size: 1 } as const;

/** Whether anything was shared out, or the reader may begin. */
function useSharing(): boolean {
  const { may } = useMember();
  const mayPropose = may("distributions.propose");
  const { data } = useEndpoint(getDistributions, {
    query: ONE,
    enabled: may("reports.read") && !mayPropose,
  });
  return mayPropose || (data?.distributions.length ?? 0) > 0;
}

/** Whether there is a merry-go-round, or the reader may begin one. */
function useRotations(): boolean {
  const { may } = useMember();
  const mayManage = may("rotations.manage");
  const { data } = useEndpoint(getRotations, {
    query: ONE,
    enabled: may("reports.read") && !mayManage,
  });
  return mayManage || (data?.rotations.length ?? 0) > 0;
}

function ChartsWait() {
  return (
    <div className="grid gap-4 lg:grid-cols-[11fr_9fr]">
      <HistoryWaits room="position" />
      <HistoryWaits room="result" />
    </div>
  );
}

type When =
  /** The side menu does not lead an auditor there. */
  | "auditor"
  /** Where money can leave by M-PESA. */
  | "payouts"
  /** Where the group shares out, or for whoever can begin. */
  | "shared"
  /** Where there is a merry-go-round, or for whoever can begin one. */
  | "rotations"
  /** Once the group holds meetings. */
  | "meetings"
  /** In a group that offers, or offered, loans by products (LEND-1). */
  | "products";

type Part = {
  to: LinkProps["to"] & string;
  name: Parameters<Words>[0];
  /** The text about the page; `agreed` shows up to which day books and bank agree. */
  about: Parameters<Words>[0] | "agreed";
  /** The action that the user must be allowed; left out if everybody who reads the books may open the page. */
  needs?: Action;
  /** When there is a card at all; left out if always. */
  when?: When;
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
