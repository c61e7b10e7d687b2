// Words that the database keeps as text, which admits no other (notices_kind and its like).
import { messageStates, type MessageState } from "#domain/notices/notice-kinds.ts";

/** Throws where the database has a word that it does not admit. */
export function wordOf<Word extends string>(words: readonly Word[], stored: string): Word {
  const word = words.find((each) => each === stored);
  if (word === undefined) throw new Error(`${stored} is none of ${words.join(", ")}`);
  return word;
}

/** A message that is being sent still waits for whoever looks. */
export function shownState(stored: string): MessageState {
  return stored === "sending" ? "waiting" : wordOf(messageStates, stored);
}
