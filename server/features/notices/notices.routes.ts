// The list of notices and the choices of channels: contract entry -> action or query.
import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import * as contract from "#contract/notices.ts";
import * as words from "#contract/words.ts";
import type { ChannelsOfGroup } from "#domain/notices/notice-choices.ts";
import { refuse } from "#domain/refusal.ts";
import { channelsOfGroup } from "#server/core/notices/dispatch-notices.ts";
import { readPushKeys } from "#server/core/notices/push/push-service.ts";
import { takeReport } from "#server/core/notices/sms/delivery-reports.ts";
import { inTransaction, type Database } from "#server/db/connection.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import { readInput } from "#server/http/read-request.ts";
import type { Throttle } from "#server/core/requests/throttle.ts";
import type { Config } from "#server/platform/config.ts";
import type { SecretBox } from "#server/platform/secrets.ts";
import {
  changeChoices,
  endPush,
  markRead,
  readPushDevices,
  subscribe,
  unsubscribe,
  probeSmsGateway,
  readSmsGateway,
} from "./notices.actions.ts";
import { readChoices, readNotices, readSentMessages } from "./notices.queries.ts";
import { agree, end, mayAgree, preview, wordExists, write } from "./words.actions.ts";
import { readWords } from "./words.queries.ts";

export async function noticeRoutes(
  app: FastifyInstance,
  routes: Routes,
  parts: {
    config: Pick<Config, "smtpUrl" | "sms" | "rateLimit">;
    db: Database;
    now: () => Date;
    secrets: SecretBox;
    throttle: Throttle;
  },
): Promise<void> {
  const { config, db, secrets } = parts;
  const channels = channelsOfGroup(config);
  routes.read(contract.getNotices, (reader, { actor, query, t }) =>
    readNotices(reader, { memberId: actor.id, query, t }),
  );
  routes.write(contract.readNotices, markRead);
  routes.read(contract.getNoticeChoices, (reader, { actor }) =>
    readChoices(reader, { memberId: actor.id, channels }),
  );
  routes.write(contract.changeNoticeChoices, (tx, input) => changeChoices(tx, input, channels));
  routes.read(contract.getSentMessages, (reader, { query }) => readSentMessages(reader, query));
  routes.read(contract.getSmsGateway, (reader) => readSmsGateway(reader));
  routes.write(contract.probeSmsGateway, probeSmsGateway);
  routes.read(contract.getPushKey, async () => ({
    key: (await readPushKeys(db, secrets)).publicKey,
  }));
  const admitsLoopback = !config.rateLimit;
  routes.write(contract.subscribeToPush, (tx, input) => subscribe(tx, input, { admitsLoopback }));
  routes.write(contract.unsubscribeFromPush, unsubscribe);
  routes.read(contract.getPushDevices, (reader, { actor }) => readPushDevices(reader, actor.id));
  routes.write(contract.endPushDevice, endPush);
  wordRoutes(routes, channels);
  await reportRoutes(app, parts);
}

function wordRoutes(routes: Routes, channels: ChannelsOfGroup): void {
  routes.read(words.getWords, (reader, { actor, query }) =>
    readWords(reader, { callerId: actor.id, query }),
  );
  routes.write(words.previewWord, (tx, input) => preview(tx, input, channels));
  routes.write(words.writeWord, (tx, input) => write(tx, input, channels));
  routes.write(words.agreeToWord, (tx, input) => agree(tx, input, channels), {
    exists: (reader, id, actor) => mayAgree(reader, id, actor.id),
  });
  routes.write(words.endWord, end, { exists: wordExists });
}

// The address for the SMS gateway's delivery reports: a form, and a secret in the path instead of a session.

const LENGTH_MOST = 200;

const reportForm = z.object({
  id: z.optional(z.string()),
  status: z.optional(z.string()),
  failureReason: z.optional(z.string()),
});

/** A report of an unknown SMS gets the usual answer: it may have overtaken the SMS's own answer. */
async function reportRoutes(
  app: FastifyInstance,
  parts: { db: Database; config: Pick<Config, "sms">; now: () => Date; throttle: Throttle },
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
      // Before the body is parsed.
      onRequest: (request) => requireSecret(request, expected, parts.throttle),
      handler: async (request) => {
        const body = typeof request.body === "string" ? request.body : "";
        const form = readInput(reportForm, Object.fromEntries(new URLSearchParams(body)));
        const read = (name: keyof typeof form) => form[name]?.trim().slice(0, LENGTH_MOST) ?? "";
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

/** Guesses are counted, and after too many of them even the right secret is refused: a guesser learns nothing. */
async function requireSecret(
  request: FastifyRequest,
  expected: string | null,
  throttle: Throttle,
): Promise<void> {
  const { secret } = request.params as { secret: string };
  await throttle.requireLeft("report-secret-address", request.ip);
  if (expected !== null && isSame(secret, expected)) return;
  await throttle.take("report-secret-address", request.ip);
  throw refuse("not-found");
}

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
