import { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import type { getProfitAndLoss } from "#contract/reports.ts";
import { formatDay } from "#web/ui/day.ts";
import { profitAndLossSections } from "./profit-and-loss-sections.ts";
import { StatementTable } from "./statement-table.tsx";

type ProfitAndLossTableProps = {
  report: ReplyOf<typeof getProfitAndLoss>;
  /** The same days one year earlier in a column beside it. */
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
