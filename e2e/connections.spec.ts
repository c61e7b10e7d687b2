// Clients that try to block the built server by holding its connections.
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApplication, type Application } from "./application.ts";
import { requestPlainly } from "./plain-request.ts";

let application: Application;

beforeAll(async () => {
  application = await startApplication("main", { host: "127.0.0.1" });
  // The other client has its connection before the crowd comes.
  await requestHealth();
});
afterAll(() => application?.close());

const requestHealth = () => requestPlainly(application.url, "/api/health");

/** Of an answer, in milliseconds. */
async function measureHealth(): Promise<number> {
  const begin = performance.now();
  expect((await requestHealth()).status).toBe(200);
  return performance.now() - begin;
}

const middleOf = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!;

async function measureOften(between: () => Promise<void>): Promise<number[]> {
  const taken: number[] = [];
  for (let round = 0; round < 10; round++) {
    taken.push(await measureHealth());
    await between();
  }
  return taken;
}

const aMoment = () => new Promise<void>((resolve) => setTimeout(resolve, 200));

describe("six hundred connections of one client", () => {
  test.each([
    ["that say nothing", ""],
    ["whose headers come slowly", "GET /api/health HTTP/1.1\r\nHost: x\r\nX-Slow: "],
    [
      "whose bodies come slowly",
      'POST /api/user/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"email":',
    ],
  ])(
    "%s leave another one served within a second each time, and usually 200 ms later than without them at most",
    async (_kind, bytes) => {
      // A busy machine takes its time without them too.
      const aloneMs = middleOf(await measureOften(aMoment));
      const { hostname, port } = new URL(application.url);
      const sockets: Socket[] = Array.from({ length: 600 }, () => {
        const socket = connect({ host: hostname, port: Number(port), localAddress: "127.0.0.2" });
        socket.on("error", () => undefined);
        socket.on("data", () => undefined);
        socket.write(bytes);
        return socket;
      });
      try {
        const taken = await measureOften(async () => {
          for (const socket of sockets) if (socket.writable) socket.write("x");
          await aMoment();
        });
        expect(middleOf(taken)).toBeLessThan(aloneMs + 200);
        expect(Math.max(...taken)).toBeLessThan(1_000);
        const open = () => sockets.filter((socket) => !socket.destroyed && !socket.readableEnded);
        await expect.poll(() => open().length).toBeLessThanOrEqual(50);
      } finally {
        for (const socket of sockets) socket.destroy();
      }
    },
  );
});
