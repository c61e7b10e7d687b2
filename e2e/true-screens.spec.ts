// Screens show the truth: they switch language without refetching figures, a failed call removes nothing, and a change is
// visible at once.
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Application } from "./application.ts";
import { fillIn, openBrowser, openWindow, questionsOf, untilIdle, type Visit } from "./browser.ts";
import { startFounded } from "./founded-group.ts";
import { joinWithSavings, type Member, type Officials } from "./people.ts";
import { closeWindows } from "./shared-windows.ts";

let application: Application;
let officials: Officials;
let browser: Browser;
let member: Member;
const opened: BrowserContext[] = [];

beforeAll(async () => {
  ({ application, officials } = await startFounded());
  browser = await openBrowser();
  member = await joinWithSavings(application, officials);
});
afterEach(async () => {
  for (const context of opened.splice(0)) await context.close();
});
afterAll(async () => {
  await closeWindows(browser);
  await application?.close();
});

async function openHome(
  { token }: Member,
  prepare?: (page: Page) => Promise<void>,
): Promise<Visit> {
  const visit = await openWindow(browser, { url: application.url, token });
  opened.push(visit.context);
  const { page } = visit;
  await prepare?.(page);
  await page.goto("/dashboard");
  await page.getByRole("heading", { name: "Recap & Alerts" }).waitFor();
  await page.getByRole("figure", { name: "Your savings over time" }).waitFor();
  await untilIdle(page, 500);
  return visit;
}

/** Every read from now on, alone or batched. */
function listen(page: Page): string[] {
  const requested: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (!pathname.startsWith("/api/") || request.method() !== "GET") return;
    const together = questionsOf(request);
    requested.push(...(together.length > 0 ? together : [pathname + search]));
  });
  return requested;
}

async function speakSwahili(page: Page): Promise<void> {
  const reported = page.waitForResponse((answer) => answer.url().endsWith("/api/user/language/"));
  await page.getByRole("button", { name: "Kiswahili" }).click();
  await reported;
  await untilIdle(page, 500);
}

test("the words of home change over without a request, if no answer has words of the server", async () => {
  const { page, errors } = await openHome(member);
  const requested = listen(page);
  await speakSwahili(page);
  await page.getByText(`Karibu, ${member.username}`).waitFor();
  await page.getByText("KES 1,000.00").first().waitFor();
  expect(requested).toEqual([]);
  expect(errors).toEqual([]);
});

test("a home that cannot be refetched keeps its figures, and never shows savings as nothing", async () => {
  const { page } = await openHome(member);
  await page.route("**/api/**", (route) =>
    route.request().method() === "GET"
      ? route.fulfill({ status: 400, json: { detail: "Not today." } })
      : route.continue(),
  );
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none.
  await page.evaluate(() => new BroadcastChannel("akiba.changed").postMessage("changed"));
  await page.getByText("Not today.").first().waitFor();
  await page.getByText("KES 1,000.00").first().waitFor();
  await expect.poll(() => page.getByText(/first contribution/).count()).toBe(0);
  await expect.poll(() => page.getByText("No contributions available").count()).toBe(0);
});

test("the group's figures that could not be asked for are a problem on their card, with another try", async () => {
  // Until somebody retries: automatic refetches fail as well, also single ones.
  let isBroken = true;
  const refusal = { detail: "No group today.", errors: {} };
  const { page } = await openHome(member, async (fresh) => {
    await fresh.route("**/get_active_user_count", (route) =>
      isBroken ? route.fulfill({ status: 400, json: refusal }) : route.continue(),
    );
    await fresh.route("**/api/answers/**", async (route) => {
      const reply = await route.fetch();
      const { answers } = await reply.json();
      const at = questionsOf(route.request()).findIndex((each) =>
        each.includes("get_active_user_count"),
      );
      if (at >= 0 && isBroken) answers[at] = { status: 400, answer: refusal };
      await route.fulfill({ response: reply, json: { answers } });
    });
  });
  const problem = page.getByRole("alert").filter({ hasText: "No group today." });
  const again = problem.getByRole("button", { name: "Try again" });
  await again.waitFor();
  isBroken = false;
  await again.click();
  await page.getByText("Interest receivable").first().waitFor();
  await expect.poll(() => again.count()).toBe(0);
});

test("a change in one tab is seen in the other, in one question together", async () => {
  const { context, page } = await openHome(member);
  const other = await context.newPage();
  await other.goto("/dashboard/contributions");
  await other.getByText("SAVED-0001").waitFor();
  const requested = listen(page);
  await other.getByRole("button", { name: "Pay Contribution" }).first().click();
  const form = other.getByRole("dialog", { name: "Pay Contribution" });
  await fillIn(form.getByLabel("Amount paid"), "2500");
  await fillIn(form.getByLabel("Payment reference"), "OTHER-0001");
  await form.getByRole("button", { name: "Submit payment" }).click();
  await form.waitFor({ state: "hidden" });
  await other.getByText("KES 2,500.00").first().waitFor();
  await page.getByText("KES 2,500.00").first().waitFor();
  expect(requested.toSorted()).toEqual([...new Set(requested)].toSorted());
});
