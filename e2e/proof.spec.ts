// A member's proof, from the statement page to a person without an account, who checks it and cannot be fooled.
import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Application } from "./application.ts";
import { DESKTOP, inspect, openBrowser, openWindow, PHONE, type Visit } from "./browser.ts";
import { startFounded } from "./founded-group.ts";
import { ask, joinGroup, type Json, type Member, type Officials } from "./people.ts";
import { borrowWindow, closeWindows, returnWindows } from "./shared-windows.ts";

let application: Application;
let officials: Officials;
let browser: Browser;
let treasurer: Member;
let member: Member;
let file: Json;

const open = (params: { size?: typeof DESKTOP; dark?: boolean; token?: string } = {}) =>
  openWindow(browser, { url: application.url, ...params });

beforeAll(async () => {
  ({ application, officials } = await startFounded());
  ({ treasurer } = officials);
  browser = await openBrowser();
  member = await joinGroup(application, { firstName: "Njeri", lastName: "Kamau" });
  for (const [number, amount_paid] of [1_000, 2_500.5, 4_000].entries()) {
    const { body } = await ask(application, "POST", "/api/finances/monthly-contribution/", {
      token: member.token,
      body: {
        amount_paid,
        contribution_month: "2026-01-01",
        payment_date: new Date().toISOString(),
        payment_Reference_Code: `PROOF0000${number}`,
      },
    });
    const path = `/api/finances/monthly-contribution-approval/${body.contribution.contribution_id}/`;
    for (const { token } of [treasurer, officials.secGen])
      await ask(application, "POST", path, { token, body: { action: "approved" } });
  }
});
afterEach(returnWindows);
afterAll(async () => {
  await closeWindows(browser);
  await application.close();
});

/** Drops a file on the check page. */
async function choose(visit: Visit, content: Json, name = "akiba-proof.json"): Promise<void> {
  const path = join(tmpdir(), `${process.pid}-${name}`);
  await writeFile(path, typeof content === "string" ? content : JSON.stringify(content));
  await visit.page.locator("input[type=file]").setInputFiles(path);
}

test("a member downloads the proof from the statement page", async () => {
  await expect
    .poll(async () => {
      const { body } = await ask(application, "GET", "/api/audit/proof/", { token: member.token });
      return body.not_yet_logged;
    })
    .toBe(0);
  const visit = await open({ token: member.token });
  const { page } = visit;
  await page.goto("/dashboard/transactions");
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download proof" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^akiba-proof-njeri\d+-\d{4}-\d\d-\d\d\.json$/);
  file = JSON.parse(await readFile(await download.path(), "utf8"));
  expect(file.entries).toHaveLength(3);
  await inspect(visit, "proof-statement");
  await visit.context.close();
});

describe.each([
  ["a laptop", { size: DESKTOP, dark: false }],
  ["a phone at night", { size: PHONE, dark: true }],
])("without an account, on %s", (_, params) => {
  let visit: Visit;
  beforeAll(async () => {
    visit = await open(params);
    await visit.page.goto("/");
    await visit.page.getByRole("contentinfo").getByRole("link", { name: "Check a proof" }).click();
    await visit.page.getByRole("heading", { name: "Check a proof" }).waitFor();
  });
  afterAll(() => visit.context.close());

  test("the file is good, and today's log begins with it", async () => {
    const { page } = visit;
    await choose(visit, file);
    await page
      .getByText(`All 3 entries belong to the log of ${file.head.entries} entries`)
      .waitFor();
    await page
      .getByText(`Today's log still begins with exactly these ${file.head.entries} entries`)
      .waitFor();
    await page.getByText("KES 7,500.50").waitFor();
    const rows = page.getByRole("row", { name: /Contribution PROOF00001/ });
    await expect.poll(() => rows.count()).toBe(2);
    await inspect(visit, "check-good");
  });

  test("an altered amount is named", async () => {
    const { page } = visit;
    const forged = structuredClone(file);
    for (const part of forged.entries[1].parts)
      if (part.text !== undefined) part.text = part.text.replace("250050", "950050");
    await choose(visit, forged);
    await page.getByText("1 entry does not belong to the log of").waitFor();
    await page.getByText(/Number 2 of the file, which says: .*PROOF00001, KES 9,500\.50/).waitFor();
    await expect.poll(() => page.getByText("All 3 entries belong").count()).toBe(0);
    await inspect(visit, "check-forged");
  });

  test("a file made again around another fingerprint is refused by the group's log", async () => {
    const { page } = visit;
    const forged = structuredClone(file);
    forged.entries = [];
    forged.head.fingerprint = "ab".repeat(32);
    await choose(visit, forged);
    await page.getByText("Today's log does not begin with these entries").waitFor();
    await choose(visit, { ...forged, head: { ...forged.head, entries: 1_000_000 } });
    await page.getByText(/Today's log has only \d+ entries, fewer than 1,000,000/).waitFor();
    await choose(visit, "not a proof");
    await page.getByText("This is not a proof file of Akiba.").waitFor();
    await expect.poll(() => page.getByText("belong to the log").count()).toBe(0);
  });

  test("a fingerprint from paper is held against today's log", async () => {
    const { page } = visit;
    const entries = page.getByLabel("Number of entries");
    const fingerprint = page.getByLabel("Fingerprint", { exact: true });
    const check = page.getByRole("button", { name: "Check", exact: true });
    await check.click();
    await page.getByText("Type the number of entries, such as 1,234.").waitFor();
    await entries.fill(String(file.head.entries));
    await fingerprint.fill(file.head.fingerprint.slice(0, 20).toUpperCase());
    await check.click();
    await page.getByText("Today's log still begins with exactly these").waitFor();
    await fingerprint.fill("0000 1111 2222 3333");
    await check.click();
    await page.getByText("Look whether you typed both as they are printed.").waitFor();
    await inspect(visit, "check-paper");
  });

  test("without a network the arithmetic is still done", async () => {
    const { page, context } = visit;
    await context.setOffline(true);
    await choose(visit, file);
    await page.getByText("All 3 entries belong").waitFor();
    await page.getByText("The group's log could not be asked").waitFor();
    await context.setOffline(false);
    await page.getByRole("button", { name: "Ask again" }).click();
    await page.getByText("Today's log still begins with exactly these").waitFor();
    // The browser's own text for a request without a network.
    const others = visit.errors.splice(0).filter((each) => !/ERR_INTERNET_DISCONNECTED/.test(each));
    expect(others).toEqual([]);
  });

  test("the page is in Swahili too", async () => {
    const { page } = visit;
    await page.getByRole("button", { name: "Kiswahili" }).click();
    await page.getByText("Maingizo yote 3 yamo katika kumbukumbu").waitFor();
    await inspect(visit, "check-swahili");
  });
});

test("officials see the head of the log, and find it in the audit log's page", async () => {
  for (const size of [DESKTOP, PHONE]) {
    const { token } = treasurer;
    const path = "/dashboard/admin/audit";
    const visit = await borrowWindow(browser, { url: application.url, size, token, path });
    const { page } = visit;
    await page.getByText(/^[0-9a-f]{4}( [0-9a-f]{4}){15}$/).waitFor();
    await page.getByRole("link", { name: "Check a fingerprint or a proof" }).click();
    await page.getByRole("heading", { name: "Check a proof" }).waitFor();
    expect(visit.errors).toEqual([]);
  }
});
