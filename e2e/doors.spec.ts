// The limits of the built server: the settings it refuses to start with, and its answers to odd paths.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openEmbeddedPostgres } from "#server/db/embedded/embedded-postgres.ts";
import { passedOn } from "#tests/support/passed-on.ts";
import { startApplication, type Application } from "./application.ts";
import { requestPlainly } from "./plain-request.ts";

const main = fileURLToPath(new URL("../dist/server/main.js", import.meta.url));
let application: Application;

beforeAll(async () => {
  application = await startApplication("main", { host: "127.0.0.1" });
});
afterAll(() => application.close());

/** How a server with these settings ends, and its last output. */
function start(env: NodeJS.ProcessEnv): Promise<{ code: unknown; printed: string }> {
  return new Promise((resolve) =>
    execFile(
      process.execPath,
      [main],
      {
        env: { ...passedOn(), PORT: "0", DATA_DIR: application.dataDir, ...env },
      },
      (error, _stdout, stderr) => resolve({ code: error?.code ?? 0, printed: stderr.trim() }),
    ),
  );
}

describe("a start is refused in one sentence", () => {
  test.each([
    [{ TRUST_PROXY: "everybody" }, /^TRUST_PROXY must be the addresses of proxies[^\n]*$/],
    [{ BACKUP_RECIPIENT: "nobody" }, /^BACKUP_RECIPIENT is no public key[^\n]*$/],
  ])("with %o", async (env, sentence) => {
    expect(await start(env)).toEqual({ code: 1, printed: expect.stringMatching(sentence) });
  });

  test("with a database that may lose what it has acknowledged", async () => {
    const postgres = await openEmbeddedPostgres({
      dataDir: application.dataDir,
      log: () => undefined,
    });
    const owner = new Client(postgres.connection);
    await owner.connect();
    await owner.query("CREATE DATABASE forgetful");
    await owner.query("ALTER DATABASE forgetful SET synchronous_commit = off");
    const { host, user } = postgres.connection;
    const DATABASE_URL = `postgres://${user}@localhost/forgetful?host=${encodeURIComponent(host)}`;
    expect(await start({ DATABASE_URL })).toEqual({
      code: 1,
      printed: expect.stringMatching(/^The database has synchronous_commit off[^\n]*$/),
    });
    await owner.end();
    await postgres.close();
  });
});

test.each([
  "/static/",
  "/static/js/",
  "/static//",
  "/static/./",
  "/static/../../package.json",
  "/static/..%2f..%2fpackage.json",
  "/index.html%00.png",
  "/dashboard%00",
  "/%00",
  "/%2e%2e/package.json",
  "/../package.json",
  "/..",
  "/\\..\\x",
  "/%5c..%5cx",
  "/%",
  "/static/%",
  "/api/%",
  "/.vite/inline-styles.json",
  `/${"a".repeat(5_000)}`,
])("the odd path %s is nothing, with every security header", async (path) => {
  const always = Object.entries((await requestPlainly(application.url, "/")).headers).filter(
    ([name]) => /^(x-|content-security|cross-origin|referrer|permissions|strict)/.test(name),
  );
  expect(always.length).toBeGreaterThan(8);
  for (const method of ["GET", "HEAD"]) {
    const { status, headers } = await requestPlainly(application.url, path, method);
    expect([400, 404]).toContain(status);
    expect(headers).toMatchObject(Object.fromEntries(always));
  }
});
