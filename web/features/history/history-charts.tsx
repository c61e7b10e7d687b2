// Charts by month, each with its figures as a table below. Loaded with their texts and library after the page.
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { getBooksHistory, getSavingsHistory } from "#endpoints/reports.ts";
import { addDays, addMonths, firstOfMonth, type PlainDate } from "#domain/calendar.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { LoadProblem } from "#web/ui/alert.tsx";
import { Card } from "#web/ui/card.tsx";
import { MonthChart } from "#web/ui/charts/month-chart.tsx";
import type { Drawn, Series } from "#web/ui/charts/series.tsx";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { formatMonth, today } from "#web/ui/day.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Money, sumKes } from "#web/ui/money.tsx";
import { HistoryWaits, rooms, type Room } from "./history-waits.tsx";

/** The member's own savings at the end of each month. */
export function SavingsHistory({ memberId }: { memberId: number }) {
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
          proof: (month, figure) => (
            <Link
              to="/dashboard/accounting/postings"
              search={{
                account: "monthly_contribution",
                member: memberId,
                to: monthDays(months?.[month]?.month ?? today()).end,
              }}
              className={linkClass}
            >
              {figure}
            </Link>
          ),
        },
      ]}
    />
  );
}

/** What the group had and owed by month, and what it earned and spent. */
export function BooksHistory() {
  const text = useTranslations("charts");
  const history = useEndpoint(getBooksHistory);
  const rows = history.data?.history ?? [];
  const months = history.data && rows.map(({ month }) => month);
  const income = rows.map((row) => row.income);
  const expense = rows.map((row) => row.expense);
  const daysOf = (month: number) => monthDays(rows[month]?.month ?? today());
  const balance = (
    month: number,
    of: { account: string; parts?: "yes" },
    figure: ReactNode,
  ): ReactNode => (
    <Link
      to="/dashboard/accounting/postings"
      search={{ ...of, to: daysOf(month).end }}
      className={linkClass}
    >
      {figure}
    </Link>
  );
  const sheet = (month: number, figure: ReactNode): ReactNode => (
    <Link
      to="/dashboard/accounting/balance-sheet"
      search={{ date: daysOf(month).end }}
      className={linkClass}
    >
      {figure}
    </Link>
  );
  const result = (month: number, figure: ReactNode): ReactNode => (
    <Link
      to="/dashboard/accounting/profit-loss"
      search={{ start_date: daysOf(month).start, end_date: daysOf(month).end }}
      className={linkClass}
    >
      {figure}
    </Link>
  );
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
          {
            key: "bank",
            name: text("bank"),
            look: "brand",
            values: rows.map((row) => row.bank),
            proof: (month, figure) => balance(month, { account: "bank" }, figure),
          },
          {
            key: "loans",
            name: text("loans"),
            look: "clay",
            values: rows.map((row) => row.loans),
            proof: (month, figure) =>
              balance(month, { account: "loan_receivable", parts: "yes" }, figure),
          },
          {
            key: "savings",
            name: text("memberSavings"),
            look: "note",
            values: rows.map((row) => row.savings),
            proof: (month, figure) => balance(month, { account: "monthly_contribution" }, figure),
          },
          {
            key: "net",
            name: text("netAssets"),
            look: "ink",
            values: rows.map((row) => row.net_assets),
            proof: sheet,
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
          { key: "income", name: text("income"), look: "brand", values: income, proof: result },
          { key: "expense", name: text("expense"), look: "clay", values: expense, proof: result },
        ]}
        alsoInTable={{
          key: "profit",
          name: text("profit"),
          values: rows.map((row) => sumKes([row.income, -row.expense])),
          proof: result,
        }}
      />
    </div>
  );
}

const linkClass = "underline decoration-line underline-offset-4 hover:decoration-ink";

/** The days of a month up to today. */
function monthDays(month: PlainDate): { start: PlainDate; end: PlainDate } {
  const start = firstOfMonth(month);
  const last = addDays(addMonths(start, 1), -1);
  return { start, end: last < today() ? last : today() };
}

type Named = Pick<Series, "key" | "name" | "values" | "proof">;

type HistoryCardProps = {
  room: Room;
  title: string;
  about: string;
  /** What will start the chart, while it is empty. */
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
      rows={rows}
      rowKey={({ month }) => month}
      empty={null}
      columns={[
        monthColumn,
        ...columns.map(({ key, name, values, proof }): Column<(typeof rows)[number]> => ({
          key,
          title: name,
          align: "end",
          cell: ({ index }) => {
            const figure = <Money amount={values[index] ?? 0} bare />;
            return proof === undefined ? figure : proof(index, figure);
          },
        })),
      ]}
    />
  );
}
