// Once a night the audit log witnesses together what is too much to be witnessed one by one: notices, messages and their answers,
// checks of the books, and backups (docs/decisions/024-tampering.md).
import { sql } from "kysely";
import { inTransaction, type Database } from "#server/db/connection.ts";
import { recordAudit } from "./audit.ts";

const AT_ONCE = 10_000;

/** Writes one audit entry for each 10,000 records that none witnesses yet, and one at least. Two servers do it in turn. */
export async function witnessRecords(db: Database, now: Date): Promise<void> {
  for (;;) {
    const marked = await inTransaction(db, async (tx) => {
      await sql`SELECT pg_advisory_xact_lock(hashtext('books.witness'))`.execute(tx);
      const { rows } = await sql<{ number: number; marked: number }>`
        SELECT number, mark_for_witness(number, ${AT_ONCE}) AS marked
          FROM (SELECT coalesce(max(subject_id), 0) + 1 AS number FROM audit_entries WHERE action = 'books.witness') next`.execute(
        tx,
      );
      const { number, marked: count } = rows[0]!;
      await recordAudit(tx, {
        now,
        actorId: null,
        action: "books.witness",
        subject: "books",
        subjectId: number,
        address: null,
      });
      return count;
    });
    if (marked < AT_ONCE) return;
  }
}
