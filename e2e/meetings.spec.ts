// A meeting from being called to its adopted minutes: the roll by thumb on a phone, two phones that differ, resolutions, fines,
// two signatures, what a member reads, and the register.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Application } from "./application.ts";
import { DESKTOP, fillIn, inspect, openBrowser, PHONE } from "./browser.ts";
import { startFounded } from "./founded-group.ts";
import { ask, joinWithSavings, type Json, type Member, type Officials } from "./people.ts";
import { borrowWindow, closeWindows } from "./shared-windows.ts";
import { expectToast } from "./toasts.ts";

const path = "/dashboard/accounting/meetings";

let application: Application;
let browser: Browser;
let officials: Officials;
let member: Member;
let today: string;

beforeAll(async () => {
  ({ application, officials } = await startFounded());
  browser = await openBrowser();
  member = await joinWithSavings(application, officials);
  today = new Intl.DateTimeFormat("en-CA", { timeZone: "Africa/Nairobi" }).format();
});
afterAll(async () => {
  await closeWindows(browser);
  await application?.close();
});

const openAs = (
  { token }: Member,
  { size = DESKTOP, language = "en", at = path }: Partial<Seen> = {},
) => borrowWindow(browser, { url: application.url, size, token, path: at, language });
type Seen = { size: typeof DESKTOP; language: "en" | "sw"; at: string };

const one = `${path}/1`;
const NAME = "Subira Mwangi";

test("unless the group holds meetings there is no card, and the page says who turns them on", async () => {
  const visit = await openAs(officials.secGen);
  await visit.page.getByText("Meetings are not turned on").waitFor();
  await inspect(visit, "meetings-off");
  await ask(application, "POST", "/api/group/settings/", {
    token: officials.chairperson.token,
    body: { meetings: true },
  });
});

test("the Sec-Gen calls a meeting, and what is missing is asked for without losing what was typed", async () => {
  const visit = await openAs(officials.secGen, { at: "/dashboard/accounting" });
  const { page } = visit;
  await page.getByRole("link", { name: "Meetings" }).click();
  await page.getByText("No meeting was called yet").waitFor();
  await fillIn(page.getByLabel("What it is about"), "Loans that are late\nThe bus for the visit");
  const submit = page.getByRole("button", { name: "Call the meeting" });
  await submit.click();
  await page.getByText("Write where it is.").first().waitFor();
  await expect.poll(() => page.getByLabel("What it is about").inputValue()).toContain("The bus");
  await page.getByLabel("Place").fill("Kwa Mama Njeri");
  await page.getByLabel("Day", { exact: true }).fill(today);
  await page.getByLabel("Time").fill("14:30");
  await inspect(visit, "meetings-call");
  await submit.click();
  await page.getByRole("heading", { name: "Meeting 1", exact: true }).waitFor();
  await page.getByText("The bus for the visit").waitFor();
});

test("the roll is called by thumb at 360 px, and another phone's mark comes back as a conflict", async () => {
  const visit = await openAs(officials.secGen, { size: PHONE, language: "sw", at: one });
  const { page } = visit;
  await page.getByRole("button", { name: "Fungua mkutano" }).click();
  const keysOf = (name: string) => page.getByRole("group", { name: `Alama ya ${name}` });
  const mine = keysOf(NAME);
  await mine.getByRole("button", { name: "Yupo", exact: true }).click();
  await page.getByText("Alama zote zimehifadhiwa").waitFor();
  await expect
    .poll(() =>
      mine.getByRole("button", { name: "Yupo", exact: true }).getAttribute("aria-pressed"),
    )
    .toBe("true");
  // A second press before the first one was sent is no conflict with oneself.
  await page.route("**/attendance/", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  const pressOf = (name: string, mark: string) =>
    keysOf(name).getByRole("button", { name: mark, exact: true });
  await pressOf("Charity Kilonzo", "Yupo").click();
  await pressOf("Simon Were", "Hayupo").click();
  await pressOf("Simon Were", "Udhuru").click();
  await page.getByText("Alama zote zimehifadhiwa").waitFor();
  await page.unroute("**/attendance/");
  await expect.poll(() => page.getByText(/uliweka/).count()).toBe(0);
  await expect
    .poll(() => pressOf("Simon Were", "Udhuru").getAttribute("aria-pressed"))
    .toBe("true");
  // Each key is wide enough for a thumb.
  for (const key of await mine.getByRole("button").all()) {
    const box = await key.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  await ask(application, "POST", "/api/meetings/1/attendance/", {
    token: officials.treasurer.token,
    body: { marks: [{ member_id: member.id, attendance: "late", was: "present" }] },
  });
  await mine.getByRole("button", { name: "Udhuru", exact: true }).click();
  await page.getByText(/uliweka Udhuru/).waitFor();
  await inspect(visit, "meeting-conflict");
  await page.getByRole("button", { name: "Acha Amechelewa" }).click();
  await expect
    .poll(() =>
      mine.getByRole("button", { name: "Amechelewa", exact: true }).getAttribute("aria-pressed"),
    )
    .toBe("true");
});

test("closing says how many become absent, and a member reads their own mark", async () => {
  const visit = await openAs(officials.secGen, { at: one });
  const { page } = visit;
  await page.getByRole("button", { name: "There", exact: true }).first().click();
  await page.getByText("All marks are saved").waitFor();
  await page.getByRole("button", { name: "Close the meeting" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("not marked, and become").waitFor();
  // The Sec-Gen, who writes unless somebody else is chosen, is not marked as there.
  await dialog.getByRole("button", { name: "Close the meeting" }).click();
  await dialog.getByText("Choose somebody who was there.").first().waitFor();
  await inspect(visit, "meeting-closing");
  await dialog.getByLabel("Who led it").selectOption({ index: 1 });
  await dialog.getByLabel("Who wrote").selectOption({ index: 1 });
  await dialog.getByRole("button", { name: "Close the meeting" }).click();
  await page.getByText("Closed", { exact: true }).waitFor();
  await inspect(visit, "meeting-closed");
  const own = await openAs(member, { size: PHONE, at: one });
  await own.page.getByText("Your mark:").waitFor();
  await own.page.getByText("Late", { exact: true }).first().waitFor();
  await expect
    .poll(() => own.page.getByRole("button", { name: "Close the meeting" }).count())
    .toBe(0);
  await inspect(own, "meeting-of-a-member");
});

/** By the Sec-Gen, over the API. */
async function post(path: string, body: object): Promise<Json> {
  const answer = await ask(application, "POST", `/api/meetings/${path}`, {
    token: officials.secGen.token,
    body,
  });
  if (answer.status > 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const two = `${path}/2`;
const special = { kind: "special", place: "Kwa Mama Njeri" };
const marked = ({ id }: Member, attendance: string) => ({ member_id: id, attendance });

test("a resolution is entered with its votes, and more than were there cannot have voted", async () => {
  await ask(application, "POST", "/api/group/settings/", {
    token: officials.chairperson.token,
    body: { meeting_fine_late: 50, meeting_fine_absent: 100 },
  });
  await post("", { ...special, date: today });
  await post("2/open/", {});
  await post("2/attendance/", {
    marks: [
      marked(officials.chairperson, "present"),
      marked(officials.secGen, "present"),
      marked(member, "late"),
      marked(officials.treasurer, "absent"),
    ],
  });
  const visit = await openAs(officials.secGen, { at: two });
  const { page } = visit;
  await page.getByRole("button", { name: "Enter a resolution" }).click();
  const dialog = page.getByRole("dialog");
  const save = dialog.getByRole("button", { name: "Save the resolution" });
  await save.click();
  await dialog.getByText("Write what is resolved.").first().waitFor();
  await fillIn(dialog.getByLabel("What is resolved"), "We hire the bus of Mama Njeri.");
  await fillIn(dialog.getByLabel("In favour"), "9");
  await fillIn(dialog.getByLabel("Against"), "1");
  await save.click();
  await dialog.getByText("Only 3 people were there to vote.").first().waitFor();
  await expect.poll(() => dialog.getByLabel("What is resolved").inputValue()).toContain("the bus");
  await fillIn(dialog.getByLabel("In favour"), "2");
  await dialog.getByLabel("Proposed by").selectOption({ index: 1 });
  await inspect(visit, "meeting-resolution");
  await save.click();
  await page.getByText("2 in favour, 1 against, 0 abstained").waitFor();
  await page.getByText("Carried", { exact: true }).waitFor();
});

test("fines follow from the marks, one is waived with a reason, and the Treasurer corrects a mark", async () => {
  const visit = await openAs(officials.secGen, { size: PHONE, language: "sw", at: two });
  const { page } = visit;
  await page.getByRole("button", { name: `Usimtoze ${NAME}` }).click();
  const charge = page.getByRole("button", { name: /^Toza faini 1/ });
  await charge.click();
  await page.getByText("Andika sababu.").first().waitFor();
  await page.getByLabel("Kwa nini Subira Mwangi hatozwi").fill("Basi liliharibika");
  await inspect(visit, "meeting-fines");
  await charge.click();
  await page.getByText("Hakuna faini iliyobaki ya kutoza.").waitFor();
  const treasurer = await openAs(officials.treasurer, { at: two });
  await treasurer.page.getByRole("button", { name: /^Correct the mark/ }).click();
  const dialog = treasurer.page.getByRole("dialog");
  await dialog.getByLabel("New mark").selectOption("apology");
  await fillIn(dialog.getByLabel("Reason"), "She sent word");
  await inspect(treasurer, "meeting-correct-mark");
  await dialog.getByRole("button", { name: "Correct the mark" }).click();
  await expectToast(treasurer.page, "The mark is corrected and its fine is taken back.");
});

test("two officials sign the minutes at the later meeting, and everybody downloads the same file", async () => {
  const sign = async (visit: Awaited<ReturnType<typeof openAs>>) => {
    const { page } = visit;
    await page.getByRole("button", { name: "Sign the minutes" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Adopted at").selectOption({ index: 1 });
    await expect.poll(() => dialog.getByLabel("Proposed by").locator("option").count()).toBe(4);
    await dialog.getByLabel("Proposed by").selectOption({ index: 1 });
    await dialog.getByLabel("Seconded by").selectOption({ index: 2 });
    await inspect(visit, "minutes-sign");
    await dialog.getByRole("button", { name: "Sign the minutes" }).click();
  };
  const saved = async (visit: Awaited<ReturnType<typeof openAs>>, name: string) => {
    const downloading = visit.page.waitForEvent("download");
    await visit.page.getByRole("button", { name }).click();
    const file = await downloading;
    return readFile(await file.path());
  };
  const first = await openAs(officials.secGen, { at: one });
  expect((await saved(first, "Minutes (PDF)")).subarray(0, 5).toString()).toBe("%PDF-");
  await sign(first);
  await first.page.getByText("You have signed. Another official signs too.").waitFor();
  await inspect(first, "minutes-signed");
  const second = await openAs(officials.treasurer, { at: one });
  await sign(second);
  await second.page.getByText("The file is the same for everybody").waitFor();
  await inspect(second, "minutes-adopted");
  const file = await saved(second, "Minutes (PDF)");
  const hash = createHash("sha256").update(file).digest("hex");
  await second.page.getByText(hash).waitFor();
  const own = await openAs(member, { size: PHONE, language: "sw", at: one });
  await own.page.getByText("Zimepitishwa", { exact: true }).waitFor();
  await inspect(own, "minutes-of-a-member");
  expect((await saved(own, "Kumbukumbu (PDF)")).equals(file)).toBe(true);
});

test("the register shows who is a member with their offices, and phones to officials only", async () => {
  const visit = await openAs(officials.secGen, { at: "/dashboard/accounting" });
  const { page } = visit;
  await page.getByRole("link", { name: /^Register/ }).click();
  await page.getByRole("heading", { name: "Register of members" }).waitFor();
  await page.getByText("E2E/3").first().waitFor();
  await page.getByText("+254722000003").first().waitFor();
  await inspect(visit, "register");
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "For a spreadsheet (CSV)" }).click();
  const csv = await readFile(await (await downloading).path(), "utf8");
  expect(csv).toContain("No.,RegNo,Name,Joined on,Office,Phone,Email");
  const own = await openAs(member, {
    size: PHONE,
    language: "sw",
    at: "/dashboard/accounting/register",
  });
  await own.page.getByRole("heading", { name: "Rejista ya wanachama" }).waitFor();
  await own.page.getByText(NAME).first().waitFor();
  await expect.poll(() => own.page.getByText("+254722000003").count()).toBe(0);
  await inspect(own, "register-of-a-member");
});
