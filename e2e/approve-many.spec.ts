// The Treasurer's Sunday evening: approves a list of payments beside the statement, in counted clicks.
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Application } from "./application.ts";
import { DESKTOP, inspect, openBrowser, PHONE } from "./browser.ts";
import { startFounded } from "./founded-group.ts";
import { ask, joinWithSavings, type Member, type Officials } from "./people.ts";
import { borrowWindow, closeWindows, returnWindows } from "./shared-windows.ts";
import { expectToast } from "./toasts.ts";

const LIST = "/dashboard/approvals/approve-monthly-contributions";

let application: Application;
let officials: Officials;
let browser: Browser;
let people: Officials & { member: Member };
let references = 0;

beforeAll(async () => {
  ({ application, officials } = await startFounded());
  browser = await openBrowser();
  people = { member: await joinWithSavings(application, officials), ...officials };
});
afterEach(returnWindows);
afterAll(async () => {
  await closeWindows(browser);
  await application?.close();
});

/** Twelve contributions of KES 1,000, of four people. */
async function payTwelve(): Promise<void> {
  const payers = Object.values(people);
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: "Africa/Nairobi" }).format();
  for (let n = 0; n < 12; n++) {
    const { status } = await ask(application, "POST", "/api/finances/monthly-contribution/", {
      token: payers[n % payers.length]!.token,
      body: {
        amount_paid: 1_000,
        contribution_month: `${day.slice(0, 7)}-01`,
        payment_date: day,
        payment_Reference_Code: `SUNDAY${String(++references).padStart(4, "0")}`,
      },
    });
    expect(status).toBe(201);
  }
}

type Look = { size: typeof DESKTOP; dark: boolean; language?: "sw" };

async function openList({ token }: Member, params: Look) {
  const visit = await borrowWindow(browser, { url: application.url, token, path: LIST, ...params });
  await visit.page.getByRole("row").nth(1).waitFor();
  return { visit, page: visit.page, click: counting(visit.page) };
}

/** Counts the presses. */
function counting(page: Page) {
  let clicks = 0;
  const press = async (role: "button" | "checkbox" | "radio", name: string | RegExp) => {
    clicks++;
    await page.getByRole(role, { name }).first().click();
  };
  return Object.assign(press, { count: () => clicks });
}

const waiting = async (who: Member) =>
  (
    await ask(application, "GET", "/api/finances/monthly-contribution-approval/", {
      token: who.token,
    })
  ).body.pending_approvals.length as number;

const sizes = [
  { name: "at a desk, light", size: DESKTOP, dark: false, tag: "desk" },
  { name: "on a phone, dark", size: PHONE, dark: true, tag: "phone" },
];

describe.each(sizes)("twelve contributions $name", ({ size, dark, tag }) => {
  beforeAll(payTwelve);

  test("are approved by the Treasurer in two clicks, beside the statement in hand", async () => {
    const { visit, page, click } = await openList(people.treasurer, { size, dark });
    await click("checkbox", "All 12 shown");
    await page.getByLabel("Total on the statement").fill("12500");
    await page.getByText("The statement has KES 500.00 more.").waitFor();
    await page.getByText("You approve 12 payments, KES 12,000.00.").waitFor();
    await page.getByText("The Sec-Gen must approve too.").waitFor();
    await inspect(visit, `approve-many-ticked-${tag}`);
    await click("button", "Approve 12, KES 12,000.00");
    await expectToast(page, "12 approvals are recorded, KES 12,000.00.");
    await page.getByText("No approvals available for you at the moment").waitFor();
    expect(click.count()).toBeLessThanOrEqual(4);
    expect(await waiting(people.treasurer)).toBe(0);
  });

  test("are searched and sorted, and one of them is approved in two clicks", async () => {
    const { page, click } = await openList(people.secGen, { size, dark });
    await page.getByLabel("Search").fill("subira");
    await page.getByRole("checkbox", { name: "All 3 shown" }).waitFor();
    await click("checkbox", /^Tick Subira Mwangi/);
    await click("button", "Approve 1, KES 1,000.00");
    await expectToast(page, "1 approval is recorded, KES 1,000.00.");
    expect(click.count()).toBe(2);
    expect(await waiting(people.secGen)).toBe(11);
  });

  test("are decided on one after the other without leaving the dialog, by two large choices", async () => {
    const { visit, page, click } = await openList(people.secGen, { size, dark });
    await click("button", /^Approve\/Reject/);
    const dialog = page.getByRole("dialog");
    const first = await dialog
      .getByText(/^SUNDAY/)
      .first()
      .textContent();
    await dialog.getByRole("button", { name: "Next" }).click();
    await expect
      .poll(() =>
        dialog
          .getByText(/^SUNDAY/)
          .first()
          .textContent(),
      )
      .not.toBe(first);
    await dialog.getByRole("button", { name: "Previous" }).click();
    await dialog.getByText(String(first)).first().waitFor();
    await dialog.getByLabel("Action").getByLabel("Approve").check();
    await inspect(visit, `decide-many-${tag}`);
    await dialog.getByRole("button", { name: "Approve KES 1,000.00" }).click();
    await dialog.waitFor({ state: "hidden" });
    await expect.poll(() => waiting(people.secGen)).toBe(10);
  });

  test("are shown in Swahili as well", async () => {
    const { visit, page } = await openList(people.secGen, { size, dark, language: "sw" });
    await page.getByRole("checkbox", { name: "Yote 10 yanayoonekana" }).check();
    await inspect(visit, `approve-many-sw-${tag}`);
    await page.getByRole("button", { name: "Idhinisha 10, KES 10,000.00" }).click();
    await page.getByText("Idhini 10 zimerekodiwa, KES 10,000.00.").waitFor();
    expect(await waiting(people.secGen)).toBe(0);
  });
});
