// A loan leaves by M-PESA: one office proposes it, the other agrees to what it cannot take back, and its code comes by
// itself. M-PESA is Daraja in a box.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startDarajaBox, type DarajaBox } from "#demo/daraja/daraja-box.ts";
import type { Application } from "./application.ts";
import { DESKTOP, inspect, openBrowser, openWindow, PHONE } from "./browser.ts";
import { startFounded } from "./founded-group.ts";
import { ask, joinWithSavings, type Json, type Member, type Officials } from "./people.ts";

const path = "/dashboard/accounting/payouts";

let box: DarajaBox;
let application: Application;
let browser: Browser;
let officials: Officials;
let member: Member;

beforeAll(async () => {
  box = await startDarajaBox();
  ({ application, officials } = await startFounded({
    ...box.env,
    MPESA_PAYOUT_SHORTCODE: "600999",
  }));
  browser = await openBrowser();
  await post(officials.chairperson, "/api/group/settings/", { mpesa_payouts: true });
  member = await joinWithSavings(application, officials);
  const { loan } = await post(member, "/api/finances/get-create-user-loans/", {
    loan_type: "normal_loan",
    amount: 500,
  });
  for (const official of [officials.treasurer, officials.secGen])
    await post(official, `/api/finances/loan-application-approval/${loan.loan_id}/`, {
      action: "approved",
    });
});
afterAll(async () => {
  await browser?.close();
  await application?.close();
  await box?.close();
});

async function post({ token }: Member, to: string, body: object): Promise<Json> {
  const { status, body: answer } = await ask(application, "POST", to, { token, body });
  if (status >= 300) throw new Error(JSON.stringify([to, status, answer]));
  return answer;
}

const openAs = ({ token }: Member, size = DESKTOP, language: "en" | "sw" = "en") =>
  openWindow(browser, { url: application.url, size, token, language });

test("the Treasurer finds the loan from the accounts, and proposes it with its amount beside the button", async () => {
  const visit = await openAs(officials.treasurer, PHONE);
  const { page } = visit;
  await page.goto("/dashboard/accounting");
  await page.getByRole("link", { name: "Payouts by M-PESA" }).click();
  await page.getByText("Nothing was paid out by M-PESA yet").waitFor();
  await inspect(visit, "payouts-to-be-paid-out");
  await page.getByRole("button", { name: /Pay out KES.500.00 to/ }).click();
  await inspect(visit, "payouts-propose");
  await page.getByRole("button", { name: /Propose KES.500.00/ }).click();
  await page.getByText("Waits for the other office.").waitFor();
  await page.getByText("Nothing waits to be paid out").waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Agree", exact: true }).count()).toBe(0);
  await visit.context.close();
});

test("the Sec-Gen reads that it cannot be taken back, agrees, and sees it paid without a reload", async () => {
  const visit = await openAs(officials.secGen, PHONE, "sw");
  const { page } = visit;
  await page.goto(path);
  await page.getByRole("button", { name: "Kubali", exact: true }).click();
  await page.getByText("Haziwezi kurudishwa.").waitFor();
  await inspect(visit, "payouts-agree-swahili");
  await page.getByRole("button", { name: /Tuma/ }).click();
  await page.getByText("Nambari ya malipo").waitFor();
  await page.getByText("Imelipwa.").waitFor();
  await inspect(visit, "payouts-paid-swahili");
  await visit.context.close();
});

test("an official who decides nothing reads it on a laptop, and a member does not", async () => {
  const visit = await openAs(officials.chairperson);
  await visit.page.goto(path);
  await visit.page.getByText("Paid.", { exact: true }).waitFor();
  await inspect(visit, "payouts-paid");
  await visit.context.close();
  const other = await openAs(member);
  await other.page.goto(path);
  await other.page.getByText("This page is for the officials").waitFor();
  await other.context.close();
});
