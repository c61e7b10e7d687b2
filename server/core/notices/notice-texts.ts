// The text of a notice: in full for the list and for mails, and in 160 characters for phones (NOTE-10).
import {
  noticeEvents,
  noticeEventNames,
  type NoticeEventName,
} from "#domain/notices/notice-events.ts";
import { Message, type Fact, type FactsOf, type MessageKey } from "#messages/message.ts";
import {
  readFacts,
  readMessage,
  type StoredFacts,
  type StoredMessage,
} from "#messages/stored-message.ts";
import type { Translate } from "#messages/translator.ts";
import type { Letter } from "#server/core/mail/letters.ts";

/** The facts of an event's text: none, or one object. */
export type NoticeFacts<Event extends NoticeEventName> = FactsOf<`notices.${Event}`>;

export function noticeMessage(event: NoticeEventName, facts: Readonly<Record<string, Fact>>) {
  return new Message(`notices.${event}` as MessageKey, facts);
}

/** The columns of `notices` that its text needs. */
export type StoredNotice = { event: string; facts: unknown; letter?: unknown };

/** The whole text, however long names and reasons are. */
export function sayNotice(t: Translate, stored: StoredNotice): string {
  return t(noticeMessage(eventOf(stored), readFacts(stored.facts as StoredFacts)));
}

/** Characters of an SMS of one part. */
export const TEXT_CHARACTERS_MOST = 160;

/** The same in 160 characters: shortens what people wrote, the longest first, and never a figure. */
export function sayNoticeShort(t: Translate, stored: StoredNotice): string {
  const event = eventOf(stored);
  const facts = readFacts(stored.facts as StoredFacts);
  let text = t(noticeMessage(event, facts));
  // A word of the Chairperson is sent as it was approved.
  if (event === "word") return text;
  while (text.length > TEXT_CHARACTERS_MOST) {
    const longest = longestWords(facts, t);
    if (longest === null) return text;
    const excess = text.length - TEXT_CHARACTERS_MOST;
    const remaining = Math.max(longest.words.length - excess - ELLIPSIS.length, WORDS_LEAST);
    facts[longest.name] = `${longest.words.slice(0, remaining).trimEnd()}${ELLIPSIS}`;
    text = t(noticeMessage(event, facts));
  }
  return text;
}

const ELLIPSIS = "...";
const WORDS_LEAST = 8;
// Codes of the catalogue, which nobody typed.
const CODES = new Set(["office", "kind", "type", "owing", "reconciled", "number", "label"]);

/** The longest fact that is text and can be shortened. */
function longestWords(facts: Readonly<Record<string, Fact>>, t: Translate) {
  const words = Object.entries(facts).flatMap(([name, fact]) => {
    if (CODES.has(name)) return [];
    if (typeof fact === "string") return [{ name, words: fact }];
    return fact instanceof Message ? [{ name, words: t(fact) }] : [];
  });
  const [longest] = words.toSorted((one, other) => other.words.length - one.words.length);
  if (longest === undefined || longest.words.length <= WORDS_LEAST + ELLIPSIS.length) return null;
  return longest;
}

/** The mail of a notice: its own text, or the notice's text under the subject of its kind. */
export function noticeLetter(stored: StoredNotice): Letter {
  if (Array.isArray(stored.letter)) {
    const [subject, ...paragraphs] = stored.letter.map((each: StoredMessage) => readMessage(each));
    if (subject !== undefined) return [subject, ...paragraphs];
  }
  const event = eventOf(stored);
  const subject = new Message(`notices.subjects.${noticeEvents[event].kind}` as MessageKey);
  return [subject, noticeMessage(event, readFacts(stored.facts as StoredFacts))];
}

/** The event of a stored notice; nothing else writes them. */
export function eventOf({ event }: StoredNotice): NoticeEventName {
  const known = noticeEventNames.find((name) => name === event);
  if (known === undefined) throw new Error(`there is no notice of ${event}`);
  return known;
}
