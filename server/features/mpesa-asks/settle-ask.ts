// What happens to an ask (domain/mpesa/ask-states.ts), and the payment that a paid one becomes: its line, the payment
// and the member's notice in one transaction (ASK-2).
import type { UsualKind } from "#domain/payments/payment-kinds.ts";
import { assert } from "#domain/assert.ts";
import {
  afterEvent,
  ASK_UNKNOWN_NOTICE_MS,
  type AskEvent,
  type AskState,
  isOpenAsk,
} from "#domain/mpesa/ask-states.ts";
import { toKes, type Cents } from "#domain/money.ts";
import { referenceKey } from "#domain/payments/pay-to.ts";
import { isMpesaCode } from "#domain/statements/mpesa-details.ts";
import { message, type Message } from "#messages/message.ts";
import { messageOfRefusal } from "#messages/say-refusal.ts";
import { storeMessage } from "#messages/stored-message.ts";
import { isHeldByAnother } from "#server/core/approvals/payments.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { letter } from "#server/core/mail/letters.ts";
import { notice, notifyOfficials } from "#server/core/notices/notify.ts";
import { fullName } from "#server/core/members/member-directory.ts";
import { knownBy, noticeOf, tell, writeNotices } from "#server/core/notices/write-notices.ts";
import { inTransaction, type Database, type Tx } from "#server/db/connection.ts";
import { ageOf, lockAsk, type LockedAsk } from "./ask-rows.ts";
import { submitAsked, type SubmitPayments, whyNotPayable } from "./submit-ask.ts";

/** M-PESA's receipt of a paid ask. The moment is null if M-PESA did not say it. */
export type AskReceipt = { receipt: string; amountCents: Cents; paidAt: Date | null };

/** The ask after an event, whose row it updates. A late word changes nothing, unless it is a payment. */
export async function moveAsk(
  tx: Tx,
  ask: LockedAsk,
  { event, now }: { event: AskEvent; now: Date },
): Promise<LockedAsk> {
  const before = { state: ask.state as AskState, code: ask.code, text: ask.code_text };
  const after = afterEvent(before, event);
  if (after === before) return ask;
  const changed = {
    state: after.state,
    code: after.code,
    code_text: after.text,
    decided_at: isOpenAsk(after.state) ? null : now,
  };
  await tx.updateTable("mpesa_asks").set(changed).where("id", "=", ask.id).execute();
  return { ...ask, ...changed };
}

/** Once for each ask of which nobody knows whether it was paid (ASK-3). */
export async function tellIfUnknown(tx: Tx, ask: LockedAsk, now: Date): Promise<void> {
  if (ask.state !== "unknown" || ageOf(ask, now) < ASK_UNKNOWN_NOTICE_MS) return;
  const to = { memberId: ask.member_id, occasion: `mpesa_unknown:${ask.id}` };
  const unknown = noticeOf("mpesa_unknown", to, { amount: ask.amount_cents });
  await writeNotices(tx, { notices: [knownBy(unknown, { ask: ask.id })], now });
}

type Settling = { submit: SubmitPayments; now: Date };
type Receiving = Settling & { receipt: AskReceipt };

/**
 * An event by which an ask is paid with this receipt: its line, its payment and the notice. `takeLine` brings the line
 * where it is not there yet. What the member typed first is this payment. If none can be made, the ask says why, and the
 * member and the officials are notified.
 */
export async function payAsk(
  tx: Tx,
  ask: LockedAsk,
  {
    event,
    submit,
    now,
    receipt,
    isTyped = false,
    takeLine,
  }: Receiving & {
    event: AskEvent;
    isTyped?: boolean;
    takeLine?: () => Promise<unknown>;
  },
): Promise<void> {
  const paid = await moveAsk(tx, ask, { event, now });
  assert(paid.state === "paid", `ask ${ask.id} has a receipt and is paid`);
  const isNew = paid.receipt === null && !(await isOfAnotherAsk(tx, receipt.receipt));
  // From here on its line wakes nobody.
  if (isNew) await update(tx, ask, { receipt: receipt.receipt, is_typed: isTyped });
  // Before the payment, which is then matched with it.
  await takeLine?.();
  if (isNew) await placeAsk(tx, paid, { submit, now, receipt });
}

async function placeAsk(
  tx: Tx,
  ask: LockedAsk,
  { submit, now, receipt }: Receiving,
): Promise<void> {
  const typed = await findTyped(tx, ask, receipt.receipt);
  const placed = typed ?? (await makePayment(tx, ask, { submit, now, receipt }));
  const isPlaced = typeof placed === "number";
  await update(
    tx,
    ask,
    isPlaced ? { payment_id: placed } : { problem: JSON.stringify(storeMessage(placed)) },
  );
  await recordAudit(tx, {
    now,
    actorId: null,
    action: "asks.pay",
    subject: "ask",
    subjectId: ask.id,
    after: {
      amount: toKes(receipt.amountCents),
      payment_Reference_Code: receipt.receipt,
      ...(isPlaced ? { payment_id: placed } : {}),
    },
    address: null,
  });
  if (!isPlaced) await tellUnplaced(tx, ask, { reason: placed, receipt, now });
}

async function update(
  tx: Tx,
  { id }: { id: number },
  changed: { receipt: string; is_typed: boolean } | { payment_id: number } | { problem: string },
): Promise<void> {
  await tx.updateTable("mpesa_asks").set(changed).where("id", "=", id).execute();
}

async function isOfAnotherAsk(tx: Tx, receipt: string): Promise<boolean> {
  const other = await tx
    .selectFrom("mpesa_asks")
    .select("id")
    .where("receipt", "=", receipt)
    .executeTakeFirst();
  return other !== undefined;
}

/** The payment that the member reported by hand with this receipt, that of the ask's kind first. */
async function findTyped(tx: Tx, ask: LockedAsk, receipt: string): Promise<number | null> {
  const typed = await tx
    .selectFrom("payments")
    .select("id")
    .where("reference_key", "=", referenceKey(receipt))
    .where("member_id", "=", ask.member_id)
    .where("status", "<>", "rejected")
    .orderBy((payment) => payment("kind", "=", ask.kind), "desc")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return typed?.id ?? null;
}

/** Returns the payment's id, or why there is none. */
async function makePayment(
  tx: Tx,
  ask: LockedAsk,
  { submit, now, receipt }: Receiving,
): Promise<number | Message> {
  const { receipt: reference, amountCents, paidAt } = receipt;
  if (amountCents !== ask.amount_cents) {
    const facts = { amount: amountCents, asked: ask.amount_cents };
    return message("mpesa.problems.otherAmount", facts);
  }
  const claim = { referenceKey: referenceKey(reference), memberId: ask.member_id };
  if (await isHeldByAnother(tx, claim)) return message("mpesa.problems.claimed");
  const asked = {
    member: ask.member,
    kind: ask.kind as UsualKind,
    loanId: ask.loan_id,
    month: ask.contribution_month,
    amountCents,
    reference,
    // A clock of M-PESA's that is ahead is not the future.
    paidAt: paidAt === null || paidAt > now ? now : paidAt,
  };
  const refusal = await whyNotPayable(tx, submit, { asked, now });
  return refusal === null ? submitAsked(tx, submit, { asked, now }) : messageOfRefusal(refusal);
}

async function tellUnplaced(
  tx: Tx,
  ask: LockedAsk,
  { reason, receipt, now }: { reason: Message; receipt: AskReceipt; now: Date },
): Promise<void> {
  const facts = { amount: receipt.amountCents, reference: receipt.receipt, reason };
  const to = { memberId: ask.member_id, occasion: `mpesa_unplaced:${ask.id}`, now };
  await tell(tx, "mpesa_unplaced", to, facts);
  const ofMember = { ...facts, member: fullName(ask.member) };
  await notifyOfficials(tx, {
    letter: letter("mpesaUnplaced", ofMember),
    notice: notice("mpesa_unplaced_office", ofMember),
    exceptMember: ask.member_id,
    now,
  });
}

/**
 * A payment of the same kind and amount that the member typed in since a paid ask without a receipt was made: it has the
 * receipt. Null if there is none.
 */
async function findTypedFor(tx: Tx, ask: LockedAsk): Promise<AskReceipt | null> {
  const typed = await tx
    .selectFrom("payments")
    .select(["reference", "amount_cents", "paid_at"])
    .where("member_id", "=", ask.member_id)
    .where("kind", "=", ask.kind)
    .where("loan_id", "is not distinct from", ask.loan_id)
    .where("amount_cents", "=", ask.amount_cents)
    .where("submitted_at", ">=", ask.asked_at)
    .where("status", "<>", "rejected")
    .where((payment) =>
      payment.not(
        payment.exists(
          payment
            .selectFrom("mpesa_asks")
            .select("mpesa_asks.id")
            .whereRef("mpesa_asks.payment_id", "=", "payments.id"),
        ),
      ),
    )
    .orderBy("id")
    .limit(20)
    .execute();
  const found = typed.find(({ reference }) => isMpesaCode(reference));
  return found === undefined
    ? null
    : { receipt: found.reference, amountCents: found.amount_cents, paidAt: found.paid_at };
}

/** The job of an ask that a line woke, or the code that its member typed. */
export function settleAsk(
  db: Database,
  { askId, lineId, ...settling }: Settling & { askId: number; lineId: number | null },
): Promise<void> {
  return inTransaction(db, (tx) =>
    lineId === null
      ? settleByTyped(tx, { askId, ...settling })
      : settleByLine(tx, { askId, lineId, ...settling }),
  );
}

/** A member typed a code: a paid ask that lacks one takes it. */
async function settleByTyped(
  tx: Tx,
  { askId, ...settling }: Settling & { askId: number },
): Promise<void> {
  const ask = await lockAsk(tx, askId);
  if (ask === undefined || ask.state !== "paid" || ask.receipt !== null) return;
  await payByTyped(tx, ask, settling);
}

/** For an ask that M-PESA says is paid, without a receipt. */
export async function payByTyped(tx: Tx, ask: LockedAsk, settling: Settling): Promise<void> {
  const receipt = await findTypedFor(tx, ask);
  if (receipt === null) return;
  await payAsk(tx, ask, { ...settling, event: { kind: "line_found" }, receipt, isTyped: true });
}

/** A proved line has the ask's account reference and its amount: it was paid, whatever else was said. */
async function settleByLine(
  tx: Tx,
  { askId, lineId, ...settling }: Settling & { askId: number; lineId: number },
): Promise<void> {
  const ask = await lockAsk(tx, askId);
  if (ask === undefined || ask.receipt !== null) return;
  const line = await tx
    .selectFrom("statement_lines")
    .select(["reference", "code", "amount_cents", "at"])
    .where("id", "=", lineId)
    .where("is_proved", "=", true)
    .where("state", "<>", "withdrawn")
    .executeTakeFirst();
  const receipt = line?.reference ?? line?.code ?? null;
  if (line === undefined || receipt === null) return;
  const { amount_cents: amountCents, at: paidAt } = line;
  const event: AskEvent = { kind: "line_found" };
  await payAsk(tx, ask, { ...settling, event, receipt: { receipt, amountCents, paidAt } });
}
