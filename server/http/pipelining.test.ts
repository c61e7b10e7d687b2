import { connect, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { quickestMs } from "#tests/support/machine.ts";
import { startGroup, type TestGroup } from "#tests/support/test-group.ts";
import { PIPELINED_MAX } from "./exchanges.ts";

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

describe("six hundred connections that ask for twenty answers each and read none", () => {
  test.each([
    ["/api/health", ""],
    ["/api/openapi.json", ""],
    ["/api/openapi.json", "Accept-Encoding: br\r\n"],
    ["/api/docs", "Accept-Encoding: gzip\r\n"],
    ["/api/group/", ""],
    ["/api/setup/", ""],
    ["/api/audit/consistency/?from=0", ""],
    ["/api/user/get_user_data", dead],
    ["/nothing", ""],
  ])("leave health answered within a second: %s %s", async (path, headers) => {
    const bytes = get(path, headers).repeat(20);
    for (let count = 0; count < 600; count++) open("127.0.0.2", bytes).pause();
    expect(await quickestMs(() => readHealth("127.0.0.3"))).toBeLessThan(1_000);
    expect(await quickestMs(() => readHealth("127.0.0.2"))).toBeLessThan(1_000);
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
