import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import type { Contribution } from "#contract/contributions.ts";
import { getUserFines } from "#contract/fines.ts";
import { getLoanPayments, type Loan } from "#contract/loans.ts";
import { getUsers } from "#contract/members.ts";
import { getTransactions } from "#contract/transactions.ts";
import { addDays } from "#domain/calendar.ts";
import { formatKes } from "#domain/money.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { paidUpTo } from "#web/features/contributions/paid-up-to.ts";
import type { NextStep } from "#web/features/home/recap.tsx";
import { payableOn } from "#web/features/loans/payable.ts";
import { useMember } from "#web/features/session/session.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { formatDay, formatMonth, today } from "#web/ui/day.ts";
import { loanName } from "#web/ui/loan-name.ts";
import { sumCents } from "#web/ui/sum-kes.ts";
import { useWaitingCounts, waitingKinds, waitingLists } from "./approvals/use-waiting-counts.ts";

type Variant = "primary" | "secondary";

const soonDays = 31;

/** How many wait is all that is shown of them. */
export const newMembersQuery = { status: "pending_approval", page: 1, page_size: 1 } as const;

/**
 * What this member should do next, the most pressing first: a loan in default, decisions of their office, loans that are
 * soon due, fines, their own contribution, and loans that are due later.
 */
export function useNextSteps(
  contributions: readonly Contribution[] | undefined,
): readonly NextStep[] | undefined {
  const { may } = useMember();
  const loans = useLoanSteps(may("loans.repay"));
  const approvals = useApprovalStep(may("approvals.list"));
  const newMembers = useNewMembersStep(may("members.manage"));
  const fines = useFinesStep(may("fines.pay"));
  const pay = usePayStep(may("contributions.pay"), contributions);
  if (loans === "waiting") return undefined;
  const { inDefault, soon, later } = loans;
  const steps = [...inDefault, approvals, newMembers, ...soon, fines, pay, ...later];
  if (steps.some((step) => step === "waiting")) return undefined;
  return steps.filter((step) => step !== null && step !== "waiting");
}

type MaybeStep = NextStep | "waiting" | null;

function useLoanSteps(
  applies: boolean,
): { inDefault: NextStep[]; soon: NextStep[]; later: NextStep[] } | "waiting" {
  const text = useTranslations("home");
  const { user } = useMember();
  const running = user.loans.filter(({ status }) => status === "active" || status === "default");
  const { data, isPending } = useEndpoint(getLoanPayments, {
    enabled: applies && running.length > 0,
    figuresOnly: true,
  });
  if (running.length === 0) return { inDefault: [], soon: [], later: [] };
  if (applies && isPending) return "waiting";

  const stepOf = (loan: Loan): NextStep => {
    const { payableCents } = payableOn(loan, data?.loan_payments ?? []);
    const values = {
      loan: loanName(loan.loan_name),
      due: loan.expiry_date === null ? "" : formatDay(loan.expiry_date),
      amount: formatKes(payableCents),
    };
    const link = (variant: Variant) => (
      <Link
        to="/dashboard/loans/repay-loan/$loanId"
        params={{ loanId: String(loan.loan_id) }}
        className={buttonClass(variant, "flex-none")}
      >
        {text("repayButton")}
      </Link>
    );
    return {
      key: `loan-${loan.loan_id}`,
      ...(loan.status === "default" ? { alert: text("defaulted") } : {}),
      text: text(loan.status === "default" ? "defaultText" : "repayText", values),
      link: applies && payableCents > 0n ? link : null,
    };
  };
  const soon = addDays(today(), soonDays);
  const active = running.filter(({ status }) => status === "active");
  const isSoon = (loan: Loan) => loan.expiry_date !== null && loan.expiry_date <= soon;
  // A loan that is wholly paid by payments that wait needs nothing.
  const toDo = (loans: readonly Loan[]) => loans.map(stepOf).filter((step) => step.link !== null);
  return {
    inDefault: running.filter(({ status }) => status === "default").map(stepOf),
    soon: toDo(active.filter(isSoon)),
    later: toDo(active.filter((loan) => !isSoon(loan))),
  };
}

function useApprovalStep(applies: boolean): MaybeStep {
  const text = useTranslations("home");
  const { counts, error } = useWaitingCounts(applies);
  if (!applies) return null;
  if (counts === undefined) return error === null ? "waiting" : null;
  const kinds = waitingKinds.filter((kind) => counts[kind] > 0);
  const [first] = kinds;
  if (first === undefined) return null;
  const count = kinds.reduce((sum, kind) => sum + counts[kind], 0);
  return {
    key: "approvals",
    text: text("approveText", {
      items: kinds.map((kind) => text(`approve.${kind}`, { count: counts[kind] })).join(", "),
    }),
    link: (variant: Variant) => (
      <Link
        to={kinds.length === 1 ? waitingLists[first] : "/dashboard/approvals"}
        className={buttonClass(variant, "flex-none")}
      >
        {text("approveButton", { count })}
      </Link>
    ),
  };
}

function useFinesStep(applies: boolean): MaybeStep {
  const text = useTranslations("home");
  const fines = useEndpoint(getUserFines, { figuresOnly: true });
  const unpaid = fines.data?.unpaid_fines ?? 0;
  const asks = applies && unpaid > 0;
  const paid = useEndpoint(getTransactions, {
    query: { kind: "fine_payment" },
    enabled: asks,
    figuresOnly: true,
  });
  if (!applies) return null;
  if (fines.isPending || (asks && paid.isPending)) return "waiting";
  const waiting = (paid.data?.transactions ?? []).filter(
    ({ status }) => status === "pending" || status === "pending_approval",
  );
  const payable = sumCents([unpaid]) - sumCents(waiting.map((each) => each.amount));
  if (payable <= 0n) return null;
  return {
    key: "fines",
    text: text("finesText", { amount: formatKes(payable) }),
    link: (variant: Variant) => (
      <Link
        to="/dashboard/transactions/fines"
        search={{ pay: true }}
        className={buttonClass(variant, "flex-none")}
      >
        {text("finesButton")}
      </Link>
    ),
  };
}

function useNewMembersStep(applies: boolean): MaybeStep {
  const text = useTranslations("home");
  const { data, isPending } = useEndpoint(getUsers, {
    query: newMembersQuery,
    enabled: applies,
  });
  if (!applies) return null;
  if (isPending) return "waiting";
  const count = data?.count ?? 0;
  if (count === 0) return null;
  return {
    key: "members",
    text: text("membersText", { count }),
    link: (variant: Variant) => (
      <Link
        to="/dashboard/admin/directors"
        search={{ status: "pending_approval" }}
        className={buttonClass(variant, "flex-none")}
      >
        {text("membersButton", { count })}
      </Link>
    ),
  };
}

function usePayStep(
  applies: boolean,
  contributions: readonly Contribution[] | undefined,
): MaybeStep {
  const text = useTranslations("home");
  if (!applies) return null;
  if (contributions === undefined) return "waiting";
  return {
    key: "pay",
    text: payText(text, contributions),
    link: (variant: Variant) => (
      <Link
        to="/dashboard/contributions"
        search={{ pay: true }}
        className={buttonClass(variant, "flex-none")}
      >
        {text("payFor")}
      </Link>
    ),
  };
}

function payText(
  text: ReturnType<typeof useTranslations<"home">>,
  contributions: readonly Contribution[],
): string {
  const upTo = paidUpTo(contributions);
  const thisMonth = today().slice(0, 7);
  if (contributions.length === 0) return text("payFirstText");
  if (upTo !== null && upTo.slice(0, 7) >= thisMonth)
    return text("payAheadText", { month: formatMonth(upTo) });
  const waits = contributions.some(
    ({ status }) => status === "pending" || status === "pending_approval",
  );
  return waits ? text("payWaitingText") : text("payText", { month: formatMonth(today()) });
}
