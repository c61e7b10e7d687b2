// Checks every answer that a test gets. Against the contract: no field missing, none extra, each of its type. Against
// the catalogue: each sentence of the server has a key, and so exists in each language.
import { isDeepStrictEqual } from "node:util";
import { safeParse } from "zod/v4/core";
import { allEndpoints } from "#contract/all-endpoints.ts";
import { type Endpoint, failure } from "#contract/endpoint.ts";
import { moment } from "#contract/fields.ts";
import { proposeOpening } from "#contract/opening.ts";
import { replicaReads } from "#contract/replica-reads.ts";
import { importStatement } from "#contract/statements.ts";
import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { server } from "#messages/en/server.ts";

type Params = { method: string; path: string; status: number; body: unknown };

// A fixed path comes before one with `:id` in its place.
const served = allEndpoints
  .map(({ endpoint }) => ({ endpoint, pattern: pathPattern(endpoint.path) }))
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

function pathPattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/\/$/, "").replaceAll(/:\w+/g, "[^/]+")}/?$`);
}

// Texts recorded in the audit log, and the API's own description, which is for developers.
const unchangedKeys = new Set(["before", "after", "paths", "info", "components", "tags"]);

/** Throws if the `detail` or a field's error of an English answer is no sentence of `messages/en`. */
export function holdToCatalogue(body: unknown): void {
  const unknown = sentencesIn(body).filter((sentence) => !inCatalogue(sentence));
  if (unknown.length === 0) return;
  throw new Error(`not in messages/en:\n${[...new Set(unknown)].join("\n")}`);
}

// Their arguments may be anything.
const { done, failures, fields, mpesa, opening, refusals, statements, words } = server;
const catalogue = textsOf({
  done,
  failures,
  fields,
  refusals,
  asks: mpesa.asks,
  problems: statements.problems,
  sheet: opening.problems,
  several: words.severalFields,
}).map(sentencePattern);

function inCatalogue(text: string): boolean {
  return text === "" || catalogue.some((pattern) => pattern.test(text));
}

function textsOf(texts: object): string[] {
  return Object.values(texts).flatMap((each: unknown) =>
    typeof each === "string" ? [each] : textsOf(each as object),
  );
}

function sentencePattern(sentence: string): RegExp {
  return new RegExp(`^${sourceOf(parse(sentence))}$`, "s");
}

/** A pattern for a sentence: a plural or a choice is one of its forms, an argument is anything. */
function sourceOf(parts: readonly MessageFormatElement[]): string {
  return parts
    .map((part) => {
      if (part.type === TYPE.literal) return part.value.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
      if (part.type === TYPE.plural || part.type === TYPE.select)
        return `(?:${Object.values(part.options)
          .map(({ value }) => sourceOf(value))
          .join("|")})`;
      return part.type === TYPE.pound ? "[\\d,]+" : ".+";
    })
    .join("");
}

function sentencesIn(value: unknown, key = ""): string[] {
  if (typeof value === "string") return key === "detail" || key === "errors" ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((each: unknown) => sentencesIn(each, key));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    unchangedKeys.has(name) ? [] : sentencesIn(inner, key === "errors" ? key : name),
  );
}
