import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startGroup, type TestGroup, type TestMember } from "#tests/support/test-group.ts";

let group: TestGroup;
let member: TestMember;

beforeAll(async () => {
  group = await startGroup();
  member = await group.pendingMember();
});
afterAll(() => group.close());

/** The server's answer to these bytes on a connection of their own, until it closes. */
function exchange(bytes: string): Promise<string> {
  const { hostname, port } = new URL(group.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let answer = "";
    socket.on("data", (chunk: Buffer) => (answer += chunk.toString()));
    socket.on("error", reject);
    socket.on("close", () => resolve(answer));
  });
}

describe("an address that cannot be read", () => {
  test.each([
    ["badly escaped", "/api/user/sessions/%zz/"],
    ["escaped as no UTF-8", "/api/user/sessions/%E0%A4%A/"],
    ["endless", `/api/user/sessions/${"9".repeat(400)}/`],
  ])("names nothing: %s", async (_name, path) => {
    const { status, body } = await group.api("DELETE", path, { token: member.token });
    expect(status).toBe(404);
    expect(body).toEqual({ detail: "There is nothing at this address." });
  });

  test("carries the security headers of every other answer", async () => {
    const known = await group.api("GET", "/api/group/");
    const always = [...known.headers].filter(([name]) =>
      /^(x-|content-sec|cross|refer|perm)/.test(name),
    );
    expect(always.length).toBeGreaterThan(8);
    const unread = await fetch(`${group.url}/%`);
    expect(unread.status).toBe(404);
    expect([...unread.headers]).toEqual(expect.arrayContaining(always));
    const torn = (await exchange("BREW /pot HTCPCP/1.0\r\n\r\n")).toLowerCase();
    for (const [name, value] of always) expect(torn).toContain(`${name}: ${value.toLowerCase()}`);
  });
});

describe("bytes that are no request", () => {
  test("are answered in the API's own words, and the connection is closed", async () => {
    const answer = await exchange("BREW /pot HTCPCP/1.0\r\n\r\n");
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toContain('{"detail":"The request is not readable HTTP."}');
  });

  test("headers of more than 16 KiB are a 431 that closes the connection", async () => {
    const answer = await exchange(
      `GET /api/health HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(20_000)}\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(answer).toContain("Connection: close");
    expect(answer).toContain('{"detail":"The request\'s headers are too large."}');
  });
});

describe("a compressed body", () => {
  test.each([
    ["that is what it says", gzipSync(JSON.stringify({ first_name: "Amina" }))],
    ["that is not", Buffer.from("{}")],
  ])("is not unfolded but refused: one %s", async (_name, bytes) => {
    const response = await fetch(`${group.url}/api/user/profile/`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${member.token}`,
        "Content-Type": "application/json",
        "Content-Encoding": "gzip",
      },
      body: new Uint8Array(bytes),
    });
    expect(response.status).toBe(415);
  });
});
