import { CONTRIBUTION } from "#domain/payments/payment-kinds.ts";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { getBadDebts } from "#endpoints/settlements.ts";
import { getUserFines } from "#endpoints/fines.ts";
import type { User } from "#contract/members.ts";
import { getTransactions } from "#endpoints/transactions.ts";
import { shownStatus } from "#domain/members/shown-status.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { LoadProblem } from "#web/ui/alert.tsx";
import { StatusBadge, type StatusWord } from "#web/ui/badge.tsx";
import { formatDay, formatMoment, today } from "#web/ui/day.ts";
import { Facts } from "#web/ui/card.tsx";
import { formatMoney, Money } from "#web/ui/money.tsx";
import { PrintView } from "#web/ui/print-view.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";
import { loanBalance, memberName, standsInBooks, MemberPostings } from "./member.tsx";

type MemberSummaryProps = {
  user: User;
  group: string;
  /** Beside the print button. */
  actions: ReactNode;
  /** The footer of the sheet. */
  proof: string | undefined;
};

/** The member financial summary (SCR-22): contributions, loans, fines and bad debt on a printable sheet. */
export function MemberSummary({ user, group, actions, proof }: MemberSummaryProps) {
  const text = useTranslations("members");
  const paid = useEndpoint(getTransactions, { query: { member: user.id, kind: CONTRIBUTION } });
  const fines = useEndpoint(getUserFines, { query: { member: user.id } });

  return (
    <PrintView
      group={group}
      title={text("summaryTitle", { name: memberName(user) })}
      asOn={formatDay(today())}
      printedOn={formatDay(today())}
      proof={proof}
      actions={actions}
    >
      <SummaryFacts user={user} unpaidFines={fines.data?.unpaid_fines} />
      <Section title={text("contributions")}>
        <Loaded found={paid}>
          {({ transactions }) => (
            <SummaryTable
              caption={text("contributions")}
              empty={text("noContributions")}
              rows={transactions.map((row) => ({
                key: row.id,
                date: formatDay(row.date),
                what: row.description,
                amount: row.amount,
                status: row.status as StatusWord,
              }))}
            />
          )}
        </Loaded>
      </Section>
      <LoansOf user={user} />
      <Section title={text("fines")}>
        <Loaded found={fines}>
          {({ fines: rows }) => (
            <SummaryTable
              caption={text("fines")}
              empty={text("noFines")}
              amountLabel={text("outstanding")}
              rows={rows.map((fine) => ({
                key: fine.id,
                date: formatDay(fine.date),
                what: text("fineLine", {
                  what: fine.description,
                  amount: formatMoney(fine.amount),
                }),
                amount: fine.outstanding,
              }))}
            />
          )}
        </Loaded>
      </Section>
      <BadDebtsOf user={user} />
    </PrintView>
  );
}

type SummaryFactsProps = {
  user: User;
  /** KES; undefined while loading. */
  unpaidFines: number | undefined;
};

function SummaryFacts({ user, unpaidFines }: SummaryFactsProps) {
  const text = useTranslations("members");
  const { offices } = useUiTexts();
  return (
    <Facts
      facts={[
        { label: text("regNumber"), value: user.reg_number },
        {
          label: text("role"),
          value: user.user_groups.map((office) => offices[office]).join(", ") || text("member"),
        },
        { label: text("status"), value: <StatusBadge status={shownStatus(user)} /> },
        {
          label: text("contributions"),
          value: (
            <MemberPostings account="monthly_contribution" memberId={user.id}>
              <Money amount={user.total_contributions} />
            </MemberPostings>
          ),
        },
        {
          label: text("loanBalance"),
          value: (
            <MemberPostings
              account="loan_receivable"
              memberId={user.id}
              isPosted={standsInBooks(user)}
            >
              <Money amount={loanBalance(user)} />
            </MemberPostings>
          ),
        },
        {
          label: text("unpaidFines"),
          value: unpaidFines === undefined ? "…" : <Money amount={unpaidFines} />,
        },
        { label: text("badDebt"), value: <Money amount={user.bad_debt_outstanding} /> },
      ]}
    />
  );
}

function LoansOf({ user }: { user: User }) {
  const text = useTranslations("members");
  return (
    <Section title={text("loans")}>
      <SummaryTable
        caption={text("loans")}
        empty={text("noLoans")}
        amountLabel={text("balance")}
        rows={user.loans.map((loan) => ({
          key: loan.loan_id,
          date: loan.start_date === null ? "" : formatDay(loan.start_date),
          what: text("loanLine", {
            name: loan.loan_name,
            total: formatMoney(loan.total_amount),
          }),
          amount: loan.current_balance,
          status: loan.status,
        }))}
      />
    </Section>
  );
}

function BadDebtsOf({ user }: { user: User }) {
  const text = useTranslations("members");
  const debts = useEndpoint(getBadDebts, { query: { member: user.id } });
  return (
    <Section title={text("badDebt")}>
      <Loaded found={debts}>
        {({ debts: rows }) => (
          <SummaryTable
            caption={text("badDebt")}
            empty={text("noBadDebts")}
            amountLabel={text("outstanding")}
            rows={rows.map((debt) => ({
              key: debt.id,
              date: formatMoment(debt.created_at),
              what: text("debtLine", {
                principal: formatMoney(debt.principal),
                interest: formatMoney(debt.interest_receivable),
              }),
              amount: debt.outstanding,
              status: debt.status,
            }))}
          />
        )}
      </Loaded>
    </Section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-6">
      <h3 className="mb-1 font-semibold">{title}</h3>
      {children}
    </section>
  );
}

type LoadedProps<Reply> = {
  found: { data: Reply | undefined; error: { detail: string } | null; refetch: () => unknown };
  children: (reply: Reply) => ReactNode;
};

function Loaded<Reply>({ found, children }: LoadedProps<Reply>) {
  if (found.error !== null)
    return <LoadProblem detail={found.error.detail} onRetry={() => void found.refetch()} />;
  return found.data === undefined ? <Skeleton className="h-20" /> : children(found.data);
}

type SummaryRow = {
  key: number;
  date: string;
  what: string;
  /** KES. */
  amount: number;
  status?: StatusWord;
};

type SummaryTableProps = {
  caption: string;
  /** The sentence for an empty table. */
  empty: string;
  amountLabel?: string;
  rows: readonly SummaryRow[];
};

/** A part of a printed summary: as narrow as a phone and as plain as paper. */
function SummaryTable({ caption, empty, amountLabel, rows }: SummaryTableProps) {
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
