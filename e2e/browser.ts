// A real browser, and the checks on every visited page: no accessibility violation, no sideways scrolling, no console
// error.
import { mkdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Page,
  type Request,
} from "playwright-core";
import { expect } from "vitest";
import { untilIdle, watchRequests } from "./until-idle.ts";

const require = createRequire(import.meta.url);
const screenshots = fileURLToPath(new URL("../screenshots/", import.meta.url));

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 360, height: 740 };

let opened: Browser | undefined;

/** All journeys of a process share one browser, one after the other; `closeWindows` leaves it open for the next. */
export async function openBrowser(): Promise<Browser> {
  if (opened?.isConnected() !== true) opened = await launch();
  return opened;
}

/** At the end of a journey; does nothing if its start failed. */
export async function closeWindows(browser: Browser | undefined): Promise<void> {
  await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
}

function launch(): Promise<Browser> {
  const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
  const args = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ];
  return chromium.launch({ executablePath, args });
}

export type Visit = { context: BrowserContext; page: Page; errors: string[] };

/** A person's own browser window; console errors and failed scripts are collected in `errors`. */
export async function openWindow(
  browser: Browser,
  params: { url: string; size?: typeof DESKTOP; dark?: boolean; worker?: boolean },
): Promise<Visit> {
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
  // Twice as long as a person would wait: on a busy machine a page is slow.
  context.setDefaultTimeout(60_000);
  watchRequests(context);
  const page = await context.newPage();
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
  if (!(await page.evaluate(() => "axe" in globalThis)))
    await page.evaluate(await readFile(require.resolve("axe-core/axe.min.js"), "utf8"));
  // A sticky header covers what scrolled beneath it, and would count as a target that is too close.
  await page.evaluate(() => scrollTo(0, 0));
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

type Router = { state: { resolvedLocation?: { pathname: string } } };

/**
 * By a link of the application, simulated through the browser's history; returns once the new page has replaced the
 * old one.
 */
export async function goWithin(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => history.pushState({}, "", to), address);
  await page.waitForFunction((path) => {
    const { __TSR_ROUTER__: router } = globalThis as unknown as { __TSR_ROUTER__: Router };
    return router.state.resolvedLocation?.pathname === path;
  }, address.split("?")[0]);
}
