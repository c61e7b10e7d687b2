// What Daraja posts, over HTTP on a real PostgreSQL: on disk before it is answered, whatever it says.
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Client, type ClientBase } from "pg";
import { openCallbackStore } from "#server/core/daraja/callback-store.ts";
import { confirmationOf } from "#demo/daraja/daraja-json.ts";
import { readCallbacks } from "#server/core/daraja/read-callbacks.ts";
import { readingParts } from "#server/jobs/mpesa.ts";
import { newNonce } from "#server/core/daraja/nonces.ts";
import { startLiveGroup, type LiveGroup } from "#tests/support/mpesa.ts";
import { startGroup, type Json } from "#tests/support/test-group.ts";
import { startDetour } from "#tests/support/database-proxies.ts";

let live: LiveGroup;
let key: string;
beforeAll(async () => {
  live = await startLiveGroup();
  key = live.settings.callbackSecrets[0];
});
afterAll(() => live.close());
/** What was stored before the test. */
let before = 0n;
beforeEach(async () => {
  before = 0n;
  before = (await stored()).at(-1)?.id ?? 0n;
});

const ACCEPTED = { ResultCode: 0, ResultDesc: "Accepted" };
const NOTHING = { detail: "There is nothing at this address." };

function post(path: string, body = "{}", init: RequestInit = {}) {
  return fetch(`${live.group.url}/api/daraja/${path}`, { method: "POST", body, ...init });
}
function stored() {
  return live.group.db
    .selectFrom("daraja_callbacks")
    .selectAll()
    .where("id", ">", before)
    .orderBy("id")
    .execute();
}
const files = () => readdir(join(live.dataDir, "mpesa-callbacks")).catch(() => []);

describe("an address of ours", () => {
  test.each(["{}", "", "no json", "[1]", '{"Result":{}}', "\u0000"])(
    "takes %j, and has it on disk as it came",
    async (body) => {
      const response = await post(`${key}/confirmation/`, body);
      expect([response.status, await response.json()]).toEqual([200, ACCEPTED]);
      expect((await stored()).map((each) => each.body?.toString())).toEqual([body]);
    },
  );

  test.each([undefined, "text/plain", "application/json; charset=latin1", ";;;", "a/b/c"])(
    "asks for no content type: %j",
    async (type) => {
      const body = Buffer.from("{}");
      const headers = type === undefined ? {} : { "Content-Type": type };
      const response = await fetch(`${live.group.url}/api/daraja/${key}/confirmation/`, {
        method: "POST",
        body,
        headers,
      });
      expect(response.status).toBe(200);
    },
  );

  test("takes 16 KiB and no more", async () => {
    expect((await post(`${key}/confirmation/`, "x".repeat(16_384))).status).toBe(200);
    expect((await post(`${key}/confirmation/`, "x".repeat(16_385))).status).toBe(413);
    expect(await stored()).toHaveLength(1);
  });

  test("takes no other method", async () => {
    const response = await fetch(`${live.group.url}/api/daraja/${key}/confirmation/`);
    expect(response.status).toBe(405);
  });

  test("of a request that never was, of another server, or with a wrong secret, is an unknown path", async () => {
    const nonce = newNonce(live.settings);
    const paths = [
      `${"f".repeat(32)}/confirmation/`,
      `${key.slice(0, -1)}/validation/`,
      `${nonce}/result/`,
      `${nonce}/timeout/`,
      `${newNonce({ callbackSecrets: ["e".repeat(32)] })}/result/`,
      `${key}/result/`,
      `${nonce}/confirmation/`,
    ];
    for (const path of paths) {
      const response = await post(path, path.startsWith(nonce) ? "{}" : "x".repeat(20_000));
      expect([path, response.status]).toEqual([path, 404]);
      expect(await response.json()).toEqual(NOTHING);
    }
    expect(await stored()).toEqual([]);
  });
});

test("without settings there is no such address", async () => {
  const group = await startGroup();
  const { status, body } = await group.api("POST", `/api/daraja/${key}/confirmation/`, {
    body: {},
  });
  expect([status, body]).toEqual([404, NOTHING]);
  await group.close();
});

test("two secrets are taken while it changes, and only callers of the list", async () => {
  const second = "b".repeat(40);
  const other = await startLiveGroup({
    env: {
      MPESA_CALLBACK_SECRET: `${second},${key}`,
      MPESA_CALLBACK_FROM: "196.201.214.0/24",
      TRUST_PROXY: "127.0.0.1",
    },
  });
  const from = async (secret: string, address: string) =>
    (
      await fetch(`${other.group.url}/api/daraja/${secret}/confirmation/`, {
        method: "POST",
        headers: { "X-Forwarded-For": address },
      })
    ).status;
  expect(await from(key, "196.201.214.200")).toBe(200);
  expect(await from(second, "196.201.214.200")).toBe(200);
  expect(await from(second, "196.201.215.1")).toBe(404);
  await other.close();
});

const newCallback = () => ({
  kind: "confirmation" as const,
  nonceHash: null,
  body: Buffer.from(`{"TransID":"${Math.random()}"}`),
  receivedAt: live.group.clock.now(),
});

describe("while the database", () => {
  test.each(["refusing", "silent", "unanswered"] as const)(
    "is %s, a body waits in a synced file, and a restarted server takes it in once",
    async (mode) => {
      const { host, port, ...connection } = live.group.serverConnection;
      const detour = await startDetour(join(host, `.s.PGSQL.${port}`));
      const open = () =>
        openCallbackStore({
          connection: { ...connection, host: "127.0.0.1", port: detour.port },
          dataDir: live.dataDir,
          warn: () => undefined,
        });
      const store = open();
      const first = newCallback();
      await store.take(first);
      detour.set(mode);
      const second = newCallback();
      // The database does not answer before the detour is open again.
      expect(await store.take(second)).toBe("stored");
      expect(await files()).toHaveLength(1);
      detour.cut();
      detour.set("open");
      void store.stop().catch(() => undefined);
      const restarted = open();
      await restarted.takeFiles();
      await restarted.takeFiles();
      expect((await stored()).map(({ body }) => body?.toString())).toEqual(
        [first, second].map(({ body }) => body.toString()),
      );
      expect(await files()).toEqual([]);
      await restarted.stop();
      await detour.stop();
    },
  );

  test("never answers, bodies wait in files, however many its connections hold up", async () => {
    const lock = await holdTable();
    const store = openCallbackStore({
      connection: { ...live.group.serverConnection, verify: waitForEver },
      dataDir: live.dataDir,
      warn: () => undefined,
    });
    const bodies = Array.from({ length: 8 }, newCallback);
    const taken = await Promise.all(bodies.map((each) => store.take(each)));
    expect(new Set(taken)).toEqual(new Set(["stored"]));
    expect(await files()).toHaveLength(bodies.length);
    await lock.release();
    await store.stop();
    await live.settle();
    expect(await stored()).toHaveLength(bodies.length);
  });

  test("is locked, a body is answered before it is in the table", async () => {
    const lock = await holdTable();
    const response = await post(`${key}/confirmation/`, '{"TransID":"UCG7654321"}');
    expect(response.status).toBe(200);
    expect(await stored()).toEqual([]);
    expect(await files()).toHaveLength(1);
    await lock.release();
    await live.settle();
    expect(await stored()).toHaveLength(1);
  });
});

/** For a connection: what it waits for has no limit of its own. */
function waitForEver(client: ClientBase, done: (error?: Error) => void) {
  client.query("SET lock_timeout = 0; SET statement_timeout = 0", (error) =>
    done(error ?? undefined),
  );
}

/** Holds the table against every writer until released. */
async function holdTable() {
  const client = new Client(live.group.connection);
  await client.connect();
  await client.query("BEGIN; LOCK TABLE daraja_callbacks IN EXCLUSIVE MODE");
  return { release: () => client.end() };
}

test("a thousand equal bodies at once on two servers are stored once, and one line", async () => {
  const second = await live.group.addServer();
  const paid = live.box.record({ amount: 1_500, account: "R/004" });
  const body = JSON.stringify(confirmationOf(paid));
  const statuses = await Promise.all(
    Array.from({ length: 1_000 }, async (_, index) => {
      const url = index % 2 === 0 ? live.group.url : second.url;
      const response = await fetch(`${url}/api/daraja/${key}/confirmation/`, {
        method: "POST",
        body,
      });
      await response.arrayBuffer();
      return response.status;
    }),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
  await Promise.all([live.settle(), live.settle()]);
  expect(await stored()).toMatchObject([
    { kind: "confirmation", outcome: "line" },
    { kind: "result", outcome: "answer" },
  ]);
  expect(await live.lines()).toMatchObject([{ reference: paid.receipt, amount: 1_500 }]);
});

test("what a server that was killed had answered is read by the next one, and asked about once", async () => {
  const sentBefore = live.box.requests.length;
  const paid = live.box.record({ amount: 900, account: "R/004" });
  await post(`${key}/confirmation/`, JSON.stringify(confirmationOf(paid)));
  // Killed before it read the body; the next one after it had read it, and before it asked.
  await readCallbacks(
    readingParts(live.group.db, { settings: live.settings, now: live.group.clock.now }),
  );
  expect(live.box.requests).toHaveLength(sentBefore);
  await live.settle();
  await live.settle();
  const asked = live.box.requests
    .slice(sentBefore)
    .filter(({ path }) => !path.startsWith("/oauth"));
  expect(asked).toHaveLength(1);
  expect((await live.lines()).find((line: Json) => line.reference === paid.receipt)?.live).toEqual({
    told_at: expect.any(String),
    checked_at: expect.any(String),
    denied_at: null,
  });
});
