// From npm start on an empty folder to a signed-in Chairperson and both officials, in the browser, with every step
// counted.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApplication, type Application } from "./application.ts";
import { closeDialog, inspect, openBrowser, openWindow, PHONE, type Visit } from "./browser.ts";
import { ask } from "./people.ts";
import { closeWindows } from "./shared-windows.ts";

let application: Application;
let browser: Browser;
const counted = { presses: 0, fields: 0 };

beforeAll(async () => {
  application = await startApplication("main", { fromNothing: true });
  browser = await openBrowser();
});
afterAll(async () => {
  await closeWindows(browser);
  await application?.close();
});

const password = "mti wa matunda 27";

async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    await page.getByLabel(label, { exact: true }).fill(value);
    counted.fields += 1;
  }
}

async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole("button", { name }).click();
  counted.presses += 1;
}

const person = (first: string, last: string, number: number) => ({
  "First name": first,
  "Last name": last,
  Username: first.toLowerCase(),
  "Reg No": `U/00${number}`,
  Email: `${first.toLowerCase()}@example.com`,
  Phone: `072200000${number}`,
  Password: password,
  "Confirm password": password,
});

const step = (page: Page, number: number) =>
  page.getByRole("heading", { name: new RegExp(`^${number} of 5`) }).waitFor();

/** The text of the focused control. */
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? "");

/** Opens the invitation on a phone, signs up, and follows the mailed link. */
async function join(url: string, first: string, number: number): Promise<void> {
  const { page, context } = await openWindow(browser, { url: application.url, size: PHONE });
  await page.goto(url);
  await page.getByText(/invites you to join Umoja Savers as/).waitFor();
  const { Email, ...fields } = person(first, "Otieno", number);
  await fill(page, fields);
  const email = page.getByLabel(/^Email/);
  if ((await email.inputValue()) === "") await email.fill(Email);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await press(page, "Register");
  await page.getByText("After that you are a member, and can sign in.").waitFor();
  const mail = await application.mail.next(Email, /^Activate/);
  await page.goto(/http\S+\/user\/activate\/\S+/.exec(mail.text)![0]);
  await press(page, "Verify your Account");
  await page.waitForURL(`${application.url}/`);
  await context.close();
}

/** Ending one asks once more, and closing the question ends nothing. */
async function endAnInvitation(visit: Visit): Promise<void> {
  const { page } = visit;
  await page.getByLabel(/^Name/).fill("Dalili Kamau");
  await page.getByRole("button", { name: "Make the invitation" }).click();
  const end = page.getByRole("button", { name: "End Dalili Kamau" });
  await end.click();
  await page.getByRole("dialog").getByText("Its link stops working at once").waitFor();
  await inspect(visit, "end-invitation");
  await closeDialog(page);
  await end.click();
  await page.getByRole("dialog").getByRole("button", { name: "End the invitation" }).click();
  await page.getByText("Ended", { exact: true }).waitFor();
  await expect.poll(() => end.count()).toBe(0);
}

test("a group is set up from an empty folder, with both officials", async () => {
  const printedLink = () =>
    /Set up your group: (http\S+\/setup#[\w-]{22})/.exec(application.printed())?.[1];
  await expect.poll(printedLink).toBeDefined();
  const link = printedLink()!;
  const visit: Visit = await openWindow(browser, { url: application.url });
  const { page } = visit;

  await page.goto("/");
  await page.getByRole("heading", { name: "This Akiba is new: set up your group" }).waitFor();
  await inspect(visit, "landing-with-setup");
  await page.getByRole("link", { name: "Go to the setup" }).click();
  await page.getByText("Open the setup by its link").waitFor();

  await page.goto("about:blank");
  await page.goto(link);
  await step(page, 1);
  await inspect(visit, "setup-group");
  await fill(page, { "Name of the group": "Umoja Savers", "Name of the bank": "Co-op Bank" });
  await press(page, "Next");
  await step(page, 2);

  // Left and continued; only the passwords are gone.
  const { Password, "Confirm password": again, ...chairperson } = person("Amina", "Hassan", 1);
  await fill(page, chairperson);
  await page.reload();
  await step(page, 2);
  await expect
    .poll(() => page.getByLabel("Email", { exact: true }).inputValue())
    .toBe("amina@example.com");
  await fill(page, { Password, "Confirm password": again });
  await inspect(visit, "setup-chairperson");
  await press(page, "Set up Umoja Savers");

  await step(page, 3);
  await expect.poll(() => focused(page)).toMatch(/^3 of 5/);
  const urls: string[] = [];
  for (const [office, first] of [
    ["Treasurer", "Baraka"],
    ["Sec-Gen", "Chebet"],
  ] as const) {
    const form = page.getByRole("form", { name: office });
    await form.getByLabel(/^Name/).fill(first);
    await form.getByLabel(/^Email/).fill(`${first.toLowerCase()}@example.com`);
    counted.fields += 2;
    await press(page, `Invite as ${office}`);
    await page.getByText(`The link for ${first} is ready`).waitFor();
    await expect.poll(() => focused(page)).toMatch(`The link for ${first} is ready`);
    const mail = await application.mail.next(`${first.toLowerCase()}@example.com`, /^Join Umoja/);
    urls.push(/http\S+\/join\/[\w-]{22,}/.exec(mail.text)![0]);
  }
  await inspect(visit, "setup-offices");
  await press(page, "Next");
  await step(page, 4);
  await inspect(visit, "setup-books");
  await press(page, "We begin new");
  await step(page, 5);
  await inspect(visit, "setup-left");
  await press(page, "Send a test mail");
  await application.mail.next("amina@example.com", /^Mail of Umoja Savers arrives/);
  await page.getByRole("link", { name: "Go to your home page" }).click();
  await page.getByRole("heading", { name: "Left to do for your group" }).waitFor();
  await page.getByText("The Treasurer has not joined yet").waitFor();
  await inspect(visit, "home-with-setup-left");

  await join(urls[0]!, "Baraka", 2);
  await join(urls[1]!, "Chebet", 3);
  const mail = await application.mail.next("amina@example.com", /^Activate/);
  await page.goto(/http\S+\/user\/activate\/\S+/.exec(mail.text)![0]);
  await press(page, "Verify your Account");
  await page.waitForURL(`${application.url}/`);

  await page.goto("/dashboard/admin/invitations");
  await page.getByText("signed up as Baraka Otieno").waitFor();
  await inspect(visit, "invitations");
  await endAnInvitation(visit);
  await page.goto("/dashboard");
  await page.getByRole("heading", { name: "Home", exact: true }).waitFor({ state: "attached" });
  await expect.poll(() => page.getByText("Left to do for your group").count()).toBe(0);
  const token = await page.evaluate(() => localStorage.getItem("session_cookie"));
  const { body } = await ask(application, "GET", "/api/user/get_users", { token: token! });
  const offices = body.users.map((user: { username: string; user_groups: string[] }) => [
    user.username,
    ...user.user_groups,
  ]);
  expect(offices).toEqual([
    ["amina", "Chairperson"],
    ["baraka", "Treasurer"],
    ["chebet", "Sec-Gen"],
  ]);
  expect(visit.errors).toEqual([]);
  expect(await application.command("verify")).toMatch(/^(\d+) of \1 invariants hold/m);
  // For all three people: 12 presses, and 28 filled fields.
  expect(counted).toEqual({ presses: 12, fields: 28 });
});

test("a second link is refused once there is a Chairperson, and the page says so", async () => {
  await expect(application.command("setup-link")).rejects.toThrow("has a Chairperson already");
  const { page } = await openWindow(browser, { url: application.url, size: PHONE });
  await page.goto("/setup#AAAAAAAAAAAAAAAAAAAAAA");
  await page.getByText("Umoja Savers is set up").waitFor();
  await page.goto("/");
  await expect.poll(() => page.getByText("This Akiba is new").count()).toBe(0);
});
