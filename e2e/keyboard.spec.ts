// By keyboard only, in a group with years of history: a member pays, an official approves, a year is closed.
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startApplication, type Application } from "./application.ts";
import { inspect, openBrowser, type Visit } from "./browser.ts";
import { ask, type Json } from "./people.ts";
import { borrowWindow, closeWindows, returnWindows } from "./shared-windows.ts";

const password = "mbuyu-wa-kale-1963";

let application: Application;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication("demo");
  browser = await openBrowser();
});
afterEach(returnWindows);
afterAll(async () => {
  await closeWindows(browser);
  await application?.close();
});

/** Presses Tab, as a person without a mouse would, until the named control has the focus. */
async function tabTo(
  page: Page,
  role: "button" | "link" | "textbox" | "radio",
  name: RegExp,
): Promise<void> {
  const wanted = page.getByRole(role, { name }).locator("visible=true");
  await wanted.first().waitFor();
  for (let presses = 0; presses < 80; presses += 1) {
    const isThere = await wanted.evaluateAll((all) =>
      all.some((element) => element === document.activeElement),
    );
    if (isThere) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`80 times Tab, and ${role} ${name} never had the focus`);
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

async function press(page: Page, role: "button" | "link", name: RegExp): Promise<void> {
  await tabTo(page, role, name);
  await page.keyboard.press("Enter");
}

async function readMember(email: string): Promise<Json> {
  const { body } = await ask(application, "POST", "/api/user/login", { body: { email, password } });
  const token: string = body.access;
  const member = await ask(application, "GET", "/api/user/get_user_data", { token });
  return { ...member.body, token };
}

async function signIn(email: string): Promise<Visit> {
  const visit = await borrowWindow(browser, { url: application.url });
  const { page } = visit;
  await page.goto("/");
  await press(page, "button", /^Sign In$/);
  await page.getByRole("dialog").waitFor();
  await tabTo(page, "textbox", /Email or mobile number|email/i);
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/dashboard");
  await page.getByText(/^Welcome, /).waitFor();
  return visit;
}

test("a member pays a contribution, and Escape closes a form and gives the focus back", async () => {
  const visit = await signIn("sec-gen@demo.example");
  const { page } = visit;
  await press(page, "link", /^Contributions$/);
  await page.getByRole("heading", { name: "Monthly Contributions" }).waitFor();
  await press(page, "button", /^Pay Contribution$/);
  const form = page.getByRole("dialog", { name: "Pay Contribution" });
  await form.waitFor();
  await page.keyboard.press("Escape");
  await form.waitFor({ state: "hidden" });
  // The focus returns in a separate task, after the form has gone.
  await expect.poll(() => focused(page)).toBe("Pay Contribution");

  await page.keyboard.press("Enter");
  await form.waitFor();
  await tabTo(page, "textbox", /^Amount paid/);
  await page.keyboard.type("1000");
  await tabTo(page, "textbox", /^Payment reference/);
  await page.keyboard.type("KEYBOARD-1");
  await press(page, "button", /^Submit payment$/);
  await form.waitFor({ state: "hidden" });
  await page.getByText("KES 1,000.00").first().waitFor();
  expect(visit.errors).toEqual([]);
});

test("the Treasurer approves it, and closes a year that made a profit", async () => {
  const visit = await signIn("treasurer@demo.example");
  const { page } = visit;
  await press(page, "link", /^Approvals$/);
  await page.getByRole("heading", { name: "Available Approvals" }).waitFor();
  await press(page, "link", /Monthly Contribution Approvals/);
  const payer = await readMember("sec-gen@demo.example");
  await press(page, "button", new RegExp(`^Approve/Reject ${payer.first_name} ${payer.last_name}`));
  const decision = page.getByRole("dialog");
  await decision.getByText("KEYBOARD-1").first().waitFor();
  await tabTo(page, "radio", /^Approve$/);
  await page.keyboard.press("Space");
  await press(page, "button", /^Approve KES/);
  await decision.waitFor({ state: "hidden" });
  // Until the focus is back in the list, a key would press something else.
  await expect.poll(() => focused(page)).toMatch(/^Approve\/Reject/);

  await press(page, "link", /^Accounting$/);
  // Twice in early January: the year that has just ended is over too.
  await page.getByText("Over, not closed yet").first().waitFor();
  await press(page, "button", /^Close \d{4}/);
  const form = page.getByRole("dialog");
  await form.getByText("Net profit").first().waitFor();
  const year = /\d{4}/.exec((await form.getByRole("heading").first().textContent()) ?? "")?.[0];
  await press(page, "button", /^Close \d{4}/);
  await form.waitFor({ state: "hidden" });
  await page.getByText(`${year}`).first().waitFor();
  await inspect(visit, "closed-year-with-profit");

  const { token } = await readMember("treasurer@demo.example");
  const { body } = await ask(application, "GET", "/api/accounting/closed_years/", { token });
  expect(body.closed_years.map((each: { year: string }) => each.year)).toContain(year);
  const sheet = await ask(
    application,
    "GET",
    `/api/accounting/get_profit&loss/?start_date=${year}-01-01&end_date=${year}-12-31`,
    { token },
  );
  expect(sheet.body.profit_and_loss.current_year_net_profit_or_loss).toBeGreaterThan(0);
});
