// Checks every answer that a test gets against the contract: no field missing, none extra, each of its type.
import { isDeepStrictEqual } from "node:util";
import { safeParse } from "zod/v4/core";
import { allEndpoints } from "#contract/all-endpoints.ts";
import { type Endpoint, failure } from "#contract/endpoint.ts";
import { moment } from "#contract/fields.ts";
import { proposeOpening } from "#contract/opening.ts";
import { replicaReads } from "#contract/replica-reads.ts";
import { importStatement } from "#contract/statements.ts";

type Params = { method: string; path: string; status: number; body: unknown };

// A fixed path comes before one with `:id` in its place.
const served = allEndpoints
  .map(({ endpoint }) => ({ endpoint, pattern: patternOf(endpoint.path) }))
  .toSorted(
    (one, other) =>
      Number(one.endpoint.path.includes(":")) - Number(other.endpoint.path.includes(":")),
  );

/** Throws if the answer does not match the contract; ignores paths outside of it. */
export function holdToContract({ method, path, status, body }: Params): void {
  const endpoint = findEndpoint(method, path);
  if (endpoint === undefined) return;
  const isSuccess = status < 300;
  // A proposal is created, whatever the action itself would answer (BOOK-20).
  const isProposed = status === 201 && (body as { status?: unknown }).status === "proposed";
  // A statement without new lines creates nothing (STAT-3), nor does a sheet that waits or is accepted already.
  const addsNothing =
    (endpoint === importStatement || endpoint === proposeOpening) && status === 200;
  if (isSuccess && status !== endpoint.status && !isProposed && !addsNothing)
    throw new Error(`${method} ${path} answered ${status}, by the contract ${endpoint.status}`);
  const shape = isSuccess ? endpoint.reply : failure;
  const fault = faultOf(shape, isSuccess && replicaReads.has(endpoint) ? withoutAge(body) : body);
  if (fault !== null) throw new Error(`${method} ${path} (${status}): ${fault}`);
}

/** An answer that may come from a replica may show its age. */
function withoutAge(body: unknown): unknown {
  if (typeof body !== "object" || body === null || !("as_of" in body)) return body;
  const { as_of: asOf, ...answer } = body;
  if (!safeParse(moment, asOf).success) throw new Error(`as_of is no moment: ${String(asOf)}`);
  return answer;
}

function findEndpoint(method: string, path: string): Endpoint | undefined {
  const address = path.split("?", 1)[0] ?? "";
  return served.find((each) => each.endpoint.method === method && each.pattern.test(address))
    ?.endpoint;
}

function faultOf(schema: Endpoint["reply"], body: unknown): string | null {
  const parsed = safeParse(schema, body);
  if (!parsed.success) return JSON.stringify(parsed.error.issues);
  // Parsing drops fields that the schema does not name.
  if (!isDeepStrictEqual(parsed.data, body))
    return `there is more than the contract has: ${JSON.stringify(body)}`;
  return null;
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/\/$/, "").replaceAll(/:\w+/g, "[^/]+")}/?$`);
}
