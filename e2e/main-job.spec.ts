// The main job: a person signs up, is activated by mail and approved, pays; both offices approve; the books show it.
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Application } from "./application.ts";
import {
  closeDialog,
  DESKTOP,
  fillIn,
  inspect,
  openBrowser,
  openWindow,
  PHONE,
  type Visit,
  type WindowParams,
} from "./browser.ts";
import { startFounded } from "./founded-group.ts";
import type { Member } from "./people.ts";
import { borrowWindow, closeWindows, returnWindows } from "./shared-windows.ts";

let application: Application;
let browser: Browser;
let chairperson: Member;
let treasurer: Member;
let secGen: Member;

beforeAll(async () => {
  ({
    application,
    officials: { chairperson, treasurer, secGen },
  } = await startFounded());
  browser = await openBrowser();
});
afterEach(returnWindows);
afterAll(async () => {
  await closeWindows(browser);
  await application?.close();
});

const journeys = [
  { name: "on a laptop, light", size: DESKTOP, dark: false, person: "Neema", phone: "0733000001" },
  { name: "on a phone, dark", size: PHONE, dark: true, person: "Baraka", phone: "0733000002" },
];

describe.each(journeys)("the main job $name", ({ size, dark, person, phone }) => {
  const mood = dark ? "dark" : "light";
  const username = person.toLowerCase();
  const email = `${username}@example.com`;
  const password = "kahawa chungu 44";
  const reference = `MPESA-${person.toUpperCase()}`;
  const params = () => ({ url: application.url, size, dark });
  let own: Visit;

  beforeAll(async () => {
    own = await openWindow(browser, params());
  });
  afterAll(() => own.context.close());

  test("signs up from the landing page; a taken username is reported at its field and nothing typed is lost", async () => {
    const { page } = own;
    await page.goto("/");
    await page.getByRole("heading", { name: "Empower Saving. Simplify Borrowing." }).waitFor();
    await page.getByRole("banner").getByRole("button", { name: "Sign Up" }).click();
    const form = page.getByRole("dialog", { name: "Sign Up" });
    const values: Record<string, string> = {
      "First name": person,
      "Last name": "Auma",
      Username: treasurer.username,
      Email: email,
      "Reg No": `NEW/${person}`,
      Phone: phone,
      Password: password,
      "Confirm password": password,
    };
    for (const [label, value] of Object.entries(values))
      await form.getByLabel(label, { exact: true }).fill(value);
    await form.getByRole("button", { name: "Register" }).click();
    await form.getByText("Username is already in use.").waitFor();
    await inspect(own, `sign-up-refused-${mood}`);
    await expect.poll(() => form.getByLabel("Email", { exact: true }).inputValue()).toBe(email);
    await fillIn(form.getByLabel("Username", { exact: true }), username);
    await form.getByRole("button", { name: "Register" }).click();
    await page.getByText("One more step").waitFor();
    await inspect(own, `signed-up-${mood}`);
  });

  test("verifies the account by the mailed link", async () => {
    const { page } = own;
    const mail = await application.mail.next(email, /activ/i);
    const link = /https?:\/\/\S+\/user\/activate\/\S+/.exec(mail.text)?.[0];
    await page.goto(link ?? "no link in the mail");
    await page.getByRole("button", { name: "Verify your Account" }).waitFor();
    await page.getByRole("button", { name: "Verify your Account" }).click();
    await page.waitForURL(`${application.url}/`);
    await page.getByText("Account activated!").waitFor();
    const form = page.getByRole("dialog", { name: "Sign In" });
    await expect.poll(() => form.getByLabel("Email or mobile number").inputValue()).toBe(email);
    await expect
      .poll(() =>
        form
          .getByLabel("Password", { exact: true })
          .evaluate((field) => field === document.activeElement),
      )
      .toBe(size !== PHONE);
    await closeDialog(page);
  });

  test("signs in, after a message about a wrong password", async () => {
    const { page } = own;
    await page.getByRole("banner").getByRole("button", { name: "Sign In" }).click();
    const form = page.getByRole("dialog", { name: "Sign In" });
    const submit = form.getByRole("button", { name: "Sign In", exact: true });
    // A phone signs in once the Chairperson has approved the member with it (MEM-12).
    await form.getByLabel("Email or mobile number").fill(email);
    await expect.poll(() => submit.isDisabled()).toBe(true);
    await fillIn(form.getByLabel("Password", { exact: true }), "not this one");
    await submit.click();
    await page.getByText("Some of your login information was incorrect").first().waitFor();
    await inspect(own, `sign-in-${mood}`);
    await form.getByLabel("Password", { exact: true }).fill(password);
    await submit.click();
    await page.waitForURL(/\/dashboard/);
    await page.getByText(`Welcome, ${username}`).waitFor();
    await page.getByText("waits for the Chairperson's approval").waitFor();
    await inspect(own, `home-pending-${mood}`);
  });

  test("is approved as a member by the Chairperson", async () => {
    const visit = await openAs(chairperson, params());
    const { page } = visit;
    await choose(page, "Admin");
    await page.getByRole("heading", { name: "Admin", exact: true }).waitFor();
    await page.goto("/dashboard/admin/directors");
    await fillIn(page.getByLabel("Search"), person);
    const card = page.getByRole("list", { name: "Members" }).getByRole("listitem");
    await expect.poll(() => card.count()).toBe(1);
    await card.getByText("Pending Approval").waitFor();
    await inspect(visit, `directors-${mood}`);
    await card.getByRole("button", { name: /Change Status/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Action").selectOption("approve");
    await inspect(visit, `change-status-${mood}`);
    await dialog.getByRole("button", { name: "Change Status" }).click();
    await dialog.waitFor({ state: "hidden" });
    await card.getByText("Active").first().waitFor();
  });

  test("pays a contribution and sees it wait", async () => {
    const { page } = own;
    await page.goto("/dashboard/contributions");
    await page.getByRole("heading", { name: "Monthly Contributions" }).waitFor();
    await inspect(own, `contributions-empty-${mood}`);
    await page.getByRole("button", { name: "Pay Contribution" }).first().click();
    const form = page.getByRole("dialog");
    await fillIn(form.getByLabel("Amount paid"), "1250.50");
    await fillIn(form.getByLabel("Payment reference"), reference.toLowerCase());
    await form.getByText("KES 1,250.50").first().waitFor();
    await inspect(own, `pay-contribution-${mood}`);
    await form.getByRole("button", { name: "Submit payment" }).click();
    await form.waitFor({ state: "hidden" });
    await page.getByText(reference).first().waitFor();
    await inspect(own, `contributions-${mood}`);
  });

  test.each([
    ["the Treasurer", () => treasurer],
    ["the Sec-Gen", () => secGen],
  ])("is approved by %s", async (_, who) => {
    const visit = await openAs(who(), params());
    const { page } = visit;
    await choose(page, "Approvals");
    await page.getByRole("heading", { name: "Available Approvals" }).waitFor();
    await page.getByRole("link", { name: /View/ }).waitFor();
    await page.getByRole("link", { name: /View/ }).click();
    await page.getByText(reference).waitFor();
    await page.getByRole("button", { name: /Approve\/Reject/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Action").getByLabel("Approve").check();
    // The Sec-Gen sees the same with another sentence.
    if (who() === treasurer) await inspect(visit, `decision-${mood}`);
    await dialog.getByRole("button", { name: /Approve KES 1,250.50/ }).click();
    await dialog.waitFor({ state: "hidden" });
    await page.goto("/dashboard/approvals");
    await page.getByText("No approvals available for you at the moment").waitFor();
    if (who() === treasurer) await inspect(visit, `approvals-none-${mood}`);
    expect(visit.errors).toEqual([]);
  });

  test("sees the contribution approved, by date and on its receipt", async () => {
    const { page } = own;
    await page.goto("/dashboard/contributions");
    await page.getByLabel("Start date").fill("2020-01-01");
    await page.getByLabel("End date").fill("2099-12-31");
    await page.getByRole("button", { name: "Show" }).click();
    const row = page.getByRole("row").filter({ hasText: "1,250.50" }).first();
    await row.getByText("Approved").waitFor();
    await row.getByRole("link").click();
    await page.getByRole("dialog").getByText(reference).waitFor();
    await page.getByRole("img", { name: "QR code" }).scrollIntoViewIfNeeded();
    for (const office of ["Treasurer", "Sec-Gen"])
      await page
        .getByRole("dialog")
        .getByText(new RegExp(`^${office}: \\w+ \\w+`))
        .waitFor();
    await inspect(own, `receipt-${mood}`);
  });

  test("sends the receipt by WhatsApp with the second press", async () => {
    const { page } = own;
    await page.getByRole("dialog").getByRole("button", { name: "Send" }).click();
    const link = page.getByRole("link", { name: "WhatsApp" });
    await link.waitFor();
    const words = new URL((await link.getAttribute("href"))!).searchParams.get("text")!;
    expect(words).toContain(reference);
    expect(words).toContain("KES 1,250.50");
    expect(words).toMatch(/Treasurer: .+, Sec-Gen: .+/);
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download PDF" }).click();
    expect((await downloading).suggestedFilename()).toMatch(/contribution-receipt.*\.pdf$/);
    await inspect(own, `send-receipt-${mood}`);
    // The code leads to the check, filled in.
    const check = new URL(/https?:\S+\/check\S+/.exec(words)![0]);
    await page.goto(`${application.url}${check.pathname}${check.search}`);
    await expect
      .poll(() => page.getByLabel("Fingerprint").inputValue())
      .toBe(check.searchParams.get("fingerprint"));
    await inspect(own, `check-of-receipt-${mood}`);
  });

  test("sees it in the trial balance", async () => {
    const { page } = own;
    await page.goto("/dashboard/accounting");
    await page.getByRole("link", { name: /Trial Balance/ }).waitFor();
    await inspect(own, `accounting-${mood}`);
    await page.getByRole("link", { name: /Trial Balance/ }).click();
    const bank = page.getByRole("row").filter({ hasText: "Equity Bank" });
    const total = 1250.5 * (journeys.findIndex((journey) => journey.person === person) + 1);
    const shown = total.toLocaleString("en-KE", { minimumFractionDigits: 2 });
    await bank.filter({ hasText: shown }).waitFor();
    await inspect(own, `trial-balance-${mood}`);
  });

  test("signs out, and the dashboard sends back to the start page", async () => {
    const { page } = own;
    await choose(page, "Sign Out");
    await page.waitForURL(`${application.url}/`);
    await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0);
    // It leaves before the page has loaded.
    await page.goto("/dashboard", { waitUntil: "commit" });
    await page.waitForURL(`${application.url}/`);
  });
});

/** A window of a person who is signed in already. */
async function openAs(member: Member, params: WindowParams): Promise<Visit> {
  const { token } = member;
  const visit = await borrowWindow(browser, { ...params, token, path: "/dashboard" });
  await visit.page.getByText(`Welcome, ${member.username}`).waitFor();
  return visit;
}

/** Follows a link of the menu; on a phone opens the menu first. */
async function choose(page: Page, name: string): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < 768)
    await page.getByRole("button", { name: "Open the menu" }).click();
  const menu = page.getByRole("navigation", { name: "Menu" });
  await menu.getByRole("link", { name }).or(menu.getByRole("button", { name })).click();
}
