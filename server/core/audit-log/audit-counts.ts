// How many entries of the audit log there are of what, stored by the audit-chain writer behind the commits (docs/decisions/015-counts.md).
import { sql, type RawBuilder } from "kysely";
import type { Reader, Tx } from "#server/db/connection.ts";

/** The ids of a block differ only in so many of their bits. */
const BLOCK_BITS = 12;
/** Whose counts are everybody's. */
const EVERYBODY = 0;

const columns = sql`(entry.at AT TIME ZONE 'Africa/Nairobi')::date AS day, (entry.id >> ${sql.lit(BLOCK_BITS)})::int AS block,
  entry.action, entry.subject`;

/** Adds entries that were sealed just now in the same transaction, under the audit-chain writer's lock. */
export async function countSealed(tx: Tx, ids: readonly bigint[]): Promise<void> {
  const sealed = sql`entry.id = ANY (${ids}::bigint[])`;
  await add(
    tx,
    sql`SELECT ${sql.lit(EVERYBODY)} AS actor_id, ${columns} FROM audit_entries entry WHERE ${sealed}
        UNION ALL
        SELECT entry.actor_id, ${columns} FROM audit_entries entry
         WHERE ${sealed} AND EXISTS (SELECT FROM audit_counts known WHERE known.actor_id = entry.actor_id)`,
  );
  for (const id of await readNewOfficials(tx, ids))
    await add(
      tx,
      sql`SELECT entry.actor_id, ${columns} FROM audit_entries entry
           WHERE entry.actor_id = ${id} AND EXISTS (SELECT FROM audit_seals seal WHERE seal.audit_id = entry.id)`,
    );
}

/** Those in office who wrote some of it and have no counts of their own: most came into office just now. */
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

/** Whether the entries of somebody (`undefined`: of everybody) are counted; the few of others are found by their index. */
export async function isCounted(reader: Reader, actorId: number | undefined): Promise<boolean> {
  if (actorId === undefined) return true;
  const { rows } = await sql`SELECT FROM audit_counts WHERE actor_id = ${actorId} LIMIT 1`.execute(
    reader,
  );
  return rows.length > 0;
}

// What is not sealed yet was written not long before the last that is, for no transaction stays open for a minute. The
// moment alone leads there: each of these few asks for its seal by a subquery, and OFFSET keeps whatever else is asked
// outside, for either would be planned for a third of the log and read all of it.
const unsealed = sql`(
  SELECT * FROM audit_entries written
   WHERE written.recorded_at > coalesce((
           SELECT sealed.recorded_at - interval '5 minutes'
             FROM audit_seals seal JOIN audit_entries sealed ON sealed.id = seal.audit_id
            ORDER BY seal.seq DESC LIMIT 1), '-infinity')
     AND (SELECT seal.audit_id FROM audit_seals seal WHERE seal.audit_id = written.id) IS NULL
  OFFSET 0) entry`;

/** How long the log is: seals are numbered without a gap. */
export async function countAudit(reader: Reader): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    SELECT coalesce((SELECT max(seq) FROM audit_seals), 0) + count(*) AS count FROM ${unsealed}`.execute(
    reader,
  );
  return Number(rows[0]?.count ?? 0);
}

/**
 * A FROM item `counted` with `day` (in Nairobi), `block`, `action`, `subject` and `entries` of somebody who is counted, or
 * of everybody. What is not sealed yet is added on top, in one statement, so the counts are exact at every moment.
 */
export function countedAudit(actorId: number | undefined): RawBuilder<unknown> {
  const ofActor = actorId === undefined ? sql`` : sql`WHERE entry.actor_id = ${actorId}`;
  return sql`(
    SELECT day, block, action, subject, entries FROM audit_counts WHERE actor_id = ${actorId ?? EVERYBODY}
    UNION ALL
    SELECT ${columns}, 1 FROM ${unsealed} ${ofActor}) counted`;
}

/** The ids of a block: from the first on, and below the second. */
export const idsOf = (block: number): [from: bigint, to: bigint] => [
  BigInt(block) << BigInt(BLOCK_BITS),
  BigInt(block + 1) << BigInt(BLOCK_BITS),
];
