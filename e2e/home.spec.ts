// Home answers a member's three questions in one view of a phone, and paying is one press away; where to pay is on
// every form that reports a payment. On the demo group, whose members are behind, ahead, in default, dormant, waiting
// and gone.
import type { Browser, Locator } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
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
import { ask, signInToDemo } from "./people.ts";
import { borrowWindow, closeWindows, returnWindows } from "./shared-windows.ts";
import { expectToast } from "./toasts.ts";

let application: Application;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication("demo");
  browser = await openBrowser();
});
afterEach(returnWindows);
afterAll(async () => {
  await closeWindows(browser);
  await application?.close();
});

type Opening = { path?: string; size?: typeof DESKTOP; language?: "en" | "sw" };

async function openAs(
  username: string,
  { path = "/dashboard", size = PHONE, language = "en" }: Opening = {},
): Promise<Visit> {
  const token = await signInToDemo(application, username);
  return borrowWindow(browser, { url: application.url, size, token, language, path });
}

/** The lower edge of an element, in the window before scrolling. */
async function bottomOf(found: Locator): Promise<number> {
  const box = await found.boundingBox();
  return (box?.y ?? Infinity) + (box?.height ?? 0);
}

const written = (kes: number) => kes.toLocaleString("en-KE", { minimumFractionDigits: 2 });

/** From "KES 6,600.00", or "6,600" in a field. */
function kesOf(written: string): number {
  return Number(written.replaceAll(/[^\d.]/g, ""));
}

describe.each(["en", "sw"] as const)("home on a phone, in one view (%s)", (language) => {
  const inSwahili = language === "sw";
  const says = {
    owes: inSwahili ? /^Unadaiwa sasa$/ : /^You owe now$/,
    owesNothing: inSwahili ? /^Hudaiwi chochote sasa$/ : /^You owe nothing now$/,
    next: inSwahili ? /^KES 1,000\.00 kufikia \d\d/ : /^KES 1,000\.00 by \d\d/,
  };

  test.each([
    ["ekai.lokwang", "owes", true],
    ["zawadi.mwamburi", "owes", true],
    ["barasa.wekesa", "owes", true],
    ["kevin.mureithi", "owesNothing", true],
    ["akinyi.okoth", "owesNothing", true],
    ["omondi.onyango", "owesNothing", false],
  ] as const)("of %s says: %s, and what is next where something is", async (who, owes, hasNext) => {
    const visit = await openAs(who, { language });
    const { page } = visit;
    const first = page.getByText(says[owes]);
    await first.waitFor();
    await expect.poll(() => bottomOf(first)).toBeLessThan(PHONE.height);
    const next = page.getByText(says.next);
    await untilIdle(page, 500);
    await expect.poll(async () => (await next.count()) > 0).toBe(hasNext);
    const belowTheView = async () => {
      const bottoms = await Promise.all((await next.all()).map((each) => bottomOf(each)));
      return bottoms.filter((bottom) => bottom >= PHONE.height);
    };
    await expect.poll(belowTheView).toEqual([]);
    await inspect(visit, `home-${who}-${language}`);
  });
});

test("one press leads from home to one payment of all that is owed, split as shown, and what waits is taken back", async () => {
  const { page } = await openAs("ekai.lokwang");
  const dues = page.getByRole("link", { name: /^Pay KES/ });
  await dues.waitFor();
  const token = (await page.evaluate(() => localStorage.getItem("session_cookie"))) ?? "";
  const owed = async () => (await ask(application, "GET", "/api/finances/dues/", { token })).body;
  const { contributions, fines, total_now: total } = await owed();
  expect([contributions.amount > 0, fines > 0, contributions.amount + fines]).toEqual([
    true,
    true,
    total,
  ]);
  await expect.poll(() => dues.innerText()).toBe(`Pay KES ${written(total)}`);

  await dues.click();
  const form = page.getByRole("dialog", { name: `Pay KES ${written(total)}` });
  const amount = form.getByLabel("Amount paid");
  const months = form.getByLabel(/^Contributions?, /);
  const fine = form.getByLabel("Fines");
  await amount.waitFor();
  const split = async () =>
    Promise.all([amount, months, fine].map(async (each) => kesOf(await each.inputValue())));
  await expect.poll(split).toEqual([total, contributions.amount, fines]);

  // Less pays the oldest first; a split by hand that does not add up is not sent.
  await amount.fill(String(contributions.amount));
  await expect.poll(async () => fine.inputValue()).toBe("");
  await fine.fill("50");
  await form.getByText("The parts come to").waitFor();
  await expect
    .poll(() => form.getByRole("button", { name: "Submit payment" }).isDisabled())
    .toBe(true);
  await form.getByRole("button", { name: "Split it again" }).click();
  await fillIn(amount, String(total));
  await expect.poll(split).toEqual([total, contributions.amount, fines]);
  await form.getByLabel("Payment reference").fill("RJK5L8M2QY");
  await form.getByRole("button", { name: "Submit payment" }).click();
  await page.getByText(`KES ${written(total)} waits for approval`).waitFor();
  await expect.poll(async () => (await owed()).total_now).toBe(0);
  await expect.poll(() => page.getByRole("link", { name: /^Pay KES/ }).count()).toBe(0);

  await page.goto("/dashboard/contributions");
  await page
    .getByRole("link", { name: /^Receipt/ })
    .first()
    .click();
  const receipt = page.getByRole("dialog");
  await receipt.getByRole("button", { name: "Withdraw" }).click();
  const question = page.getByRole("dialog", { name: "Withdraw this?" });
  await question.getByText("RJK5L8M2QY").waitFor();
  await question.getByRole("button", { name: "Withdraw" }).click();
  await receipt.getByText("Withdrawn", { exact: true }).waitFor();
  await expect.poll(async () => (await owed()).total_now).toBe(contributions.amount);
});

test("a loan shows the monthly amount that repays it in time, and a press fills it in", async () => {
  const { page } = await openAs("akinyi.okoth");
  const month = await page.getByText(/^KES [\d,.]+ a month$/).innerText();
  const figure = month.replace(" a month", "");
  await page.getByRole("link", { name: "Repay loan" }).click();
  const form = page.getByRole("dialog", { name: "Pay Now" });
  await form.getByLabel("Amount paid").waitFor();
  const typed = async () => kesOf(await form.getByLabel("Amount paid").inputValue());
  await expect.poll(typed).toBe(kesOf(figure));
  await closeDialog(page);
  const row = page.getByText("To be done in time").locator("..");
  await expect
    .poll(async () => (await row.innerText()).replaceAll(/\s+/g, " "))
    .toBe(`To be done in time ${figure} a month`);
});

describe("where to pay", () => {
  const forms = [
    ["a contribution", "kiprotich.koech", "/dashboard/contributions?pay=true"],
    ["a loan", "barasa.wekesa", "/dashboard/loans"],
    ["fines", "wafula.masinde", "/dashboard/transactions/fines?pay=true"],
    [
      "a first contribution of who waits for approval",
      "kevin.mureithi",
      "/dashboard/contributions?pay=true",
    ],
  ] as const;

  test.each(forms)("is shown with Copy on the form that pays %s", async (_what, who, path) => {
    const visit = await openAs(who, { path });
    const { page, context } = visit;
    if (who === "barasa.wekesa")
      await page
        .getByRole("button", { name: /^Pay Now/ })
        .first()
        .click();
    const form = page.getByRole("dialog");
    const whereToPay = form.getByRole("region", { name: "Where to pay" });
    await whereToPay.waitFor();
    await whereToPay.getByText("your Reg No").waitFor();
    await context.grantPermissions(["clipboard-read", "clipboard-write"], {
      origin: application.url,
    });
    await whereToPay.getByRole("button", { name: "Copy Number 400200" }).click();
    await whereToPay.getByText("Copied").waitFor();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("400200");
    await inspect(visit, `where-to-pay-${who}`);
  });

  test("is copied without a clipboard too, as on a page without https", async () => {
    const { page, context } = await openAs("kiprotich.koech", {
      path: "/dashboard/contributions?pay=true",
    });
    await context.grantPermissions(["clipboard-read", "clipboard-write"], {
      origin: application.url,
    });
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error("not here"));
    });
    const whereToPay = page.getByRole("dialog").getByRole("region", { name: "Where to pay" });
    await whereToPay.getByRole("button", { name: "Copy Number 0170265498321" }).click();
    await whereToPay.getByText("Copied").waitFor();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe("0170265498321");
    // The dialog is still there, and so is the focus.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toContain("0170265498321");
  });

  test("is changed by the Chairperson, and the forms say so at once", async () => {
    const visit = await openAs("chairperson", { path: "/dashboard/admin/settings", size: DESKTOP });
    const { page } = visit;
    const third = page.getByRole("group", { name: "Way to pay 3" });
    await page.getByRole("button", { name: "Add a way to pay" }).click();
    await third.getByLabel("Kind").selectOption("till");
    await fillIn(third.getByLabel("Number"), "5123456");
    await page.getByRole("button", { name: "Save where to pay" }).click();
    await third.getByText("Name is required.").waitFor();
    await third.getByLabel("Name", { exact: true }).fill("Akiba Savings");
    await inspect(visit, "settings-where-to-pay");
    await page.getByRole("button", { name: "Save where to pay" }).click();
    await expectToast(page, "The settings have been saved.");
    await page.getByText(/Where to pay: .*→ .*Till number 5123456, Akiba Savings/).waitFor();
    const member = await openAs("kiprotich.koech", { path: "/dashboard/contributions?pay=true" });
    const whereToPay = member.page
      .getByRole("dialog")
      .getByRole("region", { name: "Where to pay" });
    await whereToPay.getByRole("button", { name: "Copy Number 5123456" }).waitFor();
    await whereToPay.getByText(/^Changed on \d\d \w{3} \d{4}\./).waitFor();
  });
});
