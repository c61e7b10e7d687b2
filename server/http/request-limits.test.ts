import { createServer, type Server } from "node:http";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import cookie from "@fastify/cookie";
import fastify from "fastify";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signOut } from "#contract/auth.ts";
import { buildApp } from "#server/app.ts";
import { openThrottle } from "#server/core/requests/throttle.ts";
import { openDatabase, openPool } from "#server/db/connection.ts";
import { readConfig } from "#server/platform/config.ts";
import { startGroup, type TestGroup, type TestMember } from "#tests/support/test-group.ts";
import { openTestWorkers } from "#tests/support/workers.ts";
import { endpointRoutes } from "./endpoint-route.ts";
import { answerFailure } from "./failure.ts";

let group: TestGroup;
let member: TestMember;

beforeAll(async () => {
  group = await startGroup();
  member = await group.pendingMember();
});
afterAll(() => group.close());

const post = (body: unknown) =>
  group.api("POST", "/api/user/profile/", { token: member.token, body });

describe("the limits of a connection", () => {
  test("are those of SAFE-8", async () => {
    const pool = openPool(group.connection, 1);
    const app = await buildApp({
      config: readConfig({}),
      db: openDatabase(pool),
      throttle: openThrottle(pool, false),
      log: pino({ level: "silent" }),
      now: group.clock.now,
      evidence: group.evidence,
      webRoot: "/nowhere",
      workers: openTestWorkers().of("chama"),
    });
    const server: Server = app.server;
    expect(server).toMatchObject({
      requestTimeout: 15_000,
      headersTimeout: 10_000,
      keepAliveTimeout: 30_000,
      maxRequestsPerSocket: 1_000,
      maxConnections: 1_000,
    });
    expect(server.requestTimeout).toBeLessThan(createServer().requestTimeout);
    expect(app.initialConfig.bodyLimit).toBe(64 * 1024);
    await app.close();
    await pool.end();
  });

  test("are set on every connection to the database", async () => {
    const pool = openPool(group.connection);
    const { rows } = await pool.query(`
      SELECT name, setting FROM pg_settings
       WHERE name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')
       ORDER BY name`);
    expect(rows.map((row: { setting: string }) => row.setting)).toEqual(["15000", "3000", "10000"]);
    expect(pool.options).toMatchObject({ max: 10, connectionTimeoutMillis: 3_000 });
    await pool.end();
  });

  test("answer 503 when every connection to the database is taken", async () => {
    const pool = openPool(group.connection, 1);
    const taken = await pool.connect();
    const error: unknown = await pool.query("SELECT 1").catch((reason: unknown) => reason);
    expect(answerFailure(error)).toMatchObject({ status: 503 });
    taken.release();
    await pool.end();
  });
});

describe("a body", () => {
  test("of more than 64 KiB is not read", async () => {
    expect((await post({ first_name: "x".repeat(66_000) })).status).toBe(413);
  });

  test("nested deeper than five levels is refused", async () => {
    expect((await post({ a: { b: { c: { d: {} } } } })).status).toBe(200);
    expect((await post({ a: { b: { c: { d: { e: {} } } } } })).status).toBe(400);
  });

  test("cannot set what its endpoint does not name", async () => {
    const wished = {
      first_name: "Wanjiru",
      status: "active",
      is_active: false,
      user_groups: ["Treasurer"],
      office: "Treasurer",
      id: 999,
      member_id: 999,
    };
    expect((await post(wished)).status).toBe(200);
    const { body } = await group.api("GET", "/api/user/get_user_data", { token: member.token });
    expect(body).toMatchObject({
      id: member.id,
      first_name: "Wanjiru",
      status: "pending_approval",
      is_active: true,
      user_groups: [],
    });
  });
});

describe("a deadline", () => {
  test("that is passed leaves nothing of a change, and says so", async () => {
    const pool = openPool(group.connection, 2);
    const app = fastify();
    await app.register(cookie);
    app.decorateRequest("live", null);
    app.setErrorHandler((error, _request, reply) => {
      const answer = answerFailure(error);
      return reply.status(answer?.status ?? 500).send(answer?.body);
    });
    const routes = endpointRoutes(app, {
      db: openDatabase(pool),
      now: group.clock.now,
      throttle: openThrottle(pool, false),
      config: { publicUrl: "http://localhost:3000" },
      // Any change passes this.
      deadlineMs: 0,
    });
    routes.write(signOut, async (tx, { actor }) => {
      const change = { first_name: "Too late" };
      await tx.updateTable("members").set(change).where("id", "=", actor.id).execute();
      return { detail: "done" };
    });
    const answer = await app.inject({
      method: "POST",
      url: signOut.path,
      headers: { authorization: `Bearer ${member.token}` },
    });
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toEqual({ detail: expect.stringContaining("nothing was changed") });
    const stored = await group.api("GET", "/api/user/get_user_data", { token: member.token });
    expect(stored.body.first_name).not.toBe("Too late");
    await app.close();
    await pool.end();
  });
});

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
