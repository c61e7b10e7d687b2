// Puts messages into words. How to add a sentence is said in message.ts.
import { createTranslator, type TranslationValues } from "use-intl/core";
import { nairobiDate, nairobiIso, type PlainDate } from "#domain/calendar.ts";
import type { Language } from "#domain/language.ts";
import { formatKes } from "#domain/money.ts";
import { server as en } from "./en/server.ts";
import { Message, type Fact, type FactsOf, type MessageKey } from "./message.ts";
import { server as sw } from "./sw/server.ts";
import type { TextsOf } from "./texts-of.ts";

/** Says a message, or the sentence of a key with its facts, in one language. */
export type Translate = {
  (said: Message): string;
  <Key extends MessageKey>(key: Key, ...facts: FactsOf<Key>): string;
};

/** Facts that are words themselves: `{office}` comes out as the office is called in the language. */
const vocabularies = { office: "words.offices", label: "labels", account: "accounts" } as const;

const catalogue: Readonly<Record<Language, TextsOf<typeof en>>> = { en, sw };

// Once for each language: a translator keeps the sentences that it has read.
const translators: Readonly<Record<Language, Translate>> = {
  en: createTranslate("en"),
  sw: createTranslate("sw"),
};

/** The language of records: the journal and the audit log are kept in it, whoever reads them. */
export const inEnglish: Translate = translators.en;

export function translatorFor(language: Language): Translate {
  return translators[language];
}

function createTranslate(language: Language): Translate {
  const say = createTranslator<Record<string, unknown>>({
    locale: language,
    messages: catalogue[language],
    timeZone: "Africa/Nairobi",
    onError: (error) => {
      throw error;
    },
  }) as (key: string, values?: TranslationValues) => string;

  function translate(key: string, facts: Readonly<Record<string, Fact>> | undefined): string {
    if (facts === undefined) return say(key);
    const values: TranslationValues = {};
    for (const name in facts) values[name] = wordsOf(facts[name] as Fact, name);
    return say(key, values);
  }

  function wordsOf(fact: Fact, name: string): string | number {
    if (typeof fact === "string") return name in vocabularies ? wordOf(fact, name) : fact;
    if (typeof fact === "number") return fact;
    if (typeof fact === "bigint") return formatKes(fact);
    if (fact instanceof Message) return translate(fact.key, fact.facts);
    if ("day" in fact) return dayInWords(fact.day);
    if ("month" in fact) return monthInWords(fact.month);
    const [day, time] = [dayInWords(nairobiDate(fact.at)), nairobiIso(fact.at).slice(11, 16)];
    return say("words.moment", { day, time });
  }

  function wordOf(fact: string, name: string): string {
    return say(`${vocabularies[name as keyof typeof vocabularies]}.${fact}`);
  }

  /** `05 Aug 2026`: month names are our own, since Intl writes "Sept". */
  function dayInWords(date: PlainDate): string {
    return `${date.slice(8)} ${say(`words.shortMonths.${Number(date.slice(5, 7))}`)} ${date.slice(0, 4)}`;
  }

  function monthInWords(date: PlainDate): string {
    return `${say(`words.months.${Number(date.slice(5, 7))}`)} ${date.slice(0, 4)}`;
  }

  return (said: Message | MessageKey, facts?: Record<string, Fact>) =>
    typeof said === "string" ? translate(said, facts) : translate(said.key, said.facts);
}
