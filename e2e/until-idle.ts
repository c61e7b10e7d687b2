// When a page has come to rest: nothing it asked for is open any more, and nothing on it still waits.
import type { BrowserContext, Page, Request } from "playwright-core";

type Watched = { open: Map<Request, number>; changedAt: number };

/** A request that is open for longer is none that the page waits for: the browser forgets to tell how some end. */
const LATEST_MS = 20_000;

const pages = new WeakMap<Page, Watched>();

/** Notes what each page of this window asks for and is not answered yet; called before its first page. */
export function watchRequests(context: BrowserContext): void {
  context.on("page", (page) => {
    const watched: Watched = { open: new Map(), changedAt: Date.now() };
    pages.set(page, watched);
    page.on("request", (request) => {
      // Of the server's health the page reads the status alone, so it never ends.
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

/** Until the page has its heading, waits for nothing, and was sent nothing for `quietMs`. Of a window of `openWindow`. */
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
  // A slow machine may take long to begin what follows an answer: two frames later it has begun.
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  // Not by its role: behind a modal the page has no headings for those who listen to it.
  const isThere = (await page.locator("h1").count()) > 0;
  const busy = await page
    .locator("[aria-busy=true]")
    .locator("visible=true")
    .evaluateAll((all) => all.map((element) => element.outerHTML.slice(0, 200)));
  // What is asked for comes last, since it may have been asked for while the page was looked at.
  return [
    ...(isThere ? [] : ["no heading"]),
    ...busy,
    ...[...watched.open].flatMap(([request, since]) =>
      Date.now() - since < LATEST_MS ? request.url() : [],
    ),
    ...(Date.now() - watched.changedAt >= quietMs ? [] : ["an answer came just now"]),
  ];
}
