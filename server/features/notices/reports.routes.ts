// The address that the SMS gateway posts its delivery reports to: a form, and a secret in the path instead of a session.
import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { refuse } from "#domain/refusal.ts";
import { takeReport } from "#server/core/notices/sms/delivery-reports.ts";
import { inTransaction, type Database } from "#server/db/connection.ts";
import type { Config } from "#server/platform/config.ts";

const LENGTH_MOST = 200;

/** A report of a text that nobody knows is answered as any other: it may have come before the text's own answer. */
export async function reportRoutes(
  app: FastifyInstance,
  parts: { db: Database; config: Pick<Config, "sms">; now: () => Date },
): Promise<void> {
  const expected = parts.config.sms?.reportSecret ?? null;
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "*",
      { parseAs: "string", bodyLimit: 16 * 1024 },
      async (_request: unknown, body: string) => body,
    );
    scope.route({
      method: "POST",
      url: "/api/notices/reports/:secret/",
      // Before the body is read.
      onRequest: async (request) => {
        const { secret } = request.params as { secret: string };
        if (expected === null || !isSame(secret, expected)) throw refuse("not-found");
      },
      handler: async (request) => {
        const form = new URLSearchParams(typeof request.body === "string" ? request.body : "");
        const read = (name: string) => form.get(name)?.trim().slice(0, LENGTH_MOST) ?? "";
        const [gatewayId, status] = [read("id"), read("status")];
        if (gatewayId !== "" && status !== "")
          await inTransaction(parts.db, (tx) =>
            takeReport(
              tx,
              { gatewayId, status, failureReason: read("failureReason") || null },
              parts.now(),
            ),
          );
        return {};
      },
    });
  });
}

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
