import { getContributionApprovals } from "#endpoints/contributions.ts";
import { getFinePaymentApprovals } from "#endpoints/fines.ts";
import { getLoanPaymentApprovals } from "#endpoints/loans.ts";
import { useEndpoint, type Prefetch } from "#web/api/use-query.ts";
import type { WaitingKind } from "#web/features/approvals/waiting-kinds.tsx";
import { useMember, type Member } from "#web/features/session/session.tsx";

/** The address of each kind's list. It is apart from the lists, so that home, which only counts, does not load them. */
export const waitingLists = {
  loanApplication: "/dashboard/approvals/approve-loan-applications",
  loanPayment: "/dashboard/approvals/approve-loan-payments",
  contribution: "/dashboard/approvals/approve-monthly-contributions",
  finePayment: "/dashboard/approvals/approve-fine-payments",
} as const satisfies Record<WaitingKind, string>;

export const waitingKinds = Object.keys(waitingLists) as WaitingKind[];

/** The number of items of each kind that wait for the official; `counts` is undefined while loading. */
export function useWaitingCounts(enabled: boolean) {
  const { may } = useMember();
  // The Chairperson decides only on loans, in place of an office (LOAN-8).
  const isApprover = may("approvals.list");
  const contributions = useEndpoint(getContributionApprovals, { enabled: enabled && isApprover });
  // One answer has both the loan payments and the loan applications (PAY-17).
  const loans = useEndpoint(getLoanPaymentApprovals, { enabled });
  const fines = useEndpoint(getFinePaymentApprovals, { enabled: enabled && isApprover });
  const counts: Record<WaitingKind, number> | undefined =
    loans.data && (!isApprover || (contributions.data && fines.data))
      ? {
          loanApplication: loans.data.pending_loans.length,
          loanPayment: loans.data.pending_approvals.length,
          contribution: contributions.data?.pending_approvals.length ?? 0,
          finePayment: fines.data?.pending_approvals.length ?? 0,
        }
      : undefined;
  return { counts, readings: isApprover ? [contributions, loans, fines] : [loans] };
}

export function prefetchWaitingCounts(prefetch: Prefetch, may: Member["may"]): void {
  prefetch(getLoanPaymentApprovals);
  if (!may("approvals.list")) return;
  prefetch(getContributionApprovals);
  prefetch(getFinePaymentApprovals);
}
