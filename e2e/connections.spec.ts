// Clients that try to block the built server by holding its connections.
import { get } from "node:http";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApplication, type Application } from "./application.ts";

let application: Application;

beforeAll(async () => {
  application = await startApplication("main", { host: "127.0.0.1" });
});
afterAll(() => application?.close());

/** On a connection of its own. */
function requestHealth(): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(`${application.url}/api/health`, { agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    }).on("error", reject);
  });
}

/** Connections of an address, each with these bytes, once all are made. */
async function open(count: number, localAddress: string, bytes: string): Promise<Socket[]> {
  const { hostname, port } = new URL(application.url);
  const sockets = Array.from({ length: count }, () => {
    const socket = connect({ host: hostname, port: Number(port), localAddress });
    socket.on("error", () => undefined);
    socket.on("data", () => undefined);
    return socket;
  });
  await Promise.all(sockets.map((socket) => new Promise((done) => socket.once("connect", done))));
  for (const socket of sockets) socket.write(bytes);
  return sockets;
}

const isOpen = (socket: Socket) => !socket.destroyed && !socket.readableEnded;

describe("six hundred connections of one client", () => {
  test.each([
    ["that say nothing", ""],
    ["whose headers come slowly", "GET /api/health HTTP/1.1\r\nHost: x\r\nX-Slow: "],
    [
      "whose bodies come slowly",
      'POST /api/user/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"email":',
    ],
  ])(
    "%s never end by themselves: others are served meanwhile, and at most fifty of them are left soonest",
    async (_kind, bytes) => {
      const crowd = await open(600, "127.0.0.2", bytes);
      // The server ends a slow connection at some time anyway, but this one, alone, later than those of a crowd.
      const [alone] = await open(1, "127.0.0.3", bytes);
      try {
        for (let round = 0; round < 10; round++) {
          for (const socket of crowd) if (bytes !== "" && isOpen(socket)) socket.write("x");
          expect(await requestHealth()).toBe(200);
        }
        const left = () => (isOpen(alone!) ? crowd.filter(isOpen).length : "the other ended too");
        await expect.poll(left).toSatisfy((count) => typeof count === "number" && count <= 50);
        expect(await requestHealth()).toBe(200);
      } finally {
        for (const socket of [...crowd, alone!]) socket.destroy();
      }
    },
  );
});
