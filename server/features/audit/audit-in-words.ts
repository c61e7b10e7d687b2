// The facts of an audit entry in the reader's language (SAFE-10): a sentence of the program is stored by its key, what
// people wrote as they wrote it.
import type { MessageKey } from "#messages/message.ts";
import { isStoredMessage, readMessage } from "#messages/stored-message.ts";
import type { Translate } from "#messages/translator.ts";

/** Sentences that earlier releases and their migrations stored in English, as reasons of these actions. */
const earlierSentences: Readonly<Record<string, MessageKey>> = {
  "wrong name or password": "audited.wrongPassword",
  "not active": "audited.notActive",
  "wrong code": "audited.wrongCode",
  "From here on the audit log witnesses what it tells of": "audited.fromHereLog",
  "Settings of notices": "audited.fromHereNotices",
  "From here on the audit log witnesses choices, browsers and devices": "audited.fromHereChoices",
  "From here on the audit log witnesses the amount for one person": "audited.fromHereLimit",
  "From here on the audit log witnesses the account": "audited.fromHereAccount",
  "From here on nothing is dated before its cause": "audited.fromHereDays",
  "From here on the fines of one official within 24 hours are summed": "audited.fromHereFines",
};
/** Of no other: there a person may have written the same. */
const ofProgram = /^sessions\.refuse$|\.baseline$/;

/** The facts of one side of an entry, with its sentences in words; null stays null. */
export function inWords(facts: unknown, action: string, t: Translate): unknown {
  if (isStoredMessage(facts)) return t(readMessage(facts));
  if (Array.isArray(facts)) return facts.map((each) => inWords(each, action, t));
  if (typeof facts === "string") {
    const key = ofProgram.test(action) ? earlierSentences[facts] : undefined;
    // None of them fills anything in.
    return key === undefined ? facts : t(readMessage({ key, facts: {} }));
  }
  if (facts === null || typeof facts !== "object") return facts;
  return Object.fromEntries(
    Object.entries(facts).map(([name, each]) => [name, inWords(each, action, t)]),
  );
}
