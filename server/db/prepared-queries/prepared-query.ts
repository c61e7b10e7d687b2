// A query whose text is made once: building it costs the server more than sending it (docs/decisions/010-posting-path.md).
import type { CompiledQuery } from "kysely";
import { assert } from "#domain/assert.ts";
import type { Reader } from "#server/db/connection.ts";

/** Stands for a column of rows that come later. */
class ColumnPlaceholder {
  readonly rows: symbol;
  readonly column: string;

  constructor(rows: symbol, column: string) {
    this.rows = rows;
    this.column = column;
  }
}

/** The values of one column, or what stands for them while a statement is made. */
export function columnOf<Column extends string>(
  rows: readonly Record<Column, unknown>[],
  column: Column,
): unknown {
  return isPlaceholder(rows) ? new ColumnPlaceholder(rows, column) : rows.map((row) => row[column]);
}

function isPlaceholder(rows: unknown): rows is symbol {
  return typeof rows === "symbol";
}

type Compiled<Row> = {
  query: CompiledQuery<Row>;
  /** Where each of the query's parameters comes from, or null where it is always the same. */
  sources: readonly ({ value: number; column: string | null } | null)[];
};

/**
 * `build` is called once, with a mark in the place of each value; what it gives is asked again and again, with the
 * values of the day. It may only pass them on, rows to a `rowTable`, so its text never depends on them.
 */
export function statement<Values extends readonly unknown[], Row>(
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
      `each value of a statement has a place in ${query.sql}`,
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
