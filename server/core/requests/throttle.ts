// Limits how often a request may come (SAFE-7), counted in PostgreSQL and so shared by all servers. Without the
// database the count fails, and the request with it: nothing passes uncounted.
import { sql } from "kysely";
import type { Pool } from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { refuse } from "#domain/refusal.ts";
import { waiting } from "#domain/refusals.ts";
import type { Database, Tx } from "#server/db/connection.ts";
import { networkOf } from "#server/platform/network.ts";

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;

// Kenyan mobile networks and meeting-day Wi-Fi share addresses, so limits per address are generous. An address of IPv6
// counts as its /64, which one household or phone has to itself.
const limits = {
  "sign-in-address": { points: 60, duration: 5 * MINUTE_SECONDS },
  "sign-up-address": { points: 20, duration: HOUR_SECONDS },
  /** For a form that is not valid yet but checks whether its values are taken. */
  "taken-values-address": { points: 60, duration: HOUR_SECONDS },
  /** Requests for a mailed link: a password reset, a new activation. */
  "link-address": { points: 20, duration: HOUR_SECONDS },
  "reset-account": { points: 3, duration: HOUR_SECONDS },
  "activation-account": { points: 3, duration: HOUR_SECONDS },
  "email-change-account": { points: 3, duration: HOUR_SECONDS },
  /** Uses of a mailed token. */
  "token-address": { points: 10, duration: MINUTE_SECONDS },
  /** Wrong secrets of the address for delivery reports. */
  "report-secret-address": { points: 10, duration: MINUTE_SECONDS },
} as const;

type ThrottledFlow = keyof typeof limits;

// Guessing one account's password: the fifth failure in a row starts a wait that doubles from 1 second to 15 minutes;
// after a hundred failures only a password reset helps, which stays available.
const FREE_ATTEMPTS = 5;
const LAST_ATTEMPT = 100;
const LONGEST_WAIT_SECONDS = 15 * MINUTE_SECONDS;
// A run of failures is stored until a success, or for a year.
const FAILURES_STORED_SECONDS = 365 * 24 * HOUR_SECONDS;
const ATTEMPTS = "password-attempts";
const WAIT = "password-wait";

export type Throttle = {
  /** Counts one request of `key`, an address or an account; refuses with `too-many-requests` above the flow's limit. */
  take(flow: ThrottledFlow, key: string): Promise<void>;
  /** Counts one request of `key`, and returns whether it is within the limit, for answers that must not reveal it. */
  allows(flow: ThrottledFlow, key: string): Promise<boolean>;
  /** Refuses as `take` does, but counts nothing. */
  requireLeft(flow: ThrottledFlow, key: string): Promise<void>;
  /** Counts an attempt at an account's password before it is checked; call `forgetAttempts` after success. */
  takeAttempt(account: string): Promise<void>;
  /** What every signed-in person may request in a minute. */
  budget: RequestBudget;
};

/** The counters in the table `throttle`; with `enabled` false nothing is refused. */
export function openThrottle(pool: Pool, enabled: boolean): Throttle {
  if (!enabled) {
    return {
      take: async () => undefined,
      allows: async () => true,
      requireLeft: async () => undefined,
      takeAttempt: async () => undefined,
      budget: boundlessBudget,
    };
  }
  const store = { storeClient: pool, storeType: "pool", tableName: "throttle", tableCreated: true };
  const openCounter = (keyPrefix: string, limit: { points: number; duration: number }) =>
    new RateLimiterPostgres({ ...store, ...limit, keyPrefix, clearExpiredByTimeout: false });
  const counters = new Map(
    Object.entries(limits).map(([flow, limit]) => [flow, openCounter(flow, limit)]),
  );
  const attempts = openCounter(ATTEMPTS, {
    points: LAST_ATTEMPT,
    duration: FAILURES_STORED_SECONDS,
  });
  const wait = openCounter(WAIT, { points: 1, duration: 1 });

  const counterOf = (flow: ThrottledFlow) => {
    const counter = counters.get(flow);
    if (counter === undefined) throw new Error(`no limit for ${flow}`);
    return counter;
  };
  const openMeter = (counter: RateLimiterPostgres): Meter => ({ counter, pool });
  const takeOne = (flow: ThrottledFlow, key: string) =>
    count(openMeter(counterOf(flow)), keyOf(flow, key));

  return {
    budget: openRequestBudget(pool),
    take: async (flow, key) => {
      const taken = await takeOne(flow, key);
      if (taken.isOver) throw refuse("too-many-requests", waiting(taken.retryAfterSeconds));
    },
    allows: async (flow, key) => !(await takeOne(flow, key)).isOver,
    requireLeft: async (flow, key) => {
      const counter = counterOf(flow);
      const taken = await counter.get(keyOf(flow, key));
      if (taken === null || taken.remainingPoints > 0) return;
      const leftMs = await endInTime({ counter, pool }, keyOf(flow, key), taken.msBeforeNext);
      throw refuse("too-many-requests", waiting(Math.max(1, Math.ceil(leftMs / 1000))));
    },
    takeAttempt: async (account) => {
      const attempt = await count(openMeter(attempts), account);
      if (!attempt.isOver && attempt.number < FREE_ATTEMPTS) return;
      // Of simultaneous attempts one takes the wait and proceeds; the others are refused unchecked and do not count.
      const seconds = Math.min(2 ** (attempt.number - FREE_ATTEMPTS), LONGEST_WAIT_SECONDS);
      const turn = attempt.isOver ? null : await count(openMeter(wait), account, seconds);
      if (turn !== null && !turn.isOver) return;
      await attempts.reward(account, 1);
      if (turn !== null) throw refuse("too-many-requests", waiting(turn.retryAfterSeconds));
      throw refuse("sign-in-needs-reset", { retryAfterSeconds: LONGEST_WAIT_SECONDS });
    },
  };
}

/** Clears the failed attempts at accounts (at least one), in the transaction that ends them. */
export async function forgetAttempts(tx: Tx, ...accounts: string[]): Promise<void> {
  const keys = accounts.flatMap((account) => [`${ATTEMPTS}:${account}`, `${WAIT}:${account}`]);
  await sql`DELETE FROM throttle WHERE key IN (${sql.join(keys)})`.execute(tx);
}

/** Removes the attempts that no longer count, by the wall clock. */
export async function removePastAttempts(db: Database): Promise<void> {
  await sql`DELETE FROM throttle WHERE expire < extract(epoch FROM now()) * 1000`.execute(db);
}

/** A member account's key for `takeAttempt`. */
export function accountOf(memberId: number): string {
  return `member-${memberId}`;
}

const keyOf = (flow: ThrottledFlow, key: string) =>
  flow.endsWith("-address") ? networkOf(key) : key;

type Taken = { number: number; isOver: boolean; retryAfterSeconds: number };
type Meter = { counter: RateLimiterPostgres; pool: Pool };

async function count(meter: Meter, key: string, seconds = meter.counter.duration): Promise<Taken> {
  const { counter } = meter;
  const result = await counter
    .consume(key, 1, { customDuration: seconds })
    .catch((reason: unknown) => {
      // The library rejects with the same result above the limit, and with an Error if counting failed.
      if (reason instanceof RateLimiterRes) return reason;
      throw reason;
    });
  const leftMs = await endInTime(meter, key, result.msBeforeNext, seconds);
  return {
    number: result.consumedPoints,
    isOver: result.consumedPoints > counter.points,
    retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1000)),
  };
}

/**
 * How long the window or wait of `key` still lasts. One that began in the future, by a clock that has been put right, ends
 * when one that begins now would.
 */
async function endInTime(
  { counter, pool }: Meter,
  key: string,
  leftMs: number,
  seconds = counter.duration,
): Promise<number> {
  const longestMs = seconds * 1000;
  if (leftMs <= longestMs) return leftMs;
  await pool.query("UPDATE throttle SET expire = least(expire, $2) WHERE key = $1", [
    counter.getKey(key),
    Date.now() + longestMs,
  ]);
  return longestMs;
}

// Limits the requests per minute of a member, and of an address without a session (SAFE-7), over all servers together, without a write for each request. Every
// server counts by itself and adds its count to the table `throttle` once a second. So the limit is exact on one
// server; several servers may exceed it by what the others let through within that second.

const MINUTE_MS = 60_000;
const SYNC_MS = 1_000;

/** A member's writes are part of their requests: a write counts for both. An address may be that of a whole meeting. */
const budgets = { requests: 300, writes: 60, anonymous: 600 } as const;
type Kind = keyof typeof budgets;

export type RequestBudget = {
  /** Counts one request of a member; refuses with `too-many-requests` above 300 a minute, 60 of them writes. */
  spend(memberId: number, isWrite: boolean): void;
  /** Counts one request without a session; refuses with `too-many-requests` above 600 a minute from an address. */
  spendOf(address: string): void;
  /** Adds the count since the last call to the shared count, and reads what the other servers counted. */
  sync(): Promise<void>;
  /** Syncs a last time; nothing is counted afterwards. */
  close(): Promise<void>;
};

type Count = { key: string; kind: Kind; minute: number; known: number; unsent: number };

/** A budget without limits, for tests and benchmarks. */
export const boundlessBudget: RequestBudget = {
  spend: () => undefined,
  spendOf: () => undefined,
  sync: async () => undefined,
  close: async () => undefined,
};

/** `now` in milliseconds, from the wall clock, which is close enough between servers for minutes. */
export function openRequestBudget(pool: Pool, now: () => number = Date.now): RequestBudget {
  const counts = new Map<string, Count>();
  let timer: NodeJS.Timeout | null = null;

  const countOf = (kind: Kind, whose: number | string): Count => {
    const minute = Math.floor(now() / MINUTE_MS);
    const key = `${kind}:${whose}:${minute}`;
    const found = counts.get(key);
    if (found !== undefined) return found;
    const fresh = { key, kind, minute, known: 0, unsent: 0 };
    counts.set(key, fresh);
    return fresh;
  };

  const sync = async () => {
    const unsent = [...counts.values()].filter((count) => count.unsent > 0);
    const added = unsent.map((count) => count.unsent);
    for (const count of unsent) count.unsent = 0;
    const thisMinute = Math.floor(now() / MINUTE_MS);
    // A later minute is one of a clock that was ahead.
    for (const count of counts.values()) if (count.minute !== thisMinute) counts.delete(count.key);
    if (unsent.length === 0) return;
    // Until the shared sum is stored, this server still counts what it added.
    unsent.forEach((count, at) => (count.known += added[at] ?? 0));
    const { rows } = await pool.query<{ key: string; points: number }>(ADD, [
      unsent.map((count) => count.key),
      added,
      unsent.map((count) => (count.minute + 1) * MINUTE_MS),
    ]);
    for (const { key, points } of rows) {
      const count = counts.get(key);
      if (count !== undefined) count.known = points;
    }
  };

  const syncSoon = () => {
    timer ??= setTimeout(() => {
      timer = null;
      // Without the database nobody is served; this server still counts.
      sync().catch(() => undefined);
    }, SYNC_MS).unref();
  };

  const spendAll = (spent: readonly Count[]) => {
    for (const count of spent) {
      if (count.known + count.unsent < budgets[count.kind]) continue;
      const leftMs = (count.minute + 1) * MINUTE_MS - now();
      throw refuse("too-many-requests", waiting(Math.ceil(leftMs / 1000)));
    }
    for (const count of spent) count.unsent++;
    syncSoon();
  };

  return {
    spend: (memberId, isWrite) => {
      const requests = countOf("requests", memberId);
      spendAll(isWrite ? [requests, countOf("writes", memberId)] : [requests]);
    },
    spendOf: (address) => spendAll([countOf("anonymous", networkOf(address))]),
    sync,
    close: async () => {
      if (timer !== null) clearTimeout(timer);
      await sync().catch(() => undefined);
    },
  };
}

// In the order of the keys, so that two servers cannot deadlock.
const ADD = `
  INSERT INTO throttle (key, points, expire)
  SELECT * FROM unnest($1::text[], $2::int[], $3::float8[]) ORDER BY 1
  ON CONFLICT (key) DO UPDATE SET points = throttle.points + excluded.points
  RETURNING key, points`;
