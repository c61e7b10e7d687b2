// What the first views fetch: requests and bytes, which are the same on every machine, against the budgets. The bytes of the
// parts, and of what is fetched later, are judged at each build (scripts/check-size.mjs).
import type { Browser, Page, Request } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApplication, type Application } from "./application.ts";
import { openBrowser, openWindow, PHONE } from "./browser.ts";
import { joinGroup } from "./people.ts";

const KIB = 1024;
/** Icon and manifest, which every page names: the browser fetches them when it likes, and does not always tell of it. */
const besidePage = 2;

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

function listen(page: Page): Request[] {
  const asked: Request[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/static/") || !/\.\w+$/.test(request.url())) asked.push(request);
  });
  return asked;
}

function pathOf(request: Request): string {
  const { pathname, search } = new URL(request.url());
  return pathname + search;
}

async function bytesOf(requests: readonly Request[]): Promise<number> {
  const sizes = await Promise.all(requests.map((request) => request.sizes()));
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
}

/** What the dashboard does without at first. */
const isLater = /\/(toast-view|later|history-charts|contract|schemas|rest)-/;
const isIsland = (request: Request) => /\/(island|react)-/.test(request.url());

test.each(["/", "/?language=sw"])("who only looks at %s pays for nothing else", async (address) => {
  const { context, page } = await openWindow(browser, { url: application.url, size: PHONE });
  const asked = listen(page);
  const answer = await page.goto(address);
  await page.waitForLoadState("networkidle");
  const paths = asked.map(pathOf);
  expect(paths).toEqual([...new Set(paths)]);
  expect(asked.length).toBeLessThanOrEqual(8 - besidePage);
  expect(await bytesOf(asked)).toBeLessThanOrEqual(30 * KIB);
  expect(asked.filter(isIsland)).toEqual([]);
  const sw = `<${application.url}/?language=sw>; rel="alternate"; hreflang="sw"`;
  expect(answer?.headers()["link"]).toContain(sw);
  await context.close();
});

test("sign-in is on its way with the first move of a hand, before it is gone for", async () => {
  const { context, page } = await openWindow(browser, { url: application.url });
  const asked = listen(page);
  const finished = new Set<Request>();
  page.on("requestfinished", (request) => finished.add(request));
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  const words = page.waitForRequest(/\/first-/);
  const island = page.waitForRequest(/\/react-/);
  await page.mouse.move(200, 500);
  await Promise.all([island, words]);
  await expect.poll(() => asked.filter((each) => !finished.has(each)).map(pathOf)).toEqual([]);
  const before = asked.length;
  await page.getByRole("banner").getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("dialog", { name: "Sign In" }).waitFor();
  const late = asked.slice(before).map(pathOf);
  expect(late.filter((path) => !path.includes("/toast-view-"))).toEqual([]);
  await context.close();
});

test("where data is saved, sign-in comes when it is pressed and not before", async () => {
  const { context, page } = await openWindow(browser, { url: application.url });
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "connection", { value: { saveData: true } }),
  );
  const asked = listen(page);
  await page.goto("/");
  await page.mouse.wheel(0, 300);
  await page.waitForFunction(() => scrollY > 0);
  await page.waitForLoadState("networkidle");
  expect(asked.filter(isIsland)).toEqual([]);
  await page.getByRole("banner").getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("dialog", { name: "Sign In" }).waitFor();
  await context.close();
});

test("the first view of the dashboard takes few files, and nothing else comes before its figures", async () => {
  const { token } = await joinGroup(application, {
    firstName: "Makena",
    lastName: "Kariuki",
    office: "treasurer",
  });
  const { context, page } = await openWindow(browser, { url: application.url, size: PHONE });
  await page.goto("/");
  await page.evaluate((kept) => localStorage.setItem("session_cookie", kept), token);
  const asked = listen(page);
  const answered = new Set<Request>();
  let answeredBefore: Set<Request> | undefined;
  page.on("requestfinished", (request) => answered.add(request));
  page.on("request", (request) => {
    if (isLater.test(request.url())) answeredBefore ??= new Set(answered);
  });
  await page.goto("/dashboard");
  await page.getByRole("heading", { name: "Recap & Alerts" }).waitFor();
  await page.waitForRequest(/\/later-/);
  await page.waitForLoadState("networkidle");

  const first = asked.slice(
    0,
    asked.findIndex((each) => isLater.test(each.url())),
  );
  const questions = first.filter((each) => pathOf(each).startsWith("/api/"));
  const files = first.filter((each) => !questions.includes(each));
  expect(files.length).toBeLessThanOrEqual(12 - besidePage);
  const parts = files.filter((each) => pathOf(each).startsWith("/static/"));
  expect(await bytesOf(parts)).toBeLessThanOrEqual(170 * KIB);
  // Seven of start-up (Spec 4), and what home shows besides: fines, the group, its settings, what waits for this office.
  expect(questions.map(pathOf).slice(7).toSorted()).toEqual([
    "/api/accounting/get_user_fines/",
    "/api/finances/fine-payment-approval/",
    "/api/finances/monthly-contribution-approval/",
    "/api/group/",
    "/api/group/settings/",
  ]);
  expect(questions.filter((each) => !answeredBefore?.has(each)).map(pathOf)).toEqual([]);
  const paths = asked.map(pathOf);
  expect(paths.toSorted()).toEqual([...new Set(paths)].toSorted());
  await context.close();
});
