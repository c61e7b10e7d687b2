// Windows that people use one after the other: a window that has shown the application shows it again for half of a
// new one's processor time. A journey leaves them to the next of its process, whose application has the same address.
// A test that intercepts requests or adds scripts opens its own window: both would stay.
import type { Browser, BrowserContext, Page } from "playwright-core";
import { DESKTOP, openWindow, type Visit, type WindowParams } from "./browser.ts";
import { forgetToasts } from "./toasts.ts";

type Params = Omit<WindowParams, "worker"> & { path?: string };
type Shared = { browser: Browser; look: string; visit: Visit; isBorrowed: boolean };

const windows: Shared[] = [];

/** A window for one test. Its device stores nothing but the session and the language. Opens `path`, if there is one. */
export async function borrowWindow(browser: Browser, { path, ...params }: Params): Promise<Visit> {
  const { url, token, language, size = DESKTOP, dark = false } = params;
  const look = JSON.stringify([url, size, dark]);
  let window = windows.find(
    (each) =>
      each.browser === browser &&
      each.look === look &&
      !each.isBorrowed &&
      !each.visit.page.isClosed(),
  );
  if (window === undefined) {
    const visit = await openWindow(browser, { url, size, dark });
    window = { browser, look, visit, isBorrowed: true };
    windows.push(window);
  }
  window.isBorrowed = true;

  const { context, page, errors } = window.visit;
  await changePerson(page, token);
  await context.clearCookies();
  await context.clearPermissions();
  if (language !== undefined)
    await context.addCookies([{ name: "language", value: language, url }]);
  errors.length = 0;
  forgetToasts(page);
  if (path !== undefined) await page.goto(path);
  return window.visit;
}

/** After each test that borrows windows. */
export function returnWindows(): void {
  for (const window of windows) window.isBorrowed = false;
}

/** At the end of a journey: only shared windows stay, and show nothing. Does nothing if the journey's start failed. */
export async function closeWindows(browser: Browser | undefined): Promise<void> {
  returnWindows();
  const shared = new Set(windows.map(({ visit }) => visit.context));
  const contexts = browser?.contexts() ?? [];
  await Promise.all(contexts.map((each) => (shared.has(each) ? showNothing(each) : each.close())));
}

async function showNothing(context: BrowserContext): Promise<void> {
  const [page, ...others] = context.pages();
  for (const other of others) await other.close();
  if (page?.url() !== "about:blank") await page?.goto("about:blank");
}

/** The next page that loads is this person's: the device stores nothing but the session. Without a token, a visitor's. */
export async function changePerson(page: Page, token: string | undefined): Promise<void> {
  await page.goto("/robots.txt");
  await page.evaluate(emptyDevice, token);
}

/** Runs in the page. */
async function emptyDevice(token: string | undefined): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
  for (const { name } of await indexedDB.databases())
    await new Promise((ended) => {
      const request = indexedDB.deleteDatabase(name ?? "");
      request.addEventListener("success", ended);
      request.addEventListener("error", ended);
    });
  if (token !== undefined) localStorage.setItem("session_cookie", token);
}
