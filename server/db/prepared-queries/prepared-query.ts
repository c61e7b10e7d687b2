// Queries that are built once, and that PostgreSQL plans once (README.md).
import { sql, type CompiledQuery, type RawBuilder } from "kysely";
import { assert } from "#domain/assert.ts";
import type { Reader } from "#server/db/connection.ts";

/**
 * Returns a function that runs the query with new values each time. `build` is called once, with a placeholder for each value, so the
 * SQL cannot depend on the values: `build` may only pass them on, and rows only to a `rowTable`. Fails if it drops a value.
 */
export function preparedQuery<Values extends readonly unknown[], Row>(
  build: (reader: Reader, ...values: Values) => { compile(reader: Reader): CompiledQuery<Row> },
): (reader: Reader, ...values: Values) => Promise<Row[]> {
  let made: Compiled<Row> | null = null;

  const make = (reader: Reader): Compiled<Row> => {
    const placeholders = Array.from({ length: build.length - 1 }, (_, index) =>
      Symbol(`value ${index}`),
    );
    const query = build(reader, ...(placeholders as unknown as Values)).compile(reader);
    const sources = query.parameters.map((each) => {
      const column = each instanceof ColumnPlaceholder ? each : null;
      const value = placeholders.indexOf(column === null ? (each as symbol) : column.rows);
      return value < 0 ? null : { value, column: column?.column ?? null };
    });
    assert(
      placeholders.every((_, index) => sources.some((source) => source?.value === index)),
      `each value of a prepared query has a place in ${query.sql}`,
    );
    return { query, sources };
  };

  return async (reader, ...values) => {
    const { query, sources } = (made ??= make(reader));
    const parameters = query.parameters.map((each, at) => {
      const source = sources[at] ?? null;
      if (source === null) return each;
      const { value, column } = source;
      return column === null
        ? values[value]
        : columnOf(values[value] as readonly Record<string, unknown>[], column);
    });
    return (await reader.executeQuery<Row>({ ...query, parameters })).rows;
  };
}

type Compiled<Row> = {
  query: CompiledQuery<Row>;
  /** For each of the query's parameters, the value (and column) to send; null for a constant. */
  sources: readonly ({ value: number; column: string | null } | null)[];
};

/** Rows with a value for each column of `Types`. */
export type RowsOf<Types> = readonly Record<keyof Types & string, unknown>[];

/**
 * For FROM: `rows` as a table `name` with the columns of `types` and a column `place`, the row's number from 1. Pass a `jsonb`
 * value as text.
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

type ColumnType =
  | "smallint"
  | "int"
  | "bigint"
  | "text"
  | "date"
  | "timestamptz"
  | "jsonb"
  | "bytea"
  | "boolean";

/**
 * An array of values. The subquery hides the array's length from the planner. Otherwise PostgreSQL would plan each run again for a few
 * values, because it estimates the cached plan, which fits any number, as more expensive.
 */
export function valueList(type: ColumnType, values: unknown): RawBuilder<unknown> {
  return sql`(SELECT ${values}::${sql.raw(type)}[])`;
}

/** For `column = …`: true for any of the values; none of them for an empty list. */
export function anyOf<Value>(type: ColumnType, values: readonly Value[]): RawBuilder<Value> {
  return sql<Value>`ANY(${valueList(type, values)}::${sql.raw(type)}[])`;
}

/** Represents one column of the rows while the query is built. */
class ColumnPlaceholder {
  readonly rows: symbol;
  readonly column: string;

  constructor(rows: symbol, column: string) {
    this.rows = rows;
    this.column = column;
  }
}

/** The values of one column, or its placeholder while the query is built. */
function columnOf<Column extends string>(
  rows: readonly Record<Column, unknown>[],
  column: Column,
): unknown {
  return isPlaceholder(rows) ? new ColumnPlaceholder(rows, column) : rows.map((row) => row[column]);
}

function isPlaceholder(rows: unknown): rows is symbol {
  return typeof rows === "symbol";
}
