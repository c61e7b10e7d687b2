import { createServer, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { sql } from "kysely";
import { afterEach, describe, expect, test } from "vitest";
import { getAnswers } from "#contract/batch.ts";
import { openDatabase, openPool } from "#server/db/connection.ts";
import { quickestMs } from "#tests/support/machine.ts";
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

/** Answers at once, except under /slow, which takes two seconds. */
async function serve(
  proxies: string[] | number | null = null,
): Promise<{ port: number; server: Server }> {
  const server = createServer((request, response) => {
    const answer = request.url === "/large" ? LARGE : "ok";
    setTimeout(() => response.end(answer), request.url === "/slow" ? 2_000 : 0);
  });
  limitConnections(server, trackExchanges(server), { perAddress: 50, proxies });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return { port: typeof address === "object" && address !== null ? address.port : 0, server };
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

/** On a connection of its own. */
async function askFrom(port: number, from: string): Promise<void> {
  const [socket] = await open(port, 1, {
    from,
    bytes: "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
  });
  await new Promise((resolve) => socket!.once("data", resolve));
}

describe("connections", () => {
  test.each([
    ["silent", ""],
    ["slow with their headers", "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "],
    ["slow with their bodies", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n{"],
  ])(
    "of one address that are %s are fifty after a moment, and keep nobody waiting",
    async (_kind, bytes) => {
      const { port } = await serve();
      const sockets = await open(port, 600, { bytes });
      expect(await quickestMs(() => askFrom(port, "127.0.0.3"))).toBeLessThan(200);
      expect(await quickestMs(() => askFrom(port, "127.0.0.2"))).toBeLessThan(200);
      await expect.poll(() => stillOpen(sockets), { timeout: 5_000 }).toBeLessThanOrEqual(50);
      expect(stillOpen(sockets)).toBeGreaterThanOrEqual(49);
    },
  );

  test("of one address whose requests have arrived are answered, however many there are", async () => {
    const { port } = await serve();
    const sockets = await open(port, 120, { bytes: "GET /slow HTTP/1.1\r\nHost: x\r\n\r\n" });
    const answers = await Promise.all(
      sockets.map(
        (socket) =>
          new Promise<string>((resolve) =>
            socket.once("data", (text: Buffer) => resolve(text.toString())),
          ),
      ),
    );
    expect(answers.every((answer) => answer.startsWith("HTTP/1.1 200"))).toBe(true);
  });

  test("of one address that read no answer are fifty after some seconds, however much they ask for", async () => {
    const { port, server } = await serve();
    const bytes = "GET /large HTTP/1.1\r\nHost: x\r\n\r\n".repeat(20);
    for (const socket of await open(port, 120, { bytes })) socket.pause();
    const count = () =>
      new Promise<number>((resolve) => server.getConnections((_error, open) => resolve(open)));
    await expect.poll(count, { timeout: 15_000 }).toBe(50);
  }, 20_000);

  test.each([
    ["named by its address", ["127.0.0.0/8"]],
    ["only counted", 1],
  ])("of a proxy that is %s are not counted", async (_how, proxies) => {
    const { port } = await serve(proxies);
    const sockets = await open(port, 120);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(stillOpen(sockets)).toBe(120);
  });

  test("of many addresses leave room for one more when all places are taken", async () => {
    const { port } = await serve();
    for (let host = 10; host < 35; host++) await open(port, 45, { from: `127.0.1.${host}` });
    expect(await quickestMs(() => askFrom(port, "127.0.0.3"))).toBeLessThan(200);
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
