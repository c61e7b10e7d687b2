import { getRouteApi } from "@tanstack/react-router";
import { FileDown } from "lucide-react";
import { useTranslations } from "use-intl";
import { getGroup } from "#contract/group.ts";
import { getBalanceSheet, getTrialBalance } from "#contract/reports.ts";
import type { PlainDate } from "#domain/calendar.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import {
  DownloadPdf,
  useAsOfLine,
  useAuditLine,
} from "#web/features/documents/report-document.tsx";
import {
  BalanceSheetTable,
  ReportDateForm,
  SharesTable,
  type Share,
} from "#web/features/reports/balance-sheet-table.tsx";
import { StatementWaits } from "#web/features/reports/statement-table.tsx";
import { useMember } from "#web/features/session/session.tsx";
import { LoadProblem } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { formatDay, today } from "#web/ui/day.ts";
import { Modal } from "#web/ui/modal.tsx";
import { Money } from "#web/ui/money.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { PrintView } from "#web/ui/print-view.tsx";
import { BooksPage } from "./books-page.tsx";

const route = getRouteApi("/dashboard/accounting/balance-sheet");

export function BalanceSheetPage() {
  const text = useTranslations("reports");
  return (
    <BooksPage title={text("balanceSheet")}>
      <BalanceSheet />
    </BooksPage>
  );
}

function BalanceSheet() {
  const text = useTranslations("reports");
  const navigate = route.useNavigate();
  const { date = today(), view } = route.useSearch();
  const group = useEndpoint(getGroup);
  const report = useEndpoint(getBalanceSheet, { query: { date } });
  const trial = useEndpoint(getTrialBalance, { query: { date }, figuresOnly: true });
  const sheet = report.data?.balance_sheet;
  const asOn = formatDay(date);
  const asOf = useAsOfLine(report.data);
  const proof = useAuditLine(view === true);

  const show = (chosen: PlainDate, opened: boolean) =>
    void navigate({
      search: { date: chosen, ...(opened ? { view: true as const } : {}) },
      replace: true,
      resetScroll: false,
    });
  const problem = report.error ?? trial.error;
  const table = sheet && trial.data && (
    <BalanceSheetTable
      sheet={sheet}
      trialBalance={trial.data.trial_balance}
      bankName={group.data?.bank_name}
      asOn={asOn}
      date={date}
    />
  );

  return (
    <>
      <PageHeader
        title={text("balanceSheet")}
        subtitle={text("balanceSheetText")}
        actions={
          <Button
            variant="secondary"
            icon={<FileDown aria-hidden />}
            disabled={table === undefined}
            onClick={() => show(date, true)}
          >
            {text("getPdf")}
          </Button>
        }
      />
      <div className="space-y-6">
        <Card>
          <ReportDateForm key={date} date={date} onShow={(chosen) => show(chosen, false)} />
        </Card>
        <Card title={text("asOnDate", { date: asOn })}>
          {problem ? (
            <LoadProblem
              detail={problem.detail}
              onRetry={() => [report, trial].forEach((each) => each.isError && void each.refetch())}
            />
          ) : (
            (table ?? <StatementWaits rows={14} />)
          )}
        </Card>
        {report.data && (
          <Shares shares={report.data.users_shared_interest_data} asOn={asOn} date={date} />
        )}
      </div>
      <Modal
        open={view === true && table !== undefined}
        onClose={() => show(date, false)}
        title={text("balanceSheetView")}
        width="wide"
      >
        <PrintView
          group={group.data?.name ?? ""}
          title={text("balanceSheet")}
          asOn={asOn}
          asOf={asOf}
          printedOn={formatDay(today())}
          proof={proof}
          actions={<DownloadPdf requested={{ report: "balance-sheet", date }} />}
        >
          {table}
        </PrintView>
      </Modal>
    </>
  );
}

/** Officials see every member's share, everybody else their own (REP-5). */
function Shares(props: { shares: readonly Share[]; asOn: string; date: PlainDate }) {
  const { shares, asOn, date } = props;
  const text = useTranslations("reports");
  const { user, may } = useMember();
  const own = shares.find(({ member }) => member.id === user.id);

  if (may("members.read-accounts")) {
    return (
      <section className="space-y-3">
        <h2 className="text-lg">{text("shares")}</h2>
        <p className="text-muted">{text("sharesText", { date: asOn })}</p>
        <SharesTable shares={shares} date={date} />
      </section>
    );
  }
  return (
    own && (
      <Card title={text("ownShare")}>
        <Money amount={own.balance} size="large" parentheses />
        <p className="mt-1 text-muted">{text("sharesText", { date: asOn })}</p>
      </Card>
    )
  );
}
