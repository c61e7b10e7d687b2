// A query whose text is made once: building it costs the server more than sending it (docs/decisions/010-posting-path.md).
import type { Compilable, CompiledQuery } from "kysely";
import { assert } from "#domain/assert.ts";
import type { Reader } from "./connection.ts";

/**
 * `build` is called once, with a mark in the place of each value; what it gives is asked again and again, with the
 * values of the day. It may only pass them on, so its text never depends on them.
 */
export function statement<Values extends readonly unknown[], Row>(
  build: (reader: Reader, ...values: Values) => Compilable<Row>,
): (reader: Reader, ...values: Values) => Promise<Row[]> {
  let made: { query: CompiledQuery<Row>; places: readonly (number | null)[] } | null = null;

  const make = (reader: Reader) => {
    const marks = Array.from({ length: build.length - 1 }, (_, place) => Symbol(`value ${place}`));
    const query = build(reader, ...(marks as unknown as Values)).compile();
    const places = query.parameters.map((each) => {
      const place = marks.indexOf(each as symbol);
      return place < 0 ? null : place;
    });
    assert(
      marks.every((_, place) => places.includes(place)),
      `each value of a statement has a place in ${query.sql}`,
    );
    return { query, places };
  };

  return async (reader, ...values) => {
    const { query, places } = (made ??= make(reader));
    const parameters = query.parameters.map((each, at) => {
      const place = places[at] ?? null;
      return place === null ? each : values[place];
    });
    return (await reader.executeQuery<Row>({ ...query, parameters })).rows;
  };
}
