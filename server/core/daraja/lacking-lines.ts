// What M-PESA confirmed and whole statements of its account lack: its payment is missing, and officials hear at once (MPESA-4).
import { sql } from "kysely";
import { toKes } from "#domain/money.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { tellOfficials } from "#server/core/notices/tell-officials.ts";
import type { Tx } from "#server/db/connection.ts";

/** After a statement of the account counts as evidence. Each line is reported once. */
export async function reportLackingLines(
  tx: Tx,
  { accountId, now }: { accountId: number; now: Date },
): Promise<void> {
  const { rows } = await sql<{ id: number; reference: string | null; amount_cents: bigint }>`
    UPDATE live_lines s SET lacking_at = ${now} FROM statement_lines l
     WHERE l.id = s.line_id AND s.lacking_at IS NULL AND l.account_id = ${accountId} AND l.live = 'checked' AND l.live_only
       AND is_covered_by(l.account_id, l.on_day)
    RETURNING l.id, l.reference, l.amount_cents`.execute(tx);
  for (const { id, reference, amount_cents: amount } of rows) {
    await recordAudit(tx, {
      now,
      actorId: null,
      action: "statement-lines.lack",
      subject: "statement_line",
      subjectId: id,
      after: { payment_Reference_Code: reference, amount: toKes(amount) },
      address: null,
    });
    await tellOfficials(tx, {
      event: "mpesa_lacking",
      facts: { reference: reference ?? "", amount },
      occasion: `mpesa_lacking:${id}`,
      now,
    });
  }
}
