// Windows that people use one after the other: a window that has shown the application shows it again for two thirds
// of a new one's processor time. A test that intercepts requests or adds scripts opens its own window: both would stay.
import type { Browser, Page } from "playwright-core";
import { DESKTOP, openWindow, type Visit, type WindowParams } from "./browser.ts";

type Params = Omit<WindowParams, "worker"> & { path?: string };
type Shared = { visit: Visit; isBorrowed: boolean };

const windows = new Map<string, Shared[]>();

/** A window for one test. Its device stores nothing but the session and the language. Opens `path`, if there is one. */
export async function borrowWindow(browser: Browser, { path, ...params }: Params): Promise<Visit> {
  const { url, token, language, size = DESKTOP, dark = false } = params;
  const key = JSON.stringify([url, size, dark]);
  const alike = (windows.get(key) ?? []).filter(({ visit }) => !visit.page.isClosed());
  let window = alike.find(({ isBorrowed }) => !isBorrowed);
  if (window === undefined) {
    window = { visit: await openWindow(browser, { url, size, dark }), isBorrowed: true };
    windows.set(key, [...alike, window]);
  }
  window.isBorrowed = true;

  const { context, page, errors } = window.visit;
  await changePerson(page, token);
  await context.clearCookies();
  await context.clearPermissions();
  if (language !== undefined)
    await context.addCookies([{ name: "language", value: language, url }]);
  errors.length = 0;
  if (path !== undefined) await page.goto(path);
  return window.visit;
}

/** After each test that borrows windows. */
export function returnWindows(): void {
  for (const window of [...windows.values()].flat()) window.isBorrowed = false;
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
