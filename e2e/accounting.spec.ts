// The books: every ledger type posted and followed into the journal and the reports, reversed, and a year closed.
import { readFile } from "node:fs/promises";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Application } from "./application.ts";
import {
  closeDialog,
  DESKTOP,
  fillIn,
  goWithin,
  inspect,
  listenForRefusals,
  openBrowser,
  PHONE,
  untilIdle,
  type Visit,
} from "./browser.ts";
import { startFounded } from "./founded-group.ts";
import { ask, joinGroup, type Member, type Officials } from "./people.ts";
import { borrowWindow, closeWindows } from "./shared-windows.ts";
import { expectToast, keepToasts } from "./toasts.ts";

let application: Application;
let officials: Officials;
let browser: Browser;
let treasurer: Member;
let secGen: Member;
let plain: Member;

beforeAll(async () => {
  ({ application, officials } = await startFounded());
  ({ treasurer, secGen } = officials);
  browser = await openBrowser();
  plain = await joinGroup(application, { firstName: "Neema", lastName: "Auma" });
  await approveMember(officials.chairperson);
  await payContribution();
});
afterAll(async () => {
  await closeWindows(browser);
  await application?.close();
});

const looks = [
  { name: "on a laptop, light", size: DESKTOP, dark: false },
  { name: "on a phone, dark", size: PHONE, dark: true },
];

describe("posting by hand", () => {
  let own: Visit;
  beforeAll(async () => {
    own = await openAs(treasurer, { size: DESKTOP, dark: false });
  });
  afterAll(() => own.context.close());

  test("the Treasurer finds every child of accounting", async () => {
    const { page } = own;
    await page.goto("/dashboard/accounting");
    for (const name of [
      "Trial Balance",
      "Balance Sheet",
      "Profit and Loss",
      "Post Ledger",
      "Journal",
    ])
      await page.getByRole("link", { name, exact: true }).waitFor();
    await page.getByText("Running").waitFor();
    await inspect(own, "accounting-treasurer");
  });

  test("missing fields and amounts that are too high are reported before anything is sent", async () => {
    const { page } = own;
    await page.getByRole("link", { name: "Post Ledger", exact: true }).click();
    await page.getByRole("heading", { name: "Create a Ledger Entry" }).waitFor();
    await page.getByRole("button", { name: "Post entry" }).click();
    await page.locator("p", { hasText: /^Choose a type$/ }).waitFor();
    await page.getByLabel("Type").selectOption("expense");
    await page.getByLabel("Amount").fill("50000");
    await page.getByRole("button", { name: "Post KES 50,000.00" }).click();
    await page.getByText("Description is required.").waitFor();
    await inspect(own, "post-ledger-errors");
    await page.getByLabel("Description").fill("Too large");
    await page.getByLabel("Category").selectOption("server_expense");
    await page.getByRole("button", { name: "Post KES 50,000.00" }).click();
    await page.getByText("Equity Bank holds only KES 10,000.00.").waitFor();
    expect((await entries()).length).toBe(1);
  });

  test("an expense is summed up with what it does to the bank, posted, and linked to in the journal", async () => {
    const { page } = own;
    await page.getByLabel("Amount").fill("500.50");
    await page.getByText("You post an expense of KES 500.50 to Server costs.").waitFor();
    await page.getByText("Equity Bank falls from KES 10,000.00 to KES 9,499.50.").waitFor();
    await inspect(own, "post-ledger-expense");
    await keepToasts(page);
    await page.getByRole("button", { name: "Post KES 500.50" }).click();
    await expectToast(page, "An expense of KES 500.50 was posted to Server costs.");
    await page.getByRole("button", { name: "View entry" }).click();
    await page.getByRole("heading", { name: "Journal" }).waitFor();
    const article = page.getByRole("article", { name: "Entry 2" });
    await article
      .getByRole("row")
      .filter({ hasText: "Server costs" })
      .getByText("500.50")
      .waitFor();
    await inspect(own, "entries-linked");
  });

  test("each of the other types is posted with its own fields", async () => {
    const { page } = own;
    await goWithin(page, "/dashboard/accounting/post-ledger");
    await post(page, "investment", "1000", "falls from KES 9,499.50 to KES 8,499.50");
    await post(page, "goodwill", "100", "falls from KES 8,499.50 to KES 8,399.50");
    await post(page, "other_income", "2000", "rises from KES 8,399.50 to KES 10,399.50");
    await post(page, "dividend_declaration", "800", "stays at KES 10,399.50");
    await post(page, "dividend_payment", "300", "KES 500.00 of it is left", async () => {
      await page.getByLabel("Declaration").selectOption({ index: 1 });
    });
    await post(page, "equity_fixed_deposit", "3000", "matures on 05 Jul 2025", async () => {
      await page.getByLabel("Start date").fill("2025-01-05");
      await page.getByLabel("Maturity date").fill("2025-07-05");
    });
    await post(
      page,
      "redeem_fixed_deposit",
      "1000",
      "rises from KES 7,099.50 to KES 8,149.50",
      async () => {
        await page.getByLabel("Fixed deposit").selectOption({ index: 1 });
        await page.getByLabel("Interest earned").fill("50");
      },
    );
    expect((await entries()).length).toBe(9);
  });
});

describe.each(looks)("reading the books $name", ({ size, dark }) => {
  const mood = dark ? "dark" : "light";
  let own: Visit;
  beforeAll(async () => {
    own = await openAs(treasurer, { size, dark });
  });
  afterAll(() => own.context.close());

  test("the form of a deposit's redemption shows what remains", async () => {
    const { page } = own;
    await page.goto("/dashboard/accounting/post-ledger");
    await page.getByLabel("Type").selectOption("redeem_fixed_deposit");
    await page.getByLabel("Fixed deposit").selectOption({ index: 1 });
    await page.getByText("KES 2,000.00 is left.").waitFor();
    await inspect(own, `post-ledger-redeem-${mood}`);
  });

  test("the balance sheet balances, shows liabilities and equities reversed, and opens as a sheet to print", async () => {
    const { page } = own;
    await goWithin(page, "/dashboard/accounting/balance-sheet");
    const cell = (name: string) => row(page, name).getByRole("cell");
    await expectText(cell("Members' contributions"), "10,000.00");
    await expectText(cell("Retained earnings"), "749.50");
    await page.getByText("In the account 0.00, not yet closed 749.50").waitFor();
    await expectText(cell("Total Liabilities plus Equities"), "11,249.50");
    await expectText(cell("Difference"), "0.00");
    await page.getByRole("heading", { name: "Members' shares of the interest" }).waitFor();
    await page.getByRole("button", { name: "Get PDF" }).click();
    const dialog = page.getByRole("dialog", { name: "Balance Sheet View" });
    await dialog.getByRole("button", { name: "Print" }).waitFor();
    await dialog.getByText("as on").first().waitFor();
    await dialog
      .getByText(
        /^Log: [\d,]+ entries, fingerprint [0-9a-f]{4}( [0-9a-f]{4}){15}\. Check it at localhost:\d+\/check$/,
      )
      .waitFor();
    await untilIdle(page);
    // On paper it is one page, and so is the server's file.
    expect(countPages(await page.pdf({ preferCSSPageSize: true }))).toBe(1);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("button", { name: "Download PDF" }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^akiba-group-balance-sheet-\d{4}-\d\d-\d\d\.pdf$/);
    expect(new URL(file.url()).protocol).toBe("blob:");
    expect(countPages(await readFile(await file.path()))).toBe(1);
    await closeDialog(page, dialog.getByRole("button", { name: "Close" }));
    await page.getByLabel("Date").fill("2020-01-31");
    await page.getByRole("button", { name: "Show" }).click();
    await page.waitForURL(/date=2020-01-31/);
    await page.getByRole("heading", { name: "As on 31 Jan 2020" }).waitFor();
  });

  test("the trial balance says which retained earnings the balance sheet shows, and why", async () => {
    const { page } = own;
    await goWithin(page, "/dashboard/accounting/trial-balance");
    await page
      .getByText(
        "The balance sheet shows retained earnings of 749.50: the account 0.00, and 749.50 of revenues, expenses and dividends not yet closed.",
      )
      .waitFor();
    expect(own.errors).toEqual([]);
  });

  test("profit and loss asks for both dates in their order, without zero padding", async () => {
    const { page } = own;
    await goWithin(page, "/dashboard/accounting/profit-loss");
    await page.getByRole("heading", { name: "Select Start Date and End Date" }).waitFor();
    const show = page.getByRole("button", { name: "Show" });
    await show.click();
    await page.getByRole("alert").filter({ hasText: "Please select both dates." }).waitFor();
    await page.getByLabel("Start Date").fill("2020-02-05");
    await page.getByLabel("End Date").fill("2020-01-05");
    await show.click();
    await page
      .getByRole("alert")
      .filter({ hasText: "End Date must be a date later than Start Date" })
      .waitFor();
    await inspect(own, `profit-loss-order-${mood}`);
    await page.getByLabel("End Date").fill("2099-03-09");
    const requested = page.waitForRequest(/get_profit/);
    await show.click();
    expect((await requested).url()).toMatch(/start_date=2020-2-5&end_date=2099-3-9$/);
    // The year before is beside it.
    await page.getByText("05 Feb 2019 to 09 Mar 2098").waitFor();
    const both = (name: string) => row(page, name).getByRole("cell").allTextContents();
    await expect.poll(() => both("Total Revenue")).toEqual(["2,050.00", "2,050.00"]);
    await expect.poll(() => both("Net Profit/Loss")).toEqual(["1,549.50", "1,549.50"]);
    await page.getByRole("button", { name: "Get PDF" }).click();
    const dialog = page.getByRole("dialog", { name: "P&L Statement" });
    await dialog.getByText("Previous financial year").waitFor();
    await dialog.getByText("05 Feb 2019 to 09 Mar 2098").waitFor();
    await dialog.getByRole("button", { name: "Print" }).waitFor();
    await closeDialog(page, dialog.getByRole("button", { name: "Close" }));
  });

  test("the journal is filtered by account, and an entry that cannot be reversed says why", async () => {
    const { page } = own;
    await goWithin(page, "/dashboard/accounting/entries");
    await page.getByRole("article", { name: "Entry 9" }).waitFor();
    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByLabel("Account").selectOption("monthly_contribution");
    await page.waitForURL(/account=monthly_contribution/);
    await page.getByRole("article", { name: "Entry 9" }).waitFor({ state: "hidden" });
    const article = page.getByRole("article").filter({ hasText: "Contribution" });
    await article.getByRole("table").getByText("Neema Auma").first().waitFor();
    await article.getByRole("button", { name: "Cannot be reversed" }).click();
    await page.getByRole("dialog").getByText("both offices approved").waitFor();
    expect(own.errors).toEqual([]);
  });

  test("an entry is reversed with a reason and an exact summary", async () => {
    const { page } = own;
    const account = dark ? "good_will" : "investment";
    const amount = dark ? "KES 100.00" : "KES 1,000.00";
    await page.goto(`/dashboard/accounting/entries?account=${account}`);
    // The only matching entry is open.
    await page.getByRole("button", { name: /^Reverse/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Equity Bank rises from").waitFor();
    await dialog.getByRole("button", { name: `Reverse ${amount}` }).click();
    await dialog.getByText("Give the reason for the reversal.").waitFor();
    await fillIn(dialog.getByLabel("Reason"), "Posted twice");
    await inspect(own, `reverse-entry-${mood}`);
    await dialog.getByRole("button", { name: `Reverse ${amount}` }).click();
    await dialog.waitFor({ state: "hidden" });
    await page.getByRole("heading", { name: /Posted twice/ }).waitFor();
    await page
      .getByRole("article")
      .filter({ hasText: `For the journey: ${dark ? "goodwill" : "investment"}` })
      .last()
      .getByRole("heading")
      .click();
    await page.getByText(/Reversed by entry/).waitFor();
  });
});

test("a member reads the reports but neither posts nor sees the journal", async () => {
  const visit = await openAs(plain, { size: PHONE, dark: false });
  const { page } = visit;
  const refused = listenForRefusals(page);
  await page.goto("/dashboard/accounting");
  await page.getByRole("link", { name: "Balance Sheet" }).waitFor();
  await expect.poll(() => page.getByRole("link", { name: "Post Ledger" }).count()).toBe(0);
  await untilIdle(page);
  await page.goto("/dashboard/accounting/post-ledger");
  await page.getByText("This page is for the Treasurer").waitFor();
  await untilIdle(page);
  await page.goto("/dashboard/accounting/entries");
  await page.getByText("This page is for the officials").waitFor();
  await untilIdle(page);
  await page.goto("/dashboard/accounting/balance-sheet");
  await page.getByRole("heading", { name: "Your share of the interest" }).waitFor();
  await inspect(visit, "balance-sheet-member");
  expect(refused).toEqual([]);
});

/** Posts one entry and waits for the next empty form. */
async function post(
  page: Page,
  type: string,
  amount: string,
  summary: string,
  fillOwn?: () => Promise<void>,
): Promise<void> {
  await page.getByLabel("Type").selectOption(type);
  await fillOwn?.();
  await page.getByLabel("Description").fill(`For the journey: ${type}`);
  await page.getByLabel(/^Amount/).fill(amount);
  await page.getByText(summary).waitFor();
  await page.getByRole("button", { name: /^Post KES/ }).click();
  await page.getByText("Fill in the entry to see what it does.").waitFor();
}

/** Pages of a PDF file; throws for anything else. */
function countPages(file: Buffer): number {
  const text = file.toString("latin1");
  if (!text.startsWith("%PDF-")) throw new Error("this is no PDF");
  return text.match(/\/Type \/Page\b/g)?.length ?? 0;
}

function row(page: Page, name: string): Locator {
  return page.getByRole("row").filter({ has: page.getByRole("rowheader", { name, exact: true }) });
}

/** The text of its first page once the report has loaded. */
async function expectText(cells: Locator, text: string): Promise<void> {
  await cells.first().waitFor();
  await expect.poll(() => cells.first().textContent()).toBe(text);
}

async function entries(): Promise<unknown[]> {
  const { body } = await ask(application, "GET", "/api/accounting/entries/", {
    token: treasurer.token,
  });
  return body.entries as unknown[];
}

async function approveMember(chairperson: Member): Promise<void> {
  const { status } = await ask(application, "POST", `/api/user/admin_manage_user/${plain.id}/`, {
    token: chairperson.token,
    body: { action: "approve" },
  });
  expect(status).toBe(200);
}

/** KES 10,000 in the bank, in the normal way: paid and approved by both offices. */
async function payContribution(): Promise<void> {
  const path = "/api/finances/monthly-contribution";
  const { body } = await ask(application, "POST", `${path}/`, {
    token: plain.token,
    body: {
      amount_paid: 10_000,
      contribution_month: "2026-01-01",
      // Paid just now: if the day ends meanwhile, an old date would be fined as late.
      payment_date: new Date(Date.now() - 60_000).toISOString(),
      payment_Reference_Code: "E2E-BOOKS",
    },
  });
  for (const { token } of [treasurer, secGen])
    await ask(application, "POST", `${path}-approval/${body.contribution.contribution_id}/`, {
      token,
      body: { action: "approved" },
    });
}

function openAs({ token }: Member, look: { size: typeof DESKTOP; dark: boolean }): Promise<Visit> {
  return borrowWindow(browser, { url: application.url, token, ...look });
}
