// Sends requests to a server and times them.
import { Agent, request } from "node:http";
import { quantile } from "./figure.ts";

export type Call = { path: string; token: string; body?: object; idempotencyKey?: string };

export type Measured = {
  /** Milliseconds of each answer. */
  times: number[];
  /** How long all of it took. */
  seconds: number;
};

export function repeated(call: Call, times: number): Call[] {
  return Array.from({ length: times }, () => call);
}

/** So many clients, each on its own connection, which ask again as soon as they are answered. */
export async function askInTurns(
  url: string,
  { clients, calls }: { clients: number; calls: readonly Call[] },
): Promise<Measured> {
  return withAgent(clients, async (agent) => {
    const waiting = calls.values();
    const times: number[] = [];
    const startedAt = performance.now();
    const client = async () => {
      for (const call of waiting) {
        const sentAt = performance.now();
        await send(agent, url, call);
        times.push(performance.now() - sentAt);
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
    return { times, seconds: (performance.now() - startedAt) / 1000 };
  });
}

/** So many calls a second, however long the answers take; each is timed from the moment it was due. */
export async function askAtRate(
  url: string,
  { perSecond, calls }: { perSecond: number; calls: readonly Call[] },
): Promise<Measured> {
  return withAgent(256, async (agent) => {
    const times: number[] = [];
    const startedAt = performance.now();
    const answers: Promise<void>[] = [];
    for (const [index, call] of calls.entries()) {
      const due = startedAt + (index * 1000) / perSecond;
      const early = due - performance.now();
      if (early > 1) await new Promise((resolve) => setTimeout(resolve, early));
      answers.push(send(agent, url, call).then(() => void times.push(performance.now() - due)));
    }
    await Promise.all(answers);
    return { times, seconds: (performance.now() - startedAt) / 1000 };
  });
}

/** The middle of the times and their ends. */
export function ends({ times }: Measured): { p50: number; p95: number; p99: number } {
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95), p99: quantile(times, 0.99) };
}

/** The answer's text. */
export async function ask(url: string, call: Call): Promise<string> {
  return withAgent(1, (agent) => send(agent, url, call));
}

async function withAgent<T>(connections: number, work: (agent: Agent) => Promise<T>): Promise<T> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  try {
    return await work(agent);
  } finally {
    agent.destroy();
  }
}

/** Any answer but a success ends the benchmark: a figure of refusals would be worth nothing. */
function send(
  agent: Agent,
  url: string,
  { path, token, body, idempotencyKey }: Call,
): Promise<string> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${token}`,
    ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
    ...(text === undefined
      ? {}
      : { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
  };
  return new Promise((resolve, reject) => {
    const method = body === undefined ? "GET" : "POST";
    const sent = request(url + path, { agent, method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("error", reject);
      response.on("end", () => {
        const answer = Buffer.concat(parts).toString();
        if (response.statusCode === 200) resolve(answer);
        else reject(new Error(`${path}: ${response.statusCode} ${answer.slice(0, 300)}`));
      });
    });
    sent.on("error", reject);
    sent.end(text);
  });
}
