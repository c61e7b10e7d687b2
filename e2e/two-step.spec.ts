// Two-step sign-in: set up with an authenticator, used with its codes and with a recovery code, required of
// officials.
import { Secret, TOTP } from "otpauth";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Application } from "./application.ts";
import { DESKTOP, fillIn, goWithin, inspect, openBrowser, PHONE, type Visit } from "./browser.ts";
import { startFounded } from "./founded-group.ts";
import { joinGroup, type Member, type Officials } from "./people.ts";
import { borrowWindow, closeWindows } from "./shared-windows.ts";
import { expectToast } from "./toasts.ts";

let application: Application;
let officials: Officials;
let browser: Browser;

beforeAll(async () => {
  ({ application, officials } = await startFounded());
  browser = await openBrowser();
});
afterAll(async () => {
  await closeWindows(browser);
  await application?.close();
});

/** The app's code; one half minute ahead, if the present one was used. */
function codeOf(secret: string, later = 0): string {
  const timestamp = Date.now() + later * 30_000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

async function openSignIn(page: Page, member: Member) {
  await page.goto("/");
  await page.getByRole("banner").getByRole("button", { name: "Sign In" }).click();
  const form = page.getByRole("dialog", { name: "Sign In" });
  await form.getByLabel("Email or mobile number").fill(member.email);
  await fillIn(form.getByLabel("Password", { exact: true }), member.password);
  return { form, submit: form.getByRole("button", { name: "Sign In", exact: true }) };
}

/** As on another device: closes what is open here first. */
async function forgetSession(page: Page, member: Member): Promise<void> {
  await page.getByText(`Welcome, ${member.username}`).waitFor();
  await page.evaluate(() => localStorage.clear());
  await page.goto("about:blank");
}

/** Sets two-step sign-in up on the profile; returns the secret and the recovery codes. With a `mood`, looks at its dialogs. */
async function setUp(visit: Visit, member: Member, mood?: string) {
  const { page } = visit;
  await page.getByRole("button", { name: "Set up" }).click();
  const dialog = page.getByRole("dialog");
  await fillIn(dialog.getByLabel("Current password", { exact: true }), member.password);
  await dialog.getByRole("button", { name: "Next" }).click();
  await dialog.getByRole("img", { name: /QR code/ }).waitFor();
  if (mood !== undefined) await inspect(visit, `two-step-scan-${mood}`);
  const address = await dialog.getByRole("link", { name: /Open the app/ }).getAttribute("href");
  const secret = new URL(address ?? "").searchParams.get("secret") ?? "";
  await fillIn(dialog.getByLabel("Code", { exact: true }), "000000");
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await dialog.getByText("That code is not right").waitFor();
  await fillIn(dialog.getByLabel("Code", { exact: true }), codeOf(secret));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  const list = dialog.getByRole("list", { name: "Recovery codes" });
  await list.waitFor();
  if (mood !== undefined) await inspect(visit, `two-step-codes-${mood}`);
  const codes = await list.getByRole("listitem").allTextContents();
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Download" }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe("akiba-recovery-codes.txt");
  await dialog.getByRole("button", { name: "I have kept them" }).click();
  await page.getByText("10 recovery codes are left.").waitFor();
  return { secret, codes };
}

describe.each([
  { name: "on a laptop, light", size: DESKTOP, dark: false, firstName: "Zawadi" },
  { name: "on a phone, dark", size: PHONE, dark: true, firstName: "Juma" },
])("two-step sign-in $name", ({ size, dark, firstName }) => {
  const mood = dark ? "dark" : "light";
  let visit: Visit;
  let member: Member;
  let secret: string;
  let codes: string[];

  beforeAll(async () => {
    member = await joinGroup(application, { firstName, lastName: "Otieno" });
    visit = await borrowWindow(browser, { url: application.url, size, dark });
  });

  test("is set up on the profile, and a new device is mailed", async () => {
    const { page } = visit;
    const { submit } = await openSignIn(page, member);
    await submit.click();
    await page.waitForURL(/\/dashboard/);
    const mail = await application.mail.next(member.email, /New sign-in/);
    expect(mail.text).toContain("Chrome, ");
    await goWithin(page, "/dashboard/profile");
    await page.getByRole("heading", { name: "Two-step sign-in" }).waitFor();
    await page.getByText("Off", { exact: true }).waitFor();
    ({ secret, codes } = await setUp(visit, member, mood));
    expect(codes).toHaveLength(10);
    await inspect(visit, `profile-two-step-${mood}`);
  });

  test("is asked for at sign-in; a wrong code is refused, the right one opens", async () => {
    const { page } = visit;
    await forgetSession(page, member);
    const { form, submit } = await openSignIn(page, member);
    await submit.click();
    const code = form.getByLabel("Code", { exact: true });
    await code.waitFor();
    await inspect(visit, `sign-in-code-${mood}`);
    await fillIn(code, "000000");
    await submit.click();
    await page.getByText("That code is not right").first().waitFor();
    // The set-up used its code already, so the next one is typed.
    await code.fill(codeOf(secret, 1));
    await submit.click();
    await page.waitForURL(/\/dashboard/);
  });

  test("opens with a recovery code, once", async () => {
    const { page } = visit;
    for (const isFirst of [true, false]) {
      await forgetSession(page, member);
      const { form, submit } = await openSignIn(page, member);
      await submit.click();
      await fillIn(form.getByLabel("Code", { exact: true }), codes[0] ?? "");
      await submit.click();
      if (isFirst) await page.waitForURL(/\/dashboard/);
      else await page.getByText("That code is not right").first().waitFor();
    }
    expect(new URL(page.url()).pathname).toBe("/");
  });

  test("signs out everywhere else", async () => {
    const { page } = visit;
    const { form, submit } = await openSignIn(page, member);
    await submit.click();
    await fillIn(form.getByLabel("Code", { exact: true }), codes[1] ?? "");
    await submit.click();
    await page.waitForURL(/\/dashboard/);
    await goWithin(page, "/dashboard/profile");
    await page.getByRole("button", { name: "Sign out everywhere else" }).click();
    await expectToast(page, "All your other devices have been signed out.");
    await page.getByText("8 recovery codes are left.").waitFor();
    const button = page.getByRole("button", { name: "Sign out everywhere else" });
    await button.waitFor({ state: "hidden" });
    await expect.poll(() => page.getByText("This device", { exact: true }).count()).toBe(1);
  });
});

describe("the demand on officials", () => {
  test("is made in the settings, leads an official to set it up, and the Chairperson can take it off", async () => {
    const { chairperson, treasurer } = officials;
    const lead = await openAs(chairperson);
    await goWithin(lead.page, "/dashboard/admin/settings");
    const demand = lead.page.getByLabel("Two-step sign-in of officials");
    await demand.selectOption("true");
    await lead.page.getByRole("button", { name: "Save settings" }).click();
    await lead.page.getByText("Set up two-step sign-in for yourself first").first().waitFor();
    await goWithin(lead.page, "/dashboard/profile");
    await setUp(lead, chairperson);
    await goWithin(lead.page, "/dashboard/admin/settings");
    await demand.selectOption("true");
    await lead.page.getByRole("button", { name: "Save settings" }).click();
    await expectToast(lead.page, "The settings have been saved.");
    await lead.page.getByText("Up to them → Demanded").waitFor();
    await inspect(lead, "settings-two-step");

    const books = await openAs(treasurer);
    await books.page.waitForURL(/\/dashboard\/profile/);
    await books.page.getByText("Set it up here; until then your office rests.").waitFor();
    await inspect(books, "profile-two-step-demanded");
    await setUp(books, treasurer);
    await books.page.goto("/dashboard/approvals");
    await books.page.getByText("No approvals available for you at the moment").waitFor();

    await goWithin(lead.page, "/dashboard/admin/directors");
    const card = lead.page.getByRole("listitem").filter({ hasText: "Tabitha Maina" });
    await card.getByRole("button", { name: /Turn off two-step sign-in/ }).click();
    const dialog = lead.page.getByRole("dialog");
    await dialog.getByText("be sure it is they who ask").waitFor();
    await inspect(lead, "directors-two-step");
    await dialog.getByRole("button", { name: "Turn off two-step sign-in" }).click();
    await dialog.waitFor({ state: "hidden" });
    await application.mail.next(treasurer.email, /turned off by the Chairperson/);
    expect([lead.errors, books.errors]).toEqual([[], []]);
  });
});

/** A window of a person who is signed in already. */
async function openAs(member: Member): Promise<Visit> {
  const { token } = member;
  const visit = await borrowWindow(browser, { url: application.url, size: DESKTOP, token });
  await visit.page.goto("/dashboard");
  await visit.page.getByText(`Welcome, ${member.username}`).waitFor();
  return visit;
}
