// When a page is idle: no request is open, and nothing on it still loads.
import type { BrowserContext, Page, Request } from "playwright-core";

type Watched = { open: Map<Request, number>; changedAt: number };

/** The page does not wait for a request that is open longer: the browser forgets to report how some end. */
const LATEST_MS = 20_000;

const pages = new WeakMap<Page, Watched>();

/** Tracks the open requests of each page of this window; call before its first page. */
export function watchRequests(context: BrowserContext): void {
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
  const end = Date.now() + 60_000;
  for (
    let left = await unrest(page, quietMs);
    left.length > 0;
    left = await unrest(page, quietMs)
  ) {
    if (Date.now() > end)
      throw new Error(`${page.url()} does not come to rest: ${left.join(", ")}`);
    await page.waitForTimeout(50);
  }
}

async function unrest(page: Page, quietMs: number): Promise<string[]> {
  const watched = pages.get(page);
  if (watched === undefined) throw new Error("nobody watches what this page asks for");
  // A slow machine may take long to start what follows an answer: two frames later it has started.
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  // Not by its role: behind a modal the page has no headings for screen readers.
  const isThere = (await page.locator("h1").count()) > 0;
  const busy = await page
    .locator("[aria-busy=true]")
    .locator("visible=true")
    .evaluateAll((all) => all.map((element) => element.outerHTML.slice(0, 200)));
  // Requests are checked last, because one may have started during the other checks.
  return [
    ...(isThere ? [] : ["no heading"]),
    ...busy,
    ...[...watched.open].flatMap(([request, since]) =>
      Date.now() - since < LATEST_MS ? request.url() : [],
    ),
    ...(Date.now() - watched.changedAt >= quietMs ? [] : ["an answer came just now"]),
  ];
}
