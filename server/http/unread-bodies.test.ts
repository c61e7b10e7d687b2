import { request as openRequest, Agent } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startGroup, type TestGroup, type TestMember } from "#tests/support/test-group.ts";

let group: TestGroup;
let member: TestMember;
const agent = new Agent({ keepAlive: true, maxSockets: 4 });

beforeAll(async () => {
  group = await startGroup();
  member = await group.official("Treasurer");
});
afterAll(async () => {
  agent.destroy();
  await group.close();
});

type Sent = { path: string; type: string; body: Buffer };

const megabytes = (count: number) => Buffer.alloc(count * 1024 * 1024, "x");

function multipart(field: string, bytes: Buffer): Sent["body"] {
  return Buffer.concat([
    Buffer.from(
      `--b\r\nContent-Disposition: form-data; name="${field}"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n`,
    ),
    bytes,
    Buffer.from("\r\n--b--\r\n"),
  ]);
}

const json = "application/json";
const form = "multipart/form-data; boundary=b";
const bodies: Record<string, Sent> = {
  "JSON of 70 KB": { path: "/api/user/profile/", type: json, body: Buffer.alloc(70_000, " ") },
  "JSON of 3 MB": { path: "/api/user/profile/", type: json, body: megabytes(3) },
  "a photo of 12 MB": {
    path: "/api/user/photo/",
    type: form,
    body: multipart("photo", megabytes(12)),
  },
  "a statement of 15 MB": {
    path: "/api/statements/",
    type: form,
    body: multipart("file", megabytes(15)),
  },
  "a book of 22 MB": {
    path: "/api/opening/rehearse/",
    type: form,
    body: multipart("file", megabytes(22)),
  },
};

type Client = (sent: Sent) => Promise<number>;

const withFetch: Client = async ({ path, type, body }) => {
  const answer = await fetch(group.url + path, {
    method: "POST",
    headers: { Authorization: `Bearer ${member.token}`, "Content-Type": type },
    body: new Uint8Array(body),
  });
  await answer.json();
  return answer.status;
};

/** In chunks, without saying how long the body is. */
const withStream: Client = async ({ path, type, body }) => {
  const answer = await fetch(group.url + path, {
    method: "POST",
    headers: { Authorization: `Bearer ${member.token}`, "Content-Type": type },
    body: new Blob([new Uint8Array(body)]).stream(),
    duplex: "half",
  });
  await answer.json();
  return answer.status;
};

const withHttp =
  (headers: Record<string, string>): Client =>
  ({ path, type, body }) =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(group.url);
      const all = {
        Authorization: `Bearer ${member.token}`,
        "Content-Type": type,
        "Content-Length": body.length,
        ...headers,
      };
      const outgoing = openRequest(
        {
          agent: headers["Connection"] === "close" ? false : agent,
          hostname,
          port,
          path,
          method: "POST",
          headers: all,
        },
        (answer) => {
          answer.resume();
          answer.once("end", () => resolve(answer.statusCode ?? 0));
          answer.once("error", reject);
        },
      );
      outgoing.once("error", reject);
      if (headers["Expect"] === undefined) outgoing.end(body);
      else outgoing.once("continue", () => outgoing.end(body));
    });

/** Reads nothing before all is sent, as simple programs do. */
const withSocket: Client = ({ path, type, body }) =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(group.url);
    const socket = connect(Number(port), hostname);
    socket.pause();
    socket.once("error", reject);
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${member.token}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    socket.write(body, () => {
      socket.resume();
      socket.once("data", (chunk: Buffer) => {
        resolve(Number(chunk.toString().slice(9, 12)));
        socket.destroy();
      });
      socket.once("close", () => reject(new Error("closed without an answer")));
    });
  });

const clients: [name: string, client: Client][] = [
  ["fetch", withFetch],
  ["fetch, in chunks", withStream],
  ["a kept connection", withHttp({})],
  ["a connection that it wants closed", withHttp({ Connection: "close" })],
  ["leave asked for first", withHttp({ Expect: "100-continue" })],
  ["a bare socket", withSocket],
];

describe.each(Object.entries(bodies))("%s", (_name, sent) => {
  test.each(clients)("is refused so that its sender reads it: by %s", async (_client, client) => {
    const outcomes = new Set<number | string>();
    const tries = sent.body.length > 1_000_000 ? 3 : 34;
    for (let count = 0; count < tries; count++)
      outcomes.add(await client(sent).catch((error: unknown) => String(error)));
    expect([...outcomes]).toEqual([413]);
  });
});
