import { createServer, type Server } from "node:http";
import cookie from "@fastify/cookie";
import fastify from "fastify";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { signOut } from "#contract/auth.ts";
import { buildApp } from "#server/app.ts";
import { openThrottle } from "#server/core/requests/throttle.ts";
import { openDatabase, openPool } from "#server/db/connection.ts";
import { readConfig } from "#server/platform/config.ts";
import { startGroup, type TestGroup, type TestMember } from "#tests/support/test-group.ts";
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
  it("are those of SAFE-8", async () => {
    const pool = openPool(group.connection, 1);
    const app = await buildApp({
      config: readConfig({}),
      db: openDatabase(pool),
      throttle: openThrottle(pool, false),
      log: pino({ level: "silent" }),
      now: group.clock.now,
      evidence: group.evidence,
      webRoot: "/nowhere",
      printWorker: new URL(inject("printWorker")),
      readWorker: new URL(inject("printWorker")),
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

  it("are set on every connection to the database", async () => {
    const pool = openPool(group.connection);
    const { rows } = await pool.query(`
      SELECT name, setting FROM pg_settings
       WHERE name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')
       ORDER BY name`);
    expect(rows.map((row: { setting: string }) => row.setting)).toEqual(["15000", "3000", "10000"]);
    expect(pool.options).toMatchObject({ max: 10, connectionTimeoutMillis: 3_000 });
    await pool.end();
  });

  it("answer 503 when every connection to the database is taken", async () => {
    const pool = openPool(group.connection, 1);
    const taken = await pool.connect();
    const error: unknown = await pool.query("SELECT 1").catch((reason: unknown) => reason);
    expect(answerFailure(error)).toMatchObject({ status: 503 });
    taken.release();
    await pool.end();
  });
});

describe("a body", () => {
  it("of more than 64 KiB is not read", async () => {
    expect((await post({ first_name: "x".repeat(66_000) })).status).toBe(413);
  });

  it("nested deeper than five levels is refused", async () => {
    expect((await post({ a: { b: { c: { d: {} } } } })).status).toBe(200);
    expect((await post({ a: { b: { c: { d: { e: {} } } } } })).status).toBe(400);
  });

  it("cannot set what its endpoint does not name", async () => {
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
  it("that is passed leaves nothing of a change, and says so", async () => {
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
