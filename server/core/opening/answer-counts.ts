// What the members of an opening said of their figures (OPEN-60): the newest answer of each counts.
import { sql } from "kysely";
import type { Reader } from "#server/db/connection.ts";

/** In a query with `opening_members`: the member's newest answer in that opening, or null. */
export const newestAnswer = sql<string | null>`(
  SELECT a.answer FROM opening_answers a
   WHERE a.opening_id = opening_members.opening_id AND a.member_id = opening_members.member_id
   ORDER BY a.id DESC LIMIT 1)`;

export type AnswerCounts = { confirmed: number; disputed: number; open: number };

/** By the opening's id; the three add up to its members. A resolved dispute counts as confirmed. */
export async function countAnswers(
  reader: Reader,
  openingIds: readonly number[],
): Promise<ReadonlyMap<number, AnswerCounts>> {
  if (openingIds.length === 0) return new Map();
  const rows = await reader
    .selectFrom((nested) =>
      nested
        .selectFrom("opening_members")
        .select(["opening_id", newestAnswer.as("answer")])
        .where("opening_id", "in", [...openingIds])
        .as("answered"),
    )
    .select("opening_id")
    .select([
      sql<bigint>`count(*) FILTER (WHERE answer IN ('yes', 'confirmed_on_paper', 'resolved'))`.as(
        "confirmed",
      ),
      sql<bigint>`count(*) FILTER (WHERE answer = 'no')`.as("disputed"),
      sql<bigint>`count(*) FILTER (WHERE answer IS NULL)`.as("open"),
    ])
    .groupBy("opening_id")
    .execute();
  return new Map(
    rows.map(({ opening_id: id, confirmed, disputed, open }) => [
      id,
      { confirmed: Number(confirmed), disputed: Number(disputed), open: Number(open) },
    ]),
  );
}
