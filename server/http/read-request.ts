// Reads a request with the contract's schemas, and refuses in the contract's order (API-2).
import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { safeParse } from "zod/v4/core";
import type { $ZodIssue, $ZodType, output } from "zod/v4/core";
import type { BodyOf, Endpoint, QueryOf } from "#contract/endpoint.ts";
import { FieldFault, faultsInSchemas, fieldFault } from "#domain/field-fault.ts";
import { accounts, type AccountCode } from "#domain/ledger/chart-of-accounts.ts";
import type { Actor } from "#domain/permissions.ts";
import { Refusal, refuse, refuseFields, type FieldErrors } from "#domain/refusal.ts";
import { translatorFor } from "#messages/translator.ts";
import { readIdempotencyKey, type KeyedRequest } from "#server/core/requests/idempotency.ts";
import type { Database, Reader } from "#server/db/connection.ts";
import type { PublicRequest, SignedInRequest } from "#server/platform/request.ts";
import { requireLive } from "./admission.ts";
import { readBrowserName } from "./browser-name.ts";
import { acceptedLanguage, chosenLanguage } from "./language.ts";

export type PublicInput<E extends Endpoint> = PublicRequest<QueryOf<E>, BodyOf<E>>;
export type SignedInInput<E extends Endpoint> = SignedInRequest<QueryOf<E>, BodyOf<E>>;

export type WriteOptions<Input, Prepared> = {
  /** Checks a right that depends on the body, before anything else; `body` is as sent. */
  permit?: (actor: Actor, body: Record<string, unknown>) => void;
  /** Whether the `:id` is something the caller may know about; otherwise 404, before the body is checked. */
  exists?: (reader: Reader, id: number, actor: Actor) => Promise<boolean>;
  /** The same for ids in the body where the path has none; `body` is as sent, unchecked. */
  existsInBody?: (reader: Reader, body: Record<string, unknown>, actor: Actor) => Promise<boolean>;
  /** The action itself refuses unknown ids, so this runs only when the body is invalid. */
  refusesUnknown?: boolean;
  /** The action changes somebody's office or status, so it waits for everything that relies on them. */
  changesMembership?: boolean;
  /**
   * Runs before the transaction opens: slow work, or work that must survive a refusal. Its result goes to the action.
   */
  prepare?: (db: Database, input: Input) => Promise<Prepared>;
};

/** A change that was read and may run. */
export type WriteRequest<E extends Endpoint, Prepared> = {
  input: SignedInInput<E>;
  prepared: Prepared;
  keyed: KeyedRequest | null;
  /** Checks a right that depends on the input. */
  permit: (actor: Actor) => void;
  /** Checked before the commit, so that nothing has changed when this is the answer. */
  requireInTime: () => void;
};

export const DEADLINE_MS = 10_000;

/** Reads a change and refuses in the contract's order: right, existence, body. */
export async function readWrite<E extends Endpoint, Prepared>(
  { db, deadlineMs }: { db: Database; deadlineMs?: number },
  endpoint: E,
  options: WriteOptions<SignedInInput<E>, Prepared>,
  request: FastifyRequest,
): Promise<WriteRequest<E, Prepared>> {
  const { actor } = requireLive(request);
  const permit = (caller: Actor) => options.permit?.(caller, bodyAsSent(request));
  permit(actor);
  const key = readKey(endpoint, request);
  const id = readId(request);
  const requireKnown = async () => {
    if (options.exists && !(await options.exists(db, id, actor))) throw refuse("not-found");
    if (options.existsInBody && !(await options.existsInBody(db, bodyAsSent(request), actor)))
      throw refuse("not-found");
  };
  let input: SignedInInput<E>;
  try {
    input = readSignedInInput(endpoint, request);
  } catch (error) {
    await requireKnown();
    throw error;
  }
  if (options.refusesUnknown !== true) await requireKnown();
  const prepared = (await options.prepare?.(db, input)) as Prepared;
  const answerBy = performance.now() + (deadlineMs ?? DEADLINE_MS);
  return {
    input,
    prepared,
    keyed: key === null ? null : keyedRequest(request, key, bodyAsSent(request)),
    permit,
    requireInTime: () => {
      if (performance.now() > answerBy) throw refuse("took-too-long");
    },
  };
}

function readKey(endpoint: Endpoint, request: FastifyRequest): string | null {
  return endpoint.movesMoney ? readIdempotencyKey(request.headers["idempotency-key"]) : null;
}

/** The key of an upload (API-9), whose body is its fields and files; null without one. Refuses a malformed key. */
export function readUploadKey(
  endpoint: Endpoint,
  request: FastifyRequest,
  sent: { form: object; files: readonly Uint8Array[] },
): KeyedRequest | null {
  const key = readKey(endpoint, request);
  if (key === null) return null;
  const files = sent.files.map((bytes) => createHash("sha256").update(bytes).digest("hex"));
  return keyedRequest(request, key, { ...sent.form, files });
}

function keyedRequest(request: FastifyRequest, key: string, body: object): KeyedRequest {
  return {
    memberId: requireLive(request).actor.id,
    method: request.method,
    path: routedPath(request),
    key,
    body,
    now: request.receivedAt,
  };
}

/** The path as the router understood it, so that one action has one path however it is spelt (API-9). */
function routedPath({ routeOptions, params }: FastifyRequest): string {
  const named = params as Record<string, string>;
  const pattern = (routeOptions.url ?? "").replace(/\/+$/, "");
  return pattern.replaceAll(/:([A-Za-z]+)/g, (_all, name: string) => named[name] ?? "");
}

export function readSignedInInput<E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
): SignedInInput<E> {
  const { actor, sessionId } = requireLive(request);
  const id = readId(request);
  const code = readAccountCode(request);
  return { ...readPublicInput(endpoint, request), actor, sessionId, id, code };
}

function readPublicInput<E extends Endpoint>(endpoint: E, request: FastifyRequest): PublicInput<E> {
  const language = acceptedLanguage(request);
  return {
    now: request.receivedAt,
    publicUrl: request.publicUrl,
    origin: {
      address: request.ip,
      device: (request.headers["user-agent"] ?? "").slice(0, 200),
      browser: readBrowserName(request),
    },
    language,
    t: translatorFor(language),
    chosenLanguage: chosenLanguage(request),
    query: readInput(endpoint.query, request.query) as QueryOf<E>,
    body: readInput(
      endpoint.body,
      endpoint.body === null ? undefined : bodyAsSent(request),
    ) as BodyOf<E>,
  };
}

/** A body that no schema has checked. */
type SentBody = { address: string; now: Date; body: Record<string, unknown> };

export type FormOptions = {
  /** For a body that its schema refuses: further faults that the schema cannot know, reported in the same answer. */
  alsoWrong?: (db: Database, sent: SentBody) => Promise<FieldErrors>;
};

/** `readPublicInput` for a form. */
export async function readForm<E extends Endpoint>(
  db: Database,
  endpoint: E,
  { alsoWrong }: FormOptions,
  request: FastifyRequest,
): Promise<PublicInput<E>> {
  try {
    return readPublicInput(endpoint, request);
  } catch (error) {
    if (alsoWrong === undefined || !(error instanceof Refusal) || error.errors === undefined)
      throw error;
    const { ip: address, receivedAt: now } = request;
    const storable = Object.entries(bodyAsSent(request)).filter(
      ([, value]) => findUnstorable(value) === null,
    );
    const more = await alsoWrong(db, { address, now, body: Object.fromEntries(storable) });
    throw refuseFields({ ...more, ...error.errors });
  }
}

/** The `:id` of the path; anything but a positive integer is a 404. */
function readId(request: FastifyRequest): number {
  const { id } = request.params as { id?: string };
  if (id === undefined) return 0;
  if (!/^[1-9]\d{0,9}$/.test(id) || Number(id) > 2_147_483_647) throw refuse("not-found");
  return Number(id);
}

/** The `:code` of the path; anything but an account is a 404. */
function readAccountCode(request: FastifyRequest): AccountCode {
  const { code } = request.params as { code?: string };
  if (code === undefined) return "bank";
  const account = accounts.find((each) => each.code === code);
  if (account === undefined) throw refuse("not-found");
  return account.code;
}

/** The body as JSON, unchecked; a missing body counts as {}, so that each missing field is named. */
function bodyAsSent({ body }: FastifyRequest): Record<string, unknown> {
  const text = body as string | undefined;
  if (text === undefined || text.trim() === "") return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuse("unreadable-body");
  }
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isObject || isDeeperThan(5, value)) throw refuse("unreadable-body");
  return value as Record<string, unknown>;
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

/** Validates `value`; refuses with each field's messages (400). */
export function readInput<Schema extends $ZodType>(schema: Schema, value: unknown): output<Schema>;
export function readInput<Schema extends $ZodType>(
  schema: Schema | null,
  value: unknown,
): output<Schema> | undefined;
export function readInput<Schema extends $ZodType>(
  schema: Schema | null,
  value: unknown,
): output<Schema> | undefined {
  if (schema === null) return undefined;
  const result = safeParse(schema, value);
  if (!result.success) throw refuseFields(faultsByField(result.error.issues));
  const unstorable = findUnstorable(result.data);
  if (unstorable !== null)
    throw refuseFields({ [unstorable.join(".") || "body"]: [fieldFault("unreadable")] });
  return result.data;
}

/** Where a text is that PostgreSQL cannot store, whichever field let it through: NUL, or half of a character. */
function findUnstorable(value: unknown): string[] | null {
  if (typeof value === "string") return /\0|\p{Surrogate}/u.test(value) ? [] : null;
  if (typeof value !== "object" || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    const found = findUnstorable(inner);
    if (found !== null) return [key, ...found];
  }
  return null;
}

function faultsByField(issues: readonly $ZodIssue[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of issues) {
    const field = issue.path.length === 0 ? "body" : issue.path.map(String).join(".");
    const faults = (errors[field] ??= []);
    const fault = faultOf(issue);
    if (!faults.some(({ code }) => code === fault.code)) faults.push(fault);
  }
  return errors;
}

/** The contract's own field readers name the fault (contract/fields.ts). */
function faultOf(issue: $ZodIssue): FieldFault {
  const fault: unknown = issue.code === "custom" ? issue.params?.["fault"] : undefined;
  if (fault instanceof FieldFault) return fault;
  return fieldFault(faultsInSchemas.find((code) => code === issue.message) ?? "unreadable");
}
