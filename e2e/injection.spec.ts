// Texts that look like scripts, in everything a person can write: others see them as text, and none of them runs.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Application } from "./application.ts";
import { openBrowser, openWindow, type Visit } from "./browser.ts";
import { startFounded } from "./founded-group.ts";
import { ask, joinGroup, type Json, type Member } from "./people.ts";
import { changePerson, closeWindows } from "./shared-windows.ts";

const script = "<script>alert(1)</script>";
const image = '"><img src=x onerror=alert(1)>';
const drawing = "<svg/onload=alert(1)>";
const sql = "'; DROP TABLE members; --";
const link = "javascript:alert(1)";

let application: Application;
let browser: Browser;
let chairperson: Member;
let treasurer: Member;
let secGen: Member;
let writer: Member;
let visit: Visit;

beforeAll(async () => {
  ({
    application,
    officials: { chairperson, treasurer, secGen },
  } = await startFounded());
  browser = await openBrowser();
  visit = await openWindow(browser, { url: application.url });
  await watch(visit);
  writer = await joinGroup(application, { firstName: "Mwandishi", lastName: "Were" });
  await must(writer, "/api/user/profile/", { first_name: script, last_name: image });
  await must(chairperson, `/api/user/admin_manage_user/${writer.id}/`, { action: "approve" });
  const rejected = await pay("XSS-0001");
  await must(secGen, `/api/finances/monthly-contribution-approval/${rejected}/`, {
    action: "rejected",
    reject_reason: drawing,
  });
  await pay("XSS-0002");
  const entry = { type: "other_income", amount_paid: 500, description: image };
  await must(treasurer, "/api/accounting/create_ledger_entry/", entry);
  const fine = { type: "fine", charged_user: writer.id, amount: 20, description: sql };
  await must(treasurer, "/api/accounting/create_ledger_entry/", fine);
  const names = { group_name: drawing, bank_name: link };
  await must(chairperson, "/api/group/settings/", names);
});
afterAll(async () => {
  await closeWindows(browser);
  await application?.close();
});

async function must(by: Member, path: string, body: unknown): Promise<Json> {
  const answer = await ask(application, "POST", path, { token: by.token, body });
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

async function pay(reference: string): Promise<number> {
  const { contribution } = await must(writer, "/api/finances/monthly-contribution/", {
    amount_paid: 1_000,
    contribution_month: "2026-01-01",
    payment_date: new Date(Date.now() - 60_000).toISOString(),
    payment_Reference_Code: reference,
  });
  return contribution.contribution_id;
}

const pages = [
  ["the summaries of Admin", "/dashboard/admin/member-summaries", () => chairperson, script],
  ["the audit log", "/dashboard/admin/audit", () => chairperson, image],
  ["the settings", "/dashboard/admin/settings", () => chairperson, null],
  ["the approvals", "/dashboard/approvals/approve-monthly-contributions", () => treasurer, script],
  ["the journal", "/dashboard/accounting/entries", () => treasurer, image],
  ["the summary of members", "/dashboard/financial-summary/commoners", () => treasurer, script],
  [
    "the member's own contributions",
    "/dashboard/transactions/contrib-payments",
    () => writer,
    "Rejected",
  ],
  ["the member's own fines", "/dashboard/transactions/fines", () => writer, sql],
  ["the member's own profile", "/dashboard/profile", () => writer, script],
] as const;

/** What the window noticed on any of the pages. */
const happened: string[] = [];

async function watch({ page }: Visit): Promise<void> {
  page.on("dialog", (dialog) => {
    happened.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.exposeFunction("noteViolation", (text: string) => void happened.push(text));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      const { noteViolation } = globalThis as unknown as { noteViolation: (text: string) => void };
      noteViolation(`content policy: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
}

test.each(pages)("%s show such texts as texts", async (_name, path, who, seen) => {
  const { page } = visit;
  await changePerson(page, who().token);
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  if (seen !== null) await page.getByText(seen).locator("visible=true").first().waitFor();
  const planted = 'img[src="x"], [onerror], [onload], a[href^="javascript:"]';
  await expect.poll(() => page.locator(planted).count()).toBe(0);
  expect([...happened, ...visit.errors]).toEqual([]);
});
