// The lines of a file that an account has already (STAT-3): programs change a line's text, never its day, amount, balance and M-PESA code.
import type { PlainDate } from "../calendar.ts";
import type { Cents } from "../money.ts";
import { isMpesaCode } from "./mpesa-details.ts";

/** What a line is recognised by. */
export type KnownBy = {
  day: PlainDate;
  /** `HH:mm` in Nairobi; null if no time is printed. */
  time: string | null;
  reference: string | null;
  /** The M-PESA code in a bank's narration. */
  code: string | null;
  details: string;
  isFailed: boolean;
  amountCents: Cents;
  balanceCents: Cents | null;
};

type Pass<By> = {
  /** What two lines have in common besides their amount; null if a line does not have it. */
  key: (line: By) => string | null;
  /** Whether nothing else says that they are two. */
  agree: (one: By, other: By) => boolean;
  /** Of several that agree, the one that is alike. */
  isAlike?: (one: By, other: By) => boolean;
};

/** An equal value, or one that only one of the two has. */
const fits = <Value>(one: Value | null, other: Value | null) =>
  one === null || other === null || one === other;
const agreeInMoment = (one: Compared, other: Compared) =>
  fits(one.mpesa, other.mpesa) && fits(one.by.time, other.by.time);
const agreeInBalance = (one: Compared, other: Compared) =>
  agreeInMoment(one, other) && fits(one.by.balanceCents, other.by.balanceCents);
const agreeInAll = (one: Compared, other: Compared) =>
  agreeInBalance(one, other) && fits(one.reference, other.reference);

/** The surest first. */
const PASSES: readonly Pass<Compared>[] = [
  pass(
    ({ mpesa, by }) => [mpesa, by.day],
    () => true,
  ),
  pass(
    ({ mpesa }) => [mpesa],
    (one, other) => fits(one.by.balanceCents, other.by.balanceCents),
  ),
  pass(({ by, reference }) => [by.balanceCents, by.day, reference], agreeInMoment),
  pass(({ by }) => [by.balanceCents, by.day], agreeInMoment),
  pass(({ by }) => [by.reference, by.day], agreeInBalance),
  pass(({ by, reference }) => [reference, by.day], agreeInBalance),
  pass((line) => [line.by.day, line.words()], agreeInAll),
  pass(
    ({ by }) => [by.day],
    (one, other) => agreeInAll(one, other) && isSameText(one, other),
  ),
];

function pass(
  parts: (line: Compared) => (string | Cents | null)[],
  agree: Pass<Compared>["agree"],
): Pass<Compared> {
  const key = (line: Compared) => {
    const found = parts(line);
    return found.includes(null)
      ? null
      : `${line.by.amountCents} ${line.by.isFailed} ${found.join("\n")}`;
  };
  const isAlike = (one: Compared, other: Compared) =>
    one.by.time === other.by.time && one.words() === other.words();
  return { key, agree, isAlike };
}

/** A line with what the comparisons need. */
type Compared = {
  by: KnownBy;
  mpesa: string | null;
  reference: string | null;
  words: () => string;
};

function comparedOf(by: KnownBy): Compared {
  const { reference, details } = by;
  let words: string | null = null;
  return {
    by,
    mpesa: mpesaCodeOf(by),
    reference: reference === null ? null : plain(reference) || null,
    words: () => (words ??= plain(details)),
  };
}

/**
 * The M-PESA receipt of a line, as its reference or in its narration; null if it has none. The code of a reversal's line is the receipt
 * that it takes back, so the reference goes before it.
 */
export const mpesaCodeOf = ({ reference, code }: Pick<KnownBy, "reference" | "code">) =>
  reference !== null && isMpesaCode(reference) ? reference : code;

/** Without case, spaces, signs, and the zeros that number cells lose. */
const plain = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}\uFFFD]+/u)
    .map((word) => word.replace(/^0+/, ""))
    .join("");

/** Before any text is compared in another form, which takes most of the time of a large file. */
const TO_THE_LETTER: Pass<KnownBy> = {
  key: ({ amountCents, isFailed, day, time, reference, code, details, balanceCents }) =>
    [amountCents, isFailed, day, time, reference, code, balanceCents, details].join("\n"),
  agree: () => true,
};

/**
 * For each line of a file the stored line that it is, in their order; null if it is new. A stored line is one line of the file, so two
 * equal lines stay two.
 */
export function recogniseLines<Stored extends KnownBy>(
  lines: readonly KnownBy[],
  stored: readonly Stored[],
): (Stored | null)[] {
  const known = lines.map((): Stored | null => null);
  const exact = pairUp(
    [...lines.entries()],
    stored.map((line) => [line, line]),
    TO_THE_LETTER,
  );
  let open = exact.open.map(([index, line]): [number, Compared] => [index, comparedOf(line)]);
  let left = exact.left.map(([line]): [Stored, Compared] => [line, comparedOf(line)]);
  const pairs = exact.pairs;
  for (const each of PASSES) {
    if (open.length === 0 || left.length === 0) break;
    const found = pairUp(open, left, each);
    pairs.push(...found.pairs);
    ({ open, left } = found);
  }
  for (const [index, line] of pairs) known[index] = line;
  return known;
}

/** Which are one and the same by a pass, and what is left of both. */
function pairUp<One, Other, By>(
  lines: readonly [One, By][],
  stored: readonly [Other, By][],
  { key, agree, isAlike }: Pass<By>,
): { pairs: [One, Other][]; open: [One, By][]; left: [Other, By][] } {
  const groups = new Map<string | null, [Other, By][]>();
  for (const entry of stored) {
    const own = key(entry[1]);
    const group = groups.get(own);
    if (group === undefined) groups.set(own, [entry]);
    else group.push(entry);
  }
  groups.delete(null);
  const pairs: [One, Other][] = [];
  const taken = new Set<Other>();
  const open = lines.filter(([one, line]) => {
    const group = groups.get(key(line)) ?? [];
    const fitting = group.slice(0, COMPARED_MOST).filter(([, each]) => agree(line, each));
    const [first] = fitting;
    if (first === undefined) return true;
    const found =
      (fitting.length > 1 && fitting.find(([, each]) => isAlike?.(line, each))) || first;
    group.splice(group.indexOf(found), 1);
    pairs.push([one, found[0]]);
    taken.add(found[0]);
    return false;
  });
  return { pairs, open, left: stored.filter(([line]) => !taken.has(line)) };
}

/** Of lines with one key; more that contradict each other are in no file of a group. */
const COMPARED_MOST = 500;

/** Shorter texts that begin alike are too often two payments. */
const CUT_LEAST = 12;

/** Whether one is cut short, or has lost letters to a wrong byte. */
function isSameText(...lines: [Compared, Compared]): boolean {
  const [one, other] = lines.map((line) => line.words()) as [string, string];
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length >= CUT_LEAST && long.startsWith(short)) return true;
  return isWithWrongBytes(one, other) || isWithWrongBytes(other, one);
}

function isWithWrongBytes(broken: string, text: string): boolean {
  const [first = "", ...others] = broken.split(/\uFFFD+/u);
  if (others.length === 0 || !text.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const next = text.indexOf(part, at);
    if (next < 0 || next - at > WRONG_LETTERS_MOST) return false;
    at = next + part.length;
  }
  return text.length - at <= (others.at(-1) === "" ? WRONG_LETTERS_MOST : 0);
}

const WRONG_LETTERS_MOST = 3;
