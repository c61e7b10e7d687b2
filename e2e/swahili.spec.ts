// A group that reads Swahili, on phones: sign up, pay, be rejected with a reason, pay again and be approved, apply
// for a loan.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Application } from "./application.ts";
import {
  closeDialog,
  inspect,
  openBrowser,
  openWindow,
  PHONE,
  untilIdle,
  type Visit,
} from "./browser.ts";
import { startFounded } from "./founded-group.ts";
import { ask, type Member } from "./people.ts";
import { borrowWindow, closeWindows, returnWindows } from "./shared-windows.ts";
import { expectToast } from "./toasts.ts";

const password = "kahawa chungu 44";
const email = "neema@example.com";

let application: Application;
let browser: Browser;
let chairperson: Member;
let treasurer: Member;
let secGen: Member;
let own: Visit;

beforeAll(async () => {
  ({
    application,
    officials: { chairperson, treasurer, secGen },
  } = await startFounded());
  browser = await openBrowser();
  own = await openWindow(browser, { url: application.url, size: PHONE });
});
afterAll(async () => {
  await closeWindows(browser);
  await application?.close();
});

test("changes over to Swahili by a plain link, which is remembered", async () => {
  const { page } = own;
  await page.goto("/");
  await page.getByRole("contentinfo").getByRole("link", { name: "Kiswahili" }).click();
  await page.getByRole("heading", { name: "Weka Akiba kwa Nguvu. Kopa kwa Urahisi." }).waitFor();
  await inspectInSwahili("landing");
  await page.goto("/");
  await expect.poll(() => page.locator("html").getAttribute("lang")).toBe("sw");
});

test("signs up; what is typed stays when the language is changed in the middle, what is wrong is said in it", async () => {
  const { page } = own;
  await page.goto("/sign-up");
  await page.getByLabel("Jina la kwanza").fill("Neema");
  await page.getByRole("button", { name: "English" }).click();
  await page.getByRole("heading", { name: "Sign Up" }).waitFor();
  await expect.poll(() => page.getByLabel("First name").inputValue()).toBe("Neema");
  await page.getByLabel("Last name").focus();
  await page.getByLabel("Username").focus();
  await page.getByText("Last name is required.").first().waitFor();
  await page.getByRole("button", { name: "Kiswahili" }).click();
  await page.getByText("Jina la ukoo: sehemu hii inahitajika.").first().waitFor();
  const values: Record<string, string> = {
    "Jina la ukoo": "Auma",
    "Jina la mtumiaji": treasurer.username,
    "Barua pepe": email,
    "Nambari ya usajili": "NEW/1",
    Simu: "0733000001",
    Nenosiri: password,
    "Rudia nenosiri": password,
  };
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole("button", { name: "Jisajili" }).click();
  await page.getByText("Jina la mtumiaji: tayari inatumika.").first().waitFor();
  await inspectInSwahili("sign-up-refused");
  await page.getByLabel("Jina la mtumiaji", { exact: true }).fill("neema");
  await page.getByRole("button", { name: "Jisajili" }).click();
  await page.getByText("Hatua moja zaidi").waitFor();
  const mail = await application.mail.next(email, /^Thibitisha akaunti yako/);
  await page.goto(/https?:\/\/\S+\/user\/activate\/\S+/.exec(mail.text)?.[0] ?? "no link");
  await inspectInSwahili("activate");
  await page.getByRole("button", { name: "Thibitisha Akaunti yako" }).click();
  await page.getByText("Akaunti imewashwa!").waitFor();
});

test("signs in and pays a contribution", async () => {
  await signIn(own.page, email, password);
  const texts = ["Karibu, neema", "inasubiri idhini ya Mwenyekiti"];
  await Promise.all(texts.map((text) => own.page.getByText(text).waitFor()));
  await inspectInSwahili("home");
  await approveMember();
  await pay("KATAA111");
  const pending = own.page.getByText("Inasubiri").locator("visible=true");
  await expect.poll(() => pending.count()).toBeGreaterThan(0);
  await inspectInSwahili("contributions");
});

test("reads why it was rejected, and is approved the second time", async () => {
  const { page } = own;
  await decide(treasurer, { reject: "Nambari haipo benki" });
  await page.goto("/dashboard/contributions");
  await page
    .getByRole("button", { name: /Onyesha kwa nini umekataliwa|Imekataliwa/ })
    .first()
    .click();
  await page.getByText("Sababu ya Kukataliwa: Nambari haipo benki").waitFor();
  await inspectInSwahili("rejected");
  await closeDialog(page);
  const mail = await application.mail.next(email, /umekataliwa$/);
  expect(mail.subject).toBe("Mchango wako wa KES 1,250.50 umekataliwa");
  expect(mail.text).toContain("Sababu iliyotolewa: Nambari haipo benki");
  await pay("KUBALI22");
  await decide(treasurer, {});
  await decide(secGen, {});
  await page.goto("/dashboard/contributions");
  await page.getByText("Imeidhinishwa").first().waitFor();
  await page.getByText("Imekataliwa").first().waitFor();
});

test("asks for a loan and sees it wait", async () => {
  const { page } = own;
  await page.goto("/dashboard/loans/apply-loan");
  const form = page.getByRole("dialog");
  await form.getByLabel("Kiasi").fill("1000");
  await form.getByText(/utagharimu/).waitFor();
  await inspectInSwahili("apply-loan");
  await form.getByRole("button", { name: "Omba Mkopo" }).click();
  await page.getByText("Mkopo wa Kawaida 1").first().waitFor();
  await expect.poll(() => page.locator("html").getAttribute("lang")).toBe("sw");
  await inspectInSwahili("loans");
});

test("reads names, and later gets mails, in the language that was chosen while signed in", async () => {
  const { page } = own;
  const { token } = chairperson;
  const charge = (description: string) =>
    ask(application, "POST", "/api/accounting/create_ledger_entry/", {
      token,
      body: { type: "fine", charged_user: "neema", amount: 50, description },
    });
  for (const [from, to, subject, loan] of [
    ["en", "English", /: a fine of KES 50.00$/, "Normal Loan 1"],
    ["sw", "Kiswahili", /: faini ya KES 50.00$/, "Mkopo wa Kawaida 1"],
  ] as const) {
    await page.getByRole("button", { name: /Fungua menyu|Open the menu/ }).click();
    const reported = page.waitForResponse((answer) => answer.url().endsWith("/api/user/language/"));
    await page.getByRole("button", { name: to }).click();
    expect((await reported).status()).toBe(200);
    await closeDialog(page);
    await page.getByText(loan).first().waitFor();
    expect((await charge(`Phone rang (${from})`)).status).toBe(201);
    expect((await application.mail.next(email, subject)).text).toContain(`Phone rang (${from})`);
  }
});

test("still reads Swahili after Sign Out and a reload", async () => {
  const { page } = own;
  await page.getByRole("button", { name: "Fungua menyu" }).click();
  await page.getByRole("button", { name: "Ondoka" }).click();
  await page.waitForURL(`${application.url}/`);
  await page.reload();
  await page.getByRole("button", { name: "Jiunge Sasa" }).waitFor();
  await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0);
});

/** A Swahili screen has none of the most frequent English words; names such as the bank's belong to no language. */
async function inspectInSwahili(name: string): Promise<void> {
  await untilIdle(own.page, 500);
  const text = await own.page.locator("body").innerText();
  const english =
    /\b(the|your|you|Amount|Status|Loans?|Payments?|Approved?|Rejected|Contributions?|Select|Date|Member|Total|Close|Search|Filter|Pending|Active|Sign|Welcome|Home|Receipt|is|of|for)\b/g;
  expect({ [name]: text.match(english) ?? [] }).toEqual({ [name]: [] });
  await inspect(own, `sw-${name}`);
}

async function signIn(page: Page, identifier: string, secret: string): Promise<void> {
  await page.goto("/?open=sign-in");
  const form = page.getByRole("dialog", { name: "Ingia" });
  await form.getByLabel("Barua pepe au nambari ya simu").fill(identifier);
  await form.getByLabel("Nenosiri", { exact: true }).fill(secret);
  await form.getByRole("button", { name: "Ingia", exact: true }).click();
  await page.waitForURL(/\/dashboard/);
}

async function approveMember(): Promise<void> {
  const { token } = chairperson;
  const { body } = await ask(application, "GET", "/api/user/get_users", { token });
  const users = (body.users ?? body) as { id: number; username: string }[];
  const id = users.find(({ username }) => username === "neema")?.id;
  const path = `/api/user/admin_manage_user/${id}/`;
  const answer = await ask(application, "POST", path, { token, body: { action: "approve" } });
  expect(answer.status).toBe(200);
}

async function pay(reference: string): Promise<void> {
  const { page } = own;
  await page.goto("/dashboard/contributions");
  await page.getByRole("button", { name: "Lipa Mchango" }).first().click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Kiasi kilicholipwa").fill("1250.50");
  await form.getByLabel("Nambari ya malipo").fill(reference);
  await form.getByRole("button", { name: "Tuma malipo" }).click();
  await form.waitFor({ state: "hidden" });
  await expectToast(page, /yamepokelewa/);
}

/** One official's decision on the one waiting contribution, on a phone and in Swahili. */
async function decide({ token }: Member, { reject }: { reject?: string }): Promise<void> {
  const visit = await borrowWindow(browser, {
    url: application.url,
    size: PHONE,
    token,
    language: "sw",
    path: "/dashboard/approvals/approve-monthly-contributions",
  });
  const { page } = visit;
  await page.getByRole("button", { name: /Idhinisha\/Kataa/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog
    .getByLabel("Uamuzi")
    .getByLabel(reject === undefined ? "Idhinisha" : "Kataa")
    .check();
  if (reject !== undefined) await dialog.getByLabel("Sababu ya kukataa").fill(reject);
  await inspect(visit, `sw-decision-${reject === undefined ? "approve" : "reject"}`);
  const verb = reject === undefined ? /^Idhinisha KES/ : /^Kataa KES/;
  await dialog.getByRole("button", { name: verb }).click();
  await dialog.waitFor({ state: "hidden" });
  returnWindows();
}
