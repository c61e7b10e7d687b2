// Toasts end after five seconds. What each said is recorded, so that a journey can ask for it after other waits.
import type { BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";

/** As in web/ui/toast-view.tsx. */
const SHOWN_MS = 5000;

const recorded = new WeakMap<Page, string[]>();

/** Records each toast of the pages of this window; call before its first page. */
export async function recordToasts(context: BrowserContext): Promise<void> {
  context.on("page", (page) => recorded.set(page, []));
  await context.exposeBinding("recordToast", ({ page }, text: string) => {
    recorded.get(page)?.push(text.replaceAll("\u00a0", " "));
  });
  await context.addInitScript(observeToasts);
}

/** Runs in the page. */
function observeToasts(): void {
  new MutationObserver((changes) => {
    const record = Reflect.get(globalThis, "recordToast") as (text: string) => void;
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    for (const element of added.filter((each) => each instanceof Element))
      for (const toast of [element, ...element.querySelectorAll(".toast")])
        if (toast.matches(".toast"))
          record(toast.querySelector("[data-content]")?.textContent ?? "");
  }).observe(document, { subtree: true, childList: true });
}

/**
 * Waits until a toast has said this, now or since the last one that was expected; those before it are done with. For a
 * window of `openWindow`.
 */
export async function expectToast(page: Page, text: string | RegExp): Promise<void> {
  const toasts = recorded.get(page);
  if (toasts === undefined) throw new Error("nobody records the toasts of this page");
  const says = (toast: string) =>
    typeof text === "string" ? toast.includes(text) : text.test(toast);
  await expect.poll(() => toasts).toSatisfy((all: string[]) => all.some(says));
  toasts.splice(0, toasts.findIndex(says) + 1);
}

/** The next person of a shared window has seen none. */
export function forgetToasts(page: Page): void {
  recorded.get(page)?.splice(0);
}

/** On the page that is open, toasts stay until they are replaced or closed: none ends while a busy machine looks at it. */
export async function keepToasts(page: Page): Promise<void> {
  await page.evaluate((shownMs) => {
    const start = globalThis.setTimeout;
    Object.assign(globalThis, {
      setTimeout: (act: () => void, delayMs?: number, ...rest: []) =>
        delayMs === shownMs ? 0 : start(act, delayMs, ...rest),
    });
  }, SHOWN_MS);
}
