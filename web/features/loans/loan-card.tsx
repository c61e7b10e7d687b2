import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { LoanDue } from "#contract/dues.ts";
import type { Loan, LoanPayment } from "#contract/loans.ts";
import { StatusBadge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card, type Fact, Facts } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { formatMoney, Money, sumKes, unbroken } from "#web/ui/money.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { formatDay } from "#web/ui/day.ts";
import { payableOn } from "./payable.ts";

type LoanCardProps = {
  loan: Loan;
  payments: readonly LoanPayment[];
  /** Undefined while loading, and for a loan without a balance. */
  due: LoanDue | undefined;
  mayRepay: boolean;
  onPay: () => void;
  /** Loads the form before the press. */
  onNear: () => void;
  /** Below the payment button: its statement. */
  statement: ReactNode;
};

/** One loan: its balance, how far it is repaid, when it is due, and a button to pay (SCR-14). */
export function LoanCard(props: LoanCardProps) {
  const { loan, payments, due, mayRepay, onPay, onNear, statement } = props;
  const text = useTranslations("loans");
  const { payableCents, waiting } = payableOn(loan, payments);
  const isInDefault = loan.status === "default";

  return (
    <Card
      title={loan.loan_name}
      aside={<StatusBadge status={loan.status} />}
      className={cx("flex flex-col", isInDefault && "border-bad/50!")}
    >
      <p className="text-sm text-muted">{text("balance")}</p>
      <Money amount={loan.current_balance} size="large" />
      <Progress loan={loan} />
      <div className="mb-4">
        <Facts
          facts={[
            { label: text("amount"), value: <Money amount={loan.amount} /> },
            {
              label: text("interest"),
              value: <Money amount={sumKes([loan.total_amount, -loan.amount])} />,
            },
            { label: text("total"), value: <Money amount={loan.total_amount} /> },
            ...(loan.start_date === null
              ? []
              : [{ label: text("started"), value: formatDay(loan.start_date) }]),
            ...(loan.expiry_date === null
              ? []
              : [
                  {
                    label: text("due"),
                    value: (
                      <span className={isInDefault ? "text-bad" : ""}>
                        {formatDay(loan.expiry_date)}
                      </span>
                    ),
                  },
                ]),
            ...nextPayment(loan, text),
            ...(due === undefined ||
            due.days_late > 0 ||
            loan.status !== "active" ||
            loan.product !== undefined
              ? []
              : [
                  {
                    label: text("toBeDone"),
                    value: text.rich("aMonth", {
                      money: () => <Money amount={due.a_month_to_be_done} />,
                    }),
                  },
                ]),
          ]}
        />
        {waiting.length > 0 && (
          <ul className="mt-2 text-sm">
            {waiting.map((payment) => (
              <li
                key={payment.payment_id}
                className="flex flex-wrap items-center justify-between gap-x-3"
              >
                <span className="text-waiting">
                  {unbroken(text("waiting", { amount: formatMoney(payment.amount_paid) }))}
                </span>
                <Link
                  to="/dashboard/transactions/loan-payments"
                  search={{ receipt: payment.payment_id }}
                  className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
                >
                  {text("showReceipt")}
                  <span className="sr-only">{` ${formatMoney(payment.amount_paid)}`}</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
      {loan.product !== undefined && <AllPayments loan={loan} />}
      <Button
        className="mt-auto w-full"
        disabled={!mayRepay || payableCents === 0n}
        onClick={onPay}
        onPointerEnter={onNear}
        onFocus={onNear}
      >
        {text("pay")}
        <span className="sr-only">{` ${loan.loan_name}`}</span>
      </Button>
      {statement}
    </Card>
  );
}

/** Of a loan of a product: the row that falls due next, and for how long another one has been late. */
function nextPayment(
  { next_due: next, days_late: days = 0, overdue = 0 }: Loan,
  text: Text,
): Fact[] {
  return [
    ...(days === 0
      ? []
      : [
          {
            label: text("late"),
            value: (
              <span className="text-bad">
                {unbroken(text("lateFor", { count: days, amount: formatMoney(overdue) }))}
              </span>
            ),
          },
        ]),
    ...(!next
      ? []
      : [
          {
            label: text("next"),
            value: unbroken(
              text("nextOn", { amount: formatMoney(next.amount), day: formatDay(next.due_on) }),
            ),
          },
        ]),
  ];
}

type Text = ReturnType<typeof useTranslations<"loans">>;

/** To the loan's own page, with its rows and guarantors. */
export function AllPayments({ loan }: { loan: Pick<Loan, "loan_id" | "loan_name"> }) {
  const text = useTranslations("loans");
  return (
    <Link
      to="/dashboard/loans/$loanId"
      params={{ loanId: String(loan.loan_id) }}
      className="mb-2 inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
    >
      {text("allPayments")}
      <span className="sr-only">{` ${loan.loan_name}`}</span>
    </Link>
  );
}

/** How much of the whole is repaid, as a bar and in words. */
function Progress({ loan }: { loan: Loan }) {
  const text = useTranslations("loans");
  // Interest of a product's rows to come is in the total and not in the balance yet.
  const paid = sumKes([loan.total_amount, -loan.current_balance, -(loan.interest_to_come ?? 0)]);
  return (
    <div className="mt-2 mb-3">
      <progress
        aria-hidden
        max={loan.total_amount}
        value={paid}
        className="block h-2 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-brand [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-brand"
      />
      <p className="mt-1 text-sm text-muted">
        {loan.status === "cleared"
          ? text("cleared")
          : loan.status === "written_off"
            ? text("writtenOff")
            : unbroken(text("repaid", { paid: formatMoney(paid) }))}
      </p>
    </div>
  );
}

export function LoanCardsWaiting() {
  return (
    <div aria-busy className="grid gap-4 md:grid-cols-2 md:gap-6 min-[1400px]:grid-cols-3">
      <Skeleton className="h-96" />
      <Skeleton className="h-96 max-md:hidden" />
    </div>
  );
}
