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
/** The word itself, and whatever number or word tells two of them apart. */
const PLAIN = new RegExp(
  `^(${[...OFFICES, "sec-gen", "sec gen", "mweka hazina"].join("|")})([._-]?[a-z0-9]+)?$`,
  "i",
);
const OFFICIALS = new Set(["official", "officials", "officer", "afisa", "maafisa"]);

const ones = ["i", "l"] as const;

/**
 * Whether a name passes for an office or its holder: an office in disguise or with more words, or a word that only an
 * official would write. An office plainly written is not one: `Treasurer`, `treasurer2`. Every list in which officials
 * decide has the RegNo.
 */
export function passesForOffice(name: string): boolean {
  const words = name.split(/[^\p{L}\p{N}@$!]+/u);
  if (words.some((word) => ones.some((one) => OFFICIALS.has(folded(word, one))))) return true;
  return (
    !PLAIN.test(name) &&
    OFFICES.some((office) => ones.some((one) => folded(name, one).includes(office)))
  );
}
