// Waking the senders of notices.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { appointBookkeepers } from "#tests/support/bookkeeping.ts";
import { startGroup, type TestGroup } from "#tests/support/test-group.ts";
import { openBell, readDue } from "./sender-bells.ts";

let group: TestGroup;

beforeAll(async () => {
  group = await startGroup();
  await appointBookkeepers(group);
});
afterAll(() => group.close());

test("one query says what is due on which channel, and nothing of what waits for later", async () => {
  const due = () => readDue(group.db, group.clock.now());
  await group.db.updateTable("notice_messages").set({ state: "sent" }).execute();
  expect(await due()).toEqual({ undispatched: true, email: false, sms: false, push: false });
  await group.db.updateTable("notices").set({ dispatched_at: group.clock.now() }).execute();
  const nothing = { undispatched: false, email: false, sms: false, push: false };
  expect(await due()).toEqual(nothing);
  const sendAfter = new Date(group.clock.now().getTime() + 60_000);
  await group.db
    .updateTable("notice_messages")
    .set({ state: "waiting", send_after: sendAfter })
    .execute();
  expect(await due()).toEqual(nothing);
  group.clock.advanceMinutes(1);
  expect(await due()).toEqual({ ...nothing, email: true });
});

test("a bell that was rung before is heard, and one that rests is rung by what is new alone", async () => {
  const stopping = new AbortController();
  const bell = openBell(stopping.signal);
  const heard = vi.fn();
  const listen = () => void bell.rung().then(heard);
  bell.ring();
  listen();
  await expect.poll(() => heard.mock.calls.length).toBe(1);
  bell.rest();
  listen();
  bell.ringUnlessResting();
  await new Promise((resolve) => {
    setTimeout(resolve, 50);
  });
  expect(heard).toHaveBeenCalledTimes(1);
  bell.ring();
  await expect.poll(() => heard.mock.calls.length).toBe(2);
  listen();
  stopping.abort();
  await expect.poll(() => heard.mock.calls.length).toBe(3);
});
