// Answers of a late read replica are shown with their age (SAFE-27). The test adds the age to the answers on their
// way: a real standby's is tested in server/http/replica-read.test.ts.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Application } from "./application.ts";
import { DESKTOP, inspect, openBrowser, openWindow, PHONE, questionsOf } from "./browser.ts";
import { startFounded } from "./founded-group.ts";
import type { Member } from "./people.ts";
import { closeWindows } from "./shared-windows.ts";

const AS_OF = "2026-11-22T18:30:00.000+03:00";
const TRIAL_BALANCE = "/api/accounting/get_trial_balance/";

let application: Application;
let browser: Browser;
let chairperson: Member;

beforeAll(async () => {
  ({
    application,
    officials: { chairperson },
  } = await startFounded());
  browser = await openBrowser();
});
afterAll(async () => {
  await closeWindows(browser);
  await application?.close();
});

/** As a server with a late replica answers. */
async function answerFromReplica(page: Page, replica: object): Promise<void> {
  await page.route("**/api/answers/**", async (route) => {
    const response = await route.fetch();
    const { answers } = await response.json();
    for (const [at, question] of questionsOf(route.request()).entries()) {
      if (question.startsWith(TRIAL_BALANCE)) answers[at].answer.as_of = AS_OF;
      if (question === "/api/health") answers[at].answer.replica = replica;
    }
    await route.fulfill({ response, json: { answers } });
  });
  await page.route(`**${TRIAL_BALANCE}pdf/**`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, headers: { ...answer.headers(), "x-as-of": AS_OF } });
  });
}

test.each([
  {
    language: "en",
    size: DESKTOP,
    mark: "As of 22 Nov 2026, 18:30",
    sheet: "Figures as of 22 Nov 2026, 18:30.",
    download: "Download PDF",
    toast: "as on 22 Nov 2026, 18:30",
    replica: { failure: null, behind_seconds: 2_460 },
    shown: "Reports are read from the replica, which is 41 minutes behind.",
  },
  {
    language: "sw",
    size: PHONE,
    mark: "Kufikia 22 Nov 2026, 18:30",
    sheet: "Takwimu za 22 Nov 2026, 18:30.",
    download: "Pakua PDF",
    toast: "kufikia 22 Nov 2026, 18:30",
    replica: { failure: "connect ECONNREFUSED 10.0.0.2:5432", behind_seconds: null },
    shown: "Kwa sasa zinasomwa kutoka hifadhidata kuu: connect ECONNREFUSED 10.0.0.2:5432",
  },
])(
  "a report that is behind says as of when it is, and Admin shows the replica ($language)",
  async (expected) => {
    const visit = await openWindow(browser, { url: application.url, size: expected.size });
    const { context, page, errors } = visit;
    await context.addCookies([
      { name: "language", value: expected.language, url: application.url },
    ]);
    await context.addInitScript(
      (token) => localStorage.setItem("session_cookie", token),
      chairperson.token,
    );
    await answerFromReplica(page, expected.replica);
    await page.goto("/dashboard/accounting/trial-balance");
    await page.getByRole("banner").getByText(expected.mark, { exact: true }).waitFor();
    await page.getByRole("article").getByText(expected.sheet, { exact: true }).waitFor();
    await inspect(visit, `replica-behind-${expected.language}`);

    const file = page.waitForEvent("download");
    await page.getByRole("button", { name: expected.download }).click();
    const name = (await file).suggestedFilename();
    await page.getByText(`${name}: ${expected.toast}`).waitFor();

    await page.goto("/dashboard/admin");
    await page.getByText(expected.shown).waitFor();
    await expect.poll(() => page.getByText(expected.mark).count()).toBe(0);
    await inspect(visit, `replica-admin-${expected.language}`);
    expect(errors).toEqual([]);
    await context.close();
  },
);
