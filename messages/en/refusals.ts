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
  "push-endpoint-refused":
    "This browser gave an address that is no push service's. Nothing was changed.",
  "sms-goes-out": "SMS goes out as usual, so there is nothing to try.",
  "notice-on-no-channel":
    "Receipts and notices about your account reach you by one channel at least.",
  "word-by-no-channel": "Choose at least one way to send the word.",
  "channel-not-there":
    "The group sends no {channel, select, email {email} sms {SMS} other {notices on screens}} yet.",
  "word-to-nobody": "There is nobody to send it to.",
  "word-reaches-nobody": "It reaches nobody in these ways. Choose another.",
  "word-over-cap":
    "The SMS would cost {cost}, and {left} are left of this month's limit. Shorten the text, leave out SMS, or raise the limit in the settings.",
  "word-is-own": "You wrote this word yourself, so another official must agree.",
  "word-decided": "This word no longer waits.",
  "word-writer-lost-right":
    "The official who wrote this word no longer holds the office for it. End it, and have it written again.",
  "two-step-own-first": "Set up two-step sign-in for yourself first, in your profile.",
  "sign-in-needs-reset":
    "Too many failed attempts. Choose “Forgot your password?” to set a new password.",
  "activation-failed": "Activation failed",
  "activation-link-expired": "This activation link has expired. Ask for a new one.",
  "activation-link-used": "This activation link was already used. You can sign in.",
  "reset-link-invalid": "This password reset link is no longer valid. Ask for a new one.",
  "email-link-invalid":
    "This confirmation link is no longer valid. Change your email again to get a new one.",
  "auditor-seat-over":
    "This link does not open an auditor's seat, or the seat has ended. Ask the Chairperson for a new one.",
  "auditor-seat-ended": "This auditor's seat has ended already.",
  "current-password-needed": "Enter your current password to change your email or phone.",
  "code-needed": "Enter the code from your authenticator app to change your email or phone.",
  "undo-link-invalid":
    "This link is no longer valid. Speak to the Chairperson if your account is not in your hands.",
  "undo-address-taken": "Another account uses this address now. Speak to the Chairperson.",
  "no-phone-waits": "No other phone of this member waits to be confirmed.",
  "claim-code-needed":
    "Enter the code that we sent by SMS to the phone in the group's book, {phone}.",
  "claim-code-wrong": "That is not the code of the SMS. Check it and try again.",
  "claim-code-expired": "That code is too old. Ask for a new link, and a new code comes with it.",
  "claim-code-tries":
    "Too many codes were tried. Two officials must confirm you, or the Chairperson makes a new invitation.",
  "no-claim-waits": "Nobody claims this account and waits to be confirmed.",
  "claim-is-proven": "This claim is proven already, and needs no more officials.",
  "claim-has-a-channel":
    "A code or a link was sent to what the book has. Officials confirm only if it does not arrive within a day.",
  "claim-confirmed-by-oneself": "You have confirmed this already. Another official must do it too.",
  "name-of-the-book":
    "The name is that of the group's book. The Chairperson changes it if it is wrong.",
  "current-password-wrong": "Your current password is not correct.",
  "already-in-use": "{label} is already in use.",
  "setup-link-dead":
    "This setup link was already used or has ended. The newest one is in the log of the server; npm run setup-link makes another.",
  "invitation-dead":
    "This invitation was already used, has ended or is too old. Ask the Chairperson for a new one.",
  "invitation-ended": "This invitation was already used or has ended.",
  "invitation-of-another-number": "This invitation is for the registration number {number}.",
  "photo-unreadable": "Choose a PNG, JPEG or WebP picture of at most 2 MB.",

  // Members and offices
  "action-not-offered":
    "You cannot {action, select, approve {approve} reject {reject} activate {activate} dormant {make dormant} deactivate {deactivate} other {lift the dormancy of}} a member who is {state, select, pending {pending approval} active {active} dormant {dormant} exited {leaving with a debt} cleared {cleared} other {deactivated}}.",
  "no-such-account": "There is no account with the email {email}. The person signs up first.",
  "no-figures-to-answer": "Nothing was brought over from the group's book here.",
  "figures-need-words": "Please say what you think is right.",
  "figures-of-ones-own": "Another official answers for you: these are your own figures.",
  "figures-not-disputed": "This member disputes nothing.",
  "figures-not-open-to-office":
    "This member has answered already, disputes their figures, or has an account and answers themselves.",
  "not-entered-for-them":
    "Nothing is entered for this member: they have left, are not active, or wait for approval.",
  "member-applies-themselves":
    "This member has an account of their own and applies for a loan themselves.",
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
  "removal-already-proposed":
    "It is already proposed that this member is no longer {office}. That proposal must end before another is made.",
  "no-office-proposed": "No office is proposed for this member.",
  "cannot-agree-to-office":
    "Another official must agree, or three members: not who proposed it, nor who is to get the office, nor members who joined in the last 30 days or have no approved contribution.",
  "cannot-object-to-own-proposal":
    "You proposed this yourself. Another official or member may object.",
  "cannot-object-to-office":
    "Active members may object, and whoever held an office in the last 7 days.",
  "office-answered-already": "You have said this already.",
  "proposal-is-own": "You proposed this yourself, so another official must agree.",
  "proposal-concerns-oneself": "This concerns yourself, so another official must decide it.",
  "proposal-decided": "This proposal has already been decided.",
  "proposal-for-other-office":
    "The Treasurer and the Sec-Gen agree to this, each for their office.",
  "proposer-lost-right":
    "The official who proposed this no longer holds the office for it. Refuse it, and propose it again.",
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
  "approve-reason-required":
    "{evidence, select, differs {The statement does not agree with this payment.} missing {The statements have no such payment.} other {No statement confirms this payment.}} Give your reason for approving it.",
  "no-longer-confirmed": "The statements do not confirm this payment, so it was not approved.",

  // Reconciliation
  "day-not-covered": "The statements of all accounts cover the days from {from} to {to}.",
  "no-day-covered": "The statements of all accounts cover no day yet.",
  "reconciliation-reason-required": "Give your reason for accepting what is not explained.",
  "reconciliation-already-accepted": "The {office} has accepted these figures already.",

  // Payments
  "reference-of-another-member": "This reference has already been used by another member.",
  "reference-approved-for-another":
    "This reference has already been used by another member. If the payment is yours, ask the Treasurer: the officials have been notified.",
  contested: "Another member claims this payment too. Decide on it by itself.",
  "reference-held":
    "Another payment that counts already has this reference, so this one cannot be approved. Reject it.",
  "reference-used":
    "This reference has already been used for a {kind, select, contribution {contribution} loan_payment {loan payment} other {fine payment}}.",
  "date-too-early": "The date cannot be before {first}: the group did not exist yet.",
  "month-too-far": "You can pay ahead up to {last}.",
  "date-in-future": "The date cannot be in the future.",

  // Files and statements
  "file-kind-unknown": "This file is neither CSV, Excel (.xlsx, .xls) nor PDF.",
  "file-damaged": "This file is damaged or cut short, so it cannot be read. Get it once more.",
  "file-too-large-to-read": "This file is too large to read.",
  "file-locked": "This file is locked by a password. Save it without one, and choose it again.",
  "file-too-many-rows": "A sheet may have at most {most} rows.",
  "statement-pdf-unknown":
    "Only M-PESA’s own statement can be read as PDF. Get a bank’s statement as CSV or Excel.",
  "statement-heading-missing":
    "No heading of a statement was found in this file. A heading names a date, details, and an amount.",
  "statement-empty": "This statement has no lines and names no period.",
  "statement-period-printed": "The file itself says that it covers the days up to {to}.",
  "statement-complete-to": "Complete up to is a day from the last line, {from}, to today, {to}.",
  "statement-too-many-lines":
    "A statement may have at most {most} lines. Get it for a shorter period.",
  "statement-figures-too-large": "The amounts in this file are above what a group can have.",
  "statement-password-needed": "This PDF is locked. Enter its password.",
  "statement-password-wrong": "That is not the password of this PDF.",
  "statement-mapping-incomplete":
    "Name the column of the amount, with or without one for debit or credit, or one column for each of the two.",
  "statement-mapping-not-found": "The columns you named are not in this file.",

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
    "This is a loan of a {office}, so the Chairperson decides on it in that office's place.",
  "borrower-not-active": "This member is not active, so no loan can be paid out to them.",
  "loan-not-repayable":
    "This loan is {status, select, rejected {rejected} cleared {cleared} written_off {written off} other {pending}}, so there is nothing to repay on it.",
  "loan-payment-too-much": "You can repay at most {payable} on this loan.",
  "loan-payment-too-much-beside-waiting":
    "You can repay at most {payable} on this loan: payments of {waiting} already wait for approval.",

  // Statements and their lines
  "sheet-file-missing": "Choose the file of the sheet.",
  "sheet-too-large": "The files of a sheet are at most 5 MB together.",
  "sheet-totals-too-large": "The sheet adds up to more than KES 100,000,000,000.",
  "statement-file-missing": "Choose the file of a statement.",
  "statement-account-needed": "Choose the account that the statement is of.",
  "statement-of-another-account":
    "This file is of account {printed}, which is {name}. Choose that one.",
  "statement-lines-unreadable":
    "{count, plural, one {1 cell} other {# cells}} of the statement cannot be read, so nothing was imported.",
  "statement-is-withdrawn": "This statement was withdrawn.",
  "statement-needs-no-acceptance": "This statement needs no acceptance.",
  "statement-in-use":
    "{count, plural, one {1 item} other {# items}} in the books rest on this statement, so it stays.",
  "line-already-matched": "This line is matched already. Undo its match first.",
  "line-needs-no-match": "This line needs no match: it failed, or moved within the account.",
  "line-not-proved":
    "The statement of this line does not add up. Both offices accept it first, with a reason.",
  "line-has-twin": "This receipt stands on another line.",
  "line-without-twin": "Only a line whose receipt stands on another line is set aside.",
  "line-set-aside": "This line is set aside. Bring it back first.",
  "set-aside-in-use": "An approved payment rests on this being set aside, so it stays.",
  "line-not-matched": "This line has no match.",
  "unmatch-needs-reason":
    "The payment is approved, so both offices undo its match. Say why it is to be undone.",
  "unmatch-already-waits":
    "Undoing this match is already proposed, and waits for the other office.",
  "line-not-money-in": "Only money in is recorded as a payment.",
  "line-amount-differs": "The amounts do not agree. Say why it is this line anyway.",
  "item-on-another-line": "This item is matched with another line already.",
  "entry-without-bank": "This journal entry does not touch the bank.",
  "entry-of-payment": "This journal entry is a payment's. Match the line with the payment.",
  "entry-is-reversed": "This journal entry was reversed.",
  "loan-to-name": "Choose the loan that this pays.",
  "type-without-bank": "A ledger entry of this type moves no money on the bank.",
  "lines-other-way": "Choose lines that all move money the way this type of entry does.",

  // Books
  "bank-too-low": "The bank balance is too low for this.",
  "year-closed": "The financial year {year} is closed. Nothing more can be posted into it.",

  // Ledger entries
  "charged-user-unknown": "There is no member with this username or number.",
  "charged-user-ambiguous":
    "This is one member's number and another one's username. Send the number as a number.",
  "asset-below-zero":
    "With this entry {account} would fall below zero on {day}. Choose a later date or a smaller amount.",
  "before-declaration":
    "This dividend was declared on {declared}. A payment cannot be dated before that.",
  "before-deposit":
    "This fixed deposit was opened on {opened}. A redemption cannot be dated before that.",
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
  "opening-stays":
    "This entry was brought forward from the group's book, so it stays. The whole opening can be taken back by both offices.",
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

  // What is brought over from the group's book
  "opening-sheet-faulty":
    "{count, plural, one {1 thing in the sheet is wrong} other {# things in the sheet are wrong}}. Correct it and rehearse it again.",
  "opening-empty": "The sheet has no members.",
  "opening-unbalanced":
    "The sheet does not balance: debit less credit is {difference}. Correct it, or say why it is so.",
  "opening-is-decided": "This sheet was decided already. Reload to see it.",
  "opening-does-not-stand": "This sheet is not in the books, so there is nothing to take back.",
  "opening-stands":
    "What was brought forward on {date} is in the books. It must be taken back before another sheet is brought.",
  "opening-after-books":
    "The books here begin on {first}, so nothing can be brought forward on {date}. Choose a day before the first entry.",
  "opening-savings-fall":
    "The sheet that was taken back had savings of {now}, this one has {after}. Confirm that this is right to accept it.",
  "opening-account-unfit":
    "The account of {reg} waits for approval or has left the group. Settle that first, or correct the sheet.",
  "opening-contact-taken":
    "Somebody else has the phone number or email of {reg} by now. Correct the sheet and propose it again.",
  "opening-in-use":
    "{count, plural, one {1 item rests} other {# items rest}} on what was brought forward, so it stays.",
} as const satisfies Record<RefusalCode, string>;
