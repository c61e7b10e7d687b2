// Messages that wait in a backup, and that the original database may have sent meanwhile: nobody gets them twice
// (NOTE-4).
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { noteSeen, readSeen } from "#server/db/seen-database.ts";
import { startFoundedGroup } from "#tests/support/founded-group.ts";
import {
  messagesOf,
  smsSettings,
  startSender,
  tellOfContribution,
} from "#tests/support/notice-senders.ts";
import { startSmsGateway, type SmsGateway } from "#tests/support/notice-gateways.ts";
import { createEmptyDatabase } from "#tests/support/test-database.ts";
import { startGroup, type TestGroup } from "#tests/support/test-group.ts";
import { acceptOlder, moveDatabase } from "./change-database.ts";
import { readBackup, writeBackup } from "./backup-folder.ts";
import { loadDatabase } from "./load-database.ts";
import { describeUnsent } from "./print-proof.ts";
import { openSigningKey } from "./signature.ts";

const EVENING = "2026-03-16T20:30:00+03:00";
const MORNING = "2026-03-17T07:01:00+03:00";

let folder: string;
let gateway: SmsGateway;
let group: TestGroup;
let memberId: number;
const ends: (() => Promise<unknown>)[] = [];

// One SMS waits for the morning, one is being sent, and one notice has no messages yet.
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "akiba-unsent-"));
  gateway = await startSmsGateway();
  const founded = await startFoundedGroup();
  group = founded.group;
  const { books } = founded;
  memberId = (await books.member()).id;
  // Notices about the members' joining count as sent.
  await group.db.updateTable("notices").set({ dispatched_at: group.clock.now() }).execute();
  await group.db.updateTable("notice_messages").set({ state: "sent" }).execute();
  group.clock.set(EVENING);
  const sender = startSender(group, smsSettings(gateway.url));
  await tell(group, 1);
  await tell(group, 2);
  await untilBothWait();
  await sender.stop();
  await group.db
    .updateTable("notice_messages")
    .set({ state: "sending", claimed_at: group.clock.now(), claimed_by: "a server" })
    .where("id", "=", (await messagesOf(group))[1]!.id)
    .execute();
  await tell(group, 3);
});
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
  await gateway.close();
  await group.close();
  await rm(folder, { recursive: true, force: true });
});

async function untilBothWait(): Promise<void> {
  await expect.poll(() => states(group)).toEqual(["waiting", "waiting"]);
}

const states = async (of: TestGroup) => (await messagesOf(of)).map(({ state }) => state);

/** Notifies about an event for which `verify` needs no payment. */
const tell = (of: TestGroup, number: number) =>
  tellOfContribution(of, memberId, {
    event: "entry_reversed",
    facts: { amount: 100_000n, day: { day: "2026-03-16" }, reason: `No. ${number}` },
    occasion: `entry_reversed:${number}`,
  });

const signingKey = () => openSigningKey(join(folder, "signing.pem"));

/** Starts a server on that database on the next morning. */
async function wakeUp(connection: TestGroup["connection"]): Promise<TestGroup> {
  const woken = await startGroup({ connection, startsAt: MORNING });
  const sender = startSender(woken, smsSettings(gateway.url));
  ends.push(
    () => woken.close(),
    () => sender.stop(),
  );
  return woken;
}

/** Waits until a new message is sent. Several are sent at once, so earlier ones may be settled after it. */
async function sendOneMore(woken: TestGroup): Promise<void> {
  await tell(woken, 4);
  await expect.poll(async () => (await states(woken)).at(-1)).toBe("sent");
}

const sent = () =>
  gateway.texts.map(({ message }) => /No\. (\d+)$/.exec(message)?.[1] ?? "").toSorted();

test("messages that waited in a backup are unknown after its restore, and later ones are sent", async () => {
  const [key, to] = [await signingKey(), await createEmptyDatabase()];
  const written = await writeBackup(group.connection, {
    file: join(folder, "backup"),
    recipient: null,
    madeAt: group.clock.now(),
    key,
  });
  await group.db.updateTable("group_settings").set({ quiet_from: "07:00" }).execute();
  const sender = startSender(group, smsSettings(gateway.url));
  await expect.poll(() => sent()).toEqual(["1", "3"]);
  await sender.stop();

  const { unsent } = await loadDatabase(
    to,
    readBackup(written.file, async () => null),
    { acceptBroken: false },
  );
  expect(describeUnsent(unsent)).toEqual([
    '  2 messages and the messages of 1 notice waited and may have gone out since: not sent again, and "Not known" under Accounting, Messages',
  ]);
  const restored = await wakeUp(to);
  await sendOneMore(restored);
  await expect.poll(() => states(restored)).toEqual(["unknown", "unknown", "unknown", "sent"]);
  expect(sent()).toEqual(["1", "3", "4"]);
  // The month's cap reserves the cost of messages that the gateway may have charged.
  const messages = await messagesOf(restored);
  expect(messages.map(({ reserved_units }) => reserved_units)).toEqual([
    8_000n,
    8_000n,
    8_000n,
    0n,
  ]);
  const reported = await restored.db
    .selectFrom("notices")
    .select("occasion")
    .where("member_id", "=", memberId)
    .where("event", "=", "entry_reversed")
    .execute();
  expect(reported).toHaveLength(4);
});

test("after a move, waiting messages are sent from the new database and not from the old one", async () => {
  const to = await createEmptyDatabase();
  const { unsent } = await moveDatabase(group.connection, to, await signingKey());
  expect(describeUnsent(unsent)).toEqual([]);
  const moved = await wakeUp(to);
  await sendOneMore(moved);
  await expect
    .poll(async () => (await states(moved)).toSorted())
    .toEqual(["sent", "sent", "sent", "unknown"]);
  const old = await wakeUp(group.connection);
  await sendOneMore(old);
  await expect
    .poll(async () => (await states(old)).toSorted())
    .toEqual(["sent", "unknown", "unknown", "unknown"]);
  expect(sent()).toEqual(["1", "3", "4", "4"]);
});

test("messages in an older database are unknown once it is accepted; in the one seen last they are still sent", async () => {
  const now = group.clock.now();
  const first = await acceptOlder(folder, group.connection, now);
  expect(first.unsent).toEqual({ messages: 2, notices: 1 });
  await tell(group, 5);
  expect(await acceptOlder(folder, group.connection, now)).toMatchObject({
    wasBehind: false,
    unsent: { messages: 0, notices: 0 },
  });
  const seen = await readSeen(folder);
  await noteSeen(folder, { ...seen!, size: seen!.size + 1 });
  expect(await acceptOlder(folder, group.connection, now)).toMatchObject({
    wasBehind: true,
    unsent: { messages: 0, notices: 2 },
  });
});
