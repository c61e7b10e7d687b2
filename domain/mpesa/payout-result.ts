// What M-PESA says of a payout: at the address of our request for it, and when asked what became of it (OUT-3).
import { parseKes, type Cents } from "../money.ts";
import { wordOf } from "./daraja-reply.ts";
import { momentOf, objectOf, parametersOf } from "./live-payments.ts";

type Body = Readonly<Record<string, unknown>>;

export type PayoutWord = {
  /** 0: it was paid, if there is a receipt. */
  code: string;
  text: string | null;
  receipt: string | null;
  /** Null if M-PESA did not say it. */
  amountCents: Cents | null;
  /** Nairobi's clock, `2026-03-16T09:00:00`; null if it cannot be read. */
  at: string | null;
};

const RECEIPT = /^[A-Z0-9]{8,20}$/;

/** Null for a body that is no result. */
export function readPayoutWord(body: Body): PayoutWord | null {
  const result = objectOf(body["Result"]);
  const code = wordOf(result["ResultCode"]).slice(0, 40);
  if (code === "") return null;
  const facts = parametersOf(result);
  const first = (...names: string[]) =>
    names.map((name) => facts[name]).find((value) => wordOf(value) !== "");
  const receipt = wordOf(
    first("TransactionReceipt", "ReceiptNo") ?? result["TransactionID"],
  ).toUpperCase();
  const amount = first("TransactionAmount", "Amount");
  const cents = parseKes(typeof amount === "number" ? amount : wordOf(amount));
  const moment = wordOf(
    first("TransactionCompletedDateTime", "TransCompletedTime", "FinalisedTime"),
  );
  return {
    code,
    text: wordOf(result["ResultDesc"]).slice(0, 200) || null,
    receipt: RECEIPT.test(receipt) ? receipt : null,
    amountCents: typeof cents === "bigint" ? cents : null,
    at: momentOf(moment.replace(/^(\d\d)\.(\d\d)\.(\d{4})/, "$3-$2-$1")),
  };
}

/** What the transaction that we asked about is now, by the answer's own status. */
export type PayoutFate = "completed" | "failed" | "reversed" | "undecided";

const FAILED = ["Failed", "Declined", "Cancelled", "Expired"];

/** No such transaction decides nothing: it may still come. */
export function readPayoutFate(body: Body): PayoutFate {
  const result = objectOf(body["Result"]);
  const status = wordOf(parametersOf(result)["TransactionStatus"]);
  if (wordOf(result["ResultCode"]) !== "0") return "undecided";
  if (status === "Completed") return "completed";
  if (status === "Reversed") return "reversed";
  return FAILED.includes(status) ? "failed" : "undecided";
}
