// Delivery reports, the list of sent messages, and browsers with push, over HTTP on a real PostgreSQL.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "kysely";
import { purge } from "#server/jobs/sweep.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import {
  messagesOf,
  smsSettings,
  startSender,
  tellOfContribution,
} from "#tests/support/notice-senders.ts";
import {
  type PushService,
  type SmsGateway,
  startPushService,
  startSmsGateway,
} from "#tests/support/notice-gateways.ts";
import { startGroup, type TestGroup, type TestMember } from "#tests/support/test-group.ts";

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };

let group: TestGroup;
let gateway: SmsGateway;
let service: PushService;
let books: Bookkeeping;
let member: TestMember;
let sender: { stop(): Promise<void> };
let number = 0;

beforeAll(async () => {
  gateway = await startSmsGateway();
  service = await startPushService();
  const env = { RATE_LIMIT: "off", ...smsSettings(gateway.url) };
  ({ group, books } = await startFoundedGroup({ env }));
  member = await books.member();
  await group.db.updateTable("notices").set({ dispatched_at: group.clock.now() }).execute();
  sender = startSender(group, env);
});
afterAll(async () => {
  await gateway.close();
  await service.close();
  await sender.stop();
  await group.close();
});

function report(body: string, secret = "reports-of-a-test") {
  return group.api("POST", `/api/notices/reports/${secret}/`, { body, headers: FORM });
}

/** An SMS to the member, once it is sent; the gateway's id for it. Its own words name it: other texts leave beside it. */
async function sendText(): Promise<{ id: bigint; gatewayId: string }> {
  const own = `Receipt ${++number}:`;
  await tellOfContribution(group, member.id, { number });
  const sent = async () =>
    (await messagesOf(group)).find(({ text, state }) => text?.startsWith(own) && state === "sent");
  await expect.poll(sent).toBeDefined();
  const { id, gateway_id } = (await sent())!;
  return { id, gatewayId: gateway_id ?? "" };
}

const stateOf = async (id: bigint) =>
  (await messagesOf(group)).find((each) => each.id === id)?.state;

describe("a delivery report", () => {
  test("changes what is known of a text, and a final state is never taken back", async () => {
    const { id, gatewayId } = await sendText();
    expect((await report(`id=${gatewayId}&status=Buffered`)).status).toBe(200);
    expect(await stateOf(id)).toBe("sent");
    expect((await report(`id=${gatewayId}&status=Success`)).status).toBe(200);
    expect(await stateOf(id)).toBe("delivered");
    await report(`id=${gatewayId}&status=Failed&failureReason=DeliveryFailure`);
    await report(`id=${gatewayId}&status=Sent`);
    expect(await stateOf(id)).toBe("delivered");
  });

  test.each([
    ["Rejected", "rejected"],
    ["Failed", "failed"],
  ])("of %s leaves the text %s", async (status, state) => {
    const { id, gatewayId } = await sendText();
    await report(`id=${gatewayId}&status=${status}&failureReason=DeliveryFailure`);
    expect(await stateOf(id)).toBe(state);
  });

  test("that overtakes the answer of its text counts", async () => {
    gateway.next("late");
    await tellOfContribution(group, member.id, { number: ++number });
    await expect.poll(() => gateway.heldBack()).toBe(1);
    const { id: gatewayId } = gateway.texts.at(-1)!;
    expect((await report(`id=${gatewayId}&status=Success`)).status).toBe(200);
    gateway.release();
    await expect.poll(async () => (await messagesOf(group)).at(-1)?.state).toBe("delivered");
  });

  test("of an unknown text is taken, without the secret it is nowhere", async () => {
    expect((await report("id=ATXid_nobody&status=Success")).status).toBe(200);
    expect((await report("")).status).toBe(200);
    expect((await report("id=1&status=Success", "another-secret")).status).toBe(404);
    const without = await startGroup();
    const answer = await without.api("POST", "/api/notices/reports/null/", {
      body: "id=1&status=Success",
      headers: FORM,
    });
    expect(answer.status).toBe(404);
    await without.close();
  });
});

const reportCount = async () =>
  Number(
    (
      await group.db
        .selectFrom("sms_reports")
        .select(({ fn }) => fn.countAll().as("count"))
        .executeTakeFirstOrThrow()
    ).count,
  );

describe("delivery reports of nobody's texts", () => {
  test("are a thousand at most, and those of one text twenty, but for its final state", async () => {
    await sql`INSERT INTO sms_reports (gateway_id, status, received_at, was_unknown)
              SELECT 'ATXid_none_' || n, 'Sent', ${group.clock.now()}, true FROM generate_series(1, 1200) n`.execute(
      group.db,
    );
    const others = (await reportCount()) - 1_200;
    await report("id=ATXid_none_new&status=Success");
    expect(await reportCount()).toBeLessThanOrEqual(others + 1_000);
    const { id, gatewayId } = await sendText();
    const before = await reportCount();
    for (let status = 0; status < 25; status++) await report(`id=${gatewayId}&status=On${status}`);
    expect(await reportCount()).toBe(before + 20);
    await report(`id=${gatewayId}&status=Success`);
    await report(`id=${gatewayId}&status=SUCCESS`);
    expect(await reportCount()).toBe(before + 21);
    expect(await stateOf(id)).toBe("delivered");
  });
});

describe("what was sent", () => {
  test("is the officials' to read, with parts and cost", async () => {
    const { id } = await sendText();
    const query = `?channel=sms&member_id=${member.id}&from=2026-03-16&to=2026-03-16&page=1`;
    const { status, body } = await group.api("GET", `/api/notices/sent/${query}`, {
      token: books.treasurer.token,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      count: number,
      totals: { parts: number, cost: (number * 8) / 10, held: 0 },
    });
    expect(body.messages[0]).toMatchObject({
      id: Number(id),
      member: { id: member.id },
      kind: "receipt",
      channel: "sms",
      state: "sent",
      parts: 1,
      cost: 0.8,
    });
    const later = await group.api("GET", "/api/notices/sent/?from=2026-03-17", {
      token: books.treasurer.token,
    });
    expect(later.body.count).toBe(0);
    const own = await group.api("GET", "/api/notices/sent/", { token: member.token });
    expect(own.status).toBe(403);
  });
});

const post = (subscription: unknown) =>
  group.api("POST", "/api/notices/push/", { token: member.token, body: { subscription } });

describe("a browser", () => {
  test("is notified by push, without an amount on its locked screen, until it ends its subscription", async () => {
    const { body } = await group.api("GET", "/api/notices/push/key/", { token: member.token });
    const phone = service.subscribe("Simu");
    const texts = gateway.calls();
    expect((await post(phone)).status).toBe(200);
    // The member is notified of each new browser (NOTE-19).
    await expect.poll(() => gateway.calls()).toBe(texts + 1);
    await group.db
      .insertInto("notice_choices")
      .values({ member_id: member.id, kind: "receipt", channel: "push", is_on: true })
      .execute();
    await sendText();
    await expect.poll(() => service.pushes.length).toBe(1);
    expect(service.refused).toEqual([]);
    expect(service.pushes[0]).toMatchObject({ publicKey: body.key, ttl: 86_400 });
    expect(JSON.parse(service.pushes[0]!.payload)).toMatchObject({
      title: "Akiba Group",
      body: "Akiba Group: about your money",
    });
    await group.db
      .insertInto("notice_preferences")
      .values({ member_id: member.id, shows_amounts: true })
      .execute();
    await sendText();
    await expect.poll(() => service.pushes.length).toBe(2);
    expect(JSON.parse(service.pushes[1]!.payload).body).toContain("KES 1,000.00");
    service.forget(phone);
    await sendText();
    await expect
      .poll(() => group.db.selectFrom("push_subscriptions").select("id").execute())
      .toEqual([]);
    expect(service.pushes).toHaveLength(2);
  });

  test("may leave again, and gives no address inside of a network", async () => {
    const phone = service.subscribe("Simu");
    const texts = gateway.calls();
    expect((await post(phone)).status).toBe(200);
    // The member is notified of each new browser (NOTE-19).
    await expect.poll(() => gateway.calls()).toBe(texts + 1);
    const left = await group.api("DELETE", "/api/notices/push/", {
      token: member.token,
      body: { endpoint: phone.endpoint },
    });
    expect(left.status).toBe(200);
    expect(await group.db.selectFrom("push_subscriptions").select("id").execute()).toEqual([]);
    for (const endpoint of ["https://10.0.0.1/push", "http://push.example.com/", "push"])
      expect((await post({ ...phone, endpoint })).status).toBe(400);
    expect((await post({ ...phone, keys: { p256dh: "abc", auth: "abc" } })).status).toBe(400);
  });
});

const ask = (method: string, path: string, token = books.secGen.token) =>
  group.api(method, `/api/notices/gateway/${path}`, { token });

describe("SMS that is not delivered", () => {
  test("is reported to the officials with its reason, and one of them lets one text try at once", async () => {
    const still = { stands_still_since: null, tries_at: null };
    expect((await ask("GET", "")).body).toEqual(still);
    expect((await ask("POST", "probe/")).status).toBe(400);
    gateway.from({ code: 405 });
    const before = gateway.calls();
    await tellOfContribution(group, member.id, { number: ++number });
    await expect.poll(() => gateway.calls()).toBe(before + 1);
    await expect
      .poll(async () => (await ask("GET", "")).body)
      .toEqual({
        stands_still_since: "2026-03-16T09:00:00.000+03:00",
        tries_at: "2026-03-16T09:15:00.000+03:00",
      });
    await tellOfContribution(group, member.id, { number: ++number });
    expect((await ask("POST", "probe/", member.token)).status).toBe(403);
    expect((await ask("GET", "", member.token)).status).toBe(403);
    expect((await ask("POST", "probe/")).status).toBe(200);
    await expect.poll(() => gateway.calls()).toBe(before + 2);
    // Its answer is stored before the gateway has another one.
    const inState = async (...states: string[]) =>
      (await messagesOf(group)).filter(({ state }) => states.includes(state));
    await expect.poll(() => inState("sending")).toEqual([]);
    gateway.from({ code: 101 });
    expect((await ask("POST", "probe/")).status).toBe(200);
    await expect.poll(() => inState("waiting", "sending")).toEqual([]);
    await expect.poll(async () => (await ask("GET", "")).body).toEqual(still);
    const audited = await group.db
      .selectFrom("audit_entries")
      .select("actor_id")
      .where("action", "=", "messages.probe")
      .execute();
    expect(audited).toEqual([{ actor_id: books.secGen.id }, { actor_id: books.secGen.id }]);
  });
});

// It ends every session.
test("reports of nobody's texts are purged after a week, and those of the group's stay", async () => {
  const gatewayId = (await messagesOf(group))[0]?.gateway_id ?? "";
  await report(`id=${gatewayId}&status=Success`);
  await report("id=ATXid_nobody_again&status=Success");
  const ids = async () =>
    (await group.db.selectFrom("sms_reports").select("gateway_id").execute()).map(
      (row) => row.gateway_id,
    );
  const purgeIn = (days: number) =>
    purge(group.db, {
      now: new Date(group.clock.now().getTime() + days * 86_400_000),
      keepsMail: true,
    });
  await purgeIn(6);
  expect(await ids()).toContain("ATXid_nobody_again");
  await purgeIn(8);
  expect(await ids()).not.toContain("ATXid_nobody_again");
  expect(await ids()).toContain(gatewayId);
});
