// One table from what went wrong to what is answered (API-3).
import type { Language } from "#domain/language.ts";
import { Refusal, refuse } from "#domain/refusal.ts";
import { refusalInSwahili } from "#domain/refusals-sw.ts";
import { isDatabaseAway } from "#server/db/database-away.ts";

const statusOf: Record<Refusal["kind"], number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  "not-found": 404,
  conflict: 409,
  "too-many": 429,
  unavailable: 503,
};

export type FailureAnswer = {
  status: number;
  body: { detail: string; errors?: Record<string, string[]>; two_step_required?: true };
  /** For the Retry-After header. */
  retryAfterSeconds?: number;
};

/** The answer to an expected failure, or null for a fault of ours. */
export function answerFailure(error: unknown, language: Language = "en"): FailureAnswer | null {
  if (error instanceof Refusal) return answerRefusal(error, language);
  const byFramework = frameworkFailures[codeOf(error) ?? ""];
  if (byFramework !== undefined)
    return { status: byFramework[0], body: { detail: byFramework[1] } };
  if (isDatabaseAway(error)) return answerRefusal(refuse("database-away"), language);
  return null;
}

function answerRefusal(refusal: Refusal, language: Language): FailureAnswer {
  const { kind, detail, errors } = language === "sw" ? refusalInSwahili(refusal) : refusal;
  const { retryAfterSeconds } = refusal.facts;
  return {
    status: statusOf[kind],
    body: {
      detail,
      ...(asksForCode.has(refusal.code) ? { two_step_required: true as const } : {}),
      ...(errors === undefined ? {} : { errors }),
    },
    ...(typeof retryAfterSeconds === "number" ? { retryAfterSeconds } : {}),
  };
}

const asksForCode: ReadonlySet<Refusal["code"]> = new Set([
  "two-step-required",
  "two-step-code-refused",
]);

/** What the framework refuses by itself, by its codes. */
export const frameworkFailures: Record<string, [number, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, "What was sent is too large."],
  FST_REQ_FILE_TOO_LARGE: [413, "The file is larger than 2 MB."],
  FST_PARTS_LIMIT: [413, "Send one file, and nothing else."],
  FST_FILES_LIMIT: [413, "Send one file, and nothing else."],
  FST_FIELDS_LIMIT: [413, "Send one file, and nothing else."],
  FST_ERR_HANDLER_TIMEOUT: [503, "This took too long. Please try again in a moment."],
  FST_INVALID_MULTIPART_CONTENT_TYPE: [415, "Send the file as multipart/form-data."],
  FST_PROTO_VIOLATION: [400, "The form has a field with a name that cannot be used."],
  FST_MP_PREMATURE_CLOSE: [400, "The request was cut short. Please try again."],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, "Send JSON (Content-Type: application/json)."],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, "The request was cut short. Please try again."],
};

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}
