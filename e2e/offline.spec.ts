// Without a network: the application opens from a cold tab, shows what was seen with its time, and stores a payment
// until it can be sent, once. The connection between phone and server is a real one that is cut, or loses the
// server's answers.
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Application } from "./application.ts";
import {
  changeStored,
  closeDialog,
  DESKTOP,
  fillIn,
  inspect,
  readStored,
  untilIdle,
  type Visit,
} from "./browser.ts";
import { ask, joinGroup, type Json, type Member } from "./people.ts";
import { type Phones, startPhones, storedKeys } from "./phones.ts";
import { deployable, type Line } from "./proxy.ts";

const PAY = "/api/finances/monthly-contribution/";

let phones: Phones;
let application: Application;
let line: Line;
let member: Member;

beforeAll(async () => {
  phones = await startPhones();
  ({ application, line, member } = phones);
  await ask(application, "POST", PAY, { token: member.token, body: payment("FIRST-0001") });
});
afterEach(() => phones.closeAll());
afterAll(() => phones?.end());

function payment(reference: string): Json {
  return {
    amount_paid: 750,
    contribution_month: "2026-01-01",
    payment_date: "2026-01-05T00:00:00+03:00",
    payment_Reference_Code: reference,
  };
}

/** A phone whose worker is active, with home and contributions visited. */
async function openPhone(params: Parameters<Phones["open"]>[0] = {}): Promise<Visit> {
  const visit = await phones.open(params);
  const { page } = visit;
  await page.goto("/dashboard/contributions");
  await page.getByRole("heading", { name: "Monthly Contributions" }).waitFor();
  await page.getByRole("heading", { name: "Latest payments" }).waitFor();
  await expect.poll(() => storedKeys(page)).toContain(PAY);
  return visit;
}

async function pay(page: Page, reference: string): Promise<void> {
  await page.getByRole("button", { name: "Pay Contribution" }).first().click();
  const form = page.getByRole("dialog", { name: "Pay Contribution" });
  await fillIn(form.getByLabel("Amount paid"), "1000");
  await fillIn(form.getByLabel("Payment reference"), reference);
  await form.getByRole("button", { name: "Submit payment" }).click();
  await form.waitFor({ state: "hidden" });
}

async function countPaid(reference: string): Promise<number> {
  const { body } = await ask(application, "GET", PAY, { token: member.token });
  const items: Json[] = body.monthly_contributions_receipts;
  return items.filter((item) => item.payment_Reference_Code === reference).length;
}

/** No more answers, so that none is written to the device either. */
async function cutOff(context: BrowserContext, page: Page): Promise<void> {
  await untilIdle(page, 500);
  line.cut();
  await context.setOffline(true);
}

const waiting = (page: Page, reference: string) =>
  page.getByText(`Waiting for the network: KES 1,000.00, ref ${reference}`);

const savings = (page: Page) => page.getByRole("figure", { name: "Your savings over time" });

test("a cold tab opens without a network and shows what was seen, with its time", async () => {
  const { context, page } = await openPhone();
  await page.goto("/dashboard");
  await savings(page).waitFor();
  await expect.poll(() => storedKeys(page)).toContain("/api/finances/savings_history/");
  await page.close();
  line.cut();
  await context.setOffline(true);
  const cold = await context.newPage();
  const visit: Visit = { context, page: cold, errors: [] };
  await cold.goto("/dashboard");
  await cold.getByText(`Welcome, ${member.username}`).waitFor();
  // Chromium reports a page served by a service worker as online until it is set again. The connection stays cut.
  await context.setOffline(false);
  await context.setOffline(true);
  await cold.getByText(/You are offline\. Figures as of \d\d \w{3} \d{4}, \d\d:\d\d\./).waitFor();
  await cold.getByText("KES 750.00 waits for approval").waitFor();
  await savings(cold).waitFor();
  // The banner above the page shows it: every query of home has its stored answer.
  await untilIdle(cold, 500);
  await expect.poll(() => cold.locator(".toast").allTextContents()).toEqual([]);
  await inspect(visit, "offline-home-light");
  await cold.goto("/dashboard/contributions");
  await cold.getByText("FIRST-0001").waitFor();
  await cold.getByText(/Figures as of/).waitFor();
});

test("with the server gone the same holds, and it heals by itself when it is back", async () => {
  const { page } = await openPhone({ size: DESKTOP });
  await application.kill();
  try {
    await page.reload();
    await page.getByText("FIRST-0001").waitFor();
    await page.getByText(/The server cannot be reached\. Figures as of/).waitFor();
    await inspect({ context: page.context(), page, errors: [] }, "server-gone-contributions-light");
  } finally {
    await application.restart();
  }
  await page.getByText(/reached\. Figures as of/).waitFor({ state: "hidden" });
});

test("a payment typed offline is stored through a closed tab and sent once when the network is back", async () => {
  const { context, page } = await openPhone();
  line.cut();
  await context.setOffline(true);
  await pay(page, "OFF-0001");
  await waiting(page, "OFF-0001").waitFor();
  await inspect({ context, page, errors: [] }, "outbox-waiting-light");
  await page.close();

  const cold = await context.newPage();
  await cold.goto("/dashboard");
  await waiting(cold, "OFF-0001").waitFor();
  const second = await context.newPage();
  await second.goto("/dashboard/contributions");
  await waiting(second, "OFF-0001").waitFor();
  expect(await countPaid("OFF-0001")).toBe(0);

  line.mend();
  await context.setOffline(false);
  await expect.poll(() => countPaid("OFF-0001")).toBe(1);
  await waiting(cold, "OFF-0001").waitFor({ state: "hidden" });
  await waiting(second, "OFF-0001").waitFor({ state: "hidden" });
  await expect.poll(async () => (await readStored(cold)).payments).toEqual([]);
  expect(await countPaid("OFF-0001")).toBe(1);
});

test("a payment whose answer was lost on the network is sent again with its key and counts once", async () => {
  const { page } = await openPhone();
  line.loseAnswersTo("POST");
  await pay(page, "LINE-0001");
  await expect.poll(() => countPaid("LINE-0001")).toBe(1);
  await page
    .getByText(/ref LINE-0001/)
    .first()
    .waitFor();
  line.mend();
  await page.getByText("Sent: KES 1,000.00, ref LINE-0001", { exact: true }).waitFor();
  expect(await countPaid("LINE-0001")).toBe(1);
  await expect.poll(async () => (await readStored(page)).payments).toEqual([]);
});

test("a stored payment that is refused says why, and is corrected in its form with what was typed", async () => {
  const { context, page } = await openPhone();
  line.cut();
  await context.setOffline(true);
  // The member's first payment holds the reference.
  await pay(page, "FIRST-0001");
  await waiting(page, "FIRST-0001").waitFor();
  line.mend();
  await context.setOffline(false);
  await page.getByText("Not accepted: KES 1,000.00, ref FIRST-0001").waitFor();
  await inspect({ context, page, errors: [] }, "outbox-refused-light");
  await page.getByRole("button", { name: "Correct it" }).click();
  const form = page.getByRole("dialog", { name: "Pay Contribution" });
  const reference = form.getByLabel("Payment reference");
  await expect.poll(() => reference.inputValue()).toBe("FIRST-0001");
  await fillIn(reference, "RIGHT-0001");
  await form.getByRole("button", { name: "Submit payment" }).click();
  await form.waitFor({ state: "hidden" });
  await expect.poll(() => countPaid("RIGHT-0001")).toBe(1);
  await page.getByText(/Not accepted:/).waitFor({ state: "hidden" });
});

test("a payment older than the server's memory of its key is asked about, not sent", async () => {
  const { context, page } = await openPhone();
  line.cut();
  await context.setOffline(true);
  await pay(page, "AGED-0001");
  await waiting(page, "AGED-0001").waitFor();
  const dayAndHour = 25 * 60 * 60 * 1000;
  await changeStored(page, { store: "payments", field: "typedAt", byMs: -dayAndHour });
  line.mend();
  await context.setOffline(false);
  await page.reload();
  await page.getByText("Not sent for more than a day: KES 1,000.00, ref AGED-0001").waitFor();
  await page.getByText("You are offline").waitFor({ state: "hidden" });
  expect(await countPaid("AGED-0001")).toBe(0);
  await page.getByRole("button", { name: "Send now" }).click();
  await page.getByText("Sent: KES 1,000.00, ref AGED-0001", { exact: true }).waitFor();
  expect(await countPaid("AGED-0001")).toBe(1);
});

test("a session that died meanwhile is renewed where the member is, and then the payment goes", async () => {
  const { context, page } = await openPhone();
  line.cut();
  await context.setOffline(true);
  await pay(page, "DEAD-0001");
  await waiting(page, "DEAD-0001").waitFor();
  await ask(application, "POST", "/api/user/logout/", { token: member.token });
  line.mend();
  await context.setOffline(false);
  const again = page.getByRole("dialog", { name: "Please login again" });
  await fillIn(again.getByLabel("Password", { exact: true }), member.password);
  await again.getByRole("button", { name: "Sign In" }).click();
  await page.getByText("Sent: KES 1,000.00, ref DEAD-0001", { exact: true }).waitFor();
  member.token = await page.evaluate(() => localStorage.getItem("session_cookie") ?? "");
  expect(await countPaid("DEAD-0001")).toBe(1);
});

test("signing out asks about unsent payments, and leaves nothing on the device", async () => {
  const { context, page } = await openPhone({ size: DESKTOP });
  line.cut();
  await context.setOffline(true);
  await pay(page, "GONE-0001");
  await waiting(page, "GONE-0001").waitFor();
  await page.getByRole("button", { name: "Sign Out" }).click();
  const question = page.getByRole("dialog", { name: "Sign out now?" });
  await question.getByText(/1 payment has not been sent/).waitFor();
  await inspect({ context, page, errors: [] }, "sign-out-question-light");
  await question.getByRole("button", { name: "Sign out and discard" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await expect.poll(() => readStored(page)).toEqual({ owner: [], answers: [], payments: [] });
  // It leaves before the page has loaded.
  await page.goto("/dashboard", { waitUntil: "commit" });
  await page.waitForURL((url) => url.pathname === "/");
  const cached = await page.evaluate(async () => {
    const names = await caches.keys();
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return keys.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(cached.filter((path) => /^\/(api|media)\//.test(path))).toEqual([]);
});

test("the next member on the same phone neither sees nor sends the previous one's payments", async () => {
  const second = await joinGroup(application, { firstName: "Yusuf", lastName: "Ali" });
  const { context, page } = await openPhone();
  line.cut();
  await context.setOffline(true);
  await pay(page, "MINE-0001");
  await waiting(page, "MINE-0001").waitFor();
  // The first session is not signed out; another member's replaces it.
  await page.evaluate((token) => localStorage.setItem("session_cookie", token), second.token);
  await page.reload();
  await page.getByText("Your account could not be opened").waitFor();
  await expect.poll(() => page.getByText(member.username).count()).toBe(0);
  line.mend();
  await context.setOffline(false);
  await page.goto("/dashboard");
  await page.getByText(`Welcome, ${second.username}`).waitFor();
  await expect
    .poll(async () => new Set((await readStored(page)).answers.map(({ userId }) => userId)))
    .toEqual(new Set([second.id]));
  await expect.poll(() => page.getByText("MINE-0001").count()).toBe(0);
  const { body } = await ask(application, "GET", PAY, { token: second.token });
  expect(body.monthly_contributions_receipts).toEqual([]);
  // When the first member returns, it is sent under their own name.
  await page.evaluate((token) => localStorage.setItem("session_cookie", token), member.token);
  await page.goto("/dashboard");
  await page.getByText("Sent: KES 1,000.00, ref MINE-0001", { exact: true }).waitFor();
  expect(await countPaid("MINE-0001")).toBe(1);
});

test("a session older than twelve hours shows nothing private", async () => {
  const { context, page } = await openPhone();
  const halfDay = 12 * 60 * 60 * 1000;
  await cutOff(context, page);
  await changeStored(page, { store: "owner", key: "owner", field: "since", byMs: -halfDay });
  await page.reload();
  await page.getByText("Your account could not be opened").waitFor();
  await expect.poll(() => page.getByText(member.username).count()).toBe(0);
});

test("a session that has rested for an hour shows nothing private, and what it stored is gone", async () => {
  const { context, page } = await openPhone();
  const hour = 61 * 60 * 1000;
  await cutOff(context, page);
  await changeStored(page, { store: "owner", key: "owner", field: "usedAt", byMs: -hour });
  await page.reload();
  await page.getByText("Your account could not be opened").waitFor();
  await expect.poll(() => page.getByText(member.username).count()).toBe(0);
  await expect.poll(() => readStored(page)).toMatchObject({ owner: [], answers: [] });
});

test("the store reveals neither a waiting payment nor the key that decrypts it", async () => {
  const { context, page } = await openPhone();
  line.cut();
  await context.setOffline(true);
  await pay(page, "SECRET-0001");
  await waiting(page, "SECRET-0001").waitFor();
  const { payments, owner, answers } = await readStored(page);
  expect(payments.map((each) => Object.keys(each).toSorted())).toEqual([
    ["id", "sealed", "typedAt", "userId"],
  ]);
  const { body } = await ask(application, "GET", "/api/user/get_user_data", {
    token: member.token,
  });
  expect(body.device_key).toMatch(/^[0-9a-f]{64}$/);
  expect(JSON.stringify([payments, owner, answers])).not.toContain("SECRET-0001");
  expect(JSON.stringify([payments, owner, answers])).not.toContain(body.device_key);
  line.mend();
  await context.setOffline(false);
  await expect.poll(() => countPaid("SECRET-0001")).toBe(1);
});

test("a new version says so, leaves an open form alone, and changes over when asked", async () => {
  const site = await deployable(application.url);
  const { context, page } = await openPhone({ url: site.url });
  await page.getByRole("button", { name: "Pay Contribution" }).first().click();
  const form = page.getByRole("dialog", { name: "Pay Contribution" });
  await fillIn(form.getByLabel("Payment reference"), "OPEN-0001");
  site.deploy("0123456789abcdef");
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update();
  });
  await page.getByText("A new version is ready.").waitFor();
  await expect.poll(() => form.getByLabel("Payment reference").inputValue()).toBe("OPEN-0001");
  await closeDialog(page, form.getByRole("button", { name: "Close" }));
  await inspect({ context, page, errors: [] }, "new-version-light");
  await Promise.all([
    page.waitForEvent("load"),
    page.getByRole("button", { name: "Reload" }).click(),
  ]);
  await page.getByRole("heading", { name: "Latest payments" }).waitFor();
  const shells = async () =>
    (await page.evaluate(() => caches.keys())).filter((name) => name.startsWith("akiba-shell-"));
  await expect.poll(shells).toEqual(["akiba-shell-0123456789abcdef"]);
  await page.getByText("A new version is ready.").waitFor({ state: "hidden" });
  await context.close();
  await site.close();
});
