// A month of 41 payments from the bank's file to the Treasurer's approval, in counted clicks; open lines as a table and as cards.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Application } from "./application.ts";
import { DESKTOP, inspect, openBrowser, PHONE } from "./browser.ts";
import { startFounded } from "./founded-group.ts";
import { ask, joinWithSavings, type Json, type Member, type Officials } from "./people.ts";
import { borrowWindow, closeWindows } from "./shared-windows.ts";
import { expectToast } from "./toasts.ts";

const LINES = "/dashboard/accounting/statements/lines";

let application: Application;
let browser: Browser;
let officials: Officials;
let people: Json[];

beforeAll(async () => {
  ({ application, officials } = await startFounded());
  browser = await openBrowser();
  const member = await joinWithSavings(application, officials);
  const tokens = [...Object.values(officials), member].map(({ token }) => token);
  people = [];
  for (const token of tokens)
    people.push({ token, ...(await askAs(token, "GET", "/api/user/get_user_data")) });
});
afterAll(async () => {
  await closeWindows(browser);
  await application?.close();
});

async function askAs(token: string, method: string, path: string, body?: Json): Promise<Json> {
  const answer = await ask(application, method, path, { token, ...(body && { body }) });
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const code = (n: number) => `UA1B${String(n).padStart(6, "0")}`;

const typed = (n: number) => (n < 15 ? "" : n < 37 ? people[n % 4].reg_number : "home");
const named = (n: number) =>
  n === 37 || n === 38
    ? `${people[n - 37].first_name} ${people[n - 37].last_name}`.toUpperCase()
    : "NOBODY **** KNOWN";

/** 15 that members claimed, 22 that typed their RegNo, two by their names, and two of whom nobody knows whose they are. */
function statement() {
  const lines = Array.from({ length: 41 }, (_, n) => {
    const day = String(2 + Math.floor(n / 2)).padStart(2, "0");
    const account = typed(n) === "" ? "" : ` Acc. ${typed(n)}`;
    return `${code(n)},${day}/01/2026 09:00:00,Pay Bill from 25470****111 - ${named(n)}${account},Completed,1000.00,0.00,${(n + 1) * 1000}.00`;
  });
  const heading =
    "Receipt No,Completion Time,Details,Transaction Status,Paid In (KSHs),Withdrawn (KSHs),Balance (KSHs)";
  return {
    name: "ORG_600111_Utility Account_20260101_20260131.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`${heading}\r\n${lines.toReversed().join("\r\n")}\r\n`),
  };
}

const open = (who: Member, size: typeof DESKTOP, path: string) =>
  borrowWindow(browser, { url: application.url, token: who.token, path, size });

/** Rows that are wholly above the lower edge of the window. */
const rowsInSight = (page: Page) =>
  page
    .locator("tbody tr")
    .evaluateAll(
      (rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length,
    );

test("41 payments are in the books of both offices' lists in 15 clicks", async () => {
  const { treasurer } = officials;
  await askAs(treasurer.token, "POST", "/api/statements/accounts/", {
    name: "Paybill",
    kind: "mpesa_paybill",
    number: "600111",
  });
  for (let n = 0; n < 15; n++)
    await askAs(people[n % 4].token, "POST", "/api/finances/monthly-contribution/", {
      amount_paid: 1_000,
      contribution_month: "2026-01-01",
      payment_date: "2026-01-05",
      payment_Reference_Code: code(n),
    });
  const visit = await open(treasurer, DESKTOP, "/dashboard/accounting/statements");
  const { page } = visit;
  let clicks = 0;
  const press = async (
    role: "button" | "link" | "checkbox",
    name: string | RegExp,
    within = page.locator("body"),
  ) => {
    clicks++;
    await within.getByRole(role, { name }).first().click();
  };
  await press("link", "Upload a statement");
  clicks++;
  await page.locator("input[type=file]").setInputFiles([statement()]);
  await page.getByText("41 lines are added", { exact: false }).waitFor();
  await press("button", "Import the statement");
  await page.getByRole("heading", { name: /^Statement 0/ }).waitFor();
  clicks++;
  await page.goto(LINES);
  await page.getByText("26 lines: KES 26,000.00 in", { exact: false }).waitFor();
  expect(await rowsInSight(page)).toBeGreaterThanOrEqual(12);
  await inspect(visit, "open-lines-as-a-table");
  const dialog = page.getByRole("dialog");
  await press("button", "Record all 22 that typed their RegNo");
  await dialog.getByText("22 payments, KES 22,000.00 in all.", { exact: false }).waitFor();
  await inspect(visit, "record-all");
  await press("button", "Record KES 22,000.00", dialog);
  await page.getByText("4 lines: KES 4,000.00 in", { exact: false }).waitFor();
  const rows = page.locator("tbody tr");
  // The newest first: two nobody knows, found by a search among members.
  for (const left of [3, 2]) {
    await press("button", /^Choose/, rows.first());
    await dialog.getByLabel("Search members").fill(people[3].reg_number);
    await press("button", "Record KES 1,000.00", dialog);
    await expect.poll(() => rows.count()).toBe(left);
  }
  // Two whose names fit are chosen already.
  for (const left of [1, 0]) {
    await press("button", /^Record/, rows.first());
    await expect.poll(() => rows.count()).toBe(left);
  }
  clicks++;
  await page.goto("/dashboard/approvals/approve-monthly-contributions");
  await press("checkbox", "All 41 shown");
  await press("button", "Approve 41, KES 41,000.00");
  await expectToast(page, "41 approvals are recorded, KES 41,000.00.");
  expect(clicks).toBeLessThanOrEqual(15);
  const waiting = await askAs(
    officials.secGen.token,
    "GET",
    "/api/finances/monthly-contribution-approval/",
  );
  expect(waiting.counts).toEqual({ confirmed: 41, differs: 0, missing: 0, none: 0 });
});

test("on a phone open lines are cards", async () => {
  const { body } = await ask(application, "GET", "/api/statements/lines/?state=matched", {
    token: officials.treasurer.token,
  });
  const line = body.lines.find(({ match }: Json) => match.by !== null);
  const payment = line.match;
  await askAs(
    officials.secGen.token,
    "POST",
    `/api/finances/monthly-contribution-approval/${payment.id}/`,
    { action: "rejected", reject_reason: "Another member's" },
  );
  const visit = await open(officials.treasurer, PHONE, LINES);
  const { page } = visit;
  await page.getByRole("listitem").filter({ hasText: line.reference }).waitFor();
  await expect.poll(() => page.locator("table").count()).toBe(0);
  await inspect(visit, "open-lines-on-a-phone");
});
