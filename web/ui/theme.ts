// Light or dark: the reader's choice, else the device's setting. The server sends the page in the chosen theme
// (server/http/language.ts); a page stored for offline use is switched here.
import { readTheme, type Theme } from "#domain/language.ts";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Null: follows the device. */
export function chosenTheme(): Theme | null {
  const chosen = document.cookie.split("; ").find((each) => each.startsWith("theme="));
  return readTheme(chosen?.slice("theme=".length)) ?? null;
}

/** A cookie, because signing out clears the local storage (SCR-6). */
export function chooseTheme(theme: Theme | null): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  const age = theme === null ? 0 : YEAR_SECONDS;
  document.cookie = `theme=${theme ?? ""}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`;
  showTheme();
}

export function showTheme(): void {
  const theme = chosenTheme();
  if (theme === null) delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}
