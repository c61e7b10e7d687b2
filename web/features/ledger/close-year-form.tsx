import { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import { closeYear, getClosedYears } from "#endpoints/ledger.ts";
import { getProfitAndLoss } from "#endpoints/reports.ts";
import type { PlainDate } from "#domain/calendar.ts";
import { useAction } from "#web/api/use-action.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { Alert, LoadProblem } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Facts } from "#web/ui/card.tsx";
import { formatAmount, formatMoney, unbroken } from "#web/ui/money.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { formatDay } from "#web/ui/day.ts";
import { FormFoot } from "#web/ui/form.tsx";

export type NextYear = NonNullable<ReplyOf<typeof getClosedYears>["next_year"]>;

type CloseYearFormProps = {
  year: NextYear;
  bankName: string;
  onClosed: () => void;
  /** The day of the closing, and its entry unless nothing moved in that year. */
  onShowJournal: (at: { date: PlainDate; id: number | undefined }) => void;
};

/** The confirmation before a year is closed, with what moves to retained earnings (BOOK-21). */
export function CloseYearForm({ year, bankName, onClosed, onShowJournal }: CloseYearFormProps) {
  const text = useTranslations("ledger");
  const { start_date, end_date } = year;
  const report = useEndpoint(getProfitAndLoss, { query: { start_date, end_date } });
  const close = useAction(closeYear, {
    toastAction: ({ closed_year, entry }) => ({
      label: text("viewJournal"),
      onPress: () => onShowJournal({ date: closed_year.end_date, id: entry?.id }),
    }),
  });
  const figures = report.data?.profit_and_loss;

  const submit = async () => {
    const outcome = await close.run({ body: { year: year.year } });
    if (outcome.ok) onClosed();
  };

  if (report.isError)
    return <LoadProblem detail={report.error.detail} onRetry={() => void report.refetch()} />;
  if (figures === undefined) return <Skeleton className="h-64" />;

  const net = figures.current_year_net_profit_or_loss;
  return (
    <div className="flex flex-col gap-4">
      <Alert tone="waiting">{text("closeText")}</Alert>
      <Facts
        facts={[
          {
            label: text("yearLabel"),
            value: text("yearDays", { from: formatDay(start_date), to: formatDay(end_date) }),
          },
          { label: text("totalRevenue"), value: formatMoney(figures.current_year_total_revenue) },
          {
            label: text("totalExpenses"),
            value: formatMoney(figures.current_year_total_expenses),
          },
          { label: text("netProfitOrLoss"), value: `KES ${formatAmount(net)}` },
        ]}
      />
      <FormFoot>
        <p className="text-sm font-semibold">
          {unbroken(
            text(summaryOf(net), {
              year: year.year,
              amount: formatMoney(Math.abs(net)),
              bank: bankName,
            }),
          )}
        </p>
        <Button
          variant="danger"
          busy={close.busy}
          onClick={() => void submit()}
          className="flex-none"
        >
          {text("close", { year: year.year })}
        </Button>
      </FormFoot>
    </div>
  );
}

function summaryOf(net: number) {
  if (net === 0) return "closeSummaryEven";
  return net < 0 ? "closeSummaryLoss" : "closeSummaryProfit";
}
