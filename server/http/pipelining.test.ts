import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { startGroup, type TestGroup } from "#tests/support/test-group.ts";
import { PIPELINED_A_ROUND, PIPELINED_MAX, trackExchanges } from "./exchanges.ts";

let group: TestGroup;
const sockets: Socket[] = [];

beforeAll(async () => {
  group = await startGroup();
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(() => group.close());

const get = (path: string, more = "") => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;

function open(from: string, bytes: string): Socket {
  const { port } = new URL(group.url);
  const socket = connect({ port: Number(port), host: "127.0.0.1", localAddress: from });
  socket.on("error", () => undefined);
  sockets.push(socket);
  socket.write(bytes);
  return socket;
}

/** All that comes until the connection closes. */
function allOf(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve) => {
    socket.once("close", () => resolve(Buffer.concat(chunks).toString()));
  });
}

async function readHealth(from: string): Promise<void> {
  const answer = await allOf(open(from, get("/api/health", "Connection: close\r\n")));
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
}

const dead = `Authorization: Bearer ${"x".repeat(43)}\r\n`;

const CONNECTIONS = 600;
const FLOOD = "127.0.0.2";

/** Counts, in Node's own reports of its servers, what the flood's connections get. */
async function counting(
  work: (counts: { accepted: number; taken: number; answered: number }) => Promise<void>,
): Promise<void> {
  const counts = { accepted: 0, taken: 0, answered: 0 };
  const counters = {
    "net.server.socket": (message: unknown) => {
      const { socket } = message as { socket: Socket };
      if (isOfFlood(socket)) counts.accepted++;
    },
    "http.server.request.start": (message: unknown) => {
      if (isInFlood(message)) counts.taken++;
    },
    "http.server.response.finish": (message: unknown) => {
      if (isInFlood(message)) counts.answered++;
    },
  };
  for (const [name, count] of Object.entries(counters)) subscribe(name, count);
  try {
    await work(counts);
  } finally {
    for (const [name, count] of Object.entries(counters)) unsubscribe(name, count);
  }
}

const isOfFlood = ({ remoteAddress, localPort }: Socket) =>
  remoteAddress === FLOOD && String(localPort) === new URL(group.url).port;

/** Whether it is one of the flood, which never asks to close. */
function isInFlood(message: unknown): boolean {
  const { request, socket } = message as { request: IncomingMessage; socket: Socket };
  return isOfFlood(socket) && request.headers.connection !== "close";
}

const flooding = async (
  bytes: string,
  then: (counts: { taken: number; answered: number }) => Promise<void>,
) =>
  counting(async (counts) => {
    const flood = Array.from({ length: CONNECTIONS }, () => open(FLOOD, "").pause());
    await expect.poll(() => counts.accepted, { interval: 0 }).toBe(CONNECTIONS);
    for (const socket of flood) socket.write(bytes);
    await then(counts);
  });

// The clock of the limits is stopped: none of the connections is closed because it waits.
describe("six hundred connections that ask for twenty answers each and read none", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["performance"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each([
    ["/api/group/", ""],
    ["/api/setup/", ""],
    ["/api/user/get_user_data", dead],
  ])("let health be answered before them: %s %s", async (path, headers) => {
    await flooding(get(path, headers).repeat(20), async (counts) => {
      await readHealth("127.0.0.3");
      await readHealth(FLOOD);
      expect(counts.answered).toBeLessThan(counts.taken);
    });
  });

  test.each([
    ["/api/health", ""],
    ["/api/openapi.json", ""],
    ["/api/openapi.json", "Accept-Encoding: br\r\n"],
    ["/api/docs", "Accept-Encoding: gzip\r\n"],
    ["/api/audit/consistency/?from=0", ""],
    ["/nothing", ""],
  ])("are worked on a few times each before health is answered: %s %s", async (path, headers) => {
    await flooding(get(path, headers).repeat(20), async (counts) => {
      await readHealth("127.0.0.3");
      await readHealth(FLOOD);
      expect(counts.taken).toBeGreaterThanOrEqual(CONNECTIONS);
      expect(counts.taken).toBeLessThanOrEqual(CONNECTIONS * PIPELINED_MAX);
    });
  });
});

const statusesOf = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));

describe("requests that are sent before their answers", () => {
  test("are answered in their order, and after a few the connection closes", async () => {
    const paths = ["/api/group/", "/nothing", "/api/health", "/api/setup/", "/api/health"];
    const answer = await allOf(open("127.0.0.2", paths.map((path) => get(path)).join("")));
    expect(paths.length).toBeGreaterThan(PIPELINED_MAX);
    expect(statusesOf(answer)).toEqual([200, 404, 200, 200].slice(0, PIPELINED_MAX));
    expect(answer.match(/connection: close/gi)).toHaveLength(1);
  });

  test("are no more of them when the earlier ones are answered", async () => {
    const socket = open("127.0.0.2", "");
    const received: string[] = [];
    socket.on("data", (chunk: Buffer) => received.push(chunk.toString()));
    for (let count = 2; count <= 8 * PIPELINED_MAX; count += 2) {
      socket.write(get("/api/health").repeat(2));
      await expect.poll(() => statusesOf(received.join(""))).toHaveLength(count);
    }
    expect(socket.destroyed).toBe(false);
  });

  test("may have bodies, each read when its turn comes", async () => {
    const { token } = await group.pendingMember();
    const post = (name: string) => {
      const body = JSON.stringify({ first_name: name });
      return `POST /api/user/profile/ HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    };
    const bytes = ["Amina", "Baraka", "Chebet"].map(post).join("");
    const last = get("/api/user/get_user_data", `Authorization: Bearer ${token}\r\n`);
    const answer = await allOf(open("127.0.0.2", bytes + last));
    expect(statusesOf(answer)).toEqual([200, 200, 200, 200]);
    expect(answer).toContain('"first_name":"Chebet"');
  });

  test("by the thousand are not even read", async () => {
    const bytes = get("/api/health").repeat(2_000);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => allOf(open("127.0.0.2", bytes))),
    );
    for (const answer of answers)
      expect(statusesOf(answer).length).toBeLessThanOrEqual(PIPELINED_MAX);
  });
});

test("requests that came behind others are begun a few in a round of the event loop", async () => {
  const server = createServer();
  const exchanges = trackExchanges(server);
  let round = 0;
  let isOver = false;
  const next = () => {
    round++;
    if (!isOver) setImmediate(next);
  };
  next();
  const begun = new Map<number, number>();
  const earlier = new Set<Socket>();
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    exchanges.inTurn(request, () => {
      if (earlier.has(request.socket)) begun.set(round, (begun.get(round) ?? 0) + 1);
      earlier.add(request.socket);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const crowd = Array.from({ length: 40 }, () => {
    const socket = connect({ port, host: "127.0.0.1" });
    sockets.push(socket);
    return socket;
  });
  await Promise.all(crowd.map((socket) => once(socket, "connect")));
  const answers = crowd.map((socket) => allOf(socket));
  for (const socket of crowd) socket.write(get("/").repeat(PIPELINED_MAX));
  for (const answer of await Promise.all(answers))
    expect(statusesOf(answer)).toHaveLength(PIPELINED_MAX);
  isOver = true;
  server.close();
  expect(Math.max(...begun.values())).toBeLessThanOrEqual(PIPELINED_A_ROUND);
});
