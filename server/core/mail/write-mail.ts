// Puts a mail together in the language of whoever reads it.
import { formatDay, nairobiDate, nairobiIso } from "#domain/calendar.ts";
import type { Language } from "#domain/language.ts";
import { datesInSwahili } from "#domain/words-sw.ts";
import type { Mail } from "./mail.ts";

/**
 * `language` as the database has it, which admits no other (members_language). `first_name` is null for an address that
 * nobody has proven to be theirs: whoever wrote it down must not write the words of our mail to a stranger (SAFE-20).
 */
export type Addressee = { email: string; first_name: string | null; language: string };

/** Somebody at an address that is not proven. */
export function stranger(to: { email: string; language: string }): Addressee {
  return { email: to.email, first_name: null, language: to.language };
}

/** What stands between the greeting and the group's name. */
export type Letter = readonly [subject: string, ...paragraphs: string[]];

/** The same letter in every language. */
export type Letters = Readonly<Record<Language, Letter>>;

const greetings: Readonly<Record<Language, string>> = { en: "Hello", sw: "Habari" };

export function writeMail(to: Addressee, groupName: string, letters: Letters): Mail {
  const language = to.language as Language;
  const [subject, ...paragraphs] = letters[language];
  const name = to.first_name === null ? "" : ` ${to.first_name}`;
  const greeting = `${greetings[language]}${name},`;
  return {
    recipient: to.email,
    subject,
    body: [greeting, ...paragraphs, groupName].join("\n\n"),
  };
}

/** The Nairobi day and minute of an instant: "16 Mar 2026 at 09:00". */
export function sayMoment(instant: Date): Readonly<Record<Language, string>> {
  const day = formatDay(nairobiDate(instant));
  const time = nairobiIso(instant).slice(11, 16);
  return { en: `${day} at ${time}`, sw: `${datesInSwahili(day)}, ${time}` };
}
