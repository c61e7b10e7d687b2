// From a figure to its proof and back, in counted clicks, on the demo's books of three years.
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { addDays, addMonths, firstOfMonth, nairobiDate } from "#domain/calendar.ts";
import { startApplication, type Application } from "./application.ts";
import { closeDialog, DESKTOP, fillIn, inspect, openBrowser, PHONE, untilIdle } from "./browser.ts";
import { ask, type Json, signInToDemo } from "./people.ts";
import { borrowWindow, closeWindows, returnWindows } from "./shared-windows.ts";

let application: Application;
let browser: Browser;
let treasurer: string;
let member: string;

beforeAll(async () => {
  application = await startApplication("demo");
  browser = await openBrowser();
  treasurer = await signInToDemo(application, "treasurer");
  member = await signInToDemo(application, "akinyi.okoth");
});
afterEach(returnWindows);
afterAll(async () => {
  await closeWindows(browser);
  await application?.close();
});

async function openAs(token: string, size: typeof DESKTOP, path: string) {
  const visit = await borrowWindow(browser, { url: application.url, size, token, path });
  return { visit, page: visit.page, click: counting() };
}

/** Counts the presses. */
function counting() {
  let clicks = 0;
  const press = async (target: Locator) => {
    clicks++;
    await target.first().click();
  };
  return Object.assign(press, { total: () => clicks });
}

const read = async (path: string, token = treasurer): Promise<Json> =>
  (await ask(application, "GET", path, { token })).body;
const lines = (page: Page) => page.getByRole("article");

/**
 * For how many of one line of words the window has room. Which are the latest depends on the day, and the words of some
 * take two lines.
 */
async function countRoom(rows: Locator): Promise<number> {
  await rows.first().waitFor();
  return rows.evaluateAll((all) => {
    const boxes = all.map((each) => each.getBoundingClientRect());
    const least = Math.min(...boxes.map(({ height }) => height));
    return Math.min(all.length, Math.floor((innerHeight - boxes[0]!.top) / least));
  });
}

describe("the journal", () => {
  test.each([
    { size: DESKTOP, least: 12 },
    { size: PHONE, least: 8 },
  ])("shows $least entries at $size.width px", async ({ size, least }) => {
    const { visit, page } = await openAs(treasurer, size, "/dashboard/accounting/entries");
    await expect.poll(() => countRoom(lines(page))).toBeGreaterThanOrEqual(least);
    await untilIdle(page);
    expect(visit.errors).toEqual([]);
  });

  test("leads from home to any entry in three clicks, found by words or by its number", async () => {
    const { entries } = await read(
      "/api/accounting/entries/?page=40&page_size=20&kind=contribution",
    );
    const [old] = entries;
    const { visit, page, click } = await openAs(treasurer, DESKTOP, "/dashboard");
    await click(page.getByRole("navigation").getByRole("link", { name: "Accounting" }));
    await click(page.getByRole("link", { name: "Journal", exact: true }));
    await fillIn(page.getByRole("searchbox", { name: "Search" }), `${old.reference}`);
    await page.keyboard.press("Enter");
    const line = page.getByRole("article", { name: `Entry ${old.id}` });
    // A search with one match opens it.
    await line.getByText(`Approved, Treasurer`).waitFor();
    await click(line.getByRole("button", { name: /^Receipt/ }));
    expect(click.total()).toBe(3);
    const receipt = page.getByRole("dialog");
    await receipt.getByText(old.reference).waitFor();
    await receipt.getByText(old.approvals[1].by.full_name).first().waitFor();
    await inspect(visit, "journal-receipt");
  });

  test("opens and closes an entry by keyboard", async () => {
    const { visit, page } = await openAs(
      treasurer,
      DESKTOP,
      "/dashboard/accounting/entries?kind=contribution",
    );
    const head = lines(page).nth(1).getByRole("heading").getByRole("button");
    await head.focus();
    await page.keyboard.press("Enter");
    await lines(page).nth(1).getByRole("table").waitFor();
    await expect.poll(() => head.getAttribute("aria-expanded")).toBe("true");
    await inspect(visit, "journal-open");
    await page.keyboard.press("Space");
    await lines(page).nth(1).getByRole("table").waitFor({ state: "hidden" });
    await expect.poll(() => head.evaluate((each) => each === document.activeElement)).toBe(true);
  });
});

const reports = [
  { report: "trial-balance", account: "Members' contributions" },
  { report: "balance-sheet", account: "Members' contributions" },
];

describe("a figure", () => {
  test.each(reports)(
    "of the $report has its receipt in three clicks, and leads back",
    async ({ report, account }) => {
      const { visit, page, click } = await openAs(
        treasurer,
        DESKTOP,
        `/dashboard/accounting/${report}`,
      );
      const row = page
        .getByRole("row")
        .filter({ has: page.getByRole("rowheader", { name: account }) });
      const figure = row.getByRole("cell").getByRole("link");
      const amount = (await figure.textContent()) ?? "";
      await click(figure);
      await page.getByText("Closing", { exact: true }).waitFor();
      // The postings end at the figure that was clicked.
      await expect
        .poll(() => page.locator("dl").first().textContent())
        .toContain(`Closing${amount}Cr`);
      await click(page.getByRole("table").getByRole("link"));
      await click(page.getByRole("button", { name: /^Receipt/ }));
      await page.getByRole("dialog").getByText("Approved, Sec-Gen").waitFor();
      expect(click.total()).toBe(3);
      await closeDialog(page);
      // Back: the entry's account, its postings of that day, the report of that day.
      await click(
        page.getByRole("article").getByRole("table").getByRole("link", { name: account }),
      );
      await page.getByRole("link", { name: /^Entry \d+$/ }).waitFor();
      await click(
        page.getByRole("link", {
          name: report === "balance-sheet" ? "Balance Sheet" : "Trial Balance",
        }),
      );
      await row.waitFor();
      expect(click.total()).toBe(5);
      expect(visit.errors).toEqual([]);
    },
  );

  test("of profit and loss is what its postings moved", async () => {
    // Half a year that the demo's life holds whole, on whichever day this runs.
    const thisMonth = firstOfMonth(nairobiDate(new Date()));
    const [from, to] = [addMonths(thisMonth, -7), addDays(addMonths(thisMonth, -1), -1)];
    const path = `/dashboard/accounting/profit-loss?start_date=${from}&end_date=${to}`;
    const { page, click } = await openAs(treasurer, DESKTOP, path);
    const row = page
      .getByRole("row")
      .filter({ has: page.getByRole("rowheader", { name: "Interest on loans" }) });
    const figure = row.getByRole("cell").getByRole("link").first();
    const amount = (await figure.textContent()) ?? "";
    await click(figure);
    await expect
      .poll(() => page.locator("dl").first().textContent())
      .toContain(`Moved in it${amount}Cr`);
    await click(page.getByRole("link", { name: "Profit and Loss" }));
    await row.waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get("start_date")).toBe(from);
  });

  test("of a member's account leads the member to the receipt in three clicks", async () => {
    const { page, click } = await openAs(member, PHONE, "/dashboard");
    await click(page.getByRole("button", { name: "User Financial Summary" }));
    await click(page.getByRole("dialog").getByRole("link", { name: /^KES/ }));
    await page.getByRole("heading", { name: /Members' contributions/ }).waitFor();
    await click(page.getByRole("table").getByRole("link"));
    await page.getByRole("dialog").getByText("Treasurer").first().waitFor();
    expect(click.total()).toBe(3);
    // And back to the postings of their own.
    await click(page.getByRole("dialog").getByRole("link", { name: "See it in the books" }));
    await page.getByText("Closing", { exact: true }).waitFor();
  });
});

test("a phone shows eight rows of a member's statement with the balance after each", async () => {
  const { visit, page } = await openAs(member, PHONE, "/dashboard/transactions");
  const rows = page
    .getByRole("table")
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader") });
  await expect.poll(() => countRoom(rows)).toBeGreaterThanOrEqual(8);
  const { transactions } = await read("/api/finances/transactions/?page=1&page_size=12", member);
  const shown = transactions[0].balance.toLocaleString("en-KE", { minimumFractionDigits: 2 });
  await expect.poll(() => rows.first().textContent()).toContain(shown.replace("-", ""));
  await untilIdle(page);
  expect(visit.errors).toEqual([]);
});

test("the trial balance is a table at 320 px, and only the page scrolls to its total", async () => {
  const { visit, page } = await openAs(
    treasurer,
    { width: 320, height: 740 },
    "/dashboard/accounting/trial-balance",
  );
  const total = page
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name: "Total" }) });
  await total.scrollIntoViewIfNeeded();
  const { left, right } = await total.evaluate((row) => row.getBoundingClientRect().toJSON());
  expect([left >= 0, right <= 320]).toEqual([true, true]);
  const scrolls = await page.evaluate(
    () =>
      [...document.querySelectorAll("main *")].filter(
        (each) =>
          each.scrollWidth > each.clientWidth + 1 &&
          getComputedStyle(each).overflowX !== "visible" &&
          each.clientWidth > 1,
      ).length,
  );
  expect(scrolls).toBe(0);
  await inspect(visit, "trial-balance-320");
});

test("the audit log says in words what was done and leads to it", async () => {
  const { visit, page } = await openAs(
    treasurer,
    PHONE,
    "/dashboard/admin/audit?action=contributions.approve",
  );
  await page.getByText("Approved a contribution").first().waitFor();
  // On some days the newest approval is that of one office, and still waits for the other.
  const { entries } = await read("/api/audit/?action=contributions.approve&page=1&page_size=10");
  const posted = entries.findIndex((each: Json) => each.entry_id !== null);
  expect(posted).toBeGreaterThanOrEqual(0);
  await page
    .getByRole("button", { name: /^Details/ })
    .nth(posted)
    .click();
  const details = page.getByRole("dialog");
  await details.getByText("Pending Approval → Approved").waitFor();
  await inspect(visit, "audit-details-words");
  await details.getByRole("link", { name: /^Contribution \d+, KES/ }).click();
  await page.getByText("Approved, Sec-Gen").waitFor();
});
