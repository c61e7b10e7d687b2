// Our requests to M-PESA about payouts, and what its words do to them (MPESA-2, OUT-3).
import { wordOf, type DarajaReply } from "#domain/mpesa/daraja-reply.ts";
import type { ResultAddresses } from "#domain/mpesa/daraja-requests.ts";
import type { Daraja } from "#server/core/daraja/daraja-client.ts";
import { readPayoutFate, readPayoutWord, type PayoutWord } from "#domain/mpesa/payout-result.ts";
import {
  NOT_OPEN,
  PAID_OTHERWISE,
  PAYOUT_SILENCE_MS,
  type PayoutEvent,
} from "#domain/mpesa/payout-states.ts";
import { tellCredential } from "#server/core/daraja/daraja-health.ts";
import {
  type CallbackOutcome,
  newRequest,
  type RequestHandler,
  type RequestHandlers,
} from "#server/core/daraja/requests.ts";
import type { Tx } from "#server/db/connection.ts";
import type { DarajaSettings } from "#server/platform/daraja-settings.ts";
import { isPaidOtherwise, isStillOpen } from "./payout-items.ts";
import { lockPayout, type LockedPayout } from "./payout-rows.ts";
import { askAgain, movePayout, payPayout, readReturned, tellIfUnknown } from "./settle-payout.ts";

/** M-PESA does not take the initiator or its password. */
const BAD_INITIATOR = "2001";
/** The number of the question that only ends a silence. */
const AFTER_SILENCE = 1_000;

type Subject = { request: { subject: { id: bigint } } };

const lockSubject = (tx: Tx, { request }: Subject) => lockPayout(tx, Number(request.subject.id));

/** What is sent for a payout and what comes of it. */
export function payoutRequests(settings: DarajaSettings): RequestHandlers {
  return {
    pay_out: sending(settings, payOut),
    give_back: sending(settings, giveBack),
    check_conversation: {
      prepare: prepareCheck,
      // What M-PESA knows comes to the request's own address.
      onReply: async () => undefined,
      onResult: checked(settings),
      onTimeout: async () => undefined,
    },
  };
}

/** What the word says of this payout; another amount, or no receipt, decides nothing. */
async function take(
  tx: Tx,
  payout: LockedPayout,
  { settings, word, now }: { settings: DarajaSettings; word: PayoutWord; now: Date },
): Promise<CallbackOutcome> {
  const { code, text, receipt, amountCents } = word;
  if (code !== "0") {
    if (code === BAD_INITIATOR) await tellCredential(tx, now);
    await movePayout(tx, payout, { event: { kind: "result", code, text }, now });
    return "answer";
  }
  const isOurs = amountCents === null || amountCents === payout.amount_cents;
  if (receipt === null || !isOurs) {
    await movePayout(tx, payout, { event: { kind: "undecided" }, now });
    return { refused: receipt === null ? "no_receipt" : "other_amount" };
  }
  const line = await payPayout(tx, payout, { settings, word: { ...word, receipt }, now });
  return line === null ? "answer" : { line };
}

type Send = (
  tx: Tx,
  payout: LockedPayout,
  addresses: ResultAddresses,
) => Promise<((daraja: Daraja) => Promise<DarajaReply>) | string>;

/** A payout and a return leave alike. `send` returns what is sent, or our own code for why it must not be. */
const sending = (settings: DarajaSettings, send: Send): RequestHandler => ({
  async prepare(tx, { addresses, now, ...subject }) {
    const found = await lockSubject(tx, subject);
    if (found?.state !== "sending") return null;
    const sent = await send(tx, found, addresses);
    if (typeof sent !== "string") return sent;
    await movePayout(tx, found, { event: { kind: "not_taken", code: sent, text: null }, now });
    return null;
  },

  async onReply(tx, { reply, now, request }) {
    const found = await lockSubject(tx, { request });
    if (found === undefined) return;
    // Of a return M-PESA makes the id by which it can be asked about.
    if (reply.kind === "taken" && found.conversation_id === null)
      await tx
        .updateTable("mpesa_payouts")
        .set({ conversation_id: wordOf(reply.body["OriginatorConversationID"]).slice(0, 100) })
        .where("id", "=", found.id)
        .execute();
    const moved = await movePayout(tx, found, { event: eventOfReply(reply), now });
    if (moved.state !== "sent") return;
    const dueAt = new Date(now.getTime() + PAYOUT_SILENCE_MS);
    const { subject } = request;
    await newRequest(tx, {
      kind: "check_conversation",
      subject,
      attempt: AFTER_SILENCE,
      dueAt,
      now,
    });
  },

  async onResult(tx, { body, now, ...subject }) {
    const word = readPayoutWord(body);
    const found = await lockSubject(tx, subject);
    if (word === null || found === undefined) return { refused: "no_result" };
    return take(tx, found, { settings, word, now });
  },

  async onTimeout(tx, { now, ...subject }) {
    const found = await lockSubject(tx, subject);
    if (found !== undefined) await movePayout(tx, found, { event: { kind: "undecided" }, now });
  },
});

const payOut: Send = async (tx, { entry_id: entryId, phone, ...found }, addresses) => {
  if (entryId === null || (await isPaidOtherwise(tx, entryId))) return PAID_OTHERWISE;
  const params = {
    conversationId: found.conversation_id ?? "",
    amount: Number(found.amount_cents / 100n),
    phone: (phone ?? "").slice(1),
    addresses,
  };
  return (daraja) => daraja.payOut(params);
};

const giveBack: Send = async (tx, found, addresses) => {
  const receipt = await readReturned(tx, found);
  if (receipt === null || !(await isStillOpen(tx, found))) return NOT_OPEN;
  const params = { receipt, amount: Number(found.amount_cents / 100n), addresses };
  return (daraja) => daraja.giveBack(params);
};

const prepareCheck: RequestHandler["prepare"] = async (tx, { request, addresses, now }) => {
  const found = await lockSubject(tx, { request });
  if (request.attempt === AFTER_SILENCE) {
    if (found?.state === "sent") await movePayout(tx, found, { event: { kind: "undecided" }, now });
    return null;
  }
  const conversationId = found?.conversation_id ?? null;
  if (found?.state !== "unknown") return null;
  await tellIfUnknown(tx, found, now);
  await askAgain(tx, found, { attempt: request.attempt + 1, now });
  const receipt = await readReturned(tx, found);
  if (conversationId !== null) {
    const params = { conversationId, isPayout: receipt === null, addresses };
    return (daraja) => daraja.checkConversation(params);
  }
  return receipt === null ? null : (daraja) => daraja.checkReceipt({ receipt, addresses });
};

/** What M-PESA says of a payout or a return that was unknown. */
const checked =
  (settings: DarajaSettings): RequestHandler["onResult"] =>
  async (tx, { body, now, ...subject }) => {
    const word = readPayoutWord(body);
    const found = await lockSubject(tx, subject);
    if (word === null || found === undefined) return { refused: "no_result" };
    if (word.code === BAD_INITIATOR) await tellCredential(tx, now);
    const fate = readPayoutFate(body);
    // An answer about the payment itself: it was given back only if M-PESA says reversed.
    if (word.receipt !== null && word.receipt === (await readReturned(tx, found))) {
      if (fate === "reversed")
        await payPayout(tx, found, { settings, word: { ...word, receipt: null }, now });
      return "answer";
    }
    if (fate === "completed") return take(tx, found, { settings, word, now });
    if (fate !== "failed") return "answer";
    const event: PayoutEvent = { kind: "result", code: FAILED_LATER, text: word.text };
    await movePayout(tx, found, { event, now });
    return "answer";
  };

/** Our own code: M-PESA says of a payout that was unknown that it failed. */
const FAILED_LATER = "failed";

function eventOfReply(reply: DarajaReply): PayoutEvent {
  if (reply.kind === "taken") return { kind: "taken" };
  if (reply.kind === "unknown") return { kind: "reply_lost", code: reply.code ?? null };
  return { kind: "not_taken", code: reply.code, text: reply.text };
}
