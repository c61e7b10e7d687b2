// From one page of the application to the next without loading it anew.
import type { Page } from "playwright-core";

type Router = { state: { resolvedLocation?: { pathname: string } } };

/** By a link of the application, which the browser's history stands for; until the page there has taken the place of the last. */
export async function goWithin(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => history.pushState({}, "", to), address);
  await page.waitForFunction((path) => {
    const { __TSR_ROUTER__: router } = globalThis as unknown as { __TSR_ROUTER__: Router };
    return router.state.resolvedLocation?.pathname === path;
  }, address.split("?")[0]);
}
