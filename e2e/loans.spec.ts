// A loan from the application to the last repayment, and one that is rejected with a reason.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Application } from "./application.ts";
import { DESKTOP, fillIn, goWithin, inspect, openBrowser, PHONE, type Visit } from "./browser.ts";
import { startFounded } from "./founded-group.ts";
import { ask, joinGroup, type Json, type Member } from "./people.ts";
import { borrowWindow, closeWindows } from "./shared-windows.ts";

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
afterAll(async () => {
  await closeWindows(browser);
  await application?.close();
});

const journeys = [
  { name: "on a laptop, light", size: DESKTOP, dark: false, person: "Neema" },
  { name: "on a phone, dark", size: PHONE, dark: true, person: "Baraka" },
];

describe.each(journeys)("a loan $name", ({ size, dark, person }) => {
  const mood = dark ? "dark" : "light";
  const name = `${person} Auma`;
  let member: Member;
  let own: Visit;
  const seats = new Map<Member, Visit>();
  let loanId: number;

  beforeAll(async () => {
    member = await joinGroup(application, { firstName: person, lastName: "Auma" });
    await post(chairperson, `/api/user/admin_manage_user/${member.id}/`, { action: "approve" });
    const { contribution } = await post(member, "/api/finances/monthly-contribution/", {
      amount_paid: 10_000,
      contribution_month: "2026-01-01",
      payment_date: new Date(Date.now() - 60_000).toISOString(),
      payment_Reference_Code: `SAVE-${person}`,
    });
    await approve("monthly-contribution-approval", contribution.contribution_id);
    own = await openAs(member);
    for (const official of [treasurer, secGen]) seats.set(official, await openAs(official));
  });
  afterAll(() => closeWindows(browser));

  test("begins with no loan, and an amount above the bank balance is not submitted", async () => {
    const { page } = own;
    await page.goto("/dashboard/loans");
    await page.getByText("No loans available").waitFor();
    await page.getByText("No pending or rejected loans found").waitFor();
    await inspect(own, `loans-none-${mood}`);
    await page.getByRole("button", { name: "Apply for Loan" }).click();
    await page.waitForURL("**/dashboard/loans/apply-loan");
    const form = page.getByRole("dialog", { name: "Apply for Loan" });
    await fillIn(form.getByLabel("Amount"), "900000");
    await form.getByRole("alert").getByText("Amount exceeds the current bank balance.").waitFor();
    await form.getByRole("button", { name: "Apply for Loan" }).click();
    await inspect(own, `apply-loan-above-balance-${mood}`);
    expect((await get("/api/finances/get-create-user-loans/")).pending_loans).toEqual([]);
  });

  test("is applied for with its cost in sight", async () => {
    const { page } = own;
    const form = page.getByRole("dialog", { name: "Apply for Loan" });
    await fillIn(form.getByLabel("Amount"), "5000");
    await form.getByText(/Your loan of KES 5,000.00 will cost KES 500.00 and is due on/).waitFor();
    await inspect(own, `apply-loan-${mood}`);
    await form.getByRole("button", { name: "Apply for Loan" }).click();
    await form.waitFor({ state: "hidden" });
    const row = page.getByRole("row").filter({ hasText: "Normal Loan 1" });
    await row.getByText("5,500.00").waitFor();
    await inspect(own, `loans-pending-${mood}`);
  });

  test("is approved by both offices, the second of which pays it out", async () => {
    const { pending_loans: pending } = await get("/api/finances/get-create-user-loans/");
    loanId = pending[0].loan_id;
    await decide(treasurer, {
      kind: "Loan Application Approvals",
      summary: /When the Sec-Gen approves it too, KES 5,000.00 is paid out/,
    });
    await decide(secGen, {
      kind: "Loan Application Approvals",
      summary: /KES 5,000.00 is paid out at once and KES 5,500.00 is due on/,
    });
    const { loans } = await get("/api/finances/get-create-user-loans/");
    expect(loans).toMatchObject([{ loan_id: loanId, status: "active", current_balance: 5500 }]);
  });

  test("is repaid in part; more than is left is refused at its field", async () => {
    const { page } = own;
    await page.goto("/dashboard/loans");
    await page.getByText("5,500.00").first().waitFor();
    await page.getByRole("button", { name: /Pay Now/ }).click();
    await page.waitForURL(`**/dashboard/loans/repay-loan/${loanId}`);
    const form = page.getByRole("dialog", { name: "Pay Now" });
    await fillIn(form.getByLabel("Amount paid"), "5500.01");
    await fillIn(form.getByLabel("Payment reference"), `part-${person}`);
    await form.getByRole("button", { name: "Submit payment" }).click();
    await form.getByText("You can repay at most KES 5,500.00 on this loan.").first().waitFor();
    await fillIn(form.getByLabel("Amount paid"), "2000");
    await form.getByText(/KES 3,500.00 then remains/).waitFor();
    await inspect(own, `repay-loan-${mood}`);
    await form.getByRole("button", { name: "Submit payment" }).click();
    await form.waitFor({ state: "hidden" });
    await page.getByText("KES 2,000.00 waits for approval").waitFor();
    await inspect(own, `loans-payment-waits-${mood}`);
  });

  test("is lowered when both offices approve the payment", async () => {
    const summary = /You approve KES 2,000.00 of .* towards Normal Loan 1/;
    await decide(treasurer, { kind: "Loan Payment Approvals", summary });
    await decide(secGen, { kind: "Loan Payment Approvals", summary });
    const { loans } = await get("/api/finances/get-create-user-loans/");
    expect(loans[0].current_balance).toBe(3500);
  });

  test("is on home with the account value and what makes it up", async () => {
    const { page } = own;
    await goWithin(page, "/dashboard");
    await page.getByText("Recap & Alerts").waitFor();
    await page.getByRole("link", { name: "Repay loan" }).waitFor();
    await page.getByText("Group Savings").waitFor();
    await page.getByRole("button", { name: "User Financial Summary" }).click();
    const summary = page.getByRole("dialog", { name: "User Financial Summary" });
    await summary.getByText(/63% of your share of the interest/).waitFor();
    await summary.getByText(/Normal Loan 1, due/).waitFor();
    const centsOf = async (line: RegExp) => {
      const pair = summary.locator("dl > div").filter({ hasText: line }).first();
      return Math.round(
        100 * Number((await pair.locator("dd").innerText()).replace(/[^\d.]/g, "")),
      );
    };
    const addsUp = async () => {
      const paid = await centsOf(/^Total paid/);
      const share = await centsOf(/^63% of/);
      const value = await centsOf(/^Account value.*\.\d\d/);
      return { hasShare: share > 0, more: value - paid - share };
    };
    await expect.poll(addsUp).toEqual({ hasShare: true, more: 0 });
  });

  test("is cleared by the last payment, and nothing more can be paid", async () => {
    const { page } = own;
    const { loan_payment: last } = await post(member, `/api/finances/pay-loan/${loanId}/`, {
      amount_paid: 3500,
      payment_Reference_Code: `LAST-${person}`,
    });
    await approve("loan-payment-approval", last.payment_id);
    await page.goto("/dashboard/loans");
    await page.getByText("Fully repaid").waitFor();
    await expect.poll(() => page.getByRole("button", { name: /Pay Now/ }).isDisabled()).toBe(true);
    await inspect(own, `loans-cleared-${mood}`);
    await goWithin(page, `/dashboard/loans/repay-loan/${loanId}`);
    await page.getByText("This loan is cleared, so there is nothing to repay.").waitFor();
  });

  test("that is rejected shows the reason when its badge is pressed", async () => {
    await post(member, "/api/finances/get-create-user-loans/", {
      amount: 1000,
      loan_type: "emergency_loan",
    });
    await decide(treasurer, {
      kind: "Loan Application Approvals",
      rejecting: "The form is not signed.",
      summary: /You reject the loan of KES 1,000.00/,
    });
    const { page } = own;
    await page.goto("/dashboard/loans");
    const row = page.getByRole("row").filter({ hasText: "Emergency Loan 2" });
    await row.getByRole("button", { name: "Rejected" }).click();
    await page.getByText("Rejection Reason: The form is not signed.").waitFor();
    const { pending_loans: pending } = await get("/api/finances/get-create-user-loans/");
    expect(pending).toMatchObject([
      { status: "rejected", reject_reason: "The form is not signed." },
    ]);
    expect(own.errors).toEqual([]);
  });

  function openAs({ token }: Member): Promise<Visit> {
    return borrowWindow(browser, { url: application.url, size, dark, token });
  }

  /** From the cards to the list to the dialog, and decides on this person's item. */
  async function decide(
    official: Member,
    params: { kind: string; summary: RegExp; rejecting?: string },
  ): Promise<void> {
    const visit = seats.get(official)!;
    const { page } = visit;
    const picture = `${params.kind.toLowerCase().replaceAll(" ", "-")}-${official.username}-${mood}`;
    await page.goto("/dashboard/approvals");
    await page.getByRole("link", { name: `View ${params.kind}` }).click();
    await page.getByRole("row").filter({ hasText: name }).waitFor();
    await page.getByRole("button", { name: `Approve/Reject ${name}` }).click();
    const dialog = page.getByRole("dialog");
    const { rejecting } = params;
    await dialog
      .getByLabel("Action")
      .getByLabel(rejecting ? "Reject" : "Approve")
      .check();
    await dialog.getByText(params.summary).waitFor();
    if (params.kind.startsWith("Loan Application"))
      for (const fact of ["Savings of the applicant", "Unpaid fines", "In the bank after it"])
        await dialog.getByText(fact).waitFor();
    const submit = dialog.getByRole("button", { name: /^(Approve|Reject) KES/ });
    if (rejecting !== undefined) {
      await submit.click();
      await dialog.getByText("Give the reason for rejecting.").waitFor();
      await fillIn(dialog.getByLabel("Reason for rejecting"), rejecting);
    }
    // The Sec-Gen sees the same with another sentence.
    if (official === treasurer) await inspect(visit, `decide-${picture}`);
    await submit.click();
    await dialog.waitFor({ state: "hidden" });
    await page.getByRole("row").filter({ hasText: name }).waitFor({ state: "hidden" });
  }

  async function get(path: string): Promise<Json> {
    return (await ask(application, "GET", path, { token: member.token })).body;
  }
});

async function post(who: Member, path: string, body: unknown): Promise<Json> {
  const answer = await ask(application, "POST", path, { token: who.token, body });
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Both offices approve. */
async function approve(list: string, id: number): Promise<void> {
  for (const official of [treasurer, secGen])
    await post(official, `/api/finances/${list}/${id}/`, { action: "approved" });
}
