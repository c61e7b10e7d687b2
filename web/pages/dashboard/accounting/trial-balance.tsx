import { getRouteApi, Link } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { useTranslations } from "use-intl";
import { getGroup } from "#endpoints/group.ts";
import { getTrialBalance } from "#endpoints/reports.ts";
import { parsePlainDate, type PlainDate } from "#domain/calendar.ts";
import { formatAmount } from "#domain/money.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import {
  DownloadPdf,
  useAsOfLine,
  prefetchAuditLine,
  useAuditLine,
} from "#web/features/documents/report-document.tsx";
import {
  accountName,
  retainedEarningsFigures,
  type TrialBalanceRow,
} from "#web/features/reports/accounts.ts";
import { StatementWaits } from "#web/features/reports/statement-table.tsx";
import { Alert, LoadProblem } from "#web/ui/alert.tsx";
import { DateField } from "#web/ui/date-field.tsx";
import { formatDay, today } from "#web/ui/day.ts";
import { DebitCreditTable } from "#web/ui/debit-credit-table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { sumCents } from "#web/ui/money.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { PrintView } from "#web/ui/print-view.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import type { readTrialBalanceSearch } from "#web/pages/search.ts";
import { BooksPage } from "./books-page.tsx";

const route = getRouteApi("/dashboard/accounting/trial-balance");

export function TrialBalancePage() {
  const text = useTranslations("reports");
  return (
    <BooksPage title={text("trialBalance")}>
      <TrialBalance />
    </BooksPage>
  );
}

TrialBalancePage.loader = ((prefetch, { may, search }) => {
  if (!may("reports.read")) return;
  prefetch(getTrialBalance, { query: { date: search.date ?? today() } });
  prefetchAuditLine(prefetch);
}) satisfies PageLoader<typeof readTrialBalanceSearch>;

function TrialBalance() {
  const text = useTranslations("reports");
  const navigate = route.useNavigate();
  const date = route.useSearch().date ?? today();
  const group = useEndpoint(getGroup);
  // SCR-19: another date clears the balances at once, since each date is a query of its own.
  const balance = useEndpoint(getTrialBalance, { query: { date } });

  const asOf = useAsOfLine(balance.data);
  const proof = useAuditLine(true);
  // Only a new address, such as by the back button, changes the field while somebody types in it.
  const [typed, setTyped] = useState({ text: date, shown: date, isLeft: false });
  if (typed.shown !== date) setTyped({ text: date, shown: date, isLeft: false });

  const show = (text: string) => {
    const chosen = parsePlainDate(text);
    setTyped({ text, shown: chosen ?? typed.shown, isLeft: false });
    if (chosen !== null) void navigate({ search: { date: chosen }, replace: true });
  };

  return (
    <>
      <PageHeader
        title={text("trialBalance")}
        subtitle={text("trialBalanceText")}
        actions={
          <DateField
            className="md:w-52"
            label={text("endDate")}
            name="date"
            value={typed.text}
            error={typed.isLeft && typed.text !== typed.shown ? text("dateRequired") : undefined}
            onBlur={() => setTyped((before) => ({ ...before, isLeft: true }))}
            onValueChange={show}
          />
        }
      />
      <PrintView
        group={group.data?.name ?? ""}
        title={text("trialBalance")}
        asOn={formatDay(date)}
        asOf={asOf}
        printedOn={formatDay(today())}
        proof={proof}
        actions={<DownloadPdf requested={{ report: "trial-balance", date }} />}
      >
        <TrialBalanceTable
          rows={balance.data?.trial_balance}
          bankName={group.data?.bank_name}
          date={date}
          asOn={formatDay(date)}
          error={balance.error?.detail}
          onRetry={() => void balance.refetch()}
        />
      </PrintView>
    </>
  );
}

type TrialBalanceTableProps = {
  rows: readonly TrialBalanceRow[] | undefined;
  bankName: string | undefined;
  date: PlainDate;
  /** "21 Nov 2026". */
  asOn: string;
  error: string | undefined;
  onRetry: () => void;
};

/** A table of account, debit and credit, with both totals above a double line; on a phone too (SCR-19). */
function TrialBalanceTable({ rows, bankName, date, asOn, error, onRetry }: TrialBalanceTableProps) {
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

/** Links to the postings of the account's balance (REP-14). */
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
