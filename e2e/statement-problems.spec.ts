// Statements with obstacles: a PDF with a password, a connection that breaks, unknown columns, a statement that
// payments rest on; and the month that both offices accept.
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { pdfStatement } from "#tests/support/pdf-files.ts";
import { startApplication, type Application } from "./application.ts";
import {
  closeDialog,
  DESKTOP,
  fillIn,
  inspect,
  openBrowser,
  PHONE,
  untilIdle,
  type Visit,
} from "./browser.ts";
import { ask, type Json, signInToDemo } from "./people.ts";
import { layLine, type Line } from "./proxy.ts";
import { borrowWindow, closeWindows, returnWindows } from "./shared-windows.ts";

const UPLOAD = "/dashboard/accounting/statements/upload";
const RECONCILIATION = "/dashboard/accounting/reconciliation";

let application: Application;
let line: Line;
let browser: Browser;
const sessions = new Map<string, string>();

beforeAll(async () => {
  application = await startApplication("demo");
  line = await layLine(application.url);
  browser = await openBrowser();
  for (const username of ["treasurer", "sec-gen", "chairperson", "akinyi.okoth"])
    sessions.set(username, await signInToDemo(application, username));
});
afterEach(() => {
  line.mend();
  returnWindows();
});
afterAll(async () => {
  await closeWindows(browser);
  await line?.close();
  await application?.close();
});

const HEADS =
  "Receipt No,Completion Time,Details,Transaction Status,Paid In (KSHs),Withdrawn (KSHs),Balance (KSHs)";

/** As the M-PESA portal exports a paybill. */
function paybill(rows: readonly string[]): Buffer {
  return Buffer.from([HEADS, ...rows, ""].join("\r\n"));
}

test("both offices accept a day with what is open, and everybody reads what it is until it is explained", async () => {
  let day = "";
  for (const [office, reported] of [
    ["treasurer", "You have accepted these figures."],
    ["sec-gen", "Accepted by both offices for the end of"],
  ] as const) {
    const { page } = await openAs(office, DESKTOP);
    await page.goto(RECONCILIATION);
    await page.getByText("is not in the books").first().waitFor();
    await expect.poll(() => page.getByText("Every shilling is accounted for").count()).toBe(0);
    await expect.poll(() => page.getByLabel("Up to the end of").inputValue()).not.toBe("");
    day = await page.getByLabel("Up to the end of").inputValue();
    await fillIn(page.getByLabel("Reason"), "We are looking for these.");
    await page.getByRole("button", { name: /^Accept, KES .* to be explained$/ }).click();
    // On the page, and briefly in the toast too.
    await page.getByText(reported, { exact: false }).first().waitFor();
  }
  const visit = await openAs("akinyi.okoth", PHONE);
  await visit.page.goto(`${RECONCILIATION}?date=${day}`);
  await visit.page.getByText("Accepted by both offices for the end of").first().waitFor();
  await visit.page.getByText("is not in the books").first().waitFor();
  await expect.poll(() => visit.page.getByText("Books and bank agree").count()).toBe(0);
  await inspect(visit, "reconciliation-open");
  const months = visit.page.getByLabel("Up to the end of").locator("option");
  await visit.page.goto(`${RECONCILIATION}?date=${await months.last().getAttribute("value")}`);
  await visit.page.getByText("Books and bank agree at the end of").first().waitFor();
  await inspect(visit, "reconciliation-agreed");
  await visit.page.goto("/dashboard");
  await visit.page.getByText("to be explained").first().waitFor();
});

test("a statement that payments rest on stays, and names them", async () => {
  const visit = await openAs("treasurer", DESKTOP);
  const { page } = visit;
  await page.goto("/dashboard/accounting/statements/1");
  await page.getByRole("button", { name: "Withdraw" }).click();
  const dialog = page.getByRole("dialog");
  await fillIn(dialog.getByLabel("Reason"), "The wrong month.");
  await dialog.getByRole("button", { name: "Withdraw" }).click();
  const blockers = dialog.getByRole("list", { name: "What rests on it" });
  await blockers.getByRole("link").first().waitFor();
  await expect.poll(() => dialog.getByLabel("Reason").inputValue()).toBe("The wrong month.");
  await inspect(visit, "statement-blocked");
  await blockers.getByRole("link").first().click();
  await page.getByRole("heading", { name: "Journal" }).waitFor();
  await page.getByText("1 entry").waitFor();
});

test("open lines are answered with only the keyboard", async () => {
  const { page } = await openAs("treasurer", DESKTOP);
  const { body } = await ask(application, "GET", "/api/statements/lines/?state=open", {
    token: sessions.get("treasurer") ?? "",
  });
  const lines: Json[] = body.lines;
  const differing = lines.findIndex(({ suggestions }) => suggestions[0]?.needs_reason);
  const charge = lines.findIndex(({ kind }) => kind === "charge");
  expect([differing, charge]).not.toContain(-1);
  const current = page.locator(":is(li, tr)[aria-current=true]");
  const isAt = async (at: number) => {
    await current.filter({ hasText: lines[at].details }).waitFor();
  };
  // Presses each key once the page has handled the one before.
  const go = async (from: number, to: number) => {
    for (let at = from; at < to; await isAt(++at)) await page.keyboard.press("ArrowDown");
    for (let at = from; at > to; await isAt(--at)) await page.keyboard.press("ArrowUp");
  };
  await page.goto("/dashboard/accounting/statements/lines");
  await isAt(0);
  // The page handles keys once it has drawn.
  await untilIdle(page);
  await go(0, differing);
  await page.keyboard.press("1");
  const dialog = page.getByRole("dialog", { name: "The amounts differ" });
  await dialog.getByLabel("Why it is this payment anyway").waitFor();
  // The dialog asks for the reason, and nothing was refused before.
  await expect.poll(() => page.getByText("Say why it is this line anyway").count()).toBe(0);
  await closeDialog(page);
  await go(differing, charge);
  await page.keyboard.press("b");
  const booking = page.getByRole("dialog", { name: "Book as one entry" });
  await booking.getByText("one entry of KES", { exact: false }).waitFor();
  // A key reaches the form once the form has the focus.
  await booking.locator("input:focus").waitFor();
  await page.keyboard.press("Enter");
  await booking.waitFor({ state: "hidden" });
  await page.getByText(lines[charge].reference, { exact: true }).waitFor({ state: "hidden" });
});

test("a line that breaks while a file goes out loses nothing, before it is read and after it was imported: the same file goes again", async () => {
  const { page } = await openAs("treasurer", PHONE, line.url);
  await page.goto(UPLOAD);
  await page.getByText("Drop the file here, or").waitFor();
  line.cut();
  const buffer = paybill([
    'UZA1B2C3D4,05/01/2020 10:00:00,Pay Bill from JANE EXAMPLE Acc. NOBODY,Completed,500.00,0.00,"462,182.84"',
  ]);
  await choose(page, {
    name: "ORG_4087123_Utility Account.csv",
    mimeType: "text/csv",
    buffer,
  });
  const again = page.getByRole("button", { name: "Try again" });
  await again.waitFor();
  line.mend();
  await again.click();
  const imports = page.getByRole("button", { name: "Import the statement" });
  await page.getByRole("combobox", { name: "Account" }).selectOption("M-PESA paybill");
  await page.getByText("1 line is added to M-PESA paybill", { exact: false }).waitFor();
  // The server has it; its answer is lost.
  line.loseAnswersTo("POST");
  await imports.click();
  await page
    .getByText("Nothing was lost: the file and what you chose are still here", { exact: false })
    .waitFor();
  line.mend();
  await imports.click();
  await page.getByRole("heading", { name: /^Statement / }).waitFor();
  // Waits for the lines, and a second official refuses it.
  await page.getByText("UZA1B2C3D4").waitFor();
  await expect.poll(() => page.getByText("UZA1B2C3D4").count()).toBe(1);
});

test("a PDF opens with its password, and a wrong one is said as such and asked for again", async () => {
  const { page } = await openAs("treasurer", PHONE);
  await page.goto(UPLOAD);
  const rows = [
    [
      "Receipt No.",
      "Completion Time",
      "Details",
      "Transaction Status",
      "Paid In",
      "Withdrawn",
      "Balance",
    ],
    [
      "UAA1B2C3D4",
      "2026-01-05 10:00:00",
      "Funds received from ALICE",
      "Completed",
      "1,000.00",
      "",
      "1,000.00",
    ],
  ];
  const content = Buffer.from(await pdfStatement(rows, { password: "290114" }));
  await choose(page, { name: "statement.pdf", mimeType: "application/pdf", buffer: content });
  const password = page.getByLabel("Password of the PDF");
  await password.fill("123456");
  await page.getByRole("button", { name: "Open the file" }).click();
  await page.getByText("That is not the password of this PDF", { exact: false }).waitFor();
  await expect.poll(() => password.inputValue()).toBe("123456");
  await fillIn(password, "290114");
  await page.getByRole("button", { name: "Open the file" }).click();
  await page.getByText("M-PESA customer statement").waitFor();
  await page.getByText("UAA1B2C3D4").first().waitFor();
});

const month = (number: string, opening: string, closing: string) =>
  Buffer.from(
    `Siku;Maelezo;Toka;Ingia;Baki\n05/${number}/2026;Amana;;2500.00;${opening}\n06/${number}/2026;Ada;120.00;;${closing}\n`,
  );

test("columns that say nothing are mapped once by a person, and remembered for the account", async () => {
  const { page } = await openAs("treasurer", DESKTOP);
  await page.goto("/dashboard/accounting/statements");
  await page.getByRole("button", { name: "Add an account" }).click();
  await fillIn(page.getByLabel("Name"), "Village bank");
  await page.getByLabel("Kind").selectOption("Bank account");
  await page.getByRole("button", { name: "Add account" }).click();
  await page.getByRole("heading", { name: "Village bank" }).waitFor();
  await page.goto(UPLOAD);
  await choose(page, {
    name: "january.csv",
    mimeType: "text/csv",
    buffer: month("01", "12500.00", "12380.00"),
  });
  await page.getByLabel("Account").selectOption("Village bank");
  await page
    .getByLabel("Amounts are written as")
    .selectOption("one column for debit, one for credit");
  for (const [part, column] of [
    ["Date", "Siku"],
    ["Details", "Maelezo"],
    ["Debit (money out)", "Toka"],
    ["Credit (money in)", "Ingia"],
    ["Balance", "Baki"],
  ] as const)
    await page
      .getByLabel(part, { exact: part === "Date" || part === "Details" })
      .first()
      .selectOption(column);
  await page.getByRole("button", { name: "Read with these columns" }).click();
  await page.getByText("2 lines are added to Village bank", { exact: false }).waitFor();
  await page.getByRole("button", { name: "Import the statement" }).click();
  await page.getByRole("heading", { name: "Statement 05 Jan 2026 to 06 Jan 2026" }).waitFor();

  await page.goto(UPLOAD);
  await choose(page, {
    name: "february.csv",
    mimeType: "text/csv",
    buffer: month("02", "14880.00", "14760.00"),
  });
  await page.getByLabel("Account").selectOption("Village bank");
  await page.getByText("2 lines are added to Village bank", { exact: false }).waitFor();
  await expect
    .poll(() => page.getByRole("button", { name: "Import the statement" }).isEnabled())
    .toBe(true);
});

async function choose(
  page: Page,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  await page.locator("input[type=file]").setInputFiles(file);
}

function openAs(username: string, size: typeof DESKTOP, url = application.url): Promise<Visit> {
  return borrowWindow(browser, { url, size, token: sessions.get(username) ?? "" });
}
