// What the first views load: requests and bytes, which are the same on every machine, against the budgets. Each build
// checks the bytes of the parts and of what loads later (scripts/check-size.mjs).
import type { Browser, Page, Request } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Application } from "./application.ts";
import { openBrowser, openWindow, PHONE, questionsOf } from "./browser.ts";
import { startFounded } from "./founded-group.ts";
import { joinGroup, joinWithSavings, type Officials } from "./people.ts";
import { closeWindows } from "./shared-windows.ts";

const KIB = 1024;
/** Icon and manifest, which every page names: the browser loads them when it likes, and does not always report it. */
const besidePage = 2;
/** With the manifest twice, as Lighthouse counts it. */
const besideHome = 3;
/** A landing page visible for this long counts as read (web/landing/open-on-demand.ts). */
const READING_AFTER_MS = 1500;

let application: Application;
let officials: Officials;
let browser: Browser;

beforeAll(async () => {
  ({ application, officials } = await startFounded());
  browser = await openBrowser("whole");
});
afterAll(async () => {
  await closeWindows(browser);
  await application?.close();
});

function listen(page: Page): Request[] {
  const requested: Request[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/static/") || !/\.\w+$/.test(request.url()))
      requested.push(request);
  });
  return requested;
}

function pathOf(request: Request): string {
  const { pathname, search } = new URL(request.url());
  return pathname + search;
}

async function bytesOf(requests: readonly Request[]): Promise<number> {
  const sizes = await Promise.all(requests.map((request) => request.sizes()));
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
}

/** Parts of the dashboard that load later. */
const isLater = /\/(later|contract|schemas|rest)-/;
const isIsland = (request: Request) => /\/(island|react)-/.test(request.url());

test.each(["/", "/?language=sw"])(
  "a visitor who only looks at %s downloads nothing else",
  async (address) => {
    const { context, page } = await openWindow(browser, { url: application.url, size: PHONE });
    const all = listen(page);
    const answer = await page.goto(address);
    await page.waitForLoadState("networkidle");
    // A visitor who stays reads, and more loads. On a busy machine that may have started by now.
    const readsAtMs = await page.evaluate((readingAfterMs) => {
      const [visit] = performance.getEntriesByType("navigation");
      const { loadEventEnd } = visit as PerformanceNavigationTiming;
      return performance.timeOrigin + loadEventEnd + readingAfterMs;
    }, READING_AFTER_MS);
    const requested = all.filter((request) => request.timing().startTime < readsAtMs);
    const paths = requested.map(pathOf);
    expect(paths).toEqual([...new Set(paths)]);
    expect(requested.length).toBeLessThanOrEqual(8 - besidePage);
    expect(await bytesOf(requested)).toBeLessThanOrEqual(30 * KIB);
    expect(requested.filter(isIsland)).toEqual([]);
    const sw = `<${application.url}/?language=sw>; rel="alternate"; hreflang="sw"`;
    expect(answer?.headers()["link"]).toContain(sw);
    await context.close();
  },
);

test("sign-in loads at the first movement of the pointer, before it is pressed", async () => {
  const { context, page } = await openWindow(browser, { url: application.url });
  // Opened behind another page, it does not count as read until a pointer moves over it.
  await page.addInitScript(() => Object.defineProperty(document, "hidden", { value: true }));
  const requested = listen(page);
  const finished = new Set<Request>();
  page.on("requestfinished", (request) => finished.add(request));
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  const words = page.waitForRequest(/\/first-/);
  const island = page.waitForRequest(/\/react-/);
  await page.mouse.move(200, 500);
  await Promise.all([island, words]);
  await expect.poll(() => requested.filter((each) => !finished.has(each)).map(pathOf)).toEqual([]);
  const before = requested.length;
  await page.getByRole("banner").getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("dialog", { name: "Sign In" }).waitFor();
  const late = requested.slice(before).map(pathOf);
  expect(late).toEqual([]);
  await context.close();
});

test("with data saving on, sign-in loads when it is pressed and not before", async () => {
  const { context, page } = await openWindow(browser, { url: application.url });
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "connection", { value: { saveData: true } }),
  );
  const requested = listen(page);
  await page.goto("/");
  await page.mouse.wheel(0, 300);
  await page.waitForFunction(() => scrollY > 0);
  await page.waitForLoadState("networkidle");
  expect(requested.filter(isIsland)).toEqual([]);
  await page.getByRole("banner").getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("dialog", { name: "Sign In" }).waitFor();
  await context.close();
});

/**
 * Home as it opens with a stored session, until it is quiet: its requests, and which were answered before later
 * parts.
 */
async function openHome(token: string) {
  const { context, page } = await openWindow(browser, { url: application.url, size: PHONE });
  await page.goto("/robots.txt");
  await page.evaluate((stored) => localStorage.setItem("session_cookie", stored), token);
  const requested = listen(page);
  const answered = new Set<Request>();
  let answeredBefore: Set<Request> | undefined;
  page.on("requestfinished", (request) => answered.add(request));
  page.on("request", (request) => {
    if (isLater.test(request.url())) answeredBefore ??= new Set(answered);
  });
  const resting = [/\/later-/, /\/rest-/].map((part) => page.waitForRequest(part));
  await page.goto("/dashboard");
  await page.getByRole("heading", { name: "Recap & Alerts" }).waitFor();
  await Promise.all(resting);
  await page.waitForLoadState("networkidle");
  const first = requested.slice(
    0,
    requested.findIndex((each) => isLater.test(each.url())),
  );
  const joint = first.filter((each) => questionsOf(each).length > 0);
  const files = first.filter((each) => !joint.includes(each));
  return { context, page, requested, joint, files, answeredBefore };
}

type Home = Awaited<ReturnType<typeof openHome>>;

async function expectFirstView({ requested, joint, files, answeredBefore }: Home): Promise<void> {
  expect(await bytesOf(files)).toBeLessThanOrEqual(170 * KIB);
  expect(joint.filter((each) => !answeredBefore?.has(each)).map(pathOf)).toEqual([]);
  // No file and no query twice, alone or batched.
  const all = requested.flatMap((each) => {
    const questions = questionsOf(each);
    return questions.length > 0 ? questions : [pathOf(each)];
  });
  expect(all.toSorted()).toEqual([...new Set(all)].toSorted());
  expect(requested.length).toBeLessThanOrEqual(12 - besideHome);
}

test("home of a member is all there within twelve requests, and nothing else comes before its figures", async () => {
  const home = await openHome((await joinWithSavings(application, officials)).token);
  // e2e/start-up.spec.ts checks which ones. The last is the history for the charts.
  expect(home.joint.map((each) => questionsOf(each).length)).toEqual([1, 13]);
  await home.page.getByRole("heading", { name: "Your savings" }).waitFor();
  await expectFirstView(home);
  await home.context.close();
});

test("an official's home needs no more", async () => {
  const { token } = await joinGroup(application, {
    firstName: "Makena",
    lastName: "Kariuki",
    office: "treasurer",
  });
  const home = await openHome(token);
  // What waits for the office is one of them, of whatever kind it is.
  expect(home.joint.map((each) => questionsOf(each).length)).toEqual([1, 12]);
  await expectFirstView(home);
  await home.context.close();
});
