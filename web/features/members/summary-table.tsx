import { useTranslations } from "use-intl";
import { Money } from "#web/ui/money.tsx";
import { StatusBadge, type StatusWord } from "#web/ui/status-badge.tsx";

export type SummaryRow = {
  key: number;
  date: string;
  what: string;
  /** KES. */
  amount: number;
  status?: StatusWord;
};

type SummaryTableProps = {
  caption: string;
  /** The sentence in the place of no rows. */
  empty: string;
  amountLabel?: string;
  rows: readonly SummaryRow[];
};

/** A part of a printed summary: as narrow as a phone and as plain as paper. */
export function SummaryTable({ caption, empty, amountLabel, rows }: SummaryTableProps) {
  const text = useTranslations("members");
  if (rows.length === 0) return <p className="text-muted">{empty}</p>;
  return (
    <table className="w-full border-collapse">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-line text-sm text-muted">
          <th scope="col" className="py-1 pe-3 text-start font-semibold">
            {text("entry")}
          </th>
          <th scope="col" className="py-1 text-end font-semibold">
            {amountLabel ?? text("amount")}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} className="break-inside-avoid border-b border-line">
            <td className="py-2 pe-3">
              <span className="block">{row.what}</span>
              <span className="flex flex-wrap items-center gap-2 text-sm text-muted">
                {row.date}
                {row.status && <StatusBadge status={row.status} />}
              </span>
            </td>
            <td className="py-2 text-end align-top">
              <Money amount={row.amount} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
