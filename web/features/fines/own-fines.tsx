import { useTranslations } from "use-intl";
import type { Fine } from "#contract/fines.ts";
import { Card } from "#web/ui/card.tsx";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { formatDay } from "#web/ui/day.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Money } from "#web/ui/money.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

type FinesTotalsProps = {
  /** KES; undefined while loading. */
  total: number | undefined;
  unpaid: number | undefined;
  waiting: number | undefined;
};

/** What is left to pay, large, and how it adds up. */
export function FinesTotals({ total, unpaid, waiting }: FinesTotalsProps) {
  const text = useTranslations("fines");
  return (
    <Card>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <Part label={text("unpaid")} amount={unpaid} large />
        <Part label={text("waiting")} amount={waiting} />
        <Part label={text("total")} amount={total} />
      </dl>
    </Card>
  );
}

type PartProps = { label: string; amount: number | undefined; large?: boolean };

function Part({ label, amount, large = false }: PartProps) {
  return (
    <div className={large ? "max-sm:col-span-2" : undefined}>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="font-semibold">
        {amount === undefined ? (
          <Skeleton className="my-1 h-6 w-28" />
        ) : (
          <Money amount={amount} size={large ? "large" : "part"} />
        )}
      </dd>
    </div>
  );
}

type FinesTableProps = {
  fines: readonly Fine[] | undefined;
  error: string | undefined;
  onRetry: () => void;
};

/** A member's fines and what is left to pay of each. */
export function FinesTable({ fines, error, onRetry }: FinesTableProps) {
  const text = useTranslations("fines");
  const columns: readonly Column<Fine>[] = [
    {
      key: "date",
      title: text("date"),
      cell: (row) => <span className="whitespace-nowrap">{formatDay(row.date)}</span>,
    },
    {
      key: "description",
      title: text("description"),
      rowHeader: true,
      cell: (row) => row.description,
    },
    {
      key: "amount",
      title: text("amount"),
      align: "end",
      slot: "lead",
      cell: (row) => <Money amount={row.amount} />,
    },
    {
      key: "outstanding",
      title: text("outstanding"),
      align: "end",
      cell: (row) => (
        <Money
          amount={row.outstanding}
          className={row.outstanding > 0 ? "font-semibold text-bad" : "text-muted"}
        />
      ),
    },
  ];
  return (
    <DataTable
      caption={text("caption")}
      captionHidden
      columns={columns}
      rows={fines}
      rowKey={(row) => row.id}
      loading={fines === undefined}
      error={error}
      onRetry={onRetry}
      empty={<EmptyState drawing="coins" title={text("none")} hint={text("noneHint")} />}
    />
  );
}
