// Sends the reads of one moment as one request: each request costs a phone a round trip, and milliseconds to start.
import type { Query as CachedQuery, QueryClient } from "@tanstack/react-query";
import { getAnswers } from "#endpoints/batch.ts";
import type { ReplyOf } from "#contract/endpoint.ts";
import { textsOf } from "#web/messages/words.ts";
import { ApiError, call, defaultSentence, failureOf } from "./call.ts";
import { noteAnswer } from "./connection.ts";

/** Reads an address: a path with its query. */
export type Query = (address: string) => Promise<unknown>;

type Question = {
  address: string;
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
};

/** The most that `GET /api/answers/` accepts (contract/batch.ts). */
const togetherMost = 16;

/**
 * Returns a function that reads. Reads that start in the same moment go as one request, or as few as hold them, and
 * each has its own answer or failure. A later read, such as a retry, goes alone.
 */
export function batchedQueries(): Query {
  const questions: Question[] = [];
  let isSent = false;
  const send = () => {
    isSent = true;
    for (let at = 0; at < questions.length; at += togetherMost)
      void sendAll(questions.slice(at, at + togetherMost));
  };
  return (address) => {
    if (isSent) return readAlone(address);
    if (questions.length === 0) queueMicrotask(send);
    return new Promise((resolve, reject) => questions.push({ address, resolve, reject }));
  };
}

let ambient: Query | null = null;

/** Reads that `begin` starts before it returns share a request. */
function togetherFrom(begin: () => void): void {
  ambient = batchedQueries();
  try {
    begin();
  } finally {
    ambient = null;
  }
}

/** The batch that is open at this moment; null when each read goes alone. */
export function currentBatch(): Query | null {
  return ambient;
}

async function readAlone(address: string): Promise<unknown> {
  return call("GET", address, { ignoreLoading: true });
}

async function sendAll(questions: readonly Question[]): Promise<void> {
  if (questions.length === 1) return readEach(questions);
  const requested = new URLSearchParams(questions.map(({ address }) => ["ask", address]));
  try {
    const { answers } = await call<ReplyOf<typeof getAnswers>>(
      getAnswers.method,
      `${getAnswers.path}?${requested.toString()}`,
      { ignoreLoading: true },
    );
    questions.forEach((question, at) => settle(question, answers[at]));
  } catch (error) {
    // 404: the server may still run the release before this one. 400: one of them is no address, or too long for a batch.
    // Read each by itself.
    if (error instanceof ApiError && [400, 404].includes(error.status)) return readEach(questions);
    for (const { reject } of questions) reject(error);
  }
}

function readEach(questions: readonly Question[]): void {
  for (const { address, resolve, reject } of questions) readAlone(address).then(resolve, reject);
}

function settle(
  { address, resolve, reject }: Question,
  answered: ReplyOf<typeof getAnswers>["answers"][number] | undefined,
): void {
  if (answered === undefined) return reject(new ApiError(200, textsOf("ui").unreadable));
  const { status, answer, retry_after: retryAfter = null } = answered;
  noteAnswer(status);
  if (status < 300) return resolve(answer);
  reject(failureOf({ status, retryAfter }, answer, defaultSentence("GET", address)));
}

// Refetching what is on screen, as one request.

/** Tells the browser's other tabs that something has changed. */
const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("akiba.changed") : null;

/**
 * Runs after every successful write, because no list knows which answers it changes. Refetches everything on screen
 * in one request, and everything else when it is next shown; in other tabs too.
 */
export function renewAfterChange(queries: QueryClient): void {
  renewShown(queries);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none.
  channel?.postMessage("changed");
}

export function renewWithOtherTabs(queries: QueryClient): void {
  channel?.addEventListener("message", () => renewShown(queries));
}

/** Refetches, in one request, every answer on screen, or only the given ones. */
export function renewShown(
  queries: QueryClient,
  concerned?: (query: CachedQuery) => boolean,
): void {
  const filters = concerned && { predicate: concerned };
  const underWay = queries
    .getQueryCache()
    .findAll({ fetchStatus: "fetching", ...filters })
    .filter(({ state }) => state.data === undefined);
  togetherFrom(() => {
    void queries.invalidateQueries(filters);
  });
  // A first answer that is on its way is not asked for again by that, and may be older than the change.
  if (underWay.length > 0)
    void Promise.allSettled(underWay.map(async ({ promise }) => promise)).then(() =>
      renewShown(queries, (query) => underWay.includes(query)),
    );
}
