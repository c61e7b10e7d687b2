// The queries of one database, or of one of its connections. A process has the clients of many tests' groups, so nothing
// here counts or holds those of another.
import { once } from "node:events";
import { Client } from "pg";
import { vi } from "vitest";

/** Whose queries: `user` and `name` (what PostgreSQL calls `application_name`) narrow it down further. */
export type Source = { database: string; user?: string; name?: string };
export type SentQuery = { text: string; values: unknown[] };

/** What `source` sends to PostgreSQL during `work`, in that order. */
export async function queriesDuring(
  source: Source,
  work: () => Promise<unknown>,
): Promise<SentQuery[]> {
  const sent: SentQuery[] = [];
  const restore = interceptQueries((client, params, send) => {
    if (isFrom(client, source)) sent.push(readQuery(params));
    return send();
  });
  try {
    await work();
  } finally {
    restore();
  }
  return sent;
}

/** Resolves once `source` has sent so many more queries whose text has `part`. */
export async function untilSent(
  source: Source,
  { part, times }: { part: string; times: number },
): Promise<void> {
  let count = 0;
  const seen = new AbortController();
  const enough = once(seen.signal, "abort");
  const restore = interceptQueries((client, params, send) => {
    if (isFrom(client, source) && readQuery(params).text.includes(part)) count++;
    if (count >= times) seen.abort();
    return send();
  });
  await enough.finally(restore);
}

export type HeldQueries = {
  /** Resolves with the text of the query that is held, once there is one. */
  held(): Promise<string>;
  /** Sends the held query, and holds the next one. Resolves when PostgreSQL has answered it. */
  pass(): Promise<void>;
  /** Sends the held query and holds no more. */
  open: () => void;
};

/** Holds each query of `source`, one at a time, until it is passed. */
export function holdQueries(source: Source): HeldQueries {
  const waiting: { text: string; send: () => Promise<unknown> }[] = [];
  let tell: (() => void) | null = null;
  const restore = interceptQueries((client, params, send) => {
    if (!isFrom(client, source)) return send();
    return new Promise((resolve, reject) => {
      const sendNow = () => {
        const answered = Promise.resolve(send());
        answered.then(resolve, reject);
        return answered;
      };
      waiting.push({ text: readQuery(params).text, send: sendNow });
      tell?.();
    });
  });
  return {
    held: async () => {
      while (waiting.length === 0)
        await new Promise<void>((resolve) => {
          tell = resolve;
        });
      return waiting[0]!.text;
    },
    pass: async () => {
      await waiting.shift()?.send();
    },
    open: () => {
      restore();
      for (const { send } of waiting.splice(0)) send().catch(() => undefined);
    },
  };
}

function interceptQueries(
  intercept: (client: Client, params: unknown[], send: () => unknown) => unknown,
): () => void {
  const prototype = Client.prototype as unknown as {
    query: (this: Client, ...params: unknown[]) => unknown;
  };
  const original = prototype.query;
  const spy = vi.spyOn(prototype, "query").mockImplementation(function (this: Client, ...params) {
    return intercept(this, params, () => original.apply(this, params));
  });
  return () => spy.mockRestore();
}

function isFrom(client: Client, { database, user, name }: Source): boolean {
  const { connectionParameters } = client as unknown as {
    connectionParameters: { application_name?: string };
  };
  return (
    client.database === database &&
    (user === undefined || client.user === user) &&
    (name === undefined || connectionParameters.application_name === name)
  );
}

function readQuery([query, values]: unknown[]): SentQuery {
  if (typeof query === "string") return { text: query, values: (values as unknown[]) ?? [] };
  const { text = "", values: own = [] } = query as Partial<SentQuery>;
  return { text, values: own };
}
