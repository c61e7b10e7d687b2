// Start-up with a stored session token (SCR-8): which requests, in which order, and none twice.
import { nairobiDate } from "#domain/calendar.ts";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDataFolder, removeDataFolder } from "#tests/support/machine.ts";
import { copyStarted, startApplication, startWhereInUse, type Application } from "./application.ts";
import { listenForRequests, openBrowser, openWindow, untilIdle } from "./browser.ts";
import { joinGroup } from "./people.ts";
import { closeWindows } from "./shared-windows.ts";

/** By the server's clock; the device's is wrong. */
const DAY = nairobiDate(new Date());
const DEVICES_DAY = "2026-03-05";

let application: Application;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication();
  browser = await openBrowser();
});
afterAll(async () => {
  await closeWindows(browser);
  await application?.close();
});

/** The API requests of a dashboard page until it was idle, and its console output. */
async function openDashboard(
  token: string,
  path = "/dashboard",
  heading = "Recap & Alerts",
): Promise<{ requests: string[][]; requested: string[]; errors: string[] }> {
  const { context, page, errors } = await openWindow(browser, { url: application.url });
  await page.clock.setFixedTime(`${DEVICES_DAY}T12:00:00+03:00`);
  await page.goto("/robots.txt");
  await page.evaluate((stored) => localStorage.setItem("session_cookie", stored), token);
  const requests = listenForRequests(page);
  await page.goto(path);
  await page.getByRole("heading", { name: heading }).first().waitFor();
  await untilIdle(page, 500);
  await context.close();
  return { requests, requested: requests.flat(), errors };
}

/** What start-up requests after the user, for members who may see the group's figures, in the order of SCR-8. */
function startUpOfApproved(): string[] {
  const unpadded = DAY.replace(/-0/g, "-");
  return [
    "/api/user/get_active_user_count",
    "/api/finances/monthly-contribution/",
    "/api/finances/get-loan-payments/",
    "/api/waiting/",
    `/api/accounting/get_profit&loss/?start_date=${unpadded}&end_date=${unpadded}`,
    `/api/accounting/get_balance_sheet/?date=${DAY}`,
  ];
}

test("an official's start-up asks in the order of the specification, in two requests, and each question once", async () => {
  const { token } = await joinGroup(application, {
    firstName: "Makena",
    lastName: "Kariuki",
    office: "treasurer",
  });
  const { requests, requested, errors } = await openDashboard(token);
  expect(requests).toEqual([
    ["/api/user/get_user_data"],
    [
      ...startUpOfApproved(),
      "/api/group/",
      "/api/finances/dues/",
      "/api/user/assign_groups/",
      "/api/user/officials/",
      "/api/reconciliation/",
      "/api/group/settings/",
    ],
  ]);
  expect(requested.toSorted()).toEqual([...new Set(requested)].toSorted());
  expect(errors).toEqual([]);
});

test("a page that is opened by its address asks the same without what only home shows", async () => {
  const { token } = await joinGroup(application, {
    firstName: "Rehema",
    lastName: "Barasa",
    office: "sec-gen",
  });
  const { requests, requested, errors } = await openDashboard(token, "/dashboard/news", "News");
  expect(requests).toEqual([["/api/user/get_user_data"], [...startUpOfApproved(), "/api/group/"]]);
  expect(requested.toSorted()).toEqual([...new Set(requested)].toSorted());
  expect(errors).toEqual([]);
});

test("a page that is opened by its address requests what it shows with start-up, or in one more request", async () => {
  const { token } = await joinGroup(application, {
    firstName: "Wairimu",
    lastName: "Mbugua",
    office: "treasurer",
  });
  const { requests, requested, errors } = await openDashboard(
    token,
    "/dashboard/accounting",
    "Accounting",
  );
  expect(requests.length).toBeLessThanOrEqual(3);
  const own = [
    "/api/group/settings/?page=1&page_size=1",
    "/api/mpesa/",
    "/api/reconciliation/",
    "/api/loans/products/?all=true",
    "/api/accounting/history/",
    "/api/accounting/closed_years/",
  ];
  expect(requested).toEqual([
    "/api/user/get_user_data",
    ...startUpOfApproved(),
    "/api/group/",
    ...own,
  ]);
  expect(errors).toEqual([]);
});

test("a failure while the pointer is on a link is shown only when the page opens", async () => {
  const { token } = await joinGroup(application, {
    firstName: "Nyambura",
    lastName: "Gitau",
    office: "treasurer",
  });
  const { context, page } = await openWindow(browser, { url: application.url });
  await page.goto("/robots.txt");
  await page.evaluate((stored) => localStorage.setItem("session_cookie", stored), token);
  await page.goto("/dashboard");
  await page.getByRole("heading", { name: "Recap & Alerts" }).waitFor();
  await untilIdle(page, 500);
  const requests = listenForRequests(page);
  await page.route("**/api/**", (route) =>
    route.fulfill({ status: 400, json: { detail: "Not today." } }),
  );
  const link = page.getByRole("navigation").getByRole("link", { name: "Accounting" });
  await link.hover();
  await expect.poll(() => requests.flat()).toContain("/api/accounting/closed_years/");
  await untilIdle(page, 500);
  await expect.poll(() => page.getByText("Not today.").count()).toBe(0);
  await link.click();
  await page.getByText("Not today.").first().waitFor();
  await context.close();
});

test("a member who awaits approval is asked nothing about the group", async () => {
  const { token } = await joinGroup(application, { firstName: "Ouma", lastName: "Wekesa" });
  const { requests, errors } = await openDashboard(token);
  expect(requests).toEqual([
    ["/api/user/get_user_data"],
    [
      "/api/finances/monthly-contribution/",
      "/api/finances/get-loan-payments/",
      "/api/waiting/",
      "/api/group/",
      "/api/finances/dues/",
      "/api/user/assign_groups/",
    ],
  ]);
  expect(errors).toEqual([]);
});

test("a question that fails is asked again alone, and the others stand", async () => {
  const { token } = await joinGroup(application, { firstName: "Achieng", lastName: "Odongo" });
  const { context, page, errors } = await openWindow(browser, { url: application.url });
  await page.route("**/api/answers/**", async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    body.answers[4] = { status: 500, answer: { detail: "Something went wrong on our side." } };
    await route.fulfill({ response: answer, json: body });
  });
  await page.goto("/robots.txt");
  await page.evaluate((stored) => localStorage.setItem("session_cookie", stored), token);
  const requests = listenForRequests(page);
  await page.goto("/dashboard");
  await page.getByRole("heading", { name: "Recap & Alerts" }).waitFor();
  await expect.poll(() => requests.slice(2)).toEqual([["/api/finances/dues/"]]);
  expect(errors).toEqual([]);
  await context.close();
});

test.each([
  { status: 404, detail: "There is nothing at this address.", lastName: "Simiyu" },
  {
    status: 400,
    detail: "Each question must be the address of something that can be read here.",
    lastName: "Wafula",
  },
])(
  "if questions together are refused with $status, each is asked alone",
  async ({ status, detail, lastName }) => {
    const { token } = await joinGroup(application, { firstName: "Naliaka", lastName });
    const { context, page } = await openWindow(browser, { url: application.url });
    await page.route("**/api/answers/**", (route) => route.fulfill({ status, json: { detail } }));
    await page.goto("/robots.txt");
    await page.evaluate((stored) => localStorage.setItem("session_cookie", stored), token);
    const requests = listenForRequests(page);
    await page.goto("/dashboard");
    await page.getByRole("heading", { name: "Recap & Alerts" }).waitFor();
    await expect.poll(() => requests[1]?.length).toBeGreaterThan(1);
    const each = requests[1]?.map((question) => [question]);
    await expect.poll(() => requests.slice(2)).toEqual(each);
    await context.close();
  },
);

test("a second server on the same port says so in a sentence, and leaves the first one alone", async () => {
  await expect(application.command("main")).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Port \d+ of localhost is in use\..*PORT\.$/m),
  });
  expect((await fetch(`${application.url}/api/health`)).status).toBe(200);
});

test("a server whose port is in use stops the PostgreSQL that it started", async () => {
  const dataDir = await makeDataFolder("akiba-e2e-");
  await copyStarted("main", dataDir);
  await expect(startWhereInUse(application.url, dataDir)).rejects.toMatchObject({ code: 1 });
  const left = await readdir(join(dataDir, "postgres"));
  expect(left).toContain("PG_VERSION");
  expect(left).not.toContain("postmaster.pid");
  await removeDataFolder(dataDir);
});

test.each([
  ["en", "Please login again"],
  ["sw", "Tafadhali ingia tena"],
])(
  "a token that the server no longer knows leads to the start page in %s",
  async (language, sentence) => {
    const { context, page } = await openWindow(browser, { url: application.url });
    const words: string[] = [];
    page.on("console", (message) => words.push(message.text()));
    await page.goto(`/?language=${language}`);
    await page.evaluate(() => localStorage.setItem("session_cookie", "long-forgotten"));
    // It leaves as soon as the server has answered, maybe before the page has loaded.
    await page.goto("/dashboard", { waitUntil: "commit" });
    await page.waitForURL(`${application.url}/`);
    await page.getByText(sentence).waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.getItem("session_cookie"))).toBeNull();
    await expect
      .poll(() => words.filter((text) => text.startsWith("Verification failed")))
      .toHaveLength(1);
    await context.close();
  },
);
