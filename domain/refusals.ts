// The one table of refusals by group and server: code, kind and facts. The sentences have the same codes in
// messages/*/refusals.ts: a code without its sentence, or a sentence with another fact,
// does not compile. Grouped by feature; add a row here and to each.
import type { PlainDate } from "./calendar.ts";
import type { Cents } from "./money.ts";
import type { PaymentKind } from "./payments/payment-kinds.ts";

export type RefusalKind =
  | "invalid"
  | "unauthenticated"
  | "forbidden"
  | "not-found"
  | "conflict"
  | "too-many"
  | "unavailable";

/** A row of the table. The facts are only a type: each refusal brings them. */
export type RefusalRow<Facts = undefined> = { kind: RefusalKind; facts?: Facts };

const rowOf =
  (kind: RefusalKind) =>
  <Facts = undefined>(): RefusalRow<Facts> => ({ kind });

const invalid = rowOf("invalid");
const unauthenticated = rowOf("unauthenticated");
const forbidden = rowOf("forbidden");
const notFound = rowOf("not-found");
const conflict = rowOf("conflict");
const tooMany = rowOf("too-many");
const unavailable = rowOf("unavailable");

type Office = "Chairperson" | "Treasurer" | "Sec-Gen";
type ManageAction = "approve" | "reject" | "activate" | "dormant" | "deactivate" | "lift_dormancy";
type Situation = "pending" | "active" | "dormant" | "exited" | "cleared" | "inactive";
type Day = { day: PlainDate };
type Moment = { at: Date };
type Waiting = { retryAfterSeconds: number; count: number; unit: "seconds" | "minutes" };

export const refusals = {
  // Any request
  "not-signed-in": unauthenticated(),
  "csrf-mismatch": forbidden(),
  "cross-site": forbidden(),
  forbidden: forbidden(),
  "group-figures-after-approval": forbidden(),
  "membership-not-approved": forbidden(),
  "account-read-only": forbidden(),
  "dormant-cannot-borrow": forbidden(),
  "not-found": notFound(),
  "unreadable-body": invalid(),
  "too-many-requests": tooMany<Waiting>(),
  "server-busy": unavailable(),
  "took-too-long": unavailable(),
  "database-away": unavailable(),
  "group-asleep": unavailable(),
  "clock-behind": unavailable<{ day: Day; seen: Day }>(),
  "clock-other-day": invalid<{ day: Day }>(),
  // Repeating a request
  "idempotency-key-malformed": invalid(),
  "idempotency-key-reused": invalid(),
  "still-running": conflict(),

  // Signing up and in
  "login-failed": unauthenticated(),
  "two-step-required": unauthenticated(),
  "two-step-code-refused": unauthenticated(),
  "two-step-code-wrong": invalid(),
  "two-step-demanded": forbidden(),
  "two-step-is-on": invalid(),
  "two-step-is-off": invalid(),
  "two-step-kept-by-officials": invalid(),
  "two-step-reset-oneself": invalid(),
  "two-step-own-first": invalid(),
  "push-endpoint-refused": invalid(),
  "notice-on-no-channel": invalid(),
  "word-by-no-channel": invalid(),
  "channel-not-there": invalid<{ channel: "email" | "sms" | "push" }>(),
  "word-to-nobody": invalid(),
  "word-reaches-nobody": invalid(),
  "word-over-cap": invalid<{ cost: Cents; left: Cents }>(),
  "word-is-own": forbidden(),
  "word-decided": invalid(),
  "word-writer-lost-right": invalid(),
  "sms-goes-out": invalid(),
  "sign-in-needs-reset": tooMany<{ retryAfterSeconds: number }>(),
  "activation-failed": invalid(),
  "activation-link-expired": invalid(),
  "activation-link-used": invalid(),
  "reset-link-invalid": invalid(),
  "email-link-invalid": invalid(),
  "current-password-needed": invalid(),
  "code-needed": invalid(),
  "undo-link-invalid": invalid(),
  "objection-link-dead": invalid(),
  "undo-address-taken": invalid(),
  "no-phone-waits": invalid(),
  "claim-code-needed": invalid<{ phone: string }>(),
  "claim-code-wrong": invalid(),
  "claim-code-expired": invalid(),
  "claim-code-tries": invalid(),
  "join-code-needed": invalid<{ phone: string }>(),
  "join-code-expired": invalid(),
  "join-code-tries": invalid(),
  "account-is-proven": invalid(),
  "no-claim-waits": invalid(),
  "no-account-waits": invalid(),
  "reset-of-ones-own": invalid(),
  "reset-of-nobody": invalid(),
  "reset-of-official": invalid(),
  "reset-is-mailed": invalid(),
  "claim-is-proven": invalid(),
  "claim-has-a-channel": invalid(),
  "claim-confirmed-by-oneself": forbidden(),
  "name-of-the-book": invalid(),
  "current-password-wrong": invalid(),
  "already-in-use": invalid<{ label: string }>(),
  "photo-unreadable": invalid(),
  "setup-link-dead": forbidden(),
  "invitation-dead": invalid(),
  "invitation-ended": invalid(),
  "invitation-of-another-number": invalid<{ number: string }>(),

  "auditor-seat-over": unauthenticated(),
  "auditor-seat-ended": invalid(),

  // Members and offices
  "action-not-offered": invalid<{ action: ManageAction; state: Situation }>(),
  "no-such-account": notFound<{ email: string }>(),
  "member-has-left": invalid(),
  "no-figures-to-answer": notFound(),
  "figures-need-words": invalid(),
  "figures-of-ones-own": forbidden(),
  "figures-not-disputed": invalid(),
  "figures-not-open-to-office": invalid(),
  "not-entered-for-them": invalid(),
  "member-applies-themselves": invalid(),
  "email-not-confirmed": invalid(),
  "reject-reason-required": invalid(),
  "member-has-payments": invalid(),
  "last-chairperson": invalid(),
  "office-needs-active-member": invalid(),
  "office-needs-contribution": invalid(),
  "office-already-proposed": invalid<{ office: Office }>(),
  "removal-already-proposed": invalid<{ office: Office }>(),
  "no-office-proposed": notFound(),
  "cannot-agree-to-office": forbidden(),
  "office-owed-to-proposer": forbidden(),
  "cannot-object-to-own-proposal": forbidden(),
  "cannot-object-to-office": forbidden(),
  "office-answered-already": invalid(),
  "already-holds-office": invalid<{ office: Office }>(),
  "holds-another-office": invalid<{ office: Office }>(),
  "no-office-to-remove": invalid<{ office: Office }>(),

  // Approvals by the two offices
  "office-already-acted": invalid<{ office: Office }>(),
  "item-decided": invalid<{ status: "approved" | "rejected" }>(),
  "same-person-twice": invalid(),
  "official-has-decided": invalid(),
  "withdrawn-already": invalid(),
  "months-out-of-order": invalid(),
  "parts-not-the-sum": invalid<{ sum: Cents; parts: Cents }>(),
  "amount-not-seen": invalid(),
  "approve-reason-required": invalid<{ evidence: "differs" | "missing" | "none" }>(),
  "no-longer-confirmed": invalid(),

  // Reconciliation
  "day-not-covered": invalid<{ from: Day; to: Day }>(),
  "no-day-covered": invalid(),
  "reconciliation-reason-required": invalid(),
  "reconciliation-already-accepted": invalid<{ office: Office }>(),

  // Payments
  "reference-of-another-member": invalid(),
  "reference-approved-for-another": invalid(),
  contested: invalid(),
  "reference-held": invalid(),
  "reference-used": invalid<{ kind: PaymentKind }>(),
  "date-in-future": invalid(),
  "date-too-early": invalid<{ first: Day }>(),
  "month-too-far": invalid<{ last: { month: PlainDate } }>(),

  // Files and statements
  "file-kind-unknown": invalid(),
  "file-is-web-page": invalid(),
  "file-is-web-page-named": invalid<{ ending: string }>(),
  "file-is-xml": invalid(),
  "file-is-document": invalid(),
  "file-is-picture": invalid(),
  "file-is-archive": invalid(),
  "file-quote-unclosed": invalid<{ line: number }>(),
  "file-damaged": invalid(),
  "file-too-large-to-read": invalid(),
  "file-locked": invalid(),
  "file-too-many-rows": invalid<{ most: number }>(),
  "statement-pdf-unknown": invalid(),
  "statement-heading-missing": invalid(),
  "statement-hidden": invalid<{ sheet: string }>(),
  "statement-of-several-accounts": invalid<{ numbers: string }>(),
  "statement-empty": invalid(),
  "statement-period-printed": invalid<{ to: Day }>(),
  "statement-complete-to": invalid<{ from: Day; to: Day }>(),
  "statement-too-many-lines": invalid<{ most: number }>(),
  "statement-figures-too-large": invalid(),
  "statement-password-needed": invalid(),
  "statement-password-wrong": invalid(),
  "statement-mapping-incomplete": invalid(),
  "statement-mapping-not-found": invalid(),

  // Fines
  "fine-after-leaving": invalid(),
  "no-unpaid-fines": invalid(),
  "fine-payment-too-much": invalid<{ payable: Cents }>(),
  "fine-payment-too-much-beside-waiting": invalid<{ payable: Cents; waiting: Cents }>(),
  "fine-payment-above-unpaid": invalid(),

  // Leaving the group
  "settle-oneself": invalid(),
  "nothing-paid-out": invalid(),
  "reference-on-entry": invalid(),
  "already-left": invalid(),
  "office-first": invalid(),
  "settlement-waits": invalid(),
  "exit-needs-a-loan": invalid(),
  "clear-needs-no-loan": invalid(),
  "nothing-to-clear": invalid(),
  "figures-changed": invalid(),

  // A second person
  "proposal-is-own": forbidden(),
  "proposal-concerns-oneself": forbidden(),
  "proposal-decided": invalid(),
  "proposal-for-other-office": forbidden(),
  "proposer-lost-right": invalid(),
  "setting-already-waits": invalid(),

  // Bad debts
  "recover-from-oneself": invalid(),
  "no-open-bad-debt": invalid(),
  "recovery-above-debt": invalid<{ outstandingCents: Cents }>(),

  // Group settings
  "year-start-after-closing": invalid(),

  // Loans
  "bank-too-low-for-loan": invalid(),
  "loan-above-group-balance": invalid(),
  "loan-in-default": invalid(),
  "borrower-in-default": invalid(),
  "loan-already-pending": invalid<{ type: "normal_loan" | "emergency_loan" }>(),
  "loan-over-limit": invalid<{ limit: Cents }>(),
  "loan-of-own-office": forbidden<{ office: Office }>(),
  "borrower-not-active": invalid(),
  "loan-not-repayable": invalid<{ status: string }>(),
  "loan-payment-too-much": invalid<{ payable: Cents }>(),
  "loan-payment-too-much-beside-waiting": invalid<{ payable: Cents; waiting: Cents }>(),

  // M-PESA
  "mpesa-off": invalid(),
  "asks-off": invalid(),
  "ask-needs-phone": invalid(),
  "ask-open": invalid(),
  "ask-decided": invalid(),
  "ask-too-young": invalid(),
  "payouts-off": invalid(),
  "payout-of-own-office": forbidden<{ office: Office }>(),
  "payout-loan-not-active": invalid(),
  "payout-nothing": invalid(),
  "payout-cents": invalid(),
  "payout-out-of-range": invalid<{ least: Cents; most: Cents }>(),
  "payout-needs-phone": invalid(),
  "payout-phone-too-new": invalid<{ moment: Moment }>(),
  "payout-paid-otherwise": invalid(),
  "payout-exists": invalid(),
  "payout-decided": invalid(),
  "payout-too-young": invalid<{ moment: Moment }>(),
  "payout-line-not-open": invalid(),
  "line-goes-back": invalid(),

  // Loans of a product
  "product-rate-per": invalid(),
  "product-name-used": invalid(),
  "product-fee-whole": invalid(),
  "product-amounts-crossed": invalid(),
  "product-grace-too-long": invalid(),
  "product-not-offered": invalid(),
  "instalments-out-of-range": invalid<{ least: number; most: number }>(),
  "instalments-too-many": invalid(),
  "loan-amount-out-of-range": invalid<{ least: Cents; most: Cents }>(),
  "loan-amount-at-least": invalid<{ least: Cents }>(),
  "loan-amount-at-most": invalid<{ most: Cents }>(),
  "fee-above-amount": invalid(),
  "late-with-a-loan": invalid(),
  "top-up-not-own": invalid(),
  "top-up-too-low": invalid(),
  "paid-before-payout": invalid(),
  "paid-too-long-ago": invalid(),
  "early-changes-nothing": invalid(),
  "loan-without-instalments": invalid(),
  "loan-payment-waits": invalid(),
  "loan-of-a-product-only": invalid(),
  "change-waits": invalid(),
  "call-too-early": invalid<{ days: number }>(),
  "nobody-guarantees": invalid(),
  "nothing-overdue": invalid(),
  "not-everybody-agreed": invalid<{ member: string }>(),
  "guarantor-oneself": invalid(),
  "guarantor-not-active": invalid(),
  "guarantor-asked-already": invalid(),
  "guarantor-of-enough": invalid(),
  "guarantor-official": invalid(),
  "guarantee-above-savings": invalid<{ most: Cents }>(),
  "guarantee-changed": invalid(),
  "guarantee-answered": invalid(),
  "guarantee-stands": invalid(),
  "guarantee-too-low": invalid<{ agreed: Cents; needed: Cents }>(),
  "guarantors-needed": invalid<{ count: number }>(),
  "still-guarantees": invalid<{ held: Cents }>(),
  "guarantors-first": invalid(),
  "choose-a-day": invalid<{ first: Day; last: Day }>(),

  // Statements and their lines
  "sheet-file-missing": invalid(),
  "sheet-too-large": invalid(),
  "sheet-totals-too-large": invalid(),
  "statement-file-missing": invalid(),
  "statement-account-needed": invalid(),
  "statement-of-another-account": invalid<{ printed: string; name: string }>(),
  "statement-lines-unreadable": invalid<{
    count: number;
    problems: readonly { line: number; column: string; detail: string }[];
  }>(),
  "statement-is-withdrawn": invalid(),
  "statement-needs-no-acceptance": invalid(),
  "statement-in-use": invalid<{
    count: number;
    blocking: readonly { kind: string; id: number; reference: string | null }[];
  }>(),
  "line-already-matched": invalid(),
  "line-needs-no-match": invalid(),
  "line-not-proved": invalid(),
  "line-has-twin": invalid(),
  "line-no-longer-clear": invalid(),
  "line-without-twin": invalid(),
  "line-set-aside": invalid(),
  "set-aside-in-use": invalid(),
  "line-not-matched": invalid(),
  "unmatch-needs-reason": invalid(),
  "unmatch-already-waits": invalid(),
  "line-not-money-in": invalid(),
  "line-amount-differs": invalid(),
  "item-on-another-line": invalid(),
  "entry-without-bank": invalid(),
  "entry-of-payment": invalid(),
  "entry-is-reversed": invalid(),
  "loan-to-name": invalid(),
  "type-without-bank": invalid(),
  "lines-other-way": invalid(),

  // Books
  "bank-too-low": invalid(),
  "year-closed": invalid<{ year: string }>(),

  // Ledger entries
  "charged-user-unknown": invalid(),
  "charged-user-ambiguous": invalid(),
  "declaration-unknown": invalid(),
  "declaration-reversed": invalid(),
  "asset-below-zero": invalid<{ account: string; day: Day }>(),
  "before-declaration": invalid<{ declared: Day }>(),
  "before-deposit": invalid<{ opened: Day }>(),
  "declaration-remainder": invalid<{ remaining: Cents }>(),
  "deposit-unknown": invalid(),
  "deposit-reversed": invalid(),
  "deposit-remainder": invalid<{ remaining: Cents }>(),

  // Reversals
  "entry-already-reversed": invalid<{ by: number }>(),
  "reversal-stays": invalid(),
  "closing-stays": invalid(),
  "settlement-stays": invalid(),
  "payment-stays": invalid(),
  "collection-stays": invalid(),
  "loan-stays": invalid(),
  "loan-interest-stays": invalid(),
  "guarantee-call-stays": invalid(),
  "share-out-stays": invalid(),
  "opening-stays": invalid(),

  // What is brought over from the group's book
  "opening-empty": invalid(),
  "opening-sheet-faulty": invalid<{
    count: number;
    rows: readonly {
      sheet: string;
      row: number;
      level: "error" | "warning";
      column: string;
      detail: string;
    }[];
  }>(),
  "opening-unbalanced": invalid<{ difference: Cents }>(),
  "opening-is-decided": invalid(),
  "opening-does-not-stand": invalid(),
  "opening-stands": invalid<{ date: Day }>(),
  "opening-after-books": invalid<{ date: Day; first: Day }>(),
  "opening-savings-fall": conflict<{
    now: Cents;
    after: Cents;
    savings_now: number;
    savings_after: number;
  }>(),
  "opening-account-unfit": invalid<{ reg: string }>(),
  "opening-contact-taken": invalid<{ reg: string }>(),
  "opening-in-use": invalid<{
    count: number;
    blocking: readonly { kind: string; id: number; reference: string | null }[];
  }>(),
  "declaration-used": invalid(),
  "deposit-used": invalid(),
  "fine-partly-paid": invalid(),
  "fine-written-off": invalid(),

  // Share-outs
  "share-out-above-earned": invalid<{ most: Cents }>(),
  "share-out-nothing-saved": invalid(),
  "share-out-first-day": invalid(),
  "share-out-days-crossed": invalid(),
  "share-out-value": invalid(),
  "share-out-from-bank": invalid(),
  "share-out-waits": invalid(),
  "share-out-decided": invalid(),
  "share-out-not-in-books": invalid(),
  "share-out-rests": invalid<{
    blocking: readonly { kind: string; id: number; reference: string | null }[];
  }>(),

  // Merry-go-rounds
  "rotation-stays": invalid(),
  "rotation-to-name": invalid(),
  "rotation-not-drawn": invalid(),
  "rotation-left-to-pay": invalid<{ left: Cents }>(),
  "rotation-left-for-turn": invalid<{ left: Cents }>(),
  "rotation-turn-to-come": invalid<{ day: Day }>(),
  "rotation-nothing-paid-in": invalid(),
  "rotation-turn-paid-out": invalid(),
  "rotation-swap-with-other": invalid(),
  "rotation-swap-asked": invalid(),
  "rotation-nothing-owed": invalid(),
  "rotation-no-free-savings": invalid(),
  "rotation-leave-first": invalid(),
  "rotation-owed": invalid<{ owed: Cents }>(),
  "rotation-drawn": invalid(),
  "rotation-joined": invalid(),
  "rotation-too-few": invalid<{ least: number }>(),

  // Cash
  "cash-too-low": invalid(),
  "count-differs": invalid<{ difference: Cents; than: "less" | "more" }>(),
  "count-waits": invalid(),

  // Collections at a meeting
  "collection-differs": invalid<{ difference: Cents; than: "less" | "more" }>(),
  "collection-waits": invalid<{ collectionId: number }>(),
  "collection-undecided": invalid(),
  "count-unsaid": invalid(),
  "count-otherwise": invalid<{ counted: Cents }>(),
  "on-sheet-twice": invalid(),
  "nothing-beside-name": invalid(),
  "cannot-pay-now": invalid(),
  "loan-of-another": invalid(),
  "no-such-fund": invalid(),
  "sheet-too-long": invalid<{ most: number }>(),
  "on-collection-sheet": invalid(),
  "cash-reference": invalid(),
  // Funds
  "money-of-funds": invalid<{ funds: Cents; most: Cents }>(),
  "fund-too-low": invalid<{ held: Cents }>(),
  "fund-closed": invalid(),
  "fund-still-holds": invalid<{ held: Cents }>(),
  "fund-waited-for": invalid(),
  "fund-to-name": invalid(),
  "transfer-without-resolution": invalid(),
  "transfer-one-end": invalid(),
  "earnings-too-low": invalid<{ held: Cents }>(),

  // Meetings
  "meetings-off": invalid(),
  "meeting-here": invalid<{
    kind: "ordinary" | "special" | "annual";
    date: Day;
    meetingId: number;
  }>(),
  "meeting-too-far": invalid(),
  "meeting-not-yet": invalid<{ date: Day }>(),
  "meeting-not-begun": invalid(),
  "meeting-open": invalid(),
  "meeting-closed": invalid(),
  "meeting-cancelled": invalid(),
  "minutes-adopted": invalid(),
  "meeting-changed": invalid(),
  "meeting-rested-on": invalid(),
  "mark-off-roll": invalid(),
  "marked-twice": invalid(),
  "mark-bears-fine": invalid<{ member: string }>(),
  "chair-not-there": invalid(),
  "secretary-not-there": invalid(),
  "no-meeting-fine-left": invalid(),
  "no-meeting-fine": invalid(),
  "too-many-votes": invalid<{ there: number }>(),
  "person-not-there": invalid(),
  "seconded-by-oneself": invalid(),
  "corrects-draft": invalid(),
  "resolution-named": invalid(),
  "resolution-not-carried": invalid(),
  "adopted-elsewhere": invalid(),
  "minutes-signed": invalid(),
  "minutes-otherwise": invalid(),

  // Year end
  "year-not-over": invalid<{ year: string; end: Day }>(),
  "year-already-closed": invalid<{ year: string }>(),
  "older-year-open": invalid<{ year: string }>(),
  "year-without-entries": invalid<{ year: string }>(),
  "no-such-year": invalid<{ year: string }>(),

  // Proofs of the log
  "log-shorter": invalid<{ entries: number }>(),
  "log-empty": invalid(),
  "log-backwards": invalid(),
};

/** How long to wait, for a sentence: in seconds, and in minutes from a minute and a half on. */
export function waiting(retryAfterSeconds: number): Waiting {
  return retryAfterSeconds <= 90
    ? { retryAfterSeconds, count: retryAfterSeconds, unit: "seconds" }
    : { retryAfterSeconds, count: Math.ceil(retryAfterSeconds / 60), unit: "minutes" };
}
