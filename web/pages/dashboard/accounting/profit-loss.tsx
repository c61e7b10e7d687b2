import { getRouteApi } from "@tanstack/react-router";
import { FileDown } from "lucide-react";
import { useTranslations } from "use-intl";
import { getGroup } from "#contract/group.ts";
import { getProfitAndLoss } from "#contract/reports.ts";
import { addDays, financialYearOf, type PlainDate } from "#domain/calendar.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { DownloadPdf } from "#web/features/documents/download-pdf.tsx";
import { useAsOfLine, useAuditLine } from "#web/features/documents/print-lines.ts";
import { ProfitAndLossTable } from "#web/features/reports/profit-and-loss-table.tsx";
import { StatementWaits } from "#web/features/reports/statement-table.tsx";
import { formatDay, today, unpaddedDate } from "#web/ui/day.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { DateRange } from "#web/ui/date-range.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { PrintView } from "#web/ui/print-view.tsx";
import { BooksPage, useYearStart } from "./books-page.tsx";

const route = getRouteApi("/dashboard/accounting/profit-loss");

type Period = { from: PlainDate; to: PlainDate };

export function ProfitLossPage() {
  const text = useTranslations("reports");
  return (
    <BooksPage title={text("profitAndLoss")}>
      <ProfitLoss />
    </BooksPage>
  );
}

function ProfitLoss() {
  const text = useTranslations("reports");
  const navigate = route.useNavigate();
  const { start_date, end_date, view } = route.useSearch();
  const period =
    start_date === undefined || end_date === undefined ? null : { from: start_date, to: end_date };

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

/** The group's own year and the one before it, with one press. */
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
  const report = useEndpoint(getProfitAndLoss, {
    query: { start_date: unpaddedDate(period.from), end_date: unpaddedDate(period.to) },
  });
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
          <ProfitAndLossTable report={report.data} />
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
            <ProfitAndLossTable report={report.data} withPrevious />
          </PrintView>
        )}
      </Modal>
    </>
  );
}
