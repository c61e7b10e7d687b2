// Counts of audit entries by day, action, subject and block, updated by the audit-chain writer after the commits
// (docs/decisions/015-counts.md).
import { sql, type RawBuilder } from "kysely";
import type { Reader, Tx } from "#server/db/connection.ts";

/** Ids of one block differ only in this many low bits. */
const BLOCK_BITS = 12;
/** The id that stands for everybody. */
const EVERYBODY = 0;

const columns = sql`(entry.at AT TIME ZONE 'Africa/Nairobi')::date AS day, (entry.id >> ${sql.lit(BLOCK_BITS)})::int AS block,
  entry.action, entry.subject`;

/** Counts entries that the same transaction has just sealed, under the audit-chain writer's lock. */
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
    SELECT ${columns}, 1 FROM ${unsealed} ${ofActor}) counted`;
}

/** The ids of a block: from the first, up to but without the second. */
export const idsOf = (block: number): [from: bigint, to: bigint] => [
  BigInt(block) << BigInt(BLOCK_BITS),
  BigInt(block + 1) << BigInt(BLOCK_BITS),
];
