import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServers, type Servers } from "./servers.ts";
import { openHarness } from "./harness.ts";

let servers: Servers;

beforeAll(async () => {
  servers = await startServers();
});
afterAll(() => servers.close());

test("slow, half-open and vanishing clients do not keep others from being served", async () => {
  const harness = await openHarness(servers, { rounds: 6 });
  const { port } = new URL(servers.url);
  const sockets: Socket[] = [];
  const open = (bytes: string) => {
    // From an address of their own, as outsiders would.
    const from = { port: Number(port), host: "127.0.0.1", localAddress: "127.0.0.2" };
    const socket = connect(from, () => socket.write(bytes));
    socket.on("error", () => undefined);
    sockets.push(socket);
    return socket;
  };
  const head = "POST /api/user/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
  const kinds = [
    () => open("GET /api/health HTTP/1.1\r\nHost: x\r\nX-Slow: "),
    () => open(`${head}Content-Length: 5000\r\n\r\n{"email":`),
    () => open(""),
    () =>
      open("GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n").once(
        "data",
        function (this: Socket) {
          this.destroy();
        },
      ),
    () => open("GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n".repeat(20)).pause(),
  ];
  try {
    for (const [index, kind] of kinds.entries())
      await harness.round(`SLOW${index}`, async () => {
        const before = harness.client.traffic.acknowledged;
        for (let count = 0; count < 80; count++) kind();
        for (let second = 0; second < 3; second++) {
          await pause(1_000);
          for (const socket of sockets) if (socket.writable) socket.write("x");
        }
        expect(harness.client.traffic.acknowledged).toBeGreaterThan(before);
      });
  } finally {
    for (const socket of sockets) socket.destroy();
  }
  harness.finish("slow, half-open and vanishing clients", kinds.length * 80);
});
