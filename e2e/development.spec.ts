// `npm run dev`: the same application from its sources, on one address.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApplication, type Application } from "./application.ts";
import { openBrowser, openWindow } from "./browser.ts";
import { joinGroup } from "./people.ts";
import { closeWindows } from "./shared-windows.ts";

let application: Application;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication("dev");
  browser = await openBrowser();
});
afterAll(async () => {
  await closeWindows(browser);
  await application?.close();
});

// Vite prepares a new dependency and then reloads the page: nothing may be typed here.
test("the application for developing opens sign-in and the dashboard", async () => {
  const member = await joinGroup(application, { firstName: "Zawadi", lastName: "Njeri" });
  const { context, page } = await openWindow(browser, { url: application.url });
  await page.goto("/?open=sign-in");
  const form = page.getByRole("dialog", { name: "Sign In" });
  await form.getByLabel("Email or mobile number").waitFor();
  await context.addInitScript(
    (token) => localStorage.setItem("session_cookie", token),
    member.token,
  );
  await page.goto("/dashboard");
  await page.getByText(`Welcome, ${member.username}`).waitFor();
  await page.getByRole("heading", { name: "Recap & Alerts" }).waitFor();
  await expect.poll(() => page.title()).toContain("Akiba Group");
  await context.close();
});
