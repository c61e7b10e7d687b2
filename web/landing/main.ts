// The landing page's own script: small, and without React until somebody wants to sign in.
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

/** The phone's menu closes after a choice, on Escape and on a press beside it. */
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

/** Who is signed in on this device finds the way in beside the headline. Sign In stays: the session may have ended. */
function offerDashboard(): void {
  // The key is written out: importing it from web/api would bring React into this script.
  const link = document.querySelector<HTMLAnchorElement>("[data-second]");
  if (!link || localStorage.getItem("session_cookie") === null) return;
  link.href = "/dashboard";
  link.textContent = link.dataset["second"] ?? "";
}

/** Brings the switches of the bar and of the phone's menu to life; both show what is chosen. */
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

/** Writes the group's own name wherever the default stands, if it has another. */
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
    // Offline: the page is complete without it.
    return undefined;
  }
}

/** `/?language=sw` has set the cookie; what is shared or stored as a bookmark shall follow its reader's own choice. */
function forgetLanguageInAddress(): void {
  const address = new URL(location.href);
  if (!address.searchParams.has("language")) return;
  address.searchParams.delete("language");
  history.replaceState(null, "", address);
}
