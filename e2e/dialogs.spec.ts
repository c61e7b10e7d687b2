// Forms and dialogs in use: typed values stay, Back does not reopen what was closed, the focus is never lost, and a
// toast covers no control.
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { startApplication, type Application } from "./application.ts";
import {
  closeDialog,
  DESKTOP,
  inspect,
  openBrowser,
  openWindow,
  PHONE,
  untilIdle,
  type Visit,
} from "./browser.ts";
import { ask, signInToDemo } from "./people.ts";
import { borrowWindow, changePerson, closeWindows, returnWindows } from "./shared-windows.ts";
import { expectToast, keepToasts } from "./toasts.ts";

let application: Application;
let browser: Browser;
let visit: Visit;

beforeAll(async () => {
  application = await startApplication("demo");
  browser = await openBrowser();
});
afterAll(async () => {
  await closeWindows(browser);
  await application?.close();
});
beforeEach(async () => {
  visit = await borrowWindow(browser, { url: application.url });
});
afterEach(returnWindows);

async function enter(username: string, address: string, own = visit): Promise<string> {
  const session = await signInToDemo(application, username);
  await changePerson(own.page, session);
  await own.page.goto(address);
  return session;
}

const contributions = "/dashboard/approvals/approve-monthly-contributions";

test("an invalid amount stays as it was typed and is refused on its field", async () => {
  const { page } = visit;
  await enter("akinyi.okoth", "/dashboard/contributions?pay=true");
  const form = page.getByRole("dialog", { name: "Pay Contribution" });
  const amount = form.getByLabel("Amount paid");
  await amount.waitFor();
  for (const [typed, sentence] of [
    ["-5", "Write the amount without a minus sign."],
    ["1e5", "Write the amount in digits, such as 1,500.50."],
    ["12abc", "Write the amount in digits, such as 1,500.50."],
    ["1,000.555", "An amount has at most 2 decimals, such as 1,500.50."],
    ["1,5", "Write the amount in digits, such as 1,500.50."],
  ] as const) {
    await amount.fill("");
    await amount.pressSequentially(typed);
    await expect.poll(() => amount.inputValue()).toBe(typed);
    await form.getByRole("button", { name: "Submit" }).click();
    await form.getByText(sentence).waitFor();
    await expect.poll(() => amount.getAttribute("aria-invalid")).toBe("true");
  }
  await amount.fill("");
  await amount.pressSequentially("1234567.5");
  await expect.poll(() => amount.inputValue()).toBe("1,234,567.5");
  await inspect(visit, "pay-contribution-typed");
});

test("a day is typed and shown day first in a browser of any language", async () => {
  const german = await browser.newContext({ baseURL: application.url, locale: "de-DE" });
  const own: Visit = { context: german, page: await german.newPage(), errors: [] };
  await german.addCookies([{ name: "language", value: "en", url: application.url }]);
  await enter("akinyi.okoth", "/dashboard/contributions", own);
  const from = own.page.getByLabel("Start date");
  const to = own.page.getByLabel("End date");
  await from.fill("1/2/2024");
  await to.fill("2026-11-22");
  await to.blur();
  await expect.poll(() => from.inputValue()).toBe("01 Feb 2024");
  await expect.poll(() => to.inputValue()).toBe("22 Nov 2026");
  await own.page.getByRole("button", { name: "Show" }).click();
  await own.page.waitForURL(/start_date=2024-02-01&end_date=2026-11-22/);
  await own.page.getByText("Contributions from 01 Feb 2024 to 22 Nov 2026").waitFor();
  await from.fill("31 Feb 2024");
  await own.page.getByRole("button", { name: "Show" }).click();
  await own.page.getByText("Write the date as day, month and year, such as 22 Nov 2026.").waitFor();
  await expect.poll(() => from.inputValue()).toBe("31 Feb 2024");
  await german.close();
});

test("Esc keeps a typed reference, and Back does not open a closed dialog again", async () => {
  const { page } = visit;
  await enter("akinyi.okoth", "/dashboard");
  await page.getByRole("link", { name: "Contributions", exact: true }).click();
  await page.getByRole("button", { name: "Pay Contribution" }).click();
  const form = page.getByRole("dialog", { name: "Pay Contribution" });
  await form.getByLabel("Payment reference").fill("QWE1234567");
  await closeDialog(page);
  await page.goBack();
  await untilIdle(page, 300);
  await expect.poll(() => form.count()).toBe(0);
  await page.getByRole("button", { name: "Pay Contribution" }).click();
  await expect.poll(() => form.getByLabel("Payment reference").inputValue()).toBe("QWE1234567");
});

test("a member who has paid far ahead chooses from the months around the one they are paid up to", async () => {
  const { page } = visit;
  const session = await signInToDemo(application, "wafula.masinde");
  const { body } = await ask(application, "POST", "/api/finances/monthly-contribution/", {
    token: session,
    body: {
      amount_paid: 60_000,
      contribution_month: "2026-11-01",
      payment_date: "2026-01-20",
      payment_Reference_Code: "AHEAD-0001",
    },
  });
  for (const official of ["treasurer", "sec-gen"])
    await ask(
      application,
      "POST",
      `/api/finances/monthly-contribution-approval/${body.contribution.contribution_id}/`,
      { token: await signInToDemo(application, official), body: { action: "approved" } },
    );
  await enter("wafula.masinde", "/dashboard/contributions?pay=true");
  const form = page.getByRole("dialog", { name: "Pay Contribution" });
  const month = form.getByLabel("Month");
  await month.waitFor();
  const read = () =>
    month.evaluate((select: HTMLSelectElement) => ({
      value: select.value,
      shown: select.selectedOptions[0]?.textContent,
      options: select.options.length,
    }));
  await expect
    .poll(async () => Number((await read()).value.slice(0, 4)))
    .toBeGreaterThanOrEqual(2030);
  const chosen = await read();
  expect(chosen.shown).toMatch(/^\w{3} 20\d\d$/);
  expect(chosen.options).toBeLessThan(130);
});

test("an item decided meanwhile closes its dialog, and the focus goes on in the list", async () => {
  const { page } = visit;
  const session = await enter("treasurer", contributions);
  const buttons = page.getByRole("button", { name: /^Approve\/Reject/ }).locator("visible=true");
  await buttons.first().waitFor();
  const before = await buttons.count();
  await decideFirst(page, async () => {
    const waiting = "/api/finances/monthly-contribution-approval/";
    const list = await ask(application, "GET", waiting, { token: session });
    const { contribution_id: id } = list.body.pending_approvals[0];
    await ask(application, "POST", `${waiting}${id}/`, {
      token: session,
      body: { action: "approved" },
    });
  });
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await expect.poll(() => buttons.count()).toBe(before - 1);
  await expect.poll(() => focused(page)).toMatch(/^Approve\/Reject/);
});

test("after a decision the focus is in the list, and one toast names the person over no control", async () => {
  const { page } = visit;
  await enter("treasurer", contributions);
  const buttons = page.getByRole("button", { name: /^Approve\/Reject/ }).locator("visible=true");
  await buttons.first().waitFor();
  const before = await buttons.count();
  const name = (await buttons.first().textContent())?.replace("Approve/Reject ", "") ?? "";
  await keepToasts(page);
  await decideFirst(page);
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await expect.poll(() => buttons.count()).toBe(before - 1);
  await expect.poll(() => focused(page)).toMatch(/^Approve\/Reject/);
  await expectToast(page, name);
  await decideFirst(page);
  await expect.poll(() => buttons.count()).toBe(before - 2);
  await expect.poll(() => page.locator(".toast").count()).toBe(1);
  await expect.poll(() => coveredByToast(page)).toEqual([]);
});

test.each([
  ["a laptop", DESKTOP],
  ["a phone", PHONE],
])("on %s a toast covers no figure, wherever the page is scrolled to", async (_, size) => {
  const token = await signInToDemo(application, "akinyi.okoth");
  const { page, context } = await openWindow(browser, { url: application.url, size, token });
  const detail =
    "Your payment of KES 1,000.00 is recorded. It waits for the Treasurer and the Secretary.";
  await page.route("**/api/finances/statement/pdf/**", (route) =>
    route.fulfill({ status: 400, json: { detail } }),
  );
  await page.goto("/dashboard/transactions");
  const download = page.getByRole("button", { name: "Download PDF" }).locator("visible=true");
  await download.waitFor();
  await keepToasts(page);
  await download.click();
  const toast = page.locator(".toast", { hasText: detail });
  await toast.waitFor();
  for (const top of [0, 150, 333]) {
    await page.evaluate((to) => scrollTo(0, to), top);
    await expect.poll(() => figuresUnderToast(page)).toEqual([]);
    await expect.poll(() => toast.count()).toBe(1);
  }
  // On a laptop always in the top bar, beside the bell.
  const box = (await toast.boundingBox())!;
  const isInTopBar = box.y === 6 && size.width - (box.x + box.width) < 150;
  expect(isInTopBar || size === PHONE).toBe(true);
  await context.close();
});

test("on a phone a refused sign-in leaves Sign In in reach", async () => {
  const { page } = await borrowWindow(browser, { url: application.url, size: PHONE, path: "/" });
  await page.getByRole("button", { name: "Sign In" }).first().click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Email or mobile number").fill("nobody@demo.example");
  await form.getByLabel("Password", { exact: true }).fill("not this one");
  await keepToasts(page);
  await form.getByRole("button", { name: "Sign In" }).click();
  await page.locator(".toast").waitFor();
  await expect.poll(() => coveredByToast(page)).toEqual([]);
  await closeDialog(page);
  await expect.poll(() => coveredByToast(page)).toEqual([]);
});

test("light, dark or as the device is set stays chosen after Sign Out, from the first paint on", async () => {
  const { page } = visit;
  await enter("akinyi.okoth", "/dashboard");
  await page.getByRole("button", { name: "Dark" }).click();
  await expect.poll(() => ground(page)).toBe("rgb(15, 21, 18)");
  await inspect(visit, "home-chosen-dark");
  await page.getByRole("button", { name: "Sign Out" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  expect(await page.content()).toMatch(/<html[^>]* data-theme="dark"/);
  await expect.poll(() => ground(page)).toBe("rgb(15, 21, 18)");
  await enter("akinyi.okoth", "/dashboard");
  await page.getByRole("button", { name: "As the device" }).click();
  await expect.poll(() => ground(page)).toBe("rgb(251, 250, 246)");
});

function ground(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
}

function focused(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.textContent ?? "");
}

/** Opens the first item and approves it; `meanwhile` runs while it is open. */
async function decideFirst(page: Page, meanwhile?: () => Promise<unknown>): Promise<void> {
  await page
    .getByRole("button", { name: /^Approve\/Reject/ })
    .locator("visible=true")
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Action").getByLabel("Approve").check();
  await meanwhile?.();
  await dialog.getByRole("button", { name: /^Approve KES/ }).click();
}

/** The amounts of the page that a toast covers, in so far as the top bar leaves them in sight. */
function figuresUnderToast(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const toast = document.querySelector(".toast")!.getBoundingClientRect();
    const bar = document.querySelector("header")!.getBoundingClientRect().bottom;
    const found: string[] = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      if (!/\d\.\d\d/.test(node.textContent ?? "") || node.parentElement?.closest(".toast"))
        continue;
      const range = document.createRange();
      range.selectNode(node);
      for (const box of range.getClientRects())
        if (
          box.right - box.left > 1 &&
          Math.max(box.top, bar, toast.top) < Math.min(toast.bottom, box.bottom) &&
          box.left < toast.right &&
          box.right > toast.left
        )
          found.push(node.textContent ?? "");
    }
    return found;
  });
}

/** The controls that a toast covers, among those that can be pressed. */
function coveredByToast(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const toast = document.querySelector(".toast")?.getBoundingClientRect();
    if (!toast) return [];
    const reach = document.querySelector("[role=dialog]") ?? document;
    return [...reach.querySelectorAll("a[href], button, input, select, textarea")]
      .filter((each) => !each.closest(".toast") && each.checkVisibility())
      .filter((each) => {
        const box = each.getBoundingClientRect();
        return (
          box.width > 1 &&
          box.left < toast.right &&
          box.right > toast.left &&
          box.top < toast.bottom &&
          box.bottom > toast.top
        );
      })
      .map((each) => each.textContent ?? "");
  });
}
