// The Chairperson's word to the demo group: written and previewed on a phone, agreed to by a second official, and
// read.
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startApplication, type Application } from "./application.ts";
import { DESKTOP, fillIn, inspect, openBrowser, PHONE, type Visit } from "./browser.ts";
import { ask, type Json, signInToDemo } from "./people.ts";
import { borrowWindow, closeWindows, returnWindows } from "./shared-windows.ts";

const TEXT = "Mkutano wa Jumamosi ni saa nne, shule ya Kilimo. Leteni vitabu vyenu.";
const WORDS = "/dashboard/accounting/messages/words";

let application: Application;
let browser: Browser;
const sessions = new Map<string, string>();

beforeAll(async () => {
  application = await startApplication("demo");
  browser = await openBrowser();
  for (const each of ["chairperson", "treasurer", "sec-gen", "akinyi.okoth"])
    sessions.set(each, await signInToDemo(application, each));
  // At any hour of the day.
  const never = { quiet_from: "00:00", quiet_to: "00:00", sms_monthly_cap: 100_000 };
  await must("chairperson", "POST", "/api/group/settings/", never);
});
afterEach(returnWindows);
afterAll(async () => {
  await closeWindows(browser);
  await application?.close();
});

async function must(by: string, method: string, path: string, body?: unknown): Promise<Json> {
  const token = sessions.get(by) ?? "";
  const answer = await ask(application, method, path, { token, body });
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

function openAs(username: string, path: string, size = PHONE): Promise<Visit> {
  const token = sessions.get(username) ?? "";
  return borrowWindow(browser, { url: application.url, size, token, path });
}

/** The SMS of the word, as officials see them. */
async function texts(): Promise<Json[]> {
  const path = "/api/notices/sent/?channel=sms&page=1&page_size=100";
  const { messages } = await must("treasurer", "GET", path);
  return messages.filter(({ text }: Json) => text === TEXT);
}

const isSent = (state: string) => state === "sent" || state === "delivered";

test("the Chairperson writes a word, sees whom it reaches, and asks a second official", async () => {
  const visit = await openAs("chairperson", "/dashboard/accounting/messages");
  const { page } = visit;
  await page.getByRole("link", { name: "Words to members" }).click();
  await page.getByRole("heading", { name: "Words to members", level: 1 }).waitFor();
  await page.getByText("No word yet").waitFor();
  const look = page.getByRole("button", { name: "See whom it reaches" });
  await look.click();
  await page.getByText("Write what you want to tell.").waitFor();

  await page.getByRole("textbox", { name: "Text" }).fill(TEXT);
  await page.getByText(`${TEXT.length} of 900 characters, 1 part of SMS.`).waitFor();
  await inspect(visit, "word-form");
  // The typed values are still there after visiting another page.
  await page.getByRole("link", { name: "Messages" }).first().click();
  await page.getByRole("heading", { name: "Messages", level: 1 }).waitFor();
  await page.getByRole("link", { name: "Words to members" }).click();
  await expect.poll(() => page.getByRole("textbox", { name: "Text" }).inputValue()).toBe(TEXT);

  await page.getByRole("checkbox", { name: "Email" }).uncheck();
  await page.getByRole("checkbox", { name: "On the screen" }).uncheck();
  await look.click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("It goes to more than 20 people by SMS.").waitFor();
  await dialog.getByText(TEXT).waitFor();
  await inspect(visit, "word-preview");
  await dialog.getByRole("button", { name: "Ask a second official" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByText("The word waits until another official agrees.").waitFor();
  await page.getByText("Waits for a second official").waitFor();
  await expect.poll(() => page.getByRole("textbox", { name: "Text" }).inputValue()).toBe("");
  await page.getByRole("button", { name: /^Take back/ }).waitFor();
  await expect.poll(() => page.getByRole("button", { name: /^Agree/ }).count()).toBe(0);
  expect(await texts()).toEqual([]);
});

test("home notifies another official, who agrees, and the word goes out to everybody once", async () => {
  const [word] = (await must("sec-gen", "GET", "/api/notices/word/")).words;
  const visit = await openAs("sec-gen", "/dashboard", DESKTOP);
  const { page } = visit;
  await page.getByText("1 word to members waits for a second person.").waitFor();
  await page.getByRole("link", { name: "Look at 1 word" }).click();
  await page.getByRole("heading", { name: "Words to members", level: 1 }).waitFor();
  // Only the Chairperson writes.
  await expect.poll(() => page.getByRole("textbox", { name: "Text" }).count()).toBe(0);
  await inspect(visit, "word-waits");
  await page.getByRole("button", { name: /^Agree/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: `Send to ${word.people} people for` }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByText(/agreed, /).waitFor();
  await expect
    .poll(async () => (await texts()).filter(({ state }) => isSent(state)).length)
    .toBe(word.by_sms);
  const people = (await texts()).map(({ member }) => member.id);
  expect(new Set(people).size).toBe(people.length);
  await page.goto("/dashboard");
  await page.getByRole("heading", { name: "Recap & Alerts" }).waitFor();
  await page.getByText("What needs doing next").waitFor();
  await expect.poll(() => page.getByText("word to members").count()).toBe(0);
});

test("a member reads it in the bell", async () => {
  const { page } = await openAs("akinyi.okoth", "/dashboard/profile/notices");
  const item = page.getByRole("listitem").filter({ hasText: TEXT });
  await item.getByText("Words from the Chairperson").waitFor();
  await item.getByText(/^SMS: /).waitFor();
  await expect.poll(() => item.count()).toBe(1);
});

test("a word that waits is refused with a reason, and its writer reads why", async () => {
  await must("chairperson", "POST", "/api/notices/word/", {
    text: "Mkutano ni Jumapili.",
    to: "all",
    channels: ["sms"],
  });
  const visit = await openAs("treasurer", WORDS);
  const { page } = visit;
  await page.getByRole("button", { name: /^Refuse/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Refuse" }).click();
  await dialog.getByText("Say why.").waitFor();
  await fillIn(dialog.getByLabel("Reason"), "Ni Jumamosi, si Jumapili");
  await inspect(visit, "end-word");
  await dialog.getByRole("button", { name: "Refuse" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByText(/ended it, .*: Ni Jumamosi, si Jumapili/).waitFor();
  const { page: own } = await openAs("chairperson", WORDS, DESKTOP);
  await own.getByText(/ended it, .*: Ni Jumamosi, si Jumapili/).waitFor();
});
