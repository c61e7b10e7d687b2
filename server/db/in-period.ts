// The days of a period as a condition of a query, with what PostgreSQL can plan for.
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { PlainDate } from "#domain/calendar.ts";

export type Period = { start_date?: PlainDate | undefined; end_date?: PlainDate | undefined };

/**
 * Whether `day` is within the period, both ends inclusive. Only the ends that are given are asked for: of an open end, such as
 * `day >= coalesce($1, '-infinity')`, a plan for all values takes it that it holds next to nothing.
 */
export function inPeriod(
  day: RawBuilder<unknown>,
  { start_date, end_date }: Period,
): RawBuilder<SqlBool> {
  const ends = [
    ...(start_date === undefined ? [] : [sql<SqlBool>`${day} >= ${start_date}::date`]),
    ...(end_date === undefined ? [] : [sql<SqlBool>`${day} <= ${end_date}::date`]),
  ];
  return ends.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(ends, sql` AND `)})`;
}
