import type { RefusalCode } from "#domain/refusal.ts";

/** What is refused, by the codes of domain/refusals.ts. */
export const refusals = {
  // Asking at all
  "not-signed-in": "Please login again",
  "csrf-mismatch": "This page is out of date. Reload it and try again.",
  "cross-site": "This request came from another site, so it was not carried out.",
  forbidden: "You do not have permission to do this.",
  "group-figures-after-approval":
    "You will see the group's figures once the Chairperson has approved your membership.",
  "membership-not-approved": "You can do this once the Chairperson has approved your membership.",
  "account-read-only": "You have left the group, so your account can be read but not used.",
  "dormant-cannot-borrow": "Your membership is dormant. You can pay and repay, but not borrow.",
  "not-found": "We could not find what you asked for.",
  "unreadable-body": "The request is not readable JSON.",
  "too-many-requests":
    "Too many attempts. Please try again in {count} {unit, select, seconds {{count, plural, one {second} other {seconds}}} other {minutes}}.",
  "server-busy": "The server is very busy. Please try again in a moment.",
  "took-too-long": "This took too long, so nothing was changed. Please try again in a moment.",
  "database-away": "The group's records cannot be reached right now. Please try again in a moment.",

  // Repeating a request
  "idempotency-key-malformed": "The Idempotency-Key must be 1 to 200 printable characters.",
  "idempotency-key-reused": "This Idempotency-Key was already used for a different request.",
  "still-running": "The first request is still being worked on. Please wait a moment.",

  // Signing up and in
  "login-failed": "Some of your login information was incorrect",
  "two-step-required": "Enter the code from your authenticator app.",
  "two-step-code-refused": "That code is not right, or was used already. Wait for the next one.",
  "two-step-code-wrong": "That code is not right, or was used already. Wait for the next one.",
  "two-step-demanded":
    "Your group asks officials for two-step sign-in. Set it up in your profile, then you can do this.",
  "two-step-is-on": "Two-step sign-in is already on.",
  "two-step-is-off": "Two-step sign-in is not on.",
  "two-step-kept-by-officials":
    "Your group asks officials for two-step sign-in, so it cannot be turned off.",
  "two-step-reset-oneself": "Turn off your own two-step sign-in in your profile.",
  "two-step-own-first": "Set up two-step sign-in for yourself first, in your profile.",
  "sign-in-needs-reset":
    "Too many failed attempts. Choose “Forgot your password?” to set a new password.",
  "activation-failed": "Activation failed",
  "activation-link-expired": "This activation link has expired. Ask for a new one.",
  "activation-link-used": "This activation link was already used. You can sign in.",
  "reset-link-invalid": "This password reset link is no longer valid. Ask for a new one.",
  "email-link-invalid":
    "This confirmation link is no longer valid. Change your email again to get a new one.",
  "current-password-needed": "Enter your current password to change your email or phone.",
  "code-needed": "Enter the code from your authenticator app to change your email or phone.",
  "undo-link-invalid":
    "This link is no longer valid. Speak to the Chairperson if your account is not in your hands.",
  "undo-address-taken": "Another account uses this address now. Speak to the Chairperson.",
  "no-phone-waits": "No other phone of this member waits to be confirmed.",
  "current-password-wrong": "Your current password is not correct.",
  "already-in-use": "{label} is already in use.",
  "photo-unreadable": "Choose a PNG, JPEG or WebP picture of at most 2 MB.",

  // Members and offices
  "action-not-offered":
    "You cannot {action, select, approve {approve} reject {reject} activate {activate} dormant {make dormant} deactivate {deactivate} other {lift the dormancy of}} a member who is {state, select, pending {pending approval} active {active} dormant {dormant} exited {leaving with a debt} cleared {cleared} other {deactivated}}.",
  "no-such-account": "There is no account with the email {email}. The person signs up first.",
  "member-has-left": "This member has left the group, so they cannot hold an office.",
  "email-not-confirmed": "This member has not confirmed their email address yet.",
  "reject-reason-required": "Please give a reason for the rejection.",
  "member-has-payments":
    "This member has approved or undecided payments, so they cannot be rejected.",
  "last-chairperson": "This is the last active Chairperson. Appoint another one first.",
  "office-needs-active-member": "Only an active member can hold an office.",
  "office-needs-contribution":
    "Only a member with at least one approved contribution can be given an office.",
  "office-already-proposed":
    "This member is already proposed as {office}. That proposal must end before another is made.",
  "no-office-proposed": "No office is proposed for this member.",
  "cannot-agree-to-office":
    "Another official must agree: neither you who proposed it, nor the member themselves.",
  "cannot-object-to-own-proposal":
    "You proposed this yourself. Another official may object; you can withdraw it.",
  "proposal-is-own": "You proposed this yourself, so another official must agree.",
  "proposal-concerns-oneself": "This concerns yourself, so another official must decide it.",
  "proposal-decided": "This proposal has already been decided.",
  "proposer-lost-right":
    "The official who proposed this no longer holds the office for it. Refuse it, and propose it anew.",
  "setting-already-waits": "A change of this setting already waits. Refuse that one first.",
  "already-holds-office": "This member is already {office}.",
  "holds-another-office": "This member is {office}. Remove that role before giving another.",
  "no-office-to-remove": "This member is not {office}, so there is nothing to remove.",

  // Approvals by the two offices
  "office-already-acted": "The {office} has already acted on this item.",
  "item-decided":
    "This item has already been {status, select, approved {approved} other {rejected}}.",
  "same-person-twice":
    "You have already acted on this item. The other approval must come from someone else.",
  "amount-not-seen": "Say which amount you saw. Without it this is not approved.",

  // Payments
  "reference-of-another-member": "This reference has already been used by another member.",
  "reference-held":
    "This reference stands on another payment that counts already, so this one cannot be approved. Reject it.",
  "reference-used":
    "This reference has already been used for a {kind, select, contribution {contribution} loan_payment {loan payment} other {fine payment}}.",
  "date-too-early": "The date cannot be before {first}: the group was not there yet.",
  "month-too-far": "You can pay ahead up to {last}.",
  "date-in-future": "The date cannot be in the future.",

  // Fines
  "fine-after-leaving": "This member has left the group, so they cannot be fined.",
  "no-unpaid-fines": "You have no unpaid fines.",
  "fine-payment-too-much": "Your unpaid fines come to {payable}, so you cannot pay more than that.",
  "fine-payment-too-much-beside-waiting":
    "You can still pay {payable} of your fines: payments of {waiting} already wait for approval.",
  "fine-payment-above-unpaid":
    "This payment is more than the member's unpaid fines, since a fine was taken back. Reject it, and ask for the right amount.",

  // Leaving the group
  "settle-oneself": "You cannot exit or clear yourself. Another official must do it.",
  "already-left": "This member has already left the group.",
  "settlement-waits":
    "This member still has payments or loan applications that wait for approval. Decide them first.",
  "exit-needs-a-loan":
    "This member has no active or defaulted loan, so they can be cleared but not exited.",
  "clear-needs-no-loan": "This member still owes on a loan, so they can be exited but not cleared.",
  "nothing-to-clear":
    "This member has no contributions in the group, so there is nothing to clear.",
  "figures-changed": "The figures have changed. Reload and try again.",

  // Bad debts
  "recover-from-oneself": "You cannot recover your own bad debt. Another official must do it.",
  "no-open-bad-debt": "There are no open bad debts for this member.",
  "recovery-above-debt": "Only {outstandingCents} of this bad debt is outstanding.",

  // Group settings
  "year-start-after-closing":
    "A financial year has been closed, so the start of the year can no longer be changed.",

  // Loans
  "bank-too-low-for-loan": "The bank balance is too low to disburse this loan.",
  "loan-above-group-balance": "Amount exceeds the current bank balance.",
  "loan-in-default": "You have a loan in default. Repay it before you apply for another one.",
  "borrower-in-default":
    "A loan of this member is in default, so no other loan can be paid out to them.",
  "loan-already-pending":
    "You already have a {type, select, normal_loan {normal} other {emergency}} loan application that waits for a decision.",
  "loan-over-limit":
    "This loan is above what the member may borrow now ({limit}), so it cannot be approved.",
  "loan-of-own-office":
    "This is a loan of a {office}, so the Chairperson judges it in that office's place.",
  "borrower-not-active": "This member is not active, so no loan can be paid out to them.",
  "loan-not-repayable":
    "This loan is {status, select, rejected {rejected} cleared {cleared} written_off {written off} other {pending}}, so there is nothing to repay on it.",
  "loan-payment-too-much": "You can repay at most {payable} on this loan.",
  "loan-payment-too-much-beside-waiting":
    "You can repay at most {payable} on this loan: payments of {waiting} already wait for approval.",

  // Books
  "bank-too-low": "The bank balance is too low for this.",
  "year-closed": "The financial year {year} is closed. Nothing more can be posted into it.",

  // Ledger entries
  "charged-user-unknown": "There is no member with this username or number.",
  "charged-user-ambiguous":
    "This is one member's number and another one's username. Send the number as a number.",
  "declaration-unknown": "There is no such dividend declaration.",
  "declaration-reversed": "This dividend declaration was reversed, so nothing can be paid on it.",
  "declaration-remainder":
    "{remaining} of this declaration is still unpaid. A payment cannot be more than that.",
  "deposit-unknown": "There is no such fixed deposit.",
  "deposit-reversed": "This fixed deposit was reversed, so nothing can be redeemed from it.",
  "deposit-remainder":
    "{remaining} remains in this fixed deposit. A redemption cannot be more than that.",

  // Reversals
  "entry-already-reversed":
    "This entry was already reversed by entry {by}. If that was wrong, post it again.",
  "reversal-stays": "This entry is itself a reversal. Post what it took back again instead.",
  "closing-stays":
    "This entry closed a financial year, so it stays. Correct a mistake by an entry of the current year.",
  "settlement-stays":
    "This entry settled a member's account, so it stays. Post the difference as an expense or other income instead.",
  "payment-stays":
    "This entry belongs to a payment that both offices approved, so it stays. Post the difference as an expense or other income instead.",
  "loan-stays":
    "This entry paid out a loan, so it stays. The loan ends when it is repaid, or when the member leaves.",
  "declaration-used":
    "Dividends were already paid on this declaration. Reverse those payments first.",
  "deposit-used":
    "Part of this fixed deposit was already redeemed. Reverse those redemptions first.",
  "fine-partly-paid":
    "This fine is already paid, in whole or in part, so it stays. Pay the member back by an expense entry instead.",
  "fine-written-off":
    "This fine was written off when the member left, so there is nothing to take back.",

  // Year end
  "year-not-over": "The financial year {year} is not over: it can be closed after {end}.",
  "year-already-closed": "The financial year {year} is already closed.",
  "older-year-open":
    "Years are closed oldest first. Close the financial year {year} before this one.",
  "year-without-entries":
    "Nothing was posted in the financial year {year}, so there is nothing to close.",
  "no-such-year": "There is no such financial year. Did you mean {year}?",

  // Proofs of the log
  "log-shorter":
    "The log has {entries} {entries, plural, one {entry} other {entries}}, fewer than that.",
  "log-empty": "The log is empty. Please try again in a moment.",
  "log-backwards": "The later log has fewer entries than the earlier.",
} as const satisfies Record<RefusalCode, string>;
