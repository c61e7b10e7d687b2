// A sentence in no language yet: its key in the catalogue and its facts.
//
// The catalogue has one folder for each language, with the same files, keys and arguments in each (README.md says what stands
// where, and how to add a language). To add a sentence of the server:
// 1. Write it in the same file of each language, `<language>/<group>.ts`, in ICU syntax: `{member}`, `{count, plural, one {entry} other
//    {entries}}`, `{kind, select, loan {…} other {…}}`. A new group also goes into `server.ts` of each folder.
// 2. Say it by its key: `t("reports.asOn", { date: day })` where the language is known (`Translate`, from `translatorFor`),
//    or `message("reports.asOn", { date })` where it is not, to be put into words later: `t(message)`.
//    A refusal is thrown by its code, `refuse("year-closed", { year })`, and said where the answer leaves the server: its row
//    goes into domain/refusals.ts, its sentence into `refusals.ts` of each folder. What is wrong with a field is a
//    `fieldFault(…)` (domain/field-fault.ts), said in `fields.ts`; a new label of a field goes into `labels` there.
// 3. Facts are data: what people wrote is passed in as it stands and comes out as it stands. Cents (bigint) come out as
//    `KES 1,234.50`; `{ day }`, `{ month }`, `{ months }` and `{ at }` as a date, a month and a moment; a message as its own words.
//    `office`, `label` and `account` take a code of `words.offices`, `labels` and `accounts`, and say its word.
//    Nothing is ever translated from a finished sentence.
import type { ICUArgs } from "use-intl/core";
import type { PlainDate } from "#domain/calendar.ts";
import type { Cents } from "#domain/money.ts";
import type { server } from "./en/server.ts";

/** What a sentence fills in. */
export type Fact =
  | string
  | number
  /** As money: `KES 1,234.50`. */
  | Cents
  /** A calendar day: `05 Aug 2026`. */
  | { day: PlainDate }
  /** The month of a day: `August 2026`. */
  | { month: PlainDate }
  /** Several months: `June to October 2026`. */
  | { months: { first: PlainDate; last: PlainDate } }
  /** The Nairobi day and minute of an instant: `16 Mar 2026 at 09:00`. */
  | { at: Date }
  /** A sentence as a heading: without its full stop. */
  | { heading: Message }
  /** Sentences, each on a line of its own. */
  | { lines: readonly Message[] }
  | Message;

type KeysOf<Texts, Path extends string = ""> = {
  [Key in keyof Texts & (string | number)]: Texts[Key] extends string
    ? `${Path}${Key}`
    : KeysOf<Texts[Key], `${Path}${Key}.`>;
}[keyof Texts & (string | number)];

type TextAt<Texts, Key extends string> = Key extends keyof Texts
  ? Texts[Key]
  : Key extends `${infer Group}.${infer Rest}`
    ? Group extends keyof Texts
      ? TextAt<Texts[Group], Rest>
      : never
    : never;

/** Where a sentence stands in the catalogue: `reports.asOn`. */
export type MessageKey = KeysOf<typeof server>;

type ArgumentsOf<Text> = Text extends string
  ? ICUArgs<Text, { ICUArgument: Fact; ICUNumberArgument: number; ICUDateArgument: never }>
  : never;

/** The facts that a sentence needs: none, or one object. */
export type FactsOf<Key extends MessageKey> = keyof ArgumentsOf<
  TextAt<typeof server, Key>
> extends never
  ? []
  : [facts: ArgumentsOf<TextAt<typeof server, Key>>];

export class Message {
  readonly key: MessageKey;
  readonly facts: Readonly<Record<string, Fact>>;

  constructor(key: MessageKey, facts: Readonly<Record<string, Fact>> = {}) {
    this.key = key;
    this.facts = facts;
  }
}

/** The sentence at `key`, with the facts that it fills in. */
export function message<Key extends MessageKey>(key: Key, ...params: FactsOf<Key>): Message {
  return new Message(key, params[0]);
}

/** The shape of a messages object in any language: the same keys, any words. */
export type TextsOf<Messages> = {
  readonly [Key in keyof Messages]: Messages[Key] extends string ? string : TextsOf<Messages[Key]>;
};
