// Payments as M-PESA tells of them: posted to us, found when we ask for a receipt, and fetched for a span of days
// (MPESA-4). Payers' numbers are read nowhere: they identify nobody.
import { parsePlainDate } from "../calendar.ts";
import { parseKes, type Cents } from "../money.ts";
import { nairobiIso } from "../nairobi-time.ts";
import { wordOf } from "./daraja-reply.ts";

type Body = Readonly<Record<string, unknown>>;

/** A payment to the shortcode, or out of it. */
export type LivePayment = {
  receipt: string;
  /** Of the payment that this one takes back. */
  takesBack?: string;
  /** Nairobi's clock: `2026-03-16T09:00:00`. */
  at: string;
  /** Below 0 when it left. */
  amountCents: Cents;
  /** Such as `Pay Bill`. */
  type: string;
  /** The payer's name as M-PESA prints it; null if it prints none. */
  name: string | null;
  accountTyped: string | null;
};

export type Unread = "no_receipt" | "no_time" | "no_amount";

/** A confirmation's own words, and the shortcode that it is for. */
export function readConfirmation(body: Body): (LivePayment & { shortcode: string }) | Unread {
  const names = [body["FirstName"], body["MiddleName"], body["LastName"]].map(wordOf);
  const payment = read({
    receipt: body["TransID"],
    at: momentOf(wordOf(body["TransTime"])),
    amount: body["TransAmount"],
    type: wordOf(body["TransactionType"]) || "Pay Bill",
    name: names.filter(Boolean).join(" "),
    account: body["BillRefNumber"],
  });
  return typeof payment === "string"
    ? payment
    : { ...payment, shortcode: wordOf(body["BusinessShortCode"]) };
}

/** The payments of one reply to a pull, and how many rows it has. A row that cannot be read is left to the next source. */
export function readPulled(body: Body): { payments: LivePayment[]; rows: number } {
  const pages = Array.isArray(body["Response"]) ? (body["Response"] as unknown[]) : [];
  const rows = pages.flat().filter((row): row is Body => typeof row === "object" && row !== null);
  const payments = rows.map((row) =>
    read({
      receipt: row["transactionId"],
      at: momentOf(wordOf(row["trxDate"])),
      amount: row["amount"],
      type: "Pay Bill",
      name: wordOf(row["sender"]).replace(/^MPESA$/i, ""),
      account: row["billreference"],
    }),
  );
  return { payments: payments.filter((each) => typeof each !== "string"), rows: rows.length };
}

/** Every tenth of M-PESA's own has no digit. */
const RECEIPT = /^[A-Z0-9]{8,20}$/;

type Written = {
  receipt: unknown;
  at: string | null;
  amount: unknown;
  type: string;
  name: string;
  account: unknown;
};

function read({ receipt, at, amount, type, name, account }: Written): LivePayment | Unread {
  const code = wordOf(receipt).toUpperCase();
  if (!RECEIPT.test(code)) return "no_receipt";
  if (at === null) return "no_time";
  const amountCents = parseKes(typeof amount === "number" ? amount : wordOf(amount));
  if (typeof amountCents !== "bigint" || amountCents <= 0n) return "no_amount";
  const accountTyped = wordOf(account) || null;
  return { receipt: code, at, amountCents, type, name: name || null, accountTyped };
}

/**
 * `20260316090000` and `2026-03-16 09:00:00` are Nairobi's clock; with `Z` or an offset it is that instant. Null for
 * anything else.
 */
export function momentOf(text: string): string | null {
  const [, date = "", time = "", zone] =
    /^(\d{4}-?\d{2}-?\d{2})[T ]?(\d{2}:?\d{2}:?\d{2})(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?$/.exec(text) ??
    [];
  const day = parsePlainDate(date.replace(/^(\d{4})-?(\d{2})-?(\d{2})$/, "$1-$2-$3"));
  const clock = time.replace(/^(\d{2}):?(\d{2}):?(\d{2})$/, "$1:$2:$3");
  if (day === null || !/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(clock)) return null;
  if (zone === undefined) return `${day}T${clock}`;
  const instant = new Date(`${day}T${clock}${zone}`);
  return Number.isNaN(instant.getTime()) ? null : nairobiIso(instant).slice(0, 19);
}

/** What M-PESA answered when we asked for a receipt. */
export type ReceiptAnswer =
  | { is: "completed"; receipt: string | null; amountCents: Cents }
  /** There is no such receipt. */
  | { is: "missing" }
  /** It decides nothing; `code` is M-PESA's. */
  | { is: "undecided"; code: string };

const NO_SUCH_RECEIPT = "2032";

/** Null for a body that is no result. */
export function readReceiptAnswer(body: Body): ReceiptAnswer | null {
  const result = objectOf(body["Result"]);
  const code = wordOf(result["ResultCode"]);
  if (code === "") return null;
  if (code === NO_SUCH_RECEIPT) return { is: "missing" };
  const facts = parametersOf(result);
  const amount = facts["Amount"];
  const amountCents = parseKes(typeof amount === "number" ? amount : wordOf(amount));
  const isCompleted = code === "0" && wordOf(facts["TransactionStatus"]) === "Completed";
  if (!isCompleted || typeof amountCents !== "bigint") return { is: "undecided", code };
  return { is: "completed", receipt: wordOf(facts["ReceiptNo"]) || null, amountCents };
}

/** The parameters of a result by their keys; Daraja writes a single one without a list. */
export function parametersOf(result: Body): Body {
  const list = [objectOf(result["ResultParameters"])["ResultParameter"]].flat().map(objectOf);
  return Object.fromEntries(list.map((each) => [wordOf(each["Key"]), each["Value"]]));
}

export function objectOf(value: unknown): Body {
  return typeof value === "object" && value !== null ? (value as Body) : {};
}
