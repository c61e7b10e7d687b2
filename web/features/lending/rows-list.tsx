import {
  ArrowLeftRight,
  CalendarDays,
  Check,
  ChevronDown,
  CircleCheck,
  CircleDashed,
  type LucideIcon,
  TriangleAlert,
} from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import type { getLoanSchedule } from "#contract/lending.ts";
import { Facts } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { type Column, DataTable, useHasRoom } from "#web/ui/data-table.tsx";
import { formatDay } from "#web/ui/day.ts";
import { Money, sumKes } from "#web/ui/money.tsx";

type StandingRow = ReplyOf<typeof getLoanSchedule>["instalments"][number];
export type RowState = StandingRow["state"];
/** A row of a loan; before the payout nothing is paid of it. */
export type ShownRow = Omit<StandingRow, "paid_interest" | "paid_principal" | "state"> &
  Partial<StandingRow>;

const looks: Record<RowState, { Icon: LucideIcon; colour: string }> = {
  paid: { Icon: CircleCheck, colour: "text-good" },
  late: { Icon: TriangleAlert, colour: "text-bad" },
  part: { Icon: CircleDashed, colour: "text-waiting" },
  coming: { Icon: CalendarDays, colour: "text-muted" },
  early: { Icon: Check, colour: "text-good" },
  moved: { Icon: ArrowLeftRight, colour: "text-muted" },
};

function StateWord({ state }: { state: RowState }) {
  const text = useTranslations("lending");
  const { Icon, colour } = looks[state];
  return (
    <span
      className={`inline-flex items-center gap-1 text-sm font-semibold whitespace-nowrap ${colour}`}
    >
      <Icon aria-hidden className="size-4 flex-none" />
      {text(`states.${state}`)}
    </span>
  );
}

const WIDE_REM = 44;

/** Every row of a loan: a table where it has room, elsewhere one line each, which opens to the rest of its figures. */
export function RowsList({ rows, caption }: { rows: readonly ShownRow[]; caption: string }) {
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  const isWide = useHasRoom(box, WIDE_REM);
  const keyed = rows.map((row, index) => ({ ...row, key: index }));
  return (
    <div ref={setBox}>
      {isWide ? (
        <WideRows rows={keyed} caption={caption} />
      ) : (
        <Lines rows={keyed} label={caption} />
      )}
    </div>
  );
}

type Keyed = ShownRow & { key: number };

function WideRows({ rows, caption }: { rows: readonly Keyed[]; caption: string }) {
  const text = useTranslations("lending");
  const amount = (key: "interest" | "principal" | "total" | "balance", title: string) => ({
    key,
    title,
    align: "end" as const,
    cell: (row: Keyed) => (
      <Money amount={row[key]} bare className={key === "total" ? "font-semibold" : ""} />
    ),
  });
  const columns: readonly Column<Keyed>[] = [
    {
      key: "due",
      title: text("dueOn"),
      rowHeader: true,
      cell: (row) => (
        <span className="font-semibold whitespace-nowrap">{formatDay(row.due_on)}</span>
      ),
    },
    amount("interest", text("ofInterest")),
    amount("principal", text("ofPrincipal")),
    amount("total", text("ofTotal")),
    amount("balance", text("left")),
    {
      key: "state",
      title: text("state"),
      cell: (row) => row.state !== undefined && <StateWord state={row.state} />,
    },
  ];
  const total = (of: "interest" | "principal" | "total") => (
    <Money amount={sumKes(rows.map((row) => row[of]))} bare />
  );
  return (
    <DataTable
      caption={caption}
      captionHidden
      columns={rows.some(({ state }) => state !== undefined) ? columns : columns.slice(0, -1)}
      rows={rows}
      rowKey={({ key }) => key}
      totals={{
        due: text("ofTotal"),
        interest: total("interest"),
        principal: total("principal"),
        total: total("total"),
      }}
      empty={null}
    />
  );
}

function Lines({ rows, label }: { rows: readonly Keyed[]; label: string }) {
  const text = useTranslations("lending");
  const areLong = rows.some(({ total }) => total >= 10_000);
  return (
    <ul
      aria-label={label}
      className="divide-y divide-line rounded-card border border-line bg-card tabular-nums"
    >
      {rows.map((row) => (
        <li key={row.key}>
          <details className="group">
            <summary className="flex min-h-11 cursor-pointer items-center gap-1.5 px-2.5 py-1 outline-offset-[-3px]">
              {/* One line, unless the figure is too long for the state beside it. */}
              <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-1.5">
                <span className="min-w-22 text-sm whitespace-nowrap">{formatDay(row.due_on)}</span>
                <Money
                  amount={row.total}
                  bare
                  className={cx("flex-1 text-end font-semibold", areLong && "text-sm")}
                />
                {row.state !== undefined && (
                  <span className="flex min-w-23">
                    <StateWord state={row.state} />
                  </span>
                )}
              </span>
              <ChevronDown aria-hidden className="size-4 text-muted group-open:rotate-180" />
            </summary>
            <div className="border-t border-line bg-sunken px-3">
              <Facts
                facts={[
                  ...(row.number === null
                    ? []
                    : [{ label: text("number"), value: String(row.number) }]),
                  { label: text("ofInterest"), value: <Money amount={row.interest} /> },
                  { label: text("ofPrincipal"), value: <Money amount={row.principal} /> },
                  { label: text("left"), value: <Money amount={row.balance} /> },
                  ...(row.state === undefined
                    ? []
                    : [
                        {
                          label: text("paid"),
                          value: (
                            <Money
                              amount={sumKes([row.paid_interest ?? 0, row.paid_principal ?? 0])}
                            />
                          ),
                        },
                      ]),
                ]}
              />
            </div>
          </details>
        </li>
      ))}
    </ul>
  );
}
