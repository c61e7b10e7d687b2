import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import type { PlainDate } from "#domain/calendar.ts";
import { formatAmount } from "#domain/money.ts";
import { Alert } from "#web/ui/alert.tsx";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Money } from "#web/ui/money.tsx";
import { accountName } from "./account-name.ts";
import { sumCents } from "#web/ui/sum-kes.ts";
import { retainedEarningsFigures, type TrialBalanceRow } from "./retained-earnings-figures.ts";

type TrialBalanceTableProps = {
  rows: readonly TrialBalanceRow[] | undefined;
  bankName: string | undefined;
  date: PlainDate;
  /** "21 Nov 2026". */
  asOn: string;
  error: string | undefined;
  onRetry: () => void;
};

/** Account, debit and credit, with both totals above a double rule (SCR-19). */
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

  const columns: readonly Column<TrialBalanceRow>[] = [
    {
      key: "account",
      title: text("account"),
      rowHeader: true,
      slot: "lead",
      cell: (row) => (
        <Link
          to="/dashboard/accounting/postings"
          search={{ account: row.account, to: date }}
          className="underline underline-offset-4"
        >
          {accountName(row.account, bankName)}
        </Link>
      ),
    },
    {
      key: "debit",
      title: text("debit"),
      align: "end",
      cell: (row) => <Figure amount={row.debit_amount} />,
    },
    {
      key: "credit",
      title: text("credit"),
      align: "end",
      cell: (row) => <Figure amount={row.credit_amount} />,
    },
  ];

  return (
    <>
      {debit !== credit && (
        <Alert live tone="bad">
          {text("differs", { amount: `KES ${formatAmount(debit - credit)}` })}
        </Alert>
      )}
      <DataTable
        caption={`${text("trialBalance")}, ${asOn}`}
        captionHidden
        columns={columns}
        rows={rows}
        rowKey={(row) => row.account}
        loading={rows === undefined}
        error={error}
        onRetry={onRetry}
        totals={{
          account: text("total"),
          debit: <span className="whitespace-nowrap tabular-nums">{formatAmount(debit)}</span>,
          credit: <span className="whitespace-nowrap tabular-nums">{formatAmount(credit)}</span>,
        }}
        empty={<EmptyState drawing="ledger" title={text("none")} hint={text("noneHint")} />}
      />
      {retained && <p className="mt-3 text-sm text-muted">{text("retainedNote", retained)}</p>}
    </>
  );
}

/** The side of an account that holds nothing is left blank for the eye, and said to be zero to the ear. */
function Figure({ amount }: { amount: number }) {
  if (amount !== 0) return <Money amount={amount} bare parentheses />;
  return (
    <span data-blank className="text-muted">
      <span aria-hidden>–</span>
      <span className="sr-only">0.00</span>
    </span>
  );
}
