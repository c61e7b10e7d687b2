// A connection on which PostgreSQL parses and plans a statement once, not each time (docs/decisions/010-posting-path.md).
import { DatabaseError, type Client, type QueryResult } from "pg";
import { PrimaryClient } from "#server/db/primary.ts";

// Statements whose text depends on how much they carry come in endless variety: these are not stored.
const MOST_PARAMETERS = 40;
const MOST_STATEMENTS = 500;

const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  let name = names.get(text);
  if (name === undefined && names.size < MOST_STATEMENTS) {
    name = `akiba ${names.size + 1}`;
    names.set(text, name);
  }
  return name;
}

type Query = (query: string | Named, values?: unknown[]) => Promise<QueryResult>;
type Named = { name: string; text: string; values: unknown[] };

/** A client of `pg` that prepares what is sent to it with parameters. */
export class PreparingClient extends PrimaryClient {
  // After a migration by another server, a statement prepared before may no longer be run by its name.
  #generation = 0;

  override query = ((query: string | Named, values?: unknown, ...rest: unknown[]) => {
    const send = super.query.bind(this) as Query;
    const isPlain =
      typeof query === "string" &&
      Array.isArray(values) &&
      values.length > 0 &&
      values.length <= MOST_PARAMETERS &&
      rest.length === 0;
    const name = isPlain ? nameOf(query) : undefined;
    if (!isPlain || name === undefined)
      return (send as (...params: unknown[]) => unknown)(query, values, ...rest);
    return send({ name: `${name}.${this.#generation}`, text: query, values }).catch(
      (error: unknown) => {
        if (isOutdatedPlan(error)) this.#generation++;
        throw error;
      },
    );
  }) as typeof Client.prototype.query;
}

/** A prepared statement whose columns a migration changed; it goes well when it is prepared anew. */
export function isOutdatedPlan(error: unknown): boolean {
  return (
    error instanceof DatabaseError &&
    error.code === "0A000" &&
    error.message.startsWith("cached plan must not change result type")
  );
}
