// A checked payment whose payer typed one member's RegNo or username becomes that member's contribution, where the group
// wants it (MPESA-7). Both offices approve it as any other.
import { sql } from "kysely";
import { CONTRIBUTION } from "#domain/payments/payment-kinds.ts";
import { toKes, type Cents } from "#domain/money.ts";
import type { PlainDate } from "#domain/calendar.ts";
import { isHeldByAnother } from "#server/core/approvals/payments.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { lockLines, whyNotMatchable } from "#server/core/bank-lines/save-matches.ts";
import { noteRecorded } from "#server/core/daraja/live-lines.ts";
import { lockMember } from "#server/core/members/member-directory.ts";
import { inTransaction, type Database, type Tx } from "#server/db/connection.ts";
import {
  type AskedPayment,
  submitAsked,
  type SubmitPayments,
  whyNotPayable,
} from "./submit-ask.ts";

type Recording = {
  lineId: number;
  submit: SubmitPayments & {
    /** The month of a member's next contribution. */
    firstUnpaidMonth: (tx: Tx, memberId: number) => Promise<PlainDate>;
  };
  now: Date;
};

/**
 * The job of a line that was just checked. The line stays open, for the offices, where its account fits nobody or
 * several, another member reported its receipt, or its member cannot pay so.
 */
export function recordByAccount(db: Database, { lineId, submit, now }: Recording): Promise<void> {
  return inTransaction(db, async (tx) => {
    const typed = await readTyped(tx, lineId);
    if (typed === null) return;
    // Members before lines.
    const member = await lockMember(tx, typed.memberId);
    const [line] = await lockLines(tx, [lineId]);
    if (line === undefined || whyNotMatchable(line) !== null) return;
    const { reference, amountCents, at } = typed;
    if (await isHeldByAnother(tx, { referenceKey: typed.referenceKey, memberId: member.id }))
      return;
    // A part of it that the member reported: how the rest is divided, they and the offices know.
    const reported = await tx
      .selectFrom("payments")
      .select("id")
      .where("reference_key", "=", typed.referenceKey)
      .where("member_id", "=", member.id)
      .where("status", "<>", "rejected")
      .limit(1)
      .executeTakeFirst();
    if (reported !== undefined) return;
    const asked: AskedPayment = {
      member,
      kind: CONTRIBUTION,
      loanId: null,
      month: await submit.firstUnpaidMonth(tx, member.id),
      amountCents,
      reference,
      // A clock of M-PESA's that is ahead is not the future.
      paidAt: at > now ? now : at,
    };
    if ((await whyNotPayable(tx, submit, { asked, now })) !== null) return;
    const paymentId = await submitAsked(tx, submit, { asked, now });
    await noteRecorded(tx, { lineId, paymentId });
    await recordAudit(tx, {
      now,
      actorId: null,
      action: "statement-lines.record",
      subject: "statement_line",
      subjectId: lineId,
      after: { payment_id: paymentId, amount: toKes(amountCents) },
      address: null,
    });
  });
}

type TypedLine = {
  memberId: number;
  reference: string;
  referenceKey: string;
  amountCents: Cents;
  at: Date;
};

/** Null unless it is checked, nothing was reported or recorded of it, and its account is exactly one member's. */
async function readTyped(tx: Tx, lineId: number): Promise<TypedLine | null> {
  const { rows } = await sql<TypedLine>`
    SELECT m.id AS "memberId", l.reference, l.reference_key AS "referenceKey", l.amount_cents AS "amountCents", l.at
      FROM group_settings g
      JOIN statement_lines l ON l.id = ${lineId} AND g.mpesa_record_by_account
      JOIN live_lines s ON s.line_id = l.id
      JOIN members m ON m.id = member_of_line(l.account_typed, NULL)
                    AND plain_account(l.account_typed) IN (plain_account(m.reg_number), plain_account(m.username))
     WHERE l.kind = 'payment_in' AND l.live = 'checked' AND l.state = 'open' AND l.at IS NOT NULL AND s.payment_id IS NULL`.execute(
    tx,
  );
  return rows[0] ?? null;
}
