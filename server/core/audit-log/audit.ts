// The audit log: who did what to whom, written in the transaction of the change (SAFE-10).
import { paymentKinds } from "#domain/payments/payment-kinds.ts";
import { sql } from "kysely";
import type { SettingName } from "#contract/choices.ts";
import {
  actionsOfAnyClock,
  type AuditAction,
  type AuditFact,
  type AuditSubject,
  type NoticeChoiceFact,
} from "#domain/audit-log/audit-actions.ts";
import { nairobiDate } from "#domain/calendar.ts";
import { BEHIND_MOST_MS } from "#domain/clock.ts";
import { refuse, type Refusal } from "#domain/refusal.ts";
import { Message } from "#messages/message.ts";
import { storeMessage } from "#messages/stored-message.ts";
import { violation, type Tx, type Reader } from "#server/db/connection.ts";
import {
  preparedQuery,
  type RowsOf,
  rowTable,
} from "#server/db/prepared-queries/prepared-query.ts";

/**
 * Facts that the screen of the log has words for (SAFE-10); `member_id` says whose money it is and is not shown. What
 * people wrote is a string, a sentence of the program a message.
 */
export type AuditFacts = Partial<
  Record<AuditFact | SettingName | NoticeChoiceFact | "member_id", unknown>
>;

export type AuditEntry = {
  now: Date;
  /** What the clock says, if `now` is the earlier moment at which it took effect. */
  clock?: Date;
  /** Null when nobody was signed in, as at sign-up. */
  actorId: number | null;
  /** Named like a permission: `contributions.approve`. */
  action: AuditAction;
  /** The kind of thing changed, and its id. */
  subject: AuditSubject;
  subjectId: number | null;
  /** Changed fields only; never passwords or tokens. */
  before?: AuditFacts;
  after?: AuditFacts;
  address: string | null;
};

/**
 * Call after the change that it records, in its transaction: the database adds a hash of the changed records as they
 * stand now (docs/decisions/024-tampering.md).
 */
export async function recordAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  await recordAudits(tx, [entry]);
}

const columns = {
  at: "timestamptz",
  clock: "timestamptz",
  actor_id: "int",
  action: "text",
  subject: "text",
  subject_id: "int",
  before: "jsonb",
  after: "jsonb",
  address: "text",
} as const;

const insertAudits = preparedQuery(
  (_tx, rows: RowsOf<typeof columns>) => sql`
    WITH entry AS MATERIALIZED (SELECT * FROM ${rowTable("given", columns, rows)})
    INSERT INTO audit_entries (at, actor_id, action, subject, subject_id, before, after, address, witness)
    SELECT at, actor_id, action, subject, subject_id, before, after, address,
           CASE WHEN subject = 'auditor' THEN auditor_witness(action, subject_id, at)
                WHEN subject = 'opening' THEN opening_witness(action, subject_id, at)
                WHEN subject IN ('member', 'group_settings', 'statement', 'books')
                THEN nullif(coalesce(audit_witness(action, subject, subject_id, after, at), '{}')
                            || coalesce(record_witness(action, subject, subject_id, at), '{}'), '{}')
                WHEN before IS NULL OR subject NOT IN (${sql.join(paymentKinds.map((kind) => sql.lit(kind)))})
                THEN audit_witness(action, subject, subject_id, after, at) END
      FROM entry
     WHERE (SELECT require_not_behind(min(clock), ${sql.lit(BEHIND_MOST_MS)} * interval '1 millisecond') FROM entry
             WHERE action NOT IN (${sql.join(actionsOfAnyClock.map((action) => sql.lit(action)))}))
     ORDER BY place`,
);

/**
 * The same for some hundred changes at once. Whatever posts or decides is logged by this, so that here all of it is
 * refused while the clock is behind the log (SAFE-29).
 */
export async function recordAudits(tx: Tx, entries: readonly AuditEntry[]): Promise<void> {
  const rows = entries.map((entry) => ({
    at: entry.now,
    clock: entry.clock ?? entry.now,
    actor_id: entry.actorId,
    action: entry.action,
    subject: entry.subject,
    subject_id: entry.subjectId,
    before: toJson(entry.before),
    after: toJson(entry.after),
    address: entry.address,
  }));
  try {
    await insertAudits(tx, rows);
  } catch (error) {
    const { constraint, detail = "" } = violation(error) ?? {};
    if (constraint !== "clock_not_behind") throw error;
    const [first] = entries.map(({ now, clock }) => clock ?? now).toSorted((a, b) => +a - +b);
    throw clockBehind({ now: first ?? new Date(detail), newestAt: new Date(detail) });
  }
}

/** The refusal of what is posted or decided by a clock that is behind the log's newest moment (SAFE-29). */
export function clockBehind({ now, newestAt }: { now: Date; newestAt: Date }): Refusal {
  return refuse("clock-behind", {
    day: { day: nairobiDate(now) },
    seen: { day: nairobiDate(newestAt) },
  });
}

/** A message is stored by its key and facts, so that each reader reads it in their language. */
function toJson(value: AuditFacts | undefined): string | null {
  if (value === undefined) return null;
  return JSON.stringify(value, (_name, each: unknown) =>
    each instanceof Message ? storeMessage(each) : each,
  );
}

// When somebody last changed anything.

/**
 * By the audit log: when the request came, a moment before its commit. Null if they have changed nothing; an export
 * is no change.
 */
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
