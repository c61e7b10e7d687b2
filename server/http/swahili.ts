// Says in Swahili what the server says in English, at the one place where answers leave it. What members wrote, and what
// has no Swahili, stays as it is.
import type { FastifyInstance } from "fastify";
import { inSwahili } from "#server/core/mail/in-swahili.ts";
import { acceptedLanguage } from "./language.ts";

/** The fields of answers in which the application itself speaks. */
const SPOKEN = new Set(["detail"]);

/** The API answers in Swahili where it is asked to (`Accept-Language: sw`). */
export function answerInSwahili(app: FastifyInstance): void {
  app.addHook("preSerialization", async (request, reply, payload) => {
    if (!request.url.startsWith("/api/") || acceptedLanguage(request) !== "sw") return payload;
    reply.header("Content-Language", "sw");
    return withSwahili(payload);
  });
}

/** A copy of an answer, its sentences in Swahili. */
function withSwahili(value: unknown, key = ""): unknown {
  if (typeof value === "string") return SPOKEN.has(key) ? inSwahili(value) : value;
  if (Array.isArray(value)) return value.map((each: unknown) => withSwahili(each, key));
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]: [string, unknown]) => [
      name,
      key === "errors" && Array.isArray(inner) ? inner.map(sayIfText) : withSwahili(inner, name),
    ]),
  );
}

function sayIfText(value: unknown): unknown {
  return typeof value === "string" ? inSwahili(value) : value;
}
