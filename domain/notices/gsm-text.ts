// The text of an SMS: the GSM 7-bit alphabet, replacements for other characters, and how many parts a text has.

const BASIC =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?" +
  "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
/** Each counts as two characters: an escape comes before it. */
const EXTENDED = "\f^{}\\[~]|€";

const septets = new Map<string, 1 | 2>([
  ...Array.from(BASIC, (each) => [each, 1] as const),
  ...Array.from(EXTENDED, (each) => [each, 2] as const),
]);

const written: Readonly<Record<string, string>> = {
  "‘": "'",
  "’": "'",
  "‚": "'",
  "‛": "'",
  ʼ: "'",
  "`": "'",
  "´": "'",
  "“": '"',
  "”": '"',
  "„": '"',
  "«": '"',
  "»": '"',
  "–": "-",
  "—": "-",
  "−": "-",
  "‑": "-",
  "‐": "-",
  "…": "...",
  "•": "-",
  "·": ".",
  "×": "x",
  "\t": " ",
  đ: "d",
  Đ: "D",
  ħ: "h",
  Ħ: "H",
  ı: "i",
  ł: "l",
  Ł: "L",
  ŋ: "ng",
  Ŋ: "Ng",
  œ: "oe",
  Œ: "OE",
  þ: "th",
  Þ: "Th",
  ð: "d",
  Ð: "D",
};

/** Characters (7 bits) in a single part; each of several parts holds fewer, because it carries its number. */
const GSM = { alone: 160, each: 153 };
/** The same in UTF-16 units, for a text with any other character. */
const WIDE = { alone: 70, each: 67 };

/**
 * The text in the GSM alphabet: straight quotes, letters without unsupported marks, and `?` where nothing is similar.
 */
export function toGsm(text: string): string {
  return transliterate(text, "?");
}

/** The same for a person's own text: a character without a similar one stays. */
export function toGsmIfWhole(text: string): string {
  const plain = transliterate(text, null);
  return isGsm(plain) ? plain : text.normalize("NFC");
}

export function isGsm(text: string): boolean {
  return Array.from(text).every((each) => septets.has(each));
}

/** How many SMS the network makes of it and charges; 0 for an empty text. */
export function countParts(text: string): number {
  const sizes = isGsm(text)
    ? Array.from(text, (each) => septets.get(each) ?? 1)
    : Array.from(text, (each) => each.length);
  const { alone, each } = isGsm(text) ? GSM : WIDE;
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total === 0) return 0;
  if (total <= alone) return 1;
  // A character of two units is never split.
  let parts = 1;
  let used = 0;
  for (const size of sizes) {
    if (used + size > each) {
      parts += 1;
      used = 0;
    }
    used += size;
  }
  return parts;
}

function transliterate(text: string, otherwise: string | null): string {
  return Array.from(text.normalize("NFC"), (each) => inAlphabet(each) ?? otherwise ?? each).join(
    "",
  );
}

function inAlphabet(character: string): string | null {
  if (septets.has(character)) return character;
  const likeness = written[character];
  if (likeness !== undefined) return likeness;
  if (/^\p{Cf}$|^\p{M}$/u.test(character)) return "";
  if (/^\p{Z}$/u.test(character)) return " ";
  const bare = character.normalize("NFKD").replaceAll(/\p{M}/gu, "");
  return bare !== "" && isGsm(bare) ? bare : null;
}
