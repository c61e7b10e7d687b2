// Puts messages into words. How to add a sentence is said in message.ts.
import { createTranslator, type TranslationValues } from "use-intl/core";
import { nairobiDate, nairobiTime, type PlainDate } from "#domain/calendar.ts";
import { languages, type Language } from "#domain/language.ts";
import { formatKes } from "#domain/money.ts";
import { server as en } from "./en/server.ts";
import { Message, type Fact, type FactsOf, type MessageKey, type TextsOf } from "./message.ts";
import { server as sw } from "./sw/server.ts";

/** Says a message, or the sentence of a key with its facts, in one language. */
export type Translate = {
  (message: Message): string;
  <Key extends MessageKey>(key: Key, ...facts: FactsOf<Key>): string;
};

/** Facts that are words themselves: `{office}` comes out as the office is called in the language. */
const vocabularies = { office: "words.offices", label: "labels", account: "accounts" } as const;

const catalogue: Readonly<Record<Language, TextsOf<typeof en>>> = { en, sw };

// Once for each language: a translator keeps the sentences that it has read.
const translators = Object.fromEntries(
  languages.map((each) => [each, createTranslate(each)]),
) as Readonly<Record<Language, Translate>>;

/** The language of records: the journal and the audit log are stored in it, whoever reads them. */
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
  }) as ((key: string, values?: TranslationValues) => string) & { raw: (key: string) => string };
  const read = new Map<string, readonly string[] | null>();

  /** A sentence that chooses nothing: its text, and between each two pieces the name of what is filled in. */
  function piecesOf(key: string): readonly string[] | null {
    const known = read.get(key);
    if (known !== undefined) return known;
    const text = say.raw(key);
    const pieces = /'|, (select|plural)/.test(text) ? null : text.split(/\{(\w+)\}/);
    read.set(key, pieces);
    return pieces;
  }

  function translate(key: string, facts: Readonly<Record<string, Fact>> | undefined): string {
    // Lists have thousands of descriptions: those that choose nothing are put together without reading ICU again.
    const pieces = piecesOf(key);
    if (pieces !== null) return fill(pieces, facts ?? {}, key);
    if (facts === undefined) return say(key);
    const values: TranslationValues = {};
    for (const name in facts) values[name] = wordsOf(facts[name] as Fact, name);
    return say(key, values);
  }

  function fill(
    pieces: readonly string[],
    facts: Readonly<Record<string, Fact>>,
    key: string,
  ): string {
    let filled = pieces[0] ?? "";
    for (let index = 1; index < pieces.length; index += 2) {
      const name = pieces[index] as string;
      const fact = facts[name];
      if (fact === undefined) throw new Error(`${key} lacks ${name}`);
      filled += `${wordsOf(fact, name)}${pieces[index + 1]}`;
    }
    return filled;
  }

  function wordsOf(fact: Fact, name: string): string | number {
    if (typeof fact === "string") return name in vocabularies ? wordOf(fact, name) : fact;
    if (typeof fact === "number") return fact;
    if (typeof fact === "bigint") return formatKes(fact);
    if (fact instanceof Message) return translate(fact.key, fact.facts);
    if ("day" in fact) return dayInWords(fact.day);
    if ("month" in fact) return monthInWords(fact.month);
    if ("months" in fact) return monthsInWords(fact.months);
    if ("lines" in fact)
      return fact.lines.map((line) => translate(line.key, line.facts)).join("\n");
    if ("heading" in fact) return wordsOf(fact.heading, name).toString().replace(/\.$/, "");
    const [day, time] = [dayInWords(nairobiDate(fact.at)), nairobiTime(fact.at)];
    return translate("words.moment", { day, time });
  }

  function wordOf(fact: string, name: string): string {
    return translate(`${vocabularies[name as keyof typeof vocabularies]}.${fact}`, undefined);
  }

  /** `05 Aug 2026`: month names are our own, since Intl writes "Sept". */
  function dayInWords(date: PlainDate): string {
    return `${date.slice(8)} ${translate(`words.shortMonths.${Number(date.slice(5, 7))}`, undefined)} ${date.slice(0, 4)}`;
  }

  /** The year once, if it is the same: `June to October 2026`. */
  function monthsInWords({ first, last }: { first: PlainDate; last: PlainDate }): string {
    const isOneYear = first.slice(0, 4) === last.slice(0, 4);
    return translate("words.monthsSpan", {
      first: isOneYear ? monthInWords(first).slice(0, -5) : monthInWords(first),
      last: monthInWords(last),
    });
  }

  function monthInWords(date: PlainDate): string {
    return `${translate(`words.months.${Number(date.slice(5, 7))}`, undefined)} ${date.slice(0, 4)}`;
  }

  return (message: Message | MessageKey, facts?: Record<string, Fact>) =>
    typeof message === "string" ? translate(message, facts) : translate(message.key, message.facts);
}
