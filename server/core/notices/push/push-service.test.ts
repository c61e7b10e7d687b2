// Push messages against a service that checks signatures and a browser that decrypts them.
import { afterAll, beforeAll, expect, test, describe } from "vitest";
import webPush from "web-push";
import { startPushService, type PushService } from "#tests/support/notice-gateways.ts";
import { untilItGivesUp } from "#tests/support/until-it-gives-up.ts";
import { openPush, type SendPush, isPushEndpoint } from "./push-service.ts";

const keys = webPush.generateVAPIDKeys();
const subject = "mailto:chama@example.com";
const message = { payload: JSON.stringify({ title: "Mbuyu", body: "Pesa imefika" }), topic: "n1" };

let service: PushService;
let send: SendPush;
beforeAll(async () => {
  service = await startPushService();
  send = openPush({ keys, subject, admitsLoopback: true });
});
afterAll(() => service.close());

function newBrowser() {
  const { endpoint, keys: own } = service.subscribe("Simu");
  return { endpoint, ...own };
}

test("the browser reads what was sent, signed with the group's key, for a day at most", async () => {
  expect(await send(newBrowser(), message)).toEqual({ is: "accepted" });
  expect(service.refused).toEqual([]);
  expect(service.pushes).toEqual([
    {
      browser: "Simu",
      payload: message.payload,
      ttl: 86_400,
      topic: "n1",
      subject,
      publicKey: keys.publicKey,
    },
  ]);
});

test.each([
  [404, "gone"],
  [410, "gone"],
  [413, "failed"],
  [429, "again"],
  [500, "again"],
  [301, "failed"],
])("status %i is %s", async (status, is) => {
  service.next({ status });
  expect((await send(newBrowser(), message)).is).toBe(is);
});

test("an answer that is lost or late leaves unknown what became of it", async () => {
  service.next("lost", "late");
  expect((await send(newBrowser(), message)).is).toBe("unknown");
  const late = await untilItGivesUp({
    send: () => send(newBrowser(), message),
    hasArrived: () => service.heldBack() > 0,
    waitsMs: 25_000,
  });
  expect(late.is).toBe("unknown");
  service.release();
});

test("a subscription with broken keys fails, and nothing is posted", async () => {
  const before = service.pushes.length + service.refused.length;
  expect((await send({ ...newBrowser(), p256dh: "AAAA" }, message)).is).toBe("failed");
  expect(service.pushes.length + service.refused.length).toBe(before);
});

test("nothing is posted to this machine unless that is admitted", async () => {
  const before = service.pushes.length;
  const careful = openPush({ keys, subject, admitsLoopback: false });
  expect((await careful(newBrowser(), message)).is).toBe("failed");
  expect(service.pushes).toHaveLength(before);
});

describe("the address of a browser", () => {
  test.each([
    ["https://fcm.googleapis.com/fcm/send/abc", true],
    ["https://updates.push.services.mozilla.com/wpush/v2/abc", true],
    ["https://web.push.apple.com/abc", true],
    ["https://8.8.8.8/push", true],
    ["http://fcm.googleapis.com/fcm/send/abc", false],
    ["ftp://push.example.com/", false],
    ["https://user:secret@push.example.com/", false],
    ["https://10.0.0.1/push", false],
    ["https://192.168.1.1/push", false],
    ["https://169.254.169.254/latest/", false],
    ["https://[fd00::1]/push", false],
    ["https://[::ffff:10.0.0.1]/push", false],
    // Other notations of the same addresses.
    ["https://0xa000001/push", false],
    ["https://167772161/push", false],
    ["https://intranet/push", false],
    ["https://db.internal/push", false],
    ["https://printer.local/push", false],
    ["push.example.com", false],
    ["", false],
  ])("%s is taken: %s", (endpoint, is) => {
    expect(isPushEndpoint(endpoint, { admitsLoopback: false })).toBe(is);
    expect(isPushEndpoint(endpoint, { admitsLoopback: true })).toBe(is);
  });

  test.each([
    "https://localhost/push",
    "http://localhost:9000/push",
    "http://127.0.0.1:9000/push",
    "https://127.1/push",
    "https://2130706433/push",
    "http://[::1]:9000/push",
  ])("%s is taken where this machine is", (endpoint) => {
    expect(isPushEndpoint(endpoint, { admitsLoopback: false })).toBe(false);
    expect(isPushEndpoint(endpoint, { admitsLoopback: true })).toBe(true);
  });
});
