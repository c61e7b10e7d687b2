// An office's verdict on a payment or a loan application: as it was sent, as it is stored beside the other office's
// (domain/approvals/two-officials.ts), and as lists show it.
import { sql } from "kysely";
import type { EvidenceState } from "#contract/approvals.ts";
import type { Person } from "#contract/people.ts";
import {
  approvalView,
  type ApprovingOffice,
  type Verdict,
  type Verdicts,
} from "#domain/approvals/two-officials.ts";
import { nairobiIso } from "#domain/calendar.ts";
import type { Cents } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import type { Tx } from "#server/db/connection.ts";
import {
  anyOf,
  preparedQuery,
  type RowsOf,
  rowTable,
} from "#server/db/prepared-queries/prepared-query.ts";
import { contestedBy } from "./contested.ts";
import { evidenceState } from "./evidence.ts";
import { isReferenceTaken, type PaymentKind } from "./payments.ts";

/** `reason` when rejecting, else null. */
export type Decision = {
  id: number;
  action: "approved" | "rejected";
  reason: string | null;
  /**
   * The amount on the official's screen in cents; undefined where it is optional, null where it is required and
   * missing.
   */
  amountSeenCents?: Cents | null | undefined;
  /** Why the official approves a payment that the statements do not confirm (STAT-24). */
  approveReason?: string | null;
  /** Whether to approve a payment only while the statements confirm it (STAT-26). */
  needsConfirmation?: boolean;
  /** Whether it is one of a list, in which no contested payment is approved (STAT-62). */
  isOneOfMany?: boolean;
};

/** As the body sends it. */
export type SentDecision = {
  action: "approved" | "rejected";
  reject_reason?: string | undefined;
  approve_reason?: string | undefined;
  amount_seen?: Cents | undefined;
};

/** Each reason belongs to one action. */
export function decisionOf(id: number, body: SentDecision): Decision {
  const isRejected = body.action === "rejected";
  return {
    id,
    action: body.action,
    reason: isRejected ? (body.reject_reason ?? null) : null,
    approveReason: isRejected ? null : (body.approve_reason ?? null),
    amountSeenCents: body.amount_seen,
  };
}

/** Items never change once submitted. If one differs from what the official saw, refuse it (PAY-14). */
export function requireAmountSeen(decision: Omit<Decision, "id">, amountCents: Cents): void {
  const { amountSeenCents } = decision;
  if (amountSeenCents === null) throw refuse("amount-not-seen").at("amount_seen");
  if (amountSeenCents !== undefined && amountSeenCents !== amountCents)
    throw refuse("figures-changed").at("amount_seen");
}

/** The evidence must be what the approval relies on (STAT-24, STAT-25, STAT-26). */
export function requireEvidence(
  { action, approveReason, needsConfirmation }: Omit<Decision, "id">,
  payment: { evidence: EvidenceState; requires_evidence: boolean },
): void {
  const { evidence, requires_evidence: isRequired } = payment;
  if (action === "rejected" || evidence === "confirmed") return;
  if (needsConfirmation === true) throw refuse("no-longer-confirmed");
  if ((evidence === "differs" || isRequired) && (approveReason ?? null) === null)
    throw refuse("approve-reason-required", { evidence }).at("approve_reason");
}

/** The verdict columns of every item that both offices decide on. */
type VerdictColumns = {
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

/** An office's decision on a payment, with the resulting verdicts of both. */
type DecidedPayment = {
  decision: Decision;
  payment: PaymentForVerdict;
  office: ApprovingOffice;
  verdicts: Verdicts;
  /** When the second office approved. */
  approvedAt: Date | null;
};

/** Stores the verdicts on payments. Refuses a reference that another payment has claimed meanwhile. */
export async function saveVerdicts(tx: Tx, decided: readonly DecidedPayment[]): Promise<void> {
  const rows = decided.map((each) => ({
    id: each.payment.id,
    reference_standing: each.approvedAt === null ? each.payment.reference_standing : "holds",
    ...toVerdictColumns(each.verdicts),
    ...toEvidenceColumns(each),
  }));
  try {
    await updateVerdicts(tx, rows);
  } catch (error) {
    throw isReferenceTaken(error) ? refuse("reference-held") : error;
  }
}

const columns = {
  id: "int",
  reference_standing: "text",
  treasurer_verdict: "text",
  treasurer_id: "int",
  treasurer_reason: "text",
  treasurer_at: "timestamptz",
  sec_gen_verdict: "text",
  sec_gen_id: "int",
  sec_gen_reason: "text",
  sec_gen_at: "timestamptz",
  treasurer_evidence: "text",
  treasurer_approve_reason: "text",
  sec_gen_evidence: "text",
  sec_gen_approve_reason: "text",
} as const;

const evidenceColumns = [
  "treasurer_evidence",
  "treasurer_approve_reason",
  "sec_gen_evidence",
  "sec_gen_approve_reason",
] as const;

const updateVerdicts = preparedQuery((_tx, rows: RowsOf<typeof columns>) => {
  const set = ["reference_standing", ...verdictColumns, ...evidenceColumns].map(
    (column) => sql`${sql.ref(column)} = verdict.${sql.ref(column)}`,
  );
  return sql`
    UPDATE payments SET ${sql.join(set)} FROM ${rowTable("verdict", columns, rows)}
     WHERE payments.id = verdict.id`;
});

/** The approving office's evidence and reason are stored; the other office's stay (STAT-24). */
function toEvidenceColumns({ payment, decision, office }: DecidedPayment) {
  const own = office === "Treasurer" ? "treasurer" : "sec_gen";
  const isApproved = decision.action === "approved";
  return {
    treasurer_evidence: payment.treasurer_evidence,
    treasurer_approve_reason: payment.treasurer_approve_reason,
    sec_gen_evidence: payment.sec_gen_evidence,
    sec_gen_approve_reason: payment.sec_gen_approve_reason,
    [`${own}_evidence`]: isApproved ? payment.evidence : null,
    [`${own}_approve_reason`]: isApproved ? (decision.approveReason ?? null) : null,
  };
}

/** Other facts of a payment: why it was approved against the statements, and who entered it (STAT-24). */
type PaymentColumns = {
  treasurer_approve_reason?: string | null;
  sec_gen_approve_reason?: string | null;
  entered_by?: Person | null;
};

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

const selectForVerdict = preparedQuery((tx, kind: PaymentKind, ids: readonly number[]) =>
  tx
    .selectFrom("payments")
    .selectAll()
    .select([
      evidenceState.as("evidence"),
      contestedBy.as("contested"),
      sql<boolean>`(SELECT require_evidence FROM group_settings)`.as("requires_evidence"),
    ])
    .where("kind", "=", kind)
    .where("id", "=", anyOf("int", ids))
    .orderBy("id")
    .forNoKeyUpdate(),
);

/** With its evidence at that moment. */
export type PaymentForVerdict = Awaited<ReturnType<typeof selectForVerdict>>[number];
export type LockedPayment = Omit<PaymentForVerdict, "evidence" | "contested" | "requires_evidence">;

const lockPayers = preparedQuery((tx, kind: PaymentKind, ids: readonly number[]) =>
  tx
    .selectFrom("members")
    .select("id")
    .where("id", "in", (nested) =>
      nested
        .selectFrom("payments")
        .select("member_id")
        .where("kind", "=", kind)
        .where("payments.id", "=", anyOf("int", ids)),
    )
    .orderBy("id")
    .forNoKeyUpdate(),
);

/** Locks payments, and before them the members whose debts they settle (SAFE-2); returns those that exist, by id. */
export async function lockPayments(
  tx: Tx,
  kind: PaymentKind,
  ids: readonly number[],
): Promise<ReadonlyMap<number, PaymentForVerdict>> {
  // Ids beyond int4 would be an error in PostgreSQL, and no payment has one.
  const possible = ids.filter((id) => id <= 2_147_483_647);
  if (kind !== "contribution") await lockPayers(tx, kind, possible);
  return new Map((await selectForVerdict(tx, kind, possible)).map((row) => [row.id, row]));
}
