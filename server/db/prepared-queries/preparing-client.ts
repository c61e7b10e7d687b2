// A connection on which PostgreSQL parses and plans each query once (docs/decisions/010-posting-path.md).
import { DatabaseError, type Client, type QueryResult } from "pg";
import { PrimaryClient } from "#server/db/primary.ts";

// A query whose text grows with its values has endless variants, so it is not prepared.
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

/** A `pg` client that prepares every query with parameters. */
export class PreparingClient extends PrimaryClient {
  // After another server's migration, PostgreSQL refuses to run a query that was prepared before.
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

/** Whether the error means that a migration changed the columns of a prepared query. Preparing it again succeeds. */
export function isOutdatedPlan(error: unknown): boolean {
  return (
    error instanceof DatabaseError &&
    error.code === "0A000" &&
    error.message.startsWith("cached plan must not change result type")
  );
}
