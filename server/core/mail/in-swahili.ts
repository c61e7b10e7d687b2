// Says in Swahili what the application says in English, by its list of phrases and its refusals.
import { refusals, type RefusalRow } from "#domain/refusals.ts";
import { refusalsInSwahili } from "#domain/refusals-sw.ts";
import { openPhraseBook, type Phrase } from "./phrase-book.ts";
import { phrases } from "./phrases-sw.ts";

const refused = Object.entries(refusalsInSwahili).flatMap(([code, swahili]): Phrase[] => {
  const { detail } = refusals[code as keyof typeof refusals] as RefusalRow;
  return typeof detail === "string" && typeof swahili === "string" ? [[detail, swahili]] : [];
});

const find = openPhraseBook([...phrases, ...refused]);

/** The sentence in Swahili, or the same sentence when it is not one of the application's own. */
export function inSwahili(sentence: string): string {
  return find(sentence) ?? sentence;
}
