// An office's verdicts on payments, whatever their kind (PAY-11).
import { sql } from "kysely";
import { approvalView, decide, itemStatus } from "#domain/approvals/two-officials.ts";
import { assert } from "#domain/assert.ts";
import { single } from "#domain/single.ts";
import { officeOf, type Actor } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import type { Tx } from "#server/db/connection.ts";
import { rowTable, type RowsOf } from "#server/db/prepared-queries/row-table.ts";
import { statement } from "#server/db/prepared-queries/prepared-query.ts";
import type { Origin } from "#server/platform/request.ts";
import { recordAudits } from "#server/core/audit-log/audit.ts";
import { requireAmountSeen, type Decision } from "./decision.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import { sendMails } from "#server/core/mail/mail.ts";
import {
  claimReference,
  isHeldByAnother,
  isReferenceTaken,
  releaseReferences,
  type LockedPayment,
  type PaymentKind,
} from "./payments.ts";
import { paymentRejectedMail } from "./rejection-mails.ts";
import { toVerdictColumns, toVerdicts, verdictColumns } from "./verdicts.ts";

export type Deciding = {
  by: { actor: Actor; now: Date; origin: Origin };
  payment: LockedPayment;
  decision: Omit<Decision, "id">;
};

type Area = "contributions" | "loan-payments" | "fine-payments";

/**
 * Records a verdict on each of the locked payments with its audit row, named `<area>.approve` or `<area>.reject`, and
 * mails a member the rejection. `approvedAt` is the moment of a second approval, at which the caller posts in the same
 * transaction, or null. Refuses a decided item, an office that has acted, one person for both offices, and another
 * amount than was seen.
 */
export async function decidePayments<Params extends Deciding>(
  tx: Tx,
  area: Area,
  judgings: readonly Params[],
): Promise<(Params & { approvedAt: Date | null })[]> {
  const decided = judgings.map((deciding) => ({ ...deciding, ...decideAndRecord(deciding) }));
  await holdReferences(tx, decided);
  await saveVerdicts(tx, decided);
  const rejected = decided.filter(({ status }) => status === "rejected");
  if (rejected.length > 0) {
    const payments = rejected.map(({ payment }) => payment);
    await releaseReferences(tx, payments);
    await tellOfRejections(tx, rejected);
  }
  await recordAudits(
    tx,
    decided.map(({ by, payment, decision, office, status }) => ({
      now: by.now,
      actorId: by.actor.id,
      action: `${area}.${decision.action === "approved" ? "approve" : "reject"}`,
      subject: payment.kind,
      subjectId: payment.id,
      before: { status: payment.status },
      after: { status, office, ...(decision.reason === null ? {} : { reason: decision.reason }) },
      address: by.origin.address,
    })),
  );
  return decided;
}

/** `judgePayments` for one. */
export async function decidePayment(
  tx: Tx,
  area: Area,
  deciding: Deciding,
): Promise<{ approvedAt: Date | null }> {
  return single(await decidePayments(tx, area, [deciding]));
}

type Decided = Deciding & ReturnType<typeof decideAndRecord>;

function decideAndRecord({ by, payment, decision }: Deciding) {
  const office = officeOf(by.actor);
  if (office !== "Treasurer" && office !== "Sec-Gen") throw refuse("forbidden");
  const verdicts = decide(toVerdicts(payment), {
    office,
    memberId: by.actor.id,
    action: decision.action,
    reason: decision.reason,
    at: by.now,
  });
  requireAmountSeen(decision, payment.amount_cents);
  const { approvalDate: approvedAt } = approvalView(verdicts);
  return { office, verdicts, status: itemStatus(verdicts), approvedAt };
}

/**
 * A payment whose reference another one holds is approved by nobody; what comes into the books holds its reference from then
 * on, also before the Chairperson has approved the account (PAY-4).
 */
async function holdReferences(tx: Tx, decided: readonly Decided[]): Promise<void> {
  for (const { payment, decision, approvedAt } of decided) {
    if (decision.action === "rejected" || payment.reference_standing === "holds") continue;
    const claim = { referenceKey: payment.reference_key, memberId: payment.member_id };
    const isFree =
      approvedAt === null ? !(await isHeldByAnother(tx, claim)) : await claimReference(tx, claim);
    if (!isFree) throw refuse("reference-held");
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
} as const;

const updateVerdicts = statement((_tx, rows: RowsOf<typeof columns>) => {
  const set = ["reference_standing", ...verdictColumns].map(
    (column) => sql`${sql.ref(column)} = judged.${sql.ref(column)}`,
  );
  return sql`
    UPDATE payments SET ${sql.join(set)} FROM ${rowTable("judged", columns, rows)}
     WHERE payments.id = judged.id`;
});

async function saveVerdicts(tx: Tx, decided: readonly Decided[]): Promise<void> {
  const rows = decided.map(({ payment, verdicts, approvedAt }) => ({
    id: payment.id,
    reference_standing: approvedAt === null ? payment.reference_standing : "holds",
    ...toVerdictColumns(verdicts),
  }));
  try {
    await updateVerdicts(tx, rows);
  } catch (error) {
    throw isReferenceTaken(error) ? refuse("reference-held") : error;
  }
}

async function tellOfRejections(tx: Tx, rejected: readonly Decided[]): Promise<void> {
  const memberIds = rejected.map(({ payment }) => payment.member_id);
  const members = await tx
    .selectFrom("members")
    .select(["id", "email", "first_name", "language"])
    .where("id", "in", memberIds)
    .execute();
  const { name: groupName } = await readGroupSettings(tx);
  const mails = rejected.map(({ payment, decision, office }) => {
    const member = members.find(({ id }) => id === payment.member_id);
    assert(member !== undefined, `payment ${payment.id} is nobody's`);
    return paymentRejectedMail(member, groupName, {
      office,
      reason: decision.reason ?? "",
      kind: payment.kind as PaymentKind,
      amountCents: payment.amount_cents,
      reference: payment.reference,
    });
  });
  const now = new Date(Math.max(...rejected.map(({ by }) => by.now.getTime())));
  await sendMails(tx, { mails, now });
}
