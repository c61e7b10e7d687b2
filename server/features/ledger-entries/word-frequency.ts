// Decides whether the index of words or the journal from its newest entry on finds words faster.
import { sql } from "kysely";
import type { Reader } from "#server/db/connection.ts";

/** The index finds entries anywhere on disk; reading the next one by day costs a third of that. */
const COST_BY_INDEX = 3;
const SAMPLED = 400;

export type WordFrequency = {
  /**
   * Whether the index reads fewer entries than going back day by day, until `most` are found that have all of these
   * words (each its index in `patterns`) in their descriptions.
   */
  isQuickByIndex: (words: readonly number[], most: number) => boolean;
};

/** Samples entries at equal distances, from the newest to the first: 400, whatever the journal's size. */
export async function sampleDescriptions(
  reader: Reader,
  patterns: readonly string[],
): Promise<WordFrequency> {
  const { rows } = await sql<{ newest: number; has: boolean[] }>`
    SELECT newest.id AS newest,
           ARRAY(SELECT lower(e.description) ~ lower(pattern)
                   FROM unnest(${patterns}::text[]) WITH ORDINALITY word (pattern, index) ORDER BY index) AS has
      FROM (SELECT coalesce(max(id), 0) AS id FROM entries) newest,
           generate_series(0, least(${SAMPLED}::int, newest.id) - 1) step
           JOIN LATERAL (SELECT description FROM entries
                          WHERE id = newest.id - (step * newest.id::bigint / least(${SAMPLED}::int, newest.id))::int
                          LIMIT 1) e ON true
     ORDER BY step`.execute(reader);
  const entries = rows[0]?.newest ?? 0;
  return {
    isQuickByIndex: (words, most) => {
      const hits = rows.map(({ has }) => words.every((index) => has[index] === true));
      // Words that occur only in the past are not found soon.
      const recent = shareOf(hits.slice(0, Math.ceil(hits.length / 2)));
      return recent === 0 || COST_BY_INDEX * shareOf(hits) * entries <= most / recent;
    },
  };
}

function shareOf(hits: readonly boolean[]): number {
  return hits.length === 0 ? 0 : hits.filter(Boolean).length / hits.length;
}
