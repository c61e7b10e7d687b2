import type { WaitingKind } from "#domain/waiting-kinds.ts";

/**
 * The address of each kind's list, in the order of their cards (SCR-17). It is apart from the lists, so that home, which
 * only counts, does not load them.
 */
export const waitingLists = {
  loan_application: "/dashboard/approvals/approve-loan-applications",
  loan_payment: "/dashboard/approvals/approve-loan-payments",
  contribution: "/dashboard/approvals/approve-monthly-contributions",
  fine_payment: "/dashboard/approvals/approve-fine-payments",
  rotation_payment: "/dashboard/approvals/approve-merry-go-round-payments",
  fund_payment: "/dashboard/approvals/approve-fund-payments",
  loan_change: "/dashboard/approvals/approve-loan-changes",
  collection: "/dashboard/approvals/approve-collections",
} as const satisfies Partial<Record<WaitingKind, string>>;

type ListedKind = keyof typeof waitingLists;

export const listedKinds = Object.keys(waitingLists) as ListedKind[];
