// An M-PESA message that a member pastes: what it claims, or why it is no payment by them (STAT-52). Never evidence.
import type { Cents } from "../money.ts";
import { readWrittenAmount, readWrittenMoment } from "../spreadsheets/table.ts";

export type MpesaClaim = {
  /** Ten letters and digits, in upper case. */
  code: string;
  amountCents: Cents;
  /** In Nairobi, `yyyy-MM-ddTHH:mm:ss`. */
  at: string;
  /** Who was paid, as M-PESA names them. */
  to: string;
  /** The account, for a paybill. */
  account: string | null;
};

/** Why a message is no payment by its recipient. */
export type NoClaim =
  | "received"
  | "reversed"
  | "failed"
  | "balance"
  | "withdrawn"
  | "deposited"
  | "airtime"
  | "overdraft"
  /** `written` is the amount in another currency, or the day or time that there is not. */
  | "currency"
  | "moment"
  | "incomplete"
  | "no-message";

export type ReadMessage =
  | { claim: MpesaClaim }
  | { refused: NoClaim; code: string | null; written?: string };

const TEXT_MAX = 4_000;
const MESSAGES_MAX = 10;
const CODE = /\b[A-Z]{2}(?=[A-Z]*\d)[A-Z0-9]{8}\b/i;
const CONFIRMED = "\\s*,?\\s*(?:is\\s+)?(?:confirmed|imethibitishwa)";
const BEGINNING = new RegExp(`(?=\\b[A-Z]{2}(?=[A-Z]*\\d)[A-Z0-9]{8}\\b${CONFIRMED})`, "gi");

/** Two messages without a space between them: one ends in a word or an amount, the other begins with its code. */
const GLUED =
  /(?<=[a-z.]|\.\d\d)(?=[A-Z]{2}(?=[A-Z]*\d)[A-Z0-9]{8}\s*,?\s*(?:is\s+)?(?:[Cc]onfirmed|[Ii]methibitishwa))/g;

/** The wording of messages that are no payment, in English and Swahili; the first match counts. */
const REFUSED: readonly (readonly [NoClaim, RegExp])[] = [
  [
    "reversed",
    /\brevers(?:ed|al)\b|\b(?:u|i|zi)me(?:rudishwa|rejeshwa|batilishwa|geuzwa)\b|\bkurudishwa\b/i,
  ],
  [
    "failed",
    /\bfailed\b|\bunsuccessful|\binsufficient\b|\bnot (?:have )?enough (?:money|funds)\b|\bcancelled\b|\bdeclined\b|\b(?:ime|ume|yame|mme)(?:shindikana|shindwa|feli|kataliwa|sitishwa)\b|\bhai(?:ja|ku)(?:fanikiwa|faulu|kamilika)\b|\bhaujakamilika\b|\bhaukukamilika\b|\bhauna pesa\b|\bhuna (?:pesa|salio)\b|\bsalio lako halitoshi\b/i,
  ],
  [
    "overdraft",
    /\bfuliza m-?pesa amount\b|\bfuliza.{0,30}outstanding amount is\b.{0,80}\bdue on\b|\bkiasi cha fuliza\b/i,
  ],
  ["received", /\breceived\b|\bumepokea\b|\bmepokea\b/i],
  ["withdrawn", /withdraw(?:n)?\b|\b(?:u|i)metoa\b|\btoa\s+k(?:sh|es)/i],
  [
    "deposited",
    /\bgive\s+k(?:sh|es)|\bdeposit(?:ed)?\b|\bume(?:weka|wekeza)\b|\bweka\s+k(?:sh|es)|\b(?:pesa|cash) .{0,20}ume?wekwa\b/i,
  ],
  ["airtime", /\bairtime\b|\bdata bundles?\b|\bmuda wa (?:maongezi|hewani)\b|\bsalio la simu\b/i],
];

const AMOUNT = "(?<amount>k(?:sh|es)s?\\.?\\s*[\\d,]+(?:\\.\\d{1,2})?)";
const TO = "\\s+(?<to>.{1,90}?)";
const ACCOUNT =
  "(?:\\s+(?:for account(?: (?:number|no\\.?))?|(?:kwa |ya )?akaunti(?: (?:nambari|namba))?(?: ya)?)[\\s:]+(?<account>.{0,60}?))?";
const WHEN =
  "\\s*\\.?\\s*\\b(?:on|tarehe|mnamo)\\s*(?<date>\\d{1,2}/\\d{1,2}/\\d{2,4})\\s*(?:at|saa|,)?\\s*(?<time>\\d{1,2}:\\d{2}(?::\\d{2})?)\\s*(?<half>[ap]\\.?m\\b)?";
const PAID = [
  `${AMOUNT}\\s*(?:has been |was )?(?:sent|paid) to${TO}${ACCOUNT}${WHEN}`,
  `you have (?:sent|paid)\\s+${AMOUNT}\\s+to${TO}${ACCOUNT}${WHEN}`,
  `${AMOUNT}\\s*(?:i|zi)me(?:tumwa|lipwa) kwa${TO}${ACCOUNT}${WHEN}`,
  `(?:ume(?:tuma|lipa))\\s+${AMOUNT}\\s+kwa${TO}${ACCOUNT}${WHEN}`,
].map((shape) => new RegExp(shape, "i"));
/** The sum that was sent, in another currency, as M-PESA of other countries writes it. */
const FOREIGN =
  /(?<![a-z\d])(?<amount>(?:t(?:z)?sh|tzs|u(?:g)?sh|ugx|rwf|bif|etb|ssp|cdf|mzn|usd|us\$|eur|gbp|zar|[$\u20ac\u00a3])s?\.?\s*\d[\d,]*(?:\.\d{1,2})?)\s*(?:(?:has been |was )?(?:sent|paid)\b|(?:i|zi)me(?:tumwa|lipwa)|to\b|kwa\b)/i;

/** A 24-hour time, without AM or PM. */
const IN_A_DAY = /^(?:0\d|1[3-9]|2[0-3]):/;
const BALANCE = /\bbalance (?:is|was)\b|\bbalance\s*:|\bbaki yako\b|\bsalio (?:lako|la akaunti)\b/i;

/**
 * Each message of the pasted text, in its order. Refuses with the reason one that is reversed, failed, received, or
 * anything but money that its reader sent; text without a message is one `no-message`.
 */
export function readMpesaMessages(pasted: string): ReadMessage[] {
  const text = pasted.slice(0, TEXT_MAX).replace(GLUED, " ").replace(/\s+/g, " ").trim();
  const parts = text.split(BEGINNING).filter((part) => part.trim() !== "");
  const messages = parts.filter((part, index) => index === parts.length - 1 || isMessage(part));
  return (messages.length === 0 ? [text] : messages).slice(0, MESSAGES_MAX).map(readMessage);
}

/** Text before the first message, such as the sender's name, is no message. */
function isMessage(part: string): boolean {
  return (
    new RegExp(`^\\s*[A-Z0-9]{10}${CONFIRMED}`, "i").test(part) ||
    REFUSED.some(([, says]) => says.test(part))
  );
}

function readMessage(text: string): ReadMessage {
  const code = CODE.exec(text)?.[0].toUpperCase() ?? null;
  const refused = REFUSED.find(([, says]) => says.test(withoutNames(text)))?.[0];
  if (refused !== undefined) return { refused, code };
  for (const shape of PAID) {
    const parts = shape.exec(text)?.groups;
    if (parts === undefined) continue;
    const { amount = "", date = "", time = "", half = "", to = "", account } = parts;
    const amountCents = readWrittenAmount(amount);
    const at =
      half === "" && !IN_A_DAY.test(time) ? null : readWrittenMoment(`${date} ${time} ${half}`);
    const impossible = [date, time].find((part) => !isPossible(part));
    if (impossible !== undefined) return { refused: "moment", code, written: impossible };
    if (code === null || typeof amountCents !== "bigint" || amountCents <= 0n || at === null) break;
    return {
      claim: { code, amountCents, at, to: trimmed(to), account: trimmed(account ?? "") || null },
    };
  }
  if (BALANCE.test(text) && !/\b(?:sent|paid|(?:i|zi)me(?:tumwa|lipwa))\b/i.test(text))
    return { refused: "balance", code };
  const foreign = FOREIGN.exec(text)?.groups?.amount;
  if (foreign !== undefined) return { refused: "currency", code, written: foreign };
  const isMpesa = /\bm-?pesa\b|\bconfirmed\b|\bimethibitishwa\b|\bk(?:sh|es)\b/i.test(text);
  return { refused: isMpesa ? "incomplete" : "no-message", code };
}

/** Whether there is such a day, `31/11/26`, or such a time, `25:10`; a time may be of 12 hours. */
function isPossible(part: string): boolean {
  return readWrittenMoment(part.includes("/") ? part : `01/01/2026 ${part}`) !== null;
}

/** A payee may be called `Airtime Kiosk`, and an account `deposit`: in a payment, only the words around them count. */
function withoutNames(text: string): string {
  return text.replace(
    /((?:sent|paid) to|me(?:tumwa|lipwa) kwa) .{1,150}?(?= (?:on|tarehe|mnamo) \d)/i,
    "$1",
  );
}

function trimmed(text: string): string {
  return text.replace(/[\s.,]+$/, "").trim();
}
