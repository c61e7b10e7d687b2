// Start-up with a kept session token (spec 4): what is asked, in which order, and nothing twice.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApplication, type Application } from "./application.ts";
import { openBrowser, openWindow } from "./browser.ts";
import { joinGroup } from "./people.ts";

let application: Application;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await application?.close();
});

/** What the dashboard asked of the API until it was at rest, and what it said on the console. */
async function openDashboard(token: string): Promise<{ asked: string[]; errors: string[] }> {
  const { context, page, errors } = await openWindow(browser, { url: application.url });
  await page.goto("/");
  await page.evaluate((kept) => localStorage.setItem("session_cookie", kept), token);
  const asked = listenFor(page);
  await page.goto("/dashboard");
  await page.getByRole("heading", { name: "Recap & Alerts" }).waitFor();
  await page.waitForLoadState("networkidle");
  await context.close();
  return { asked, errors };
}

function listenFor(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith("/api/")) asked.push(pathname + search);
  });
  return asked;
}

test("an official's start-up asks in the order of the specification, and each question once", async () => {
  const { token } = await joinGroup(application, {
    firstName: "Makena",
    lastName: "Kariuki",
    office: "treasurer",
  });
  const { asked, errors } = await openDashboard(token);
  const padded = new Intl.DateTimeFormat("en-CA", { timeZone: "Africa/Nairobi" }).format();
  const day = padded.replace(/-0/g, "-");
  expect(asked.slice(0, 7)).toEqual([
    "/api/user/get_user_data",
    "/api/user/get_active_user_count",
    "/api/finances/monthly-contribution/",
    "/api/finances/get-loan-payments/",
    "/api/finances/get-loan-payment-approvals/",
    `/api/accounting/get_profit&loss/?start_date=${day}&end_date=${day}`,
    `/api/accounting/get_balance_sheet/?date=${padded}`,
  ]);
  expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
  expect(errors).toEqual([]);
});

test("a member who awaits approval is asked nothing about the group", async () => {
  const { token } = await joinGroup(application, { firstName: "Ouma", lastName: "Wekesa" });
  const { asked, errors } = await openDashboard(token);
  expect(asked.slice(0, 4)).toEqual([
    "/api/user/get_user_data",
    "/api/finances/monthly-contribution/",
    "/api/finances/get-loan-payments/",
    "/api/finances/get-loan-payment-approvals/",
  ]);
  expect(asked.filter((path) => path.startsWith("/api/accounting/get_p"))).toEqual([]);
  expect(asked.filter((path) => path.includes("get_active_user_count"))).toEqual([]);
  expect(errors).toEqual([]);
});

test("a second server on the same port says so in a sentence, and leaves the first one alone", async () => {
  await expect(application.command("main")).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Port \d+ of localhost is in use\..*PORT\.$/m),
  });
  expect((await fetch(`${application.url}/api/health`)).status).toBe(200);
});

test("a token that the server no longer knows leads to the start page", async () => {
  const { context, page } = await openWindow(browser, { url: application.url });
  const said: string[] = [];
  page.on("console", (message) => said.push(message.text()));
  await page.goto("/");
  await page.evaluate(() => localStorage.setItem("session_cookie", "long-forgotten"));
  await page.goto("/dashboard");
  await page.getByText("Please login again").waitFor();
  expect(new URL(page.url()).pathname).toBe("/");
  expect(await page.evaluate(() => localStorage.getItem("session_cookie"))).toBeNull();
  expect(said.some((text) => text.startsWith("Verification failed"))).toBe(true);
  await context.close();
});
