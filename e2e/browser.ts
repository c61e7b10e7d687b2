// A real browser, and what every page visited must show: no accessibility violation, no sideways scroll, no console error.
import { mkdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  chromium,
  type Browser,
  type BrowserContext,
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

/** One browser serves all journeys of a process, one after the other; `closeWindows` leaves it open for the next. */
export async function openBrowser(): Promise<Browser> {
  if (opened?.isConnected() !== true) opened = await launch();
  return opened;
}

/** At the end of a journey; of none where its beginning failed. */
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
    // A phone's scrollbars lie over the page.
    isMobile: params.size === PHONE,
    hasTouch: params.size === PHONE,
    colorScheme: params.dark === true ? "dark" : "light",
    reducedMotion: "reduce",
    // Requests of a service worker pass by `page.route`, which journeys cut with; the offline journey wants the worker.
    serviceWorkers: params.worker === true ? "allow" : "block",
    timezoneId: "Africa/Nairobi",
    locale: "en-KE",
  });
  // Twice what a person would wait for: beside other work a page takes its time.
  context.setDefaultTimeout(60_000);
  watchRequests(context);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    // A refused request is reported to the person; the browser also logs its status.
    if (message.type() === "error" && !/status of 4\d\d/.test(message.text()))
      errors.push(message.text());
  });
  return { context, page, errors };
}

/** Checks the page once it waits for nothing, and keeps a picture of it where PICTURES is set. */
export async function inspect(visit: Visit, name: string): Promise<void> {
  const { page } = visit;
  // A click on a link ends before the page behind it has come, and words come before their figures.
  await untilIdle(page, 0);
  await takePicture(page, name);
  const width = page.viewportSize()?.width ?? 0;
  expect(await findViolations(page), `accessibility of ${name}`).toEqual([]);
  expect(await findOverflow(page), `${name} at ${width} px`).toEqual([]);
  expect(visit.errors, `console of ${name}`).toEqual([]);
}

/** The page's other light, after `inspect` saw it in the first: only its colours differ. Ends in the first light. */
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
  // A header that stays in sight lies over whatever was scrolled beneath it, and would count as a target too near.
  await page.evaluate(() => scrollTo(0, 0));
  const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const runOnly: RunOnly =
    what === "all"
      ? { type: "tag", values: standards }
      : { type: "rule", values: ["color-contrast"] };
  return page.evaluate(async (chosen) => {
    const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
    // What is as it should be is not described.
    const options: import("axe-core").RunOptions = { runOnly: chosen, resultTypes: ["violations"] };
    const found = await axe.run(document, options);
    return found.violations.map(
      (each) => `${each.id}: ${each.nodes.map((node) => node.html).join(" | ")}`,
    );
  }, runOnly);
}

/** Boxes that stick out of the window to the right, and what sticks out of a modal, which would hide it by scrolling. */
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

/** What a request asks of the API, be it one question or several; nothing when it is for a file. */
export function questionsOf(request: Request): string[] {
  const { pathname, search, searchParams } = new URL(request.url());
  if (!pathname.startsWith("/api/")) return [];
  return pathname === "/api/answers/" ? searchParams.getAll("ask") : [pathname + search];
}
