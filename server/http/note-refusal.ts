// Logs a refusal that may be an attack (SAFE-10): a dead token, a missing right, a passed limit. It goes to the log
// and not into the audit chain, or anybody could fill the database with refused requests.
import type { FastifyRequest } from "fastify";
import { Refusal } from "#domain/refusal.ts";

const noted: ReadonlySet<Refusal["kind"]> = new Set(["unauthenticated", "forbidden", "too-many"]);
const deadLinks: ReadonlySet<Refusal["code"]> = new Set([
  "activation-failed",
  "reset-link-invalid",
  "email-link-invalid",
]);

/** Names the person by id and the address by its pattern, so that no token or phone number reaches the log. */
export function noteRefusal(request: FastifyRequest, error: unknown): void {
  if (!(error instanceof Refusal)) return;
  if (!noted.has(error.kind) && !deadLinks.has(error.code)) return;
  // Every visitor's page begins with a request without a token.
  if (error.code === "not-signed-in" && request.headers.authorization === undefined) return;
  request.log.info(
    {
      code: error.code,
      memberId: request.live?.actor.id ?? null,
      method: request.method,
      route: request.routeOptions.url,
      address: request.ip,
    },
    "refused",
  );
}
