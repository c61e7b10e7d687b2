// When somebody last changed anything.
import type { Reader } from "#server/db/connection.ts";

/** By the audit log: when the change was asked for, a moment before its commit. Null for who has changed nothing; an export does not. */
export async function readLastChangeBy(reader: Reader, memberId: number): Promise<Date | null> {
  const last = await reader
    .selectFrom("audit_entries")
    .select("at")
    .where("actor_id", "=", memberId)
    .where("action", "!=", "journal.export")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.at ?? null;
}
