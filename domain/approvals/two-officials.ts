// Two offices decide on every payment and loan application: the Treasurer and the Sec-Gen (PAY-11).
import type { Office } from "../permissions.ts";
import { refuse } from "../refusal.ts";

export type Verdict = "pending_approval" | "approved" | "rejected";
export type ApprovingOffice = "Treasurer" | "Sec-Gen";
/** The one that must agree with this office. */
export function otherOffice(office: string): ApprovingOffice {
  return office === "Treasurer" ? "Sec-Gen" : "Treasurer";
}

export type ItemStatus = "pending" | "pending_approval" | "approved" | "rejected";
/** As lists show it: its own member took it back before an office decided (PAY-34). */
export type ShownStatus = ItemStatus | "withdrawn";

export type OfficeVerdict = {
  verdict: Verdict;
  byMemberId: number | null;
  reason: string | null;
  at: Date | null;
};

export type Verdicts = { treasurer: OfficeVerdict; secGen: OfficeVerdict };

/** The first official is always the Treasurer and the second the Sec-Gen, whoever acted first. */
export type ApprovalView = {
  /** The office that acted first, or empty when nobody has. */
  approvedOfficial: "" | ApprovingOffice;
  firstOfficialGroupAction: Verdict;
  secondOfficialGroupAction: Verdict;
  firstOfficialGroupRejectReason: string | null;
  secondOfficialGroupRejectReason: string | null;
  treasurerRejectionReason: string | null;
  secGenRejectionReason: string | null;
  /** The time of the second approval; null while the item is not approved. */
  approvalDate: Date | null;
};

const nobody: OfficeVerdict = {
  verdict: "pending_approval",
  byMemberId: null,
  reason: null,
  at: null,
};

export const undecided: Verdicts = { treasurer: nobody, secGen: nobody };

const statusTable: Record<Verdict, Record<Verdict, ItemStatus>> = {
  // Treasurer, then Sec-Gen.
  pending_approval: {
    pending_approval: "pending",
    approved: "pending_approval",
    rejected: "rejected",
  },
  approved: { pending_approval: "pending_approval", approved: "approved", rejected: "rejected" },
  rejected: { pending_approval: "rejected", approved: "rejected", rejected: "rejected" },
};

export function itemStatus({ treasurer, secGen }: Verdicts): ItemStatus {
  return statusTable[treasurer.verdict][secGen.verdict];
}

/**
 * Whether a list marks an item (PAY-12): to its own member always, and to everybody else once the member has decided on
 * it for one of the offices.
 */
export function isOwnItem(item: {
  memberId: number;
  callerId: number;
  /** Who decided or proposed, so far. */
  deciderIds: readonly (number | null)[];
}): boolean {
  return item.memberId === item.callerId || item.deciderIds.includes(item.memberId);
}

/**
 * Records an office's verdict. Refuses an office that has already acted, an item that is decided, a person who has
 * acted for the other office, and a rejection without a reason.
 */
export function decide(
  verdicts: Verdicts,
  params: {
    office: ApprovingOffice;
    memberId: number;
    action: "approved" | "rejected";
    reason: string | null;
    at: Date;
  },
): Verdicts {
  const { office, memberId, action } = params;
  const isTreasurer = office === "Treasurer";
  const own = isTreasurer ? verdicts.treasurer : verdicts.secGen;
  const other = isTreasurer ? verdicts.secGen : verdicts.treasurer;
  const status = itemStatus(verdicts);
  const reason = params.reason?.trim() || null;

  if (own.verdict !== "pending_approval") throw refuse("office-already-acted", { office });
  if (status === "approved" || status === "rejected") throw refuse("item-decided", { status });
  if (other.byMemberId === memberId) throw refuse("same-person-twice");
  if (action === "rejected" && reason === null) throw refuse("reject-reason-required");

  const verdict: OfficeVerdict = {
    verdict: action,
    byMemberId: memberId,
    reason: action === "rejected" ? reason : null,
    at: laterThan(other.at, params.at),
  };
  return isTreasurer ? { ...verdicts, treasurer: verdict } : { ...verdicts, secGen: verdict };
}

/**
 * The office for which an official decides on a loan, by the offices that both people hold at that moment; null if
 * none. LOAN-8: no office decides on the loan of one of its holders; the Chairperson does so in its place.
 */
export function officeDecidingLoan(params: {
  decider: Office | null;
  borrower: Office | null;
}): { office: ApprovingOffice; isActing: boolean } | null {
  const { decider, borrower } = params;
  if (decider === "Chairperson")
    return borrower === "Treasurer" || borrower === "Sec-Gen"
      ? { office: borrower, isActing: true }
      : null;
  return decider === null || decider === borrower ? null : { office: decider, isActing: false };
}

/**
 * Rejects an item by a rule instead of an office's verdict, in place of the first office that has not acted.
 * `byMemberId` is the person whose action triggered the rule, or null. Refuses a decided item.
 */
export function rejectByRule(
  verdicts: Verdicts,
  params: { byMemberId: number | null; reason: string; at: Date },
): Verdicts {
  const status = itemStatus(verdicts);
  if (status === "approved" || status === "rejected") throw refuse("item-decided", { status });
  const isTreasurer = verdicts.treasurer.verdict === "pending_approval";
  const other = isTreasurer ? verdicts.secGen : verdicts.treasurer;
  const verdict: OfficeVerdict = {
    ...verdicts[isTreasurer ? "treasurer" : "secGen"],
    verdict: "rejected",
    byMemberId: params.byMemberId,
    reason: params.reason,
    at: laterThan(other.at, params.at),
  };
  return isTreasurer ? { ...verdicts, treasurer: verdict } : { ...verdicts, secGen: verdict };
}

/** Refuses to take back an item on which an office has acted (PAY-34). */
export function requireUntouched({ treasurer, secGen }: Verdicts): void {
  const isUntouched = [treasurer, secGen].every(({ verdict }) => verdict === "pending_approval");
  if (!isUntouched) throw refuse("official-has-decided");
}

/** The two verdicts as the API sends them. */
export function approvalView(verdicts: Verdicts): ApprovalView {
  const { treasurer, secGen } = verdicts;
  return {
    approvedOfficial: firstToAct(verdicts),
    firstOfficialGroupAction: treasurer.verdict,
    secondOfficialGroupAction: secGen.verdict,
    firstOfficialGroupRejectReason: treasurer.reason,
    secondOfficialGroupRejectReason: secGen.reason,
    treasurerRejectionReason: treasurer.reason,
    secGenRejectionReason: secGen.reason,
    approvalDate: itemStatus(verdicts) === "approved" ? lastVerdictAt(verdicts) : null,
  };
}

function firstToAct({ treasurer, secGen }: Verdicts): "" | ApprovingOffice {
  if (treasurer.at === null) return secGen.at === null ? "" : "Sec-Gen";
  return secGen.at === null || treasurer.at <= secGen.at ? "Treasurer" : "Sec-Gen";
}

function lastVerdictAt({ treasurer, secGen }: Verdicts): Date | null {
  if (treasurer.at === null || secGen.at === null) return treasurer.at ?? secGen.at;
  return treasurer.at > secGen.at ? treasurer.at : secGen.at;
}

/** Two servers' clocks may differ, but the order of the verdicts must follow from their times. */
function laterThan(earlier: Date | null, at: Date): Date {
  return earlier !== null && at <= earlier ? new Date(earlier.getTime() + 1) : at;
}
