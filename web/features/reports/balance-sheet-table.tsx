import { Link } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import type { getBalanceSheet } from "#contract/reports.ts";
import { parsePlainDate, type PlainDate } from "#domain/calendar.ts";
import { accounts } from "#domain/ledger/chart-of-accounts.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { DateField } from "#web/ui/date-field.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { formatAmount, formatMoney, Money, sumKes } from "#web/ui/money.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";
import { accountName, retainedEarningsFigures, type TrialBalanceRow } from "./accounts.ts";
import { StatementTable, type StatementLine, type StatementSection } from "./statement-table.tsx";

type BalanceSheetTableProps = {
  sheet: BalanceSheet;
  /** For the same day: explains which part of the retained earnings is not yet closed. */
  trialBalance: readonly TrialBalanceRow[];
  bankName: string | undefined;
  /** "21 Nov 2026". */
  asOn: string;
  date: PlainDate;
};

/** Category and Amount with the three sections and the Check block (SCR-19). */
export function BalanceSheetTable({
  sheet,
  trialBalance,
  bankName,
  asOn,
  date,
}: BalanceSheetTableProps) {
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

type BalanceSheet = ReplyOf<typeof getBalanceSheet>["balance_sheet"];

type Text = ReturnType<typeof useTranslations<"reports">>;
type Total =
  | "totalAssets"
  | "totalLiabilities"
  | "totalEquities"
  | "totalLiabilitiesPlusEquities"
  | "difference";

/** Assets, Liabilities, Equities and the Check block; liabilities and equities with their sign reversed (REP-2). */
function balanceSheetSections(
  sheet: BalanceSheet,
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
function differenceOf(sheet: BalanceSheet): number {
  return sumKes([sheet.total_assets, sheet.total_liabilities, sheet.total_equities]);
}

export type Share = ReplyOf<typeof getBalanceSheet>["users_shared_interest_data"][number];

/** Each member's equal part of the retained earnings (REP-5). */
export function SharesTable({ shares, date }: { shares: readonly Share[]; date: PlainDate }) {
  const text = useTranslations("reports");
  const columns: readonly Column<Share>[] = [
    {
      key: "member",
      title: text("member"),
      rowHeader: true,
      slot: "lead",
      cell: ({ member }) => member.full_name,
    },
    { key: "regNumber", title: text("regNumber"), cell: ({ member }) => member.reg_number },
    {
      key: "share",
      title: text("shareKes"),
      align: "end",
      cell: ({ balance }) => <Money amount={balance} bare parentheses />,
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
            {formatAmount(sumKes(shares.map(({ balance }) => balance)), true)}
          </Link>
        ),
      }}
      empty={<EmptyState drawing="people" title={text("noShares")} />}
    />
  );
}

type ReportDateFormProps = { date: PlainDate; onShow: (date: PlainDate) => void };

/** The day of a report and the button that shows it. */
export function ReportDateForm({ date, onShow }: ReportDateFormProps) {
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
