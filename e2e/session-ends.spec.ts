// A session that ends while any form has unsent values: the member signs in again in place, and the values are then
// sent.
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApplication, type Application } from "./application.ts";
import { fillIn, openBrowser, openWindow } from "./browser.ts";
import { ask, joinGroup, type Member } from "./people.ts";
import { closeWindows } from "./shared-windows.ts";

let application: Application;
let browser: Browser;
const officials = new Map<string, Member>();

beforeAll(async () => {
  application = await startApplication();
  browser = await openBrowser();
  for (const office of ["chairperson", "treasurer"])
    officials.set(
      office,
      await joinGroup(application, { firstName: office, lastName: "Juma", office }),
    );
});
afterAll(async () => {
  await closeWindows(browser);
  await application?.close();
});

type Form = {
  name: string;
  who: "chairperson" | "treasurer";
  path: string;
  /** Fills the form and returns the field that is checked again after signing in. */
  fill: (page: Page) => Promise<{ field: Locator; typed: string; submit: Locator }>;
  done: string | RegExp;
};

const forms: Form[] = [
  {
    name: "a ledger entry",
    who: "treasurer",
    path: "/dashboard/accounting/post-ledger",
    async fill(page) {
      await page.getByLabel("Type").selectOption("other_income");
      await page.getByLabel("Amount").fill("2000");
      const field = page.getByLabel("Description");
      await field.fill("Hire of the tents");
      return { field, typed: "Hire of the tents", submit: button(page, /^Post KES/) };
    },
    done: /posted/i,
  },
  {
    name: "the group's settings",
    who: "chairperson",
    path: "/dashboard/admin/settings",
    async fill(page) {
      const field = page.getByLabel("Late fine a month");
      await field.fill("175");
      return { field, typed: "175", submit: button(page, "Save settings") };
    },
    done: "The settings have been saved.",
  },
  {
    name: "a fine",
    who: "chairperson",
    path: "/dashboard/admin/directors",
    async fill(page) {
      const card = page.getByRole("listitem").filter({ hasText: "treasurer Juma" });
      await card.getByRole("button", { name: /Fine Member/ }).click();
      const form = page.getByRole("dialog");
      await fillIn(form.getByLabel("Amount"), "300");
      const field = form.getByLabel("Reason for the fine");
      await fillIn(field, "Came without the books");
      return { field, typed: "Came without the books", submit: button(form, "Fine Member") };
    },
    done: /was fined KES 300.00/,
  },
  {
    name: "one's own profile",
    who: "treasurer",
    path: "/dashboard/profile",
    async fill(page) {
      const field = page.getByLabel("First name");
      await field.fill("Tatu");
      return { field, typed: "Tatu", submit: button(page, "Save") };
    },
    done: /saved/i,
  },
  {
    name: "a new password",
    who: "chairperson",
    path: "/dashboard/profile",
    async fill(page) {
      const next = "mnazi-mrefu-1971";
      await page.getByLabel("Current password", { exact: true }).fill("mwembe-na-papai-7");
      const field = page.getByLabel("New password", { exact: true });
      await field.fill(next);
      await page.getByLabel(/^Confirm/).fill(next);
      return { field, typed: next, submit: button(page, "Change password") };
    },
    done: /^Your password has been changed/,
  },
];

test.each(forms)("$name is stored and sent after signing in again", async (form) => {
  const person = officials.get(form.who)!;
  const { body } = await ask(application, "POST", "/api/user/login", {
    body: { email: person.email, password: person.password },
  });
  const { context, page } = await openWindow(browser, { url: application.url });
  await page.goto("/robots.txt");
  await page.evaluate((token) => localStorage.setItem("session_cookie", token), body.access);
  await page.goto(form.path);
  const { field, typed, submit } = await form.fill(page);
  // Ends once the form is sent: a read of the page would notice an earlier end before the form does.
  let hasEnded = false;
  await page.route("**/api/**", async (route) => {
    if (route.request().method() !== "GET" && !hasEnded) {
      hasEnded = true;
      await ask(application, "POST", "/api/user/logout/", { token: body.access });
    }
    await route.continue();
  });
  await submit.click();

  const again = page.getByRole("dialog", { name: "Please login again" });
  await fillIn(again.getByLabel("Password", { exact: true }), person.password);
  await button(again, "Sign In").click();
  await again.waitFor({ state: "hidden" });
  await expect.poll(() => field.inputValue()).toBe(typed);
  await submit.click();
  await page.getByText(form.done).first().waitFor();
  await context.close();
});

function button(index: Page | Locator, name: string | RegExp): Locator {
  return index.getByRole("button", { name, exact: true });
}
