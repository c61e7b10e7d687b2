// An amount as banks, M-PESA and people write it. What cannot be read for certain is not read.
import type { Cents } from "../money.ts";

export type WrittenAmountFault = "missing" | "unreadable" | "too-large";

const LONGEST = 40;
/** 100 billion KES: above any group's balance, and exact as a JSON number. */
const LARGEST_CENTS: Cents = 10_000_000_000_000n;

const WRITTEN =
  /^(?<open>\()? ?(?<before>[-+\u2212])? ?(?:k(?:es|shs?)\.? ?)?(?<between>[-+\u2212])?(?<inner>\()? ?(?<whole>\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+|\d*)(?:\.(?<decimals>\d*))?(?: ?k(?:es|shs?)\.?)?(?:\/[=-])? ?(?<after>[-\u2212])? ?(?<close>\)?) ?(?<side>dr|cr)?\.?$/i;

/**
 * Reads `1,234.50`, `(1,234.50)`, `500 DR`, `500.00CR`, `120.00-`, `KES 2 000`, `Ksh2,000.00` and `2,000/=` into cents; money
 * out is negative. An empty cell or a dash alone is `missing`; two signs at once, another grouping, and more than two decimals are
 * `unreadable`.
 */
export function readWrittenAmount(written: string): Cents | WrittenAmountFault {
  const text = written.replace(/\s+/g, " ").trim();
  if (text === "" || /^[-\u2013\u2014]$/.test(text)) return "missing";
  if (text.length > LONGEST) return "unreadable";
  const parts = WRITTEN.exec(text)?.groups;
  if (parts === undefined) return "unreadable";
  const { whole = "", decimals = "", open, inner, close, before, between, after, side } = parts;
  if (whole === "" && decimals === "") return "unreadable";
  if (/[^0]/.test(decimals.slice(2))) return "unreadable";
  const opened = [open, inner].filter(Boolean).length;
  if (opened !== (close === "" ? 0 : 1)) return "unreadable";
  const signs = [opened === 1 ? "-" : undefined, before, between, after, side].filter(Boolean);
  if (signs.length > 1) return "unreadable";
  const size = BigInt(whole.replace(/[, ]/g, "") + decimals.slice(0, 2).padEnd(2, "0"));
  if (size > LARGEST_CENTS) return "too-large";
  const sign = signs[0]?.toLowerCase();
  return sign === undefined || sign === "+" || sign === "cr" ? size : -size;
}
