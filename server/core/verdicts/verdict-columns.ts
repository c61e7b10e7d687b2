// The two offices' verdicts as every decided item stores them, in a payment's or a loan's own row, and as lists show them.
import type { Person } from "#contract/people.ts";
import {
  approvalView,
  isOwnItem,
  type Verdict,
  type Verdicts,
} from "#domain/approvals/two-officials.ts";
import { nairobiIso } from "#domain/calendar.ts";

/** The verdict columns of every item that both offices decide on. */
export type VerdictColumns = {
  treasurer_verdict: string;
  treasurer_id: number | null;
  treasurer_reason: string | null;
  treasurer_at: Date | null;
  sec_gen_verdict: string;
  sec_gen_id: number | null;
  sec_gen_reason: string | null;
  sec_gen_at: Date | null;
};

export const verdictColumns = [
  "treasurer_verdict",
  "treasurer_id",
  "treasurer_reason",
  "treasurer_at",
  "sec_gen_verdict",
  "sec_gen_id",
  "sec_gen_reason",
  "sec_gen_at",
] as const satisfies (keyof VerdictColumns)[];

/** The database admits only the three words of a verdict (payments_treasurer, payments_sec_gen). */
export function toVerdicts(row: VerdictColumns): Verdicts {
  return {
    treasurer: {
      verdict: row.treasurer_verdict as Verdict,
      byMemberId: row.treasurer_id,
      reason: row.treasurer_reason,
      at: row.treasurer_at,
    },
    secGen: {
      verdict: row.sec_gen_verdict as Verdict,
      byMemberId: row.sec_gen_id,
      reason: row.sec_gen_reason,
      at: row.sec_gen_at,
    },
  };
}

export function toVerdictColumns({ treasurer, secGen }: Verdicts): VerdictColumns {
  return {
    treasurer_verdict: treasurer.verdict,
    treasurer_id: treasurer.byMemberId,
    treasurer_reason: treasurer.reason,
    treasurer_at: treasurer.at,
    sec_gen_verdict: secGen.verdict,
    sec_gen_id: secGen.byMemberId,
    sec_gen_reason: secGen.reason,
    sec_gen_at: secGen.at,
  };
}

/** Other facts of a payment: why it was approved against the statements, and who entered it (STAT-24). */
type PaymentColumns = {
  treasurer_approve_reason?: string | null;
  sec_gen_approve_reason?: string | null;
  entered_by?: EnteredBy | null;
};

/** Who entered a payment in a member's name. */
export type EnteredBy = Person | { full_name: "M-PESA" };

/** `own_item` of PAY-12. */
export function ownItem(
  row: Pick<VerdictColumns, "treasurer_id" | "sec_gen_id"> & { member_id: number },
  callerId: number,
): boolean {
  const deciderIds = [row.treasurer_id, row.sec_gen_id];
  return isOwnItem({ memberId: row.member_id, callerId, deciderIds });
}

/** `approval` and `approval_status` of PAY-10. */
export function toApproval(row: VerdictColumns & PaymentColumns) {
  const view = approvalView(toVerdicts(row));
  const besides = (reason: string | null | undefined) => ({
    ...(typeof reason === "string" ? { approve_reason: reason } : {}),
    ...(row.entered_by ? { entered_by: row.entered_by } : {}),
  });
  return {
    approval: {
      approved_official: view.approvedOfficial,
      first_official_group_action: view.firstOfficialGroupAction,
      second_official_group_action: view.secondOfficialGroupAction,
      first_official_group_reject_reason: view.firstOfficialGroupRejectReason,
      second_official_group_reject_reason: view.secondOfficialGroupRejectReason,
      treasurer_rejection_reason: view.treasurerRejectionReason,
      sec_gen_rejection_reason: view.secGenRejectionReason,
      approval_date: view.approvalDate === null ? null : nairobiIso(view.approvalDate),
    },
    approval_status: [
      {
        role: "Treasurer" as const,
        action: view.firstOfficialGroupAction,
        reject_reason: view.treasurerRejectionReason,
        ...besides(row.treasurer_approve_reason),
      },
      {
        role: "Sec-Gen" as const,
        action: view.secondOfficialGroupAction,
        reject_reason: view.secGenRejectionReason,
        ...besides(row.sec_gen_approve_reason),
      },
    ],
  };
}
