// Repeats each request until its outcome is known, as the web does: same idempotency key, same body.
import { randomUUID } from "node:crypto";
import { request as openRequest } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

// oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape.
export type Json = any;
export type Outcome = { status: number; body: Json };
export type Command = { token: () => string; path: string; body: unknown };

export type Traffic = {
  acknowledged: number;
  refused: number;
  /** Attempts without an answer, or with one that says to try again. */
  retried: number;
  /** Answers of 503 or 409, which say to try again. */
  putOff: string[];
  /** Anything a server must never answer. */
  wrong: string[];
};

const ANSWER_WITHIN_MS = 20_000;
const GIVE_UP_AFTER_MS = 180_000;

export function openClient(urls: readonly string[]) {
  const traffic: Traffic = { acknowledged: 0, refused: 0, retried: 0, putOff: [], wrong: [] };
  let turn = 0;

  /** The answer that settles it: a success, or a refusal of the request itself. */
  async function ask(command: Command): Promise<Outcome> {
    const key = randomUUID();
    const deadline = Date.now() + GIVE_UP_AFTER_MS;
    while (Date.now() < deadline) {
      const url = urls[turn++ % urls.length]!;
      const outcome = await post(url, command, key).catch(() => null);
      if (outcome !== null && outcome.status < 300) {
        traffic.acknowledged += 1;
        return outcome;
      }
      if (outcome !== null && [400, 403, 404].includes(outcome.status)) {
        traffic.refused += 1;
        return outcome;
      }
      if (outcome !== null && ![401, 409, 429, 503].includes(outcome.status))
        traffic.wrong.push(`${command.path}: ${outcome.status} ${JSON.stringify(outcome.body)}`);
      if (outcome !== null) traffic.putOff.push(`${outcome.status} ${outcome.body.detail}`);
      traffic.retried += 1;
      await pause(100 + Math.random() * 200);
    }
    throw new Error(`${command.path} was never settled`);
  }

  return { ask, traffic };
}

function post(url: string, { token, path, body }: Command, key: string): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const text = JSON.stringify(body);
    const outgoing = openRequest(
      url + path,
      {
        method: "POST",
        agent: false,
        timeout: ANSWER_WITHIN_MS,
        headers: {
          Authorization: `Bearer ${token()}`,
          "Content-Type": "application/json",
          "Content-Length": Buffer.byteLength(text),
          "Idempotency-Key": key,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => resolve(readOutcome(response.statusCode, Buffer.concat(chunks))));
      },
    );
    outgoing.on("timeout", () => outgoing.destroy(new Error("no answer came")));
    outgoing.on("error", reject);
    outgoing.end(text);
  });
}

function readOutcome(status: number | undefined, bytes: Buffer): Outcome {
  try {
    return { status: status ?? 0, body: JSON.parse(bytes.toString()) };
  } catch {
    // Cut off on its way: the outcome is unknown.
    return { status: 503, body: { detail: "unreadable" } };
  }
}

export type Client = ReturnType<typeof openClient>;
