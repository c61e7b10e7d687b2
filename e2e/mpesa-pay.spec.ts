// A member pays from their phone: asked, answered early, late or not at all; with the tab closed, a second tab, and no
// network. M-PESA is Daraja in a box.
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startDarajaBox, type DarajaBox } from "#demo/daraja/daraja-box.ts";
import { firstOfMonth, nairobiDate } from "#domain/calendar.ts";
import type { Application } from "./application.ts";
import { fillIn, inspect, openBrowser, openWindow, PHONE, type Visit } from "./browser.ts";
import { startFounded } from "./founded-group.ts";
import { ask, joinGroup, joinWithSavings, type Member } from "./people.ts";

let box: DarajaBox;
let application: Application;
let browser: Browser;
let member: Member;
let chairperson: Member;

beforeAll(async () => {
  box = await startDarajaBox();
  const founded = await startFounded(box.env);
  ({ application } = founded);
  browser = await openBrowser();
  ({ chairperson } = founded.officials);
  member = await joinWithSavings(application, founded.officials);
});
afterAll(async () => {
  await browser?.close();
  await application?.close();
  await box?.close();
});

const openAs = (language: "en" | "sw" = "en"): Promise<Visit> =>
  openWindow(browser, { url: application.url, size: PHONE, token: member.token, language });

/** The card above the form by hand. */
async function openCard(page: Page): Promise<Locator> {
  await page.goto("/dashboard/contributions");
  await page.getByRole("button", { name: "Pay Contribution" }).first().click();
  const card = page.getByRole("region", { name: "Pay now by M-PESA" });
  await card.waitFor();
  return card;
}

/** The phone that was asked last, once Daraja has it. */
async function askedPhone(): Promise<string> {
  await expect.poll(() => box.waiting().length).toBe(1);
  return box.waiting()[0]!.checkoutId;
}

async function isOnScreen(shown: Locator): Promise<boolean> {
  const bounds = await shown.boundingBox();
  return bounds !== null && bounds.y >= 0 && bounds.y + bounds.height <= PHONE.height;
}

async function countPaid(): Promise<number> {
  const { body } = await ask(application, "GET", "/api/finances/monthly-contribution/", {
    token: member.token,
  });
  return body.monthly_contributions_receipts.length;
}

test("one card without scrolling asks the phone, and shows what it paid within three seconds of its clock", async () => {
  const before = await countPaid();
  const visit = await openAs();
  const { page } = visit;
  await page.clock.install();
  const card = await openCard(page);
  const button = card.getByRole("button", { name: "Pay now" });
  await card.getByText(/^Your phone 07•• ••• \d{3} asks for the PIN/).waitFor();
  await expect.poll(() => isOnScreen(button)).toBe(true);
  await inspect(visit, "pay-now");
  await fillIn(card.getByLabel("Amount"), "1,000.50");
  await button.click();
  await card.getByText("Whole shillings, from KES 1 to KES 250,000.").waitFor();
  await fillIn(card.getByLabel("Amount"), "1000");
  await button.click();
  await card.getByText("Enter your M-PESA PIN on your phone.").waitFor();
  await expect.poll(() => isOnScreen(card)).toBe(true);
  const phone = await askedPhone();
  await card.getByText(/\d+ s since it was asked$/).waitFor();
  await inspect(visit, "pay-now-waiting");
  // From now on the page's time goes on only when told to.
  await page.clock.pauseAt(Date.now() + 5_000);
  const paid = await box.answer(phone, "pay", { confirmed: 0 });
  await expect.poll(countPaid).toBe(before + 1);
  await page.clock.runFor(3_000);
  await card.getByText("Paid.", { exact: true }).waitFor();
  await page.clock.resume();
  await card.getByText(`Code ${paid!.receipt}.`).waitFor();
  await inspect(visit, "pay-now-paid");
  await card.getByRole("button", { name: "Done" }).click();
  await card.waitFor({ state: "hidden" });
  await page.getByText(paid!.receipt).first().waitFor();
  expect(await countPaid()).toBe(before + 1);
  await visit.context.close();
});

test("a closed tab comes back to the answer, and two tabs show one ask", async () => {
  const before = await countPaid();
  const visit = await openAs();
  const first = await openCard(visit.page);
  // What was paid a moment ago is news until it is left.
  await first.getByText("Paid.", { exact: true }).waitFor();
  await visit.context.close();
  await ask(application, "POST", "/api/mpesa/asks/", {
    token: member.token,
    body: {
      kind: "contribution",
      amount: 700,
      contribution_month: firstOfMonth(nairobiDate(new Date())),
    },
  });
  await box.answer(await askedPhone(), "cancel");
  const back = await openAs();
  const card = await openCard(back.page);
  await card.getByText("You cancelled the request. Nothing was paid.").waitFor();
  await inspect(back, "pay-now-refused");
  await card.getByRole("button", { name: "Try again" }).click();
  const other = await back.context.newPage();
  const otherCard = await openCard(other);
  await otherCard.getByRole("button", { name: "Try again" }).click();
  await card.getByRole("button", { name: "Pay now" }).click();
  await card.getByText("Enter your M-PESA PIN on your phone.").waitFor();
  // The second tab shows the first one's ask: because it has read of it by then, or because its own is refused.
  const waits = otherCard.getByText("Enter your M-PESA PIN on your phone.");
  await otherCard.getByRole("button", { name: "Pay now" }).or(waits).first().click();
  await waits.waitFor();
  await box.answer(await askedPhone(), "pay", { confirmed: 0 });
  for (const each of [card, otherCard]) await each.getByText("Paid.", { exact: true }).waitFor();
  expect(await countPaid()).toBe(before + 1);
  await back.context.close();
});

test("without a network nothing is lost, and a lost reply is shown as unknown until M-PESA answers", async () => {
  const other = await joinGroup(application, { firstName: "Juma", lastName: "Otieno" });
  const approve = { token: chairperson.token, body: { action: "approve" } };
  await ask(application, "POST", `/api/user/admin_manage_user/${other.id}/`, approve);
  box.next("stkpush/", "lost");
  const visit = await openWindow(browser, {
    url: application.url,
    size: PHONE,
    token: other.token,
    language: "sw",
  });
  const { page, context } = visit;
  await page.goto("/dashboard/contributions");
  await page.getByRole("button", { name: "Lipa Mchango" }).first().click();
  const card = page.getByRole("region", { name: "Lipa sasa kwa M-PESA" });
  await inspect(visit, "pay-now-sw");
  await card.getByRole("button", { name: "Lipa sasa" }).click();
  await card.getByText("Bado hatujui kama ulilipa. Usilipe tena kabla M-PESA haijajibu.").waitFor();
  const phone = await askedPhone();
  await inspect(visit, "pay-now-unknown-sw");
  await context.setOffline(true);
  await card.getByText("Hakuna mtandao. Jibu la M-PESA litaonekana mtandao ukirudi.").waitFor();
  await box.answer(phone, "pay", { confirmed: 0 });
  await context.setOffline(false);
  await card.getByText("Imelipwa.", { exact: true }).waitFor();
  await page.reload();
  await card.getByText("Imelipwa.", { exact: true }).waitFor();
  await context.close();
});
