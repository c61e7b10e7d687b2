// On a slow network or none, a phone shows what was seen last: a newer figure replaces it, another session sees nothing of
// it, and what was never opened opens when the network is back. slow-network.spec.ts holds the answers.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Application } from "./application.ts";
import { inspect } from "./browser.ts";
import { ask, joinGroup, type Member } from "./people.ts";
import { BAD_LINE, openWithHomeStored, type Phones, startPhones } from "./phones.ts";
import type { Line } from "./proxy.ts";

let phones: Phones;
let application: Application;
let line: Line;
let member: Member;

beforeAll(async () => {
  phones = await startPhones();
  ({ application, line, member } = phones);
});
afterEach(() => phones.closeAll());
afterAll(() => phones?.end());

test("a payment made meanwhile replaces the figures that were seen last", async () => {
  const { context, page: before } = await openWithHomeStored(phones);
  await before.getByText("You owe nothing now").waitFor();
  await before.close();
  const { status } = await ask(application, "POST", "/api/finances/monthly-contribution/", {
    token: member.token,
    body: {
      amount_paid: 321,
      contribution_month: "2026-01-01",
      payment_date: "2026-01-05T00:00:00+03:00",
      payment_Reference_Code: "MEANWHILE-1",
    },
  });
  expect(status).toBe(201);
  line.slowDown(BAD_LINE);
  const page = await context.newPage();
  await page.goto("/dashboard", { waitUntil: "commit" });
  await page
    .getByRole("banner")
    .getByText(/^As of/)
    .waitFor();
  await page.getByText("KES 321.00 waits for approval").waitFor();
});

test("another session sees nothing of what was stored, not for a moment", async () => {
  const { context, page: before } = await openWithHomeStored(phones);
  const other = await joinGroup(application, { firstName: "Wanja", lastName: "Njeri" });
  await before.evaluate((token) => localStorage.setItem("session_cookie", token), other.token);
  await before.close();
  line.slowDown(BAD_LINE);
  const page = await context.newPage();
  const seen: string[] = [];
  await page.exposeFunction("tellSeen", (text: string) => void seen.push(text));
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const text = document.querySelector("header p")?.textContent ?? "";
      (Reflect.get(globalThis, "tellSeen") as (text: string) => void)(text);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  await page.goto("/dashboard");
  await page.getByText(`Welcome, ${other.username}`).waitFor();
  expect(seen.join(" ")).not.toContain(member.username);
  expect(seen.length).toBeGreaterThan(0);
});

test("a page never opened here says so in a sentence, and opens by itself when the network is back", async () => {
  const { context, page } = await openWithHomeStored(phones);
  line.cut();
  await context.setOffline(true);
  await page.getByRole("button", { name: "Open the menu" }).click();
  await page
    .getByRole("navigation", { name: "Menu" })
    .getByRole("link", { name: "Accounting" })
    .click();
  await page.getByRole("heading", { name: "This page is not on your phone yet" }).waitFor();
  await expect.poll(() => page.getByText("Unexpected Application Error!").count()).toBe(0);
  await inspect({ context, page, errors: [] }, "page-never-opened-light");
  line.mend();
  await context.setOffline(false);
  await page.getByRole("heading", { name: "Accounting", level: 1 }).waitFor();
});
