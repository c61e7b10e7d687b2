// Seals the audit log (SAFE-11): each entry gets a hash of itself and of the entry sealed before it. Sealing follows
// the commits, so that writers never wait for one another.
import { createHash } from "node:crypto";
import { sql, type RawBuilder } from "kysely";
import { inTransaction, type Database, type Reader, type Tx } from "#server/db/connection.ts";
import {
  preparedQuery,
  type RowsOf,
  rowTable,
} from "#server/db/prepared-queries/prepared-query.ts";
import { growLog } from "./log-tree.ts";

const SEALING = 7_265_006;
const BATCH = 500;
// One query searches at most this many numbers, so it stays short however long the log is.
const WINDOW = 50_000;
const FIRST_PREVIOUS = Buffer.alloc(32);

/** The highest numbers of audit log and journal; 0 before the first. */
export type LogEnds = { audit: bigint; entry: number };

export const LOG_START: LogEnds = { audit: 0n, entry: 0 };

/** The highest committed numbers of both. */
export async function readLogEnds(reader: Reader): Promise<LogEnds> {
  const { rows } = await sql<LogEnds>`
    SELECT (SELECT coalesce(max(id), 0) FROM audit_entries) AS audit,
           (SELECT coalesce(max(id), 0) FROM entries) AS entry`.execute(reader);
  return rows[0] ?? LOG_START;
}

/**
 * Seals what is committed and unsealed, and adds it and new journal entries to the log's tree: everything numbered
 * above `after`. Returns how many entries it sealed; null while another server is sealing.
 */
export async function sealAudit(
  db: Database,
  { after = LOG_START }: { after?: LogEnds } = {},
): Promise<number | null> {
  const ends = await readLogEnds(db);
  let total = 0;
  for (let reached = after; ;) {
    const done = await inTransaction(db, (tx) => sealBatch(tx, reached, ends));
    if (done === null) return null;
    total += done.sealed;
    reached = done.reached;
    if (!done.hasMore) return total;
  }
}

/** Null while another server is sealing. */
async function sealBatch(tx: Tx, after: LogEnds, ends: LogEnds) {
  const lock = await sql<{ taken: boolean }>`
    SELECT pg_try_advisory_xact_lock(${SEALING}) AS taken`.execute(tx);
  if (lock.rows[0]?.taken !== true) return null;
  const auditEnd = after.audit + BigInt(WINDOW);
  const audit = { after: after.audit, upTo: auditEnd < ends.audit ? auditEnd : ends.audit };
  const sealed = await sealEntries(tx, audit);
  const entries = { after: after.entry, upTo: Math.min(after.entry + WINDOW, ends.entry) };
  const { reachedEntry, hasMoreSeals } = await growLog(tx, entries);
  const reached = {
    audit: sealed.length === BATCH ? (sealed.at(-1) ?? audit.upTo) : audit.upTo,
    entry: reachedEntry,
  };
  return {
    sealed: sealed.length,
    reached,
    hasMore: hasMoreSeals || reached.audit < ends.audit || reached.entry < ends.entry,
  };
}

const columns = {
  audit_id: "bigint",
  seq: "bigint",
  previous_hash: "bytea",
  hash: "bytea",
} as const;

const insertSeals = preparedQuery(
  (_tx, seals: RowsOf<typeof columns>) => sql`
    INSERT INTO audit_seals (audit_id, seq, previous_hash, hash)
    SELECT audit_id, seq, previous_hash, hash FROM ${rowTable("seal", columns, seals)}`,
);

type Unsealed = { after: bigint; upTo: bigint };

/** Returns the ids it sealed. */
async function sealEntries(tx: Tx, search: Unsealed): Promise<bigint[]> {
  const entries = await readUnsealed(tx, search);
  if (entries.length === 0) return [];
  const last = await readLastSeal(tx);
  let seq = last?.seq ?? 0n;
  let previous = last?.hash ?? FIRST_PREVIOUS;
  const seals = entries.map(({ id, canonical }) => {
    const previousHash = previous;
    previous = createHash("sha256").update(previousHash).update(canonical, "utf8").digest();
    return { audit_id: id, seq: ++seq, previous_hash: previousHash, hash: previous };
  });
  await insertSeals(tx, seals);
  const ids = entries.map(({ id }) => id);
  await countSealed(tx, ids);
  return ids;
}

function readLastSeal(tx: Tx) {
  return tx
    .selectFrom("audit_seals")
    .select(["seq", "hash"])
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** In the order of their ids. An entry that got its id first and committed last comes in a later batch. */
async function readUnsealed(
  tx: Tx,
  { after, upTo }: Unsealed,
): Promise<{ id: bigint; canonical: string }[]> {
  if (after >= upTo) return [];
  const { rows } = await sql<{ id: bigint; canonical: string }>`
    SELECT e.id, (jsonb_build_array(
             e.id,
             to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
             to_char(e.recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
             e.actor_id, e.action, e.subject, e.subject_id, e.before, e.after, e.address)
             || CASE WHEN e.witness IS NULL THEN '[]' ELSE jsonb_build_array(e.witness) END)::text AS canonical
      FROM audit_entries e
     WHERE e.id > ${after} AND e.id <= ${upTo}
       AND NOT EXISTS (SELECT FROM audit_seals s
                        WHERE s.audit_id = e.id AND s.audit_id > ${after} AND s.audit_id <= ${upTo})
     ORDER BY e.id
     LIMIT ${BATCH}`.execute(tx);
  return rows;
}

// Counts of audit entries by day, action, subject and block, updated by the audit-chain writer after the commits
// (docs/decisions/015-counts.md).

/** Ids of one block differ only in this many low bits. */
const BLOCK_BITS = 12;
/** The id that stands for everybody. */
const EVERYBODY = 0;

const countedColumns = sql`(entry.at AT TIME ZONE 'Africa/Nairobi')::date AS day, (entry.id >> ${sql.lit(BLOCK_BITS)})::int AS block,
  entry.action, entry.subject`;

/** Counts entries that the same transaction has just sealed, under the audit-chain writer's lock. */
export async function countSealed(tx: Tx, ids: readonly bigint[]): Promise<void> {
  const sealed = sql`entry.id = ANY (${ids}::bigint[])`;
  await add(
    tx,
    sql`SELECT ${sql.lit(EVERYBODY)} AS actor_id, ${countedColumns} FROM audit_entries entry WHERE ${sealed}
        UNION ALL
        SELECT entry.actor_id, ${countedColumns} FROM audit_entries entry
         WHERE ${sealed} AND EXISTS (SELECT FROM audit_counts known WHERE known.actor_id = entry.actor_id)`,
  );
  for (const id of await readNewOfficials(tx, ids))
    await add(
      tx,
      sql`SELECT entry.actor_id, ${countedColumns} FROM audit_entries entry
           WHERE entry.actor_id = ${id} AND EXISTS (SELECT FROM audit_seals seal WHERE seal.audit_id = entry.id)`,
    );
}

/** Officials who wrote some of these entries and have no counts of their own yet; most have just taken office. */
async function readNewOfficials(tx: Tx, ids: readonly bigint[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT members.id FROM members
     WHERE members.office IS NOT NULL
       AND EXISTS (SELECT FROM audit_entries entry WHERE entry.id = ANY (${ids}::bigint[]) AND entry.actor_id = members.id)
       AND NOT EXISTS (SELECT FROM audit_counts known WHERE known.actor_id = members.id)`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

function add(tx: Tx, entries: RawBuilder<unknown>) {
  return sql`
    INSERT INTO audit_counts AS counts (actor_id, day, block, action, subject, entries)
    SELECT actor_id, day, block, action, subject, count(*) FROM (${entries}) told GROUP BY 1, 2, 3, 4, 5
    ON CONFLICT (actor_id, day, block, action, subject)
      DO UPDATE SET entries = counts.entries + excluded.entries`.execute(tx);
}

/** Whether this person's entries (`undefined`: everybody's) are counted; an index finds the few of anybody else. */
export async function isCounted(reader: Reader, actorId: number | undefined): Promise<boolean> {
  if (actorId === undefined) return true;
  const { rows } = await sql`SELECT FROM audit_counts WHERE actor_id = ${actorId} LIMIT 1`.execute(
    reader,
  );
  return rows.length > 0;
}

// Unsealed entries are recent, because no transaction stays open for a minute; so an index on the moment finds them.
// The seal is looked up by a subquery and OFFSET fences the other conditions off: joined or inlined, PostgreSQL plans
// for a third of the log and reads all of it.
const unsealed = sql`(
  SELECT * FROM audit_entries written
   WHERE written.recorded_at > coalesce((
           SELECT sealed.recorded_at - interval '5 minutes'
             FROM audit_seals seal JOIN audit_entries sealed ON sealed.id = seal.audit_id
            ORDER BY seal.seq DESC LIMIT 1), '-infinity')
     AND (SELECT seal.audit_id FROM audit_seals seal WHERE seal.audit_id = written.id) IS NULL
  OFFSET 0) entry`;

/** The length of the log: seals are numbered without a gap. */
export async function countAudit(reader: Reader): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    SELECT coalesce((SELECT max(seq) FROM audit_seals), 0) + count(*) AS count FROM ${unsealed}`.execute(
    reader,
  );
  return Number(rows[0]?.count ?? 0);
}

/**
 * A FROM item `counted` with `day` (in Nairobi), `block`, `action`, `subject` and `entries`, of one counted person or
 * of everybody. One query also adds the unsealed entries, so the counts are always exact.
 */
export function countedAudit(actorId: number | undefined): RawBuilder<unknown> {
  const ofActor = actorId === undefined ? sql`` : sql`WHERE entry.actor_id = ${actorId}`;
  return sql`(
    SELECT day, block, action, subject, entries FROM audit_counts WHERE actor_id = ${actorId ?? EVERYBODY}
    UNION ALL
    SELECT ${countedColumns}, 1 FROM ${unsealed} ${ofActor}) counted`;
}

/** The ids of a block: from the first, up to but without the second. */
export const idsOf = (block: number): [from: bigint, to: bigint] => [
  BigInt(block) << BigInt(BLOCK_BITS),
  BigInt(block + 1) << BigInt(BLOCK_BITS),
];
