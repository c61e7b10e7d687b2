// A month end: several statements go up in one go, and each open line leads to the next.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Application } from "./application.ts";
import { closeDialog, DESKTOP, fillIn, inspect, openBrowser, PHONE } from "./browser.ts";
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

const open = (size: typeof DESKTOP) =>
  borrowWindow(browser, { url: application.url, size, token: treasurer.token });

const heading =
  "Receipt No,Completion Time,Details,Transaction Status,Paid In (KSHs),Withdrawn (KSHs),Balance (KSHs)";
const file = (shortCode: string, lines: readonly string[]) => ({
  name: `ORG_${shortCode}_Utility Account_20260101_20260131.csv`,
  mimeType: "text/csv",
  buffer: Buffer.from(`${heading}\r\n${lines.join("\r\n")}\r\n`),
});

async function addAccount(page: Page, name: string, number: string): Promise<void> {
  await page.getByRole("button", { name: "Add an account" }).click();
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Kind").selectOption("M-PESA paybill");
  await page.getByLabel("Number").fill(number);
  await page.getByRole("button", { name: "Add account" }).click();
  await page.getByRole("heading", { name }).or(page.getByText(name)).first().waitFor();
}

test("several files find their accounts, the next is offered after each, and a line leads to the next", async () => {
  const visit = await open(DESKTOP);
  const { page } = visit;
  await page.goto("/dashboard/accounting/statements");
  await addAccount(page, "Paybill of savings", "600111");
  await addAccount(page, "Paybill of loans", "600222");
  await page.getByRole("link", { name: "Upload a statement" }).click();
  await page
    .locator("input[type=file]")
    .setInputFiles([
      file("600111", [
        "UA51AAAAAA,05/01/2026 09:00:00,Pay Bill from 25470****111 - NOBODY KNOWN Acc. welfare,Completed,700.00,0.00,1200.00",
        "UA41AAAAAA,04/01/2026 09:00:00,Pay Bill from 25470****111 - NOBODY KNOWN Acc. welfare,Completed,500.00,0.00,500.00",
      ]),
      file("600999", ["no line"]),
      file("600222", [
        "UA61AAAAAA,06/01/2026 09:00:00,Pay Bill from 25470****111 - NOBODY KNOWN Acc. welfare,Completed,900.00,0.00,900.00",
      ]),
    ]);
  await page.getByText("File 1 of 3: ORG_600111", { exact: false }).waitFor();
  await page.getByText("2 lines are added to Paybill of savings", { exact: false }).waitFor();
  await inspect(visit, "several-statements");
  await page.getByRole("button", { name: "Import the statement" }).click();
  await page.getByText("File 2 of 3: ORG_600999", { exact: false }).waitFor();
  await page.getByRole("button", { name: "Leave this file out" }).click();
  await page.getByText("1 line is added to Paybill of loans", { exact: false }).waitFor();
  await page.getByRole("button", { name: "Import the statement" }).click();
  await page.getByRole("heading", { name: "Statements", exact: true }).waitFor();

  await page.goto("/dashboard/accounting/statements/lines");
  const rows = page.getByRole("row").filter({ hasText: "NOBODY KNOWN" });
  const choose = (what: string) => rows.first().getByRole("combobox").selectOption({ label: what });
  await expect.poll(() => rows.count()).toBe(3);
  await choose("In the books already…");
  await rows.first().getByRole("button", { name: "Match" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Nothing fits").waitFor();
  await fillIn(dialog.getByLabel("Search payments and entries"), "welfare");
  await dialog.getByText("Nothing fits").waitFor();
  await inspect(visit, "match-a-line");
  await closeDialog(page);
  for (const left of [2, 1]) {
    await choose("Book");
    await rows.first().getByRole("button", { name: "Book", exact: false }).click();
    await fillIn(dialog.getByLabel("Description"), "Welfare");
    await dialog.getByRole("button", { name: "Book KES", exact: false }).click();
    await expect.poll(() => rows.count()).toBe(left);
    // The next line has the keys.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest("tr")?.textContent ?? ""))
      .toContain("NOBODY KNOWN");
  }
});

test("on a phone an official finds what a line is", async () => {
  const visit = await open(PHONE);
  const { page } = visit;
  await page.goto("/dashboard/accounting/statements/lines");
  await page.getByRole("button", { name: "Match" }).first().click();
  await page.getByRole("dialog").getByText("Nothing fits").waitFor();
  await inspect(visit, "match-a-line-on-a-phone");
});
