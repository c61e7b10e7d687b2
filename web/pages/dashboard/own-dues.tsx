// What the member owes now and what comes next, as home shows it (PAY-20), and how much of it they still have to pay:
// payments that wait for the offices are deducted.
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { getContributions } from "#endpoints/contributions.ts";
import { getDues } from "#endpoints/dues.ts";
import type { ReplyOf } from "#contract/endpoint.ts";
import { getLoanPayments } from "#endpoints/loans.ts";
import { getTransactions } from "#endpoints/transactions.ts";
import { firstOfMonth, type PlainDate } from "#domain/calendar.ts";
import { formatKes, type Cents } from "#domain/money.ts";
import { failedOf, useEndpoint, type Failed } from "#web/api/use-query.ts";
import { DuesPart, type NextDue } from "#web/features/home/recap.tsx";
import { payableOn } from "#web/features/loans/payable.ts";
import { useMember } from "#web/features/session/session.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { formatDay, formatMonth, today } from "#web/ui/day.ts";
import type { Fact } from "#web/ui/card.tsx";
import { formatMoney, Money, sumKes, unbroken, sumCents } from "#web/ui/money.tsx";

type Text = ReturnType<typeof useTranslations<"home">>;

const linkClass =
  "inline-flex min-h-11 flex-none items-center font-semibold text-brand underline underline-offset-4";

type OwnDuesProps = {
  owed: Owed;
  /** KES; the sum of the payments that the offices have not decided; null if it could not be loaded. */
  waiting: number | null;
};

export function OwnDues({ owed: { dues, parts }, waiting }: OwnDuesProps) {
  const text = useTranslations("home");
  const { may } = useMember();
  const [first] = parts;
  return (
    <DuesPart
      total={dues.total_now}
      facts={owedFacts(text, dues)}
      waiting={waiting ?? 0}
      pay={
        first === undefined ? null : (
          <PayLink part={first} className={buttonClass("primary", "flex-none")}>
            {text("payOwed", { amount: formatKes(centsOf(parts)) })}
          </PayLink>
        )
      }
      next={[
        ...nextContribution(text, dues, may("contributions.pay") && parts.length === 0),
        ...nextOfLoans(text, dues, may("loans.repay")),
      ]}
    />
  );
}

/** Links to the prefilled form that pays the part. */
function PayLink({
  part,
  className,
  children,
}: {
  part: OwedPart;
  className: string;
  children: ReactNode;
}) {
  switch (part.kind) {
    case "contributions":
      return (
        <Link to="/dashboard/contributions" search={{ pay: "due" }} className={className}>
          {children}
        </Link>
      );
    case "fines":
      return (
        <Link to="/dashboard/transactions/fines" search={{ pay: "due" }} className={className}>
          {children}
        </Link>
      );
    case "loan":
      return (
        <Link
          to="/dashboard/loans/repay-loan/$loanId"
          params={{ loanId: String(part.loanId) }}
          search={{ fill: "due" }}
          className={className}
        >
          {children}
        </Link>
      );
  }
}

/** What is owed and for which months. */
function owedFacts(text: Text, dues: Dues): Fact[] {
  const { months_owed: months, amount } = dues.contributions;
  const late = sumKes(dues.loans.filter(isLate).map(({ balance }) => balance));
  return [
    {
      label: months.length === 0 ? "" : text("monthsOwed", { months: monthsSpan(text, months) }),
      amount,
    },
    { label: text("unpaidFines"), amount: dues.fines },
    { label: text("lateLoans"), amount: late },
  ]
    .filter((part) => part.amount > 0)
    .map((part) => ({ label: part.label, value: <Money amount={part.amount} /> }));
}

const isLate = ({ days_late }: { days_late: number }) => days_late > 0;

/** "Jun to Oct 2026", "Nov 2025 to Feb 2026"; the owed months are consecutive. */
function monthsSpan(text: Text, months: readonly PlainDate[]): string {
  const [first = "", last = ""] = [months[0], months.at(-1)];
  if (months.length === 1) return formatMonth(first);
  const isOneYear = first.slice(0, 4) === last.slice(0, 4);
  return text("monthsSpan", {
    first: isOneYear ? formatMonth(first).slice(0, -5) : formatMonth(first),
    last: formatMonth(last),
  });
}

function nextContribution(text: Text, { contributions }: Dues, mayPay: boolean): NextDue[] {
  const { next, paid_up_to: upTo, months_owed: months } = contributions;
  if (next === null) return [];
  const month = formatMonth(next.month);
  const isAhead = upTo !== null && upTo >= firstOfMonth(today());
  return [
    {
      key: "contribution",
      what: text("dueBy", { amount: formatMoney(next.amount), due: formatDay(next.due_on) }),
      why: isAhead
        ? text("aheadFor", { month, paid: formatMonth(upTo) })
        : text(upTo === null && months.length === 0 ? "firstFor" : "contributionFor", { month }),
      link: mayPay && (
        <Link to="/dashboard/contributions" search={{ pay: "due" }} className={linkClass}>
          {text("payFor")}
        </Link>
      ),
    },
  ];
}

/** For each loan, what to pay each month to repay it in time. */
function nextOfLoans(text: Text, { loans }: Dues, mayPay: boolean): NextDue[] {
  return loans
    .filter((loan) => !isLate(loan))
    .map((loan) => ({
      key: `loan-${loan.loan_id}`,
      what: text("aMonth", { amount: formatMoney(loan.a_month_to_be_done) }),
      why: text("loanPace", {
        loan: loan.loan_name,
        due: formatDay(loan.due_on),
        amount: formatMoney(loan.balance),
      }),
      link: mayPay && (
        <Link
          to="/dashboard/loans/repay-loan/$loanId"
          params={{ loanId: String(loan.loan_id) }}
          search={{ fill: "month" }}
          aria-label={text("repayButton")}
          className={linkClass}
        >
          {text("repay")}
        </Link>
      ),
    }));
}

/** 'You have a defaulted loan!' for each defaulted loan (SCR-13). */
export function DefaultAlerts() {
  const text = useTranslations("home");
  const { user, may } = useMember();
  return user.loans
    .filter(({ status }) => status === "default")
    .map((loan) => (
      <div key={loan.loan_id} className="mb-3">
        <Alert live tone="bad" title={text("defaulted")}>
          {unbroken(
            text("defaultText", {
              loan: loan.loan_name,
              due: loan.expiry_date === null ? "" : formatDay(loan.expiry_date),
              amount: formatMoney(loan.current_balance),
            }),
          )}{" "}
          {may("loans.repay") && (
            <Link
              to="/dashboard/loans/repay-loan/$loanId"
              params={{ loanId: String(loan.loan_id) }}
              search={{ fill: "due" }}
              className="font-semibold underline underline-offset-4"
            >
              {text("repayButton")}
            </Link>
          )}
        </Alert>
      </div>
    ));
}

type Dues = ReplyOf<typeof getDues>;

/** A part of what the member owes, which one payment settles. */
type OwedPart = { cents: Cents } & (
  | { kind: "contributions" | "fines" }
  | { kind: "loan"; loanId: number; loanName: string }
);

type Owed = {
  dues: Dues;
  /** What the member may pay and has not paid yet: contributions first, then fines, then overdue loans. */
  parts: readonly OwedPart[];
};

/** `owed` is undefined while loading, and if it could not be loaded. */
export function useOwed({ enabled = true } = {}): {
  owed: Owed | undefined;
  failed: Failed | null;
} {
  const { user, may } = useMember();
  const dues = useEndpoint(getDues, { enabled });
  const contributions = useEndpoint(getContributions, { figuresOnly: true, enabled });
  const repayments = useEndpoint(getLoanPayments, { figuresOnly: true, enabled });
  const { fines } = useWaitingPayments();
  const readings = [dues, contributions, repayments, ...fines.readings];
  if (
    dues.data === undefined ||
    contributions.data === undefined ||
    repayments.data === undefined ||
    fines.amount === undefined
  )
    return { owed: undefined, failed: failedOf(readings) };

  const { amount, next } = dues.data.contributions;
  const waitingCents = sumCents(
    contributions.data.monthly_contributions_receipts
      .filter(({ status }) => status === "pending" || status === "pending_approval")
      .map((each) => each.amount_paid),
  );
  const late = new Map(
    dues.data.loans.map(({ loan_id, days_late }) => [loan_id, days_late > 0] as const),
  );
  const paid = repayments.data.loan_payments;
  const parts: OwedPart[] = [
    ...(may("contributions.pay") && next !== null
      ? [{ kind: "contributions" as const, cents: sumCents([amount]) - waitingCents }]
      : []),
    ...(may("fines.pay")
      ? [{ kind: "fines" as const, cents: sumCents([dues.data.fines, -fines.amount]) }]
      : []),
    ...user.loans
      .filter(({ loan_id }) => may("loans.repay") && late.get(loan_id) === true)
      .map((loan) => ({
        kind: "loan" as const,
        loanId: loan.loan_id,
        loanName: loan.loan_name,
        cents: payableOn(loan, paid).payableCents,
      })),
  ];
  return {
    owed: { dues: dues.data, parts: parts.filter(({ cents }) => cents > 0n) },
    failed: null,
  };
}

/** The sum of the parts, in cents. */
export function centsOf(parts: readonly OwedPart[]): Cents {
  return parts.reduce((sum, { cents }) => sum + cents, 0n);
}

type Waiting = { amount: number; count: number };

/**
 * The sum in KES and the number of the member's undecided payments: `all` of every kind, `fines` only of fines. `all`
 * is null if it could not be loaded, and undefined while loading.
 */
export function useWaitingPayments(): {
  all: Waiting | null | undefined;
  fines: ReturnType<typeof useWaitingFinePayments>;
} {
  const contributions = useEndpoint(getContributions, { figuresOnly: true });
  const repayments = useEndpoint(getLoanPayments, { figuresOnly: true });
  const fines = useWaitingFinePayments();
  if (contributions.isError || repayments.isError || fines.isError) return { all: null, fines };
  if (contributions.isPending || repayments.isPending || fines.amount === undefined)
    return { all: undefined, fines };
  const undecided = [
    ...contributions.data.monthly_contributions_receipts.filter(isUndecided),
    ...repayments.data.loan_payments.filter(isUndecided),
  ].map((each) => each.amount_paid);
  return {
    all: {
      amount: sumKes([...undecided, fines.amount]),
      count: undecided.length + fines.count,
    },
    fines,
  };
}

/** Only a member with unpaid fines can have such a payment (PAY-8), so only then it asks the server. */
function useWaitingFinePayments() {
  const dues = useEndpoint(getDues, { figuresOnly: true });
  const owes = (dues.data?.fines ?? 0) > 0;
  const paid = useEndpoint(getTransactions, {
    query: { kind: "fine_payment" },
    enabled: owes,
    figuresOnly: true,
  });
  const readings = [dues, paid];
  const isError = readings.some((each) => each.isError);
  if (dues.data === undefined || (owes && paid.data === undefined))
    return { readings, isError, amount: undefined, count: 0 };
  const amounts = (owes ? (paid.data?.transactions ?? []) : [])
    .filter(isUndecided)
    .map((each) => each.amount);
  return { readings, isError, amount: sumKes(amounts), count: amounts.length };
}

function isUndecided({ status }: { status: string }): boolean {
  return status === "pending" || status === "pending_approval";
}
