import { getRouteApi } from "@tanstack/react-router";
import { FileDown } from "lucide-react";
import { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import { getGroup } from "#endpoints/group.ts";
import { getProfitAndLoss } from "#endpoints/reports.ts";
import { addDays, financialYearOf, type PlainDate } from "#domain/calendar.ts";
import { accounts } from "#domain/ledger/chart-of-accounts.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import {
  DownloadPdf,
  useAsOfLine,
  useAuditLine,
} from "#web/features/documents/report-document.tsx";
import { accountName } from "#web/features/reports/accounts.ts";
import {
  StatementWaits,
  StatementTable,
  type StatementLine,
  type StatementSection,
} from "#web/features/reports/statement-table.tsx";
import { LoadProblem } from "#web/ui/alert.tsx";
import { formatDay, today, unpaddedDate } from "#web/ui/day.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { DateRange } from "#web/ui/date-field.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { PrintView } from "#web/ui/print-view.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import type { readProfitLossSearch } from "#web/pages/search.ts";
import { prefetchGroupSettings, BooksPage, useYearStart } from "./books-page.tsx";

const route = getRouteApi("/dashboard/accounting/profit-loss");

type Search = ReturnType<typeof readProfitLossSearch>;
type Period = { from: PlainDate; to: PlainDate };

export function ProfitLossPage() {
  const text = useTranslations("reports");
  return (
    <BooksPage title={text("profitAndLoss")}>
      <ProfitLoss />
    </BooksPage>
  );
}

ProfitLossPage.loader = ((prefetch, { may, search }) => {
  if (!may("reports.read")) return;
  prefetchGroupSettings(prefetch);
  const period = periodIn(search);
  if (period !== null) prefetch(getProfitAndLoss, resultQuery(period));
}) satisfies PageLoader<typeof readProfitLossSearch>;

function ProfitLoss() {
  const text = useTranslations("reports");
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const { start_date, end_date, view } = search;
  const period = periodIn(search);

  const show = (chosen: Period, opened = false) =>
    void navigate({
      search: {
        start_date: chosen.from,
        end_date: chosen.to,
        ...(opened ? { view: true as const } : {}),
      },
      replace: opened || view === true,
      resetScroll: false,
    });

  return (
    <>
      <PageHeader title={text("profitAndLoss")} subtitle={text("profitAndLossText")} />
      <div className="space-y-6">
        <Card title={text("periodTitle")}>
          <DateRange
            key={`${start_date}-${end_date}`}
            value={{ from: start_date ?? "", to: end_date ?? "" }}
            labels={{ from: text("startDate"), to: text("endDateOfPeriod") }}
            messages={{ bothRequired: text("bothRequired"), wrongOrder: text("wrongOrder") }}
            onApply={show}
          />
          <FinancialYears onChoose={show} />
        </Card>
        {period === null ? (
          <Card>
            <EmptyState
              drawing="ledger"
              title={text("choosePeriod")}
              hint={text("choosePeriodHint")}
            />
          </Card>
        ) : (
          <Report
            period={period}
            isOpen={view === true}
            onOpen={(opened) => show(period, opened)}
          />
        )}
      </div>
    </>
  );
}

function periodIn({ start_date: from, end_date: to }: Search): Period | null {
  return from === undefined || to === undefined ? null : { from, to };
}

function resultQuery({ from, to }: Period) {
  return { query: { start_date: unpaddedDate(from), end_date: unpaddedDate(to) } };
}

/** Buttons that choose the group's present financial year or the one before it. */
function FinancialYears({ onChoose }: { onChoose: (period: Period) => void }) {
  const text = useTranslations("reports");
  const yearStart = useYearStart();
  const known = yearStart ?? { month: 1, day: 1 };
  const thisYear = financialYearOf(today(), known);
  const lastYear = financialYearOf(addDays(thisYear.start, -1), known);
  const isUnknown = yearStart === undefined;

  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <Button
        variant="secondary"
        disabled={isUnknown}
        onClick={() => onChoose({ from: thisYear.start, to: thisYear.end })}
      >
        {text("thisYear")}
      </Button>
      <Button
        variant="secondary"
        disabled={isUnknown}
        onClick={() => onChoose({ from: lastYear.start, to: lastYear.end })}
      >
        {text("lastYear")}
      </Button>
    </div>
  );
}

type ReportProps = { period: Period; isOpen: boolean; onOpen: (opened: boolean) => void };

function Report({ period, isOpen, onOpen }: ReportProps) {
  const text = useTranslations("reports");
  const group = useEndpoint(getGroup);
  const report = useEndpoint(getProfitAndLoss, resultQuery(period));
  const asOf = useAsOfLine(report.data);
  const proof = useAuditLine(isOpen);
  const days = text("period", { from: formatDay(period.from), to: formatDay(period.to) });

  return (
    <>
      <Card
        title={days}
        aside={
          <Button
            variant="secondary"
            icon={<FileDown aria-hidden />}
            disabled={report.data === undefined}
            onClick={() => onOpen(true)}
          >
            {text("getPdf")}
          </Button>
        }
      >
        {report.isError ? (
          <LoadProblem detail={report.error.detail} onRetry={() => void report.refetch()} />
        ) : report.data === undefined ? (
          <StatementWaits />
        ) : (
          <>
            <p className="text-sm text-muted">{text("inKes")}</p>
            <ProfitAndLossTable report={report.data} />
          </>
        )}
      </Card>
      <Modal
        open={isOpen && report.data !== undefined}
        onClose={() => onOpen(false)}
        title={text("statement")}
        width="wide"
      >
        {report.data && (
          <PrintView
            group={group.data?.name ?? ""}
            title={text("profitAndLoss")}
            asOf={asOf}
            printedOn={formatDay(today())}
            proof={proof}
            actions={
              <DownloadPdf
                requested={{ report: "profit-and-loss", start: period.from, end: period.to }}
              />
            }
          >
            <p className="-mt-4 mb-2 text-sm text-muted">{text("inKes")}</p>
            <ProfitAndLossTable report={report.data} />
          </PrintView>
        )}
      </Modal>
    </>
  );
}

/** Revenues, Total Revenue, Expenses, Total Expenses, Net Profit/Loss, beside the same days a year earlier (SCR-19). */
function ProfitAndLossTable({ report }: { report: ReplyOf<typeof getProfitAndLoss> }) {
  const text = useTranslations("reports");
  const { financial_year: current, previous_financial_year: previous } = report;
  const days = ({ start_date, end_date }: typeof current) =>
    text("period", { from: formatDay(start_date), to: formatDay(end_date) });

  return (
    <StatementTable
      caption={text("profitAndLossCaption", {
        from: formatDay(current.start_date),
        to: formatDay(current.end_date),
      })}
      heads={[
        { title: text("category") },
        { title: text("currentYear"), note: days(current) },
        { title: text("previousYear"), note: days(previous) },
      ]}
      sections={profitAndLossSections(report.profit_and_loss, text)}
      periods={[current, previous].map(({ start_date, end_date }) => ({
        from: start_date,
        to: end_date,
        closing_entries: "no",
      }))}
      none={text("noneInSection")}
    />
  );
}

type ProfitAndLoss = ReplyOf<typeof getProfitAndLoss>["profit_and_loss"];

type Text = ReturnType<typeof useTranslations<"reports">>;

const years = ["current_year", "previous_year"] as const;
type Balances = readonly { account: string; balance: number }[];

/** Revenues, Expenses and their net, in one column per year. Each account of either year has a row. */
function profitAndLossSections(figures: ProfitAndLoss, text: Text): StatementSection[] {
  const rows = (kind: "revenues" | "expenses"): StatementLine[] => {
    const columns = years.map((year) => figures[`${year}_${kind}`]);
    return accounts
      .filter(({ code }) => columns.some((balances) => balanceOf(balances, code) !== undefined))
      .map(({ code }) => ({
        key: code,
        label: accountName(code, undefined),
        amounts: columns.map((balances) => balanceOf(balances, code) ?? 0),
      }));
  };
  const line = (
    word: "totalRevenue" | "totalExpenses" | "netProfitOrLoss",
    figure: "total_revenue" | "total_expenses" | "net_profit_or_loss",
  ): StatementLine => ({
    key: word,
    label: text(word),
    amounts: years.map((year) => figures[`${year}_${figure}`]),
  });
  return [
    {
      key: "revenues",
      title: text("revenues"),
      rows: rows("revenues"),
      total: line("totalRevenue", "total_revenue"),
    },
    {
      key: "expenses",
      title: text("expenses"),
      rows: rows("expenses"),
      total: line("totalExpenses", "total_expenses"),
    },
    { key: "net", rows: [], total: line("netProfitOrLoss", "net_profit_or_loss") },
  ];
}

function balanceOf(balances: Balances, code: string): number | undefined {
  return balances.find(({ account }) => account === code)?.balance;
}
