// Requests to Daraja on a real PostgreSQL: they leave after their commit, once, whatever is killed.
import { EventEmitter, once } from "node:events";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startDarajaBox, type DarajaBox } from "#demo/daraja/daraja-box.ts";
import type { DarajaReply } from "#domain/mpesa/daraja-reply.ts";
import { inTransaction, openDatabase, openPool, type Tx } from "#server/db/connection.ts";
import { readDarajaSettings } from "#server/platform/daraja-settings.ts";
import { startGroup, type TestGroup } from "#tests/support/test-group.ts";
import { openDaraja } from "./daraja-client.ts";
import { hashNonce, isOwnNonce, newNonce } from "./nonces.ts";
import { newRequest, type RequestHandler } from "./requests.ts";
import { giveUpAbandonedRequests, sendDue, type SendingParts } from "./send-requests.ts";

let group: TestGroup;
let box: DarajaBox;
let parts: SendingParts;
let replies: DarajaReply["kind"][];
let isNeeded: boolean;

beforeAll(async () => {
  [group, box] = await Promise.all([startGroup(), startDarajaBox()]);
  const settings = readDarajaSettings(box.env, {
    publicUrl: "http://localhost:3000",
    rateLimit: false,
  })!;
  const { now } = group.clock;
  const check: RequestHandler = {
    prepare: async (_tx, { addresses }) =>
      isNeeded ? (daraja) => daraja.checkReceipt({ receipt: "UCG1", addresses }) : null,
    onReply: async (_tx, { reply }) => void replies.push(reply.kind),
    onResult: async () => "answer",
    onTimeout: async () => undefined,
  };
  const daraja = openDaraja(settings, { now });
  parts = { db: group.db, daraja, handlers: { check_receipt: check }, now };
});
afterAll(() => Promise.all([group.close(), box.close()]));
beforeEach(async () => {
  replies = [];
  isNeeded = true;
  box.requests.length = 0;
  await group.db.deleteFrom("daraja_requests").execute();
});

const queue = (tx: Tx, dueAt?: Date) =>
  newRequest(tx, {
    kind: "check_receipt",
    subject: { kind: "line", id: 1n },
    now: group.clock.now(),
    ...(dueAt === undefined ? {} : { dueAt }),
  });
const send = async () => {
  const sent: Promise<void>[] = [];
  await sendDue(parts, 5, (stored) => sent.push(stored));
  await Promise.all(sent);
};
const checks = () => box.requests.filter(({ path }) => path.includes("transactionstatus"));
const stored = () => group.db.selectFrom("daraja_requests").selectAll().executeTakeFirstOrThrow();

test("a request leaves once, with an address of which the database has the hash", async () => {
  await inTransaction(group.db, (tx) => queue(tx));
  await Promise.all([send(), send()]);
  expect(checks()).toHaveLength(1);
  const [, nonce = ""] = /daraja\/([0-9a-f]+)\/result\/$/.exec(checks()[0]?.body.ResultURL) ?? [];
  expect(isOwnNonce(parts.daraja.settings, nonce)).toBe(true);
  expect(await stored()).toMatchObject({
    state: "taken",
    nonce_hash: hashNonce(nonce),
    external_id: expect.stringMatching(/^AG_/),
  });
  expect(replies).toEqual(["taken"]);
});

test("a request of a change that was rolled back never leaves", async () => {
  const failed = inTransaction(group.db, async (tx) => {
    await queue(tx);
    throw new Error("rolled back");
  });
  await expect(failed).rejects.toThrow("rolled back");
  await send();
  expect(checks()).toEqual([]);
});

test("a request waits until it is due, and is dropped when nobody needs it any more", async () => {
  await inTransaction(group.db, (tx) => queue(tx, new Date(group.clock.now().getTime() + 30_000)));
  await send();
  expect(await stored()).toMatchObject({ state: "queued" });
  group.clock.advanceMinutes(1);
  isNeeded = false;
  await send();
  expect(await stored()).toMatchObject({ state: "dropped", nonce_hash: null });
  expect(checks()).toEqual([]);
});

test("a reply that is lost is unknown, and the request is never sent again", async () => {
  await inTransaction(group.db, (tx) => queue(tx));
  box.next("transactionstatus", "lost");
  await send();
  await send();
  expect(await stored()).toMatchObject({ state: "unknown" });
  expect(checks()).toHaveLength(1);
  expect(replies).toEqual(["unknown"]);
});

test("a server that dies while it sends leaves unknown, and its handler hears of it once", async () => {
  const id = await inTransaction(group.db, (tx) => queue(tx));
  await group.db
    .updateTable("daraja_requests")
    .set({
      state: "sending",
      sent_at: group.clock.now(),
      expires_at: group.clock.now(),
      nonce_hash: hashNonce("killed"),
    })
    .where("id", "=", id)
    .execute();
  expect(await giveUpAbandonedRequests(parts)).toBe(0);
  group.clock.advanceMinutes(5);
  expect(await giveUpAbandonedRequests(parts)).toBe(1);
  expect(await giveUpAbandonedRequests(parts)).toBe(0);
  await send();
  expect(checks()).toEqual([]);
  expect(replies).toEqual(["unknown"]);
});

/** The same parts with a Daraja that replies when the test lets it. */
function held() {
  const box = new EventEmitter();
  const replied = once(box, "reply").then(([reply]) => reply as DarajaReply);
  const daraja = { ...parts.daraja, checkReceipt: () => replied };
  return { reply: (reply: DarajaReply) => box.emit("reply", reply), parts: { ...parts, daraja } };
}

test("a reply that comes after the server stopped waiting is not stored, and the next server sends nothing again", async () => {
  await inTransaction(group.db, (tx) => queue(tx));
  const { reply, parts: own } = held();
  const pool = openPool(group.serverConnection, 1);
  const abandoning = new AbortController();
  const stopped = { ...own, db: openDatabase(pool), abandoned: abandoning.signal };
  const sent: Promise<void>[] = [];
  await sendDue(stopped, 5, (stored) => sent.push(stored));
  abandoning.abort();
  await pool.end();
  reply({ kind: "taken", body: {} });
  await Promise.all(sent);
  expect(sent).toHaveLength(1);
  expect(await stored()).toMatchObject({ state: "sending" });

  group.clock.advanceMinutes(5);
  expect(await giveUpAbandonedRequests(parts)).toBe(1);
  await send();
  expect(await stored()).toMatchObject({ state: "unknown" });
  expect(checks()).toEqual([]);
  expect(replies).toEqual(["unknown"]);
});

test("a reply is stored though the request behind it could not be prepared", async () => {
  await inTransaction(group.db, (tx) => queue(tx));
  await inTransaction(group.db, (tx) => queue(tx));
  const { reply, parts: own } = held();
  const [usual] = Object.values(parts.handlers) as [RequestHandler];
  let prepared = 0;
  const prepare: RequestHandler["prepare"] = (tx, params) => {
    if (++prepared > 1) throw new Error("cannot be prepared");
    return usual.prepare(tx, params);
  };
  const handlers = { check_receipt: { ...usual, prepare } };
  const sent: Promise<void>[] = [];
  const sending = sendDue({ ...own, handlers }, 5, (stored) => sent.push(stored));
  await expect(sending).rejects.toThrow("cannot be prepared");
  reply({ kind: "taken", body: {} });
  await Promise.all(sent);
  const states = await group.db
    .selectFrom("daraja_requests")
    .select("state")
    .orderBy("id")
    .execute();
  expect(states).toEqual([{ state: "taken" }, { state: "queued" }]);
});

test("nobody makes a nonce without the secret", () => {
  const { settings } = parts.daraja;
  const nonce = newNonce(settings);
  const other = nonce.replace(/^./, (digit) => (digit === "0" ? "1" : "0"));
  expect(isOwnNonce(settings, other)).toBe(false);
  expect(isOwnNonce({ callbackSecrets: ["f".repeat(32)] }, nonce)).toBe(false);
  expect(
    isOwnNonce({ callbackSecrets: ["f".repeat(32), settings.callbackSecrets[0]] }, nonce),
  ).toBe(true);
});
