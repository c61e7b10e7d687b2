// The list of notices and the choices of channels: contract entry -> action or query.
import type { FastifyInstance } from "fastify";
import * as contract from "#contract/notices.ts";
import * as words from "#contract/words.ts";
import type { ChannelsOfGroup } from "#domain/notices/notice-choices.ts";
import { channelsOfGroup } from "#server/core/notices/channels-of-group.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import { readPushKeys } from "#server/core/notices/push/push-keys.ts";
import type { Database } from "#server/db/connection.ts";
import type { Config } from "#server/platform/config.ts";
import type { SecretBox } from "#server/platform/secret-box.ts";
import { changeChoices, markRead } from "./notices.actions.ts";
import { readChoices, readNotices } from "./notices.queries.ts";
import { subscribe, unsubscribe } from "./push.actions.ts";
import { probeSmsGateway, readSmsGateway } from "./sms-gateway.ts";
import { reportRoutes } from "./reports.routes.ts";
import { readSentMessages } from "./sent.queries.ts";
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
