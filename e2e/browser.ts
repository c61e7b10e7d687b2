// A real browser: when its page is idle, what the page stores on the device, and the checks on every visited page: no
// accessibility violation, no sideways scrolling, no console error.
import { mkdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Locator,
  type Page,
  type Request,
} from "playwright-core";
import { expect } from "vitest";
import type { Language } from "#domain/language.ts";
import { JOURNEY_WAIT_MS } from "#tests/support/patience.ts";
import type { Json } from "./people.ts";
import { watchPage } from "./what-is-open.ts";
import { recordToasts } from "./toasts.ts";

const require = createRequire(import.meta.url);
const screenshots = fileURLToPath(new URL("../screenshots/", import.meta.url));

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 360, height: 740 };

/** Most scripts run a few times in a page, for which it does not pay to optimize them. */
const UNOPTIMIZED = ["--js-flags=--no-maglev,--no-opt"];

const opened = new Map<"light" | "whole", Browser>();

/**
 * All journeys of a process share a browser, one after the other. `light` has no windows. It shows no notifications, and
 * sometimes moves the pointer by itself: journeys about these need `whole`.
 */
export async function openBrowser(kind: "light" | "whole" = "light"): Promise<Browser> {
  const whole = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
  const path = kind === "light" ? (process.env["CHROMIUM_LIGHT_PATH"] ?? whole) : whole;
  const open = opened.get(kind);
  if (open?.isConnected() === true) return open;
  const browser = await launch(path, kind === "light" ? UNOPTIMIZED : []);
  opened.set(kind, browser);
  return browser;
}

function launch(executablePath: string, more: readonly string[]): Promise<Browser> {
  const args = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    ...more,
  ];
  return chromium.launch({ executablePath, args });
}

export type WindowParams = {
  url: string;
  size?: typeof DESKTOP;
  dark?: boolean;
  worker?: boolean;
  token?: string;
  language?: Language;
};

export type Visit = { context: BrowserContext; page: Page; errors: string[] };

/**
 * A person's own browser window; console errors and failed scripts are collected in `errors`. With a session's `token`
 * the person is signed in on every page that loads.
 */
export async function openWindow(browser: Browser, params: WindowParams): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: params.url,
    viewport: params.size ?? DESKTOP,
    // A phone's scrollbars overlay the page.
    isMobile: params.size === PHONE,
    hasTouch: params.size === PHONE,
    colorScheme: params.dark === true ? "dark" : "light",
    reducedMotion: "reduce",
    // Requests of a service worker bypass `page.route`, which journeys cut with; the offline journey needs the
    // worker.
    serviceWorkers: params.worker === true ? "allow" : "block",
    timezoneId: "Africa/Nairobi",
    locale: "en-KE",
  });
  context.setDefaultTimeout(JOURNEY_WAIT_MS);
  watchRequests(context);
  await recordToasts(context);
  const page = await context.newPage();
  watchPage(page);
  const { token, language } = params;
  if (token !== undefined)
    await context.addInitScript((own) => localStorage.setItem("session_cookie", own), token);
  if (language !== undefined)
    await context.addCookies([{ name: "language", value: language, url: params.url }]);
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    // The page shows a refused request; the browser also logs its status.
    if (message.type() === "error" && !/status of 4\d\d/.test(message.text()))
      errors.push(message.text());
  });
  return { context, page, errors };
}

/** Checks the page once it is idle, and saves a picture of it if PICTURES is set. */
export async function inspect(visit: Visit, name: string): Promise<void> {
  const { page } = visit;
  // A click on a link resolves before the next page has loaded, and texts come before their figures.
  await untilIdle(page, 0);
  await takePicture(page, name);
  const width = page.viewportSize()?.width ?? 0;
  expect(await findViolations(page), `accessibility of ${name}`).toEqual([]);
  expect(await findOverflow(page), `${name} at ${width} px`).toEqual([]);
  expect(visit.errors, `console of ${name}`).toEqual([]);
}

/** Checks the page in its other theme, after `inspect` checked the first: only colours differ. Returns to the first. */
export async function inspectColours(visit: Visit, name: string, lights: Lights): Promise<void> {
  const { page } = visit;
  await page.emulateMedia({ colorScheme: lights.second });
  await takePicture(page, name);
  expect(await findViolations(page, "colours"), `colours of ${name}`).toEqual([]);
  await page.emulateMedia({ colorScheme: lights.first });
  expect(visit.errors, `console of ${name}`).toEqual([]);
}

type RunOnly = { type: "tag" | "rule"; values: string[] };
type Lights = { first: "light" | "dark"; second: "light" | "dark" };

async function takePicture(page: Page, name: string): Promise<void> {
  if (process.env["PICTURES"] === undefined) return;
  mkdirSync(screenshots, { recursive: true });
  const width = page.viewportSize()?.width ?? 0;
  const isCovered = (await page.getByRole("dialog").count()) > 0;
  await page.screenshot({ path: join(screenshots, `${name}-${width}.png`), fullPage: !isCovered });
}

async function findViolations(page: Page, what: "all" | "colours" = "all"): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await loadAxe(page);
  // A sticky header covers what scrolled beneath it, and would count as a target that is too close. A toast looks for
  // its place five times a second, and at once when the window changes: a dialog may just have opened under it.
  await page.evaluate(() => {
    scrollTo(0, 0);
    dispatchEvent(new Event("resize"));
  });
  const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const runOnly: RunOnly =
    what === "all"
      ? { type: "tag", values: standards }
      : { type: "rule", values: ["color-contrast"] };
  return page.evaluate(async (chosen) => {
    const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
    // Passed checks are not described.
    const options: import("axe-core").RunOptions = { runOnly: chosen, resultTypes: ["violations"] };
    const found = await axe.run(document, options);
    return found.violations.map(
      (each) => `${each.id}: ${each.nodes.map((node) => node.html).join(" | ")}`,
    );
  }, runOnly);
}

/** The script of axe-core. */
export const readAxe = () => readFile(require.resolve("axe-core/axe.min.js"), "utf8");

/** Through the developer tools: a window that had it on its last page has it compiled. */
async function loadAxe(page: Page): Promise<void> {
  const expression = await readAxe();
  const tools = await page.context().newCDPSession(page);
  await tools.send("Runtime.evaluate", { expression });
  await tools.detach();
}

/** Boxes that overflow the window to the right, and those that overflow a modal, which would hide them by scrolling. */
async function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (["auto", "scroll", "hidden", "clip"].includes(getComputedStyle(element).overflowX) ||
        scrolls(element.parentElement === document.body ? null : element.parentElement));
    return [...document.body.querySelectorAll("*")]
      .filter((element) => {
        // On a phone rows are cards, in which nothing is cut off either.
        const holds =
          width < 768
            ? "[role=dialog], [data-modal-body], .data-table tbody tr"
            : "[role=dialog], [data-modal-body]";
        if (element.matches(holds)) return element.scrollWidth > element.clientWidth + 1;
        const box = element.getBoundingClientRect();
        const shown =
          box.width > 1 && box.height > 1 && getComputedStyle(element).visibility !== "hidden";
        return shown && box.right > width + 1 && !scrolls(element.parentElement);
      })
      .map(
        (element) => `${element.tagName} ${element.className} ${element.textContent?.slice(0, 40)}`,
      )
      .slice(0, 5);
  });
}

/** The API reads in a request, single or batched; empty for a file. */
export function questionsOf(request: Request): string[] {
  const { pathname, search, searchParams } = new URL(request.url());
  if (!pathname.startsWith("/api/")) return [];
  return pathname === "/api/answers/" ? searchParams.getAll("ask") : [pathname + search];
}

/** The API requests of a page from now on, each as the reads that it holds. */
export function listenForRequests(page: Page): string[][] {
  const requests: string[][] = [];
  page.on("request", (request) => {
    const questions = questionsOf(request);
    if (questions.length > 0) requests.push(questions);
  });
  return requests;
}

/**
 * The reads from now on, single or batched, that the server refuses with 403; complete once the page is idle. A batch
 * that arrives while the page is left has no body to look into.
 */
export function listenForRefusals(page: Page): string[] {
  const refused: string[] = [];
  page.on("response", async (response) => {
    if (response.status() === 403) refused.push(response.url());
    const questions = questionsOf(response.request());
    if (questions.length < 2 || !response.ok()) return;
    const body: Json = await response.json().catch(() => null);
    if (body === null) return;
    const { answers } = body;
    refused.push(...questions.filter((_, at) => answers[at].status === 403));
  });
  return refused;
}

type Router = { state: { resolvedLocation?: { pathname: string } } };

/**
 * By a link of the application, simulated through the browser's history; returns once the new page has replaced the
 * old one.
 */
export async function goWithin(page: Page, address: string): Promise<void> {
  // Before the application runs nobody hears of the new address.
  await page.waitForFunction(() => "__TSR_ROUTER__" in globalThis);
  await page.evaluate((to) => history.pushState({}, "", to), address);
  await page.waitForFunction((path) => {
    const { __TSR_ROUTER__: router } = globalThis as unknown as { __TSR_ROUTER__: Router };
    return router.state.resolvedLocation?.pathname === path;
  }, address.split("?")[0]);
}

/**
 * Closes the dialog in front by Escape, or by one of its buttons, and waits until it has gone and the focus has a place
 * again: it returns after the dialog has gone, and would take what is typed meanwhile elsewhere.
 */
export async function closeDialog(page: Page, button?: Locator): Promise<void> {
  // Not by role: a dialog under another has none for screen readers.
  const dialogs = page.locator("[role=dialog]");
  await dialogs.last().waitFor();
  const before = await dialogs.count();
  await (button === undefined ? page.keyboard.press("Escape") : button.click());
  await expect.poll(() => dialogs.count()).toBe(before - 1);
  await page.waitForFunction(
    () => document.activeElement !== null && document.activeElement !== document.body,
  );
}

/** Fills a field as often as it takes until the field has the value: another act of the page may take the focus. */
export async function fillIn(field: Locator, value: string): Promise<void> {
  const wanted = withoutForm(value);
  await expect
    .poll(async () => {
      if (withoutForm(await field.inputValue()) !== wanted) await field.fill(value);
      return withoutForm(await field.inputValue());
    })
    .toBe(wanted);
}

/** Some fields write amounts with commas, or references in capitals. */
const withoutForm = (value: string) => value.replaceAll(",", "").toLowerCase();

type Watched = { open: Map<Request, number>; changedAt: number };

/** The page does not wait for a request that is open longer: the browser forgets to report how some end. */
const LATEST_MS = 20_000;

const pages = new WeakMap<Page, Watched>();

/** Tracks the open requests of each page of this window; call before its first page. */
function watchRequests(context: BrowserContext): void {
  context.on("page", (page) => {
    const watched: Watched = { open: new Map(), changedAt: Date.now() };
    pages.set(page, watched);
    page.on("request", (request) => {
      // Of the server's health the page reads only the status, so the request never ends.
      if (request.url().endsWith("/api/health")) return;
      watched.open.set(request, Date.now());
      watched.changedAt = Date.now();
    });
    const ends = (request: Request) => {
      watched.open.delete(request);
      watched.changedAt = Date.now();
    };
    page.on("requestfinished", ends);
    page.on("requestfailed", ends);
  });
}

/**
 * Waits until the page has its heading, loads nothing, and received nothing for `quietMs`. For a window of
 * `openWindow`.
 */
export async function untilIdle(page: Page, quietMs = 100): Promise<void> {
  const watched = pages.get(page);
  if (watched === undefined) throw new Error("nobody watches what this page asks for");
  for (const end = Date.now() + JOURNEY_WAIT_MS; ;) {
    const left = [...(await page.evaluate(findUnfinished)), ...openRequests(watched)];
    const waitMs = watched.changedAt + quietMs - Date.now();
    if (left.length === 0 && waitMs <= 0) return;
    if (Date.now() > end)
      throw new Error(
        `${page.url()} does not come to rest: ${left.join(", ") || "answers keep coming"}`,
      );
    await page.waitForTimeout(left.length === 0 ? waitMs : 50);
  }
}

/** Runs in the page: what is missing or still loading, once the page has started what follows the last answer. */
async function findUnfinished(): Promise<string[]> {
  // A slow machine may take long to start what follows an answer: two frames later it has started.
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const busy = [...document.querySelectorAll("[aria-busy=true]")].filter((element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
  });
  return [
    // Not by its role: behind a modal the page has no headings for screen readers.
    ...(document.querySelector("h1") === null ? ["no heading"] : []),
    ...busy.map((element) => element.outerHTML.slice(0, 200)),
  ];
}

function openRequests({ open }: Watched): string[] {
  return [...open].flatMap(([request, since]) =>
    Date.now() - since < LATEST_MS ? request.url() : [],
  );
}

export type Stored = { owner: Json[]; answers: Json[]; payments: Json[] };

/**
 * Reads what a device stores for a member, without the application. It leaves creating the database to the
 * application, even if that has not done so yet.
 */
export async function readStored(page: Page): Promise<Stored> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase | null>((resolve) => {
      const request = indexedDB.open("akiba");
      request.addEventListener("upgradeneeded", () => request.transaction?.abort());
      request.addEventListener("success", () => resolve(request.result));
      request.addEventListener("error", () => resolve(null));
    });
    const all = (store: string) =>
      new Promise<unknown[]>((resolve) => {
        if (database === null) return resolve([]);
        const request = database.transaction(store).objectStore(store).getAll();
        request.addEventListener("success", () => resolve(request.result));
      });
    const found = {
      owner: await all("owner"),
      answers: await all("answers"),
      payments: await all("payments"),
    };
    database?.close();
    return found as never;
  });
}

/** Changes the first record of a store; it is written when this returns. */
export async function changeStored(
  page: Page,
  params: { store: "owner" | "payments"; key?: string; field: string; byMs: number },
): Promise<void> {
  await page.evaluate(async ({ store, key, field, byMs }) => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open("akiba");
      request.addEventListener("success", () => resolve(request.result));
    });
    const transaction = database.transaction(store, "readwrite");
    const written = new Promise((resolve) => transaction.addEventListener("complete", resolve));
    const records = transaction.objectStore(store);
    const requested = records.getAll();
    requested.addEventListener("success", () => {
      const [stored] = requested.result as Record<string, number>[];
      if (stored) records.put({ ...stored, [field]: (stored[field] ?? 0) + byMs }, key);
    });
    await written;
    database.close();
  }, params);
}
