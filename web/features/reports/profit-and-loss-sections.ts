import type { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import type { getProfitAndLoss } from "#contract/reports.ts";
import { accounts } from "#domain/ledger/chart-of-accounts.ts";
import { accountName } from "./account-name.ts";
import type { StatementLine, StatementSection } from "./statement-table.tsx";

export type ProfitAndLoss = ReplyOf<typeof getProfitAndLoss>["profit_and_loss"];

type Text = ReturnType<typeof useTranslations<"reports">>;
type Year = "current_year" | "previous_year";
type Balances = readonly { account: string; balance: number }[];

/** Revenues, Expenses and the net of both, a column for each of the years; an account of either year has its row. */
export function profitAndLossSections(
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
