import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ZodMiniObject } from "zod/mini";
import { allEndpoints } from "#contract/all-endpoints.ts";
import { startGroup, type TestGroup, type TestMember } from "#tests/support/test-group.ts";

let group: TestGroup;
let treasurer: TestMember;
const secret = "reports-of-a-test";

beforeAll(async () => {
  group = await startGroup({
    env: { SMS_USERNAME: "chama", SMS_API_KEY: "key", SMS_REPORT_SECRET: secret },
  });
  treasurer = await group.official("Treasurer");
});
afterAll(() => group.close());

/** The first line of the answer to these bytes, and its headers. */
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

const ask = (hosts: string, path = "/api/health", version = "1.1") =>
  exchange(`GET ${path} HTTP/${version}\r\n${hosts}Connection: close\r\n\r\n`);

describe("the name of the host", () => {
  test.each([
    ["twice", "Host: one\r\nHost: other\r\n"],
    ["twice the same", "Host: one\r\nhOST: one\r\n"],
    ["not at all", ""],
  ])("given %s is a 400 with every header of an answer", async (_name, hosts) => {
    for (const path of ["/api/health", "/nothing", "/", "/api/user/get_users"]) {
      const answer = await ask(hosts, path);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toMatch(/\r\ncontent-security-policy: /i);
      expect(answer).toContain('{"detail":"The request is not readable HTTP."}');
    }
  });

  test("once is what it takes, and none in HTTP/1.0", async () => {
    expect(await ask("Host: one\r\n")).toMatch(/^HTTP\/1\.1 200 /);
    expect(await ask("", "/api/health", "1.0")).toMatch(/^HTTP\/1\.[01] 200 /);
  });
});

describe("a text that cannot be stored", () => {
  test.each(["%00", "a%00b", "%ED%A0%80"])("is nothing's name: %s", async (text) => {
    const { token } = treasurer;
    const named = allEndpoints.filter(({ endpoint }) => /:(id|code)/.test(endpoint.path));
    for (const { endpoint } of named) {
      const path = endpoint.path.replace(/:(id|code)/, text);
      const { status } = await group.api(endpoint.method, path, { token });
      expect([endpoint.path, status]).toEqual([endpoint.path, expect.toBeOneOf([403, 404])]);
    }
    for (const path of [`/media/photos/${text}.webp`, `/media/photos/${text}`])
      expect((await fetch(group.url + path)).status).toBe(404);
  });

  test.each(["%00", "a%00b"])("is a 400 in every query that has a schema: %s", async (text) => {
    const { token } = treasurer;
    for (const { endpoint } of allEndpoints) {
      if (endpoint.method !== "GET" || !(endpoint.query instanceof ZodMiniObject)) continue;
      const fields = Object.keys(endpoint.query.shape);
      const path = endpoint.path.replace(":id", "1").replace(":code", "bank");
      for (const field of fields) {
        const answer = await group.api("GET", `${path}?${field}=${text}`, { token });
        expect([path, field, answer.status]).toEqual([
          path,
          field,
          expect.toBeOneOf([400, 403, 404]),
        ]);
      }
    }
  });

  test.each(["\u0000", "a\u0000b", "\ud800"])(
    "is a 400 in a form that is not finished: %j",
    async (text) => {
      const fields = ["first_name", "username", "email", "phone", "RegNo", "invitation"];
      for (const field of fields) {
        const body = { [field]: text };
        expect((await group.api("POST", "/api/user/signup/", { body })).status).toBe(400);
      }
      const body = { email: text, password: text };
      expect((await group.api("POST", "/api/user/login", { body })).status).toBe(400);
    },
  );

  test.each(["id=%00&status=Success", "id=1&status=%00", "id=1&status=Failed&failureReason=a%00b"])(
    "is a 400 in a delivery report: %s",
    async (body) => {
      const answer = await group.api("POST", `/api/notices/reports/${secret}/`, {
        body,
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
      });
      expect([answer.status, answer.body.detail]).toEqual([400, expect.any(String)]);
    },
  );
});

const schemeAskedBy = async (path: string, token?: string, body?: unknown) =>
  (
    await group.api(body === undefined ? "GET" : "POST", path, {
      ...(token === undefined ? {} : { token }),
      ...(body === undefined ? {} : { body }),
    })
  ).headers.get("www-authenticate");

test("every 401 names the scheme that it asks for, and nothing else does", async () => {
  expect(await schemeAskedBy("/api/user/get_user_data")).toBe("Bearer");
  expect(await schemeAskedBy("/api/user/get_user_data", "x".repeat(43))).toBe("Bearer");
  expect(await schemeAskedBy("/api/auditors/enter/", undefined, { token: "x".repeat(43) })).toBe(
    "Bearer",
  );
  expect(await schemeAskedBy("/api/user/get_user_data", treasurer.token)).toBeNull();
  expect(await schemeAskedBy("/nothing", "x".repeat(43))).toBeNull();
});
