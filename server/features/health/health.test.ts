import { execFile } from "node:child_process";
import { mkdtemp, rm, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { promisify } from "node:util";
import pino from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildApp } from "#server/app.ts";
import { openThrottle } from "#server/core/requests/throttle.ts";
import { openDatabase, openPool } from "#server/db/connection.ts";
import { readConfig } from "#server/platform/config.ts";
import { startGroup, type TestGroup } from "#tests/support/test-group.ts";
import { openTestWorkers } from "#tests/support/workers.ts";

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
    workers: openTestWorkers().of("chama"),
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
  expect(await shown((await group.pendingMember()).token)).toEqual({ status: "ok", clock: "ok" });
  await app.close();
  await pool.end();
});

const run = promisify(execFile);

test("a full disk makes the server unfit, and the log says why, until there is room", async (context) => {
  const folder = await mkdtemp(join(tmpdir(), "akiba-room-"));
  const mount = ["-t", "tmpfs", "-o", "size=16m,mode=755", "tmpfs", folder];
  const isMounted = await run("mount", mount).then(
    () => true,
    () => false,
  );
  if (!isMounted) {
    await rm(folder, { recursive: true });
    return context.skip("a small disk can only be mounted as root");
  }
  const pool = openPool(group.serverConnection, 2);
  let logged = "";
  const lines = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += chunk.toString();
      done();
    },
  });
  const app = await buildApp({
    config: readConfig({}),
    db: openDatabase(pool),
    throttle: openThrottle(pool, false),
    log: pino({ level: "warn" }, lines),
    now: group.clock.now,
    evidence: group.evidence,
    webRoot: "/nowhere",
    workers: openTestWorkers().of("chama"),
    diskFolder: folder,
  });
  const health = () => app.inject({ method: "GET", url: "/api/health" });
  try {
    expect((await health()).statusCode).toBe(200);
    const { bavail, bsize } = await statfs(folder);
    await writeFile(join(folder, "filler"), Buffer.alloc(bavail * bsize));
    const full = await health();
    expect(full.statusCode).toBe(503);
    expect(full.headers["retry-after"]).toBeDefined();
    expect(logged).toContain(`the disk is full: 0 bytes are left for ${folder}`);
    await rm(join(folder, "filler"));
    expect((await health()).statusCode).toBe(200);
  } finally {
    await app.close();
    await pool.end();
    await run("umount", ["-l", folder]);
    await rm(folder, { recursive: true, force: true });
  }
});
