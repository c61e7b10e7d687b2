import { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import type { getProfitAndLoss } from "#contract/reports.ts";
import { accounts } from "#domain/ledger/chart-of-accounts.ts";
import { formatDay } from "#web/ui/day.ts";
import { accountName } from "./accounts.ts";
import { StatementTable, type StatementLine, type StatementSection } from "./statement-table.tsx";

type ProfitAndLossTableProps = {
  report: ReplyOf<typeof getProfitAndLoss>;
  /** The same days one year earlier in a second column. */
  withPrevious?: boolean;
};

/** Revenues, Total Revenue, Expenses, Total Expenses, Net Profit/Loss (SCR-19). */
export function ProfitAndLossTable({ report, withPrevious = false }: ProfitAndLossTableProps) {
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
      heads={
        withPrevious
          ? [
              { title: text("category") },
              { title: text("currentYear"), note: days(current) },
              { title: text("previousYear"), note: days(previous) },
            ]
          : [{ title: text("category") }, { title: text("amount"), note: "KES" }]
      }
      sections={profitAndLossSections(
        report.profit_and_loss,
        text,
        withPrevious ? ["current_year", "previous_year"] : ["current_year"],
      )}
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
type Year = "current_year" | "previous_year";
type Balances = readonly { account: string; balance: number }[];

/** Revenues, Expenses and the net of both, a column for each year; an account of either year has a row. */
function profitAndLossSections(
  figures: ProfitAndLoss,
  text: Text,
  years: readonly Year[],
): StatementSection[] {
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
