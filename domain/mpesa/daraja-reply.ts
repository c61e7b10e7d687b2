// What Daraja's reply to one of our requests means (MPESA-2): taken, refused, or unknown.

export type DarajaReply =
  /** Daraja took the request; `body` is its reply. */
  | { kind: "taken"; body: Readonly<Record<string, unknown>> }
  /** Nothing was done, and nothing will be. `code` is Daraja's, or `unreachable`. */
  | { kind: "refused"; code: string; text: string }
  /** It may have been done: never sent again by itself. */
  | { kind: "unknown"; code?: string };

const REFUSING_CODES = new Set(["500.001.1001", "500.003.02", "500.003.03"]);
const BAD_TOKEN_CODES = new Set(["404.001.03", "400.003.01", "401.002.01"]);
/** Pulling has a code of its own for success. */
const TAKEN_CODES = new Set(["0", "1000"]);
const TEXT_MOST = 200;

export type HttpReply = { status: number; body: string };

export function readReply({ status, body: text }: HttpReply): DarajaReply {
  const body = readObject(text);
  const code = codeOf(body);
  if ((status >= 400 && status < 500) || REFUSING_CODES.has(code ?? ""))
    return { kind: "refused", code: code ?? String(status), text: textOf(body) };
  const isTaken =
    status >= 200 && status < 300 && body !== null && TAKEN_CODES.has(wordOf(body["ResponseCode"]));
  if (isTaken) return { kind: "taken", body };
  return code === null ? { kind: "unknown" } : { kind: "unknown", code };
}

/** Whether Daraja did nothing because it no longer takes the token. */
export function isTokenRefused({ status, body }: HttpReply): boolean {
  return status === 401 || BAD_TOKEN_CODES.has(codeOf(readObject(body)) ?? "");
}

/** The object of a JSON text, or null. */
export function readObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** A text or number of Daraja's JSON as text; it writes some codes either way. */
export function wordOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
}

function codeOf(body: Readonly<Record<string, unknown>> | null): string | null {
  const code = wordOf(body?.["errorCode"]) || wordOf(body?.["ResponseCode"]);
  return code === "" ? null : code.slice(0, 40);
}

function textOf(body: Readonly<Record<string, unknown>> | null): string {
  const text = wordOf(body?.["errorMessage"]) || wordOf(body?.["ResponseDescription"]);
  return text.slice(0, TEXT_MOST);
}
