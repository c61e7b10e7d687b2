// An office's verdict on a payment or a loan application: as it was sent, and as it is stored beside the other office's
// (domain/approvals/two-officials.ts).
import { factsOfKinds, type PaymentKind } from "#domain/payments/payment-kinds.ts";
import { sql } from "kysely";
import type { Contested, EvidenceState } from "#contract/approvals.ts";
import { type ApprovingOffice, type Verdicts } from "#domain/approvals/two-officials.ts";
import type { Cents } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import { toVerdictColumns, verdictColumns } from "#server/core/verdicts/verdict-columns.ts";
import type { Tx } from "#server/db/connection.ts";
import {
  anyOf,
  preparedQuery,
  type RowsOf,
  rowTable,
} from "#server/db/prepared-queries/prepared-query.ts";
import { contestedBy } from "./contested.ts";
import { evidenceState } from "./evidence.ts";
import { isReferenceTaken } from "./payments.ts";

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
  /** The sheet with which it is decided; left out for a payment by itself (CASH-6). */
  collectionId?: number;
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
    // No statement has what was paid in cash.
    [`${own}_evidence`]: isApproved && payment.collection_id === null ? payment.evidence : null,
    [`${own}_approve_reason`]: isApproved ? (decision.approveReason ?? null) : null,
  };
}

const selectForVerdict = preparedQuery((tx, kind: PaymentKind, ids: readonly number[]) =>
  tx
    .selectFrom("payments")
    .selectAll()
    .select([
      sql<EvidenceState>`CASE WHEN collection_id IS NULL THEN ${evidenceState} ELSE 'none' END`.as(
        "evidence",
      ),
      sql<Contested | null>`CASE WHEN collection_id IS NULL THEN ${contestedBy} END`.as(
        "contested",
      ),
      sql<boolean>`collection_id IS NULL AND (SELECT require_evidence FROM group_settings)`.as(
        "requires_evidence",
      ),
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
  if (factsOfKinds[kind].settlesDebt) await lockPayers(tx, kind, possible);
  return new Map((await selectForVerdict(tx, kind, possible)).map((row) => [row.id, row]));
}
