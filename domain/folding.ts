// The one form in which names are searched, matched and compared (MEM-50). The database computes the same (`folded`).

/** Every sign that people type for the apostrophe of Ng'ang'a. Banks leave it out. */
const APOSTROPHES =
  "'`\u00b4\u02b9\u02bb\u02bc\u02bd\u02be\u02bf\u02c8\u2018\u2019\u201a\u201b\u2032\u2035\ua78b\ua78c\uff07";
/** Letters that Unicode does not take apart, and what people type for them, in the same order. */
const JOINED = "\u0111\u00f8\u0142\u0127\u0131\u03c2";
const PLAIN = "dolhi\u03c3";

const apostrophes = new RegExp(`[${APOSTROPHES}]`, "gu");
const dropped = new RegExp(`[${APOSTROPHES}\u0300-\u036f]`, "gu");
const joined = new RegExp(`[${JOINED}]`, "gu");

/**
 * Small letters without accents and apostrophes, whichever of their forms was typed: `Ng’ang’a`, `NG'ANG'A` and
 * `nganga` are equal, and so are `Wanjikũ` and `Wanjiku`. Other signs and spaces stay.
 */
export function folded(text: string): string {
  return text
    .replace(apostrophes, "")
    .normalize("NFKD")
    .replace(dropped, "")
    .toLowerCase()
    .replace(joined, (letter) => PLAIN[JOINED.indexOf(letter)] ?? letter);
}

/** A letter by itself before another one by itself: `j.k.`, `j. k.` and `j k`. */
const INITIAL_BEFORE_INITIAL = /(?<![^ .])([a-z])[ .]+(?=[a-z](?![^ .]))/gu;

/** Folded text with the initials that stand apart in it written together: `from j. k. ouma` is `from jk. ouma`. */
export function withInitialsTogether(text: string): string {
  return folded(text).replace(INITIAL_BEFORE_INITIAL, "$1");
}

/**
 * A name as names are compared: folded, its initials written together and without full stops: `J.K. Otieno`, `J K OTIENO`
 * and `JK Otieno` are equal, and so are `O.Okoth` and `O Okoth`. The database computes the same (`folded_name`).
 */
export function foldedName(name: string): string {
  return withInitialsTogether(name).replace(/[. ]+/gu, " ").replace(/^ | $/gu, "");
}

/**
 * Whether a name or a RegNo has what is searched for anywhere in it, in any spelling; an empty search is in each. Initials
 * that were typed apart begin a word: `k o` is not in `Okoth`.
 */
export function hasFolded(written: string, search: string): boolean {
  const typed = search.trim();
  const isBeginning = ` ${foldedName(written)}`.includes(` ${foldedName(typed)}`);
  return isBeginning || folded(written).includes(folded(typed));
}
