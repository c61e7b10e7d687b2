import { useState } from "react";
import { useTranslations } from "use-intl";
import { accounts } from "#domain/ledger/chart-of-accounts.ts";
import type { ProvenLine } from "#domain/proofs/check-proof.ts";
import { textsOf } from "#web/messages/words.ts";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { formatDay } from "#web/ui/day.ts";
import { Money } from "#web/ui/money.tsx";

const pageSize = 24;
type Row = ProvenLine & { number: number };

/** The proven lines as the books have them. */
export function ProvenTable({ lines }: { lines: readonly ProvenLine[] }) {
  const text = useTranslations("proofs");
  const [page, setPage] = useState(1);
  const columns: readonly Column<Row>[] = [
    {
      key: "description",
      title: text("description"),
      slot: "lead",
      rowHeader: true,
      cell: (row) => <span className="font-semibold whitespace-normal">{row.description}</span>,
    },
    {
      key: "date",
      title: text("date"),
      cell: (row) => <span className="whitespace-nowrap">{formatDay(row.date)}</span>,
    },
    { key: "account", title: text("account"), cell: (row) => nameOf(row.account) },
    {
      key: "debit",
      title: text("debit"),
      align: "end",
      cell: (row) =>
        row.amountCents > 0n ? <Money bare amount={Number(row.amountCents) / 100} /> : "–",
    },
    {
      key: "credit",
      title: text("credit"),
      align: "end",
      cell: (row) =>
        row.amountCents < 0n ? <Money bare amount={-Number(row.amountCents) / 100} /> : "–",
    },
  ];
  const rows = lines.map((line, number) => ({ ...line, number }));
  return (
    <DataTable
      caption={text("caption")}
      columns={columns}
      rows={rows.slice((page - 1) * pageSize, page * pageSize)}
      rowKey={(row) => row.number}
      empty={null}
      paging={{ page, pageSize, count: rows.length, onPage: setPage }}
    />
  );
}

function nameOf(code: string): string {
  const known = accounts.find((account) => account.code === code)?.code;
  return known === undefined ? code : textsOf("accounts")[known];
}
