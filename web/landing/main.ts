// The landing page's script. It is small, and loads React only for the sign-in and sign-up forms.
import { readTheme } from "#domain/language.ts";
import { chooseTheme, chosenTheme } from "#web/ui/theme.ts";
import { turnQuotes } from "./carousel.ts";
import { openOnDemand } from "./open-on-demand.ts";

for (const year of document.querySelectorAll("[data-year]")) {
  year.textContent = String(new Date().getFullYear());
}
for (const carousel of document.querySelectorAll<HTMLElement>("[data-carousel]")) {
  turnQuotes(carousel);
}
closeMenuWhenDone();
offerDashboard();
offerThemes();
openOnDemand();
void showGroupName();
forgetLanguageInAddress();

/** Closes the phone's menu after a choice, on Escape and on a press outside of it. */
function closeMenuWhenDone(): void {
  const menu = document.querySelector<HTMLDetailsElement>("[data-menu]");
  if (!menu) return;

  menu.addEventListener("click", (event) => {
    if (event.target instanceof HTMLAnchorElement) menu.open = false;
  });
  document.addEventListener("pointerdown", (event) => {
    if (event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
}

/**
 * Makes the headline's second button a link to the dashboard if this device has a session token. Sign In stays, since
 * the session may have ended.
 */
function offerDashboard(): void {
  // The key is repeated here, since importing it from web/api would bring React into this script.
  const link = document.querySelector<HTMLAnchorElement>("[data-second]");
  if (!link || localStorage.getItem("session_cookie") === null) return;
  link.href = "/dashboard";
  link.textContent = link.dataset["second"] ?? "";
}

/** Enables the theme switches of the bar and of the phone's menu, and keeps both up to date. */
function offerThemes(): void {
  const buttons = document.querySelectorAll<HTMLButtonElement>("[data-theme-choice]");
  const show = () => {
    const chosen = chosenTheme() ?? "system";
    for (const button of buttons)
      button.setAttribute("aria-pressed", String(button.dataset["themeChoice"] === chosen));
  };
  for (const button of buttons)
    button.addEventListener("click", () => {
      chooseTheme(readTheme(button.dataset["themeChoice"]) ?? null);
      show();
    });
  show();
  for (const themes of document.querySelectorAll<HTMLElement>("[data-themes]"))
    themes.hidden = false;
}

/** Replaces the default name by the group's own name if the two differ. */
async function showGroupName(): Promise<void> {
  const indexes = [...document.querySelectorAll("[data-group-name]")];
  const name = await fetchName();
  const usual = indexes[0]?.textContent;
  if (name === undefined || !usual || name === usual) return;
  document.title = document.title.replace(usual, name);
  for (const index of indexes) index.textContent = name;
}

async function fetchName(): Promise<string | undefined> {
  try {
    const answer = await fetch("/api/group/", { headers: { Accept: "application/json" } });
    const group = (await answer.json()) as { name?: unknown };
    return answer.ok && typeof group.name === "string" && group.name !== ""
      ? group.name
      : undefined;
  } catch {
    // Without a network the page keeps the default name.
    return undefined;
  }
}

/**
 * Removes `?language=sw`, which has set the cookie, so that a shared link or bookmark follows its reader's own choice.
 */
function forgetLanguageInAddress(): void {
  const address = new URL(location.href);
  if (!address.searchParams.has("language")) return;
  address.searchParams.delete("language");
  history.replaceState(null, "", address);
}
