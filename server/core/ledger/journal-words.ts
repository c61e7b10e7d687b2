// How the words of a search are found in the descriptions of entries: by the index of words (`journal_words`), and in the text itself.
import { initialsIn, spellingsOf } from "#domain/search-terms.ts";

/**
 * A word of a search for `journal_words`, as the text of a tsquery: in its spellings, and with initials that stand apart, each by itself
 * or with its full stop. Finds some entries more than have the word; `writtenPattern` says which have it.
 */
export function journalQuery(word: string): string {
  const spelled = spellingsOf(word).map((each) =>
    each.split(/ +/u).map((part) => `${quoted(part)}:*`),
  );
  const apart = initialsIn(word)?.map((each) => `(${quoted(each)} | ${quoted(`${each}.`)}:*)`);
  return [...spelled, ...(apart === undefined ? [] : [apart])]
    .map((parts) => `(${parts.join(" & ")})`)
    .join(" | ");
}

const quoted = (word: string) =>
  `'${word.slice(0, 60).replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;

/** A word in each of its spellings, as a regular expression of PostgreSQL: from the start of a word, or from a sign. */
export const namePattern = (word: string): string =>
  spellingsOf(word).map(beginningPattern).join("|");

/** The same in free text, where initials may stand apart. */
export function writtenPattern(word: string): string {
  const apart = initialsIn(word);
  return apart === null
    ? namePattern(word)
    : `${namePattern(word)}|(^|[^[:alnum:]])${apart.join("[ .]+")}($|[^[:alnum:]])`;
}

/** Every character is literal. */
function beginningPattern(text: string): string {
  const literal = text.replaceAll(/[^\p{L}\p{N}]/gu, "\\$&");
  return /^[\p{L}\p{N}]/u.test(text) ? `(^|[^[:alnum:]])${literal}` : literal;
}
