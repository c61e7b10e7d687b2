// A member's phones, which reach the application through a proxy: what the journeys about bad networks share.
import type { Browser, Page } from "playwright-core";
import { expect } from "vitest";
import type { Application } from "./application.ts";
import { openBrowser, openWindow, PHONE, readStored, type Visit } from "./browser.ts";
import { startFounded } from "./founded-group.ts";
import { addSavings, ask, joinWithSavings, type Member } from "./people.ts";
import { layLine, type Line } from "./proxy.ts";
import { closeWindows } from "./shared-windows.ts";

export const BAD_LINE = { kilobitsPerSecond: 400, roundTripMs: 400 };

export type Phones = {
  application: Application;
  /** The proxy between the phones and the application. */
  line: Line;
  browser: Browser;
  /** Has savings of KES 1,000. */
  member: Member;
  /** Signs the member in on a new phone that has visited home and has an active worker. `url` is the proxy's. */
  open(params?: { size?: typeof PHONE; url?: string }): Promise<Visit>;
  /** The member saves more, in KES, without a phone; both offices approve it. */
  save(amount: number): Promise<void>;
  /** Mends the connection and closes the phones; call after each test. */
  closeAll(): Promise<void>;
  /** Also ends the application. */
  end(): Promise<void>;
};

/** Starts the application for a group with one member, whose phones a journey opens in a browser of this kind. */
export async function startPhones(kind: "light" | "whole" = "light"): Promise<Phones> {
  const { application, officials } = await startFounded();
  try {
    const line = await layLine(application.url);
    const browser = await openBrowser(kind);
    const member = await joinWithSavings(application, officials);
    const closeAll = async () => {
      line.mend();
      await closeWindows(browser);
    };
    return {
      application,
      line,
      browser,
      member,
      async open({ size = PHONE, url = line.url } = {}) {
        const visit = await openWindow(browser, { url, size, worker: true });
        await visitHome(visit.page, { member, token: await signIn(application, member) });
        return visit;
      },
      save: (amount) =>
        addSavings(application, officials, { member, amount, reference: `SAVED-${amount}` }),
      closeAll,
      async end() {
        await closeAll();
        await line.close();
        await application.close();
      },
    };
  } catch (error) {
    await application.close();
    throw error;
  }
}

/** A new session, which is the member's `token` from now on. */
async function signIn(application: Application, member: Member): Promise<string> {
  const { email, password } = member;
  const { body } = await ask(application, "POST", "/api/user/login", { body: { email, password } });
  member.token = body.access;
  return body.access;
}

async function visitHome(
  page: Page,
  { member, token }: { member: Member; token: string },
): Promise<void> {
  await page.goto("/");
  await page.evaluate((stored) => localStorage.setItem("session_cookie", stored), token);
  await page.goto("/dashboard");
  await page.getByText(`Welcome, ${member.username}`).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
}

/** Opens a phone that stores what home shows. */
export async function openWithHomeStored(phones: Phones): Promise<Visit> {
  const visit = await phones.open();
  // The first visit began before the worker was active.
  await visit.page.goto("/dashboard");
  await expect.poll(() => storedKeys(visit.page)).toContain("/api/finances/savings_history/");
  await visit.page.waitForLoadState("networkidle");
  return visit;
}

/** The addresses whose answers the device stores. */
export async function storedKeys(page: Page): Promise<string> {
  const { answers } = await readStored(page);
  return answers.map(({ key }) => key).join(" ");
}
