// Which entries of the audit log a page shows, and how many there are in all, without reading what it leaves out
// (docs/decisions/015-counts.md).
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { getAudit } from "#contract/audit.ts";
import type { QueryOf } from "#contract/endpoint.ts";
import { addDays, nairobiMidnight } from "#domain/calendar.ts";
import { countAudit, countedAudit, idsOf, isCounted } from "#server/core/audit-log/audit-counts.ts";
import type { Page } from "#server/db/paging.ts";
import type { Reader } from "#server/db/connection.ts";

type Query = QueryOf<typeof getAudit>;
/** A FROM item with the column `id`. */
type Ids = RawBuilder<{ id: bigint }>;

// From here on it is cheaper to find the blocks of a page than to skip what comes before it.
const FAR_BACK = 2_000;

/** Every entry that the filters leave, for a list without pages. */
export function allIds(query: Query): Ids {
  return sql`(SELECT entry.id FROM audit_entries entry WHERE ${matches(query)})`;
}

/** A page of them, newest first, and how many they are in all. */
export async function findPage(
  reader: Reader,
  query: Query,
  page: Page,
): Promise<{ ids: Ids; count: number }> {
  const isFiltered = Object.keys(query).some((name) => name !== "page" && name !== "page_size");
  if (!isFiltered && page.offset < FAR_BACK)
    return { ids: pageOf(allIds(query), page), count: await countAudit(reader) };
  // What happened to one thing, or by somebody who writes little, is little; an index leads to it.
  if (query.subject_id !== undefined || !(await isCounted(reader, query.actor)))
    return { ids: pageOf(allIds(query), page), count: await countOf(reader, allIds(query)) };
  return findInBlocks(reader, query, page);
}

function pageOf(ids: Ids, { limit, offset }: Page): Ids {
  return sql`(SELECT id FROM ${ids} found ORDER BY id DESC LIMIT ${limit} OFFSET ${offset})`;
}

async function countOf(reader: Reader, ids: Ids): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`SELECT count(*) FROM ${ids} found`.execute(reader);
  return Number(rows[0]?.count ?? 0);
}

/** By the counts: only the blocks that hold some of the page are looked into. */
async function findInBlocks(reader: Reader, query: Query, page: Page) {
  const { limit, offset } = page;
  const shows = sql`skipped < ${offset + limit} AND skipped + found > ${offset}`;
  const { rows } = await sql<{ count: bigint; blocks: number[]; skipped: bigint }>`
    WITH by_block AS (
      SELECT block, sum(entries) AS found FROM ${countedAudit(query.actor)} WHERE ${countMatches(query)} GROUP BY block),
    newest_first AS (
      SELECT block, found, sum(found) OVER (ORDER BY block DESC) - found AS skipped FROM by_block)
    SELECT coalesce(sum(found), 0)::bigint AS count,
           coalesce(array_agg(block) FILTER (WHERE ${shows}), '{}') AS blocks,
           coalesce(min(skipped) FILTER (WHERE ${shows}), 0)::bigint AS skipped
      FROM newest_first`.execute(reader);
  const { count, blocks, skipped } = rows[0] ?? { count: 0n, blocks: [], skipped: 0n };
  const ranges = blocks.map(idsOf);
  const rest = offset - Number(skipped);
  // Each block is limited for itself, so that its ids lead to it whatever else is asked.
  const inBlocks: Ids = sql`(
    SELECT found.id
      FROM unnest(${ranges.map(([from]) => from)}::bigint[], ${ranges.map(([, to]) => to)}::bigint[]) AS block (from_id, to_id)
     CROSS JOIN LATERAL (
       SELECT entry.id FROM audit_entries entry
        WHERE entry.id >= block.from_id AND entry.id < block.to_id AND ${matches(query)}
        ORDER BY entry.id DESC LIMIT ${rest + limit}) found)`;
  return { ids: pageOf(inBlocks, { limit, offset: rest }), count: Number(count) };
}

/** Of `entry`. */
function matches(query: Query): RawBuilder<SqlBool> {
  const { actor, subject_id: subjectId, start_date: start, end_date: end } = query;
  return sql.join(
    [
      ...namedSo(query, "entry"),
      ...(actor === undefined ? [] : [sql`entry.actor_id = ${actor}`]),
      ...(subjectId === undefined ? [] : [sql`entry.subject_id = ${subjectId}`]),
      ...(start === undefined ? [] : [sql`entry.at >= ${nairobiMidnight(start)}`]),
      ...(end === undefined ? [] : [sql`entry.at < ${nairobiMidnight(addDays(end, 1))}`]),
      sql`true`,
    ],
    sql` AND `,
  );
}

/** The same of `counted`, whose rows are already the actor's. */
function countMatches(query: Query): RawBuilder<SqlBool> {
  const { start_date: start, end_date: end } = query;
  return sql.join(
    [
      ...namedSo(query, "counted"),
      ...(start === undefined ? [] : [sql`counted.day >= ${start}::date`]),
      ...(end === undefined ? [] : [sql`counted.day <= ${end}::date`]),
      sql`true`,
    ],
    sql` AND `,
  );
}

function namedSo({ action, subject }: Query, of: "entry" | "counted"): RawBuilder<unknown>[] {
  const name = sql.ref(`${of}.action`);
  return [
    ...(action === undefined
      ? []
      : [sql`(${name} = ${action} OR starts_with(${name}, ${action} || '.'))`]),
    ...(subject === undefined ? [] : [sql`${sql.ref(`${of}.subject`)} = ${subject}`]),
  ];
}
