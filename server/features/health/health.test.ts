import pino from "pino";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { buildApp } from "#server/app.ts";
import { openThrottle } from "#server/core/requests/throttle.ts";
import { openDatabase, openPool } from "#server/db/connection.ts";
import { readConfig } from "#server/platform/config.ts";
import { startGroup, type TestGroup } from "#tests/support/test-group.ts";

let group: TestGroup;

beforeAll(async () => {
  group = await startGroup();
});
afterAll(() => group.close());

test("officials, and nobody else, see what should be mended in how the server is set up", async () => {
  const pool = openPool(group.serverConnection, 2);
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
    warnings: ["server-owns-database", "no-smtp"],
  });
  const shown = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await app.inject({ method: "GET", url: "/api/health", headers })).json();
  };
  const chairperson = await group.official("Chairperson");
  expect((await shown(chairperson.token)).warnings).toEqual(["server-owns-database", "no-smtp"]);
  expect((await shown(chairperson.token)).archive).toEqual({
    on: false,
    last_at: null,
    behind_seconds: null,
    failure: null,
  });
  expect(await shown((await group.pendingMember()).token)).toEqual({ status: "ok" });
  await app.close();
  await pool.end();
});
