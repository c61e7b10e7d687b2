// A file that can be read in two ways: the question with three of its rows, asked once for an account and changed there.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Application } from "./application.ts";
import { DESKTOP, fillIn, inspect, openBrowser, PHONE } from "./browser.ts";
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

const statementOf = (month: string) => ({
  name: `statement-${month}.csv`,
  mimeType: "text/csv",
  buffer: Buffer.from(
    [
      "Date,Description,Debit,Credit,Balance",
      `01/${month}/2026,DEPOSIT OF THE GROUP AT THE BRANCH,,1.000,11.000`,
      `02/${month}/2026,DEPOSIT B,,2.500,13.500`,
      `03/${month}/2026,PAYMENT C,3.000,,10.500`,
    ].join("\n"),
  ),
});

test("a file that can be read in two ways is asked about once, and the answer is changed in the account", async () => {
  const visit = await open(DESKTOP);
  const { page } = visit;
  await page.goto("/dashboard/accounting/statements");
  await page.getByRole("button", { name: "Add an account" }).click();
  await fillIn(page.getByLabel("Name"), "Savings account");
  await page.getByLabel("Kind").selectOption("Bank account");
  await page.getByRole("button", { name: "Add account" }).click();
  await page.getByRole("heading", { name: "Savings account" }).waitFor();
  await page.getByRole("link", { name: "Upload a statement" }).click();
  await page.locator("input[type=file]").setInputFiles(statementOf("01"));
  await page.getByLabel("Account", { exact: true }).selectOption("Savings account");
  await page.getByText("Answer the question first.").waitFor();
  await page.getByText("Line 2: 01/01/2026 | DEPOSIT OF THE GROUP", { exact: false }).waitFor();
  await inspect(visit, "statement-question");
  await page.getByRole("radio", { name: "It parts thousands", exact: false }).check();
  await page.getByRole("button", { name: "The columns are right" }).click();
  await page.getByText("3 lines are added to Savings account", { exact: false }).waitFor();
  await page.getByText("begins with 10,000.00, not printed").waitFor();
  await page.getByRole("button", { name: "Import the statement" }).click();
  await page.getByRole("heading", { name: /^Statement 0/ }).waitFor();
  await page.getByText("ends with 10,500.00, not printed", { exact: true }).waitFor();
  await inspect(visit, "statement-unprinted");

  await page.goto("/dashboard/accounting/statements/upload");
  await page.locator("input[type=file]").setInputFiles(statementOf("02"));
  await page.getByLabel("Account", { exact: true }).selectOption("Savings account");
  await page.getByText("3 lines are added to Savings account", { exact: false }).waitFor();
  await expect.poll(() => page.getByRole("radio").count()).toBe(0);

  await page.goto("/dashboard/accounting/statements");
  await page.getByRole("button", { name: "How files are read" }).click();
  const dialog = page.getByRole("dialog", { name: "How files are read" });
  await inspect(visit, "statement-readings");
  await dialog.getByLabel("What is the full stop in these amounts?").selectOption("Ask again");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(() => page.getByRole("button", { name: "How files are read" }).count()).toBe(0);
});

test("on a phone the question and its answers fit", async () => {
  const visit = await open(PHONE);
  const { page } = visit;
  await page.goto("/dashboard/accounting/statements/upload");
  await page.locator("input[type=file]").setInputFiles(statementOf("03"));
  await page.getByText("What is the full stop in these amounts?").waitFor();
  await inspect(visit, "statement-question-phone");
  await page.getByRole("radio", { name: "It parts shillings", exact: false }).check();
  await page.getByText("begins with 10.00, not printed").waitFor();
  await inspect(visit, "statement-question-answered-phone");
});
