// Cash at hand: taken from the bank, counted with a difference, spent and taken to the bank, each proposed by one office and
// agreed to by the other; and what home says of it.
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Application } from "./application.ts";
import { DESKTOP, fillIn, inspect, openBrowser, PHONE, type Visit } from "./browser.ts";
import { startFounded } from "./founded-group.ts";
import { ask, joinWithSavings, type Member, type Officials } from "./people.ts";
import { borrowWindow, closeWindows, returnWindows } from "./shared-windows.ts";

const path = "/dashboard/accounting/cash";

let application: Application;
let browser: Browser;
let officials: Officials;
let member: Member;

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

type Seen = { size: typeof DESKTOP; language: "en" | "sw"; at: string };

const openAs = (
  { token }: Member,
  { size = DESKTOP, language = "en", at = path }: Partial<Seen> = {},
) => borrowWindow(browser, { url: application.url, size, token, path: at, language });

/** The other office agrees to the proposal that waits, on its screen. */
async function agree(by: Member, amount: string): Promise<void> {
  const { page } = await openAs(by, { at: "/dashboard/accounting/proposals" });
  await page.getByRole("button", { name: /^Agree\/Refuse/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Action").selectOption("agree");
  await dialog.getByRole("button", { name: `Agree to KES ${amount}` }).click();
  await dialog.waitFor({ state: "hidden" });
}

const atHand = async (): Promise<number> =>
  (await ask(application, "GET", "/api/cash/", { token: member.token })).body.balance;

const send = ({ page }: Visit, name: string) =>
  page.getByRole("dialog").getByRole("button", { name, exact: true });

test("unless the group holds meetings the page says who turns them on", async () => {
  const visit = await openAs(officials.treasurer);
  await visit.page.getByText("Meetings are not turned on").waitFor();
  await inspect(visit, "cash-off");
  await ask(application, "POST", "/api/group/settings/", {
    token: officials.chairperson.token,
    body: { meetings: true },
  });
});

test("the Treasurer takes cash from the bank at 360 px, and nothing moves before the Sec-Gen agrees", async () => {
  const visit = await openAs(officials.treasurer, { size: PHONE, language: "sw" });
  const { page } = visit;
  await page.getByText("Hakuna fedha taslimu.").waitFor();
  await inspect(visit, "cash-empty");
  await page.getByRole("button", { name: "Toa fedha benki" }).click();
  const dialog = page.getByRole("dialog");
  const goOn = dialog.getByRole("button", { name: "Endelea" });
  await fillIn(dialog.getByLabel("Kiasi"), "1000000");
  await fillIn(dialog.getByLabel("Ni za nini"), "Chenji ya mkutano");
  await goOn.click();
  await dialog.getByText(/kuna KES .* tu/).waitFor();
  await fillIn(dialog.getByLabel("Kiasi"), "400");
  await inspect(visit, "cash-withdrawal");
  await goOn.click();
  await dialog.getByText("KES 0.00 inakuwa KES 400.00").waitFor();
  await inspect(visit, "cash-withdrawal-confirm");
  // What was typed is still there for whoever looks again.
  await dialog.getByRole("button", { name: "Badilisha" }).click();
  await expect.poll(() => dialog.getByLabel("Ni za nini").inputValue()).toBe("Chenji ya mkutano");
  await goOn.click();
  await send(visit, "Pendekeza KES 400.00").click();
  await page.getByText("Pendekezo 1 linasubiri").waitFor();
  expect(await atHand()).toBe(0);
  await agree(officials.secGen, "400.00");
  expect(await atHand()).toBe(400);
});

test("a count shows its difference before it is sent, and asks why only if there is one", async () => {
  const visit = await openAs(officials.secGen, { size: PHONE });
  const { page } = visit;
  await page.getByRole("button", { name: "Count the box" }).click();
  const dialog = page.getByRole("dialog");
  const sendCount = send(visit, "Send the count");
  await sendCount.click();
  await dialog.getByText("Write what you counted.").first().waitFor();
  await fillIn(dialog.getByLabel("Counted"), "400");
  await dialog.getByText("None", { exact: true }).waitFor();
  await expect.poll(() => dialog.getByLabel("Reason").count()).toBe(0);
  await fillIn(dialog.getByLabel("Counted"), "390");
  await dialog.getByText("KES 10.00 less than the books").waitFor();
  await sendCount.click();
  await dialog.getByText("Say why the count differs.").first().waitFor();
  await fillIn(dialog.getByLabel("Reason"), "A coin rolled away");
  await inspect(visit, "cash-count");
  await sendCount.click();
  await page.getByText("1 proposal waits").waitFor();
  await agree(officials.treasurer, "390.00");
  const own = await openAs(member, { size: PHONE, language: "sw" });
  await own.page.getByText("Pungufu ya vitabu kwa KES 10.00").waitFor();
  await own.page.getByText("A coin rolled away").waitFor();
  await expect.poll(() => own.page.getByRole("button", { name: "Hesabu sanduku" }).count()).toBe(0);
  await inspect(own, "cash-of-a-member");
});

test("home shows what is at hand, and officials the day since when it is not banked", async () => {
  const own = await openAs(member, { at: "/dashboard" });
  await own.page.getByText("Cash at hand").waitFor();
  await own.page.getByRole("link", { name: "KES 390.00" }).waitFor();
  const visit = await openAs(officials.treasurer, { size: PHONE, at: "/dashboard" });
  await visit.page.getByText(/KES 390\.00 is at hand since/).waitFor();
  await inspect(visit, "cash-at-home");
  await visit.page.getByRole("link", { name: "Look at the cash" }).click();
  await visit.page.getByRole("heading", { name: "Cash", exact: true }).waitFor();
});

test("an expense is paid in cash, and the rest goes to the bank", async () => {
  const visit = await openAs(officials.treasurer);
  const { page } = visit;
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Pay an expense in cash" }).click();
  await dialog.getByLabel("Kind of expense").selectOption("social_welfare");
  await fillIn(dialog.getByLabel("Amount"), "90");
  await dialog.getByRole("button", { name: "Go on" }).click();
  await fillIn(dialog.getByLabel("What it is for"), "Milk for tea");
  await dialog.getByRole("button", { name: "Go on" }).click();
  await dialog.getByText("KES 390.00 becomes KES 300.00").waitFor();
  await inspect(visit, "cash-expense-confirm");
  await send(visit, "Propose KES 90.00").click();
  await dialog.waitFor({ state: "hidden" });
  await agree(officials.secGen, "90.00");
  expect(await atHand()).toBe(300);

  const again = await openAs(officials.secGen);
  await again.page.getByRole("button", { name: "Take cash to the bank" }).click();
  await fillIn(again.page.getByRole("dialog").getByLabel("Amount"), "300");
  await again.page.getByRole("dialog").getByLabel("What it is for").fill("Collected today");
  await again.page.getByRole("dialog").getByRole("button", { name: "Go on" }).click();
  await send(again, "Propose KES 300.00").click();
  await again.page.getByText("1 proposal waits").waitFor();
  await inspect(again, "cash-waiting");
  await agree(officials.treasurer, "300.00");
  expect(await atHand()).toBe(0);
});
