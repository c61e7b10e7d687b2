// Payer and account in M-PESA's wording: `<type> from|by <party> - <name> Acc. <account>[ via <channel> by …]`.
import type { PlainDate } from "../calendar.ts";
import { normalisePhone } from "../members/contacts.ts";
import { withoutDecimals } from "../spreadsheets/table.ts";
import type { FileLine } from "./statement-file.ts";

export type Details = {
  /** The kind of movement, such as `Pay Bill` or `Pay Bill Charge`. */
  type: string;
  party: string | null;
  phone: string | null;
  accountTyped: string | null;
};

/** Reads `Details`; `otherParty` (`25470****111 - ALICE **** EXAMPLE`) and `account` come from separate columns. */
export function readMpesaDetails(
  written: string,
  columns: { otherParty?: string; account?: string } = {},
): Details {
  const details = written.replace(/\s+/g, " ").trim();
  const [sentence, account] = splitOnce(details, / acc\. ?/i).map(withoutChannel);
  const [before, name] = splitOnce(sentence ?? "", / [-\u2013] /);
  const [, type = before, identity = ""] = /^(.*?) (?:from|by|to) (.*)$/i.exec(before) ?? [];
  const [otherIdentity, otherName] = splitOnce(columns.otherParty ?? "", / [-\u2013] /);
  return {
    type,
    party: named(otherName) ?? named(name),
    phone: normalisePhone(withoutDecimals(otherIdentity.trim())) ?? normalisePhone(identity.trim()),
    accountTyped: named(withoutDecimals((columns.account ?? "").trim())) ?? named(account ?? null),
  };
}

function withoutChannel(text: string | null): string | null {
  return text?.replace(/ via .*$/i, "") ?? null;
}

/**
 * Ten characters, letters first, with at least one digit; the first three encode year, month and day of the payment.
 */
const CODES = /(?<![A-Z0-9])[A-Z]{2}(?=[A-Z]*\d)[A-Z0-9]{8}(?![A-Z0-9])/g;
const DAYS = "123456789ABCDEFGHIJKLMNOPQRSTUV";

/** Whether a text is nothing but such a code. */
export const isMpesaCode = (text: string) => /^[A-Z]{2}(?=[A-Z]*\d)[A-Z0-9]{8}$/.test(text);

/** Whether a text has any word that may be an M-PESA code. */
export function holdsMpesaCode(text: string): boolean {
  return text.toUpperCase().search(CODES) >= 0;
}

/**
 * The M-PESA code in a bank's narration, such as `MPS 254712345678 SIA93MAWD9 0716123456 JANE`. If several words
 * qualify, the one that encodes the line's day.
 */
export function mpesaCodeWithin(narration: string, day: PlainDate): string | null {
  const codes = [...narration.toUpperCase().matchAll(CODES)].map(([code]) => code);
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  const begin = `${letter(year - 2006)}${letter(month - 1)}${DAYS[date - 1]}`;
  return codes.find((code) => code.startsWith(begin)) ?? codes[0] ?? null;
}

function letter(index: number): string {
  return String.fromCodePoint(65 + index);
}

/**
 * The receipt that a reversal takes back: its linked transaction, else the other receipt in its text. Null for any
 * other line.
 */
export function reversedReceipt(
  words: string,
  { linked, own }: { linked: string; own: string },
): string | null {
  if (!/\brevers(?:al|ed|e)\b/i.test(words)) return null;
  const named = withoutDecimals(linked.trim()).toUpperCase();
  if (/^[A-Z0-9]{8,12}$/.test(named) && named !== own) return named;
  const codes = [...words.toUpperCase().matchAll(CODES)].map(([code]) => code);
  return codes.find((code) => code !== own) ?? null;
}

/** What a bank's narration holds beside the code: `MPS <phone> <code> <account> <name>`. */
export function readNarration(
  narration: string,
  code: string | null,
): Pick<FileLine, "party" | "phone" | "accountTyped"> {
  const words = narration.trim().split(/\s+/);
  const at = code === null ? -1 : words.findIndex((word) => word.toUpperCase() === code);
  const phone = words.map(normalisePhone).find((each) => each !== null) ?? null;
  if (at < 0 || !/^mps|^m-?pesa/i.test(words[0] ?? ""))
    return { phone, party: null, accountTyped: null };
  const isSender = at > 0 && phone !== null && normalisePhone(words[at - 1] ?? "") === phone;
  return {
    phone: isSender ? phone : null,
    accountTyped: named(words[at + 1] ?? null),
    party: named(words.slice(at + 2).join(" ")),
  };
}

function named(text: string | null): string | null {
  const trimmed = (text ?? "").replace(/\s+/g, " ").trim();
  return trimmed === "" || /^[-.*]+$/.test(trimmed) ? null : trimmed;
}

function splitOnce(text: string, sign: RegExp): [string, string | null] {
  const match = sign.exec(text);
  if (match === null) return [text, null];
  return [text.slice(0, match.index), text.slice(match.index + match[0].length)];
}
