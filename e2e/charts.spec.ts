// Charts appear once the page has loaded, without moving it; they can be read month by month by keyboard, with the
// figures as a table.
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApplication, type Application } from "./application.ts";
import {
  DESKTOP,
  goWithin,
  inspect,
  openBrowser,
  openWindow,
  PHONE,
  untilIdle,
  type Visit,
} from "./browser.ts";
import { ask, type Json, signInToDemo } from "./people.ts";
import { closeWindows } from "./shared-windows.ts";

let application: Application;
let browser: Browser;
let token: string;

beforeAll(async () => {
  application = await startApplication("demo");
  browser = await openBrowser();
  token = await signInToDemo(application, "treasurer");
});
afterAll(async () => {
  await closeWindows(browser);
  await application?.close();
});

const looks = [
  { name: "on a laptop, light", size: DESKTOP, dark: false },
  { name: "on a laptop, dark", size: DESKTOP, dark: true },
  { name: "on a phone, light", size: PHONE, dark: false },
  { name: "on a phone, dark", size: PHONE, dark: true },
];

describe.each(looks)("charts $name", ({ size, dark }) => {
  const mood = dark ? "dark" : "light";
  let own: Visit;
  beforeAll(async () => {
    own = await openWindow(browser, { url: application.url, size, dark, token });
    await own.context.addInitScript(watchShifts);
  });
  afterAll(() => own?.context.close());

  test("savings stand on home, which does not move while it loads", async () => {
    const { page } = own;
    await page.goto("/dashboard");
    await chart(page, "Your savings over time").waitFor();
    await untilIdle(page, 500);
    expect(await page.evaluate(() => (globalThis as unknown as Shifts).shifted)).toBeLessThan(0.02);
  });

  test("arrow keys read each month of the savings, and the table says the same", async () => {
    const { page } = own;
    const { savings_history: months } = await read("/api/finances/savings_history/");
    const slider = chart(page, "Your savings over time").getByRole("slider");
    const spoken = () => slider.getAttribute("aria-valuetext");
    await slider.focus();
    await expect.poll(spoken).toBe(text(months.at(-1)));
    await page.keyboard.press("ArrowLeft");
    await expect.poll(spoken).toBe(text(months.at(-2)));
    await chart(page, "Your savings over time")
      .getByText(monthOf(months.at(-2)))
      .first()
      .waitFor();
    await page.keyboard.press("Home");
    await expect.poll(spoken).toBe(text(months[0]));
    await page.getByText("The numbers as a table").click();
    await expect
      .poll(() => figures(page, "Your savings over time (KES)"))
      .toEqual(months.toReversed().map((each: Json) => [monthOf(each), money(each.total)]));
    await inspect(own, `charts-home-table-${mood}`);
  });

  test("position and result of the books stand on accounting with every figure of the API", async () => {
    const { page } = own;
    const { history } = await read("/api/accounting/history/");
    await goWithin(page, "/dashboard/accounting");
    const position = chart(page, "Group position");
    const last = history.at(-1);
    const spoken = () => position.getByRole("slider").getAttribute("aria-valuetext");
    await expect
      .poll(spoken)
      .toBe(
        `${monthOf(last)}: Bank KES ${money(last.bank)}, Loans with interest KES ${money(last.loans)}, ` +
          `Members' savings KES ${money(last.savings)}, The group's own KES ${money(last.net_assets)}`,
      );
    await chart(page, "Income and expense").getByRole("slider").press("Home");
    await untilIdle(page);
    for (const summary of await page.getByText("The numbers as a table").all())
      await summary.click();
    const newest = history.toReversed();
    await expect
      .poll(() => figures(page, "Group position (KES)"))
      .toEqual(
        newest.map((each: Json) => [
          monthOf(each),
          ...[each.bank, each.loans, each.savings, each.net_assets].map(money),
        ]),
      );
    await expect
      .poll(() => figures(page, "Income and expense (KES)"))
      .toEqual(
        newest.map((each: Json) => [
          monthOf(each),
          ...[each.income, each.expense, each.income - each.expense].map(money),
        ]),
      );
    await inspect(own, `charts-accounting-tables-${mood}`);
  });

  test("the picture is as wide as its place", async () => {
    const { page } = own;
    const fits = () =>
      page.evaluate(() =>
        [...document.querySelectorAll("figure svg")]
          .filter((svg) => svg.parentElement?.querySelector("input") !== null)
          .map((svg) => svg.clientWidth === svg.parentElement?.clientWidth),
      );
    await expect.poll(fits).toEqual([true, true]);
  });
});

type Shifts = { shifted: number };

/** Runs in the page before anything else: sums every layout shift that nobody caused. */
function watchShifts(): void {
  const sum = globalThis as unknown as Shifts;
  sum.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[])
      if (!entry.hadRecentInput) sum.shifted += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
}

function chart(page: Page, name: string): Locator {
  return page.getByRole("figure", { name, exact: true });
}

async function read(path: string): Promise<Json> {
  return (await ask(application, "GET", path, { token })).body;
}

/** The cells of a table's body, row by row. */
async function figures(page: Page, name: string): Promise<string[][]> {
  const rows = page.getByRole("table", { name, exact: true }).locator("tbody tr");
  return rows.evaluateAll((all) =>
    all.map((row) => [...row.children].map((cell) => cell.textContent ?? "")),
  );
}

function text(month: Json): string {
  return `${monthOf(month)}: KES ${money(month.total)}`;
}

function monthOf({ month }: Json): string {
  const names = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
  return `${names[Number(month.slice(5, 7)) - 1]} ${month.slice(0, 4)}`;
}

/** As reports write it. */
function money(kes: number): string {
  const written = Math.abs(kes).toLocaleString("en-KE", {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  return kes < -0.004 ? `(${written})` : written;
}
