// The log line of a refusal that may be an attempt (SAFE-10): a dead token, a missing right, a limit passed. It goes
// to the log and not into the audit chain, or whoever is refused could fill the database by asking again.
import type { FastifyRequest } from "fastify";
import { Refusal } from "#domain/refusal.ts";

const noted: ReadonlySet<Refusal["kind"]> = new Set(["unauthenticated", "forbidden", "too-many"]);
const deadLinks: ReadonlySet<Refusal["code"]> = new Set([
  "activation-failed",
  "reset-link-invalid",
  "email-link-invalid",
]);

/** Names the person by id and the address by its pattern, so that no token and no phone number gets into the log. */
export function noteRefusal(request: FastifyRequest, error: unknown): void {
  if (!(error instanceof Refusal)) return;
  if (!noted.has(error.kind) && !deadLinks.has(error.code)) return;
  // Asking without any token is how every page of a visitor begins.
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
