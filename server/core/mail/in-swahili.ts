// Says in Swahili what the application still says in finished English sentences, by its list of phrases. New sentences go into
// the catalogue instead (messages/message.ts).
import { openPhraseBook } from "./phrase-book.ts";
import { phrases } from "./phrases-sw.ts";

const find = openPhraseBook(phrases);

/** The sentence in Swahili, or the same sentence when it is not one of the application's own. */
export function inSwahili(sentence: string): string {
  return find(sentence) ?? sentence;
}
