// A member's money and the officials' view of it: Finance Center, fines, summaries, exits, profile, settings, audit.
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Application } from "./application.ts";
import {
  closeDialog,
  DESKTOP,
  goWithin,
  inspect,
  openBrowser,
  openWindow,
  PHONE,
  untilIdle,
  type Visit,
} from "./browser.ts";
import { startFounded } from "./founded-group.ts";
import { ask, joinGroup, type Json, type Member } from "./people.ts";
import { borrowWindow, closeWindows, returnWindows } from "./shared-windows.ts";
import { expectToast, keepToasts } from "./toasts.ts";

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
  { name: "on a laptop, light", size: DESKTOP, dark: false, tag: "A" },
  { name: "on a phone, dark", size: PHONE, dark: true, tag: "B" },
];

describe.each(journeys)("money and its officials $name", ({ size, dark, tag }) => {
  const mood = dark ? "dark" : "light";
  const params = () => ({ url: application.url, size, dark });
  const openAs = (member: Member) =>
    welcome(member, borrowWindow(browser, { ...params(), token: member.token }));
  let own: Visit;
  let amani: Member;
  let debtor: Member;
  let saver: Member;

  beforeAll(async () => {
    amani = await approvedMember("Amani", `Otieno${tag}`);
    debtor = await approvedMember("Duma", `Kirui${tag}`);
    saver = await approvedMember("Salma", `Bakari${tag}`);
    await contribute(amani, 10_000, `SAVE-A${tag}`);
    await contribute(debtor, 3_000, `SAVE-D${tag}`);
    await contribute(saver, 1_000, `SAVE-S${tag}`);
    await borrow(amani, 6_000);
    await borrow(debtor, 6_000);
    const wrong = await pay(amani, 500, `LOST-${tag}`);
    await post(treasurer, `/api/finances/monthly-contribution-approval/${wrong}/`, {
      action: "rejected",
      reject_reason: "Not in the statement",
    });
    own = await welcome(amani, openWindow(browser, { ...params(), token: amani.token }));
  });
  afterAll(() => own.context.close());

  test("reads contributions with both verdicts, and the reason behind a rejected one", async () => {
    const { page } = own;
    await choose(page, "Transactions");
    await page.getByRole("heading", { name: "Finance Center" }).waitFor();
    await page.getByText("Normal Loan 1 paid out").waitFor();
    await page.getByRole("link", { name: "Contributions", exact: true }).last().click();
    await page.getByRole("heading", { name: "Monthly Contribution Transactions" }).waitFor();
    const row = page.getByRole("row").filter({ hasText: "500.00" }).first();
    await row.waitFor();
    await row.getByRole("button", { name: "Rejected" }).first().click();
    await page.getByText("Rejection Reason: Not in the statement").waitFor();
    expect(own.errors).toEqual([]);
    await closeDialog(page, page.getByRole("dialog").getByRole("button", { name: "Close" }).last());
  });

  test("learns that a filter needs both dates, and filters", async () => {
    const { page } = own;
    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByLabel("From").fill("2020-01-01");
    await page.getByRole("button", { name: "Show" }).click();
    await page.getByText("Please select both start and end dates.").waitFor();
    await inspect(own, `contrib-payments-filter-${mood}`);
    await page.getByLabel("To", { exact: true }).fill("2020-01-02");
    await page.getByRole("button", { name: "Show" }).click();
    await page.getByText("No transactions available in the table").waitFor();
    await inspect(own, `contrib-payments-none-${mood}`);
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByRole("row").filter({ hasText: "500.00" }).first().waitFor();
  });

  test("pays a contribution from the Finance Center and a part of the loan", async () => {
    const { page } = own;
    await page.getByRole("button", { name: "Pay Contribution" }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel("Amount paid").fill("750");
    await form.getByLabel("Payment reference").fill(`fc-${tag}`);
    await form.getByRole("button", { name: "Submit payment" }).click();
    await form.waitFor({ state: "hidden" });
    await page.getByRole("row").filter({ hasText: "750.00" }).first().waitFor();
    await decideAll(`FC-${tag}`, "monthly-contribution-approval");

    const { body } = await ask(application, "GET", "/api/finances/get-create-user-loans/", {
      token: amani.token,
    });
    await post(amani, `/api/finances/pay-loan/${body.loans[0].loan_id}/`, {
      amount_paid: 1_100,
      payment_Reference_Code: `LOAN-${tag}`,
    });
    await goWithin(page, "/dashboard/transactions/loan-payments");
    const row = page.getByRole("row").filter({ hasText: "1,100.00" }).first();
    await row.getByText("Normal Loan 1").waitFor();
    await inspect(own, `loan-payments-${mood}`);
    await row.getByRole("link").click();
    await page.getByRole("dialog").getByText("Record of payment").waitFor();
    await inspect(own, `loan-payment-receipt-${mood}`);
    await page.goto("/dashboard/transactions/loan-applications");
    await page.getByRole("row").filter({ hasText: "6,000.00" }).first().waitFor();
  });

  test("is fined by the Chairperson from the member card", async () => {
    const visit = await openAs(chairperson);
    const { page } = visit;
    await choose(page, "Admin");
    await page.getByRole("link", { name: "Open Group Settings" }).waitFor();
    await page.getByRole("link", { name: "Open Directors" }).click();
    const card = await findCard(page, `Amani Otieno${tag}`);
    await card.getByRole("button", { name: /Fine Member/ }).click();
    const form = page.getByRole("dialog", { name: `Fine Amani Otieno${tag}` });
    await form.getByLabel("Amount").fill("200");
    await form.getByLabel("Reason for the fine").fill("Absent from the meeting");
    await form.getByText("will owe a fine of KES 200.00").waitFor();
    await inspect(visit, `fine-member-${mood}`);
    await form.getByRole("button", { name: "Fine Member" }).click();
    await form.waitFor({ state: "hidden" });
    await expectToast(page, /was fined KES 200.00/);
  });

  test("pays the fine and reads the record of it, then the printed statement", async () => {
    const { page } = own;
    await goWithin(page, "/dashboard/transactions/fines");
    await page.getByText("Absent from the meeting").waitFor();
    await inspect(own, `fines-${mood}`);
    await page.getByRole("button", { name: "Pay Fine" }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel("Payment reference").fill(`fine-${tag}`);
    await form.getByText("You record KES 200.00").waitFor();
    await inspect(own, `pay-fine-${mood}`);
    await keepToasts(page);
    await form.getByRole("button", { name: "Submit payment" }).click();
    await page.getByRole("button", { name: "View receipt" }).click();
    await page.getByRole("dialog").getByText(`FINE-${tag}`).waitFor();
    await inspect(own, `fine-receipt-${mood}`);
    await page.goto("/dashboard/transactions");
    await page.getByRole("button", { name: "Print statement" }).click();
    await page.getByRole("dialog").getByText("Payment of fines").waitFor();
    await inspect(own, `statement-sheet-${mood}`);
  });

  test("the Treasurer reads the summaries, and an exit waits while payments are undecided", async () => {
    const visit = await openAs(treasurer);
    const { page } = visit;
    await choose(page, "Financial Summary");
    await page.getByRole("heading", { name: "Contributions of all members" }).waitFor();
    await page
      .getByRole("row")
      .filter({ hasText: `Amani Otieno${tag}` })
      .waitFor();
    await page.getByRole("link", { name: "Commoners" }).click();
    await page
      .getByRole("row")
      .filter({ hasText: `Duma Kirui${tag}` })
      .waitFor();
    await page.getByRole("link", { name: "Summary", exact: true }).click();
    const card = await findCard(page, `Amani Otieno${tag}`);
    await inspect(visit, `loan-summary-${mood}`);
    await card.getByRole("button", { name: /^Summary/ }).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByText("Absent from the meeting").waitFor();
    await closeDialog(page, sheet.getByRole("button", { name: "Close" }));
    await card.getByRole("button", { name: /^Exit/ }).click();
    await sheet.getByText("This cannot be done now").waitFor();
    await expect.poll(() => sheet.getByRole("button", { name: "Confirm exit" }).count()).toBe(0);
    await inspect(visit, `exit-waits-${mood}`);
  });

  test("a member leaves in debt, pays it back in two parts and is cleared; another is cleared at once", async () => {
    const visit = await openAs(secGen);
    const { page } = visit;
    await goWithin(page, "/dashboard/financial-summary/loan-summary");
    let card = await findCard(page, `Duma Kirui${tag}`);
    await card.getByRole("button", { name: /^Exit/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Amount the member owes the group").waitFor();
    await dialog.getByText("Normal Loan 1").waitFor();
    await inspect(visit, `exit-${mood}`);
    await dialog.getByRole("button", { name: "Confirm exit" }).click();
    await dialog.waitFor({ state: "hidden" });
    await card.getByRole("button", { name: /^Recover Bad Debt/ }).click();
    const field = dialog.getByLabel("Recovered amount");
    await field.fill("0");
    await dialog.getByRole("button", { name: "Recover" }).click();
    await dialog.getByText("Enter an amount greater than 0.").waitFor();
    await field.fill("100.50");
    await dialog.getByText(/has paid back KES 100.50; KES [\d,.]+ remains outstanding/).waitFor();
    await inspect(visit, `recover-${mood}`);
    await dialog.getByRole("button", { name: "Recover" }).click();
    await expectToast(page, "Bad debt recovered successfully");
    await dialog.waitFor({ state: "hidden" });

    const { body } = await ask(
      application,
      "GET",
      `/api/accounting/baddebts/?member=${debtor.id}`,
      { token: secGen.token },
    );
    await post(secGen, "/api/accounting/baddebts/recover/", {
      member_id: debtor.id,
      recovered_amount: body.debts[0].outstanding,
    });
    await page.reload();
    card = await findCard(page, `Duma Kirui${tag}`);
    const cleared = card.getByRole("button", { name: /^Cleared/ });
    await cleared.waitFor();
    await expect.poll(() => cleared.isDisabled()).toBe(true);

    card = await findCard(page, `Salma Bakari${tag}`);
    await card.getByRole("button", { name: /^Clear / }).click();
    await dialog.getByText("No non-cleared loans.").waitFor();
    await dialog.getByText("is paid KES 1,").waitFor();
    await dialog.getByRole("button", { name: "Confirm clearing" }).click();
    await dialog.waitFor({ state: "hidden" });
    await card.getByRole("button", { name: /^Cleared/ }).waitFor();
    expect(saver.id).toBeGreaterThan(0);
    expect(visit.errors).toEqual([]);
  });

  test("changes profile, email, photo and password, and signs another device out", async () => {
    const { page } = own;
    await ask(application, "POST", "/api/user/login", {
      body: { email: amani.email, password: amani.password },
    });
    await page.goto("/dashboard");
    await page.getByRole("link", { name: "Your profile" }).click();
    await page.getByRole("heading", { name: "Your details" }).waitFor();
    await page.getByText("This device", { exact: true }).waitFor();
    await inspect(own, `profile-${mood}`);
    await page
      .getByRole("button", { name: /^Sign out (?!everywhere)/ })
      .last()
      .click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("is signed out at once").waitFor();
    await inspect(own, `end-session-${mood}`);
    await dialog.getByRole("button", { name: "Sign out" }).click();
    await expectToast(page, "That session has been signed out.");

    await page.locator("input[type=file]").setInputFiles({
      name: "me.png",
      mimeType: "image/png",
      buffer: Buffer.from(pixel, "base64"),
    });
    await page.locator("main img").waitFor();
    const address = `new-${amani.email}`;
    await page.getByLabel("First name").fill("Amanikh");
    await page.getByLabel("Email", { exact: true }).fill(address);
    // The form's own field, above that of the change of password.
    await page.getByLabel("Current password").first().fill(amani.password);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("waits to be confirmed by the link").waitFor();
    const mail = await application.mail.next(address, /Confirm/);
    const link = /https?:\/\/\S+\/user\/confirm-email\/\S+/.exec(mail.text)?.[0];
    await page.goto(link ?? "no link in the mail");
    await page.getByRole("button", { name: "Confirm this address" }).waitFor();
    await page.getByRole("button", { name: "Confirm this address" }).click();
    await page.waitForURL(/\/dashboard\/profile/);
    await expectToast(page, `Your account now uses ${address}.`);
    const email = page.getByLabel("Email", { exact: true });
    await expect.poll(() => email.inputValue()).toBe(address);
    await page.getByLabel("Current password").fill(amani.password);
    await page.getByLabel("New password", { exact: true }).fill("chai ya tangawizi 9");
    await page.getByLabel("Confirm new password").fill("chai ya tangawizi 8");
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("The two passwords are not the same.").waitFor();
    await inspect(own, `profile-changed-${mood}`);
    await page.getByLabel("Confirm new password").fill("chai ya tangawizi 9");
    await page.getByRole("button", { name: "Change password" }).click();
    await expectToast(page, /^Your password has been changed/);
  });

  test("the Chairperson changes a setting and finds it in the audit log", async () => {
    const visit = await openAs(chairperson);
    const { page } = visit;
    await goWithin(page, "/dashboard/admin/settings");
    const fine = page.getByLabel("Late fine a month");
    await fine.fill(dark ? "150" : "125");
    await page.getByText("1 setting changes").waitFor();
    await page.getByRole("button", { name: "Save settings" }).click();
    await expectToast(page, "The settings have been saved.");
    await page
      .getByText(/Late fine a month: KES [\d,]+\.\d\d → KES /)
      .first()
      .waitFor();
    await inspect(visit, `settings-${mood}`);
    await expect.poll(countUnsealed).toBe(0);
    await goWithin(page, "/dashboard/admin/audit");
    await page.getByRole("row").filter({ hasText: "Changed the settings" }).first().waitFor();
    await page
      .getByRole("button", { name: /^Details/ })
      .first()
      .click();
    await page.getByRole("dialog").getByText("Seal").waitFor();
    await inspect(visit, `audit-details-${mood}`);
    await page.goto("/dashboard/admin/member-summaries");
    await page.getByRole("listitem").filter({ hasText: "Loan balance" }).first().waitFor();
    await untilIdle(page);
    expect(visit.errors).toEqual([]);
  });
});

const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

async function post(who: Member, path: string, body: unknown): Promise<Json> {
  const answer = await ask(application, "POST", path, { token: who.token, body });
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

async function approvedMember(firstName: string, lastName: string): Promise<Member> {
  const member = await joinGroup(application, { firstName, lastName });
  await post(chairperson, `/api/user/admin_manage_user/${member.id}/`, { action: "approve" });
  return member;
}

async function pay(member: Member, amount: number, reference: string): Promise<number> {
  const { contribution } = await post(member, "/api/finances/monthly-contribution/", {
    amount_paid: amount,
    contribution_month: "2026-01-01",
    // Paid just now: if the day ends meanwhile, an old date would be fined as late.
    payment_date: new Date(Date.now() - 60_000).toISOString(),
    payment_Reference_Code: reference,
  });
  return contribution.contribution_id;
}

async function contribute(member: Member, amount: number, reference: string): Promise<void> {
  const id = await pay(member, amount, reference);
  for (const official of [treasurer, secGen])
    await post(official, `/api/finances/monthly-contribution-approval/${id}/`, {
      action: "approved",
    });
}

async function borrow(member: Member, amount: number): Promise<void> {
  const { loan } = await post(member, "/api/finances/get-create-user-loans/", {
    amount,
    loan_type: "normal_loan",
  });
  for (const official of [treasurer, secGen])
    await post(official, `/api/finances/loan-application-approval/${loan.loan_id}/`, {
      action: "approved",
    });
}

/** How many of the newest entries of the audit log are not sealed yet. */
async function countUnsealed(): Promise<number> {
  const { body } = await ask(application, "GET", "/api/audit/?page=1", {
    token: chairperson.token,
  });
  return body.entries.filter(({ sealed }: Json) => sealed === null).length;
}

/** Both offices approve the payment with this reference. */
async function decideAll(reference: string, list: string): Promise<void> {
  for (const official of [treasurer, secGen]) {
    const { body } = await ask(application, "GET", `/api/finances/${list}/`, {
      token: official.token,
    });
    const item = body.pending_approvals.find(
      (each: Json) => each.payment_Reference_Code === reference,
    );
    await post(official, `/api/finances/${list}/${item.contribution_id}/`, { action: "approved" });
  }
}

/** The home of a person who is signed in already. */
async function welcome(member: Member, opening: Promise<Visit>): Promise<Visit> {
  const visit = await opening;
  await visit.page.goto("/dashboard");
  await visit.page.getByText(`Welcome, ${member.username}`).waitFor();
  return visit;
}

/** Follows a link of the menu; on a phone opens the menu first. */
async function choose(page: Page, name: string): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < 768)
    await page.getByRole("button", { name: "Open the menu" }).click();
  await page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name }).click();
}

/** The member's card, found by name, once the results have replaced the earlier list. */
async function findCard(page: Page, name: string) {
  await page.getByLabel("Search").fill(name.split(" ")[1] ?? name);
  const cards = page.getByRole("list", { name: "Members" }).getByRole("listitem");
  const shown = async () => (await cards.allInnerTexts()).map((text) => text.includes(name));
  await expect.poll(shown).toEqual([true]);
  return cards;
}
