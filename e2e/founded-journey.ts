// A journey of one page in a founded group: the three officials and a member with savings, each of whom opens the page.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import type { Application } from "./application.ts";
import { DESKTOP, openBrowser, type Visit } from "./browser.ts";
import { startFounded } from "./founded-group.ts";
import { joinWithSavings, type Member, type Officials } from "./people.ts";
import { borrowWindow, closeWindows } from "./shared-windows.ts";

type Look = { size?: typeof DESKTOP; language?: "en" | "sw"; at?: string };

type Journey = {
  application: Application;
  officials: Officials;
  member: Member;
  /** Opens `at`, or else the journey's page. */
  openAs: (who: Member, look?: Look) => Promise<Visit>;
};

/** Starts it before the first test of the file, and ends it after the last; what it returns is filled by then. */
export function foundedJourney(path: string): Journey {
  const journey = {} as Journey;
  let browser: Browser | undefined;
  beforeAll(async () => {
    const started = await startFounded();
    Object.assign(journey, started);
    const opened = await openBrowser();
    browser = opened;
    journey.member = await joinWithSavings(started.application, started.officials);
    journey.openAs = ({ token }, { size = DESKTOP, language = "en", at = path } = {}) =>
      borrowWindow(opened, { url: started.application.url, size, token, path: at, language });
  });
  afterAll(async () => {
    await closeWindows(browser);
    await journey.application?.close();
  });
  return journey;
}
