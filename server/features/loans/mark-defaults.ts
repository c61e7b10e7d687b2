// Loans with a balance past their date go into default (LOAN-12); part of the daily sweep.
import type { PlainDate } from "#domain/calendar.ts";
import { recordAudits, type AuditEntry } from "#server/core/audit-log/audit.ts";
import { noticeOf, writeNotices } from "#server/core/notices/write-notices.ts";
import type { Tx } from "#server/db/connection.ts";

const AUDITS_AT_ONCE = 500;

/**
 * Moves active loans whose expiry date is before `today` to default; a second run changes nothing. Returns how many.
 */
export async function markDefaults(
  tx: Tx,
  { today, now }: { today: PlainDate; now: Date },
): Promise<number> {
  const late = await tx
    .updateTable("loans")
    .set({ status: "default" })
    // An active loan has a balance (loans_owed_while_live).
    .where("status", "=", "active")
    .where("expiry_date", "<", today)
    .returning(["id", "member_id", "amount_cents", "balance_cents", "expiry_date"])
    .execute();
  const audits = late.map((loan): AuditEntry => ({
    now,
    actorId: null,
    action: "sweep.mark-default",
    subject: "loan",
    subjectId: loan.id,
    before: { status: "active" },
    after: { status: "default", expiry_date: loan.expiry_date },
    address: null,
  }));
  for (let done = 0; done < audits.length; done += AUDITS_AT_ONCE)
    await recordAudits(tx, audits.slice(done, done + AUDITS_AT_ONCE));
  const notices = late.map(({ id, member_id: memberId, expiry_date: day, ...loan }) =>
    noticeOf(
      "loan_fallen_due",
      { memberId, about: { kind: "loan", id }, occasion: `loan_fallen_due:${id}` },
      { amount: loan.amount_cents, due: { day: day ?? today }, left: loan.balance_cents },
    ),
  );
  for (let done = 0; done < notices.length; done += AUDITS_AT_ONCE)
    await writeNotices(tx, { notices: notices.slice(done, done + AUDITS_AT_ONCE), now });
  return late.length;
}
