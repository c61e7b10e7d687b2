// Limits a member's requests per minute (SAFE-7) over all servers together, without a write for each request. Every
// server counts by itself and adds its count to the table `throttle` once a second. So the limit is exact on one
// server; several servers may exceed it by what the others let through within that second.
import type { Pool } from "pg";
import { refuse } from "#domain/refusal.ts";
import { waiting } from "#domain/refusals.ts";

const MINUTE_MS = 60_000;
const SYNC_MS = 1_000;

/** The second limit is part of the first: a write counts for both. */
const limits = { requests: 300, writes: 60 } as const;
type Kind = keyof typeof limits;

export type RequestBudget = {
  /** Counts one request of a member; refuses with `too-many-requests` above 300 a minute, 60 of them writes. */
  spend(memberId: number, isWrite: boolean): void;
  /** Adds the count since the last call to the shared count, and reads what the other servers counted. */
  sync(): Promise<void>;
  /** Syncs a last time; nothing is counted afterwards. */
  close(): Promise<void>;
};

type Count = { key: string; minute: number; known: number; unsent: number };

/** A budget without limits, for tests and benchmarks. */
export const boundlessBudget: RequestBudget = {
  spend: () => undefined,
  sync: async () => undefined,
  close: async () => undefined,
};

/** `now` in milliseconds, from the wall clock, which is close enough between servers for minutes. */
export function openRequestBudget(pool: Pool, now: () => number = Date.now): RequestBudget {
  const counts = new Map<string, Count>();
  let timer: NodeJS.Timeout | null = null;

  const countOf = (kind: Kind, memberId: number): Count => {
    const minute = Math.floor(now() / MINUTE_MS);
    const key = `${kind}:${memberId}:${minute}`;
    const found = counts.get(key);
    if (found !== undefined) return found;
    const fresh = { key, minute, known: 0, unsent: 0 };
    counts.set(key, fresh);
    return fresh;
  };

  const sync = async () => {
    const unsent = [...counts.values()].filter((count) => count.unsent > 0);
    const added = unsent.map((count) => count.unsent);
    for (const count of unsent) count.unsent = 0;
    const thisMinute = Math.floor(now() / MINUTE_MS);
    for (const count of counts.values()) if (count.minute < thisMinute) counts.delete(count.key);
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

  return {
    spend: (memberId, isWrite) => {
      const spent = [countOf("requests", memberId)];
      if (isWrite) spent.push(countOf("writes", memberId));
      for (const count of spent) {
        const limit = count.key.startsWith("writes") ? limits.writes : limits.requests;
        if (count.known + count.unsent < limit) continue;
        const leftMs = (count.minute + 1) * MINUTE_MS - now();
        throw refuse("too-many-requests", waiting(Math.ceil(leftMs / 1000)));
      }
      for (const count of spent) count.unsent++;
      syncSoon();
    },
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
