// Rows of ours as a table in a statement, whose text is the same however many they are: the database plans it once.
import { sql, type RawBuilder } from "kysely";
import { columnOf } from "./prepared-query.ts";
import { valueList, type ColumnType } from "./value-list.ts";

/** Rows with a value for each of these columns. */
export type RowsOf<Types> = readonly Record<keyof Types & string, unknown>[];

/**
 * For FROM: the rows under `name`, with the columns of `types` and their `place`, counted from one. A value of `jsonb`
 * comes as text.
 */
export function rowTable<Column extends string>(
  name: string,
  types: Record<Column, ColumnType>,
  rows: RowsOf<Record<Column, ColumnType>>,
): RawBuilder<unknown> {
  const columns = Object.keys(types) as Column[];
  const lists = columns.map((column) => valueList(types[column], columnOf(rows, column)));
  const names = [...columns, "place"].map((column) => sql.id(column));
  return sql`unnest(${sql.join(lists)}) WITH ORDINALITY AS ${sql.id(name)} (${sql.join(names)})`;
}
