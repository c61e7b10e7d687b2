// Every call to the API, typed from request to reply: session token, CSRF header, loading flag, and the shape of failures.
import type { output as ZodOutput } from "zod/mini";
import type { Endpoint, ReplyOf } from "#contract/endpoint.ts";
import { spokenWords, textsOf } from "#web/messages/words.ts";
import { noteServerTime } from "#web/ui/clock.ts";
import { askingFinished, askingStarted, yieldTask } from "#web/ui/idle.ts";
import { readSessionToken } from "./session-token.ts";
import { loadingFinished, loadingStarted, noteAnswer } from "./connection.ts";

/** A refusal by the server, or no answer at all (status 0). `detail` is a sentence to show. */
export class ApiError extends Error {
  override name = "ApiError";
  status: number;
  detail: string;
  errors: Record<string, string[]>;
  /** Seconds to wait before trying again (429), else null. */
  retryAfter: number | null;
  /** A payment without an answer: stored on this device, and sent again later. */
  stored = false;
  /** At sign-in: the password was right, and a code is needed too. */
  asksForCode = false;
  /** Further parts of the refusal, such as the obstacles. */
  facts: Readonly<Record<string, unknown>> = {};

  constructor(
    status: number,
    detail: string,
    errors: Record<string, string[]> = {},
    retryAfter: number | null = null,
  ) {
    super(detail);
    this.status = status;
    this.detail = detail;
    this.errors = errors;
    this.retryAfter = retryAfter;
  }
}

export type CallOptions = {
  body?: unknown;
  query?: Record<string, string | undefined>;
  idempotencyKey?: string;
  /** The session to send as, if a newer one must not be used. */
  token?: string;
  signal?: AbortSignal;
  /** SCR-7: requests flagged so do not raise the full-screen loading spinner. */
  ignoreLoading?: boolean;
  /** Sends it instead of `fetch`, e.g. to report the progress of a file (`telling` of files.ts). */
  sendBy?: (address: string, request: RequestInit) => Promise<Response>;
};

type Scalar = string | number | boolean | null | undefined;
type PathOf<E extends Endpoint> = E["path"];

/** What a caller may pass for a schema: its fields, each as the plain JSON value that the server parses. */
type Written<Schema> = Schema extends null
  ? undefined
  : WrittenFields<ZodOutput<NonNullable<Schema>>>;
/**
 * Maps each branch of a union separately, and lists and objects field by field; a caller may pass a string for a
 * value that the server parses into an object.
 */
type WrittenFields<Fields> = Fields extends unknown
  ? { [Field in keyof Fields]: WrittenValue<Fields[Field]> }
  : never;
type WrittenValue<Value> = Value extends readonly (infer Item)[]
  ? readonly WrittenFields<Item>[]
  : Value extends object
    ? Scalar | WrittenFields<Value>
    : Scalar;

export type CallInput<E extends Endpoint> = {
  /** Fills `:id` or `:code` in the path. */
  params?: { id: number | string } | undefined;
  query?: Partial<Written<E["query"]>> | undefined;
  body?: Written<E["body"]> | undefined;
  /** A file is sent as multipart instead of a body. */
  form?: FormData | undefined;
  idempotencyKey?: string;
  token?: string;
  signal?: AbortSignal;
  ignoreLoading?: boolean;
  sendBy?: NonNullable<CallOptions["sendBy"]>;
};

/** Calls an endpoint; the reply has the type of its schema. Throws `ApiError`. */
export function callEndpoint<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> = {},
): Promise<ReplyOf<E>> {
  const { params, query, form, ...rest } = input;
  return call<ReplyOf<E>>(endpoint.method, fillPath(endpoint.path, params), {
    ...rest,
    ...(form === undefined ? {} : { body: form }),
    query: writtenQuery(query),
  });
}

/** The address of an endpoint with its `:id` filled in. */
export function fillPath<E extends Endpoint>(
  path: PathOf<E>,
  params: { id: number | string } | undefined,
): string {
  return params === undefined ? path : path.replace(/:(id|code)/, String(params.id));
}

export function writtenQuery(query: object | undefined): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(query ?? {}).map(([name, value]) => [
      name,
      value === undefined || value === null || value === "" ? undefined : String(value),
    ]),
  );
}

/** Sends one request and returns its JSON answer; throws `ApiError` for anything else. API-17: no timeout. */
export async function call<T>(
  method: "GET" | "POST" | "DELETE",
  path: string,
  options: CallOptions = {},
): Promise<T> {
  if (!options.ignoreLoading) loadingStarted();
  try {
    const response = await send(method, path, options);
    const answer = await readJson(response);
    if (!response.ok) throw failureOf(statusOf(response), answer, defaultSentence(method, path));
    if (answer === undefined) throw new ApiError(response.status, textsOf("ui").unreadable);
    return answer as T;
  } finally {
    if (!options.ignoreLoading) loadingFinished();
  }
}

export async function send(method: string, path: string, options: CallOptions): Promise<Response> {
  const headers = new Headers({
    Accept: "application/json",
    "Accept-Language": spokenWords().language,
  });
  const token = options.token ?? readSessionToken();
  if (token !== null) headers.set("Authorization", `Bearer ${token}`);
  const csrf = readCookie("csrftoken");
  if (csrf !== null) headers.set("X-CSRFToken", csrf);
  if (options.idempotencyKey !== undefined) headers.set("Idempotency-Key", options.idempotencyKey);
  // The browser writes the boundary of a multipart form itself.
  const isForm = options.body instanceof FormData;
  if (options.body !== undefined && !isForm) headers.set("Content-Type", "application/json");
  const request: RequestInit = { method, headers, credentials: "same-origin", cache: "no-store" };
  if (options.body !== undefined)
    request.body = isForm ? (options.body as FormData) : JSON.stringify(options.body);
  if (options.signal !== undefined) request.signal = options.signal;
  askingStarted();
  try {
    // Starting a request takes a browser milliseconds, and a page starts many at once.
    await yieldTask();
    const address = path + queryString(options.query);
    const { sendBy = fetch } = options;
    const response = await sendBy(address, request);
    noteServerTime(response.headers.get("Date"));
    noteAnswer(response.status);
    return response;
  } catch (error) {
    if (options.signal?.aborted) throw error;
    noteAnswer(0);
    throw new ApiError(0, textsOf("ui").noAnswer);
  } finally {
    askingFinished();
  }
}

export function queryString(query: CallOptions["query"]): string {
  const params = Object.entries(query ?? {}).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return params.length === 0 ? "" : `?${new URLSearchParams(params).toString()}`;
}

export async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    // A proxy's HTML page or a truncated answer: the caller shows a sentence of its own.
    return undefined;
  }
}

/** What a refusal carries besides its body. */
type Status = Pick<ApiError, "status" | "retryAfter">;

export function statusOf({ status, headers }: Response): Status {
  const seconds = Number(headers.get("Retry-After") ?? Number.NaN);
  return { status, retryAfter: Number.isFinite(seconds) ? seconds : null };
}

/** `otherwise` is shown if the answer has no sentence. */
export function failureOf(
  { status, retryAfter }: Status,
  answer: unknown,
  otherwise = textsOf("ui").unreadable,
): ApiError {
  const failure: Failure = isFailure(answer) ? answer : { detail: otherwise };
  const error = new ApiError(status, failure.detail, failure.errors ?? {}, retryAfter);
  error.asksForCode = failure.two_step_required === true;
  error.facts = failure;
  return error;
}

type Failure = {
  [fact: string]: unknown;
  detail: string;
  errors?: Record<string, string[]>;
  two_step_required?: true;
};

function isFailure(answer: unknown): answer is Failure {
  return (
    typeof answer === "object" &&
    answer !== null &&
    "detail" in answer &&
    typeof answer.detail === "string"
  );
}

let cookies: string | null = null;

/** Reading cookies takes the browser milliseconds: once for all requests of a moment. */
function readCookie(name: string): string | null {
  if (cookies === null) {
    cookies = document.cookie;
    void yieldTask().then(() => (cookies = null));
  }
  const pair = cookies.split("; ").find((each) => each.startsWith(`${name}=`));
  return pair === undefined ? null : decodeURIComponent(pair.slice(name.length + 1));
}

type DefaultSentence = keyof ReturnType<typeof textsOf<"ui">>["defaults"];

const defaults: Readonly<Record<string, DefaultSentence>> = {
  "POST /api/user/signup": "signUp",
  "POST /api/user/activate": "activate",
  "POST /api/user/login": "signIn",
  "GET /api/user/get_user_data": "session",
  "GET /api/accounting/get_user_fines": "fines",
  "GET /api/finances/get_user_fines": "fines",
  "GET /api/accounting/baddebts": "badDebts",
  "POST /api/accounting/baddebts/recover": "recover",
};

/** The sentence for a call, ignoring its query; null without one. */
export function defaultOf(method: string, address: string): DefaultSentence | null {
  const path = address.split("?", 1)[0]?.replace(/\/+$/, "") ?? "";
  return defaults[`${method} ${path}`] ?? null;
}

/** The sentence for a refusal without one of its own (SCR-28), in the language of the screen. */
export function defaultSentence(method: string, address: string): string {
  const texts = textsOf("ui");
  const found = defaultOf(method, address);
  return found === null ? texts.unreadable : texts.defaults[found];
}
