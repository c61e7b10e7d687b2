// The audit log: who did what to whom, written in the transaction of the change (safety 5.6).
import type { Tx } from "#server/db/connection.ts";

export type AuditEntry = {
  now: Date;
  /** Null when nobody was signed in, as at sign-up. */
  actorId: number | null;
  /** Named like a permission: `contributions.approve`. */
  action: string;
  /** The kind of thing changed, and its id. */
  subject: string;
  subjectId: number | null;
  /** Changed fields only; never passwords or tokens. */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  address: string | null;
};

export async function recordAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  await recordAudits(tx, [entry]);
}

/** The same for some hundred changes at once, at least one. */
export async function recordAudits(tx: Tx, entries: readonly AuditEntry[]): Promise<void> {
  await tx
    .insertInto("audit_entries")
    .values(
      entries.map((entry) => ({
        at: entry.now,
        actor_id: entry.actorId,
        action: entry.action,
        subject: entry.subject,
        subject_id: entry.subjectId,
        before: entry.before === undefined ? null : JSON.stringify(entry.before),
        after: entry.after === undefined ? null : JSON.stringify(entry.after),
        address: entry.address,
      })),
    )
    .execute();
}
