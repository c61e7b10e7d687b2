// What waits for people: a second person above the group's limit, the other office, the member's next payment. On the
// demo group.
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { nairobiDate } from "#domain/calendar.ts";
import { startApplication, type Application } from "./application.ts";
import { inspect, openBrowser, PHONE, type Visit } from "./browser.ts";
import { ask, joinGroup, type Json, signInToDemo } from "./people.ts";
import { borrowWindow, closeWindows, returnWindows } from "./shared-windows.ts";
import { keepToasts } from "./toasts.ts";

let application: Application;
let browser: Browser;
const sessions = new Map<string, string>();
const people = ["chairperson", "treasurer", "sec-gen", "wafula.masinde", "barasa.wekesa"];

beforeAll(async () => {
  application = await startApplication("demo");
  browser = await openBrowser();
  for (const each of people) sessions.set(each, await signInToDemo(application, each));
  await post("chairperson", "/api/group/settings/", { second_person_above: 1000 });
});
afterEach(returnWindows);
afterAll(async () => {
  await closeWindows(browser);
  await application?.close();
});

/** A window on a phone, at an address. */
function openAs(username: string, path: string): Promise<Visit> {
  const token = sessions.get(username) ?? "";
  return borrowWindow(browser, { url: application.url, size: PHONE, token, path });
}

const formatted = (kes: number) => `KES ${kes.toLocaleString("en")}.00`;

async function read(username: string, path: string): Promise<Json> {
  const token = sessions.get(username) ?? "";
  return (await ask(application, "GET", path, { token })).body;
}

async function post(username: string, path: string, body: unknown): Promise<Json> {
  const token = sessions.get(username) ?? "";
  const answer = await ask(application, "POST", path, { token, body });
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const paidNow = (reference: string, amount: number) => ({
  amount_paid: amount,
  payment_date: new Date(Date.now() - 60_000).toISOString(),
  payment_Reference_Code: reference,
});

function contribute(reference: string, month: string): Promise<Json> {
  return post("wafula.masinde", "/api/finances/monthly-contribution/", {
    ...paidNow(reference, 1234),
    contribution_month: month,
  });
}

/** KES. */
async function readWaiting(): Promise<number> {
  return (await read("wafula.masinde", "/api/finances/dues/")).waiting.total;
}

async function fillExpense(page: Page, amount: string): Promise<void> {
  await page.getByLabel("Type").selectOption("expense");
  await page.getByLabel("Category").selectOption("server_expense");
  await page.getByLabel("Description").fill("Tents for the meeting");
  await page.getByLabel("Amount").fill(amount);
}

test("an expense above the limit is proposed, and the toast leads to what waits", async () => {
  const visit = await openAs("treasurer", "/dashboard/accounting/post-ledger");
  const { page } = visit;
  await fillExpense(page, "1000");
  await page.getByRole("button", { name: "Post KES 1,000.00", exact: true }).waitFor();
  await page.getByLabel("Amount").fill("1000.01");
  await page.getByText("it waits until another official agrees").waitFor();
  const propose = page.getByRole("button", { name: "Propose KES 1,000.01", exact: true });
  await propose.waitFor();
  await inspect(visit, "propose-expense");
  await keepToasts(page);
  await propose.click();
  await page.getByRole("button", { name: "View proposals" }).click();
  await page.waitForURL(/accounting\/proposals$/);
  const row = page.getByRole("row").filter({ hasText: "Tents for the meeting" });
  await row.getByText("KES 1,000.01").waitFor();
  await row.getByRole("button", { name: /^Take back/ }).waitFor();
});

test("another official agrees to it, and the entry is in the journal", async () => {
  const visit = await openAs("sec-gen", "/dashboard/accounting/proposals");
  const { page } = visit;
  const row = page.getByRole("row").filter({ hasText: "Tents for the meeting" });
  await row.getByRole("button", { name: /^Agree\/Refuse/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Action").selectOption("agree");
  await dialog.getByText("KES 1,000.01 leaves the bank at once").waitFor();
  await inspect(visit, "agree-to-proposal");
  await keepToasts(page);
  await dialog.getByRole("button", { name: "Agree to KES 1,000.01" }).click();
  await dialog.waitFor({ state: "hidden" });
  await row.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "View journal" }).click();
  await page.getByRole("article").filter({ hasText: "Tents for the meeting" }).waitFor();
});

test("an older contribution can be decided once this office has decided the newer one", async () => {
  const next = Number(nairobiDate(new Date()).slice(0, 4)) + 1;
  await contribute("OLDER-0001", `${next}-02-01`);
  await contribute("NEWER-0001", `${next}-03-01`);
  const visit = await openAs("sec-gen", "/dashboard/approvals/approve-monthly-contributions");
  const { page } = visit;
  const row = (reference: string) => page.getByRole("row").filter({ hasText: reference });
  const button = (reference: string) =>
    row(reference).getByRole("button", { name: /^Approve\/Reject/ });
  await button("NEWER-0001").waitFor();
  await expect.poll(() => button("OLDER-0001").isDisabled()).toBe(true);
  await button("NEWER-0001").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Action").getByLabel("Reject").check();
  await dialog.getByLabel("Reason for rejecting").fill("No such payment");
  await dialog.getByRole("button", { name: /^Reject KES/ }).click();
  await dialog.waitFor({ state: "hidden" });
  await row("NEWER-0001").waitFor({ state: "detached" });
  await button("OLDER-0001").click();
  await dialog.waitFor();
});

test("a rejected item never says that its approval date is still to come", async () => {
  const visit = await openAs("wafula.masinde", "/dashboard/transactions/contrib-payments");
  const { page } = visit;
  // The newest two are the one rejected above and the one that waits.
  const row = (status: string) => page.getByRole("row").filter({ hasText: status }).first();
  await row("Rejected").waitFor();
  await expect.poll(() => row("Rejected").getByText("Not yet").count()).toBe(0);
  const waiting = page.getByRole("row").filter({ hasText: "Pending", hasNotText: "Rejected" });
  await waiting.first().getByText("Not yet").first().waitFor();
  await inspect(visit, "rejected-contribution");
});

test("a fine payment that waits is counted in what waits for approval on home", async () => {
  // The contribution above, and on some days one of the demo's own.
  const before = await readWaiting();
  expect(before).toBeGreaterThanOrEqual(1234);
  const visit = await openAs("wafula.masinde", "/dashboard");
  const { page } = visit;
  await page.getByText(`${formatted(before)} waits for approval`).waitFor();
  await post("wafula.masinde", "/api/finances/pay-fine/", paidNow("FINE-0001", 10));
  await page.reload();
  await page.getByText(`${formatted(before + 10)} waits for approval`).waitFor();
  expect(await readWaiting()).toBe(before + 10);
  await inspect(visit, "home-with-waiting-fine");
});

test("a newcomer whose first contribution waits is asked for the month after it, in both languages", async () => {
  const { username: newcomer, token } = await joinGroup(application, {
    firstName: "Neema",
    lastName: "Njoki",
  });
  sessions.set(newcomer, token);
  const dues = () => read(newcomer, "/api/finances/dues/");
  const { next } = (await dues()).contributions;
  const visit = await openAs(newcomer, "/dashboard");
  const { page } = visit;
  await page.getByText(/^Your first contribution, for /).waitFor();
  await post(newcomer, "/api/finances/monthly-contribution/", {
    ...paidNow("FIRST-0001", next.amount),
    contribution_month: next.month,
  });
  expect((await dues()).contributions.next.month > next.month).toBe(true);
  await page.reload();
  await page.getByText(`${formatted(next.amount)} waits for approval`).waitFor();
  await page.getByText(/^Contribution for /).waitFor();
  await expect.poll(() => page.getByText(/first contribution/).count()).toBe(0);
  const swahili = { name: "language", value: "sw", url: application.url };
  await visit.context.addCookies([swahili]);
  await page.reload();
  await page.getByText(`${formatted(next.amount)} zinasubiri idhini`).waitFor();
  await page.getByText(/^Mchango wa /).waitFor();
  await expect.poll(() => page.getByText(/wako wa kwanza/).count()).toBe(0);
  await inspect(visit, "home-first-contribution-waits-sw");
});

test("a member in default is shown when they may borrow again, and no amount", async () => {
  const visit = await openAs("barasa.wekesa", "/dashboard/loans");
  const { page } = visit;
  await page.getByText("You may borrow again once your defaulted loan is paid.").waitFor();
  await expect.poll(() => page.getByText(/You may borrow up to/).count()).toBe(0);
  await inspect(visit, "loans-in-default");
});
