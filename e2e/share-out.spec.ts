// A share-out from working it out to taking it back, and what a member reads of it on a phone.
import { beforeAll, expect, test } from "vitest";
import { fillIn, inspect, PHONE } from "./browser.ts";
import { foundedJourney } from "./founded-journey.ts";
import { ask } from "./people.ts";

const journey = foundedJourney("/dashboard/accounting/share-out");

beforeAll(async () => {
  const { application, officials } = journey;
  await ask(application, "POST", "/api/accounting/create_ledger_entry/", {
    token: officials.treasurer.token,
    body: { type: "other_income", amount_paid: 400, description: "Sales" },
  });
});

test("the Treasurer works it out, and proposes it with its total beside the button", async () => {
  const { officials, openAs } = journey;
  const visit = await openAs(officials.treasurer);
  const { page } = visit;
  await page.getByText("Nothing was shared out yet").waitFor();
  const show = page.getByRole("button", { name: "Show what each gets" });
  await show.click();
  await page.getByText("Enter an amount.").waitFor();
  await page.getByLabel("Amount to share").fill("401");
  await page.getByLabel("Description").fill("What we earned in 2026");
  await show.click();
  await page.getByText("At most KES 400.00 can be shared out").first().waitFor();
  await expect
    .poll(() => page.getByLabel("Description").inputValue())
    .toBe("What we earned in 2026");
  await page.getByLabel("Amount to share").fill("400");
  await page.getByLabel("Shared by").selectOption("equal");
  await show.click();
  await page.getByRole("table").getByText("Subira").waitFor();
  await inspect(visit, "share-out-worked-out");
  const propose = page.getByRole("button", { name: "Propose KES 400.00" });
  await page.getByLabel("Amount to share").fill("399");
  await expect.poll(() => propose.isDisabled()).toBe(true);
  await page.getByLabel("Amount to share").fill("400");
  await propose.click();
  await page.getByRole("heading", { name: "What we earned in 2026" }).waitFor();
  await page.getByText("Waits", { exact: true }).waitFor();
});

test("the Sec-Gen posts it with the total in view", async () => {
  const { officials, openAs } = journey;
  const visit = await openAs(officials.secGen);
  const { page } = visit;
  await page.getByRole("button", { name: "Agree", exact: true }).click();
  await inspect(visit, "share-out-agree");
  await page.getByRole("button", { name: "Post KES 400.00" }).click();
  await page.getByText("In the books", { exact: true }).waitFor();
});

test("a member reads their own part on a phone, in Swahili, and nobody else's", async () => {
  const { member, openAs } = journey;
  const visit = await openAs(member, { size: PHONE, language: "sw" });
  const { page } = visit;
  const own = page.getByRole("heading", { name: "Sehemu yako" }).locator("..");
  await own.getByText("100.00").first().waitFor();
  await expect.poll(() => page.getByText("Kila mwanachama").count()).toBe(0);
  await inspect(visit, "share-out-own");
});

test("both offices take it back", async () => {
  const { application, officials, member, openAs } = journey;
  for (const [official, label] of [
    [officials.treasurer, "Treasurer wants it taken back"],
    [officials.secGen, "Taken back"],
  ] as const) {
    const { page } = await openAs(official);
    await page.getByRole("button", { name: "Take back", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Take back KES 400.00" }).click();
    await dialog.getByText("Write the reason.").waitFor();
    await fillIn(dialog.getByLabel("Reason"), "The wrong year");
    await dialog.getByRole("button", { name: "Take back KES 400.00" }).click();
    await page.getByText(label, { exact: true }).first().waitFor();
  }
  const { body } = await ask(application, "GET", "/api/distributions/", { token: member.token });
  expect(body.distributions).toMatchObject([{ status: "taken_back" }]);
});
