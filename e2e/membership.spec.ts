// The Chairperson runs the membership on screen: every change of status, and an office given and taken.
import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApplication, type Application } from "./application.ts";
import { closeDialog, fillIn, inspect, openBrowser, PHONE, type Visit } from "./browser.ts";
import { ask, joinGroup, type Json, type Member } from "./people.ts";
import { borrowWindow, closeWindows } from "./shared-windows.ts";

let application: Application;
let browser: Browser;
let chairperson: Member;
let visit: Visit;

beforeAll(async () => {
  application = await startApplication();
  browser = await openBrowser();
  chairperson = await joinGroup(application, {
    firstName: "Imani",
    lastName: "Kosgei",
    office: "chairperson",
  });
  await joinGroup(application, { firstName: "Pendo", lastName: "Mwikali" });
  visit = await borrowWindow(browser, {
    url: application.url,
    size: PHONE,
    token: chairperson.token,
  });
  await visit.page.goto("/dashboard/admin/directors");
});
afterAll(async () => {
  await closeWindows(browser);
  await application?.close();
});

const card = (): Locator => visit.page.getByRole("listitem").filter({ hasText: "Pendo Mwikali" });

async function readMember(): Promise<Json> {
  const { body } = await ask(application, "GET", "/api/user/get_users?search=Mwikali", {
    token: chairperson.token,
  });
  return body.users[0];
}

test.each([
  { action: "reject", reason: "Not known to the group", status: "pending_approval", active: false },
  { action: "approve", status: "active", active: true },
  { action: "dormant", status: "dormant", active: true },
  { action: "lift_dormancy", status: "active", active: true },
  { action: "deactivate", status: "active", active: false },
  { action: "activate", status: "active", active: true },
])("$action leads to $status", async ({ action, reason, status, active }) => {
  await card()
    .getByRole("button", { name: /Change Status/ })
    .click();
  const dialog = visit.page.getByRole("dialog");
  const select = dialog.getByLabel("Action");
  await select.selectOption(action);
  if (reason !== undefined) {
    await dialog.getByRole("button", { name: "Change Status" }).click();
    await dialog.getByText("Give the reason for rejecting.").waitFor();
    await fillIn(dialog.getByLabel("Reason for rejecting"), reason);
  }
  await inspect(visit, `status-${action}`);
  await dialog.getByRole("button", { name: "Change Status" }).click();
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(readMember).toMatchObject({ status, is_active: active });
});

test("an office is given, seen on the card, and taken again", async () => {
  const dialog = visit.page.getByRole("dialog");
  await card()
    .getByRole("button", { name: /Assign Role/ })
    .click();
  await dialog.getByLabel("Role").selectOption({ label: "Treasurer" });
  await dialog.getByText("will be Treasurer").waitFor();
  await dialog.getByRole("button", { name: "Assign Role" }).click();
  await dialog.waitFor({ state: "hidden" });
  await card().getByText("Treasurer").first().waitFor();
  await expect.poll(readMember).toMatchObject({ user_groups: ["Treasurer"] });

  await card()
    .getByRole("button", { name: /Remove Role/ })
    .click();
  await dialog.getByText("will no longer be Treasurer").waitFor();
  await inspect(visit, "remove-role");
  await dialog.getByRole("button", { name: "Remove Role" }).click();
  await dialog.waitFor({ state: "hidden" });
  await card()
    .getByRole("button", { name: /Assign Role/ })
    .waitFor();
  await expect.poll(readMember).toMatchObject({ user_groups: [] });
});

test("a dialog that is opened right after a search keeps what is chosen while the list loads again", async () => {
  const { page } = visit;
  const search = page.getByLabel("Search");
  const found = page.waitForResponse(/get_users\?.*search=Mwikali/);
  await search.fill("Mwikali");
  await card()
    .getByRole("button", { name: /Change Status/ })
    .click();
  const select = page.getByRole("dialog").getByLabel("Action");
  await select.selectOption("deactivate");
  await (await found).finished();
  await page.locator("main li").nth(1).waitFor({ state: "detached" });
  await expect.poll(() => select.inputValue()).toBe("deactivate");
  await closeDialog(page);
  await fillIn(search, "");
  await page.getByRole("listitem").filter({ hasText: "Imani Kosgei" }).waitFor();
});

test("the only Chairperson is shown why the office cannot be given up", async () => {
  const own = visit.page.getByRole("listitem").filter({ hasText: "Imani Kosgei" });
  await own.getByRole("button", { name: /Remove Role/ }).click();
  const dialog = visit.page.getByRole("dialog");
  await dialog.getByText("is the last active Chairperson").waitFor();
  await expect.poll(() => dialog.getByRole("button", { name: "Remove Role" }).count()).toBe(0);
  await inspect(visit, "last-chairperson");
  await closeDialog(visit.page);
  await own.getByRole("button", { name: /Change Status/ }).click();
  await dialog.getByText("is the last active Chairperson").waitFor();
  const { body } = await ask(application, "GET", "/api/user/get_user_data", {
    token: chairperson.token,
  });
  expect(body.user_groups).toEqual(["Chairperson"]);
});
