// What a merry-go-round posts (ROT-4 to ROT-8). Its account holds for each member what they paid less what they received.
import type { Cents } from "../money.ts";
import { ROTATION_PAYMENT } from "../payments/payment-kinds.ts";
import { credit, debit, type JournalEntry, journalEntry } from "./journal-entry.ts";
import type { Occasion } from "./posting-rules.ts";

/** The second office has approved a payment for a turn, or for turns to come. */
export function rotationPaymentApproved(
  event: Occasion & { paymentId: number; memberId: number; amountCents: Cents },
): JournalEntry {
  const { paymentId, memberId, amountCents } = event;
  return journalEntry({
    ...event,
    source: { kind: "payment", id: paymentId, purpose: ROTATION_PAYMENT },
    postings: [
      debit("bank", amountCents, { memberId }),
      credit("merry_go_round", amountCents, { memberId }),
    ],
  });
}

/** Both offices have paid a turn out to its receiver, less what was retained for earlier turns. */
export function rotationTurnPaidOut(
  event: Occasion & { eventId: number; receiverId: number; amountCents: Cents },
): JournalEntry {
  const { eventId, receiverId: memberId, amountCents } = event;
  return journalEntry({
    ...event,
    source: { kind: "rotation", id: eventId, purpose: "pay_out" },
    postings: [
      debit("merry_go_round", amountCents, { memberId }),
      credit("bank", amountCents, { memberId }),
    ],
  });
}

/** The receiver has confirmed what a member paid straight to them. */
export function rotationPaidDirectly(
  event: Occasion & { eventId: number; receiverId: number; payerId: number; amountCents: Cents },
): JournalEntry {
  const { eventId, receiverId, payerId, amountCents } = event;
  return journalEntry({
    ...event,
    source: { kind: "rotation", id: eventId, purpose: "direct" },
    postings: [
      debit("merry_go_round", amountCents, { memberId: receiverId }),
      credit("merry_go_round", amountCents, { memberId: payerId }),
    ],
  });
}

/** Both offices have taken what a member owes from their savings. */
export function rotationSettled(
  event: Occasion & { eventId: number; memberId: number; amountCents: Cents },
): JournalEntry {
  const { eventId, memberId, amountCents } = event;
  return journalEntry({
    ...event,
    source: { kind: "rotation", id: eventId, purpose: "settlement" },
    postings: [
      debit("monthly_contribution", amountCents, { memberId }),
      credit("merry_go_round", amountCents, { memberId }),
    ],
  });
}
