import { useTranslations } from "use-intl";
import type { getTransactions } from "#contract/transactions.ts";
import type { ReplyOf } from "#contract/endpoint.ts";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { formatDay, formatMonth } from "#web/ui/day.ts";
import { Money } from "#web/ui/money.tsx";

type Past = NonNullable<ReplyOf<typeof getTransactions>["history"]>[number];

/** What the group's book tells of: part of what it brought forward, and counted nowhere again (OPEN-74). */
export function PastContributions({ history }: { history: readonly Past[] | undefined }) {
  const text = useTranslations("transactions");
  if (history === undefined) return null;
  const columns: readonly Column<Past>[] = [
    {
      key: "month",
      title: text("month"),
      rowHeader: true,
      slot: "name",
      cell: (row) => formatMonth(row.month),
    },
    {
      key: "paid",
      title: text("paymentDate"),
      slot: "detail",
      cell: (row) => (row.paid_on === null ? "–" : formatDay(row.paid_on)),
    },
    {
      key: "reference",
      title: text("reference"),
      slot: "detail",
      cell: (row) => <span className="break-all">{row.reference ?? "–"}</span>,
    },
    {
      key: "amount",
      title: text("amount"),
      align: "end",
      slot: "side",
      cell: (row) => <Money amount={row.amount} bare />,
    },
  ];
  return (
    <section className="mt-6" aria-label={text("past")}>
      <h2 className="text-lg font-semibold">{text("past")}</h2>
      <p className="mb-3 text-sm text-muted">{text("pastHint")}</p>
      <DataTable
        caption={text("past")}
        captionHidden
        dense
        compact
        columns={columns}
        rows={history}
        rowKey={(row) => `past-${row.id}`}
        empty={null}
      />
    </section>
  );
}
