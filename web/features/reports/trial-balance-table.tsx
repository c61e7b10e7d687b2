import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import type { PlainDate } from "#domain/calendar.ts";
import { formatAmount } from "#domain/money.ts";
import { Alert } from "#web/ui/alert.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { Money, sumCents } from "#web/ui/money.tsx";
import { accountName, retainedEarningsFigures, type TrialBalanceRow } from "./accounts.ts";
import { StatementWaits } from "./statement-table.tsx";

type TrialBalanceTableProps = {
  rows: readonly TrialBalanceRow[] | undefined;
  bankName: string | undefined;
  date: PlainDate;
  /** "21 Nov 2026". */
  asOn: string;
  error: string | undefined;
  onRetry: () => void;
};

/** Account, debit and credit, with both totals above a double rule: a table on a phone too (SCR-19). */
export function TrialBalanceTable({
  rows,
  bankName,
  date,
  asOn,
  error,
  onRetry,
}: TrialBalanceTableProps) {
  const text = useTranslations("reports");
  const debit = sumCents((rows ?? []).map((row) => row.debit_amount));
  const credit = sumCents((rows ?? []).map((row) => row.credit_amount));
  const retained = rows && retainedEarningsFigures(rows);

  return (
    <>
      {debit !== credit && (
        <Alert live tone="bad">
          {text("differs", { amount: `KES ${formatAmount(debit - credit)}` })}
        </Alert>
      )}
      {error !== undefined ? (
        <LoadProblem detail={error} onRetry={onRetry} />
      ) : rows === undefined ? (
        <StatementWaits />
      ) : rows.length === 0 ? (
        <EmptyState drawing="ledger" title={text("none")} hint={text("noneHint")} />
      ) : (
        <table className="w-full border-collapse text-[0.75rem] min-[400px]:text-sm md:text-base">
          <caption className="sr-only">{`${text("trialBalance")}, ${asOn}`}</caption>
          <thead>
            <tr className="border-b border-line text-muted md:text-sm">
              <th scope="col" className="py-2 text-start align-bottom font-semibold">
                {text("account")}
              </th>
              <th scope="col" className={headClass}>
                {text("debit")}
              </th>
              <th scope="col" className={headClass}>
                {text("credit")}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.account} className="break-inside-avoid border-b border-line">
                <th scope="row" className="py-2 text-start font-normal wrap-anywhere hyphens-auto">
                  <Link
                    to="/dashboard/accounting/postings"
                    search={{ account: row.account, to: date }}
                    className="underline decoration-line underline-offset-4 hover:decoration-ink"
                  >
                    {accountName(row.account, bankName)}
                  </Link>
                </th>
                <Figure row={row} amount={row.debit_amount} date={date} />
                <Figure row={row} amount={row.credit_amount} date={date} />
              </tr>
            ))}
          </tbody>
          <tfoot className="table-row-group">
            <tr className="border-b-[3px] border-ink font-bold [border-bottom-style:double]">
              <th scope="row" className="py-2 text-start font-bold">
                {text("total")}
              </th>
              <td className={figureClass}>{formatAmount(debit)}</td>
              <td className={figureClass}>{formatAmount(credit)}</td>
            </tr>
          </tfoot>
        </table>
      )}
      {retained && <p className="mt-3 text-sm text-muted">{text("retainedNote", retained)}</p>}
    </>
  );
}

const headClass = "py-2 ps-1 text-end align-bottom font-semibold md:ps-6 lg:w-56";
const figureClass = "py-2 ps-1 text-end whitespace-nowrap tabular-nums md:ps-6";

type FigureProps = { row: TrialBalanceRow; amount: number; date: PlainDate };

/** Opens its postings. The empty side is blank on screen, and read out as zero. */
function Figure({ row, amount, date }: FigureProps) {
  return (
    <td className={figureClass}>
      {amount === 0 ? (
        <span className="text-muted">
          <span aria-hidden>–</span>
          <span className="sr-only">0.00</span>
        </span>
      ) : (
        <Link
          to="/dashboard/accounting/postings"
          search={{ account: row.account, to: date }}
          className="underline decoration-line underline-offset-4 hover:decoration-ink"
        >
          <Money amount={amount} bare parentheses />
        </Link>
      )}
    </td>
  );
}
