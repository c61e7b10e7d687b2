// Every table from the narrowest phone to a laptop, with figures of nine digits and long names (SCR-44): its form
// follows its width alone, each form has every fact of the widest one, and no code or figure is broken or cut.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nairobiDate } from "#domain/calendar.ts";
import { JOURNEY_WAIT_MS } from "#tests/support/patience.ts";
import { type Application, startApplication } from "./application.ts";
import { goWithin, openBrowser, openWindow, untilIdle, type Visit } from "./browser.ts";
import { growLarge } from "./large-figures.ts";
import { findLasting } from "./misplaced.ts";
import { ask, signInToDemo } from "./people.ts";
import { changePerson, closeWindows } from "./shared-windows.ts";

/** From the widest, whose facts the others must have. */
const widths = [1280, 1024, 900, 834, 768, 390, 360, 320];

const group = "Umoja wa Akina Mama wa Kitengela na Athi";

const transactions = "/dashboard/transactions";
const accounting = "/dashboard/accounting";
/** The demo's three years hold it whole. */
const lastYear = Number(nairobiDate(new Date()).slice(0, 4)) - 1;
/** By person, in their order: each change of person loads the application again. */
const tables = [
  [
    "akinyi.okoth",
    [
      transactions,
      `${transactions}/contrib-payments`,
      `${transactions}/loan-payments`,
      `${transactions}/loan-applications`,
      `${transactions}/fines`,
      "/dashboard/contributions?start_date=2020-01-01&end_date=2040-01-01",
      "/dashboard/loans",
    ],
  ],
  [
    "treasurer",
    [
      "/dashboard/approvals/approve-loan-applications",
      "/dashboard/approvals/approve-loan-payments",
      "/dashboard/approvals/approve-monthly-contributions",
      "/dashboard/approvals/approve-fine-payments",
      `${accounting}/trial-balance`,
      `${accounting}/balance-sheet`,
      `${accounting}/profit-loss?start_date=${lastYear}-01-01&end_date=${lastYear}-12-31`,
      `${accounting}/postings`,
      `${accounting}/postings?account=monthly_contribution`,
      `${accounting}/entries`,
      `${accounting}/statements`,
      `${accounting}/statements/1`,
      `${accounting}/statements/lines`,
      `${accounting}/proposals`,
      `${accounting}/members`,
      "/dashboard/financial-summary",
      "/dashboard/financial-summary/commoners",
    ],
  ],
  ["chairperson", [`${accounting}/messages`, "/dashboard/admin/audit"]],
] as const;

let application: Application;
let browser: Browser;
const sessions = new Map<string, string>();

beforeAll(async () => {
  application = await startApplication("demo");
  browser = await openBrowser();
  for (const username of ["akinyi.okoth", "treasurer", "sec-gen", "chairperson"])
    sessions.set(username, await signInToDemo(application, username));
  await growLarge(application, sessions);
  // Waits for a second person.
  await ask(application, "POST", "/api/accounting/create_ledger_entry/", {
    token: sessions.get("treasurer")!,
    body: {
      type: "fine",
      charged_user: "akinyi.okoth",
      amount: 123_456_789.12,
      description: "Was away for the long years that have been",
    },
  });
});
afterAll(async () => {
  await closeWindows(browser);
  await application?.close();
});

describe.each(["en", "sw"] as const)("in %s", (language) => {
  let own: Visit;
  let current: string | undefined;
  beforeAll(async () => {
    own = await openWindow(browser, { url: application.url, language });
  });
  afterAll(() => own?.context.close());

  test.each(tables.flatMap(([who, pages]) => pages.map((address) => ({ who, address }))))(
    "$address has every fact at every width",
    async ({ who, address }) => {
      const { page } = own;
      await resize(page, 1280);
      if (who === current) await goWithin(page, address);
      else {
        await changePerson(page, sessions.get(who));
        await page.goto(address);
      }
      current = who;
      await untilIdle(page);

      const widest = await readTables(page);
      expect(widest.length, "tables").toBeGreaterThan(0);
      const faults: string[] = [];
      for (const width of widths) {
        await resize(page, width);
        const lasting = await lastingFaults(page, widest);
        faults.push(...lasting.map((fault) => `${width} px: ${fault}`));
        if (process.env["PICTURES"] !== undefined && [1280, 834, 360].includes(width))
          await page.screenshot({
            path: `screenshots/${language}-${address.replace(/\W+/g, "-")}-${width}.png`,
          });
      }
      expect(faults).toEqual([]);

      await page.emulateMedia({ media: "print" });
      await expect.poll(() => page.locator("main").innerText()).toContain(group);
      expect(await readPressable(page), "in print").toEqual([]);
      await page.emulateMedia({ media: null });
    },
  );
});

/** Which form a table has is measured once the window has its new width, so what is wrong at first may be right soon. */
async function lastingFaults(page: Page, widest: readonly Read[]): Promise<string[]> {
  const end = Date.now() + JOURNEY_WAIT_MS;
  for (;;) {
    const found = await readTables(page);
    const faults = [...found.flatMap((table) => table.faults), ...missingFacts(widest, found)];
    if (faults.length === 0 || Date.now() > end) return [...faults, ...(await findLasting(page))];
    await untilDrawn(page);
  }
}

/** Returns once the page is drawn at this width. */
async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: width < 768 ? 740 : 800 });
  await untilDrawn(page);
}

const untilDrawn = (page: Page) =>
  page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );

/** Fields, buttons and menus that a person sees. A status that can be pressed, and a line that opens, are figures too. */
function readPressable(page: Page): Promise<string[]> {
  return page
    .locator(
      "input, select, textarea, form, nav, header:not(main *), button:not(td .underline, h2 *)",
    )
    .evaluateAll((all) =>
      all
        .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height > 1)
        .map((each) => each.outerHTML.slice(0, 120)),
    );
}

/** What the rows of a table say, as a person sees it, and what is wrong with them. */
type Read = { rows: { cells: string[]; text: string }[]; faults: string[] };

function missingFacts(widest: readonly Read[], narrower: readonly Read[]): string[] {
  return widest.flatMap((table, at) =>
    table.rows
      .flatMap((row, index) => {
        const text = narrower[at]?.rows[index]?.text ?? "";
        return row.cells
          .flatMap((cell) => cell.split("\n"))
          .map((fact) => fact.trim())
          .filter((fact) => fact !== "" && fact !== "–" && !text.includes(fact))
          .map(
            (fact) => `table ${at}, row ${index} lacks "${fact}": ${text.replaceAll("\n", " | ")}`,
          );
      })
      .slice(0, 3),
  );
}

/* oxlint-disable unicorn/consistent-function-scoping -- what is checked in the page is one function, with all that it needs. */
function readTables(page: Page): Promise<Read[]> {
  return page.evaluate(() => {
    const code = /\d\.\d\d\b|^#\d+$|^(?=\S*\d)(?=\S*[A-Z])[A-Z0-9-]{4,24}$/;
    const read = (table: HTMLElement): Read => {
      const faults: string[] = [];
      const walk = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
      for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        const element = node.parentElement;
        if (!element || element.closest(".sr-only, [data-blank], option")) continue;
        for (const found of (node.textContent ?? "").matchAll(/\S+/g)) {
          if (!code.test(found[0])) continue;
          const range = document.createRange();
          range.setStart(node, found.index);
          range.setEnd(node, found.index + found[0].length);
          const boxes = [...range.getClientRects()].filter((box) => box.width > 0);
          if (new Set(boxes.map((box) => Math.round(box.top))).size > 1)
            faults.push(`${found[0]} is broken over lines`);
          const clips = element.closest(".truncate, .line-clamp-2");
          const edge = clips?.getBoundingClientRect();
          if (edge && boxes.some((box) => box.right > edge.right + 1 || box.top >= edge.bottom))
            faults.push(`${found[0]} is cut`);
        }
      }
      for (const cut of table.querySelectorAll<HTMLElement>(".truncate, .line-clamp-2"))
        if (
          (cut.scrollWidth > cut.clientWidth || cut.scrollHeight > cut.clientHeight + 1) &&
          !cut.closest("[title], [aria-expanded], select")
        )
          faults.push(`nobody can read the rest of "${cut.textContent?.slice(0, 40)}"`);
      const rows = [
        ...table.querySelectorAll<HTMLElement>(table.matches("ol") ? "li" : "tbody tr"),
      ];
      const first = rows[0];
      if (first && table.dataset["shape"] === "cards") {
        const seen = [...first.children].filter((cell) => cell.getBoundingClientRect().height > 1);
        const top = Math.min(...seen.map((cell) => cell.getBoundingClientRect().top));
        const leads = seen.filter((cell) => cell.matches("[data-place=lead], [data-place=name]"));
        if (!leads.some((cell) => cell.getBoundingClientRect().top < top + 24))
          faults.push("a card begins with something else than what one looks for");
      }
      return {
        faults: [...new Set(faults)].slice(0, 5),
        rows: rows.map((row) => ({
          // What a person chooses from is no fact.
          cells: [...row.children]
            .filter((cell) => cell.querySelector("select, button[data-first]") === null)
            .map((cell) => (cell as HTMLElement).innerText),
          text: row.innerText,
        })),
      };
    };
    return [...document.querySelectorAll<HTMLElement>("main table, main article, main ol")]
      .filter((table) => table.checkVisibility() && !table.parentElement?.closest("article"))
      .map(read);
  });
}
