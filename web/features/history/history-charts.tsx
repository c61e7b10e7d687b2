// Charts of months, each with its numbers as a table beneath. Fetched with their words and library after the page stands.
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { getBooksHistory, getSavingsHistory } from "#contract/history.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { Card } from "#web/ui/card.tsx";
import { MonthChart } from "#web/ui/charts/month-chart.tsx";
import type { Series } from "#web/ui/charts/series.tsx";
import type { Drawn } from "#web/ui/charts/readout.tsx";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { formatMonth } from "#web/ui/day.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { Money } from "#web/ui/money.tsx";
import { sumKes } from "#web/ui/sum-kes.ts";
import { HistoryWaits, rooms, type Room } from "./history-waits.tsx";

/** The member's own savings at the end of each month. */
export function SavingsHistory() {
  const text = useTranslations("charts");
  const history = useEndpoint(getSavingsHistory);
  const months = history.data?.savings_history;
  return (
    <HistoryCard
      room="savings"
      title={text("savings")}
      about={text("savingsAbout")}
      none={text("savingsNone")}
      reading={history}
      months={months?.map(({ month }) => month)}
      drawn="lines"
      series={[
        {
          key: "total",
          name: text("held"),
          look: "brand",
          values: months?.map(({ total }) => total) ?? [],
        },
      ]}
    />
  );
}

/** What the group had and owed month by month, and what it earned and spent. */
export function BooksHistory() {
  const text = useTranslations("charts");
  const history = useEndpoint(getBooksHistory);
  const rows = history.data?.history ?? [];
  const months = history.data && rows.map(({ month }) => month);
  const income = rows.map((row) => row.income);
  const expense = rows.map((row) => row.expense);
  return (
    <div className="grid gap-4 lg:grid-cols-[11fr_9fr]">
      <HistoryCard
        room="position"
        title={text("position")}
        about={text("positionAbout")}
        none={text("booksNone")}
        reading={history}
        months={months}
        drawn="lines"
        series={[
          { key: "bank", name: text("bank"), look: "brand", values: rows.map((row) => row.bank) },
          { key: "loans", name: text("loans"), look: "clay", values: rows.map((row) => row.loans) },
          {
            key: "savings",
            name: text("memberSavings"),
            look: "note",
            values: rows.map((row) => row.savings),
          },
          {
            key: "net",
            name: text("netAssets"),
            look: "ink",
            values: rows.map((row) => row.net_assets),
          },
        ]}
      />
      <HistoryCard
        room="result"
        title={text("result")}
        about={text("resultAbout")}
        none={text("booksNone")}
        reading={history}
        months={months}
        drawn="bars"
        series={[
          { key: "income", name: text("income"), look: "brand", values: income },
          { key: "expense", name: text("expense"), look: "clay", values: expense },
        ]}
        alsoInTable={{
          key: "profit",
          name: text("profit"),
          values: rows.map((row) => sumKes([row.income, -row.expense])),
        }}
      />
    </div>
  );
}

type Named = Pick<Series, "key" | "name" | "values">;

type HistoryCardProps = {
  room: Room;
  title: string;
  about: string;
  /** What starts the chart, while there is nothing. */
  none: string;
  reading: { isError: boolean; error: { detail: string } | null; refetch: () => unknown };
  /** Undefined while loading. */
  months: readonly string[] | undefined;
  series: readonly Series[];
  alsoInTable?: Named;
  drawn: Drawn;
};

function HistoryCard(props: HistoryCardProps) {
  const { room, title, about, none, reading, months, series, alsoInTable, drawn } = props;
  const text = useTranslations("charts");
  if (months === undefined && !reading.isError) return <HistoryWaits room={room} />;

  let content: ReactNode;
  if (months === undefined)
    content = (
      <LoadProblem detail={reading.error?.detail ?? ""} onRetry={() => void reading.refetch()} />
    );
  else if (months.length === 0)
    content = <EmptyState drawing="coins" title={text("none")} hint={none} />;
  else
    content = (
      <>
        <p className="mb-3 text-sm text-muted">{about}</p>
        <MonthChart label={title} months={months} series={series} drawn={drawn} />
        <details className="mt-2">
          <summary className="-mx-2 inline-flex min-h-11 items-center rounded-control px-2 font-semibold text-brand underline underline-offset-4">
            {text("numbers")}
          </summary>
          <Numbers
            caption={title}
            months={months}
            columns={alsoInTable ? [...series, alsoInTable] : series}
          />
        </details>
      </>
    );
  return (
    <Card title={title} className={rooms[room]}>
      {content}
    </Card>
  );
}

type NumbersProps = { caption: string; months: readonly string[]; columns: readonly Named[] };

/** The same figures, the newest month first. */
function Numbers({ caption, months, columns }: NumbersProps) {
  const text = useTranslations("charts");
  const rows = months.map((month, index) => ({ month, index })).toReversed();
  const monthColumn: Column<(typeof rows)[number]> = {
    key: "month",
    title: text("month"),
    slot: "lead",
    rowHeader: true,
    cell: ({ month }) => <span className="whitespace-nowrap">{formatMonth(month)}</span>,
  };
  return (
    <DataTable
      caption={`${caption} (KES)`}
      dense
      rows={rows}
      rowKey={({ month }) => month}
      empty={null}
      columns={[
        monthColumn,
        ...columns.map(({ key, name, values }): Column<(typeof rows)[number]> => ({
          key,
          title: name,
          align: "end",
          cell: ({ index }) => <Money amount={values[index] ?? 0} parentheses bare />,
        })),
      ]}
    />
  );
}
