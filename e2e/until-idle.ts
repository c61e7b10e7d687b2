// When a page has come to rest: nothing it asked for is open any more, and nothing on it still waits.
import type { Page, Request } from "playwright-core";

/** Keeps what is asked for and not yet answered; made before the page's first address. */
export function watchRequests(page: Page): { untilIdle(quietMs?: number): Promise<void> } {
  const open = new Set<Request>();
  let changed = Date.now();
  page.on("request", (request) => {
    open.add(request);
    changed = Date.now();
  });
  const ends = (request: Request) => {
    open.delete(request);
    changed = Date.now();
  };
  page.on("requestfinished", ends);
  page.on("requestfailed", ends);

  const unrest = async (quietMs: number) => {
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
      ...[...open].map((request) => request.url()),
      ...(Date.now() - changed > quietMs ? [] : ["an answer came just now"]),
    ];
  };
  return {
    async untilIdle(quietMs = 100) {
      const end = Date.now() + 60_000;
      await page.waitForTimeout(50);
      for (let left = await unrest(quietMs); left.length > 0; left = await unrest(quietMs)) {
        if (Date.now() > end)
          throw new Error(`${page.url()} does not come to rest: ${left.join(", ")}`);
        await page.waitForTimeout(50);
      }
    },
  };
}
