// Every address, on a laptop and on a phone, in both themes: accessible, nothing overflows, nothing on the console,
// nothing moves while it loads, and its queries are one request. Modals too, on a laptop in the light theme and on a
// phone in the dark one. Each page loads once and then switches its theme.
import type { QueryClient } from "@tanstack/react-query";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApplication, type Application } from "./application.ts";
import {
  closeDialog,
  DESKTOP,
  goWithin,
  inspect,
  inspectColours,
  listenForRequests,
  openBrowser,
  openWindow,
  PHONE,
  untilIdle,
  type Visit,
} from "./browser.ts";
import { ask, type Json, signInToDemo } from "./people.ts";
import { besideTheRouter, screens, type Screen } from "./screens.ts";
import { changePerson, closeWindows } from "./shared-windows.ts";

let application: Application;
let browser: Browser;
/** The session of each viewer. */
const sessions = new Map<string, string>();
let repaid: number;

beforeAll(async () => {
  application = await startApplication("demo");
  browser = await openBrowser();
  for (const username of new Set(screens.map((screen) => screen.as)))
    if (username !== "visitor") sessions.set(username, await signInToDemo(application, username));
  repaid = await readLoan("akinyi.okoth");
  for (const token of sessions.values()) await readAllNotices(token);
});
afterAll(async () => {
  await closeWindows(browser);
  await application?.close();
});

/** Addresses that open a dialog, which has queries of its own. */
const dialogRoutes = ["/dashboard/loans/apply-loan", "/dashboard/loans/repay-loan/$loanId"];

/**
 * Light first on a laptop, dark first on a phone; modals open in the first theme. On the phone pages go without their
 * loaders, so that each part of a page has its answer at another time.
 */
const looks = [
  { name: "on a laptop", size: DESKTOP, lights: ["light", "dark"], hasLoaders: true },
  { name: "on a phone", size: PHONE, lights: ["dark", "light"], hasLoaders: false },
] as const;

describe.each(looks)("every route $name", ({ size, lights, hasLoaders }) => {
  const [first, second] = lights;
  let own: Visit;
  let who: Screen["as"] | null = null;
  /** Since the present page was opened. */
  let requests: string[][];
  beforeAll(async () => {
    own = await openWindow(browser, { url: application.url, size, dark: first === "dark" });
    await own.context.addInitScript(watchShifts);
    requests = listenForRequests(own.page);
    await answerOneAfterTheOther(own.page);
  });
  afterAll(() => own?.context.close());

  test.each(screens.map((screen) => [screen.route, screen] as const))("%s", async (_, screen) => {
    const { page } = own;
    const address = (screen.address ?? screen.route).replace("$loanId", String(repaid));
    const name = `route${screen.route.replaceAll(/[/$]+/g, "-")}`;
    const isEntered = screen.as === "visitor" || screen.as !== who;
    if (!isEntered) {
      await forgetShifts(page);
      await forgetAnswers(page);
      if (!hasLoaders) await dropLoaders(page);
    }
    requests.length = 0;
    if (isEntered) await enter(screen.as, address);
    else await goWithin(page, address);
    who = screen.as;
    if (screen.late !== undefined) await page.locator(screen.late).first().waitFor();
    await untilIdle(page);
    if (hasLoaders && !isEntered && !dialogRoutes.includes(screen.route))
      await expectOneRequest(page, { route: screen.route, requests });
    if (screen.first !== undefined) {
      await page.getByRole("button", { name: screen.first }).first().click();
      await untilIdle(page);
    }
    expect(await shifted(page), `what moved on ${screen.route}`).toEqual([]);
    await inspect(own, `${name}-${first}`);
    await inspectColours(own, `${name}-${second}`, { first, second });
    for (const [index, button] of (screen.opens ?? []).entries()) {
      await page.getByRole("button", { name: button }).locator("visible=true").first().click();
      await page.getByRole("dialog").waitFor();
      await untilIdle(page);
      await inspect(own, `${name}-${first}-opened-${index + 1}`);
      await closeDialog(page);
    }
  });

  /** As if the page's address were typed, with a session stored before. */
  async function enter(person: Screen["as"], address: string): Promise<void> {
    await changePerson(own.page, sessions.get(person));
    await own.page.goto(address);
  }
});

test("no route of the application is forgotten here", async () => {
  const { page, context } = await openWindow(browser, { url: application.url });
  await page.goto("/sign-up");
  await page.getByRole("heading", { level: 1 }).waitFor();
  const known = await page.evaluate(() => {
    const { __TSR_ROUTER__: router } = globalThis as unknown as { __TSR_ROUTER__: Router };
    const ends = Object.values(router.routesById).filter((route) => !route.children?.length);
    return [...new Set(ends.map((route) => route.fullPath))];
  });
  await context.close();
  const shown = screens.map((screen) => screen.route);
  expect(shown.filter((route) => !besideTheRouter.includes(route)).toSorted()).toEqual(
    known.toSorted(),
  );
});

/** What is unread is marked when it is shown, with a request of its own. */
async function readAllNotices(token: string): Promise<void> {
  const list = await ask(application, "GET", "/api/notices/?page_size=50", { token });
  const ids = list.body.notices.map(({ id }: Json) => id);
  if (ids.length > 0)
    await ask(application, "POST", "/api/notices/read/", { token, body: { ids } });
}

async function readLoan(username: string): Promise<number> {
  const token = sessions.get(username) ?? "";
  const { body } = await ask(application, "GET", "/api/finances/get-create-user-loans/", { token });
  return body.loans.find((loan: Json) => loan.current_balance > 0).loan_id;
}

type Router = {
  routesById: Record<
    string,
    { fullPath: string; children?: unknown[]; options: { loader?: unknown } }
  >;
  options: { context: { queries: QueryClient } };
};

/** As if all answers were from long ago: the next page requests everything again. */
async function forgetAnswers(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { __TSR_ROUTER__: router } = globalThis as unknown as { __TSR_ROUTER__: Router };
    await router.options.context.queries.invalidateQueries({ refetchType: "none" });
  });
}

async function dropLoaders(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { __TSR_ROUTER__: router } = globalThis as unknown as { __TSR_ROUTER__: Router };
    for (const { options } of Object.values(router.routesById)) delete options.loader;
  });
}

/** The page's loader requests all that the page shows at first, and nothing else. */
async function expectOneRequest(
  page: Page,
  { route, requests }: { route: string; requests: string[][] },
) {
  expect(requests.slice(1), `what ${route} requests apart`).toEqual([]);
  expect(await unreadAnswers(page), `what ${route} requests and does not show`).toEqual([]);
}

/** The answers since `forgetAnswers` that nothing on the page reads. */
async function unreadAnswers(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { __TSR_ROUTER__: router } = globalThis as unknown as { __TSR_ROUTER__: Router };
    const known = router.options.context.queries.getQueryCache().getAll();
    return known
      .filter((query) => !query.isActive())
      .filter(
        ({ state }) =>
          state.status === "error" || (state.dataUpdatedAt > 0 && !state.isInvalidated),
      )
      .map(({ queryHash }) => queryHash);
  });
}

/** Answers of a slow network: each takes its own time, so that any part without reserved space would move the rest. */
async function answerOneAfterTheOther(page: Page): Promise<void> {
  await page.route("**/api/**", async (route) => {
    const { pathname } = new URL(route.request().url());
    const delayMs = 20 + ((pathname.length * 37) % 120);
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    await route.continue();
  });
}

type Shift = { value: number; moved: string[] };
type Shifts = { shifts: Shift[]; forget: () => void };

/** Runs in the page before anything else: each layout shift that nobody caused, and what moved. */
function watchShifts(): void {
  const own = globalThis as unknown as Shifts;
  own.shifts = [];
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[];
    })[])
      if (!entry.hadRecentInput)
        own.shifts.push({
          value: entry.value,
          moved: entry.sources.map(
            ({ node, previousRect: was, currentRect: is }) =>
              `${node?.nodeName} ${node?.textContent?.slice(0, 40)}: from ${was.y} (${was.height} high) to ${is.y} (${is.height} high)`,
          ),
        });
  });
  observer.observe({ type: "layout-shift", buffered: true });
  own.forget = () => {
    observer.takeRecords();
    own.shifts = [];
  };
}

/** Includes shifts that the checks before caused and that were not reported yet. */
async function forgetShifts(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    (globalThis as unknown as Shifts).forget();
  });
}

/** What moved, if the sum is 0.05 or more. */
async function shifted(page: Page): Promise<Shift[]> {
  const shifts = await page.evaluate(() => (globalThis as unknown as Shifts).shifts);
  return shifts.reduce((sum, each) => sum + each.value, 0) < 0.05 ? [] : shifts;
}
