// A member's notices: new in the bell, read when shown, and sent on the channels of their choice.
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Application } from "./application.ts";
import { DESKTOP, inspect, openBrowser, openWindow, PHONE } from "./browser.ts";
import { startFounded } from "./founded-group.ts";
import { ask, joinWithSavings, type Member, type Officials } from "./people.ts";
import { borrowWindow, closeWindows, returnWindows } from "./shared-windows.ts";

let application: Application;
let officials: Officials;
let browser: Browser;
let member: Member;
let treasurer: Member;

beforeAll(async () => {
  ({ application, officials } = await startFounded());
  ({ treasurer } = officials);
  browser = await openBrowser("whole");
  member = await joinWithSavings(application, officials);
});
afterEach(returnWindows);
afterAll(async () => {
  await closeWindows(browser);
  await application?.close();
});

function openAs({ token }: Member, size: typeof PHONE) {
  return borrowWindow(browser, { url: application.url, size, token });
}

test("the bell counts what is new, the list shows it, and what was shown is read", async () => {
  const { body } = await ask(application, "GET", "/api/notices/", { token: member.token });
  expect(body.unread).toBeGreaterThan(0);
  const visit = await openAs(member, PHONE);
  const { page } = visit;
  await page.goto("/dashboard");
  await page
    .getByRole("banner")
    .getByRole("link", { name: `Notices, ${body.unread} new` })
    .click();
  await page.getByRole("heading", { name: "Notices", level: 1 }).waitFor();
  await page.getByText(body.notices[0].text, { exact: true }).waitFor();
  await inspect(visit, "notices");
  await page.getByRole("banner").getByRole("link", { name: "Notices", exact: true }).waitFor();
  const unread = async () =>
    (await ask(application, "GET", "/api/notices/", { token: member.token })).body.unread;
  await expect.poll(unread).toBe(0);
  // New ones stay marked while the member reads.
  await expect.poll(() => page.getByText("New", { exact: true }).count()).toBe(body.unread);
});

test("each tick counts at once, and shows again", async () => {
  const visit = await openAs(member, DESKTOP);
  const { page } = visit;
  await page.goto("/dashboard/profile");
  await page.getByRole("heading", { name: "How you are notified" }).waitFor();
  const tick = page.getByRole("checkbox", { name: "Loans by On the screen" });
  await expect.poll(() => tick.isChecked()).toBe(false);
  await tick.click();
  await expect.poll(() => tick.isChecked()).toBe(true);
  await inspect(visit, "notice-choices");
  await page.reload();
  await tick.waitFor();
  await expect.poll(() => tick.isChecked()).toBe(true);
});

test("an official reads every message with its state, and finds those of one way", async () => {
  const path = "/api/notices/sent/?channel=email&page=1";
  await expect
    .poll(async () => (await ask(application, "GET", path, { token: treasurer.token })).body.count)
    .toBeGreaterThan(0);
  const visit = await openAs(treasurer, PHONE);
  const { page } = visit;
  await page.goto("/dashboard/accounting");
  await page.getByRole("link", { name: "Messages", exact: true }).click();
  await page.getByRole("heading", { name: "Messages", level: 1 }).waitFor();
  await page.getByText("Nothing is held back.", { exact: false }).waitFor();
  await page.getByRole("combobox", { name: "Way" }).selectOption("SMS");
  await page.getByText("No message is like that").waitFor();
  expect(visit.errors).toEqual([]);
});

test("a push message is shown on the screen once for each notice", async () => {
  const { context, page } = await openWindow(browser, {
    url: application.url,
    size: PHONE,
    worker: true,
  });
  await context.grantPermissions(["notifications"], { origin: application.url });
  const session = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [first] = registrations;
      if (first !== undefined) resolve(first.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  await page.goto("/");
  await page.evaluate((stored) => localStorage.setItem("session_cookie", stored), member.token);
  await page.goto("/dashboard");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
  const registrationId = await registered;
  const data = JSON.stringify({
    title: "Akiba Group",
    body: "Your contribution is approved.",
    tag: "notice-1",
    url: "/dashboard/profile/notices",
  });
  for (let times = 0; times < 2; times++)
    await session.send("ServiceWorker.deliverPushMessage", {
      origin: application.url,
      registrationId,
      data,
    });
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const notifications = await registration.getNotifications();
      return notifications.map(({ title, body }) => ({ title, body }));
    });
  await expect
    .poll(shown)
    .toEqual([{ title: "Akiba Group", body: "Your contribution is approved." }]);
});
