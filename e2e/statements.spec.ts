// Statements: an official uploads the bank's file after a rehearsal, and a member pastes an M-PESA message.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Application } from "./application.ts";
import { DESKTOP, fillIn, inspect, openBrowser, PHONE, type Visit } from "./browser.ts";
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

const rows = (last: string) =>
  Buffer.from(`EQUITY BANK
Account Number: 0123456789012,,Period: 01/01/2026 - 31/01/2026
Transaction Date,Narration,Debit,Credit,Running Balance
,Opening Balance,,,"10,000.00"
05/01/2026,MPS 254712345678 UA59D8E7F6 M001 BRIAN OTIENO,,"2,500.00","12,500.00"
${last}
`);
const whole = rows('31/01/2026,Ledger fees,120.00,,"12,380.00"');
const unreadable = rows('01/31/2026,Ledger fees,120.00,,"12,380.00"');

test("an official uploads a bank's statement: unreadable cells are named, columns confirmed, and it is imported once", async () => {
  const visit = await openAs(treasurer, DESKTOP);
  const { page } = visit;
  await page.goto("/dashboard/accounting/statements");
  await page.getByRole("button", { name: "Add an account" }).click();
  await fillIn(page.getByLabel("Name"), "Equity main account");
  await page.getByLabel("Kind").selectOption("Bank account");
  await fillIn(page.getByLabel("Number"), "0123456789012");
  await page.getByRole("button", { name: "Add account" }).click();
  await page.getByRole("link", { name: "Upload a statement" }).click();

  await choose(page, unreadable);
  await page.getByText("1 cell cannot be read").waitFor();
  await page.getByText("“01/31/2026” is not a date that can be read", { exact: false }).waitFor();
  await expect
    .poll(() => page.getByRole("button", { name: "Import the statement" }).isDisabled())
    .toBe(true);

  await choose(page, whole);
  await page.getByText("The statement is whole", { exact: false }).waitFor();
  await inspect(visit, "statement-rehearsal");
  await expect
    .poll(() => page.getByRole("button", { name: "Import the statement" }).isDisabled())
    .toBe(true);
  await page.getByRole("button", { name: "The columns are right" }).click();
  await page.getByText("2 lines are added to Equity main account. Nothing is posted.").waitFor();
  await page.getByRole("button", { name: "Import the statement" }).click();
  await page.getByRole("heading", { name: "Statement 01 Jan 2026 to 31 Jan 2026" }).waitFor();
  await inspect(visit, "statement");

  await page.getByRole("button", { name: "Withdraw" }).click();
  await page.getByLabel("Reason").fill("The wrong account.");
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
  await page.getByText("Withdrawn by Tabitha Maina", { exact: false }).waitFor();
});

test("a member pastes the message of M-PESA: it fills in the payment, and one of money received is refused", async () => {
  const visit = await openAs(treasurer, PHONE);
  const { page } = visit;
  await page.goto("/dashboard/contributions");
  await page.getByRole("button", { name: "Pay Contribution" }).first().click();
  const message = page.getByLabel("M-PESA message");
  await message.fill(
    "TJF987E58C Confirmed.You have received Ksh300.00 from NAME 0712121212 on 15/10/26 at 12:16 PM  New M-PESA balance is Ksh1.00",
  );
  await page.getByText("This message is about money you received", { exact: false }).waitFor();
  await message.fill(
    "UJK6H7T0JT Confirmed. Ksh1,250.00 sent to UMOJA for account 123 on 20/10/26 at 4:26 PM New M-PESA balance is Ksh123.12.",
  );
  await page.getByText("Filled in from UJK6H7T0JT", { exact: false }).waitFor();
  await expect.poll(() => page.getByLabel("Amount paid").inputValue()).toBe("1,250");
  await expect.poll(() => page.getByLabel("Payment reference").inputValue()).toBe("UJK6H7T0JT");
  await inspect(visit, "pasted-message");
});

async function choose(page: Page, buffer: Buffer): Promise<void> {
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "january.csv", mimeType: "text/csv", buffer });
}

function openAs({ token }: Member, size: typeof DESKTOP): Promise<Visit> {
  return borrowWindow(browser, { url: application.url, size, token });
}
