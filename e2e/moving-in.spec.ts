// A group with a book of its own moves in: from an empty folder to balanced books, and a member who claims the
// account and answers.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, firstOfMonth, nairobiDate } from "#domain/calendar.ts";
import { startApplication, type Application } from "./application.ts";
import { DESKTOP, fillIn, inspect, openBrowser, type Visit } from "./browser.ts";
import { ask } from "./people.ts";
import { borrowWindow, closeWindows } from "./shared-windows.ts";
import { bookTotal, fillSheet, type Slip } from "./sheet-of-a-book.ts";

let application: Application;
let browser: Browser;
let chairperson: Visit;
let treasurer: Visit;

const password = "mti wa matunda 27";
const cutOver = addDays(firstOfMonth(nairobiDate(new Date())), -1);

beforeAll(async () => {
  application = await startApplication("main", { fromNothing: true });
  browser = await openBrowser();
});
afterAll(async () => {
  await closeWindows(browser);
  await application?.close();
});

const fieldsOf = (first: string, last: string, number: number) => ({
  "First name": first,
  "Last name": last,
  Username: first.toLowerCase(),
  "Reg No": `U/00${number}`,
  Email: `${first.toLowerCase()}@example.com`,
  Phone: `072200000${number}`,
  Password: password,
  "Confirm password": password,
});

async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    const field = page.getByLabel(label, { exact: true });
    if (await field.isEditable()) await field.fill(value);
  }
}

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();

/** By the mailed link; returns the session's token. */
async function activateAndSignIn(email: string): Promise<string> {
  const mail = await application.mail.next(email, /^Activate/);
  const activation_token = /\/user\/activate\/([^/\s]+)/.exec(mail.text)?.[1];
  await ask(application, "POST", "/api/user/activate/", { body: { activation_token } });
  const { body } = await ask(application, "POST", "/api/user/login", { body: { email, password } });
  return body.access;
}

function openAs(token: string, size: typeof DESKTOP): Promise<Visit> {
  return borrowWindow(browser, { url: application.url, size, token });
}

async function invite(page: Page, office: string, first: string): Promise<string> {
  const form = page.getByRole("form", { name: office });
  await form.getByLabel(/^Name/).fill(first);
  await form.getByLabel(/^Email/).fill(`${first.toLowerCase()}@example.com`);
  await press(page, `Invite as ${office}`);
  const mail = await application.mail.next(`${first.toLowerCase()}@example.com`, /^Join Umoja/);
  return /http\S+\/join\/([\w-]{22,})/.exec(mail.text)![1]!;
}

async function join(invitation: string, first: string, number: number): Promise<string> {
  const fields = fieldsOf(first, "Otieno", number);
  const { status, body } = await ask(application, "POST", "/api/user/signup/", {
    body: {
      invitation,
      first_name: first,
      last_name: "Otieno",
      username: fields.Username,
      RegNo: fields["Reg No"],
      email: fields.Email,
      phone: fields.Phone,
      password,
      confirm_password: password,
    },
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return activateAndSignIn(fields.Email);
}

test("the group is set up as one that has books already", async () => {
  const printedLink = () =>
    /Set up your group: (http\S+\/setup#[\w-]{22})/.exec(application.printed())?.[1];
  await expect.poll(printedLink).toBeDefined();
  const link = printedLink()!;
  chairperson = await borrowWindow(browser, { url: application.url });
  const { page } = chairperson;
  await page.goto(link);
  await fill(page, { "Name of the group": "Umoja Savers", "Name of the bank": "Co-op Bank" });
  await press(page, "Next");
  await fill(page, fieldsOf("Amina", "Hassan", 1));
  await press(page, "Set up Umoja Savers");
  const treasurerLink = await invite(page, "Treasurer", "Baraka");
  const secGenLink = await invite(page, "Sec-Gen", "Chebet");
  await press(page, "Next");
  await press(page, "We have books");
  await page.getByText("Bring your books", { exact: true }).waitFor();
  await inspect(chairperson, "setup-left-with-books");

  await activateAndSignIn("amina@example.com");
  treasurer = await openAs(await join(treasurerLink, "Baraka", 2), DESKTOP);
  await join(secGenLink, "Chebet", 3);
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Bring the books" }).click();
  await page.getByRole("heading", { name: "Bring your books" }).waitFor();
  await page
    .getByText("You can try the sheet", { exact: false })
    .or(page.getByText("Fill in the sheet"))
    .first()
    .waitFor();
});

async function choose(page: Page, template: string, slip: Slip = {}): Promise<void> {
  await page.locator("input[type=file]").setInputFiles({
    name: "umoja.xlsx",
    mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    buffer: fillSheet(template, cutOver, slip),
  });
}

test("the Treasurer fills in the sheet, mends what is wrong, and proposes it", async () => {
  const { page } = treasurer;
  await page.goto("/dashboard/accounting");
  await page.getByRole("link", { name: "Bring your books" }).click();
  await page.getByRole("heading", { name: "Bring your books" }).waitFor();
  const downloading = page.waitForEvent("download");
  await press(page, "Get the sheet (Excel)");
  const template = await (await downloading).path();

  await choose(page, template, { savings: "10,0OO" });
  await page.getByText("1 thing must be put right").waitFor();
  await page.getByRole("rowheader", { name: /^Members, row 12/ }).waitFor();
  await expect
    .poll(() => page.getByRole("button", { name: "Propose this sheet" }).isDisabled())
    .toBe(true);
  await inspect(treasurer, "opening-with-an-error");
  const problems = page.waitForEvent("download");
  await press(page, "Get the sheet with the problems");
  expect((await problems).suggestedFilename()).toMatch(/\.xlsx$/);

  await choose(page, template, { bankMore: 12.5 });
  await page.getByText("The sheet does not balance: KES 12.50").waitFor();
  await expect
    .poll(() => page.getByRole("button", { name: "Propose this sheet" }).isDisabled())
    .toBe(true);
  await inspect(treasurer, "opening-with-a-difference");

  await choose(page, template);
  await page.getByText("Everything is right. The sheet balances to the cent.").waitFor();
  await inspect(treasurer, "opening-rehearsed");
  await press(page, "Propose this sheet");
  await page.getByText("This sheet waits to be accepted").waitFor();
  // The steps are gone, and the focus is on the message.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent ?? ""))
    .toMatch("This sheet waits to be accepted");
  await expect.poll(() => page.getByRole("button", { name: "Accept" }).count()).toBe(0);
});

test("the Chairperson accepts it with the total of the group's own book, and the books balance", async () => {
  const { page } = chairperson;
  await page.goto("/dashboard/accounting/opening");
  await page.getByText("This sheet waits to be accepted").waitFor();
  await inspect(chairperson, "opening-proposed");
  await press(page, /^Accept$/);
  const dialog = page.getByRole("dialog");
  await fillIn(dialog.getByLabel("Total savings in the group's own book"), "1000");
  await dialog.getByRole("button", { name: "Write the books" }).click();
  await dialog.getByText("Your total is not what the sheet says", { exact: false }).waitFor();
  await fillIn(dialog.getByLabel("Total savings in the group's own book"), String(bookTotal));
  await inspect(chairperson, "opening-accept");
  await dialog.getByRole("button", { name: "Write the books" }).click();
  await page.getByText("Your books are in Akiba").waitFor();
  await inspect(chairperson, "opening-accepted");

  await page.goto("/dashboard/accounting/trial-balance");
  const total = page.getByRole("row", { name: /^Total/ });
  await total.waitFor();
  const [debit, credit] = await total.getByRole("cell").allInnerTexts();
  expect(debit).toBe(credit);
  expect(debit).not.toBe("0.00");
  expect(await application.command("verify")).toMatch(/^(\d+) of \1 invariants hold/m);
  expect(chairperson.errors).toEqual([]);
  expect(treasurer.errors).toEqual([]);
});
