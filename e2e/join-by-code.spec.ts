// Somebody without an email address joins by a personal invitation and the code of an SMS, and signs in with the phone.
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startSmsGateway, type SmsGateway } from "#tests/support/notice-gateways.ts";
import { smsSettings } from "#tests/support/notice-senders.ts";
import type { Application } from "./application.ts";
import { fillIn, inspect, openBrowser, PHONE } from "./browser.ts";
import { startFounded } from "./founded-group.ts";
import { ask, type Officials } from "./people.ts";
import { borrowWindow, closeWindows, returnWindows } from "./shared-windows.ts";

const password = "mti wa matunda 27";

let application: Application;
let officials: Officials;
let browser: Browser;
let gateway: SmsGateway;

beforeAll(async () => {
  gateway = await startSmsGateway();
  ({ application, officials } = await startFounded(smsSettings(gateway.url)));
  browser = await openBrowser();
});
afterEach(returnWindows);
afterAll(async () => {
  await closeWindows(browser);
  await application?.close();
  await gateway?.close();
});

test.each([
  {
    language: "en",
    number: "31",
    words: {
      sent: "We sent a code by SMS to 07•• ••• 031.",
      code: "Code of the SMS",
      wrong: "That is not the code of the SMS.",
    },
  },
  {
    language: "sw",
    number: "32",
    words: {
      sent: "Tumetuma msimbo kwa SMS kwa 07•• ••• 032.",
      code: "Msimbo wa SMS",
      wrong: "Huo si msimbo wa SMS.",
    },
  },
])("a code of an SMS lets a newcomer in, in $language", async ({ language, number, words }) => {
  const invited = await ask(application, "POST", "/api/user/invitations/", {
    token: officials.chairperson.token,
    body: { kind: "person", name: "Njeri Mwangi", reg_number: `SMS/${number}` },
  });
  const visit = await borrowWindow(browser, { url: application.url, size: PHONE });
  const { page } = visit;
  await page.goto(invited.body.invitation.url);
  if (language === "sw") await page.getByRole("button", { name: "Kiswahili" }).click();
  const field = (name: string) => page.locator(`[name="${name}"]`);
  await expect.poll(() => field("first_name").inputValue()).toBe("Njeri");
  await fillIn(field("username"), `njeri.${number}`);
  await field("phone").fill(`07330000${number}`);
  await field("password").fill(password);
  await field("confirm_password").fill(password);
  await page.locator("form button[type=submit]").click();

  const main = page.getByRole("main");
  await main.getByText(words.sent).waitFor();
  await expect.poll(() => page.getByText(/\bmail\b|barua/i).count()).toBe(0);
  const code = main.getByLabel(words.code);
  const open = main.getByRole("button").last();
  await code.fill("12");
  await open.click();
  await main.getByText(words.wrong).waitFor();
  await inspect(visit, `join-by-code-${language}`);
  const texted = () => gateway.texts.find(({ to }) => to === `+2547330000${number}`)?.message;
  await expect.poll(texted).toMatch(/\b\d{6}\b/);
  await code.fill(/\b\d{6}\b/.exec(texted() ?? "")?.[0] ?? "");
  await open.click();

  // Sign-in is filled in with the phone that was proven.
  const signIn = page.getByRole("dialog");
  await expect.poll(() => signIn.locator("input").first().inputValue()).toContain(number);
  await fillIn(signIn.locator("input[type=password]"), password);
  await signIn.locator("button[type=submit]").click();
  await page.waitForURL(/\/dashboard/);
  expect(visit.errors.filter((error) => !error.includes("400"))).toEqual([]);
});
