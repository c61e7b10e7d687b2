// The addresses that Daraja posts to (MPESA-3): a secret in the path instead of a session, and an answer that never
// depends on what the body says. It is read later (server/core/daraja/read-callbacks.ts).
import { timingSafeEqual } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { readObject } from "#domain/mpesa/daraja-reply.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Callback, CallbackStore } from "#server/core/daraja/callback-store.ts";
import { acceptsAccount } from "#server/core/daraja/known-accounts.ts";
import { hashNonce, isOwnNonce } from "#server/core/daraja/nonces.ts";
import { sendNothingHere } from "#server/http/failure.ts";
import type { DarajaSettings } from "#server/platform/daraja-settings.ts";
import { sha256 } from "#server/platform/secrets.ts";

const BODY_BYTES_MAX = 16 * 1024;
const ACCEPTED = { ResultCode: 0, ResultDesc: "Accepted" };
const REJECTED = { ResultCode: "C2B00012", ResultDesc: "Rejected" };
/** With half a second for storing it, a validation is answered within a second. */
const DECIDED_MS = 400;

type Parts = {
  settings: DarajaSettings;
  callbacks: CallbackStore;
  now: () => Date;
};
type Kind = Callback["kind"];

export async function callbackRoutes(
  app: FastifyInstance,
  { settings, callbacks, now }: Parts,
): Promise<void> {
  const isRegistered = (key: string) =>
    settings.callbackSecrets.map((secret) => isSame(secret, key)).includes(true);
  const isRequest = (key: string) => isOwnNonce(settings, key);

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "*",
      { parseAs: "buffer", bodyLimit: BODY_BYTES_MAX },
      async (_request: unknown, body: Buffer) => body,
    );
    const route = (kind: Kind, isKnown: (key: string) => boolean) =>
      scope.route({
        method: "POST",
        url: `/api/daraja/:key/${kind}/`,
        // Before the body is read.
        onRequest: async (request, reply) => {
          if (!settings.isCaller(request.ip) || !isKnown(keyOf(request)))
            return sendNothingHere(request, reply);
          // Whatever it says, and however it is written.
          request.headers["content-type"] = "application/octet-stream";
          return undefined;
        },
        handler: (request, reply) => take(request, reply, kind),
      });
    route("confirmation", isRegistered);
    route("validation", isRegistered);
    route("result", isRequest);
    route("timeout", isRequest);
  });

  async function take(request: FastifyRequest, reply: FastifyReply, kind: Kind) {
    const isOfRequest = kind === "result" || kind === "timeout";
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const [stored, isAccepted] = await Promise.all([
      callbacks.take({
        kind,
        nonceHash: isOfRequest ? hashNonce(keyOf(request)) : null,
        body,
        receivedAt: now(),
      }),
      kind === "validation" ? accepts(body) : true,
    ]);
    if (stored === "unknown") return sendNothingHere(request, reply);
    return reply.send(isAccepted ? ACCEPTED : REJECTED);
  }

  /** What cannot be decided in time is accepted. */
  function accepts(bytes: Buffer): Promise<boolean> {
    const body = readObject(bytes.toString("utf8"));
    if (body === null) return Promise.resolve(true);
    const decided = acceptsAccount(callbacks.db, body).catch(() => true);
    return Promise.race([decided, wait(DECIDED_MS, true, { ref: false })]);
  }
}

function keyOf(request: FastifyRequest): string {
  return (request.params as { key: string }).key;
}

/** Takes as long for any two texts. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(sha256(Buffer.from(one)), sha256(Buffer.from(other)));
}
