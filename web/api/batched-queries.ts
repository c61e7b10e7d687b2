// The questions of one moment as one request: each costs a phone a round trip, and milliseconds to begin.
import { getAnswers } from "#contract/batch.ts";
import type { ReplyOf } from "#contract/endpoint.ts";
import { textsOf } from "#web/messages/words.ts";
import { ApiError, call, defaultSentence, failureOf } from "./call.ts";
import { noteAnswer } from "./reachable.ts";

/** Asks for what can be read at an address: its path with its query. */
export type Query = (address: string) => Promise<unknown>;

type Question = {
  address: string;
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
};

/** As many as `GET /api/answers/` takes (contract/batch.ts). */
const togetherMost = 16;

/**
 * A way to ask: what is asked by it at once goes as one request, or as few as
 * hold it, and each question has its own answer or its own failure.
 * What is asked by it later, such as a second try, goes alone.
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

/** What `begin` begins to ask, before it returns, is asked together. */
export function togetherFrom(begin: () => void): void {
  ambient = batchedQueries();
  try {
    begin();
  } finally {
    ambient = null;
  }
}

/** The way in which questions are asked together at this moment; null where each goes alone. */
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
    // Another server, of the version before: it answers each by itself.
    if (error instanceof ApiError && error.status === 404) return readEach(questions);
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
