// Our requests to M-PESA about asks, and what its words do to them (MPESA-2, ASK-2).
import type { UsualKind } from "#domain/payments/payment-kinds.ts";
import type { DarajaReply } from "#domain/mpesa/daraja-reply.ts";
import { wordOf } from "#domain/mpesa/daraja-reply.ts";
import {
  type AskEvent,
  type AskState,
  ASK_SILENCE_MS,
  isOpenAsk,
} from "#domain/mpesa/ask-states.ts";
import type { LivePayment } from "#domain/mpesa/live-payments.ts";
import { nairobiIso } from "#domain/nairobi-time.ts";
import { readAskResult } from "#domain/mpesa/ask-result.ts";
import { takeCheckedPayments } from "#server/core/daraja/live-lines.ts";
import {
  askedAgainAfterMs,
  type RequestHandler,
  type RequestHandlers,
} from "#server/core/daraja/requests.ts";
import type { DarajaSettings } from "#server/platform/daraja-settings.ts";
import type { Tx } from "#server/db/connection.ts";
import { ageOf, lockAsk, type LockedAsk } from "./ask-rows.ts";
import { type AskReceipt, moveAsk, payAsk, payByTyped, tellIfUnknown } from "./settle-ask.ts";
import type { SubmitPayments } from "./submit-ask.ts";

/** At most 13 characters, which the phone shows beside the amount. */
const descriptions: Readonly<Record<UsualKind, string>> = {
  contribution: "Contribution",
  loan_payment: "Loan payment",
  fine_payment: "Fine payment",
};

type Parts = { settings: DarajaSettings; submit: SubmitPayments };
type Subject = { request: { subject: { id: bigint } } };

const lockSubject = (tx: Tx, { request }: Subject) => lockAsk(tx, Number(request.subject.id));

/** What is sent for an ask and what comes of it. */
export function askRequests({ settings, submit }: Parts): RequestHandlers {
  /** An event, and if by it the ask is paid without a receipt, the code that the member typed before. */
  const move = async (tx: Tx, ask: LockedAsk, { event, now }: { event: AskEvent; now: Date }) => {
    const moved = await moveAsk(tx, ask, { event, now });
    if (moved.state === "paid" && moved.receipt === null)
      await payByTyped(tx, moved, { submit, now });
    return moved;
  };

  const ask: RequestHandler = {
    async prepare(tx, { addresses, now, ...subject }) {
      const found = await lockSubject(tx, subject);
      if (found?.state !== "asked") return null;
      // A server that was away asks nobody to pay what they may have paid otherwise by now.
      if (ageOf(found, now) >= ASK_SILENCE_MS) {
        const event: AskEvent = { kind: "not_taken", code: "unreachable", text: null };
        await moveAsk(tx, found, { event, now });
        return null;
      }
      const params = {
        amount: Number(found.amount_cents / 100n),
        phone: found.phone.slice(1),
        reference: found.account_reference,
        description: descriptions[found.kind as UsualKind],
        callback: addresses.result,
      };
      return (daraja) => daraja.ask(params);
    },

    async onReply(tx, { reply, now, ...subject }) {
      const found = await lockSubject(tx, subject);
      if (found === undefined) return;
      const checkoutId = reply.kind === "taken" ? wordOf(reply.body["CheckoutRequestID"]) : "";
      if (checkoutId !== "")
        await tx
          .updateTable("mpesa_asks")
          .set({ checkout_id: checkoutId.slice(0, 100) })
          .where("id", "=", found.id)
          .where("receipt", "is", null)
          .execute();
      await move(tx, found, { event: eventOfReply(reply), now });
    },

    async onResult(tx, { body, now, ...subject }) {
      const result = readAskResult(body);
      const found = await lockSubject(tx, subject);
      if (result === null || found === undefined) return { refused: "no_result" };
      const { code, text, receipt } = result;
      const isOther = found.checkout_id !== null && found.checkout_id !== result.checkoutId;
      if (isOther) return { refused: "other_request" };
      const event: AskEvent = { kind: "result", code, text };
      if (receipt === null) {
        await move(tx, found, { event, now });
        return "answer";
      }
      let lineId: number | null = null;
      const takeLine = async () => {
        const payments = [paymentOf(found, receipt, now)];
        const [line] = await takeCheckedPayments(tx, settings, { payments, now });
        lineId = line?.id ?? null;
      };
      await payAsk(tx, found, { event, submit, now, receipt, takeLine });
      return lineId === null ? "answer" : { line: lineId };
    },

    async onTimeout(tx, { now, ...subject }) {
      const found = await lockSubject(tx, subject);
      if (found !== undefined) await moveAsk(tx, found, { event: { kind: "reply_lost" }, now });
    },
  };

  const query: RequestHandler = {
    async prepare(tx, { request, now }) {
      const found = await lockSubject(tx, { request });
      if (found === undefined || found.receipt !== null || found.state === "paid") return null;
      const event: AskEvent = { kind: "time_passed", afterMs: ageOf(found, now) };
      const hasDayPassed = request.attempt === askedAgainAfterMs.length - 1;
      const checkoutId = found.checkout_id;
      // The day's query is asked before the ask lapses.
      const passed =
        hasDayPassed && checkoutId !== null ? found : await moveAsk(tx, found, { event, now });
      // Without M-PESA's own id there is nothing to ask for; what is decided is asked for only by its member.
      const isAsked = isOpenAsk(passed.state as AskState) || request.attempt >= BY_MEMBER;
      if (checkoutId !== null && isAsked) return (daraja) => daraja.queryAsk({ checkoutId });
      await tellIfUnknown(tx, passed, now);
      return null;
    },

    async onReply(tx, { reply, now, ...subject }) {
      const found = await lockSubject(tx, subject);
      if (found === undefined) return;
      // A query that is refused, or lost, says nothing of the ask.
      const body = reply.kind === "taken" ? reply.body : {};
      const code = wordOf(body["ResultCode"]) || null;
      const text = wordOf(body["ResultDesc"]) || null;
      const event: AskEvent = { kind: "queried", code, text, afterMs: ageOf(found, now) };
      await tellIfUnknown(tx, await move(tx, found, { event, now }), now);
    },

    onResult: async () => ({ refused: "no_result" }),
    onTimeout: async () => undefined,
  };
  return { ask, query_ask: query };
}

/** The attempts that members ask for themselves are counted from here. */
export const BY_MEMBER = 100;

/** As the statement will have it. */
function paymentOf(
  ask: LockedAsk,
  { receipt, amountCents, paidAt }: AskReceipt,
  now: Date,
): LivePayment {
  const at = nairobiIso(paidAt ?? now).slice(0, 19);
  const accountTyped = ask.account_reference;
  return { receipt, at, amountCents, type: "Pay Bill Online", name: null, accountTyped };
}

function eventOfReply(reply: DarajaReply): AskEvent {
  if (reply.kind === "taken") return { kind: "taken" };
  if (reply.kind === "unknown") return { kind: "reply_lost" };
  return { kind: "not_taken", code: reply.code, text: reply.text };
}
