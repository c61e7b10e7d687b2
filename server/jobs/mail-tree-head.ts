// On the first day of each month every official is mailed the head of the log, so that a copy exists where nobody who
// runs the server can change it.
import { sql } from "kysely";
import { firstOfMonth, nairobiDate } from "#domain/calendar.ts";
import { readTreeHead, type TreeHead } from "#server/core/audit-log/log-tree.ts";
import { readLastSigned } from "#server/backup/backup-runs.ts";
import { treeHeadLetter } from "#server/core/mail/composed-letters.ts";
import { notifyOfficials, notice } from "#server/core/mail/notify.ts";
import { inTransaction, type Database, type Tx } from "#server/db/connection.ts";
import { readLastVerifyRun } from "#server/verify/verify-runs.ts";

/** Once a month, however often and on however many servers it runs; not before the log's first entry. */
export async function mailTreeHead(
  db: Database,
  params: { now: Date; publicUrl: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const head = await readTreeHead(tx);
    if (head === null || !(await noteTreeHead(tx, head, params.now))) return;
    const check = await readLastVerifyRun(tx);
    const backup = await readLastSigned(tx);
    const letter = treeHeadLetter(head, { ...params, check, backup });
    const { size, fingerprint } = head;
    const moment = { at: params.now };
    await notifyOfficials(tx, {
      letter,
      notice: notice("tree_head", { moment, size, fingerprint }),
      now: params.now,
    });
  });
}

/** Whether this month's is new; waits for another server that is about to note it. */
async function noteTreeHead(tx: Tx, head: TreeHead, now: Date): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO noted_heads (month, size, root, noted_at)
    VALUES (${firstOfMonth(nairobiDate(now))}, ${head.size}, decode(${head.fingerprint}, 'hex'), ${now})
    ON CONFLICT (month) DO NOTHING RETURNING month`.execute(tx);
  return rows.length > 0;
}
