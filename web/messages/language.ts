// Which language the reader wants: what they chose last, else what their browser asks for. The server decides by the same
// rules which page to send (server/http/language.ts).
import { readLanguage, type Language } from "#domain/language.ts";

/** Each language by its own name. */
export const languageNames: Record<Language, string> = { en: "English", sw: "Kiswahili" };

const YEAR_SECONDS = 365 * 24 * 60 * 60;

export function wantedLanguage(): Language {
  const chosen = document.cookie.split("; ").find((each) => each.startsWith("language="));
  return readLanguage(chosen?.slice("language=".length)) ?? fromBrowser();
}

/** A cookie, because signing out clears the local storage (SCR-6). */
export function rememberLanguage(language: Language): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `language=${language}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`;
}

/** The first of the browser's languages that there are words for. */
function fromBrowser(): Language {
  for (const tag of navigator.languages) {
    const known = readLanguage(tag.split("-")[0]?.toLowerCase());
    if (known !== undefined) return known;
  }
  return "en";
}
