// Requests to an endpoint of the contract: valid, nearly valid, and invalid.
import * as fc from "fast-check";
import type { Arbitrary } from "fast-check";
import type { Endpoint } from "#contract/endpoint.ts";
import {
  hostileSegments,
  hostileValues,
  inputFor,
  type Known,
  knownAt,
  pollutingNames,
  writeJson,
} from "./field-values.ts";
import { proposeOpening, rehearseOpening } from "#contract/opening.ts";
import { importStatement, previewStatement } from "#contract/statements.ts";
import { openingBodies, photoBodies, statementBodies } from "./upload-bodies.ts";
import type { WireRequest } from "./wire-request.ts";

type Fields = Record<string, unknown>;
type Content = Pick<WireRequest, "headers" | "body">;

export function requestsTo(endpoint: Endpoint, everything: Known): Arbitrary<WireRequest> {
  const known = knownAt(endpoint.path, everything);
  return fc
    .record({
      path: pathsOf(endpoint, known),
      query: queriesOf(endpoint, known),
      content: contentsOf(endpoint, known),
      headers: oddHeaders,
    })
    .map(({ path, query, content, headers }) => ({
      method: endpoint.method,
      path: path + query,
      headers: { ...content.headers, ...headers },
      body: content.body,
    }));
}

function pathsOf({ path }: Endpoint, known: Known): Arbitrary<string> {
  if (path.includes(":code"))
    return fc
      .constantFrom("bank", "retained_earnings", ...hostileSegments)
      .map((code) => path.replace(":code", code));
  if (!path.includes(":id")) return fc.constantFrom(path, path, path.replace(/\/$/, ""));
  const ids = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...(known[path] ?? [1])).map(String) },
    { weight: 2, arbitrary: fc.integer({ min: 1, max: 60 }).map(String) },
    { weight: 1, arbitrary: fc.constantFrom(...hostileSegments) },
  );
  return ids.map((id) => path.replace(":id", id));
}

function queriesOf({ query }: Endpoint, known: Known): Arbitrary<string> {
  const junk = fc.constantFrom(
    "",
    "?",
    "?page=1&page=2",
    "?page[]=1",
    "?__proto__[x]=1",
    "?%zz=%E0%A4",
    "?a=%00",
    `?q=${"x".repeat(4000)}`,
  );
  if (query === null)
    return fc.oneof({ weight: 4, arbitrary: fc.constant("") }, { weight: 1, arbitrary: junk });
  const written = fc.oneof(
    { weight: 3, arbitrary: inputFor(query, known).map((value) => value as Fields) },
    { weight: 2, arbitrary: changed(inputFor(query, known), known) },
  );
  return fc.oneof(
    { weight: 5, arbitrary: written.map(writeQuery) },
    { weight: 1, arbitrary: junk },
  );
}

function writeQuery(fields: Fields): string {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((each) => {
      const text = typeof each === "string" ? each : JSON.stringify(each);
      return `${encode(name)}=${encode(text.slice(0, 3_000))}`;
    }),
  );
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

const encode = (text: string) =>
  encodeURIComponent(text.replaceAll("@@", "").replaceAll(/\p{Surrogate}/gu, "\uFFFD"));

const JSON_TYPE = { "Content-Type": "application/json" };

const asJson = (value: unknown): Content => ({ headers: JSON_TYPE, body: writeJson(value) });

function contentsOf(endpoint: Endpoint, known: Known): Arbitrary<Content> {
  if (endpoint.method === "GET") return fc.constant({ headers: {}, body: null });
  if (endpoint.path === "/api/user/photo/") return fc.constantFrom(...photoBodies);
  if (endpoint === importStatement || endpoint === previewStatement)
    return fc.constantFrom(...statementBodies);
  if (endpoint === rehearseOpening || endpoint === proposeOpening)
    return fc.constantFrom(...openingBodies);
  const valid: Arbitrary<unknown> =
    endpoint.body === null ? fc.constant({}) : inputFor(endpoint.body, known);
  return fc.oneof(
    { weight: 5, arbitrary: valid.map(asJson) },
    { weight: 4, arbitrary: changed(valid, known).map(asJson) },
    {
      weight: 2,
      arbitrary: valid.chain((value) => fc.constantFrom(...brokenWritings(writeJson(value)))),
    },
    { weight: 1, arbitrary: fc.constantFrom(...hostileValues).map(asJson) },
  );
}

/** The fields, with some of them replaced by hostile values, omitted, nested deeper or joined by others. */
function changed(valid: Arbitrary<unknown>, known: Known): Arbitrary<Fields> {
  const names = fc.oneof(
    { weight: 3, arbitrary: fc.nat({ max: 20 }) },
    { weight: 1, arbitrary: fc.constantFrom(...pollutingNames, ...Object.keys(known)) },
  );
  const change = fc.record({
    at: names,
    value: fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom<unknown[]>(...hostileValues) },
      { weight: 1, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.integer({ min: 2, max: 300 }).map(nest) },
    ),
  });
  const changes = fc.array(change, { minLength: 1, maxLength: 3 });
  return fc.tuple(valid, changes).map(([value, made]) => {
    const fields = new Map(Object.entries(value as Fields));
    const keys = [...fields.keys()];
    for (const { at, value: hostile } of made) {
      const name = typeof at === "string" ? at : (keys[at % Math.max(1, keys.length)] ?? "x");
      if (hostile === undefined) fields.delete(name);
      else fields.set(name, hostile);
    }
    // Object.fromEntries makes `__proto__` an own field, as JSON.parse does.
    return Object.fromEntries(fields);
  });
}

function nest(depth: number): unknown {
  let value: unknown = "deep";
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

const as = (body: string | Buffer | null, type = "application/json"): Content => ({
  headers: { "Content-Type": type },
  body,
});

/** The same JSON, written invalidly or sent with another content type. */
function brokenWritings(json: string): Content[] {
  return [
    as(json.slice(0, -1)),
    as(`${json}}`),
    as(json.replace("{", '{"amount":"x","type":"x","action":"x",')),
    as(
      json.replace(
        "{",
        '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"office":"Treasurer"}},',
      ),
    ),
    as(json.replaceAll('"', "'")),
    as(`\uFEFF${json}`),
    as(Buffer.from(json, "utf16le")),
    as(Buffer.from([0xff, 0xfe, 0x7b, 0xc3, 0x28, 0x7d])),
    as("[".repeat(20_000)),
    as(`{"a":`.repeat(5_000)),
    as(" ".repeat(70_000)),
    as(""),
    as("null"),
    as("undefined"),
    as(json, "text/plain"),
    as(json, "application/x-www-form-urlencoded"),
    as(json, "application/json; charset=utf-16"),
    as(json, "application/json;;;"),
    as(json, "application/json-patch+json"),
    as(json, "multipart/form-data"),
    as(json, "multipart/form-data; boundary=x"),
    as(json, "x"),
    { headers: {}, body: json },
    { headers: { ...JSON_TYPE, "Content-Encoding": "gzip" }, body: json },
  ];
}

const oddHeaders: Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 12, arbitrary: fc.constant({}) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Record<string, string>[]>(
      { "Idempotency-Key": "k1" },
      { "Idempotency-Key": "k2" },
      { "Idempotency-Key": "" },
      { "Idempotency-Key": "k".repeat(10_000) },
      { "Idempotency-Key": "'; DROP TABLE idempotency_keys; --" },
      { "Idempotency-Key": "\u00e9\u00ff" },
      { Cookie: "csrftoken=a" },
      { Cookie: "csrftoken=a; csrftoken=b", "X-CSRFToken": "a" },
      { Cookie: "=;;;%00=%zz; __proto__=1" },
      { "X-Forwarded-For": "'; --, 999.999.999.999" },
      { "X-HTTP-Method-Override": "DELETE" },
      { "User-Agent": "<script>alert(1)</script>".repeat(50) },
      { Accept: "text/html", "Accept-Encoding": "br;q=x, *" },
      { Host: "evil.example" },
      { Origin: "http://evil.example" },
      { "If-None-Match": "*", Range: "bytes=0-0,5-1" },
    ),
  },
);
