// While a network brings no answer, a phone shows what was seen last, and sign-in opens if the page has been idle. The
// answers are held between the server and the phone, and never arrive by themselves. How long a slow phone takes is in
// docs/decisions/028-stored-first.md.
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openWindow, PHONE, untilIdle } from "./browser.ts";
import { openWithHomeStored, type Phones, startPhones } from "./phones.ts";
import type { Line } from "./proxy.ts";

let phones: Phones;
let line: Line;
let browser: Browser;

beforeAll(async () => {
  phones = await startPhones("whole");
  ({ line, browser } = phones);
});
afterEach(() => phones.closeAll());
afterAll(() => phones?.end());

type FirstSight = { value: string; header: string };

/** Records in the page the account value that appears first, and what the header shows then. */
async function noteValue(page: Page): Promise<() => Promise<FirstSight>> {
  await page.addInitScript(() => {
    const look = new MutationObserver(() => {
      const value = document.querySelector("main section p")?.textContent ?? "";
      if (!/KES\s[\d,]+\.\d\d/.test(value)) return;
      look.disconnect();
      const header = document.querySelector("header")?.textContent ?? "";
      Object.assign(globalThis, { firstSight: { value, header } });
    });
    look.observe(document, { subtree: true, childList: true, characterData: true });
  });
  return async () => {
    const seen = () => Reflect.get(globalThis, "firstSight") as FirstSight | undefined;
    const found = await page.waitForFunction(seen);
    return found.jsonValue() as Promise<FirstSight>;
  };
}

test("home shows the account value that was seen last, with its time, before any answer, and then the new one", async () => {
  const { context, page: before } = await openWithHomeStored(phones);
  await before.close();
  await phones.save(250);
  line.holdAnswers();
  const page = await context.newPage();
  const seen = await noteValue(page);
  await page.goto("/dashboard", { waitUntil: "commit" });
  const { value, header } = await seen();
  expect(value).toBe("KES 1,000.00");
  expect(header).toMatch(/As of \d\d \w{3} \d{4}, \d\d:\d\d/);
  // The server has answered, and the phone has heard nothing of it.
  await expect.poll(() => line.held()).toBeGreaterThan(0);
  const shown = page.locator("main section p").first();
  await expect.poll(() => shown.textContent()).toBe("KES 1,000.00");
  const asOf = page.getByRole("banner").getByText(/^As of/);
  await asOf.waitFor();
  line.letGo();
  await expect.poll(() => shown.textContent()).toBe("KES 1,250.00");
  await asOf.waitFor({ state: "hidden" });
});

type Sight = { text: string; top: number };

/** Records in the page, at each frame, the account value and where it is below the notes about the connection. */
async function noteFrames(page: Page): Promise<() => Promise<Sight[]>> {
  await page.addInitScript(() => {
    const sights: Sight[] = [];
    Object.assign(globalThis, { sights });
    const look = () => {
      const figure = document.querySelector("main section p");
      const text = figure?.textContent ?? "";
      const notes = document.querySelector("main > div[data-print=never]");
      const room = notes && notes.childElementCount > 0 ? notes.getBoundingClientRect().bottom : 64;
      const top = Math.round((figure?.getBoundingClientRect().top ?? -1) - room);
      const last = sights.at(-1);
      if (last?.text !== text || last.top !== top) sights.push({ text, top });
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  return () => page.evaluate(() => Reflect.get(globalThis, "sights") as Sight[]);
}

test("with the line dead the stored account value is there, and stays in its place as the program takes over", async () => {
  const { context, page: before } = await openWithHomeStored(phones);
  const stored = await before.locator("main section p").first().textContent();
  await before.close();
  line.cut();
  const page = await context.newPage();
  const frames = await noteFrames(page);
  await page.goto("/dashboard", { waitUntil: "commit" });
  // The program has taken over once the menu can be opened.
  await page.getByRole("button", { name: "Open the menu" }).click();
  await page.getByRole("dialog", { name: "Menu" }).waitFor();
  const [first, ...later] = (await frames()).filter(({ text }) => text !== "");
  expect(first!.text).toBe(stored);
  expect(later).toEqual([]);
});

test("once the page is idle, sign-in opens by a tap without an answer from the network", async () => {
  const { page } = await openWindow(browser, { url: line.url, size: PHONE });
  await page.goto("/");
  // While somebody reads, without a touch: what sign-in consists of.
  await expect.poll(() => loadedScripts(page)).toMatch(/\/island-/);
  // Its other parts were asked for at the same time, and may come later.
  await untilIdle(page);
  line.holdAnswers();
  await page.getByRole("banner").getByRole("button", { name: "Sign In" }).tap();
  await page.getByRole("dialog", { name: "Sign In" }).waitFor();
});

function loadedScripts(page: Page): Promise<string> {
  return page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map(({ name }) => name)
      .join(" "),
  );
}
