// Refuses what no client of ours sends, before anything else looks at the request.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { refuse } from "#domain/refusal.ts";
import { translatorFor } from "#messages/translator.ts";
import { acceptedLanguage } from "./language.ts";

export function refuseOddRequests(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    if (!isHostNamedOnce(request))
      return reply
        .status(400)
        .send({ detail: translatorFor(acceptedLanguage(request))("failures.unreadable") });
    // Nothing has such a name, and PostgreSQL cannot be asked for it.
    if (Object.values(request.params ?? {}).some((each) => /\0|\p{Surrogate}/u.test(String(each))))
      throw refuse("not-found");
    return undefined;
  });
}

/**
 * Of two, a proxy and this server might each believe another one, and Node drops the second without a word. Node's own
 * refusal of none lacks the headers of every answer.
 */
function isHostNamedOnce({ raw }: FastifyRequest): boolean {
  const names = raw.rawHeaders.filter((_each, index) => index % 2 === 0);
  const count = names.filter((name) => name.toLowerCase() === "host").length;
  return count === 1 || (count === 0 && raw.httpVersion === "1.0");
}
