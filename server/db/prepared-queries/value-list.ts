// Values of ours as one array of a statement (docs/decisions/010-posting-path.md).
import { sql, type RawBuilder } from "kysely";

export type ColumnType =
  | "smallint"
  | "int"
  | "bigint"
  | "text"
  | "date"
  | "timestamptz"
  | "jsonb"
  | "bytea";

/**
 * An array for `unnest`. By way of a query of its own the planner does not see how many there are: otherwise it plans
 * for a few values each time anew, since it thinks that the plan for any number, stored, were the dearer one.
 */
export function valueList(type: ColumnType, values: unknown): RawBuilder<unknown> {
  return sql`(SELECT ${values}::${sql.raw(type)}[])`;
}

/** For `column = …`: any of the values, however many. */
export function anyOf<Value>(type: ColumnType, values: readonly Value[]): RawBuilder<Value> {
  return sql<Value>`ANY(${valueList(type, values)}::${sql.raw(type)}[])`;
}
