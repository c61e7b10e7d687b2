import { useTranslations } from "use-intl";
import type { Fine } from "#contract/fines.ts";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Money } from "#web/ui/money.tsx";
import { formatDay } from "#web/ui/day.ts";

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
