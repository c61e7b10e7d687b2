// The words of the language that is spoken now, in parts, each its own chunk: what sign-in and the dashboard open with (`first`),
// what an office or the auditor opens (`office`), bringing books (`opening`), what a member is asked about them (`figures`),
// what members are notified of (`notices`), and all other pages (`rest`). No other language is ever fetched.
import type { first } from "./en/first.ts";
import type { figures } from "./en/figures.ts";
import type { notices } from "./en/notices.ts";
import type { office } from "./en/office.ts";
import type { opening } from "./en/opening.ts";
import type { rest } from "./en/rest.ts";
import type { setup } from "./en/setup.ts";
import type { Language } from "#domain/language.ts";
import { rememberLanguage, wantedLanguage } from "./language.ts";
import type { TextsOf } from "#messages/message.ts";

export type AllTexts = typeof first &
  typeof rest &
  typeof office & {
    opening: typeof opening;
    figures: typeof figures;
    notices: typeof notices;
    setup: typeof setup;
  };
type Texts = TextsOf<AllTexts>;
type Spoken = { language: Language; texts: Partial<Texts> };

const loaders = {
  en: {
    first: () => import("./en/first.ts").then(({ first }) => first),
    rest: () => import("./en/rest.ts").then(({ rest }) => rest),
    office: () => import("./en/office.ts").then(({ office }) => office),
    opening: () => import("./en/opening.ts").then(({ opening }) => ({ opening })),
    figures: () => import("./en/figures.ts").then(({ figures }) => ({ figures })),
    notices: () => import("./en/notices.ts").then(({ notices }) => ({ notices })),
    setup: () => import("./en/setup.ts").then(({ setup }) => ({ setup })),
  },
  sw: {
    first: () => import("./sw/first.ts").then(({ first }) => first),
    rest: () => import("./sw/rest.ts").then(({ rest }) => rest),
    office: () => import("./sw/office.ts").then(({ office }) => office),
    opening: () => import("./sw/opening.ts").then(({ opening }) => ({ opening })),
    figures: () => import("./sw/figures.ts").then(({ figures }) => ({ figures })),
    notices: () => import("./sw/notices.ts").then(({ notices }) => ({ notices })),
    setup: () => import("./sw/setup.ts").then(({ setup }) => ({ setup })),
  },
} satisfies Record<Language, Record<string, () => Promise<Partial<Texts>>>>;

export type Part = keyof (typeof loaders)["en"];

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
  const fetched = await Promise.all(parts.map((part) => loaders[language][part]()));
  const before = language === spoken.language ? spoken.texts : {};
  spoken = { language, texts: Object.assign({}, before, ...fetched) as Partial<Texts> };
  loaded = [...new Set([...loaded, ...parts])];
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
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
