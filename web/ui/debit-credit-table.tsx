import type { ReactNode } from "react";
import { formatAmount as formatCents, type Cents } from "#domain/money.ts";
import { Money } from "./money.tsx";

/** One account; both sides in KES, one of them 0. */
type SidedRow = { account: string; debit: number; credit: number };

type DebitCreditTableProps = {
  /** Says what the table holds, for those who hear it. */
  caption: string;
  heads: { account: string; debit: string; credit: string };
  rows: readonly SidedRow[];
  nameOf: (row: SidedRow) => ReactNode;
  /** Wraps a figure that leads to how it came about. */
  linked?: (row: SidedRow, figure: ReactNode) => ReactNode;
  total: { label: string; debit: Cents; credit: Cents };
  /** What the sides differ by where they do: debit positive. */
  difference?: { label: string; cents: Cents } | undefined;
};

/** Account, debit and credit, with both totals above a double rule: a table on a phone too (SCR-19). */
export function DebitCreditTable(props: DebitCreditTableProps) {
  const { caption, heads, rows, nameOf, total, difference } = props;
  const { linked = (_, figure) => figure } = props;
  return (
    <table className="w-full border-collapse text-[0.75rem] min-[400px]:text-sm md:text-base">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-line text-muted md:text-sm">
          <th scope="col" className="py-2 text-start align-bottom font-semibold">
            {heads.account}
          </th>
          <th scope="col" className={headClass}>
            {heads.debit}
          </th>
          <th scope="col" className={headClass}>
            {heads.credit}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.account} className="break-inside-avoid border-b border-line">
            <th scope="row" className="py-2 text-start font-normal wrap-anywhere hyphens-auto">
              {nameOf(row)}
            </th>
            {[row.debit, row.credit].map((amount, side) => (
              // The two sides never change their places.
              // oxlint-disable-next-line react/no-array-index-key
              <td key={side} className={figureClass}>
                {amount === 0 ? <Blank /> : linked(row, <Money amount={amount} bare />)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot className="table-row-group">
        <tr className="border-b-[3px] border-ink font-bold [border-bottom-style:double]">
          <th scope="row" className="py-2 text-start font-bold">
            {total.label}
          </th>
          <td className={figureClass}>{formatCents(total.debit)}</td>
          <td className={figureClass}>{formatCents(total.credit)}</td>
        </tr>
        {difference !== undefined && (
          <tr className="font-bold text-bad">
            <th scope="row" className="py-2 text-start font-bold">
              {difference.label}
            </th>
            <td className={figureClass}>
              {difference.cents > 0n ? formatCents(difference.cents) : ""}
            </td>
            <td className={figureClass}>
              {difference.cents < 0n ? formatCents(-difference.cents) : ""}
            </td>
          </tr>
        )}
      </tfoot>
    </table>
  );
}

const headClass = "py-2 ps-1 text-end align-bottom font-semibold md:ps-6 lg:w-56";
const figureClass = "py-2 ps-1 text-end whitespace-nowrap tabular-nums md:ps-6";

/** The empty side is blank on screen, and read out as zero. */
function Blank() {
  return (
    <span className="text-muted">
      <span aria-hidden>–</span>
      <span className="sr-only">0.00</span>
    </span>
  );
}
