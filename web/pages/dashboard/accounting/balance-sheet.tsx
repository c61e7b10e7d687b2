import { getRouteApi, Link } from "@tanstack/react-router";
import { FileDown } from "lucide-react";
import { useTranslations } from "use-intl";
import { type FormEvent, useState } from "react";
import { getGroup } from "#endpoints/group.ts";
import { getBalanceSheet, getTrialBalance } from "#endpoints/reports.ts";
import type { ReplyOf } from "#contract/endpoint.ts";
import { parsePlainDate, type PlainDate } from "#domain/calendar.ts";
import { accounts } from "#domain/ledger/chart-of-accounts.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import {
  DownloadPdf,
  useAsOfLine,
  useAuditLine,
} from "#web/features/documents/report-document.tsx";
import { useMember } from "#web/features/session/session.tsx";
import { Alert, LoadProblem } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Code } from "#web/ui/code.tsx";
import { formatDay, today } from "#web/ui/day.ts";
import { Modal } from "#web/ui/modal.tsx";
import { formatAmount, formatMoney, Money, sumKes } from "#web/ui/money.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { PrintView } from "#web/ui/print-view.tsx";
import { type Column, DataTable } from "#web/ui/data-table.tsx";
import { DateField } from "#web/ui/date-field.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";
import {
  type StatementLine,
  type StatementSection,
  StatementTable,
  StatementWaits,
} from "#web/features/reports/statement-table.tsx";
import {
  accountName,
  retainedEarningsFigures,
  type TrialBalanceRow,
} from "#web/features/reports/accounts.ts";
import type { PageLoader } from "#web/pages/page.ts";
import type { readBalanceSheetSearch } from "#web/pages/search.ts";
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

BalanceSheetPage.loader = ((prefetch, { may, search: { date = today() } }) => {
  if (!may("reports.read")) return;
  prefetch(getBalanceSheet, { query: { date } });
  prefetch(getTrialBalance, { query: { date } });
}) satisfies PageLoader<typeof readBalanceSheetSearch>;

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
        <Money amount={own.balance} size="large" />
        <p className="mt-1 text-muted">{text("sharesText", { date: asOn })}</p>
      </Card>
    )
  );
}

type BalanceSheetTableProps = {
  sheet: Sheet;
  /** For the same day: explains which part of the retained earnings is not yet closed. */
  trialBalance: readonly TrialBalanceRow[];
  bankName: string | undefined;
  /** "21 Nov 2026". */
  asOn: string;
  date: PlainDate;
};

/** Category and Amount with the three sections and the Check block (SCR-19). */
function BalanceSheetTable({ sheet, trialBalance, bankName, asOn, date }: BalanceSheetTableProps) {
  const text = useTranslations("reports");
  const retained = retainedEarningsFigures(trialBalance);
  const difference = differenceOf(sheet);

  return (
    <>
      {difference !== 0 && (
        <Alert live tone="bad">
          {text("sheetDiffers", { amount: formatMoney(difference) })}
        </Alert>
      )}
      <StatementTable
        caption={`${text("balanceSheet")}, ${asOn}`}
        heads={[{ title: text("category") }, { title: text("amount"), note: "KES" }]}
        sections={balanceSheetSections(sheet, text, {
          bankName,
          retainedNote: retained && text("retainedParts", retained),
        })}
        periods={[{ to: date, parts: "yes" }]}
        none={text("noneInSection")}
      />
    </>
  );
}

type Sheet = ReplyOf<typeof getBalanceSheet>["balance_sheet"];

type Text = ReturnType<typeof useTranslations<"reports">>;
type Total =
  | "totalAssets"
  | "totalLiabilities"
  | "totalEquities"
  | "totalLiabilitiesPlusEquities"
  | "difference";

/** Assets, Liabilities, Equities and the Check block; liabilities and equities with their sign reversed (REP-2). */
function balanceSheetSections(
  sheet: Sheet,
  text: Text,
  { bankName, retainedNote }: { bankName: string | undefined; retainedNote: string | undefined },
): StatementSection[] {
  const rows = (balances: Record<string, number>, sign: 1 | -1): StatementLine[] =>
    accounts
      .filter(({ code }) => balances[code] !== undefined)
      .map(({ code }) => ({
        key: code,
        label: accountName(code, bankName),
        note: code === "retained_earnings" ? retainedNote : undefined,
        amounts: [sign * (balances[code] ?? 0)],
      }));
  const line = (key: Total, amount: number) => ({
    key,
    label: text(key),
    amounts: [amount],
  });
  const claims = -sumKes([sheet.total_liabilities, sheet.total_equities]);
  return [
    {
      key: "assets",
      title: text("assets"),
      rows: rows(sheet.assets, 1),
      total: line("totalAssets", sheet.total_assets),
    },
    {
      key: "liabilities",
      title: text("liabilities"),
      rows: rows(sheet.liabilities, -1),
      total: line("totalLiabilities", -sheet.total_liabilities),
    },
    {
      key: "equities",
      title: text("equities"),
      rows: rows(sheet.equities, -1),
      total: line("totalEquities", -sheet.total_equities),
    },
    {
      key: "check",
      title: text("check"),
      rows: [line("totalLiabilitiesPlusEquities", claims), line("totalAssets", sheet.total_assets)],
      total: line("difference", differenceOf(sheet)),
    },
  ];
}

/** KES; 0 in books that balance. */
function differenceOf(sheet: Sheet): number {
  return sumKes([sheet.total_assets, sheet.total_liabilities, sheet.total_equities]);
}

type Share = ReplyOf<typeof getBalanceSheet>["users_shared_interest_data"][number];

/** Each member's equal part of the retained earnings (REP-5). */
function SharesTable({ shares, date }: { shares: readonly Share[]; date: PlainDate }) {
  const text = useTranslations("reports");
  const columns: readonly Column<Share>[] = [
    {
      key: "member",
      title: text("member"),
      rowHeader: true,
      slot: "lead",
      cell: ({ member }) => member.full_name,
    },
    {
      key: "regNumber",
      title: text("regNumber"),
      cell: ({ member }) => <Code>{member.reg_number}</Code>,
    },
    {
      key: "share",
      title: text("shareKes"),
      align: "end",
      cell: ({ balance }) => <Money amount={balance} bare />,
    },
  ];

  return (
    <DataTable
      caption={text("shares")}
      captionHidden
      columns={columns}
      rows={shares}
      rowKey={({ member }) => member.id}
      totals={{
        member: text("total"),
        share: (
          <Link
            to="/dashboard/accounting/postings"
            search={{ account: "retained_earnings", parts: "yes", to: date }}
            className="whitespace-nowrap tabular-nums underline decoration-line underline-offset-4 hover:decoration-ink"
          >
            {formatAmount(sumKes(shares.map(({ balance }) => balance)))}
          </Link>
        ),
      }}
      empty={<EmptyState drawing="people" title={text("noShares")} />}
    />
  );
}

type ReportDateFormProps = { date: PlainDate; onShow: (date: PlainDate) => void };

/** The day of a report and the button that shows it. */
function ReportDateForm({ date, onShow }: ReportDateFormProps) {
  const text = useTranslations("reports");
  const texts = useUiTexts();
  const [typed, setTyped] = useState<string>(date);
  const [isMissing, setIsMissing] = useState(false);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const chosen = parsePlainDate(typed);
    setIsMissing(chosen === null);
    if (chosen !== null) onShow(chosen);
  };

  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <DateField
        className="flex-1 basis-40 md:max-w-52"
        label={text("date")}
        name="date"
        value={typed}
        error={isMissing ? text("dateRequired") : undefined}
        onValueChange={setTyped}
      />
      <Button type="submit" variant="secondary">
        {texts.show}
      </Button>
    </form>
  );
}
