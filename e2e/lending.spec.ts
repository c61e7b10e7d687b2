// A loan by instalments, from the group's offer to new instalments: the Chairperson offers it, a member applies on a phone, a
// guarantor agrees on theirs, both offices approve, and everybody reads the same rows.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Language } from "#domain/language.ts";
import type { Application } from "./application.ts";
import { DESKTOP, fillIn, inspect, openBrowser, PHONE } from "./browser.ts";
import { startFounded } from "./founded-group.ts";
import { ask, joinGroup, type Json, type Member, type Officials } from "./people.ts";
import { borrowWindow, closeWindows } from "./shared-windows.ts";

let application: Application;
let browser: Browser;
let officials: Officials;
let borrower: Member;
let guarantor: Member;
let loanId: number;

beforeAll(async () => {
  ({ application, officials } = await startFounded());
  browser = await openBrowser();
  borrower = await saver("Neema");
  guarantor = await saver("Baraka");
});
afterAll(async () => {
  await closeWindows(browser);
  await application?.close();
});

type Look = { size?: typeof DESKTOP; language?: Language; path: string };

const openAs = ({ token }: Member, look: Look) =>
  borrowWindow(browser, { url: application.url, size: PHONE, token, ...look });

test("the Chairperson offers it in the settings, and reads the sentence of the members first", async () => {
  const visit = await openAs(officials.chairperson, { path: "/dashboard/admin/settings" });
  const { page } = visit;
  await page.getByText("No loan is offered.").waitFor();
  await page.getByRole("button", { name: "Offer a loan" }).click();
  const form = page.getByRole("dialog", { name: "Offer a loan" });
  await fillIn(form.getByLabel("Name"), "School fees");
  await fillIn(form.getByLabel("Interest, %"), "1");
  await form.getByLabel("Guarantors cover").selectOption("whole");
  await fillIn(form.getByLabel("Guarantors at least"), "1");
  await form.getByText("1% a month on what you still owe, up to 12 months").waitFor();
  await form.getByText("Guarantors cover all of it, at least 1 person.").waitFor();
  await form.getByText("Fee, grace, limits and rounding").click();
  await fillIn(form.getByLabel("Due day of the month"), "29");
  await form.getByRole("button", { name: "Offer it" }).click();
  await form.getByText(/from 1 to 28/).waitFor();
  await inspect(visit, "lending-offer");
  await form.getByLabel("Due day of the month").fill("");
  await form.getByRole("button", { name: "Offer it" }).click();
  await form.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "End School fees" }).waitFor();
  await inspect(visit, "lending-products");
});

test("a member applies on a phone, having seen its cost and every row, and names who is to guarantee it", async () => {
  const visit = await openAs(borrower, { path: "/dashboard/loans" });
  const { page } = visit;
  await page.getByRole("button", { name: "Apply for Loan" }).click();
  const form = page.getByRole("dialog", { name: "Apply for Loan" });
  await form.getByRole("radio", { name: /^School fees/ }).check();
  await fillIn(form.getByLabel("Amount", { exact: true }), "120000");
  await fillIn(form.getByLabel("Monthly payments"), "6");
  await form.getByText("Total cost").waitFor();
  await expect.poll(() => form.getByRole("listitem").count()).toBe(6);
  await form.getByRole("button", { name: "Add a guarantor" }).click();
  await fillIn(form.getByLabel("Find a member"), "Baraka");
  await form.getByLabel("Member", { exact: true }).selectOption({ index: 1 });
  await fillIn(form.getByLabel("Amount to guarantee"), "120000");
  await form.getByText("Asked for KES 120,000.00 of KES 120,000.00.").waitFor();
  await form.getByText(/^You apply for KES 120,000.00; it costs KES 4,234.80 in all/).waitFor();
  await inspect(visit, "lending-apply");
  await form.getByRole("button", { name: "Apply for Loan" }).click();
  await form.waitFor({ state: "hidden" });
  const { body } = await ask(application, "GET", "/api/finances/get-create-user-loans/", {
    token: borrower.token,
  });
  loanId = body.pending_loans[0].loan_id;
});

test("no office approves before the guarantor agrees", async () => {
  const visit = await openAs(officials.treasurer, {
    path: "/dashboard/approvals/approve-loan-applications",
    size: DESKTOP,
  });
  const dialog = await startDecision(visit.page);
  await inspect(visit, "lending-decide");
  await dialog.getByRole("button", { name: /^Approve KES/ }).click();
  await visit.page
    .getByText("The guarantors have agreed to KES 0.00 of KES 120,000.00.")
    .first()
    .waitFor();
});

test("the guarantor agrees on a phone in Swahili, having seen the amount and every row", async () => {
  const visit = await openAs(guarantor, { path: "/dashboard/loans", language: "sw" });
  const { page } = visit;
  await page.getByRole("heading", { name: "Unaombwa kudhamini" }).waitFor();
  await inspect(visit, "lending-asked");
  await page.getByRole("button", { name: /^Jibu/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("listitem").nth(5).waitFor();
  await inspect(visit, "lending-answer");
  await dialog.getByRole("button", { name: /KES 120,000.00/ }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("heading", { name: "Unadhamini" }).waitFor();
});

test("both offices approve, and it is paid out", async () => {
  for (const official of [officials.treasurer, officials.secGen]) {
    const { page } = await openAs(official, {
      path: "/dashboard/approvals/approve-loan-applications",
      size: DESKTOP,
    });
    const dialog = await startDecision(page);
    await dialog.getByRole("button", { name: /^Approve KES/ }).click();
    await dialog.waitFor({ state: "hidden" });
  }
  const { body } = await ask(application, "GET", `/api/loans/${loanId}/`, {
    token: borrower.token,
  });
  expect(body.loan).toMatchObject({ status: "active", guarantees: [{ held: 120_000 }] });
});

test.each(["en", "sw"] as const)(
  "borrower and guarantor read the same rows on their phones: %s",
  async (language) => {
    for (const [who, member] of Object.entries({ borrower, guarantor })) {
      const visit = await openAs(member, { path: `/dashboard/loans/${loanId}`, language });
      await visit.page.getByText("20,706.00", { exact: true }).nth(4).waitFor();
      await inspect(visit, `lending-loan-${who}-${language}`);
      const wide = await openAs(member, {
        path: `/dashboard/loans/${loanId}`,
        language,
        size: DESKTOP,
      });
      await wide.page.getByRole("table").getByText("20,706.00").nth(4).waitFor();
      await inspect(wide, `lending-loan-wide-${who}-${language}`);
    }
  },
);

test.each(["en", "sw"] as const)(
  "Pay Now names what is due, what clears it, and what each way of paying more saves: %s",
  async (language) => {
    const visit = await openAs(borrower, {
      path: `/dashboard/loans/repay-loan/${loanId}`,
      language,
    });
    const form = visit.page.getByRole("dialog");
    await fillIn(
      form.getByLabel(language === "en" ? "Amount paid" : "Kiasi kilicholipwa"),
      "50000",
    );
    await form.getByRole("radio").nth(2).waitFor();
    await inspect(visit, `lending-pay-${language}`);
    if (language === "sw") return;
    await form.getByRole("radio", { name: /^Finish sooner.*Saves KES/ }).check();
    await fillIn(form.getByLabel("Payment reference"), "SOONER-0001");
    await form.getByRole("button", { name: "Submit payment" }).click();
    await form.waitFor({ state: "hidden" });
    await visit.page.getByText("KES 50,000.00 waits for approval").waitFor();
    const { body } = await ask(application, "GET", "/api/finances/get-loan-payments/", {
      token: borrower.token,
    });
    expect(body.loan_payments[0]).toMatchObject({ amount_paid: 50_000, early: "shorter" });
    await approve("loan-payment-approval", body.loan_payments[0].payment_id);
  },
);

test("the borrower asks for new instalments, the guarantor agrees, and both offices approve", async () => {
  const own = await openAs(borrower, { path: `/dashboard/loans/${loanId}` });
  await own.page.getByRole("button", { name: "Ask for new instalments" }).click();
  const form = own.page.getByRole("dialog");
  await fillIn(form.getByLabel("How many payments"), "10");
  await fillIn(form.getByLabel("Reason"), "The harvest comes later");
  await inspect(own, "lending-reschedule");
  await form.getByRole("button", { name: "Ask", exact: true }).click();
  await form.waitFor({ state: "hidden" });
  await own.page.getByText("Who must agree").waitFor();
  await inspect(own, "lending-change-own");

  const theirs = await openAs(guarantor, { path: `/dashboard/loans/${loanId}`, language: "sw" });
  await theirs.page.getByRole("button", { name: "Nakubali" }).click();
  await theirs.page.getByRole("button", { name: "Nakubali" }).waitFor({ state: "hidden" });

  for (const official of [officials.treasurer, officials.secGen]) {
    const visit = await openAs(official, { path: "/dashboard/approvals" });
    const { page } = visit;
    await page.getByRole("link", { name: "View Changes of loans" }).click();
    await page.getByRole("heading", { name: /^New instalments: / }).waitFor();
    await inspect(visit, "lending-changes");
    await page.getByRole("button", { name: /^Approve\/Reject/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Action").getByLabel("Approve").check();
    await dialog.getByRole("button", { name: "Approve", exact: true }).click();
    await page.getByText("No change of a loan waits for you").waitFor();
  }
  const { body } = await ask(application, "GET", `/api/loans/${loanId}/schedule/`, {
    token: borrower.token,
  });
  expect(body.versions.map(({ reason }: Json) => reason)).toEqual([
    "payout",
    "early",
    "reschedule",
  ]);
});

test.each(["en", "sw"] as const)(
  "the portfolio has it, and each figure opens its loans: %s",
  async (language) => {
    const path = "/dashboard/accounting/portfolio";
    const visit = await openAs(officials.treasurer, { path, language });
    await visit.page.getByText("Neema Auma").first().waitFor();
    await inspect(visit, `lending-portfolio-${language}`);
    const wide = await openAs(officials.treasurer, { path, language, size: DESKTOP });
    await wide.page.getByRole("table").getByText("Neema Auma").waitFor();
    await inspect(wide, `lending-portfolio-wide-${language}`);
    if (language === "sw") return;
    await wide.page.getByRole("link", { name: "31 to 60" }).click();
    await wide.page.getByRole("heading", { name: "Loans 31 to 60 days late" }).waitFor();
    await wide.page.getByText("No loans", { exact: true }).waitFor();
  },
);

/** Opens the only application that waits, and ticks Approve. */
async function startDecision(page: Page) {
  await page.getByRole("button", { name: "Approve/Reject Neema Auma" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Action").getByLabel("Approve").check();
  return dialog;
}

/** An active member with savings of KES 200,000. */
async function saver(firstName: string): Promise<Member> {
  const member = await joinGroup(application, { firstName, lastName: "Auma" });
  await post(officials.chairperson, `/api/user/admin_manage_user/${member.id}/`, {
    action: "approve",
  });
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: "Africa/Nairobi" }).format();
  const { contribution } = await post(member, "/api/finances/monthly-contribution/", {
    amount_paid: 200_000,
    contribution_month: `${day.slice(0, 7)}-01`,
    payment_date: day,
    payment_Reference_Code: `SAVED-${firstName}`,
  });
  await approve("monthly-contribution-approval", contribution.contribution_id);
  return member;
}

async function post({ token }: Member, path: string, body: object): Promise<Json> {
  const answer = await ask(application, "POST", path, { token, body });
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Both offices approve. */
async function approve(list: string, id: number): Promise<void> {
  for (const official of [officials.treasurer, officials.secGen])
    await post(official, `/api/finances/${list}/${id}/`, { action: "approved" });
}
