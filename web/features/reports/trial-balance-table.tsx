import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { PlainDate } from "#domain/calendar.ts";
import { formatAmount } from "#domain/money.ts";
import { Alert } from "#web/ui/alert.tsx";
import { DebitCreditTable } from "#web/ui/debit-credit-table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { sumCents } from "#web/ui/money.tsx";
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
        <DebitCreditTable
          caption={`${text("trialBalance")}, ${asOn}`}
          heads={{ account: text("account"), debit: text("debit"), credit: text("credit") }}
          rows={rows.map((row) => ({
            account: row.account,
            debit: row.debit_amount,
            credit: row.credit_amount,
          }))}
          nameOf={({ account }) => (
            <PostingsLink account={account} date={date}>
              {accountName(account, bankName)}
            </PostingsLink>
          )}
          linked={({ account }, figure) => (
            <PostingsLink account={account} date={date}>
              {figure}
            </PostingsLink>
          )}
          total={{ label: text("total"), debit, credit }}
        />
      )}
      {retained && <p className="mt-3 text-sm text-muted">{text("retainedNote", retained)}</p>}
    </>
  );
}

type PostingsLinkProps = { account: string; date: PlainDate; children: ReactNode };

/** To the postings that the account is made of (REP-14). */
function PostingsLink({ account, date, children }: PostingsLinkProps) {
  return (
    <Link
      to="/dashboard/accounting/postings"
      search={{ account, to: date }}
      className="underline decoration-line underline-offset-4 hover:decoration-ink"
    >
      {children}
    </Link>
  );
}
