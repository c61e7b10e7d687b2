import { useTranslations } from "use-intl";
import type { PlainDate } from "#domain/calendar.ts";
import { Alert } from "#web/ui/alert.tsx";
import { formatMoney } from "#web/ui/money.tsx";
import { balanceSheetSections, differenceOf, type BalanceSheet } from "./balance-sheet-sections.ts";
import { retainedEarningsFigures, type TrialBalanceRow } from "./retained-earnings-figures.ts";
import { StatementTable } from "./statement-table.tsx";

type BalanceSheetTableProps = {
  sheet: BalanceSheet;
  /** Of the same day: says what of the retained earnings is not yet closed. */
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
