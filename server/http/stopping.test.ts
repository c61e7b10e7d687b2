import { EventEmitter, once } from "node:events";
import { connect, type Socket } from "node:net";
import { fastify } from "fastify";
import { afterEach, expect, test } from "vitest";
import { trackExchanges } from "./exchanges.ts";
import { stopWithoutClients } from "./stopping.ts";

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A server whose only page is answered when the test says so. */
async function serve() {
  const app = fastify({ forceCloseConnections: "idle", return503OnClosing: false });
  stopWithoutClients(app, trackExchanges(app.server));
  let isAsked = false;
  const letGo = new EventEmitter();
  const answered = once(letGo, "answer");
  app.get("/slow", async () => {
    isAsked = true;
    await answered;
    return "answered";
  });
  const accepted: Socket[] = [];
  app.server.on("connection", (socket: Socket) => accepted.push(socket));
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  ends.push(() => app.server.closeAllConnections());
  return {
    port: Number(new URL(url).port),
    stop: async () => app.close(),
    isAsked: () => isAsked,
    isListening: () => app.server.listening,
    answer: () => letGo.emit("answer"),
    /** How many bytes each connection has sent that the server has read. */
    read: () => accepted.map(({ bytesRead }) => bytesRead),
  };
}

/** What the connection has received so far is in `received`. */
async function open(port: number, bytes: string): Promise<{ socket: Socket; received: string[] }> {
  const socket = connect({ port, host: "127.0.0.1" });
  const received: string[] = [];
  socket.on("error", () => undefined);
  socket.on("data", (data) => received.push(data.toString()));
  ends.push(() => socket.destroy());
  await new Promise((resolve) => socket.once("connect", resolve));
  if (bytes !== "") socket.write(bytes);
  return { socket, received };
}

const HEAD = "HTTP/1.1\r\nHost: localhost\r\n";

test.each([
  ["that never sends anything", ""],
  ["whose headers never end", `GET /slow ${HEAD}`],
  ["whose body never ends", `POST /slow ${HEAD}Content-Length: 9\r\n\r\n1`],
])("a stop does not wait for a client %s", async (_, bytes) => {
  const { port, stop, read } = await serve();
  const { socket } = await open(port, bytes);
  await expect.poll(read).toEqual([bytes.length]);
  let isStopped = false;
  void stop().then(() => (isStopped = true));
  await expect.poll(() => [isStopped, socket.destroyed]).toEqual([true, true]);
});

test("a stop waits for a request that is being answered", async () => {
  const { port, stop, isAsked, isListening, answer } = await serve();
  const { received } = await open(port, `GET /slow ${HEAD}\r\n`);
  await expect.poll(isAsked).toBe(true);
  let isStopped = false;
  const stopped = stop().then(() => (isStopped = true));
  await expect.poll(isListening).toBe(false);
  expect(isStopped).toBe(false);
  answer();
  await stopped;
  await expect.poll(() => received.join("")).toMatch(/^HTTP\/1.1 200 [^]*answered$/);
});
