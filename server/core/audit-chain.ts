// Seals the audit log (safety 5.6): each entry gets the hash of the one sealed before it and of itself. The sealing
// follows the commits, so that those who write never wait for one another.
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { inTransaction, type Database, type Reader, type Tx } from "#server/db/connection.ts";

const SEALING = 7_265_006;
const BATCH = 500;
const FIRST_PREVIOUS = Buffer.alloc(32);

/**
 * Seals what is committed and not yet sealed. `recent` looks only at what was written in the last minute, which costs
 * nothing however long the log is; without it the whole log is searched. Gives how many entries it sealed; 0 also
 * while another server is sealing.
 */
export async function sealAudit(
  db: Database,
  { recent }: { recent: boolean } = { recent: false },
): Promise<number> {
  let total = 0;
  for (let after = 0n; ;) {
    const sealed = await inTransaction(db, (tx) => sealBatch(tx, { recent, after }));
    total += sealed.length;
    after = sealed.at(-1) ?? 0n;
    if (sealed.length < BATCH) return total;
  }
}

type Search = { recent: boolean; after: bigint };

/** Gives the ids it sealed. */
async function sealBatch(tx: Tx, search: Search): Promise<bigint[]> {
  const lock = await sql<{ taken: boolean }>`
    SELECT pg_try_advisory_xact_lock(${SEALING}) AS taken`.execute(tx);
  if (lock.rows[0]?.taken !== true) return [];
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
  return entries.map(({ id }) => id);
}

function readLastSeal(reader: Reader) {
  return reader
    .selectFrom("audit_seals")
    .select(["seq", "hash"])
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** The end of the chain, which stands for all of it; null before the first seal. */
export async function readAuditHead(reader: Reader): Promise<{ seq: bigint; hash: string } | null> {
  const last = await readLastSeal(reader);
  return last === undefined ? null : { seq: last.seq, hash: last.hash.toString("hex") };
}

/** In the order of their ids. One that was written first and committed last comes in a later batch. */
async function readUnsealed(
  tx: Tx,
  { recent, after }: Search,
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
