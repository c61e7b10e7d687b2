// The one table of refusals: code, kind and the sentence a person reads. Grouped by feature; add a row to add a code.
import { type Cents, formatKes } from "./money.ts";

export type RefusalKind =
  | "invalid"
  | "unauthenticated"
  | "forbidden"
  | "not-found"
  | "conflict"
  | "too-many"
  | "unavailable";

/** A row of the table: the kind, and a sentence or how to say it from facts. */
export type RefusalRow = { kind: RefusalKind; detail: string | ((facts: never) => string) };

export const refusals = {
  // Asking at all
  "not-signed-in": { kind: "unauthenticated", detail: "Please login again" },
  "csrf-mismatch": {
    kind: "forbidden",
    detail: "This page is out of date. Reload it and try again.",
  },
  "cross-site": {
    kind: "forbidden",
    detail: "This request came from another site, so it was not carried out.",
  },
  forbidden: { kind: "forbidden", detail: "You do not have permission to do this." },
  "group-figures-after-approval": {
    kind: "forbidden",
    detail: "You will see the group's figures once the Chairperson has approved your membership.",
  },
  "membership-not-approved": {
    kind: "forbidden",
    detail: "You can do this once the Chairperson has approved your membership.",
  },
  "account-read-only": {
    kind: "forbidden",
    detail: "You have left the group, so your account can be read but not used.",
  },
  "dormant-cannot-borrow": {
    kind: "forbidden",
    detail: "Your membership is dormant. You can pay and repay, but not borrow.",
  },
  "not-found": { kind: "not-found", detail: "We could not find what you asked for." },
  "unreadable-body": { kind: "invalid", detail: "The request is not readable JSON." },
  "too-many-requests": {
    kind: "too-many",
    detail: ({ retryAfterSeconds }: { retryAfterSeconds: number }) =>
      `Too many attempts. Please try again in ${waitingTime(retryAfterSeconds)}.`,
  },
  "server-busy": {
    kind: "unavailable",
    detail: "The server is very busy. Please try again in a moment.",
  },
  "took-too-long": {
    kind: "unavailable",
    detail: "This took too long, so nothing was changed. Please try again in a moment.",
  },
  "database-away": {
    kind: "unavailable",
    detail: "The group's records cannot be reached right now. Please try again in a moment.",
  },

  // Repeating a request
  "idempotency-key-malformed": {
    kind: "invalid",
    detail: "The Idempotency-Key must be 1 to 200 printable characters.",
  },
  "idempotency-key-reused": {
    kind: "invalid",
    detail: "This Idempotency-Key was already used for a different request.",
  },
  "still-running": {
    kind: "conflict",
    detail: "The first request is still being worked on. Please wait a moment.",
  },

  // Signing up and in
  "login-failed": {
    kind: "unauthenticated",
    detail: "Some of your login information was incorrect",
  },
  "two-step-required": {
    kind: "unauthenticated",
    detail: "Enter the code from your authenticator app.",
  },
  "two-step-code-refused": {
    kind: "unauthenticated",
    detail: "That code is not right, or was used already. Wait for the next one.",
  },
  "two-step-code-wrong": {
    kind: "invalid",
    detail: "That code is not right, or was used already. Wait for the next one.",
  },
  "two-step-demanded": {
    kind: "forbidden",
    detail:
      "Your group asks officials for two-step sign-in. Set it up in your profile, then you can do this.",
  },
  "two-step-is-on": { kind: "invalid", detail: "Two-step sign-in is already on." },
  "two-step-is-off": { kind: "invalid", detail: "Two-step sign-in is not on." },
  "two-step-kept-by-officials": {
    kind: "invalid",
    detail: "Your group asks officials for two-step sign-in, so it cannot be turned off.",
  },
  "two-step-reset-oneself": {
    kind: "invalid",
    detail: "Turn off your own two-step sign-in in your profile.",
  },
  "two-step-own-first": {
    kind: "invalid",
    detail: "Set up two-step sign-in for yourself first, in your profile.",
  },
  "sign-in-needs-reset": {
    kind: "too-many",
    detail: (_facts: { retryAfterSeconds: number }) =>
      "Too many failed attempts. Choose “Forgot your password?” to set a new password.",
  },
  "activation-failed": { kind: "invalid", detail: "Activation failed" },
  "activation-link-expired": {
    kind: "invalid",
    detail: "This activation link has expired. Ask for a new one.",
  },
  "activation-link-used": {
    kind: "invalid",
    detail: "This activation link was already used. You can sign in.",
  },
  "reset-link-invalid": {
    kind: "invalid",
    detail: "This password reset link is no longer valid. Ask for a new one.",
  },
  "email-link-invalid": {
    kind: "invalid",
    detail: "This confirmation link is no longer valid. Change your email again to get a new one.",
  },
  "current-password-wrong": { kind: "invalid", detail: "Your current password is not correct." },
  "already-in-use": {
    kind: "invalid",
    detail: ({ label }: { label: string }) => `${label} is already in use.`,
  },
  "photo-unreadable": {
    kind: "invalid",
    detail: "Choose a PNG, JPEG or WebP picture of at most 2 MB.",
  },

  // Members and offices
  "action-not-offered": {
    kind: "invalid",
    detail: ({ action, state }: { action: string; state: string }) =>
      `You cannot ${action} a member who is ${state}.`,
  },
  "no-such-account": {
    kind: "not-found",
    detail: ({ email }: { email: string }) =>
      `There is no account with the email ${email}. The person signs up first.`,
  },
  "member-has-left": {
    kind: "invalid",
    detail: "This member has left the group, so they cannot hold an office.",
  },
  "email-not-confirmed": {
    kind: "invalid",
    detail: "This member has not confirmed their email address yet.",
  },
  "reject-reason-required": { kind: "invalid", detail: "Please give a reason for the rejection." },
  "member-has-payments": {
    kind: "invalid",
    detail: "This member has approved or undecided payments, so they cannot be rejected.",
  },
  "last-chairperson": {
    kind: "invalid",
    detail: "This is the last active Chairperson. Appoint another one first.",
  },
  "office-needs-active-member": {
    kind: "invalid",
    detail: "Only an active member can hold an office.",
  },
  "already-holds-office": {
    kind: "invalid",
    detail: ({ office }: { office: string }) => `This member is already ${office}.`,
  },
  "holds-another-office": {
    kind: "invalid",
    detail: ({ office }: { office: string }) =>
      `This member is ${office}. Remove that role before giving another.`,
  },
  "office-needs-contribution": {
    kind: "invalid",
    detail: "Only a member with at least one approved contribution can be given an office.",
  },
  "office-already-proposed": {
    kind: "invalid",
    detail: ({ office }: { office: string }) =>
      `This member is already proposed as ${office}. That proposal must end before another is made.`,
  },
  "no-office-proposed": { kind: "not-found", detail: "No office is proposed for this member." },
  "cannot-agree-to-office": {
    kind: "forbidden",
    detail: "Another official must agree: neither you who proposed it, nor the member themselves.",
  },
  "cannot-object-to-own-proposal": {
    kind: "forbidden",
    detail: "You proposed this yourself. Another official may object; you can withdraw it.",
  },
  "no-office-to-remove": {
    kind: "invalid",
    detail: ({ office }: { office: string }) =>
      `This member is not ${office}, so there is nothing to remove.`,
  },

  // Approvals by the two offices
  "office-already-acted": {
    kind: "invalid",
    detail: ({ office }: { office: string }) => `The ${office} has already acted on this item.`,
  },
  "item-decided": {
    kind: "invalid",
    detail: ({ status }: { status: "approved" | "rejected" }) =>
      `This item has already been ${status}.`,
  },
  "same-person-twice": {
    kind: "invalid",
    detail: "You have already acted on this item. The other approval must come from someone else.",
  },

  // Payments
  "reference-of-another-member": {
    kind: "invalid",
    detail: "This reference has already been used by another member.",
  },
  "reference-held": {
    kind: "invalid",
    detail:
      "This reference stands on another payment that counts already, so this one cannot be approved. Reject it.",
  },
  "reference-used": {
    kind: "invalid",
    detail: ({ kind }: { kind: string }) => `This reference has already been used for a ${kind}.`,
  },
  "date-in-future": { kind: "invalid", detail: "The date cannot be in the future." },

  // Fines
  "fine-after-leaving": {
    kind: "invalid",
    detail: "This member has left the group, so they cannot be fined.",
  },
  "no-unpaid-fines": { kind: "invalid", detail: "You have no unpaid fines." },
  "fine-payment-too-much": {
    kind: "invalid",
    detail: ({ payable, waiting }: { payable: string; waiting: string | null }) =>
      waiting === null
        ? `Your unpaid fines come to ${payable}, so you cannot pay more than that.`
        : `You can still pay ${payable} of your fines: payments of ${waiting} already wait for approval.`,
  },
  "fine-payment-above-unpaid": {
    kind: "invalid",
    detail:
      "This payment is more than the member's unpaid fines, since a fine was taken back. Reject it, and ask for the right amount.",
  },

  // Leaving the group
  "settle-oneself": {
    kind: "invalid",
    detail: "You cannot exit or clear yourself. Another official must do it.",
  },
  "already-left": { kind: "invalid", detail: "This member has already left the group." },
  "settlement-waits": {
    kind: "invalid",
    detail:
      "This member still has payments or loan applications that wait for approval. Decide them first.",
  },
  "exit-needs-a-loan": {
    kind: "invalid",
    detail: "This member has no active or defaulted loan, so they can be cleared but not exited.",
  },
  "clear-needs-no-loan": {
    kind: "invalid",
    detail: "This member still owes on a loan, so they can be exited but not cleared.",
  },
  "nothing-to-clear": {
    kind: "invalid",
    detail: "This member has no contributions in the group, so there is nothing to clear.",
  },
  "figures-changed": {
    kind: "invalid",
    detail: "The figures have changed. Reload and try again.",
  },

  // A second person
  "proposal-is-own": {
    kind: "forbidden",
    detail: "You proposed this yourself, so another official must agree.",
  },
  "proposal-concerns-oneself": {
    kind: "forbidden",
    detail: "This concerns yourself, so another official must decide it.",
  },
  "proposal-decided": { kind: "invalid", detail: "This proposal has already been decided." },
  "proposer-lost-right": {
    kind: "invalid",
    detail:
      "The official who proposed this no longer holds the office for it. Refuse it, and propose it anew.",
  },
  "setting-already-waits": {
    kind: "invalid",
    detail: "A change of this setting already waits. Refuse that one first.",
  },

  // Bad debts
  "recover-from-oneself": {
    kind: "invalid",
    detail: "You cannot recover your own bad debt. Another official must do it.",
  },
  "no-open-bad-debt": {
    kind: "invalid",
    detail: "There are no open bad debts for this member.",
  },
  "recovery-above-debt": {
    kind: "invalid",
    detail: ({ outstandingCents }: { outstandingCents: Cents }) =>
      `Only ${formatKes(outstandingCents)} of this bad debt is outstanding.`,
  },

  // Group settings
  "year-start-after-closing": {
    kind: "invalid",
    detail: "A financial year has been closed, so the start of the year can no longer be changed.",
  },

  // Loans
  "bank-too-low-for-loan": {
    kind: "invalid",
    detail: "The bank balance is too low to disburse this loan.",
  },
  "loan-above-group-balance": {
    kind: "invalid",
    detail: "Amount exceeds the current bank balance.",
  },
  "loan-in-default": {
    kind: "invalid",
    detail: "You have a loan in default. Repay it before you apply for another one.",
  },
  "borrower-in-default": {
    kind: "invalid",
    detail: "A loan of this member is in default, so no other loan can be paid out to them.",
  },
  "loan-already-pending": {
    kind: "invalid",
    detail: ({ type }: { type: string }) =>
      `You already have a ${type} loan application that waits for a decision.`,
  },
  "loan-over-limit": {
    kind: "invalid",
    detail: ({ limit }: { limit: string }) =>
      `This loan is above what the member may borrow now (${limit}), so it cannot be approved.`,
  },
  "loan-of-own-office": {
    kind: "forbidden",
    detail: ({ office }: { office: string }) =>
      `This is a loan of a ${office}, so the Chairperson judges it in that office's place.`,
  },
  "borrower-not-active": {
    kind: "invalid",
    detail: "This member is not active, so no loan can be paid out to them.",
  },
  "loan-not-repayable": {
    kind: "invalid",
    detail: ({ status }: { status: string }) =>
      `This loan is ${status}, so there is nothing to repay on it.`,
  },
  "loan-payment-too-much": {
    kind: "invalid",
    detail: ({ payable, waiting }: { payable: string; waiting: string | null }) =>
      waiting === null
        ? `You can repay at most ${payable} on this loan.`
        : `You can repay at most ${payable} on this loan: payments of ${waiting} already wait for approval.`,
  },

  // Books
  "bank-too-low": { kind: "invalid", detail: "The bank balance is too low for this." },
  "year-closed": {
    kind: "invalid",
    detail: ({ year }: { year: string }) =>
      `The financial year ${year} is closed. Nothing more can be posted into it.`,
  },

  // Ledger entries
  "charged-user-unknown": {
    kind: "invalid",
    detail: "There is no member with this username or number.",
  },
  "charged-user-ambiguous": {
    kind: "invalid",
    detail: "This is one member's number and another one's username. Send the number as a number.",
  },
  "declaration-unknown": { kind: "invalid", detail: "There is no such dividend declaration." },
  "declaration-reversed": {
    kind: "invalid",
    detail: "This dividend declaration was reversed, so nothing can be paid on it.",
  },
  "declaration-remainder": {
    kind: "invalid",
    detail: ({ remaining }: { remaining: string }) =>
      `${remaining} of this declaration is still unpaid. A payment cannot be more than that.`,
  },
  "deposit-unknown": { kind: "invalid", detail: "There is no such fixed deposit." },
  "deposit-reversed": {
    kind: "invalid",
    detail: "This fixed deposit was reversed, so nothing can be redeemed from it.",
  },
  "deposit-remainder": {
    kind: "invalid",
    detail: ({ remaining }: { remaining: string }) =>
      `${remaining} remains in this fixed deposit. A redemption cannot be more than that.`,
  },

  // Reversals
  "entry-already-reversed": {
    kind: "invalid",
    detail: ({ by }: { by: number }) =>
      `This entry was already reversed by entry ${by}. If that was wrong, post it again.`,
  },
  "reversal-stays": {
    kind: "invalid",
    detail: "This entry is itself a reversal. Post what it took back again instead.",
  },
  "closing-stays": {
    kind: "invalid",
    detail:
      "This entry closed a financial year, so it stays. Correct a mistake by an entry of the current year.",
  },
  "settlement-stays": {
    kind: "invalid",
    detail:
      "This entry settled a member's account, so it stays. Post the difference as an expense or other income instead.",
  },
  "payment-stays": {
    kind: "invalid",
    detail:
      "This entry belongs to a payment that both offices approved, so it stays. Post the difference as an expense or other income instead.",
  },
  "loan-stays": {
    kind: "invalid",
    detail:
      "This entry paid out a loan, so it stays. The loan ends when it is repaid, or when the member leaves.",
  },
  "declaration-used": {
    kind: "invalid",
    detail: "Dividends were already paid on this declaration. Reverse those payments first.",
  },
  "deposit-used": {
    kind: "invalid",
    detail: "Part of this fixed deposit was already redeemed. Reverse those redemptions first.",
  },
  "fine-partly-paid": {
    kind: "invalid",
    detail:
      "This fine is already paid, in whole or in part, so it stays. Pay the member back by an expense entry instead.",
  },
  "fine-written-off": {
    kind: "invalid",
    detail: "This fine was written off when the member left, so there is nothing to take back.",
  },

  // Year end
  "year-not-over": {
    kind: "invalid",
    detail: ({ year, end }: { year: string; end: string }) =>
      `The financial year ${year} is not over: it can be closed after ${end}.`,
  },
  "year-already-closed": {
    kind: "invalid",
    detail: ({ year }: { year: string }) => `The financial year ${year} is already closed.`,
  },
  "older-year-open": {
    kind: "invalid",
    detail: ({ year }: { year: string }) =>
      `Years are closed oldest first. Close the financial year ${year} before this one.`,
  },
  "year-without-entries": {
    kind: "invalid",
    detail: ({ year }: { year: string }) =>
      `Nothing was posted in the financial year ${year}, so there is nothing to close.`,
  },
  "no-such-year": {
    kind: "invalid",
    detail: ({ year }: { year: string }) =>
      `There is no such financial year. Did you mean ${year}?`,
  },

  // Proofs of the log
  "log-shorter": {
    kind: "invalid",
    detail: ({ entries }: { entries: number }) =>
      `The log has ${entries} ${entries === 1 ? "entry" : "entries"}, fewer than that.`,
  },
  "log-empty": { kind: "invalid", detail: "The log is empty. Please try again in a moment." },
  "log-backwards": { kind: "invalid", detail: "The later log has fewer entries than the earlier." },
} as const satisfies Record<string, RefusalRow>;

function waitingTime(seconds: number): string {
  if (seconds <= 90) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
