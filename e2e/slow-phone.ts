// A phone on a slow connection: what journeys about a slow network share.
import type { Browser } from "playwright-core";
import { expect } from "vitest";
import { openWindow, PHONE, readStored, type Visit } from "./browser.ts";
import { ask, type Door, type Member } from "./people.ts";

export const BAD_LINE = { kilobitsPerSecond: 400, roundTripMs: 400 };

/** A member's phone that has visited home, with an active worker and stored answers. `url` is the proxy's. */
export async function openPhone(
  browser: Browser,
  url: string,
  { application, member }: { application: Door; member: Member },
): Promise<Visit> {
  const visit = await openWindow(browser, { url, size: PHONE, worker: true });
  const { page } = visit;
  const { email, password } = member;
  const { body } = await ask(application, "POST", "/api/user/login", { body: { email, password } });
  await page.goto("/");
  await page.evaluate((stored) => localStorage.setItem("session_cookie", stored), body.access);
  await page.goto("/dashboard");
  await page.getByText(`Welcome, ${member.username}`).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
  await page.goto("/dashboard");
  await expect
    .poll(async () => (await readStored(page)).answers.map(({ key }) => key).join(" "))
    .toContain("/api/finances/savings_history/");
  await page.waitForLoadState("networkidle");
  return visit;
}
