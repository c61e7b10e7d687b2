import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, afterAll, beforeAll, vi } from "vitest";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import {
  messagesOf,
  smsSettings,
  startSender,
  tellOfContribution,
} from "#tests/support/notice-senders.ts";
import { startSmsGateway, type SmsGateway } from "#tests/support/notice-gateways.ts";
import { untilSent } from "#tests/support/queries.ts";
import type { TestGroup, TestMember } from "#tests/support/test-group.ts";
import { openWakeUp, readDue } from "./notice-sender.ts";

// A group's SMS through a gateway that speaks the protocol of Africa's Talking, and fails as it does.
describe("texts", () => {
  let group: TestGroup;
  let gateway: SmsGateway;
  let books: Bookkeeping;
  let member: TestMember;
  const senders: { stop(): Promise<void> }[] = [];

  beforeEach(async () => {
    ({ group, books } = await startFoundedGroup());
    gateway = await startSmsGateway();
    member = await books.member();
    // The notices about them went out before the test begins.
    await group.db.updateTable("notices").set({ dispatched_at: group.clock.now() }).execute();
  });
  afterEach(async () => {
    await gateway.close();
    for (const sender of senders.splice(0)) await sender.stop();
    await group.close();
  });

  function start(env: Record<string, string> = smsSettings(gateway.url)) {
    const sender = startSender(group, env);
    senders.push(sender);
    return sender;
  }

  async function setGroup(values: Record<string, unknown>) {
    await group.db.updateTable("group_settings").set(values).execute();
  }

  /** The sender looks for what is due so many times more: what it finds at one look is taken before it looks again. */
  const looks = (times: number) =>
    untilSent(
      { database: group.serverConnection.database, name: "akiba notices" },
      { part: "AS undispatched", times },
    );

  /** The member's. */
  const messages = async () =>
    (await messagesOf(group)).filter(({ member_id }) => member_id === member.id);

  const states = async () => (await messages()).map(({ state }) => state);

  const tried = async () => (await messages())[0]?.attempts;

  /** To the member; officials get some too. */
  const texts = () => gateway.texts.filter(({ to }) => to === "+254710000004");

  const reported = async (event: string) =>
    group.db
      .selectFrom("notices")
      .select(["member_id", "facts"])
      .where("event", "=", event)
      .execute();

  describe("a text", () => {
    test("goes out once, with the receipt's number and the new total, and its cost is stored", async () => {
      start();
      start();
      await tellOfContribution(group, member.id, { number: 412 });
      await expect.poll(() => states()).toEqual(["sent"]);
      expect(texts()).toMatchObject([
        {
          to: "+254710000004",
          message:
            "Receipt 412: your contribution of KES 1,000.00 is approved. You have saved KES 5,000.00.",
          username: "chama",
          apiKey: "atsk_test",
        },
      ]);
      expect(await messages()).toMatchObject([
        { parts: 1, cost_units: 8_000n, reserved_units: 0n, recipient: "+254710000004" },
      ]);
    });

    test("of many goes out once for each, by three servers side by side", async () => {
      for (let number = 1; number <= 40; number++)
        await tellOfContribution(group, member.id, { number });
      for (let servers = 0; servers < 3; servers++) start();
      await expect
        .poll(async () => (await states()).filter((each) => each === "sent").length)
        .toBe(40);
      expect(new Set(texts().map(({ message }) => message)).size).toBe(40);
      expect(texts()).toHaveLength(40);
    });

    test("whose answer was lost becomes unknown, and is not sent again", async () => {
      gateway.next("lost", "unreadable", "other-number");
      start();
      for (let number = 1; number <= 4; number++)
        await tellOfContribution(group, member.id, { number });
      await expect
        .poll(async () => (await states()).toSorted())
        .toEqual(["sent", "unknown", "unknown", "unknown"]);
      group.clock.advanceMinutes(120);
      start();
      await tellOfContribution(group, member.id, { number: 5 });
      await expect.poll(async () => (await states())[4]).toBe("sent");
      expect(texts()).toHaveLength(5);
    });

    test("that a killed server had taken becomes unknown, and the others go on within two minutes", async () => {
      gateway.next("late");
      const killed = start();
      await tellOfContribution(group, member.id);
      await expect.poll(() => gateway.heldBack()).toBe(1);
      // What a kill leaves: a claim whose owner is gone, and whose answer nobody gets.
      await group.db
        .updateTable("notice_messages")
        .set({ claimed_by: "a server that is gone" })
        .execute();
      await tellOfContribution(group, member.id, { number: 2 });
      gateway.release();
      await killed.stop();
      senders.length = 0;
      expect((await states())[0]).toBe("sending");
      group.clock.advanceMinutes(1.1);
      start();
      await expect.poll(() => states()).toEqual(["unknown", "sent"]);
      expect(texts()).toHaveLength(2);
    });

    test("waits for a gateway that nobody answers at, and mail and writing go on", async () => {
      await gateway.shut();
      start();
      await tellOfContribution(group, member.id);
      await expect.poll(async () => (await messages())[0]?.failure).toBe("ECONNREFUSED");
      expect(await states()).toEqual(["waiting"]);
      expect((await messages())[0]?.attempts).toBe(0);
      await gateway.open();
      group.clock.advanceMinutes(1);
      start();
      await expect.poll(() => states()).toEqual(["sent"]);
    });

    test("is given up after a day without an answer", async () => {
      await gateway.shut();
      start();
      await tellOfContribution(group, member.id);
      await expect.poll(async () => (await messages())[0]?.failure).toBe("ECONNREFUSED");
      group.clock.advanceMinutes(24 * 60);
      start();
      await expect.poll(async () => (await states())[0]).toBe("failed");
    });

    test("is tried five more times after 5xx, the first within a minute", async () => {
      gateway.from({ status: 503 });
      start();
      await tellOfContribution(group, member.id);
      await expect.poll(tried).toBe(1);
      for (let again = 2; again <= 5; again++) {
        group.clock.advanceMinutes(again === 2 ? 1 : 20);
        await expect.poll(tried).toBe(again);
      }
      // It has failed for an hour: the officials are notified once, and not only by SMS.
      group.clock.advanceMinutes(60);
      await expect.poll(async () => (await states())[0]).toBe("failed");
      start();
      await expect.poll(() => reported("sms_failing")).toHaveLength(3);
    });

    test.each([401, 402, 407])("that is answered with %i has failed", async (code) => {
      gateway.next({ code });
      start();
      await tellOfContribution(group, member.id);
      await expect.poll(() => states()).toEqual(["failed"]);
    });

    test.each([403, 404])("is sent to no number of %i again, until it changes", async (code) => {
      gateway.next({ code });
      start();
      await tellOfContribution(group, member.id);
      await expect.poll(() => states()).toEqual(["failed"]);
      await tellOfContribution(group, member.id, { number: 2 });
      await expect.poll(() => states()).toEqual(["failed", "skipped"]);
      await group.db
        .updateTable("members")
        .set({ phone: "+254722000000" })
        .where("id", "=", member.id)
        .execute();
      await tellOfContribution(group, member.id, { number: 3 });
      await expect.poll(() => states()).toEqual(["failed", "skipped", "sent"]);
      expect(gateway.texts.map(({ to }) => to)).toEqual(["+254722000000"]);
    });

    test("to who asked for no more is rejected, none follows, and an official hears of it", async () => {
      gateway.next({ code: 406 });
      start();
      await tellOfContribution(group, member.id);
      await expect.poll(async () => (await states())[0]).toBe("rejected");
      expect((await reported("sms_opted_out")).map(({ facts }) => facts)).toEqual(
        Array.from({ length: 3 }, () => ({ member: "Wanjiku Kamau 4" })),
      );
      await tellOfContribution(group, member.id, { number: 2 });
      await expect
        .poll(async () => (await states()).filter((each) => each === "skipped"))
        .toHaveLength(1);
    });
  });

  describe("a gateway without balance", () => {
    test("stops the queue, is reported once, and one text finds out whether it is back", async () => {
      gateway.from({ code: 405 });
      start();
      await tellOfContribution(group, member.id, { number: 1 });
      await expect.poll(() => gateway.calls()).toBe(1);
      await expect.poll(() => reported("sms_balance_out")).toHaveLength(3);
      // The SMS that would notify the official wait as well.
      for (let number = 2; number <= 6; number++)
        await tellOfContribution(group, member.id, { number });
      group.clock.advanceMinutes(14);
      await looks(3);
      expect(gateway.calls()).toBe(1);
      group.clock.advanceMinutes(2);
      await expect.poll(() => gateway.calls()).toBe(2);
      expect(await reported("sms_balance_out")).toHaveLength(3);
      gateway.from({ code: 101 });
      group.clock.advanceMinutes(16);
      await expect.poll(async () => new Set(await states())).toEqual(new Set(["sent"]));
    });
  });

  describe("quiet hours", () => {
    test("hold texts back, and a change counts for what waits", async () => {
      group.clock.set("2026-03-16T20:30:00+03:00");
      start();
      await tellOfContribution(group, member.id);
      await expect.poll(() => states()).toEqual(["waiting"]);
      await looks(3);
      expect(gateway.calls()).toBe(0);
      await setGroup({ quiet_from: "22:00" });
      await expect.poll(() => states()).toEqual(["sent"]);
    });

    test("a notice that is no longer true is not sent", async () => {
      await setGroup({ quiet_from: "08:00" });
      start();
      await tellOfContribution(group, member.id, {
        event: "contribution_due_today",
        facts: { amount: 100_000n },
        occasion: "contribution_due:2026-03-16:0",
      });
      await tellOfContribution(group, member.id);
      await expect.poll(() => states()).toEqual(["waiting", "waiting"]);
      await books.submitContribution(member, 1_000);
      group.clock.set("2026-03-17T07:00:00+03:00");
      await expect.poll(async () => (await states()).slice(0, 2)).toEqual(["skipped", "sent"]);
    });
  });

  describe("the month's cap", () => {
    test("is never exceeded, officials hear at 80%, and what is held back goes out when it is raised", async () => {
      await setGroup({ sms_monthly_cap_cents: 200n });
      start();
      start();
      for (let number = 1; number <= 5; number++)
        await tellOfContribution(group, member.id, { number });
      await expect
        .poll(async () => (await states()).slice(0, 5).toSorted())
        .toEqual(["held", "held", "held", "sent", "sent"]);
      expect(texts()).toHaveLength(2);
      await expect.poll(() => reported("sms_budget")).toHaveLength(3);
      await setGroup({ sms_monthly_cap_cents: 10_000n });
      group.clock.advanceMinutes(2);
      await expect.poll(async () => new Set(await states())).toEqual(new Set(["sent"]));
      expect(await reported("sms_budget")).toHaveLength(3);
    });

    test("counts what is unknown as if it had cost", async () => {
      await setGroup({ sms_monthly_cap_cents: 100n });
      gateway.next("lost");
      start();
      await tellOfContribution(group, member.id);
      await expect.poll(async () => (await states())[0]).toBe("unknown");
      await tellOfContribution(group, member.id, { number: 2 });
      await expect.poll(async () => (await states())[1]).toBe("held");
      group.clock.set("2026-04-01T09:00:00+03:00");
      await tellOfContribution(group, member.id, { number: 3 });
      await expect.poll(async () => (await states()).at(-1)).toBe("sent");
    });
  });
});

describe("what wakes the sender", () => {
  let group: TestGroup;

  beforeAll(async () => {
    ({ group } = await startFoundedGroup());
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

  test("a signal sent before the sender waits is not lost, and only something new wakes one that is idle", async () => {
    const stopping = new AbortController();
    const wakeUp = openWakeUp(stopping.signal);
    const resumed = vi.fn();
    const listen = () => void wakeUp.woken().then(resumed);
    wakeUp.wake();
    listen();
    await expect.poll(() => resumed.mock.calls.length).toBe(1);
    wakeUp.pause();
    listen();
    wakeUp.wakeUnlessPaused();
    // Who was woken goes on before the next turn.
    await nextTurn();
    expect(resumed).toHaveBeenCalledTimes(1);
    wakeUp.wake();
    await expect.poll(() => resumed.mock.calls.length).toBe(2);
    listen();
    stopping.abort();
    await expect.poll(() => resumed.mock.calls.length).toBe(3);
  });
});
