// The result of an ask as Daraja posts it: `{Body: {stkCallback: {…}}}`.
import { MAX_AMOUNT_CENTS, parseKes, type Cents } from "../money.ts";
import { wordOf } from "./daraja-reply.ts";

export type AskResult = {
  checkoutId: string;
  code: string;
  text: string | null;
  /** Of a paid one; null if M-PESA did not say it. The moment is null if it cannot be read. */
  receipt: { receipt: string; amountCents: Cents; paidAt: Date | null } | null;
};

const PAID = "0";

/** Null if it is no result of an ask. */
export function readAskResult(body: Readonly<Record<string, unknown>>): AskResult | null {
  const result = objectAt(objectAt(body, "Body"), "stkCallback");
  const code = wordOf(result["ResultCode"]).slice(0, 40);
  if (code === "") return null;
  const text = wordOf(result["ResultDesc"]).slice(0, 200) || null;
  const checkoutId = wordOf(result["CheckoutRequestID"]);
  const items = objectAt(result, "CallbackMetadata")["Item"];
  return { checkoutId, code, text, receipt: code === PAID ? readReceipt(items) : null };
}

function readReceipt(items: unknown): AskResult["receipt"] {
  if (!Array.isArray(items)) return null;
  const values = new Map<string, string>(
    items.map((item: unknown) => {
      const { Name, Value } = (item ?? {}) as Record<string, unknown>;
      return [wordOf(Name), wordOf(Value)];
    }),
  );
  const receipt = (values.get("MpesaReceiptNumber") ?? "").toUpperCase();
  const amountCents = parseKes(values.get("Amount"));
  const isAmount = typeof amountCents === "bigint" && amountCents > 0n;
  if (!/^[A-Z0-9]{4,40}$/.test(receipt) || !isAmount || amountCents > MAX_AMOUNT_CENTS) return null;
  return { receipt, amountCents, paidAt: momentOf(values.get("TransactionDate") ?? "") };
}

/** Nairobi's `yyyyMMddHHmmss`. */
function momentOf(written: string): Date | null {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(written);
  if (parts === null) return null;
  const [, year, month, day, hour, minute, second] = parts;
  const moment = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}+03:00`);
  return Number.isNaN(moment.getTime()) ? null : moment;
}

function objectAt(value: Readonly<Record<string, unknown>>, name: string) {
  const found = value[name];
  return typeof found === "object" && found !== null ? (found as Record<string, unknown>) : {};
}
