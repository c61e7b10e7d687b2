// M-PESA live in the background: sends our requests to Daraja, stores and reads what it posts, and fetches payments; on
// connections of its own, so that a Daraja that is slow holds up nobody else (MPESA-2, MPESA-3).
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { type Clock, openClock } from "#server/core/clock/clock.ts";
import { openCallbackStore, type CallbackStore } from "#server/core/daraja/callback-store.ts";
import { checkingReceipts } from "#server/core/daraja/check-receipts.ts";
import { openDaraja } from "#server/core/daraja/daraja-client.ts";
import { ensureLiveAccount } from "#server/core/daraja/live-account.ts";
import { takeConfirmation } from "#server/core/daraja/live-lines.ts";
import { pullingPayments, pullWhenDue } from "#server/core/daraja/pull-payments.ts";
import { readCallbacks, type ReadingParts } from "#server/core/daraja/read-callbacks.ts";
import type { RequestHandlers } from "#server/core/daraja/requests.ts";
import { giveUpAbandonedRequests, sendDue } from "#server/core/daraja/send-requests.ts";
import type { ClockState } from "#domain/clock.ts";
import { inTransaction, type ConnectionOptions, type Database } from "#server/db/connection.ts";
import { askRequests } from "#server/features/mpesa-asks/ask-requests.ts";
import { payoutRequests } from "#server/features/mpesa-payouts/payout-requests.ts";
import { submitPayments } from "#server/submit-payments.ts";
import type { DarajaSettings } from "#server/platform/daraja-settings.ts";
import { followCommits } from "./commit-followers.ts";

type MpesaParts = {
  connection: ConnectionOptions;
  settings: DarajaSettings;
  dataDir: string;
  log: FastifyBaseLogger;
  /** The application's clock. */
  now: () => Date;
};

/** Who handles each kind of request. */
export function darajaHandlers(settings: DarajaSettings): RequestHandlers {
  return {
    check_receipt: checkingReceipts(settings),
    pull: pullingPayments(settings),
    ...askRequests({ settings, submit: submitPayments }),
    ...payoutRequests(settings),
  };
}

/** How posted bodies are read. */
export function readingParts(
  db: Database,
  { settings, now }: Pick<MpesaParts, "settings" | "now">,
): ReadingParts {
  return {
    db,
    handlers: darajaHandlers(settings),
    onConfirmation: (tx, posted) => takeConfirmation(tx, settings, posted),
    now,
  };
}

/** Five leave in a second, and each may take half a minute. */
const UNDER_WAY_MOST = 100;
const AT_ONCE = 5;
const ROUND_MS = 300;
const LOOK_AROUND_MS = 10_000;
const STOP_MS = 8_000;

export type Mpesa = { callbacks: CallbackStore; stop(): Promise<void> };

export function startMpesa(parts: MpesaParts): Mpesa {
  const { connection, settings, dataDir, log } = parts;
  const callbacks = openCallbackStore({
    connection,
    dataDir,
    warn: (error) => log.warn({ err: error }, "what M-PESA posted waits in a file"),
  });
  let clock: Clock | null = null;
  /** What was posted waits until the clock is right (SAFE-29). */
  const isBehind = async (db: Database) =>
    (await (clock ??= openClock(db)).state(parts.now())) === "behind";
  const reader = followCommits(parts, {
    name: "akiba callbacks read",
    failing: "what M-PESA posted could not be read",
    round: async (db) => {
      await callbacks.takeFiles();
      if (await isBehind(db)) return LOOK_AROUND_MS;
      return (await readCallbacks(readingParts(db, parts))) > 0 ? 0 : ROUND_MS;
    },
    last: async (db) => {
      if (!(await isBehind(db))) await readCallbacks(readingParts(db, parts));
    },
  });
  const sender = startSender(parts, settings);
  return {
    callbacks,
    stop: async () => {
      await Promise.all([sender.stop(), reader.stop()]);
      await callbacks.stop();
    },
  };
}

function startSender(parts: MpesaParts, settings: DarajaSettings) {
  const { now, log } = parts;
  const daraja = openDaraja(settings, { now });
  const underWay = new Set<Promise<void>>();
  const abandoning = new AbortController();
  let lookedAt = -LOOK_AROUND_MS;
  let state: ClockState = "ok";

  const lookAround = async (db: Database) => {
    if (performance.now() - lookedAt < LOOK_AROUND_MS) return;
    lookedAt = performance.now();
    state = await openClock(db).state(now());
    if (state === "behind") return;
    await inTransaction(db, (tx) => ensureLiveAccount(tx, settings, now()));
    if (state === "ahead") return;
    await giveUpAbandonedRequests({ db, handlers: darajaHandlers(settings), now });
    if (settings.features.pull) await pullWhenDue(db, now());
  };
  return followCommits(parts, {
    name: "akiba daraja",
    failing: "requests to M-PESA could not be sent",
    round: async (db) => {
      await lookAround(db);
      if (state === "behind") return ROUND_MS;
      const handlers = darajaHandlers(settings);
      const sending = { db, daraja, handlers, now, abandoned: abandoning.signal };
      const free = Math.min(AT_ONCE, UNDER_WAY_MOST - underWay.size);
      await sendDue(sending, free, (stored) => {
        const settled = stored
          .catch((error: unknown) => log.warn({ err: error }, "M-PESA's reply could not be stored"))
          .finally(() => underWay.delete(settled));
        underWay.add(settled);
      });
      return ROUND_MS;
    },
    last: async () => {
      await Promise.race([Promise.all(underWay), wait(STOP_MS, undefined, { ref: false })]);
      abandoning.abort();
    },
  });
}
