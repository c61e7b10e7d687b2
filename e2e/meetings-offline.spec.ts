// A meeting goes on without a network: opened, marked, noted and resolved on a phone that was cut off, sent in order and once when
// it is back, with what somebody else did meanwhile beside it.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Application } from "./application.ts";
import { fillIn, inspect, openBrowser, openWindow, PHONE, type Visit } from "./browser.ts";
import { startFounded } from "./founded-group.ts";
import { ask, joinWithSavings, type Json, type Member, type Officials } from "./people.ts";
import { storedKeys } from "./phones.ts";
import { layLine, type Line } from "./proxy.ts";
import { closeWindows } from "./shared-windows.ts";

let application: Application;
let line: Line;
let browser: Browser;
let officials: Officials;
let member: Member;
let phone: Visit;
let page: Page;

beforeAll(async () => {
  ({ application, officials } = await startFounded());
  line = await layLine(application.url);
  browser = await openBrowser();
  member = await joinWithSavings(application, officials);
  await send(officials.chairperson, "/api/group/settings/", { meetings: true });
  const date = new Intl.DateTimeFormat("en-CA", { timeZone: "Africa/Nairobi" }).format();
  for (const kind of ["ordinary", "special"])
    await send(officials.secGen, "/api/meetings/", {
      kind,
      date,
      place: "Kwa Mama Njeri",
      items: [{ title: "Loans that are late" }],
    });
  phone = await openWindow(browser, { url: line.url, size: PHONE, worker: true });
  ({ page } = phone);
  await page.goto("/");
  await page.evaluate(
    (token) => localStorage.setItem("session_cookie", token),
    officials.secGen.token,
  );
  await page.goto("/dashboard");
  await page.getByText(`Welcome, ${officials.secGen.username}`).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
  await page.goto("/dashboard/accounting/meetings");
  await page.getByRole("link", { name: "Show meeting 2" }).waitFor();
});
afterAll(async () => {
  line?.mend();
  await closeWindows(browser);
  await line?.close();
  await application?.close();
});

/** Over a network of their own. */
async function send({ token }: Member, path: string, body: object): Promise<Json> {
  const answer = await ask(application, "POST", path, { token, body });
  if (answer.status > 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const read = async (id: number): Promise<Json> =>
  (await ask(application, "GET", `/api/meetings/${id}/`, { token: member.token })).body.meeting;
const markOf = (meeting: Json, { id }: Member): string | null =>
  meeting.roll.find((row: Json) => row.member.id === id).attendance;

async function visit(id: number): Promise<void> {
  await page.goto(`/dashboard/accounting/meetings/${id}`);
  await page.getByRole("heading", { name: `Meeting ${id}`, exact: true }).waitFor();
  await page.getByText("Loans that are late").first().waitFor();
  await expect.poll(() => storedKeys(page)).toContain(`"/api/meetings/:id/",${id}`);
  await page.waitForLoadState("networkidle");
}

async function cutOff(): Promise<void> {
  line.cut();
  await phone.context.setOffline(true);
  await page.getByText(/You are offline/).waitFor();
}

async function bringBack(): Promise<void> {
  line.mend();
  await phone.context.setOffline(false);
}

const press = (name: string, mark: string) =>
  page
    .getByRole("group", { name: `Mark of ${name}` })
    .getByRole("button", { name: mark, exact: true })
    .click();

async function resolve(text: string, favour: string): Promise<void> {
  await page.getByRole("button", { name: "Enter a resolution" }).click();
  const dialog = page.getByRole("dialog");
  await fillIn(dialog.getByLabel("What is resolved"), text);
  await fillIn(dialog.getByLabel("In favour"), favour);
  await fillIn(dialog.getByLabel("Against"), "0");
  await dialog.getByRole("button", { name: "Save the resolution" }).click();
  await dialog.waitFor({ state: "hidden" });
}

async function note(text: string): Promise<void> {
  await page.getByRole("button", { name: "Change items and notes" }).click();
  const dialog = page.getByRole("dialog");
  await fillIn(dialog.getByLabel("Notes on item 1"), text);
  await dialog.getByRole("button", { name: "Save the items" }).click();
  await dialog.waitFor({ state: "hidden" });
}

test("a meeting seen on the phone is opened, marked, noted and resolved without a network, and sent once it is back", async () => {
  await visit(1);
  await cutOff();
  await page.getByRole("button", { name: "Open the meeting" }).click();
  await press("Charity Kilonzo", "There");
  await press("Simon Were", "Absent");
  await press("Simon Were", "There");
  await press("Subira Mwangi", "Late");
  await page.getByText("3 of 4 there").first().waitFor();
  await note("Two are late since August.");
  await resolve("We hire the bus of Mama Njeri.", "2");
  await page.getByText("6 things wait for the network").first().waitFor();
  await page.getByText("Waits for the network", { exact: true }).waitFor();
  await inspect({ ...phone, errors: [] }, "meeting-without-network");
  // Closing is not among what goes on: it counts what has arrived.
  await page.getByRole("button", { name: "Close the meeting" }).click();
  await page.getByText(/Close the meeting once it is sent/).waitFor();

  // The phone was put away, and is opened again before there is a network.
  await page.reload();
  await page.getByText("6 things wait for the network").first().waitFor();
  await page.getByText("3 of 4 there").first().waitFor();
  await page.getByText("Two are late since August.").waitFor();
  expect((await read(1)).status).toBe("called");

  await bringBack();
  await expect.poll(async () => (await read(1)).resolutions.length).toBe(1);
  await page.getByText("All marks are saved").waitFor();
  await page.getByText("Carried", { exact: true }).waitFor();
  const meeting = await read(1);
  expect(meeting).toMatchObject({
    status: "open",
    counts: { present: 2, late: 1, apology: 0, absent: 0, unmarked: 1 },
    items: [{ title: "Loans that are late", notes: "Two are late since August." }],
    resolutions: [{ text: "We hire the bus of Mama Njeri.", in_favour: 2, carried: true }],
  });
  await expect.poll(() => page.getByText(/wait for the network/).count()).toBe(0);
});

test("what somebody else did meanwhile is shown beside one's own, and nothing is merged", async () => {
  await visit(2);
  await cutOff();
  await page.getByRole("button", { name: "Open the meeting" }).click();
  await press("Subira Mwangi", "There");
  await press("Charity Kilonzo", "There");
  await note("Written on the phone.");
  await resolve("Three agree, of two who were there.", "3");
  // Another official, with a network, opens it as well, marks one person otherwise and writes notes.
  await send(officials.treasurer, "/api/meetings/2/open/", {});
  await send(officials.treasurer, "/api/meetings/2/attendance/", {
    marks: [{ member_id: member.id, attendance: "apology" }],
  });
  await send(officials.treasurer, "/api/meetings/2/", {
    edits_seen: 0,
    items: [{ title: "Loans that are late", notes: "Written by the Treasurer." }],
  });
  await bringBack();

  await page.getByText(/you marked There, Tabitha Maina.* marked Apology/).waitFor();
  await page.getByText(/Your notes were not saved/).waitFor();
  await page.getByRole("region", { name: "Yours" }).getByText("Written on the phone.").waitFor();
  await page
    .getByRole("region", { name: "By somebody else" })
    .getByText("Written by the Treasurer.")
    .waitFor();
  await page.getByText("Only 1 person was there to vote.").first().waitFor();
  await inspect({ ...phone, errors: [] }, "meeting-conflicts-after-network");
  const before = await read(2);
  expect([markOf(before, member), markOf(before, officials.chairperson)]).toEqual([
    "apology",
    "present",
  ]);
  expect(before.items[0].notes).toBe("Written by the Treasurer.");

  await page.getByRole("button", { name: "Set There" }).click();
  await page.getByRole("button", { name: "Save mine" }).click();
  await page.getByRole("button", { name: "Correct it" }).click();
  const dialog = page.getByRole("dialog");
  await expect
    .poll(() => dialog.getByLabel("What is resolved").inputValue())
    .toContain("Three agree");
  await fillIn(dialog.getByLabel("In favour"), "2");
  await expect.poll(async () => markOf(await read(2), member)).toBe("present");
  await dialog.getByRole("button", { name: "Save the resolution" }).click();
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(async () => (await read(2)).resolutions.length).toBe(1);
  await expect.poll(async () => (await read(2)).items[0].notes).toBe("Written on the phone.");
});

test("what arrived while its answer was lost is sent again with its key, and counts once", async () => {
  await visit(2);
  line.loseAnswersTo("POST");
  await resolve("The bus leaves at six.", "2");
  await expect.poll(async () => (await read(2)).resolutions.length).toBe(2);
  line.mend();
  await page.getByText("All marks are saved").waitFor();
  await page.getByText("The bus leaves at six.").first().waitFor();
  expect((await read(2)).resolutions).toHaveLength(2);
});
