import { createServer, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { getAnswers } from "#contract/batch.ts";
import { openDatabase, openPool } from "#server/db/connection.ts";
import { startGroup } from "#tests/support/test-group.ts";
import { waitingForLocks } from "#tests/support/test-database.ts";
import { limitConnections } from "./connections.ts";
import { trackExchanges } from "./exchanges.ts";

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** More than a connection takes unread. */
const LARGE = Buffer.alloc(16 * 1024 * 1024);

type Served = {
  port: number;
  /** Connections that the server holds, and those that it has taken or turned away since its start. */
  count: () => Promise<number>;
  arrived: () => number;
  /** The answers under /slow that are held. */
  slow: ServerResponse[];
  /** Connections that have been sent an answer under /large. */
  large: Set<Socket>;
};

/** Answers at once, except under /slow, where the test ends the answers. */
async function serve(proxies: string[] | number | null = null): Promise<Served> {
  const slow: ServerResponse[] = [];
  const large = new Set<Socket>();
  let arrived = 0;
  const server = createServer((request, response) => {
    if (request.url === "/slow") return void slow.push(response);
    if (request.url === "/large") large.add(request.socket);
    response.end(request.url === "/large" ? LARGE : "ok");
  });
  for (const event of ["connection", "drop"]) server.on(event, () => arrived++);
  limitConnections(server, trackExchanges(server), { perAddress: 50, proxies });
  await new Promise<void>((resolve) => {
    server.listen({ port: 0, host: "127.0.0.1", backlog: 4_096 }, resolve);
  });
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const count = () =>
    new Promise<number>((resolve) => server.getConnections((_error, held) => resolve(held)));
  return { port, count, arrived: () => arrived, slow, large };
}

async function open(
  port: number,
  count: number,
  { from = "127.0.0.2", bytes = "" } = {},
): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => {
    const socket = connect({ port, host: "127.0.0.1", localAddress: from });
    socket.on("error", () => undefined);
    // Unread data keeps an ended connection open.
    socket.on("data", () => undefined);
    ends.push(() => socket.destroy());
    if (bytes !== "") socket.write(bytes);
    return socket;
  });
  await Promise.all(
    sockets.map((socket) => new Promise((resolve) => socket.once("connect", resolve))),
  );
  return sockets;
}

const stillOpen = (sockets: readonly Socket[]) =>
  sockets.filter((socket) => !socket.destroyed && !socket.readableEnded).length;

/** On a connection of its own, which the server closes. */
async function askFrom(port: number, from: string): Promise<void> {
  const [socket] = await open(port, 1, { from });
  const chunks: Buffer[] = [];
  socket!.on("data", (chunk: Buffer) => chunks.push(chunk));
  const closed = new Promise((resolve) => socket!.once("close", resolve));
  socket!.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  await closed;
  expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 200 [^]*ok/);
}

/** For a poll: it would move a stopped clock by its interval. */
const still = { interval: 0 };

// The clock of the limits is stopped: however long the machine takes, nobody waits too long until the test says so.
describe("connections", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each([
    ["silent", ""],
    ["slow with their headers", "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "],
    ["slow with their bodies", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n{"],
  ])(
    "of one address that are %s keep nobody waiting, and are fifty after a moment",
    async (_kind, bytes) => {
      const { port, count } = await serve();
      const sockets = await open(port, 600, { bytes });
      // All are held while the others are answered.
      await askFrom(port, "127.0.0.3");
      await askFrom(port, "127.0.0.2");
      await expect.poll(count, still).toBe(600);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(await count()).toBe(600);
      await vi.advanceTimersByTimeAsync(250);
      await expect.poll(count, still).toBe(50);
      await expect.poll(() => stillOpen(sockets), still).toBe(50);
    },
  );

  test("of one address whose requests have arrived are answered, however many there are and however late", async () => {
    const { port, count, slow } = await serve();
    const sockets = await open(port, 120, { bytes: "GET /slow HTTP/1.1\r\nHost: x\r\n\r\n" });
    const answers = sockets.map(
      (socket) =>
        new Promise<string>((resolve) => {
          socket.once("data", (text: Buffer) => resolve(text.toString()));
          socket.once("close", () => resolve("closed without an answer"));
        }),
    );
    await expect.poll(() => slow.length, still).toBe(120);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await count()).toBe(120);
    for (const response of slow) response.end("ok");
    for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 200/);
  });

  test("of one address that read no answer are fifty after some seconds, however much they ask for", async () => {
    const { port, count, large } = await serve();
    const bytes = "GET /large HTTP/1.1\r\nHost: x\r\n\r\n".repeat(20);
    for (const socket of await open(port, 120, { bytes })) socket.pause();
    await expect.poll(() => large.size, still).toBe(120);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await count()).toBe(120);
    await vi.advanceTimersByTimeAsync(250);
    await expect.poll(count, still).toBe(50);
  });

  test.each([
    ["named by its address", ["127.0.0.0/8"]],
    ["only counted", 1],
  ])("of a proxy that is %s are not counted", async (_how, proxies) => {
    const { port, count } = await serve(proxies);
    const sockets = await open(port, 120);
    await expect.poll(count, still).toBe(120);
    await vi.advanceTimersByTimeAsync(60_000);
    // One that had to go would be gone by the time of this answer.
    await askFrom(port, "127.0.0.3");
    await expect.poll(count, still).toBe(120);
    expect(stillOpen(sockets)).toBe(120);
  });

  test("of many addresses leave room for one more when all places are taken", async () => {
    const { port, count, arrived } = await serve();
    for (let host = 10; host < 35; host++) await open(port, 45, { from: `127.0.1.${host}` });
    await expect.poll(arrived, still).toBe(25 * 45);
    await expect.poll(count, still).toBe(999);
    for (let more = 1; more <= 3; more++) await askFrom(port, "127.0.0.3");
  });
});

test.each([
  { what: "a question", address: "/api/group/", answered: /HTTP\/1\.1 (\d+)/g },
  {
    what: "questions asked together",
    address: `${getAnswers.path}?ask=${encodeURIComponent("/api/group/")}`,
    answered: /"answers":\[\{"status":(\d+)/g,
  },
])("a server that stops still serves $what on a connection it is busy with", async (params) => {
  const group = await startGroup();
  const { token } = await group.pendingMember();
  const pool = openPool(group.connection, 1);
  const { hostname, port } = new URL(group.url);
  const requested = `GET ${params.address} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  const socket = connect(Number(port), hostname);
  const received: string[] = [];
  socket.on("data", (chunk: Buffer) => received.push(chunk.toString()));
  const closed = new Promise((resolve) => socket.once("close", resolve));

  let stopping: Promise<void> | undefined;
  await openDatabase(pool)
    .transaction()
    .execute(async (tx) => {
      await sql`LOCK TABLE group_settings`.execute(tx);
      socket.write(requested);
      const waiting = () => waitingForLocks(tx, { table: "group_settings" });
      await expect.poll(waiting).toHaveLength(1);
      stopping = group.close();
      socket.write(requested);
    });
  await stopping;
  await closed;
  await pool.end();
  const answers = [...received.join("").matchAll(params.answered)];
  expect(answers.map(([, status]) => status)).toEqual(["200", "200"]);
});
