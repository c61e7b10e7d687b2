// A group moves in with its own Excel: its columns are mapped once, what is open is answered, and it is proposed.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { nairobiDate } from "#domain/calendar.ts";
import { ownWorkbook, tumaini, umoja } from "#tests/support/own-books.ts";
import type { Value } from "#tests/support/workbooks.ts";
import type { Application } from "./application.ts";
import { DESKTOP, inspect, openBrowser, PHONE } from "./browser.ts";
import { startFounded } from "./founded-group.ts";
import type { Member } from "./people.ts";
import { borrowWindow, closeWindows } from "./shared-windows.ts";

let application: Application;
let browser: Browser;
let treasurer: Member;

beforeAll(async () => {
  ({
    application,
    officials: { treasurer },
  } = await startFounded());
  browser = await openBrowser();
});
afterAll(async () => {
  await closeWindows(browser);
  await application?.close();
});

const openAs = (size: typeof DESKTOP, language: "en" | "sw") =>
  borrowWindow(browser, {
    url: application.url,
    size,
    language,
    token: treasurer.token,
    path: "/dashboard/accounting/opening",
  });

async function choose(page: Page, sheets: Record<string, Value[][]>): Promise<void> {
  await page.locator("input[type=file]").setInputFiles({
    name: "our book.xlsx",
    mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    buffer: Buffer.from(ownWorkbook(sheets)),
  });
}

/** Still to come on any day. */
const dueOn = `31 Dec ${Number(nairobiDate(new Date()).slice(0, 4)) + 1}`;

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

test("the Treasurer says what the columns of the group's own sheet hold, answers what is open, and proposes it", async () => {
  const visit = await openAs(DESKTOP, "en");
  const { page } = visit;
  await choose(page, { Minutes: [["Minutes of 3 Feb"]], Contributions: tumaini });
  await page.getByText("Say what your sheet holds").waitFor();
  const name = page.getByLabel("Name", { exact: true });
  await expect.poll(() => name.inputValue()).toBe("Member's Name");
  await expect.poll(() => page.getByLabel("Nov 2025").isChecked()).toBe(true);
  // Nothing is read before the columns are confirmed.
  await expect.poll(() => page.getByRole("button", { name: "Propose this sheet" }).count()).toBe(0);
  await page.getByLabel("Day of joining of all others").fill("1 Jan 2024");
  await page.getByLabel("All other loans are due on").fill(dueOn);
  await page.getByLabel("In the bank").fill("7300.50");
  await page.getByLabel("Interest and fines not yet shared out").fill("1000");
  await inspect(visit, "own-sheet-columns");
  await press(page, "Read the sheet so");
  await page.getByText("Member's Name: one member or two?").waitFor();
  await inspect(visit, "own-sheet-question");
  await page.getByLabel("Different members of one name").check();
  await press(page, "Read it again so");
  await page.getByText("Everything is right", { exact: false }).waitFor();
  await page.getByRole("rowheader", { name: "Achieng' Otieno" }).waitFor();
  await inspect(visit, "own-sheet-read");
  await press(page, "Propose this sheet");
  await page.getByText("Read from your own sheet").waitFor();
  await inspect(visit, "own-sheet-proposed");
});

test("on a phone in Swahili the next sheet is mapped as well", async () => {
  const { body } = await fetchOpenings();
  const refused = await fetch(`${application.url}/api/opening/${body.openings[0].id}/refuse/`, {
    method: "POST",
    headers: { Authorization: `Bearer ${treasurer.token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ reason: "Another book" }),
  });
  expect(refused.status).toBe(200);
  const visit = await openAs(PHONE, "sw");
  const { page } = visit;
  await choose(page, { Michango: umoja });
  await page.getByText("Sema karatasi yenu ina nini").waitFor();
  await expect
    .poll(() => page.getByLabel("Jina", { exact: true }).inputValue())
    .toBe("Jina la mwanachama");
  await expect.poll(() => page.getByLabel("Feb 2026").isChecked()).toBe(true);
  await inspect(visit, "own-sheet-phone");
  await page.getByLabel("Siku waliyojiunga wengine wote").fill("2 Nov 2025");
  await page.getByLabel("Benki").fill("9300.25");
  await press(page, "Soma karatasi hivi");
  await page.getByText("Kila kitu ni sahihi", { exact: false }).waitFor();
  await inspect(visit, "own-sheet-phone-read");
});

test("a second sheet of the file is added, mapped by its own headings, and read with the first", async () => {
  const visit = await openAs(PHONE, "sw");
  const { page } = visit;
  await choose(page, {
    Michango: umoja,
    Mikopo: [
      ["Jina la mwanachama", "Salio la mkopo"],
      ["Amina Salim", 3_000],
    ],
  });
  await page.getByText("Sema karatasi yenu ina nini").waitFor();
  await page.getByLabel("Siku waliyojiunga wengine wote").fill("2 Nov 2025");
  await page.getByLabel("Benki").fill("6300.25");
  await page.getByLabel("Karatasi nyingine").selectOption("Mikopo");
  const second = page.getByRole("group", { name: "Karatasi Mikopo pia" });
  await second.waitFor();
  await second.getByLabel("Jina", { exact: true }).selectOption("Jina la mwanachama");
  await second.getByLabel("Kilichobaki cha mkopo").selectOption("Salio la mkopo");
  await second.getByLabel("Mwisho wa kulipa mikopo mingine yote").fill(dueOn);
  await inspect(visit, "own-sheet-second");
  await press(page, "Soma karatasi hivi");
  await page.getByText("Kila kitu ni sahihi", { exact: false }).waitFor();
  await inspect(visit, "own-sheet-second-read");
});

async function fetchOpenings() {
  const response = await fetch(`${application.url}/api/opening/`, {
    headers: { Authorization: `Bearer ${treasurer.token}` },
  });
  return { body: await response.json() };
}
