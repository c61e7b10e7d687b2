// What the member owes now and what comes next, as home shows it (PAY-20). What waits for the offices is owed no more, and
// is named beside it.
import { CONTRIBUTION } from "#domain/payments/payment-kinds.ts";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { getDues } from "#endpoints/dues.ts";
import type { ReplyOf } from "#contract/endpoint.ts";
import type { MeetingSummary } from "#endpoints/meetings.ts";
import { firstOfMonth } from "#domain/calendar.ts";
import { formatKes, type Cents } from "#domain/money.ts";
import { failedOf, useEndpoint, type Failed } from "#web/api/use-query.ts";
import { DuesPart, type NextDue } from "#web/features/home/recap.tsx";
import { whenAndWhere } from "#web/features/meetings/when-and-where.ts";
import { useMember } from "#web/features/session/session.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { formatDay, formatMonth, formatMonths, today } from "#web/ui/day.ts";
import type { Fact } from "#web/ui/card.tsx";
import { formatMoney, Money, sumKes, unbroken, sumCents } from "#web/ui/money.tsx";

type Text = ReturnType<typeof useTranslations<"home">>;

const linkClass =
  "inline-flex min-h-11 flex-none items-center font-semibold text-brand underline underline-offset-4";

type OwnDuesProps = {
  owed: Owed;
  /** KES; the sum of the payments that the offices have not decided; null if it could not be loaded. */
  waiting: number | null;
  /** The next one of the group; null if none is called. */
  meeting: MeetingSummary | null;
};

export function OwnDues({ owed: { dues, parts }, waiting, meeting }: OwnDuesProps) {
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
          <PayLink parts={parts} className={buttonClass("primary", "flex-none")}>
            {text("payOwed", { amount: formatKes(centsOf(parts)) })}
          </PayLink>
        )
      }
      next={[
        ...nextContribution(text, dues, may("contributions.pay") && parts.length === 0),
        ...nextOfLoans(text, dues, may("loans.repay")),
        ...nextOfFunds(text, dues, may("funds.pay")),
        ...(meeting === null ? [] : [nextMeeting(text, meeting)]),
      ]}
    />
  );
}

/** Links to the prefilled form that pays the parts: one sum, if they are several (PAY-35). */
function PayLink({
  parts,
  className,
  children,
}: {
  parts: readonly OwedPart[];
  className: string;
  children: ReactNode;
}) {
  const [part] = parts;
  switch (parts.length === 1 && part !== undefined ? part.kind : "contributions") {
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
          params={{ loanId: String(part?.kind === "loan" ? part.loanId : 0) }}
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
  const late = sumKes(dues.loans.filter(isLate).map(leftOf));
  return [
    {
      label:
        months.length === 0
          ? ""
          : text("monthsOwed", { months: formatMonths(months[0] ?? "", months.at(-1)) }),
      amount,
    },
    { label: text("unpaidFines"), amount: dues.fines },
    { label: text("lateLoans"), amount: late },
    ...(dues.rotations ?? []).map(({ name, owes_now: amount }) => ({ label: name, amount })),
  ]
    .filter((part) => part.amount > 0)
    .map((part) => ({ label: part.label, value: <Money amount={part.amount} /> }));
}

const isLate = ({ days_late }: { days_late: number }) => days_late > 0;

/**
 * KES of a late loan besides what waits: of one by instalments what is overdue. An answer stored by an earlier version
 * names nothing that waits.
 */
const leftOf = ({ balance, waiting = 0, overdue }: Dues["loans"][number]) =>
  overdue ?? sumKes([balance, -waiting]);

function nextContribution(
  text: Text,
  { contributions, waiting }: Dues,
  mayPay: boolean,
): NextDue[] {
  const { next, paid_up_to: upTo, months_owed: months } = contributions;
  if (next === null) return [];
  const isFirst = upTo === null && months.length === 0 && !waiting?.contributions;
  const month = formatMonth(next.month);
  const isAhead = upTo !== null && upTo >= firstOfMonth(today());
  return [
    {
      key: CONTRIBUTION,
      what: text("dueBy", { amount: formatMoney(next.amount), due: formatDay(next.due_on) }),
      why: isAhead
        ? text("aheadFor", { month, paid: formatMonth(upTo) })
        : text(isFirst ? "firstFor" : "contributionFor", { month }),
      link: mayPay && (
        <Link to="/dashboard/contributions" search={{ pay: "due" }} className={linkClass}>
          {text("payFor")}
        </Link>
      ),
    },
  ];
}

/** For each loan, what to pay each month to repay it in time; of one by instalments the next of them. */
function nextOfLoans(text: Text, { loans }: Dues, mayPay: boolean): NextDue[] {
  return loans
    .filter((loan) => !isLate(loan))
    .map((loan) => ({
      key: `loan-${loan.loan_id}`,
      what: text(loan.overdue === undefined ? "aMonth" : "dueBy", {
        amount: formatMoney(loan.a_month_to_be_done),
        due: formatDay(loan.due_on),
      }),
      why: text(loan.overdue === undefined ? "loanPace" : "loanLeft", {
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

/** What is owed to each fund, besides the sum: it is a claim (FUND-3). */
function nextOfFunds(text: Text, { funds = [] }: Dues, mayPay: boolean): NextDue[] {
  return funds
    .filter(({ owed }) => owed > 0)
    .map(({ fund_id: id, name, owed }) => ({
      key: `fund-${id}`,
      what: text("owedToFund", { amount: formatMoney(owed), fund: name }),
      why: text("owedToFundWhy"),
      link: mayPay && (
        <Link to="/dashboard/accounting/funds" className={linkClass}>
          {text("payFor")}
        </Link>
      ),
    }));
}

/** Day, time and where. */
function nextMeeting(text: Text, meeting: MeetingSummary): NextDue {
  const { id, number } = meeting;
  return {
    key: "meeting",
    what: whenAndWhere(meeting),
    why: text("nextMeeting", { number: String(number) }),
    link: (
      <Link
        to="/dashboard/accounting/meetings/$meetingId"
        params={{ meetingId: String(id) }}
        aria-label={text("showMeeting")}
        className={linkClass}
      >
        {text("show")}
      </Link>
    ),
  };
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

/** Own payments that another member claims too (STAT-62). */
export function ContestedAlerts() {
  const text = useTranslations("home");
  const { user } = useMember();
  return (user.own_contested ?? []).map(({ kind, id, amount, named, ...payment }) => (
    <div key={`${kind} ${id}`} className="mb-3">
      <Alert tone="waiting" title={text("ownContestedTitle")}>
        {unbroken(
          text(named ? "ownContestedNamed" : "ownContestedFirst", {
            amount: formatMoney(amount),
            reference: payment.payment_Reference_Code,
          }),
        )}
      </Alert>
    </div>
  ));
}

export type Dues = ReplyOf<typeof getDues>;

/** A part of what the member owes, which one payment settles. */
export type OwedPart = { cents: Cents } & (
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
  const { may } = useMember();
  const read = useEndpoint(getDues, { enabled });
  if (read.data === undefined) return { owed: undefined, failed: failedOf([read]) };
  const dues = read.data;
  const { amount, next } = dues.contributions;
  const parts: OwedPart[] = [
    ...(may("contributions.pay") && next !== null
      ? [{ kind: "contributions" as const, cents: sumCents([amount]) }]
      : []),
    ...(may("fines.pay") ? [{ kind: "fines" as const, cents: sumCents([dues.fines]) }] : []),
    ...dues.loans
      .filter((loan) => may("loans.repay") && isLate(loan))
      .map((loan) => ({
        kind: "loan" as const,
        loanId: loan.loan_id,
        loanName: loan.loan_name,
        cents: sumCents([leftOf(loan)]),
      })),
  ];
  return { owed: { dues, parts: parts.filter(({ cents }) => cents > 0n) }, failed: null };
}

/** The sum of the parts, in cents. */
export function centsOf(parts: readonly OwedPart[]): Cents {
  return parts.reduce((sum, { cents }) => sum + cents, 0n);
}

type Waiting = { amount: number; count: number };

/**
 * The sum in KES and the number of the member's undecided payments; null if it could not be loaded, and undefined
 * while loading.
 */
export function useWaitingPayments(): Waiting | null | undefined {
  const read = useEndpoint(getDues, { figuresOnly: true });
  if (read.isError) return null;
  if (read.isPending) return undefined;
  const { total = 0, count = 0 } = read.data.waiting ?? {};
  return { amount: total, count };
}
