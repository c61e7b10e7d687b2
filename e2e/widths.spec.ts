// Every page, from the narrowest phone to a wide screen, with figures of nine digits and long names: nothing
// overflows the window or its card, and no figure is cut. Also without the menu's icons, which leaves less room.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Application, startApplication } from "./application.ts";
import { goWithin, openBrowser, openWindow, untilIdle, type Visit } from "./browser.ts";
import { ask, type Json, signInToDemo } from "./people.ts";
import { type Screen, screens } from "./screens.ts";
import { changePerson, closeWindows } from "./shared-windows.ts";

/** Pages and modals open at the first. */
const widths = [1280, 1600, 1024, 768, 360, 320];

let application: Application;
let browser: Browser;
const sessions = new Map<string, string>();
let repaid: number;

beforeAll(async () => {
  application = await startApplication("demo");
  browser = await openBrowser();
  for (const username of ["akinyi.okoth", "treasurer", "sec-gen", "chairperson"])
    sessions.set(username, await signInToDemo(application, username));
  repaid = await growLarge();
});
afterAll(async () => {
  await closeWindows(browser);
  await application?.close();
});

describe.each(["en", "sw"] as const)("in %s", (language) => {
  let own: Visit;
  let who: Screen["as"] | null = null;
  beforeAll(async () => {
    own = await openWindow(browser, { url: application.url, language });
  });
  afterAll(() => own?.context.close());

  test.each(screens.map((screen) => [screen.route, screen] as const))(
    "%s has a place for everything",
    async (_, screen) => {
      const { page } = own;
      await page.setViewportSize({ width: 1280, height: 800 });
      const address = (screen.address ?? screen.route).replace("$loanId", String(repaid));
      if (screen.as === "visitor" || screen.as !== who) {
        await changePerson(page, sessions.get(screen.as));
        await page.goto(address);
      } else await goWithin(page, address);
      who = screen.as;
      if (screen.late !== undefined) await page.locator(screen.late).first().waitFor();
      await untilIdle(page);
      if (screen.first !== undefined && language === "en") {
        await page.getByRole("button", { name: screen.first }).first().click();
        await untilIdle(page);
      }
      expect(await misplacedAtAnyWidth(page)).toEqual([]);
      if (language !== "en") return;
      for (const button of screen.opens ?? []) {
        await page.setViewportSize({ width: 1280, height: 800 });
        await page.getByRole("button", { name: button }).locator("visible=true").first().click();
        await page.getByRole("dialog").waitFor();
        await untilIdle(page);
        expect(await misplacedAtAnyWidth(page), `opened by ${button}`).toEqual([]);
        await page.keyboard.press("Escape");
        await page.getByRole("dialog").waitFor({ state: "hidden" });
      }
    },
  );
});

async function misplacedAtAnyWidth(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 768 ? 740 : 800 });
    found.push(...(await findLasting(page)).map((fault) => `${width} px: ${fault}`));
  }
  return found;
}

/** An element that is measured again, like a chart, moves a moment later. */
async function findLasting(page: Page): Promise<string[]> {
  const end = Date.now() + 5_000;
  let faults = await findMisplaced(page);
  while (faults.length > 0 && Date.now() < end) {
    await page.waitForTimeout(100);
    faults = await findMisplaced(page);
  }
  return faults;
}

async function post(person: string, path: string, body: unknown): Promise<Json> {
  const answer = await ask(application, "POST", path, { token: sessions.get(person) ?? "", body });
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body;
}

async function approve(path: string): Promise<void> {
  for (const official of ["treasurer", "sec-gen"])
    await post(official, path, { action: "approved" });
}

/** Nine digits wherever there is a figure, and the longest possible names. Returns the loan that is repaid. */
async function growLarge(): Promise<number> {
  const entry = (body: object) =>
    post("treasurer", "/api/accounting/create_ledger_entry/", {
      description: "For the long years that are to come",
      ...body,
    });
  await entry({ type: "other_income", amount_paid: 123_456_789.12 });
  await entry({ type: "investment", amount: 12_345_678.9 });
  await entry({ type: "dividend_declaration", amount: 23_456_789.12 });
  await entry({
    type: "equity_fixed_deposit",
    amount: 34_567_890.12,
    start_date: "2026-01-01",
    maturity_date: "2027-01-01",
  });
  const member = "akinyi.okoth";
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: "Africa/Nairobi" }).format();
  const pay = (reference: string) =>
    post(member, "/api/finances/monthly-contribution/", {
      amount_paid: 123_456_789.12,
      contribution_month: `${day.slice(0, 7)}-01`,
      payment_date: day,
      payment_Reference_Code: reference,
    });
  const { contribution } = await pay("LARGE-0001");
  await approve(`/api/finances/monthly-contribution-approval/${contribution.contribution_id}/`);
  await pay("LARGE-0002");
  const loans = "/api/finances/get-create-user-loans/";
  const { loan } = await post(member, loans, { amount: 98_765_432.1, loan_type: "normal_loan" });
  await approve(`/api/finances/loan-application-approval/${loan.loan_id}/`);
  await post(member, loans, { amount: 87_654_321.09, loan_type: "emergency_loan" });
  await post(member, `/api/finances/pay-loan/${loan.loan_id}/`, {
    amount_paid: 12_345_678.9,
    payment_Reference_Code: "LARGE-0003",
  });
  // Above the limit of fines, so another official agrees to it.
  const { id } = await entry({ type: "fine", charged_user: member, amount: 123_456_789.12 });
  await post("chairperson", `/api/accounting/proposals/${id}/agree/`, {});
  await post(member, "/api/finances/pay-fine/", {
    amount_paid: 12_345_678.9,
    payment_Reference_Code: "LARGE-0004",
  });
  await post(member, "/api/user/profile/", {
    first_name: "Nyakerariowambuikamaukwamboka",
    last_name: "Moraa Kerubo wa Nyamweya Ondieki",
  });
  await post("chairperson", "/api/group/settings/", {
    group_name: "Umoja wa Akina Mama wa Kitengela na Athi",
    bank_name: "Kenya Commercial Bank Kitengela Branch",
  });
  return loan.loan_id;
}

/* oxlint-disable unicorn/consistent-function-scoping -- what is checked in the page is one function, with all that it needs. */
/**
 * What is wrong with the page's layout once it is drawn, in words; measured by the boxes of its parts, because a page
 * that hides overflow does not scroll.
 */
function findMisplaced(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const width = document.documentElement.clientWidth;
    const faults: string[] = [];
    const describe = (element: Element) =>
      `${element.tagName.toLowerCase()}.${(element.getAttribute("class") ?? "").slice(0, 50)} "${element.textContent?.trim().slice(0, 40)}"`;

    /** Nothing changes while this looks, so it asks about each element once. */
    const once = <Found>(find: (element: Element) => Found): ((element: Element) => Found) => {
      const found = new Map<Element, Found>();
      return (element) => {
        if (!found.has(element)) found.set(element, find(element));
        return found.get(element)!;
      };
    };
    const boxOf = once((element) => {
      const { left, right, width, height } = element.getBoundingClientRect();
      return { left, right, width, height };
    });
    /** Hidden visually, or moving past, like the quotes of the landing page. */
    const isShown = once(
      (element) =>
        boxOf(element).width > 1 &&
        boxOf(element).height > 1 &&
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
    );
    const clips = once((element) => getComputedStyle(element).overflowX !== "visible");
    /** Text shortened by an ellipsis, like a line of the journal: what is beyond is not drawn. */
    const shortenerOf: (element: Element) => Element | null = once((element) =>
      getComputedStyle(element).textOverflow === "ellipsis"
        ? element
        : element.parentElement && shortenerOf(element.parentElement),
    );
    const within = (selectors: string) => {
      const closest: (element: Element) => Element | null = once((element) =>
        element.matches(selectors)
          ? element
          : element.parentElement && closest(element.parentElement),
      );
      return closest;
    };
    const apartOf = within("[data-carousel], .sr-only, [data-blank], svg, .data-table thead");
    const cardOf = within(".rounded-card, [role=dialog]");
    const modalBodyOf = within("[data-modal-body]");

    const layers = [...document.querySelectorAll("[role=dialog]")];
    const top = layers.at(-1) ?? document.body;
    for (const element of top.querySelectorAll("*")) {
      const around = element.parentElement;
      if (around === null || apartOf(element) || !isShown(element) || shortenerOf(around)) continue;
      const box = boxOf(element);
      if (box.right > width + 1 || box.left < -1)
        faults.push(
          `out of the window (${Math.round(box.left)} to ${Math.round(box.right)}): ${describe(element)}`,
        );
      const card = cardOf(around);
      if (!card) continue;
      const edge = boxOf(card);
      if (box.right > edge.right + 1 || box.left < edge.left - 1)
        faults.push(
          `out of its card (${Math.round(box.right)} of ${Math.round(edge.right)}): ${describe(element)}`,
        );
    }

    type Box = { left: number; right: number; top: number; bottom: number };
    type Word = { text: string; element: Element; box: Box };
    /** Every word on the page, with the position of its letters. */
    const words: Word[] = [];
    const walk = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent ?? "";
      if (!element || text.trim() === "" || apartOf(element) || !isShown(element)) continue;
      const edgeOfLine = shortenerOf(element)?.getBoundingClientRect().right ?? Infinity;
      // What has scrolled out of a modal's body is not drawn.
      const body = modalBodyOf(element)?.getBoundingClientRect();
      for (const found of text.matchAll(/\S+/g)) {
        const range = document.createRange();
        range.setStart(node, found.index);
        range.setEnd(node, found.index + found[0].length);
        const boxes = [...range.getClientRects()].filter(
          (box) => box.width > 0 && box.left < edgeOfLine,
        );
        const isFigure = /\d,\d{3}\.\d\d/.test(found[0]);
        const tops = new Set(boxes.map((box) => Math.round(box.top)));
        if (isFigure && tops.size > 1)
          faults.push(`broken over two lines: ${found[0]} in ${describe(element)}`);
        for (const box of boxes) {
          const right = Math.min(box.right, edgeOfLine);
          const top = Math.max(box.top, body?.top ?? box.top);
          const bottom = Math.min(box.bottom, body?.bottom ?? box.bottom);
          if (bottom > top)
            words.push({ text: found[0], element, box: { left: box.left, right, top, bottom } });
        }
        if (!isFigure) continue;
        for (
          let around: Element | null = element;
          around && around !== top;
          around = around.parentElement
        ) {
          if (!clips(around)) continue;
          const edge = around.getBoundingClientRect();
          if (boxes.some((box) => box.right > edge.right + 1 || box.left < edge.left - 1))
            faults.push(`cut: ${found[0]} in ${describe(around)}`);
        }
      }
    }
    /**
     * What stays while the page scrolls under it: the top bar, the headings of a table, the fixed button of a phone.
     */
    const isFixed: (element: Element) => boolean = once(
      (element) =>
        element !== top &&
        (["fixed", "sticky"].includes(getComputedStyle(element).position) ||
          (element.parentElement !== null && isFixed(element.parentElement))),
    );
    const heightOf = ({ top: first, bottom: last }: Box) => last - first;
    const figures = words.filter(({ text }) => /\d,\d{3}\.\d\d/.test(text));
    for (const figure of figures)
      for (const other of words) {
        if (other.element === figure.element || other.text === "KES") continue;
        const across =
          Math.min(figure.box.right, other.box.right) - Math.max(figure.box.left, other.box.left);
        const down =
          Math.min(figure.box.bottom, other.box.bottom) - Math.max(figure.box.top, other.box.top);
        if (
          across > 2 &&
          down > Math.min(heightOf(figure.box), heightOf(other.box)) * 0.4 &&
          !isFixed(other.element) &&
          !isFixed(figure.element)
        )
          faults.push(
            `printed over: ${figure.text} and "${other.text}" in ${describe(other.element)}`,
          );
      }
    return [...new Set(faults)].slice(0, 8);
  });
}
