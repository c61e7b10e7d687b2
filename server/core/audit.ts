// The audit log: who did what to whom, written in the transaction of the change (safety 5.6).
import type { Tx } from "#server/db/connection.ts";
import { statement } from "#server/db/statement.ts";

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
  await insertOne(
    tx,
    entry.now,
    entry.actorId,
    entry.action,
    entry.subject,
    entry.subjectId,
    toJson(entry.before),
    toJson(entry.after),
    entry.address,
  );
}

const insertOne = statement(
  (
    tx,
    at: Date,
    actor_id: number | null,
    action: string,
    subject: string,
    subject_id: number | null,
    before: string | null,
    after: string | null,
    address: string | null,
  ) =>
    tx
      .insertInto("audit_entries")
      .values({ at, actor_id, action, subject, subject_id, before, after, address }),
);

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
        before: toJson(entry.before),
        after: toJson(entry.after),
        address: entry.address,
      })),
    )
    .execute();
}

function toJson(value: Record<string, unknown> | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
