// Sends notices while the server runs: finds their channels, and sends what is due on each. One of several servers
// sends each message; what a killed server leaves, the next one finds, now or at its start.
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { sql } from "kysely";
import { noticeChannels, type NoticeChannel } from "#domain/notices/notice-choices.ts";
import {
  claimMessages,
  giveUpAbandoned,
  isDue,
  type ClaimedMessage,
} from "#server/core/notices/claim-messages.ts";
import { openClock } from "#server/core/clock/clock.ts";
import { channelsOfGroup, dispatchNotices } from "#server/core/notices/dispatch-notices.ts";
import {
  readPushKeys,
  openPush,
  type SendPush,
  sendToBrowsers,
} from "#server/core/notices/push/push-service.ts";
import { sendClaimedMail } from "#server/core/notices/send-mail-message.ts";
import { CALL_AGAIN_MS, settleMessage } from "#server/core/notices/settle-message.ts";
import { openAfricasTalking } from "#server/core/notices/sms/africas-talking.ts";
import { noteFailingGateway, settleText } from "#server/core/notices/sms/settle-text.ts";
import {
  inTransaction,
  openDatabase,
  openPool,
  type ConnectionOptions,
  type Database,
} from "#server/db/connection.ts";
import type { Config } from "#server/platform/config.ts";
import { LowPriorityClient } from "#server/platform/low-priority/low-priority.ts";
import { openMailer } from "#server/platform/mailer.ts";
import { openSecretBox } from "#server/platform/secrets.ts";
import type { Follower } from "./commit-followers.ts";

export type SenderParts = {
  connection: ConnectionOptions;
  config: Pick<Config, "smtpUrl" | "mailFrom" | "sms" | "pepper" | "rateLimit">;
  log: FastifyBaseLogger;
  /** The application's clock. */
  now: () => Date;
};

/** At most this many messages of a channel at a time. */
const AT_ONCE = 8;
/** One query, even if nothing is due; a message leaves within a second of its commit. */
const WATCH_MS = 600;
const AFTER_FAILURE_MS = 2_000;
const LOOK_AROUND_MS = 10_000;
const SETTLE_TRIES = 40;
const STOP_MS = 8_000;

/** Sends one claimed message and stores the outcome; returns whether nobody answered. */
type Send = (message: ClaimedMessage) => Promise<{ isUnreachable: boolean }>;

export function startNoticeSender(parts: SenderParts): Follower {
  const { config, log, now } = parts;
  const pool = openPool(parts.connection, 4, "akiba notices", LowPriorityClient);
  const db = openDatabase(pool);
  const claimer = randomUUID();
  const stopping = new AbortController();
  const pause = (ms: number) =>
    wait(ms, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);

  const repeat = async (round: () => Promise<number>, failing: string) => {
    while (!stopping.signal.aborted) {
      try {
        const ms = await round();
        if (ms > 0) await pause(ms);
      } catch (error) {
        log.warn({ err: error }, `${failing}; trying again`);
        await pause(AFTER_FAILURE_MS);
      }
    }
  };

  const channels = channelsOfGroup(config);
  let lookedAt = 0;
  const wakeUps = {
    email: openWakeUp(stopping.signal),
    sms: openWakeUp(stopping.signal),
    push: openWakeUp(stopping.signal),
  };
  const watch = async () => {
    if (performance.now() - lookedAt > LOOK_AROUND_MS || lookedAt === 0) {
      lookedAt = performance.now();
      if ((await openClock(db).state(now())) === "ok") await giveUpAbandoned(db, now());
      if (channels.sms) await inTransaction(db, (tx) => noteFailingGateway(tx, now()));
    }
    const due = await readDue(db, now());
    for (const channel of noticeChannels) if (due[channel]) wakeUps[channel].wakeUnlessPaused();
    if (!due.undispatched) return WATCH_MS;
    const dispatched = await dispatchNotices(db, { channels, now: now() });
    if (dispatched > 0) for (const channel of noticeChannels) wakeUps[channel].wake();
    return dispatched > 0 ? 0 : WATCH_MS;
  };

  const sending = (channel: NoticeChannel, send: Send) => {
    let isUnreachable = false;
    let hasClaimed = false;
    return async () => {
      // If a gateway does not answer, a single message tests whether it is back.
      const most = isUnreachable ? 1 : AT_ONCE;
      const claimed = await claimMessages(db, { channel, claimer, most, now: now() });
      if (claimed.length === 0) {
        if (!hasClaimed) wakeUps[channel].pause();
        await wakeUps[channel].woken();
        hasClaimed = false;
        return 0;
      }
      hasClaimed = true;
      const sent = await Promise.all(claimed.map(send));
      isUnreachable = sent.some((each) => each.isUnreachable);
      return isUnreachable ? CALL_AGAIN_MS : 0;
    };
  };

  const settle = settling(log, () => stopping.signal.aborted);
  const mailer = openMailer(config, () => undefined);
  const loops = [
    repeat(watch, "notices could not be dispatched"),
    repeat(sending("push", pushing(parts, { db, claimer, settle })), "push could not be sent"),
  ];
  if (channels.email)
    loops.push(
      repeat(
        sending("email", async (message) => {
          await sendClaimedMail(db, mailer, { message, claimer, now: now() });
          return { isUnreachable: false };
        }),
        "mails could not be sent",
      ),
    );
  if (config.sms !== null) {
    const sendText = openAfricasTalking(config.sms);
    const send: Send = async (message) => {
      const outcome = await sendText({ to: message.phone ?? "", message: message.text });
      await settle(() =>
        inTransaction(db, (tx) => settleText(tx, { message, claimer, now: now() }, outcome)),
      );
      return { isUnreachable: outcome.is === "no-connection" };
    };
    loops.push(repeat(sending("sms", send), "texts could not be sent"));
  }

  return {
    stop: async () => {
      stopping.abort();
      await Promise.race([Promise.all(loops), wait(STOP_MS, undefined, { ref: false })]);
      mailer.close();
      await pool.end();
    },
  };
}

type Parts = {
  db: Database;
  claimer: string;
  settle: (write: () => Promise<unknown>) => Promise<void>;
};

function pushing(
  { config, now }: Pick<SenderParts, "config" | "now">,
  { db, claimer, settle }: Parts,
): Send {
  let opened: Promise<SendPush> | null = null;
  const open = async () => {
    const keys = await readPushKeys(db, openSecretBox(config.pepper));
    const address = /<([^>]+)>/.exec(config.mailFrom)?.[1] ?? config.mailFrom;
    return openPush({ keys, subject: `mailto:${address}`, admitsLoopback: !config.rateLimit });
  };
  return async (message) => {
    opened ??= open();
    const send = await opened.catch((error: unknown) => {
      opened = null;
      throw error;
    });
    const settled = await sendToBrowsers(db, send, message);
    await settle(() =>
      inTransaction(db, (tx) => settleMessage(tx, { message, claimer, now: now() }, settled)),
    );
    return { isUnreachable: false };
  };
}

/** Stores a message's outcome even if the database is away for a moment; otherwise it would be unknown. */
function settling(log: FastifyBaseLogger, isStopping: () => boolean) {
  return async (write: () => Promise<unknown>): Promise<void> => {
    for (let left = SETTLE_TRIES; ; left--) {
      try {
        await write();
        return;
      } catch (error) {
        if (left === 0 || isStopping()) throw error;
        log.warn({ err: error }, "what became of a message could not be written; trying again");
        await wait(1_000, undefined, { ref: false });
      }
    }
  };
}

// Wakes the senders when something is due, so that an idle server polls with one query.

/** A sender that finds due messages that cannot be sent, as in quiet hours, waits this long. */
const PAUSE_MS = 2_000;

type WakeUp = {
  /** Something is due. */
  wake(): void;
  /** Polling found something due; ignored during a pause. */
  wakeUnlessPaused(): void;
  /** Resolves at the next `wake`, or at once if there was one since the last wait. */
  woken(): Promise<void>;
  /** Nothing that is due could be sent. */
  pause(): void;
};

export function openWakeUp(stopping: AbortSignal): WakeUp {
  let resume: (() => void) | null = null;
  let isDue = false;
  let pausedUntil = 0;
  const wake = () => {
    isDue = true;
    resume?.();
  };
  stopping.addEventListener("abort", wake);
  return {
    wake,
    wakeUnlessPaused: () => {
      if (performance.now() >= pausedUntil) wake();
    },
    woken: async () => {
      if (!isDue)
        await new Promise<void>((resolve) => {
          resume = resolve;
        });
      resume = null;
      isDue = false;
    },
    pause: () => {
      pausedUntil = performance.now() + PAUSE_MS;
    },
  };
}

type Due = { undispatched: boolean } & Record<NoticeChannel, boolean>;

/** Whether a notice has no channels yet, and which channels have a due message. */
export async function readDue(db: Database, now: Date): Promise<Due> {
  const waits = (channel: NoticeChannel) => sql`EXISTS (
    SELECT FROM notice_messages d
     WHERE state IN ('waiting', 'held') AND ${isDue(now)} AND channel = ${channel})`;
  const { rows } = await sql<Due>`
    SELECT EXISTS (SELECT FROM notices WHERE dispatched_at IS NULL) AS undispatched,
           ${waits("email")} AS email, ${waits("sms")} AS sms, ${waits("push")} AS push`.execute(
    db,
  );
  return rows[0] ?? { undispatched: false, email: false, sms: false, push: false };
}
