// Seals the audit log (safety 5.6): each entry gets the hash of the one sealed before it and of itself. The sealing
// follows the commits, so that those who write never wait for one another.
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { inTransaction, type Database, type Tx } from "#server/db/connection.ts";
import { countSealed } from "./audit-counts.ts";
import { growLog } from "./log-tree.ts";

const SEALING = 7_265_006;
const BATCH = 500;
const FIRST_PREVIOUS = Buffer.alloc(32);

/**
 * Seals what is committed and not yet sealed, and takes it and the new journal entries into the log's tree. `recent` looks
 * only at what was written in the last minute, which costs nothing however long the log is; without it the whole log is
 * searched. Gives how many entries it sealed; 0 also while another server is sealing.
 */
export async function sealAudit(
  db: Database,
  { recent }: { recent: boolean } = { recent: false },
): Promise<number> {
  let total = 0;
  for (let after = { audit: 0n, entry: 0 }; ;) {
    const done = await inTransaction(db, (tx) => sealBatch(tx, { recent, after }));
    if (done === null) return total;
    total += done.sealed;
    after = done.after;
    if (!done.hasMore) return total;
  }
}

/** `after`: the ids up to which the batches before have come. */
type Search = { recent: boolean; after: { audit: bigint; entry: number } };

/** Null while another server is sealing. */
async function sealBatch(tx: Tx, { recent, after }: Search) {
  const lock = await sql<{ taken: boolean }>`
    SELECT pg_try_advisory_xact_lock(${SEALING}) AS taken`.execute(tx);
  if (lock.rows[0]?.taken !== true) return null;
  const sealed = await sealEntries(tx, { recent, after: after.audit });
  const { lastEntry, hasMore } = await growLog(tx, { recent, after: after.entry });
  return {
    sealed: sealed.length,
    after: { audit: sealed.at(-1) ?? after.audit, entry: lastEntry },
    hasMore: hasMore || sealed.length === BATCH,
  };
}

type Unsealed = { recent: boolean; after: bigint };

/** Gives the ids it sealed. */
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
  await tx.insertInto("audit_seals").values(seals).execute();
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

/** In the order of their ids. One that was written first and committed last comes in a later batch. */
async function readUnsealed(
  tx: Tx,
  { recent, after }: Unsealed,
): Promise<{ id: bigint; canonical: string }[]> {
  const since = recent ? sql`e.recorded_at > now() - interval '1 minute' AND` : sql``;
  const { rows } = await sql<{ id: bigint; canonical: string }>`
    SELECT e.id, jsonb_build_array(
             e.id,
             to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
             to_char(e.recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
             e.actor_id, e.action, e.subject, e.subject_id, e.before, e.after, e.address)::text AS canonical
      FROM audit_entries e
     WHERE ${since} e.id > ${after}
       AND NOT EXISTS (SELECT FROM audit_seals s WHERE s.audit_id = e.id)
     ORDER BY e.id
     LIMIT ${BATCH}`.execute(tx);
  return rows;
}
