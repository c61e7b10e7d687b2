// What home says while the server's clock cannot be right, to an official who presses once and to a member who cannot.
import type { Browser } from "playwright-core";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Language } from "#domain/language.ts";
import { openPostgres } from "#server/db/open-database.ts";
import type { Application } from "./application.ts";
import { inspect, openBrowser, PHONE } from "./browser.ts";
import { startFounded } from "./founded-group.ts";
import { ask, joinWithSavings, type Member, type Officials } from "./people.ts";
import { borrowWindow, closeWindows, returnWindows } from "./shared-windows.ts";
import { expectToast } from "./toasts.ts";

let application: Application;
let officials: Officials;
let member: Member;
let browser: Browser;

beforeAll(async () => {
  ({ application, officials } = await startFounded());
  browser = await openBrowser();
  member = await joinWithSavings(application, officials);
});
afterEach(returnWindows);
afterAll(async () => {
  await closeWindows(browser);
  await application?.close();
});

/** As if the clock had been another one when the server last looked at it. */
async function changeClock(change: string): Promise<void> {
  const { dataDir } = application;
  const postgres = await openPostgres({ databaseUrl: null, dataDir }, () => undefined);
  const client = new Client(postgres.owner);
  await client.connect();
  await client.query(`UPDATE group_clock SET ${change}`);
  await client.end();
  await postgres.leave();
}

const home = ({ token }: Member, language: Language) =>
  borrowWindow(browser, {
    url: application.url,
    size: PHONE,
    token,
    language,
    path: "/dashboard",
  });

test("a day that is far ahead is confirmed by an official with one press; a member reads why", async () => {
  await changeClock("alive_at = alive_at - interval '60 days'");
  const read = await home(member, "sw");
  await read.page.getByText("Hadi kiongozi athibitishe kuwa siku hiyo ni sahihi").waitFor();
  expect(await read.page.getByRole("button", { name: /^Ndiyo, leo ni/ }).count()).toBe(0);
  await inspect(read, "day-ahead-member-sw");
  const visit = await home(officials.secGen, "en");
  const { page } = visit;
  const press = page.getByRole("button", { name: /^Yes, today is \d\d \w{3} \d{4}$/ });
  await press.waitFor();
  await inspect(visit, "day-ahead");
  await press.click();
  await expectToast(page, /is the day\. What fell due by time is done now\.$/);
  await press.waitFor({ state: "detached" });
});

test("a clock that is behind is nobody's to confirm, until the operator accepts it", async () => {
  await changeClock("newest_at = newest_at + interval '10 days'");
  const visit = await home(officials.treasurer, "en");
  await visit.page.getByText("nothing is posted or approved").waitFor();
  expect(await visit.page.getByRole("button", { name: /^Yes, today/ }).count()).toBe(0);
  await inspect(visit, "day-behind");
  expect(await ask(application, "GET", "/api/health")).toMatchObject({ body: { clock: "behind" } });
  expect(await application.command("accept-clock")).toMatch(
    /^Accepted \d\d \w{3} \d{4} as the day/,
  );
  expect(await ask(application, "GET", "/api/health")).toMatchObject({ body: { clock: "ok" } });
});
