// Moves from one page of the application to another without a reload.
import type { Page } from "playwright-core";

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
