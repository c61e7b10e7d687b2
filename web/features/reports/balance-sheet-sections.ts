import type { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import type { getBalanceSheet } from "#contract/reports.ts";
import { accounts } from "#domain/ledger/chart-of-accounts.ts";
import { sumKes } from "#web/ui/money.tsx";
import { accountName } from "./account-name.ts";
import type { StatementLine, StatementSection } from "./statement-table.tsx";

export type BalanceSheet = ReplyOf<typeof getBalanceSheet>["balance_sheet"];

type Text = ReturnType<typeof useTranslations<"reports">>;
type Total =
  | "totalAssets"
  | "totalLiabilities"
  | "totalEquities"
  | "totalLiabilitiesPlusEquities"
  | "difference";

/** Assets, Liabilities, Equities and the Check block; liabilities and equities with their sign reversed (REP-2). */
export function balanceSheetSections(
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
export function differenceOf(sheet: BalanceSheet): number {
  return sumKes([sheet.total_assets, sheet.total_liabilities, sheet.total_equities]);
}
