// Failures of a real phone: an answer lost on its way, a session that ends under unsent values.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApplication, type Application } from "./application.ts";
import {
  fillIn,
  inspect,
  openBrowser,
  openWindow,
  PHONE,
  readStored,
  untilIdle,
  type Visit,
} from "./browser.ts";
import { ask, joinGroup, type Member } from "./people.ts";
import { closeWindows } from "./shared-windows.ts";

const PAY = "**/api/finances/monthly-contribution/";

let application: Application;
let browser: Browser;
let member: Member;
let visit: Visit;

beforeAll(async () => {
  application = await startApplication();
  browser = await openBrowser();
  member = await joinGroup(application, { firstName: "Zawadi", lastName: "Chege" });
  visit = await openWindow(browser, { url: application.url, size: PHONE });
  await visit.page.goto("/robots.txt");
  await visit.page.evaluate((token) => localStorage.setItem("session_cookie", token), member.token);
});
afterAll(async () => {
  await closeWindows(browser);
  await application?.close();
});

async function fillPayment(reference: string) {
  const { page } = visit;
  await page.goto("/dashboard/contributions");
  await page.getByRole("button", { name: "Pay Contribution" }).first().click();
  const form = page.getByRole("dialog", { name: "Pay Contribution" });
  await fillIn(form.getByLabel("Amount paid"), "1000");
  await fillIn(form.getByLabel("Payment reference"), reference);
  // By now the device knows who owns the payment it will store.
  await expect.poll(async () => (await readStored(page)).owner).toHaveLength(1);
  return form;
}

async function countPaid(): Promise<number> {
  const { body } = await ask(application, "GET", "/api/finances/monthly-contribution/", {
    token: member.token,
  });
  return body.monthly_contributions_receipts.length;
}

test("a payment whose answer was lost is sent again without being paid twice", async () => {
  const { page } = visit;
  let lost = 0;
  await page.route(PAY, async (route) => {
    if (route.request().method() !== "POST" || lost > 0) return route.fallback();
    lost += 1;
    // The server gets it; the phone gets no answer.
    await route.fetch();
    return route.abort("connectionreset");
  });
  const form = await fillPayment("LOST-0001");
  await form.getByRole("button", { name: "Submit payment" }).click();
  await form.waitFor({ state: "hidden" });
  // It is stored and sent again by itself.
  await page.getByText("Sent: KES 1,000.00, ref LOST-0001", { exact: true }).waitFor();
  expect(lost).toBe(1);
  await page.unroute(PAY);
  expect(await countPaid()).toBe(1);
});

test("a session that ends under a half-filled form loses nothing that was typed", async () => {
  const { page } = visit;
  const form = await fillPayment("KEPT-0001");
  // The page's own requests would notice the end before the form does.
  await untilIdle(page, 500);
  await ask(application, "POST", "/api/user/logout/", { token: member.token });
  await form.getByRole("button", { name: "Submit payment" }).click();
  const again = page.getByRole("dialog", { name: "Please login again" });
  await again.waitFor();
  // The browser logged the lost answer of the test before; checks on this window start here.
  visit.errors.length = 0;
  await inspect(visit, "session-ended-light");
  await fillIn(again.getByLabel("Password", { exact: true }), member.password);
  await again.getByRole("button", { name: "Sign In" }).click();
  await again.waitFor({ state: "hidden" });
  await expect.poll(() => form.getByLabel("Payment reference").inputValue()).toBe("KEPT-0001");
  await form.getByRole("button", { name: "Submit payment" }).click();
  await form.waitFor({ state: "hidden" });
  member.token = await page.evaluate(() => localStorage.getItem("session_cookie") ?? "");
  expect(await countPaid()).toBe(2);
});

test("the menu of a phone gives the focus back to the button that opened it", async () => {
  const { page } = visit;
  await page.goto("/dashboard");
  const opener = page.getByRole("button", { name: "Open the menu" });
  await opener.press("Enter");
  await page.getByRole("dialog", { name: "Menu" }).waitFor();
  await page.keyboard.press("Escape");
  const hasFocus = () => opener.evaluate((element) => element === document.activeElement);
  await expect.poll(hasFocus).toBe(true);
});

test("a part of the program that does not arrive is reported, and reloading helps", async () => {
  const { page } = visit;
  await page.route("**/static/js/contributions-*.chunk.js", (route) => route.abort());
  await page.goto("/dashboard");
  await page.getByText(`Welcome, ${member.username}`).waitFor();
  await page.getByRole("button", { name: "Open the menu" }).click();
  await page
    .getByRole("navigation", { name: "Menu" })
    .getByRole("link", { name: "Contributions" })
    .click();
  await page.getByText("Unexpected Application Error!").waitFor();
  const named = page.getByText(/Loading chunk .+ failed/);
  await expect.poll(() => named.count()).toBeGreaterThan(0);
  await page.unroute("**/static/js/contributions-*.chunk.js");
  await page.getByRole("button", { name: "Reload the page" }).click();
  await page.getByRole("heading", { name: "Monthly Contributions" }).waitFor();
});
