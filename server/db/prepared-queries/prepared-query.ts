// Queries whose text is made once and planned once (README.md): what they are made of, and the making.
import { sql, type CompiledQuery, type RawBuilder } from "kysely";
import { assert } from "#domain/assert.ts";
import type { Reader } from "#server/db/connection.ts";

/**
 * `build` is called once, with a placeholder for each value; what it gives is sent again and again, with the
 * values of the day. It may only pass them on, rows to a `rowTable`, so its text never depends on them.
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
  /** Where each of the query's parameters comes from, or null where it is always the same. */
  sources: readonly ({ value: number; column: string | null } | null)[];
};

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

type ColumnType =
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

/** Stands for a column of rows that come later. */
class ColumnPlaceholder {
  readonly rows: symbol;
  readonly column: string;

  constructor(rows: symbol, column: string) {
    this.rows = rows;
    this.column = column;
  }
}

/** The values of one column, or what stands for them while a query is made. */
function columnOf<Column extends string>(
  rows: readonly Record<Column, unknown>[],
  column: Column,
): unknown {
  return isPlaceholder(rows) ? new ColumnPlaceholder(rows, column) : rows.map((row) => row[column]);
}

function isPlaceholder(rows: unknown): rows is symbol {
  return typeof rows === "symbol";
}
