// Cash at the table: the sheet by thumb, a count that differs, a rejection that is put right, and two people who say what they
// counted.
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Application } from "./application.ts";
import { DESKTOP, fillIn, inspect, openBrowser, PHONE } from "./browser.ts";
import { startFounded } from "./founded-group.ts";
import { ask, joinWithSavings, type Json, type Member, type Officials } from "./people.ts";
import { borrowWindow, closeWindows, returnWindows } from "./shared-windows.ts";

let application: Application;
let browser: Browser;
let officials: Officials;
let member: Member;

const path = "/dashboard/accounting/meetings/1";
const approvals = "/dashboard/approvals/approve-collections";

beforeAll(async () => {
  ({ application, officials } = await startFounded());
  browser = await openBrowser();
  member = await joinWithSavings(application, officials);
  const send = async ({ token }: Member, to: string, body: Json) => {
    const answer = await ask(application, "POST", to, { token, body });
    if (answer.status > 201) throw new Error(`${to}: ${JSON.stringify(answer.body)}`);
  };
  await send(officials.chairperson, "/api/group/settings/", { meetings: true });
  const date = new Intl.DateTimeFormat("en-CA", { timeZone: "Africa/Nairobi" }).format();
  await send(officials.secGen, "/api/meetings/", { kind: "ordinary", date, place: "Hall" });
  await send(officials.secGen, "/api/meetings/1/open/", {});
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

const cash = async (): Promise<number> =>
  (await ask(application, "GET", "/api/cash/", { token: member.token })).body.balance;

test("the Sec-Gen fills the sheet a member at a time at 360 px, and a count that differs needs a reason", async () => {
  const visit = await openAs(officials.secGen, { size: PHONE, language: "sw" });
  const { page } = visit;
  await page.getByRole("button", { name: "Jaza karatasi ya makusanyo" }).click();
  const dialog = page.getByRole("dialog");
  const whose = dialog.getByLabel(/^Mwanachama \d+ kati ya/);
  await whose.waitFor();
  await whose.selectOption({
    label:
      (await whose.locator("option").allTextContents()).find((each) => each.startsWith("Subira")) ??
      "",
  });
  await expect.poll(() => dialog.getByLabel(/^Mchango wa/).inputValue()).toBe("");
  await dialog.getByLabel(/^Mchango wa/).fill("1000");
  await dialog.getByText("Mtu 1 hadi sasa").waitFor();
  await inspect(visit, "collection-sheet");
  await dialog.getByRole("button", { name: "Hesabu", exact: true }).click();
  await fillIn(dialog.getByLabel("Fedha zilizohesabiwa"), "950");
  await dialog.getByText("Pungufu ya karatasi kwa KES 50.00").waitFor();
  await dialog.getByRole("button", { name: "Tuma karatasi" }).click();
  await dialog.getByText("Eleza kwa nini hesabu inatofautiana.").first().waitFor();
  await fillIn(dialog.getByLabel("Sababu ya tofauti"), "Noti ilipotea");
  await inspect(visit, "collection-count");
  await dialog.getByRole("button", { name: "Tuma karatasi" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByText("Karatasi moja inasubiri ofisi zote mbili.").waitFor();
  await inspect(visit, "collection-sent");
});

test("the Treasurer rejects it with a reason, and the sheet is offered again as it was sent", async () => {
  const visit = await openAs(officials.treasurer, { at: "/dashboard/approvals" });
  const { page } = visit;
  await page.getByRole("link", { name: "View Collections" }).click();
  await page.getByRole("button", { name: "Approve/Reject" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Action").selectOption("rejected");
  await fillIn(dialog.getByLabel("Reason", { exact: true }), "I count 1,000");
  await inspect(visit, "collection-decide");
  await dialog.getByRole("button", { name: "Reject" }).click();
  await page.getByText("No collections wait for your decision").waitFor();
  expect(await cash()).toBe(0);

  const again = await openAs(officials.secGen);
  await again.page.getByText("Rejected: I count 1,000").waitFor();
  await again.page.getByRole("button", { name: "Put the sheet right" }).click();
  const sheet = again.page.getByRole("dialog");
  await sheet.getByText("1 person so far").waitFor();
  await sheet.getByRole("button", { name: "Count", exact: true }).click();
  await fillIn(sheet.getByLabel("Cash counted"), "1000");
  await sheet.getByText("None", { exact: true }).waitFor();
  await inspect(again, "collection-put-right");
  await sheet.getByRole("button", { name: "Send the sheet" }).click();
  await sheet.waitFor({ state: "hidden" });
});

test("both offices say the count they made, and then the cash is in the books", async () => {
  for (const [official, counts] of [
    [officials.treasurer, ["900", "1000"]],
    [officials.secGen, ["1000"]],
  ] as const) {
    const { page } = await openAs(official, { at: approvals });
    await page.getByRole("button", { name: "Approve/Reject" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Action").selectOption("approved");
    for (const counted of counts) {
      if (counted !== counts[0])
        await dialog
          .getByText(/Count again, or reject it/)
          .first()
          .waitFor();
      await dialog.getByLabel("What you counted").fill(counted);
      await dialog.getByRole("button", { name: "Approve", exact: true }).click();
    }
    await dialog.waitFor({ state: "hidden" });
  }
  await expect.poll(cash).toBe(1_000);
  const own = await openAs(member, { size: PHONE });
  await own.page.getByText("Contribution for").first().waitFor({ state: "attached" });
  await expect
    .poll(() => own.page.getByRole("button", { name: "Fill the collection sheet" }).count())
    .toBe(0);
  await inspect(own, "collection-of-a-member");
});
