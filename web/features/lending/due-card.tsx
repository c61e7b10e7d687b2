import { Link } from "@tanstack/react-router";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import type { getLoanSchedule } from "#contract/lending.ts";
import type { Loan } from "#contract/loans.ts";
import { StatusBadge } from "#web/ui/badge.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { formatDay, today } from "#web/ui/day.ts";
import { formatMoney, Money, unbroken } from "#web/ui/money.tsx";

type DueCardProps = {
  loan: Loan;
  /** Undefined for a plain loan. */
  schedule: ReplyOf<typeof getLoanSchedule> | undefined;
  mayPay: boolean;
};

/** What is to be paid on a loan now, the first thing on its page. */
export function DueCard({ loan, schedule, mayPay }: DueCardProps) {
  const runs = loan.status === "active" || loan.status === "default";
  return (
    <Card
      aside={<StatusBadge status={loan.status} />}
      className={isLate(loan) ? "border-bad/50!" : ""}
    >
      <Due loan={loan} schedule={schedule} />
      {runs && mayPay && <PayLink loanId={loan.loan_id} />}
    </Card>
  );
}

const isLate = ({ days_late: days = 0 }: Loan) => days > 0;

function Due({ loan, schedule }: Omit<DueCardProps, "mayPay">) {
  const text = useTranslations("lending");
  const loans = useTranslations("loans");
  const { status, next_due: next, overdue = 0, days_late: days = 0 } = loan;
  const first = schedule?.instalments[0];
  if (status === "rejected")
    return <p>{unbroken(text("rejected", { reason: loan.reject_reason ?? "–" }))}</p>;
  if (loan.start_date === null)
    return (
      <Figure label={text("firstOn")} amount={first?.total ?? loan.total_amount}>
        {first && text("firstDay", { day: formatDay(first.due_on) })}
      </Figure>
    );
  if (status !== "active" && status !== "default")
    return (
      <p className="font-semibold">
        {status === "written_off" ? loans("writtenOff") : text("nothingDue")}
      </p>
    );
  if (loan.product === undefined)
    return (
      <Figure
        label={text("plainDue", {
          day: loan.expiry_date === null ? "–" : formatDay(loan.expiry_date),
        })}
        amount={loan.current_balance}
      />
    );
  const upcoming =
    next && text("andNext", { amount: formatMoney(next.amount), day: formatDay(next.due_on) });
  if (overdue > 0)
    return (
      <Figure
        label={
          <span className="inline-flex items-center gap-1.5 font-semibold text-bad">
            <TriangleAlert aria-hidden className="size-4 flex-none" />
            {text("overdueFor", { days })}
          </span>
        }
        amount={overdue}
      >
        {upcoming}
      </Figure>
    );
  if (!next) return <p className="font-semibold">{text("nothingDue")}</p>;
  return (
    <Figure
      label={
        next.due_on === today() ? text("dueToday") : text("nextOn", { day: formatDay(next.due_on) })
      }
      amount={next.amount}
    />
  );
}

type FigureProps = { label: ReactNode; amount: number; children?: ReactNode };

function Figure({ label, amount, children }: FigureProps) {
  return (
    <>
      <p className="text-muted">{label}</p>
      <Money amount={amount} size="hero" />
      {children && <p className="mt-1 text-muted">{unbroken(children)}</p>}
    </>
  );
}

function PayLink({ loanId }: { loanId: number }) {
  const text = useTranslations("lending");
  return (
    <Link
      to="/dashboard/loans/repay-loan/$loanId"
      params={{ loanId: String(loanId) }}
      className={buttonClass("primary", "mt-4 w-full sm:w-auto")}
    >
      {text("pay")}
    </Link>
  );
}
