// Text as a hurried reader sees it: the one folding by which names are compared with names of offices, and passwords
// with common ones (MEM-3, MEM-7).

/** Digits and signs for the letters that they look like. A 1 is an i or an l. */
const SIGNS: Readonly<Record<string, string>> = {
  0: "o",
  3: "e",
  4: "a",
  5: "s",
  7: "t",
  8: "b",
  "@": "a",
  $: "s",
  "!": "i",
};

/** Cyrillic and Greek letters that look Latin, and the Latin ones that they look like, in the same order. */
const FOREIGN = "авгеһіјкмнорԛѕтухԝєɡαβγειοκνρτυχ";
const LATIN = "abrehijkmhopqstyxwegabyeiokvptux";
const foreign = new Map(
  Array.from(FOREIGN, (letter, index) => [letter, LATIN[index] ?? letter] as const),
);

/** `one`: the letter that a 1 stands for. The text is in lower case. */
export function withoutSigns(text: string, one: "i" | "l"): string {
  return Array.from(text, (sign) => (sign === "1" ? one : (SIGNS[sign] ?? sign))).join("");
}

/** Only letters, in small Latin ones where they look so: `T.réasur3r` is `treasurer`. */
function folded(text: string, one: "i" | "l"): string {
  const plain = text.normalize("NFKD").toLowerCase();
  const latin = Array.from(plain, (letter) => foreign.get(letter) ?? letter).join("");
  return withoutSigns(latin, one).replaceAll(/[^\p{L}]/gu, "");
}

const OFFICES = [
  "treasurer",
  "chairperson",
  "chairman",
  "chairwoman",
  "chairlady",
  "secgen",
  "secretary",
  "mwenyekiti",
  "mwekahazina",
  "katibu",
];
/** A word that is an office, and whatever tells two of them apart: `treasurer2`. */
const PLAIN_WORD = new RegExp(`^(?:${OFFICES.join("|")})[a-z0-9]*$`, "i");
const PLAIN_WORDS = new Set(["sec gen", "mweka hazina"]);
/** Words with one sign between them, as names and usernames are written. */
const PLAIN_NAME = /^[\p{L}\p{N}]+(?:[ ._-][\p{L}\p{N}]+)*$/u;
const OFFICIALS = new Set(["official", "officials", "officer", "afisa", "maafisa"]);
/** Beside an office they name whoever holds it: titles, and words for the group. */
const OF_THE_GROUP = new Set(
  (
    "the our your of for acting deputy assistant new mr mrs ms miss madam sir hon bw bwana bi mama mheshimiwa mh " +
    "akiba group chama kikundi sacco office ofisi kaimu msaidizi naibu mpya wa ya wetu yetu"
  ).split(" "),
);

const ones = ["i", "l"] as const;
const isIn = (words: ReadonlySet<string>) => (word: string) =>
  ones.some((one) => words.has(folded(word, one)));
const isOfficial = isIn(OFFICIALS);
const isOfTheGroup = isIn(OF_THE_GROUP);

/**
 * Whether a name, first and last together, passes for an office or its holder: an office in disguise, with a title or
 * the group beside it, or a word that only an official would write. An office plainly written is not one, whatever
 * name is beside it: `Treasurer`, `treasurer2`, `Grace Treasurer`. Every list in which officials decide has the RegNo.
 */
export function passesForOffice(name: string): boolean {
  const words = wordsOf(name);
  if (words.some(isOfficial)) return true;
  const named = officesIn(words);
  if (named.length === 0) return false;
  return (
    !PLAIN_NAME.test(name) || named.some(({ isPlain }) => !isPlain) || words.some(isOfTheGroup)
  );
}

function wordsOf(name: string): string[] {
  return name.split(/[^\p{L}\p{N}@$!]+/u).filter((word) => word !== "");
}

/** Whether a name, first and last together, has an office in it, also plainly written: `Grace Treasurer`, `Sec Gen`. */
export function namesOffice(name: string): boolean {
  return officesIn(wordsOf(name)).length > 0;
}

/** Every office in a word, or in words that follow each other. */
function officesIn(words: readonly string[]): { isPlain: boolean }[] {
  const inOne = words.filter((word) => OFFICES.some((office) => isHidden(word, office)));
  const inSeveral = words.flatMap((_word, from) =>
    words.slice(from + 1).map((_other, more) => words.slice(from, from + more + 2)),
  );
  const spelt = inSeveral.filter((some) =>
    ones.some((one) => OFFICES.includes(folded(some.join(""), one))),
  );
  return [
    ...inOne.map((word) => ({ isPlain: PLAIN_WORD.test(word) })),
    ...spelt.map((some) => ({ isPlain: PLAIN_WORDS.has(some.join(" ").toLowerCase()) })),
  ];
}

function isHidden(word: string, office: string): boolean {
  return ones.some((one) => folded(word, one).includes(office));
}
