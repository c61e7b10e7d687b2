import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { getContributions, type Contribution } from "#contract/contributions.ts";
import { getDues } from "#contract/dues.ts";
import type { ReplyOf } from "#contract/endpoint.ts";
import { getLoanPayments, type Loan } from "#contract/loans.ts";
import { getProposals } from "#contract/proposals.ts";
import { getUsers } from "#contract/members.ts";
import { addDays, firstOfMonth, type PlainDate } from "#domain/calendar.ts";
import { formatKes } from "#domain/money.ts";
import { failedOf, type Failed } from "#web/api/failed.ts";
import { useEndpoint, type Reading } from "#web/api/use-query.ts";
import type { NextStep } from "#web/features/home/recap.tsx";
import { payableOn } from "#web/features/loans/payable.ts";
import { useMember } from "#web/features/session/session.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { formatDay, formatMonth, today } from "#web/ui/day.ts";
import { loanName } from "#web/ui/loan-name.ts";
import { formatMoney } from "#web/ui/money.tsx";
import { sumCents } from "#web/ui/sum-kes.ts";
import { useWaitingPayments } from "./use-waiting-payments.ts";
import { useWaitingCounts, waitingKinds, waitingLists } from "./approvals/use-waiting-counts.ts";

type Variant = "primary" | "secondary";

const soonDays = 31;

/** How many wait is all that is shown of them. */
export const newMembersQuery = { status: "pending_approval", page: 1, page_size: 1 } as const;

/**
 * What this member should do next, the most pressing first: a loan in default, decisions of their office, contributions that are
 * owed, loans that are soon due, fines, their next contribution, and loans that are due later. What could not be found out is
 * told, and is no step.
 */
export function useNextSteps(): { steps: readonly NextStep[] | undefined; failed: Failed | null } {
  const { may } = useMember();
  const loans = useLoanSteps(may("loans.repay"));
  const approvals = useApprovalStep(may("loan-applications.decide"));
  const proposals = useProposalsStep(may("proposals.read"));
  const newMembers = useNewMembersStep(may("members.manage"));
  const fines = useFinesStep(may("fines.pay"));
  const { owed, next } = usePaySteps(may("contributions.pay"));
  const { inDefault, soon, later } = loans;
  const found = [
    ...inDefault,
    approvals,
    proposals,
    newMembers,
    owed,
    ...soon,
    fines,
    next,
    ...later,
  ];
  const readings = found.flatMap((step) =>
    step !== null && step !== "waiting" && "readings" in step ? step.readings : [],
  );
  const failed = failedOf(readings);
  if (found.some((step) => step === "waiting")) return { steps: undefined, failed };
  return { steps: found.filter(isStep), failed };
}

/** A step, none, or why it is not known whether there is one. */
type MaybeStep = NextStep | null | "waiting" | { readings: readonly Reading<unknown>[] };

function isStep(step: MaybeStep): step is NextStep {
  return step !== null && step !== "waiting" && !("readings" in step);
}

function useLoanSteps(applies: boolean): Record<"inDefault" | "soon" | "later", MaybeStep[]> {
  const text = useTranslations("home");
  const { user } = useMember();
  const running = user.loans.filter(({ status }) => status === "active" || status === "default");
  const payments = useEndpoint(getLoanPayments, {
    enabled: applies && running.length > 0,
    figuresOnly: true,
  });
  if (running.length === 0) return { inDefault: [], soon: [], later: [] };
  if (applies && payments.data === undefined)
    return {
      inDefault: [payments.isError ? { readings: [payments] } : "waiting"],
      soon: [],
      later: [],
    };

  const stepOf = (loan: Loan): NextStep => {
    const { payableCents } = payableOn(loan, payments.data?.loan_payments ?? []);
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
  const { counts, readings } = useWaitingCounts(applies);
  if (!applies) return null;
  if (counts === undefined)
    return readings.some(({ isError }) => isError) ? { readings } : "waiting";
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

/** What waits for a second official, whoever may agree to it (BOOK-20, MEM-28). */
function useProposalsStep(applies: boolean): MaybeStep {
  const text = useTranslations("home");
  const found = useEndpoint(getProposals, { enabled: applies });
  if (!applies) return null;
  if (found.isError) return { readings: [found] };
  if (found.isPending) return "waiting";
  const count = found.data.proposals.length;
  if (count === 0) return null;
  return {
    key: "proposals",
    text: text("proposalsText", { count }),
    link: (variant: Variant) => (
      <Link to="/dashboard/accounting/proposals" className={buttonClass(variant, "flex-none")}>
        {text("proposalsButton", { count })}
      </Link>
    ),
  };
}

function useFinesStep(applies: boolean): MaybeStep {
  const text = useTranslations("home");
  const dues = useEndpoint(getDues, { figuresOnly: true });
  const waiting = useWaitingPayments().fines;
  if (!applies) return null;
  if (waiting.isError) return { readings: waiting.readings };
  if (dues.data === undefined || waiting.amount === undefined) return "waiting";
  const payable = sumCents([dues.data.fines, -waiting.amount]);
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
  const found = useEndpoint(getUsers, { query: newMembersQuery, enabled: applies });
  if (!applies) return null;
  if (found.isError) return { readings: [found] };
  if (found.isPending) return "waiting";
  const count = found.data.count ?? 0;
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

/** What is owed is more pressing than what comes next; there is one of the two. */
function usePaySteps(applies: boolean): { owed: MaybeStep; next: MaybeStep } {
  const text = useTranslations("home");
  const dues = useEndpoint(getDues, { figuresOnly: true });
  const own = useEndpoint(getContributions, { figuresOnly: true });
  if (!applies) return { owed: null, next: null };
  if (dues.isError || own.isError) return { owed: null, next: { readings: [dues, own] } };
  if (dues.isPending || own.isPending) return { owed: null, next: "waiting" };
  const step = {
    key: "pay",
    text: payText(text, dues.data.contributions, own.data.monthly_contributions_receipts),
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
  return dues.data.contributions.amount > 0
    ? { owed: step, next: null }
    : { owed: null, next: step };
}

type Text = ReturnType<typeof useTranslations<"home">>;

function payText(
  text: Text,
  { paid_up_to: upTo, months_owed: months, amount, next }: ReplyOf<typeof getDues>["contributions"],
  contributions: readonly Contribution[],
): string {
  const waits = contributions.some(
    ({ status }) => status === "pending" || status === "pending_approval",
  );
  const andWaits = (said: string) => (waits ? `${said} ${text("payWaitingText")}` : said);
  if (next === null) return text("nothingNow");
  const values = {
    month: formatMonth(next.month),
    amount: formatMoney(next.amount),
    due: formatDay(next.due_on),
  };
  if (amount > 0)
    return andWaits(
      text("payOwedText", {
        ...values,
        amount: formatMoney(amount),
        months: monthsSpan(text, months),
      }),
    );
  if (contributions.length === 0) return text("payFirstText");
  if (upTo !== null && upTo >= firstOfMonth(today()))
    return text("payAheadText", { ...values, month: formatMonth(upTo) });
  return waits ? text("payWaitingText") : text("payText", values);
}

/** "Jun 2026 to Oct 2026"; the months owed follow one another. */
export function monthsSpan(text: Text, months: readonly PlainDate[]): string {
  const [first = "", last = ""] = [months[0], months.at(-1)];
  if (months.length === 1) return formatMonth(first);
  return text("monthsSpan", { first: formatMonth(first), last: formatMonth(last) });
}
