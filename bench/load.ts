// Load for a server: sessions, opened without a password, and requests that are sent and timed.
import { connect, type Socket } from "node:net";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { openSession } from "#server/core/identity/sessions.ts";
import { type Database, inTransaction } from "#server/db/connection.ts";
import { CHAIRPERSON, SEC_GEN, TREASURER } from "./data-set/group.ts";
import { quantile } from "./results.ts";

/** The id of a member who is not an official. */
export const MEMBER = 4;

/** A token for each official, and for a member. */
export async function signInAll(db: Database) {
  const signIn = (memberId: number) =>
    inTransaction(db, async (tx) => {
      const origin = { address: "127.0.0.1", device: "bench", browser: null };
      const now = new Date();
      const { token } = await openSession(tx, { memberId, now, origin });
      await recordAudit(tx, {
        now,
        actorId: memberId,
        action: "sessions.open",
        subject: "member",
        subjectId: memberId,
        address: origin.address,
      });
      return token;
    });
  return {
    chairperson: await signIn(CHAIRPERSON),
    treasurer: await signIn(TREASURER),
    secGen: await signIn(SEC_GEN),
    member: await signIn(MEMBER),
  };
}

export type Tokens = Awaited<ReturnType<typeof signInAll>>;

export type Call = { path: string; token: string; body?: object; idempotencyKey?: string };

type Measured = {
  /** How long each answer took, in milliseconds. */
  times: number[];
  /** How long all of them took together. */
  seconds: number;
};

export function repeated(call: Call, times: number): Call[] {
  return Array.from({ length: times }, () => call);
}

/**
 * Sends the calls through that many clients, each on its own connection. A client sends its next call when it has its
 * answer.
 */
export async function askInTurns(
  url: string,
  { clients, calls }: { clients: number; calls: readonly Call[] },
): Promise<Measured> {
  const requests = written(url, calls);
  const waiting = requests.values();
  const times: number[] = [];
  const startedAt = performance.now();
  const client = async () => {
    const connection = new Connection(url);
    for (const request of waiting) {
      const sentAt = performance.now();
      await connection.ask(request);
      times.push(performance.now() - sentAt);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { times, seconds: (performance.now() - startedAt) / 1000 };
}

/** If more calls are due at once, they wait, and the wait is timed too. The server takes 500 connections. */
const MOST_LINES = 256;

/** Sends that many calls a second, however long the answers take. Each is timed from the moment when it was due. */
export async function askAtRate(
  url: string,
  { perSecond, calls }: { perSecond: number; calls: readonly Call[] },
): Promise<Measured> {
  const requests = written(url, calls);
  const connections = Array.from({ length: MOST_LINES }, () => new Connection(url));
  const waiting: ((connection: Connection) => void)[] = [];
  const times: number[] = [];
  const startedAt = performance.now();
  const send = async (request: Buffer, due: number) => {
    const connection =
      connections.pop() ?? (await new Promise<Connection>((resolve) => waiting.push(resolve)));
    await connection.ask(request);
    times.push(performance.now() - due);
    const next = waiting.shift();
    if (next === undefined) connections.push(connection);
    else next(connection);
  };
  const answers: Promise<void>[] = [];
  for (const [index, request] of requests.entries()) {
    const due = startedAt + (index * 1000) / perSecond;
    const early = due - performance.now();
    if (early > 1) await new Promise((resolve) => setTimeout(resolve, early));
    answers.push(send(request, due));
  }
  await Promise.all(answers);
  for (const connection of connections) connection.close();
  return { times, seconds: (performance.now() - startedAt) / 1000 };
}

/** The median of the times, and two of their upper quantiles, in milliseconds. */
export function ends({ times }: Measured): { p50: number; p95: number; p99: number } {
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95), p99: quantile(times, 0.99) };
}

/** Each call as it goes over the network. It is written before the clock starts. */
function written(url: string, calls: readonly Call[]): Buffer[] {
  // A repeated call is the same object, so its buffer is written once.
  const buffers = new Map<Call, Buffer>();
  return calls.map((call) => {
    const buffer = buffers.get(call) ?? writtenCall(url, call);
    buffers.set(call, buffer);
    return buffer;
  });
}

function writtenCall(url: string, { path, token, body, idempotencyKey }: Call): Buffer {
  const text = body === undefined ? "" : JSON.stringify(body);
  const head = [
    `${body === undefined ? "GET" : "POST"} ${path} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    `Authorization: Bearer ${token}`,
    ...(idempotencyKey === undefined ? [] : [`Idempotency-Key: ${idempotencyKey}`]),
    ...(body === undefined
      ? []
      : ["Content-Type: application/json", `Content-Length: ${Buffer.byteLength(text)}`]),
  ];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${text}`);
}

// A connection that sends one request after another in plain HTTP. Node's own client would take more than twice the
// processor time, on the same processors on which the server and the database are measured.

const END_OF_HEAD = "\r\n\r\n";
const READ_BYTES = 16_384;

type Waiting = { resolve: (answer: string) => void; reject: (reason: unknown) => void };

class Connection {
  readonly #host: string;
  readonly #port: number;
  #socket: Socket | null = null;
  #received: Buffer[] = [];
  #had = 0;
  #expected = 0;
  #waiting: Waiting | null = null;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.#host = hostname;
    this.#port = Number(port);
  }

  /**
   * Returns the body of the answer. Any other status than 200 is an error, because a figure of refusals would be worth
   * nothing.
   */
  ask(request: Buffer): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket ??= this.#open();
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = null;
  }

  #open(): Socket {
    const socket = connect({
      host: this.#host,
      port: this.#port,
      noDelay: true,
      // All reads share one buffer: collecting the garbage of one buffer for each read would delay the load for
      // milliseconds.
      onread: {
        buffer: Buffer.alloc(READ_BYTES),
        callback: (length, buffer) => {
          this.#read(Buffer.from(buffer.subarray(0, length)));
          return true;
        },
      },
    });
    socket.on("error", (error) => this.#fail(error));
    socket.on("close", () => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      this.#fail(new Error("the server hung up"));
    });
    return socket;
  }

  #fail(error: Error): void {
    this.close();
    this.#forget();
    this.#waiting?.reject(error);
    this.#waiting = null;
  }

  #forget(): void {
    this.#received = [];
    this.#had = 0;
    this.#expected = 0;
  }

  #read(part: Buffer): void {
    this.#received.push(part);
    this.#had += part.length;
    if (this.#had < this.#expected) return;
    const all = this.#received.length === 1 ? part : Buffer.concat(this.#received);
    const end = all.indexOf(END_OF_HEAD);
    if (end === -1) return;
    const head = all.toString("latin1", 0, end);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? NaN);
    if (Number.isNaN(length)) return this.#fail(new Error(`an answer without length: ${head}`));
    const start = end + END_OF_HEAD.length;
    this.#expected = start + length;
    if (all.length < this.#expected) return;
    this.#forget();
    const answer = all.toString("utf8", start);
    if (!head.startsWith("HTTP/1.1 200 ")) return this.#fail(new Error(`${head}\n${answer}`));
    // A server closes a connection after a thousand requests.
    if (/\r\nconnection: close/i.test(head)) this.close();
    const { resolve } = this.#waiting ?? {};
    this.#waiting = null;
    resolve?.(answer);
  }
}
