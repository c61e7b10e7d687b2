// The members of a group that moved in: one claims the account and says No, an office enters a payment for another, and
// answers.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, firstOfMonth, nairobiDate } from "#domain/calendar.ts";
import type { Application } from "./application.ts";
import { fillIn, inspect, openBrowser, PHONE, type Visit } from "./browser.ts";
import { startFounded } from "./founded-group.ts";
import { ask, type Json, type Member } from "./people.ts";
import { borrowWindow, closeWindows } from "./shared-windows.ts";
import { bookTotal, fillSheet } from "./sheet-of-a-book.ts";

let application: Application;
let browser: Browser;
let chairperson: Member;
let treasurer: Member;
let secGen: Member;

const password = "mti wa matunda 27";
const words = "I paid KES 1,000 in May as well.";
const cutOver = addDays(firstOfMonth(nairobiDate(new Date())), -1);

beforeAll(async () => {
  const [founded, opened] = await Promise.all([startFounded(), openBrowser()]);
  ({
    application,
    officials: { chairperson, treasurer, secGen },
  } = founded);
  browser = opened;
  await moveIn();
});
afterAll(async () => {
  await closeWindows(browser);
  await application?.close();
});

/** Everything that `moving-in.spec.ts` does by hand. */
async function moveIn(): Promise<void> {
  const headers = { Authorization: `Bearer ${treasurer.token}` };
  const got = await fetch(`${application.url}/api/opening/template/?format=xlsx`, { headers });
  const template = join(application.dataDir, "template.xlsx");
  await writeFile(template, Buffer.from(await got.arrayBuffer()));
  const form = new FormData();
  form.set("date", cutOver);
  form.append("file", new Blob([new Uint8Array(fillSheet(template, cutOver))]), "umoja.xlsx");
  const sent = await fetch(`${application.url}/api/opening/`, {
    method: "POST",
    headers,
    body: form,
  });
  const { opening }: Json = await sent.json();
  const accepted = await ask(application, "POST", `/api/opening/${opening.id}/accept/`, {
    token: secGen.token,
    body: { total_savings_seen: bookTotal },
  });
  if (accepted.status !== 200) throw new Error(JSON.stringify(accepted.body));
}

function openAs({ token }: Member, size?: typeof PHONE): Promise<Visit> {
  return borrowWindow(browser, { url: application.url, token, ...(size ? { size } : {}) });
}

test("a member of the book is invited with one press, claims the account, and says No", async () => {
  const { page: office } = await openAs(chairperson);
  await office.goto("/dashboard/accounting/opening");
  await office.getByText("0 of 38 confirmed, 0 disputed").waitFor();
  await office.getByRole("link", { name: "Invite Dalili Kamau" }).click();
  await expect.poll(() => office.getByLabel(/^Reg No/).inputValue()).toBe("U/004");
  await expect.poll(() => office.getByLabel(/^Name/).inputValue()).toBe("Dalili Kamau");
  await office.getByRole("button", { name: "Make the invitation" }).click();
  const link = office.getByText(/\/join\/[\w-]{22,}$/);
  const url = await link.innerText();

  const visit = await borrowWindow(browser, { url: application.url, size: PHONE });
  const { page } = visit;
  await page.goto(url);
  await page.getByText("You are in the group's book already").waitFor();
  await expect.poll(() => page.getByLabel("First name").inputValue()).toBe("Dalili");
  await inspect(visit, "claim");
  await fillIn(page.getByLabel(/^Email/), "dalili@example.com");
  await page.getByLabel("Phone", { exact: true }).fill("0722000104");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password").fill(password);
  await page.getByRole("button", { name: "Register" }).click();
  const mail = await application.mail.next("dalili@example.com", /^Activate/);
  await page.goto(/http\S+\/user\/activate\/\S+/.exec(mail.text)![0]);
  await page.getByRole("button", { name: "Verify your Account" }).click();
  await page.getByText("Two officials must meet you").waitFor();
  await inspect(visit, "claim-waits");
  await confirmClaim();
  await page.goto("/?open=sign-in");
  const signIn = page.getByRole("dialog");
  await signIn.getByLabel(/email or mobile/i).fill("dalili@example.com");
  await fillIn(signIn.getByLabel("Password", { exact: true }), password);
  await signIn.getByRole("button", { name: "Sign In" }).click();

  await page.getByText("The book says you have saved KES 10,000").waitFor();
  await inspect(visit, "my-figures");
  await page.getByRole("button", { name: "No", exact: true }).click();
  await page.getByRole("button", { name: "Send to the officials" }).click();
  await page.getByText("Say what you think it is.").waitFor();
  await page.getByLabel("What do you think it is?").fill(words);
  await inspect(visit, "my-figures-no");
  await page.getByRole("button", { name: "Send to the officials" }).click();
  await page.getByText("Is this right?").waitFor({ state: "detached" });
  expect(visit.errors).toEqual([]);
});

/** The book has neither phone nor email of Dalili Kamau, so two officials confirm her. */
async function confirmClaim(): Promise<void> {
  for (const official of [treasurer, secGen]) {
    const visit = await openAs(official, PHONE);
    const { page } = visit;
    await page.goto("/dashboard");
    await page.getByText("Somebody claims a name of the group's book").first().waitFor();
    await page.goto("/dashboard/accounting/opening");
    await page.getByRole("button", { name: "Confirm in person Dalili Kamau" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("dalili@example.com", { exact: false }).waitFor();
    await inspect(visit, "confirm-claim");
    await dialog.getByRole("button", { name: "Confirm in person" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(visit.errors).toEqual([]);
  }
}

test("the Chairperson invites everybody in the book in five clicks, and hands over the links", async () => {
  let people = 0;
  for (const size of [PHONE, undefined]) {
    const visit = await openAs(chairperson, size);
    const { page } = visit;
    let clicks = 0;
    const click = async (role: "link" | "button", name: RegExp) => {
      await page.getByRole(role, { name }).first().click();
      clicks += 1;
    };
    await page.goto("/dashboard/admin");
    await click("link", /Invitations$/);
    if (size !== undefined) {
      const press = page.getByRole("button", { name: /^Invite all \d+$/ });
      people = Number(/\d+/.exec(await press.innerText())?.[0]);
      await inspect(visit, "invite-all");
      await click("button", /^Invite all \d+$/);
    }
    const list = page.getByRole("region", { name: "Links to hand over" });
    await expect.poll(() => list.getByRole("listitem").count()).toBe(people);
    const whatsapp = list.getByRole("link", { name: "WhatsApp Member9 Wekesa" });
    expect(await whatsapp.getAttribute("href")).toMatch(
      /^https:\/\/wa\.me\/(254\d{9})?\?text=.*%2Fjoin%2F[\w-]{22}$/,
    );
    await inspect(visit, "invite-all-links");
    await click("button", /^Print the slips$/);
    await page
      .getByRole("dialog")
      .getByRole("img", { name: /^the link of / })
      .nth(36)
      .waitFor();
    expect(people).toBeGreaterThan(30);
    expect(clicks).toBeLessThanOrEqual(5);
    await inspect(visit, "invite-all-slips");
    expect(visit.errors).toEqual([]);
  }
});

test("an office answers the No, and sees how many have confirmed", async () => {
  const visit = await openAs(secGen, PHONE);
  const { page } = visit;
  await page.goto("/dashboard/accounting/opening");
  await page.getByText("0 of 38 confirmed, 1 disputed").waitFor();
  await page.getByText(words).waitFor();
  await inspect(visit, "opening-disputed");
  await page.getByRole("button", { name: "Answer Dalili Kamau" }).click();
  await fillIn(page.getByLabel("Your answer"), "The receipt of May was found, and is entered.");
  await page.getByRole("button", { name: "Send the answer" }).click();
  await page.getByText("1 of 38 confirmed, 0 disputed").waitFor();
  expect(visit.errors).toEqual([]);
});

test("an office enters a payment for a member without an account, and no loan for somebody who has one", async () => {
  const visit = await openAs(treasurer, PHONE);
  const { page } = visit;
  await page.goto("/dashboard/transactions");
  await page.getByRole("button", { name: "Enter for a member" }).click();
  const dialog = page.getByRole("dialog");
  const choose = async (name: string) => {
    await fillIn(dialog.getByLabel(/^Find the member/), name);
    const member = dialog.getByLabel("Member", { exact: true });
    const option = member.getByRole("option", { name: new RegExp(`^${name} `) });
    await option.waitFor({ state: "attached" });
    await member.selectOption((await option.getAttribute("value")) ?? "");
  };
  const kinds = dialog.getByLabel("What", { exact: true }).getByRole("option");
  const loan = "Application for a loan";
  await choose("Charity");
  await dialog.getByText("Charity Kilonzo applies for a loan themselves.").waitFor();
  await expect.poll(() => kinds.count()).toBe(3);
  await expect.poll(() => kinds.allInnerTexts()).not.toContain(loan);
  await choose("Member9");
  await dialog.getByText("Member9 Wekesa has no account here", { exact: false }).waitFor();
  await expect.poll(() => kinds.allInnerTexts()).toContain(loan);
  await fillIn(dialog.getByLabel("Amount"), "1000");
  await fillIn(dialog.getByLabel("Payment reference"), "PAPER-0009");
  await inspect(visit, "enter-for-member");
  await dialog.getByRole("button", { name: "Enter it" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(visit.errors).toEqual([]);
});
