// Every page, from the narrowest phone to a wide screen, with figures of nine digits and long names: nothing
// overflows the window or its card, and no figure is cut. Also without the menu's icons, which leaves less room.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Application, startApplication } from "./application.ts";
import {
  closeDialog,
  goWithin,
  openBrowser,
  openWindow,
  untilIdle,
  type Visit,
} from "./browser.ts";
import { growLarge } from "./large-figures.ts";
import { findLasting } from "./misplaced.ts";
import { signInToDemo } from "./people.ts";
import { type Screen, screens } from "./screens.ts";
import { changePerson, closeWindows } from "./shared-windows.ts";

/** Pages and modals open at the first. */
const widths = [1280, 1600, 1024, 768, 360, 320];

let application: Application;
let browser: Browser;
const sessions = new Map<string, string>();
let repaid: number;

beforeAll(async () => {
  application = await startApplication("demo");
  browser = await openBrowser();
  for (const username of ["akinyi.okoth", "treasurer", "sec-gen", "chairperson"])
    sessions.set(username, await signInToDemo(application, username));
  repaid = await growLarge(application, sessions);
});
afterAll(async () => {
  await closeWindows(browser);
  await application?.close();
});

describe.each(["en", "sw"] as const)("in %s", (language) => {
  let own: Visit;
  let who: Screen["as"] | null = null;
  beforeAll(async () => {
    own = await openWindow(browser, { url: application.url, language });
  });
  afterAll(() => own?.context.close());

  test.each(screens.map((screen) => [screen.route, screen] as const))(
    "%s has a place for everything",
    async (_, screen) => {
      const { page } = own;
      await page.setViewportSize({ width: 1280, height: 800 });
      const address = (screen.address ?? screen.route).replace("$loanId", String(repaid));
      if (screen.as === "visitor" || screen.as !== who) {
        await changePerson(page, sessions.get(screen.as));
        await page.goto(address);
      } else await goWithin(page, address);
      who = screen.as;
      if (screen.late !== undefined) await page.locator(screen.late).first().waitFor();
      await untilIdle(page);
      if (screen.first !== undefined && language === "en") {
        await page.getByRole("button", { name: screen.first }).first().click();
        await untilIdle(page);
      }
      expect(await misplacedAtAnyWidth(page)).toEqual([]);
      if (language !== "en") return;
      for (const button of screen.opens ?? []) {
        await page.setViewportSize({ width: 1280, height: 800 });
        await page.getByRole("button", { name: button }).locator("visible=true").first().click();
        await page.getByRole("dialog").waitFor();
        await untilIdle(page);
        expect(await misplacedAtAnyWidth(page), `opened by ${button}`).toEqual([]);
        await closeDialog(page);
      }
    },
  );
});

async function misplacedAtAnyWidth(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 768 ? 740 : 800 });
    found.push(...(await findLasting(page)).map((fault) => `${width} px: ${fault}`));
  }
  return found;
}
