// An office once the books have begun: proposed in Admin, visible to all, objected to with a reason, and agreed to by
// another official.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Application } from "./application.ts";
import { fillIn, inspect, openBrowser, PHONE, type Visit } from "./browser.ts";
import { startFounded } from "./founded-group.ts";
import { ask, joinWithSavings, type Member, type Officials } from "./people.ts";
import { borrowWindow, closeWindows } from "./shared-windows.ts";

let application: Application;
let officials: Officials;
let browser: Browser;
let people: Officials & { member: Member };
let chairs: Visit;
let secretarys: Visit;

beforeAll(async () => {
  ({ application, officials } = await startFounded());
  browser = await openBrowser();
  people = { member: await joinWithSavings(application, officials), ...officials };
  chairs = await openAs(people.chairperson, "/dashboard/admin/directors?search=Subira");
  secretarys = await openAs(people.secGen, "/dashboard");
});
afterAll(async () => {
  await closeWindows(browser);
  await application?.close();
});

async function openAs({ token }: Member, path: string): Promise<Visit> {
  const visit = await borrowWindow(browser, { url: application.url, size: PHONE, token });
  await visit.page.goto(path);
  return visit;
}

const words = /^Subira Mwangi \(E2E\/\d+\) is proposed as Treasurer$/;

async function propose(page: Page, until = "unless an official objects"): Promise<void> {
  const card = page.getByRole("listitem").filter({ hasText: "Subira Mwangi" }).first();
  await card.getByRole("button", { name: /Assign Role/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Role").selectOption({ label: "Treasurer" });
  await dialog.getByText("counts when the group's delay is over").waitFor();
  await dialog.getByRole("button", { name: "Assign Role" }).click();
  await dialog.waitFor({ state: "hidden" });
  await card.getByText(words).waitFor();
  await card
    .getByText(new RegExp(`Proposed by Charity Kilonzo \\(E2E/\\d+\\) on .* ${until}`))
    .waitFor();
  await expect
    .poll(() => card.getByRole("button", { name: /Assign Role/ }).isDisabled())
    .toBe(true);
}

async function officesOf(member: Member): Promise<string[]> {
  const { body } = await ask(application, "GET", "/api/user/get_user_data", member);
  return body.user_groups;
}

test("a proposed office appears on the member's card, and has no effect yet", async () => {
  await propose(chairs.page);
  await inspect(chairs, "office-proposed");
  await expect.poll(() => officesOf(people.member)).toEqual([]);
});

test("every member sees it on home, with what it means and Object, and the member on their profile", async () => {
  const visit = await openAs(people.member, "/dashboard");
  await visit.page.getByRole("heading", { name: "Proposed offices" }).waitFor();
  await visit.page.getByText(words).waitFor();
  await visit.page.getByText(/^The Treasurer pays out of the bank/).waitFor();
  await visit.page.getByRole("button", { name: /^Object/ }).waitFor();
  await expect
    .poll(() => visit.page.getByRole("button", { name: /^(Agree|Withdraw)/ }).count())
    .toBe(0);
  await visit.page.goto("/dashboard/profile");
  await visit.page.getByRole("heading", { name: "Your office" }).waitFor();
  await inspect(visit, "office-profile");
});

test("an official objects, but not without a reason", async () => {
  const { page } = secretarys;
  await page.reload();
  await page.getByRole("button", { name: /^Object/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Object" }).click();
  await dialog.getByText("Give the reason.").waitFor();
  await fillIn(dialog.getByLabel("Reason"), "Lives abroad");
  await inspect(secretarys, "office-object");
  await dialog.getByRole("button", { name: "Object" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByText(words).waitFor({ state: "detached" });
  const mail = await application.mail.next(people.member.email, /no longer proposed/);
  expect(mail.text).toMatch(/Simon Were \(E2E\/\d+\) objected\. The reason given: Lives abroad/);
});

test("another official agrees, and it counts at once", async () => {
  await chairs.page.reload();
  await propose(chairs.page);
  const { page } = secretarys;
  await page.reload();
  await page.getByRole("button", { name: /^Agree/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("becomes Treasurer at once").waitFor();
  await dialog.getByRole("button", { name: "Agree" }).click();
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(() => officesOf(people.member)).toEqual(["Treasurer"]);
  const mail = await application.mail.next(people.member.email, /You are now Treasurer/);
  expect(mail.text).toContain("You are now Treasurer");
  await chairs.page.reload();
  await chairs.page.getByRole("button", { name: /Remove Role/ }).waitFor();
});

test("an office is taken once the person agrees; the Chairperson takes a proposal back", async () => {
  const taken = await ask(application, "DELETE", `/api/user/remove_groups/${people.member.id}/`, {
    token: people.chairperson.token,
    body: { role: "Treasurer" },
  });
  expect(taken.status).toBe(200);
  const { page } = chairs;
  await page.reload();
  await page
    .getByText(/^It is proposed that Subira Mwangi \(E2E\/\d+\) is no longer Treasurer$/)
    .waitFor();
  await ask(application, "POST", `/api/user/assign_groups/${people.member.id}/agree/`, {
    token: people.member.token,
  });
  await page.reload();
  // The Chairperson has just taken an office from somebody.
  await propose(page, "It does not count by time: another official must agree");
  await page.goto("/dashboard/admin");
  await page.getByRole("button", { name: /^Withdraw/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Withdraw" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByText(words).waitFor({ state: "detached" });
});
