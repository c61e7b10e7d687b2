// The words of the language that is spoken now, in parts, each its own chunk: what sign-in and the dashboard open with
// (`first`), the books and all members (`group`), what an office or the auditor opens (`office`), bringing books
// (`opening`; `opening-own` for a sheet with headings of its own), what a member is asked about them (`figures`), what
// members are notified of (`notices`), the first start of a group (`setup`), one's own account (`account`), paying one sum
// and withdrawing (`paying`), paying from one's own phone (`mpesa`), money out by M-PESA
// (`payouts`), share-outs (`sharing`), merry-go-rounds (`rotations`), meetings (`meetings`), cash at hand (`cash`), what a meeting
// collects (`collections`), funds (`funds`), loans of a product
// (`lending`), a receipt's proof and sending it (`receipts`), and all other pages (`rest`). No other language
// is ever fetched. Which language the reader wants is what they chose last, else what their browser asks for; the server
// decides by the same rules which page to send (server/http/language.ts).
import { readLanguage, type Language } from "#domain/language.ts";
import type { TextsOf } from "#messages/message.ts";

/** `accounts` comes with three parts: each page that names an account loads one of them. */
export type AllTexts = typeof import("#messages/en/web/first.ts") &
  typeof import("#messages/en/web/rest.ts") &
  typeof import("#messages/en/web/group.ts") &
  typeof import("#messages/en/web/office.ts") &
  Omit<typeof import("#messages/en/web/opening.ts"), "accounts"> &
  typeof import("#messages/en/web/opening-own.ts") &
  typeof import("#messages/en/web/figures.ts") &
  typeof import("#messages/en/web/notices.ts") &
  typeof import("#messages/en/web/setup.ts") &
  typeof import("#messages/en/web/account.ts") &
  typeof import("#messages/en/web/paying.ts") &
  typeof import("#messages/en/web/mpesa.ts") &
  typeof import("#messages/en/web/payouts.ts") &
  typeof import("#messages/en/web/sharing.ts") &
  typeof import("#messages/en/web/lending.ts") &
  typeof import("#messages/en/web/rotations.ts") &
  typeof import("#messages/en/web/meetings.ts") &
  typeof import("#messages/en/web/cash.ts") &
  typeof import("#messages/en/web/collections.ts") &
  typeof import("#messages/en/web/funds.ts") &
  Omit<typeof import("#messages/en/web/receipts.ts"), "accounts">;
type Texts = TextsOf<AllTexts>;
type Spoken = { language: Language; texts: Partial<Texts> };

export type Part =
  | "first"
  | "rest"
  | "group"
  | "office"
  | "opening"
  | "opening-own"
  | "figures"
  | "notices"
  | "setup"
  | "account"
  | "paying"
  | "mpesa"
  | "payouts"
  | "sharing"
  | "lending"
  | "rotations"
  | "meetings"
  | "cash"
  | "collections"
  | "funds"
  | "receipts";

/** Of every language that there is a folder for. */
const files = import.meta.glob<Partial<Texts>>(
  "../../messages/*/web/{first,rest,group,office,opening,opening-own,figures,notices,setup,account,paying,mpesa,payouts,sharing,rotations,meetings,cash,collections,funds,lending,receipts}.ts",
);

let spoken: Spoken = { language: "en", texts: {} };
let loaded: readonly Part[] = [];
const listeners = new Set<() => void>();

/** Begins in the wanted language; before anything is drawn. */
export async function startWords(): Promise<void> {
  await speak(wantedLanguage(), ["first"]);
}

/** Fetches a part of the words; once. */
export async function loadWords(part: Part): Promise<void> {
  if (!loaded.includes(part)) await speak(spoken.language, [part]);
}

/** Everything on the page changes over at once, when the words are there; remembered for the next visit. */
export async function switchLanguage(to: Language): Promise<void> {
  await speak(to, loaded);
  rememberLanguage(to);
}

async function speak(language: Language, parts: readonly Part[]): Promise<void> {
  const fetched = await Promise.all(parts.map((part) => fetchWords(language, part)));
  const before = language === spoken.language ? spoken.texts : {};
  spoken = { language, texts: Object.assign({}, before, ...fetched) as Partial<Texts> };
  loaded = [...new Set([...loaded, ...parts])];
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
}

function fetchWords(language: Language, part: Part): Promise<Partial<Texts>> {
  const file = files[`../../messages/${language}/web/${part}.ts`];
  if (file === undefined) throw new Error(`messages/${language} has no web/${part}.ts`);
  return file();
}

/** What is spoken now; another object after each change. */
export function spokenWords(): Spoken {
  return spoken;
}

/** A group of texts that must have been fetched by now. */
export function textsOf<Group extends keyof Texts>(group: Group): Texts[Group] {
  const texts = spoken.texts[group];
  if (texts === undefined) throw new Error(`the words of ${group} are not loaded`);
  return texts;
}

export function onWordsChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

const YEAR_SECONDS = 365 * 24 * 60 * 60;

function wantedLanguage(): Language {
  const chosen = document.cookie.split("; ").find((each) => each.startsWith("language="));
  return readLanguage(chosen?.slice("language=".length)) ?? fromBrowser();
}

/** A cookie, since signing out clears the local storage (SCR-6). */
function rememberLanguage(language: Language): void {
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
