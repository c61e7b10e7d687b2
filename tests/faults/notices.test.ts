// Kills servers while they send notices, through a gateway that loses, doubles and delays messages (NOTE-1, NOTE-4).
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  openEmbeddedPostgres,
  type EmbeddedPostgres,
} from "#server/db/embedded/embedded-postgres.ts";
import { startSmsGateway, type Conduct, type SmsGateway } from "#tests/support/notice-gateways.ts";
import { addRow, openHarness } from "./harness.ts";
import { openRandom, seed } from "./load.ts";
import { startServers, type Servers } from "./servers.ts";

const ROUNDS = Number(process.env["FAULT_ROUNDS"] ?? 20);
const SECRET = "reports-of-the-faults";
const GOES_ON_WITHIN_MS = 120_000;
/** One person's actions; at most as many SMS as two servers can send at once. */
const PAUSE_MS = 250;

let gateway: SmsGateway;
let servers: Servers;
let postgres: EmbeddedPostgres;
let client: Client;
let isMoody = true;
const moods = openRandom(seed + 7);

function mood(): Conduct {
  if (!isMoody) return { code: 101 };
  const roll = moods.below(100);
  if (roll < 8) return "lost";
  if (roll < 14) return "doubled";
  if (roll < 17) return "unreadable";
  if (roll < 20) return "other-number";
  if (roll < 24) return "no-recipients";
  if (roll < 28) return { status: 503 };
  return { code: moods.pick([100, 101, 102]), afterMs: roll < 60 ? moods.below(700) : 0 };
}

beforeAll(async () => {
  gateway = await startSmsGateway({ choose: mood });
  servers = await startServers({
    count: 2,
    env: {
      SMS_URL: gateway.url,
      SMS_USERNAME: "chama",
      SMS_API_KEY: "atsk_faults",
      SMS_REPORT_SECRET: SECRET,
    },
  });
  postgres = await openEmbeddedPostgres({ dataDir: servers.dataDir, log: () => undefined });
  client = new Client(postgres.connection);
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await postgres?.close();
  await servers?.close();
  await gateway?.close();
});

async function ask<Row>(text: string): Promise<Row[]> {
  return (await client.query(text)).rows;
}

const count = async (text: string) =>
  Number((await ask<{ count: string }>(`SELECT count(*) FROM ${text}`))[0]?.count);

/** Delivery reports of some SMS, repeated and in any order; some before the answer. */
function reportDeliveries(): { stop(): Promise<void> } {
  const state = { isOver: false };
  let from = 0;
  const report = async () => {
    while (!state.isOver) {
      await pause(40);
      const text = gateway.texts[from];
      if (text === undefined) continue;
      if (moods.below(3) > 0) from += 1;
      const status = moods.pick(["Sent", "Buffered", "Success", "Success"]);
      await fetch(`${moods.pick(servers.urls)}/api/notices/reports/${SECRET}/`, {
        method: "POST",
        body: new URLSearchParams({ id: text.id, status }),
      }).catch(() => undefined);
    }
  };
  const reporting = report();
  return {
    stop: async () => {
      state.isOver = true;
      await reporting;
    },
  };
}

type Message = { recipient: string; text: string; state: string; gateway_id: string | null };

/** Compares the list of messages with what the gateway and the SMTP server received. */
async function checkNotices() {
  const messages = await ask<Message>(
    "SELECT recipient, text, state, gateway_id FROM notice_messages WHERE channel = 'sms'",
  );
  const wanted = tally(messages.map((each) => `${each.recipient} ${each.text}`));
  const taken = tally(gateway.texts.map((each) => `${each.to} ${each.message}`));
  const ids = new Map(gateway.texts.map((each) => [each.id, each]));
  const mails = tally(servers.mail.messageIds());
  const mailsOfNotices = await ask<{ message_id: string; state: string }>(
    `SELECT 'akiba-' || m.id || '-' || (extract(epoch FROM date_trunc('milliseconds', m.created_at)) * 1000)::bigint AS message_id,
            d.state
       FROM notice_messages d JOIN mails m ON m.id = d.mail_id`,
  );
  return {
    texts: messages.length,
    unknown: messages.filter(({ state }) => state === "unknown").length,
    mails: mailsOfNotices.length,
    doubled: [
      ...[...taken].filter(([key, times]) => times > (wanted.get(key) ?? 0)).map(([key]) => key),
      ...mailsOfNotices
        .filter(({ message_id: id }) => times(mails, id) > 1)
        .map(({ message_id }) => message_id),
    ],
    /** Listed as sent, but nobody received it. */
    lost: [
      ...messages.filter(
        ({ state, gateway_id: id }) =>
          ["sent", "delivered"].includes(state) && !ids.has((id ?? "").replace(/b$/, "")),
      ),
      ...mailsOfNotices.filter(
        ({ message_id: id, state }) => state === "sent" && times(mails, id) === 0,
      ),
    ],
  };
}

function times(mails: ReadonlyMap<string, number>, id: string): number {
  return [...mails].reduce((sum, [each, n]) => (each.startsWith(`${id}@`) ? sum + n : sum), 0);
}

function tally(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** Messages under way, or notices without channels, that have not moved for two minutes. */
const STUCK = `(SELECT id FROM notice_messages WHERE state = 'sending' AND claimed_at < now() - interval '2 minutes'
  UNION ALL SELECT id FROM notices WHERE dispatched_at IS NULL AND created_at < now() - interval '2 minutes') stuck`;

test("servers that are killed while they send tell everything once in the application and once at most by SMS and mail", async () => {
  const harness = await openHarness(servers, { rounds: ROUNDS, pauseMs: PAUSE_MS });
  await client.query(
    `UPDATE group_settings SET quiet_from = '00:00', quiet_to = '00:00', sms_monthly_cap_cents = 100000000;
     SELECT write_baseline('Texts go out at every hour')`,
  );
  const reports = reportDeliveries();
  let kills = 0;
  let underWay = 0;
  for (let round = 0; round < ROUNDS; round++) {
    await harness.round(`NOTICE${round}`, async () => {
      const before = gateway.texts.length;
      await pause(500 + harness.random.below(1_500));
      const victims = harness.random.pick([[0], [1], [0, 1]]);
      for (const index of victims) {
        await servers.end(index, "SIGKILL");
        kills += 1;
      }
      underWay += await count("notice_messages WHERE state = 'sending'");
      await pause(harness.random.below(800));
      for (const index of victims) await servers.start(index);
      await expect
        .poll(() => gateway.texts.length, { timeout: GOES_ON_WITHIN_MS, interval: 100 })
        .toBeGreaterThan(before);
    });
    expect(await count(STUCK)).toBe(0);
    expect((await checkNotices()).doubled).toEqual([]);
  }
  isMoody = false;
  const endedAt = performance.now();
  await expect
    .poll(
      () =>
        count(
          `notice_messages WHERE state = 'sending' OR state = 'waiting' AND send_after < now()`,
        ),
      { timeout: GOES_ON_WITHIN_MS, interval: 500 },
    )
    .toBe(0);
  const seconds = (performance.now() - endedAt) / 1_000;
  await reports.stop();
  const findings = await checkNotices();
  const { texts, mails, unknown, doubled, lost } = findings;
  // Exactly once in the application: for each acknowledged approval, beyond what verify checks after each round.
  const approved = [...harness.record.payments.values()].filter(({ verdicts }) =>
    verdicts.includes("treasurer approved"),
  );
  const notified = new Map(
    (
      await ask<{ about_id: string; count: string }>(
        "SELECT about_id, count(*) FROM notices WHERE event = 'payment_approved' GROUP BY about_id",
      )
    ).map((row) => [Number(row.about_id), Number(row.count)]),
  );
  const untold = approved.filter(({ id }) => notified.get(id) !== 1);
  const { acknowledged, refused, retried } = harness.client.traffic;
  addRow({
    fault: "kill -9 of servers that send texts and mails",
    seed,
    injected: kills,
    acknowledged,
    refused,
    retried,
    checked: texts + mails + approved.length,
    lost: lost.length + untold.length,
    doubled: doubled.length,
  });
  console.log(
    `${kills} kills with ${underWay} messages under way; ${texts} texts (${gateway.texts.length} taken by the gateway, ${unknown} unknown) ` +
      `and ${mails} mails; ${approved.length} approvals told once; all had gone on ${seconds.toFixed(0)} s after the last round`,
  );
  expect({ doubled, lost, untold }).toEqual({ doubled: [], lost: [], untold: [] });
  expect(underWay).toBeGreaterThan(0);
  expect(unknown).toBeGreaterThan(0);
  expect(await servers.command("verify")).toMatch(/^(\d+) of \1 invariants hold\./m);
});
