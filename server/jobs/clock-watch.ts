// Watches the machine's clock while a server runs (SAFE-29, SAFE-30): stores when the server was last alive, and makes up for what
// waited once the day is sure again.
import type { FastifyBaseLogger } from "fastify";
import type { ClockState } from "#domain/clock.ts";
import { beat, beginClock, catchUp, noteLog, readClock } from "#server/core/clock/clock.ts";
import { inTransaction, type Database } from "#server/db/connection.ts";
import { isDatabaseAway } from "#server/db/database-away.ts";

const LOOK_EVERY_MS = 60_000;
/** Days are compared, so that an idle server writes little. */
const BEAT_EVERY_MS = 60 * 60_000;

type ClockWatch = {
  /** Looks at the clock once; by itself it does so every minute. */
  look(): Promise<void>;
  stop(): Promise<void>;
};

/** Resolves after its first look. */
export async function startClockWatch(parts: {
  db: Database;
  log: FastifyBaseLogger;
  now: () => Date;
}): Promise<ClockWatch> {
  const { db, log, now } = parts;
  let before: ClockState = "ok";
  let beatAt: number | null = null;

  const look = async () => {
    await noteLog(db);
    const { state, day, seenDay } = await readClock(db, now());
    if (state === "ok" && before !== "ok") await inTransaction(db, catchUp);
    if (state !== "ok" && state !== before) log.warn({ state, day, seenDay }, sentences[state]);
    before = state;
    if (state !== "ok") return;
    if (beatAt !== null && performance.now() - beatAt < BEAT_EVERY_MS) return;
    await beat(db, now());
    beatAt = performance.now();
  };

  await inTransaction(db, (tx) => beginClock(tx, now()));
  await look();
  const looking = setInterval(() => {
    look().catch((error: unknown) => {
      if (!isDatabaseAway(error)) log.warn({ err: error }, "the clock could not be watched");
    });
  }, LOOK_EVERY_MS).unref();
  return {
    look,
    stop: async () => {
      clearInterval(looking);
      beatAt = null;
      await look().catch(() => undefined);
    },
  };
}

const sentences: Readonly<Record<Exclude<ClockState, "ok">, string>> = {
  behind:
    "The clock of this machine is behind the books: nothing is posted or decided until it is set right, or npm run accept-clock says that it is right (docs/operations.md).",
  ahead:
    "The clock of this machine is far ahead of when the server last ran: nothing is done by time until an official says that the day is right, or npm run accept-clock does (docs/operations.md).",
};
