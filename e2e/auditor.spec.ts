// An auditor's way from the link to the books, the fines of a meeting, and new members: each in counted clicks.
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Language } from "#domain/language.ts";
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
import { ask, joinWithSavings, joinGroup, type Member, type Officials } from "./people.ts";
import { screens } from "./screens.ts";
import { borrowWindow, closeWindows, returnWindows } from "./shared-windows.ts";
import { expectToast } from "./toasts.ts";

let application: Application;
let officials: Officials;
let browser: Browser;
let people: Officials & { member: Member };

beforeAll(async () => {
  ({ application, officials } = await startFounded());
  browser = await openBrowser();
  people = { member: await joinWithSavings(application, officials), ...officials };
  await ask(application, "POST", "/api/fines/usual/", {
    token: people.treasurer.token,
    body: {
      fines: [
        { name: "Absent from the meeting", amount: 200 },
        { name: "Late", amount: 50 },
      ],
    },
  });
});
afterEach(returnWindows);
afterAll(async () => {
  await closeWindows(browser);
  await application?.close();
});

async function openAs({ token }: Member, path: string, size = DESKTOP, language: Language = "en") {
  const params = { url: application.url, size, token, language, path };
  const visit = await borrowWindow(browser, params);
  return { visit, page: visit.page, click: counting(visit.page) };
}

/** Counts the presses. */
function counting(page: Page) {
  let clicks = 0;
  const press = async (role: "button" | "checkbox" | "link", name: string | RegExp) => {
    clicks++;
    await page.getByRole(role, { name }).last().click();
  };
  return Object.assign(press, { count: () => clicks });
}

const sizes = [
  { name: "at a desk", size: DESKTOP, tag: "desk" },
  { name: "on a phone", size: PHONE, tag: "phone" },
];

/**
 * The addresses that an auditor may open below the books, which are the top of what they have; the group has no statement.
 */
const auditorsPages = screens
  .map(({ route, address = route }) => address)
  .filter((address) =>
    /^\/dashboard\/(accounting|admin\/audit$|contributions\/merry-go-round$)/.test(address),
  )
  .filter((address) => !/[$]|statements\/1$/.test(address) && address !== "/dashboard/accounting");

/** Every page that an auditor has; none of them sends a request that is refused. */
async function readTheBooks(auditor: Visit, name: string): Promise<void> {
  const { page } = auditor;
  const refused = listenForRefusals(page);
  await page.getByRole("heading", { name: "Accounting", level: 1 }).waitFor();
  await page.getByRole("link", { name: "Members and statements" }).waitFor();
  await expect.poll(() => page.getByRole("link", { name: "Post Ledger" }).count()).toBe(0);
  await inspect(auditor, `auditor-books-${name}`);
  for (const link of [
    "Trial Balance",
    "Journal",
    "Members and statements",
    "Audit log",
    "Group settings",
  ]) {
    await page.getByRole("link", { name: link }).first().click();
    await page.getByRole("heading", { name: link, level: 1 }).waitFor();
    await inspect(auditor, `auditor-${link.toLowerCase().replaceAll(" ", "-")}-${name}`);
    if (link === "Members and statements") {
      await page.getByRole("link", { name: "Subira Mwangi" }).click();
      await page.getByRole("heading", { name: /^Statement of/ }).waitFor();
      await inspect(auditor, `auditor-statement-${name}`);
    }
    await goWithin(page, "/dashboard/accounting");
    await page.getByRole("link", { name: "Journal" }).first().waitFor();
  }
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Everything (ZIP)" }).click();
  expect((await download).suggestedFilename()).toMatch(/^akiba-books-.*\.zip$/);
  await page.goto("/dashboard/loans");
  await page.waitForURL("**/dashboard/accounting");
  await untilIdle(page);
  expect(refused).toEqual([]);
}

describe.each(sizes)("the auditor's seat $name", ({ size, tag }) => {
  test("is given in two clicks, its link shown once, and entered with one", async () => {
    const { visit, page, click } = await openAs(people.chairperson, "/dashboard/admin", size);
    await click("button", "Invite auditor");
    await fillIn(page.getByLabel("Name"), "Otieno & Partners");
    await inspect(visit, `auditor-invite-${tag}`);
    await click("button", "Invite auditor");
    const link = await page.getByRole("code").textContent();
    expect(click.count()).toBe(2);
    expect(link).toContain("/auditor/");
    await page.getByRole("button", { name: /^Copy/ }).waitFor();
    await inspect(visit, `auditor-invited-${tag}`);

    const path = String(link);
    const auditor = await borrowWindow(browser, { url: application.url, size, path });
    await auditor.page.getByRole("heading", { name: "Read the books as auditor" }).waitFor();
    await auditor.page.getByRole("button", { name: "Enter" }).click();
    await readTheBooks(auditor, tag);

    await page.reload();
    await page
      .getByText(/last entered/)
      .first()
      .waitFor();
    await page
      .getByRole("button", { name: /^End seat/ })
      .first()
      .click();
    await page.getByRole("dialog").getByRole("button", { name: "End seat" }).click();
    await expectToast(page, "The auditor's seat of Otieno & Partners has ended.");
    // It returns to the start as soon as it learns of the end, maybe before the page has loaded.
    await auditor.page.goto("/dashboard/accounting/trial-balance", { waitUntil: "commit" });
    await auditor.page.waitForURL("**/");
  });

  test("has a way back on each of its pages, to a page that it may open too", async () => {
    const { body } = await ask(application, "POST", "/api/auditors/", {
      token: people.chairperson.token,
      body: { name: "Achieng Reviewers", days: 3 },
    });
    const path = new URL(body.auditor.url).pathname;
    const { page } = await borrowWindow(browser, { url: application.url, size, path });
    await page.getByRole("button", { name: "Enter" }).click();
    await page.getByRole("heading", { name: "Accounting", level: 1 }).waitFor();
    for (const address of auditorsPages) {
      await goWithin(page, address);
      await untilIdle(page);
      // The first link of a page leads back; a page of an office has no other.
      const back = page.locator("main a").first();
      const href = await back.getAttribute("href");
      await back.click();
      await page.getByRole("heading", { level: 1 }).waitFor();
      await untilIdle(page);
      // A page that is not for them sends them on to the books.
      expect([address, new URL(page.url()).pathname]).toEqual([address, href]);
    }
  });

  test("appears on every member's home while it lasts", async () => {
    await ask(application, "POST", "/api/auditors/", {
      token: people.chairperson.token,
      body: { name: "Wairimu Auditors", days: 3 },
    });
    const { visit, page } = await openAs(people.member, "/dashboard", size);
    await page
      .getByText(/^Wairimu Auditors reads the group's books as auditor until/)
      .first()
      .waitFor();
    await inspect(visit, `auditor-home-${tag}`);
  });
});

describe.each(sizes)("the meeting's fines $name", ({ size, tag }) => {
  test("of two absent members are charged with one form, in four clicks", async () => {
    const { visit, page, click } = await openAs(
      people.secGen,
      "/dashboard/financial-summary",
      size,
    );
    await click("button", "Fine several");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Usual fine").selectOption("Absent from the meeting");
    await click("checkbox", /^Subira Mwangi/);
    await click("checkbox", /^Tabitha Maina/);
    await dialog.getByText(/^2 members will owe KES 200.00 each, KES 400.00 in all/).waitFor();
    await inspect(visit, `fine-several-${tag}`);
    await click("button", "Fine 2 members");
    await page.getByText("2 members were fined, KES 400.00 in all.").waitFor();
    expect(click.count()).toBe(4);
    await click("button", "Usual fines");
    await page.getByLabel("Name").first().waitFor();
    await inspect(visit, `usual-fines-${tag}`);
  });

  test("are shown in Swahili as well", async () => {
    const { visit, page } = await openAs(people.secGen, "/dashboard/financial-summary", size, "sw");
    await page.getByRole("button", { name: "Toza faini wengi" }).click();
    await page.getByRole("dialog").getByLabel("Faini ya kawaida").waitFor();
    await inspect(visit, `fine-several-sw-${tag}`);
    await closeDialog(page);
    await goWithin(page, "/dashboard/accounting");
    await page.getByRole("heading", { name: "Pakua vitabu" }).waitFor();
    await inspect(visit, `export-sw-${tag}`);
  });
});

describe.each(sizes)("new members $name", ({ size, tag }) => {
  test("are approved in two clicks, all that are shown", async () => {
    for (const firstName of ["Achieng", "Baraka"])
      await joinGroup(application, {
        firstName,
        lastName: `Otieno ${tag === "desk" ? "Ode" : "Opho"}`,
      });
    const { visit, page, click } = await openAs(
      people.chairperson,
      "/dashboard/admin/directors?status=pending_approval",
      size,
    );
    await page.getByRole("checkbox", { name: "Tick all 2 shown" }).waitFor();
    await click("checkbox", "Tick all 2 shown");
    await inspect(visit, `approve-members-${tag}`);
    await click("button", "Approve 2");
    await expectToast(page, "2 members have been approved.");
    expect(click.count()).toBe(2);
  });
});

describe.each(sizes)("an entry of last month $name", ({ size, tag }) => {
  test("is posted on its own day, which the summary shows", async () => {
    const { visit, page, click } = await openAs(
      people.treasurer,
      "/dashboard/accounting/post-ledger",
      size,
    );
    await page.getByLabel("Type").selectOption("other_income");
    await page.getByLabel("Description").fill("Hire of the tents");
    await page.getByLabel("Amount paid").fill("500");
    await page.getByRole("textbox", { name: /^Date/ }).fill(lastMonth());
    await page.getByRole("textbox", { name: /^Date/ }).blur();
    await page.getByText(/It counts on/).waitFor();
    await inspect(visit, `dated-entry-${tag}`);
    await click("button", "Post KES 500.00");
    await expectToast(page, /Other income of KES 500.00 was posted/);
  });
});

/** Its 15th day, as a person types it. */
function lastMonth(): string {
  const now = new Date();
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15));
  return `15/${String(day.getUTCMonth() + 1).padStart(2, "0")}/${day.getUTCFullYear()}`;
}
