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
  "group-asleep": "The group is being opened. Please try again in a moment.",
  "clock-behind":
    "The server's clock says {day}, but the books have an entry of {seen}. Set the clock right.",
  "clock-other-day": "The server's day is {day}. Set its clock right, or confirm that day.",
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
  "objection-link-dead": "This link is no longer valid.",
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
  "join-code-needed": "Enter the code that we sent by SMS to {phone}.",
  "join-code-expired": "That code is too old. Ask the Chairperson, who confirms you in person.",
  "join-code-tries": "Too many codes were tried. Ask the Chairperson, who confirms you in person.",
  "account-is-proven": "This account is confirmed already. You can sign in.",
  "no-account-waits": "This account does not wait to be confirmed.",
  "reset-of-ones-own": "Change your own password in your profile.",
  "reset-of-nobody": "This member has no account that can be used.",
  "reset-of-official":
    "Nobody gets a link to the account of an official. End the office first; it is given again afterwards.",
  "reset-is-mailed": "This member gets the link by mail: they ask for it where they sign in.",
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
    "Another official must agree, or more than half of the members who count: not who proposed it, nor who is to get the office, nor members who joined less than 30 days before or have not contributed for three months.",
  "office-owed-to-proposer":
    "You got your office by a proposal of the same person in the last 7 days, so another official must agree.",
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
  "official-has-decided": "An official has decided on this already.",
  "withdrawn-already": "This has been withdrawn already.",
  "months-out-of-order": "The last month is before the first.",
  "parts-not-the-sum": "The parts come to {parts}, and you paid {sum}.",
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
    "This reference has already been used for a {kind, select, contribution {contribution} loan_payment {loan payment} rotation_payment {merry-go-round payment} fund_payment {fund payment} other {fine payment}}.",
  "date-too-early": "The date cannot be before {first}: the group did not exist yet.",
  "month-too-far": "You can pay ahead up to {last}.",
  "date-in-future": "The date cannot be in the future.",

  // Files and statements
  "file-kind-unknown": "This file is neither CSV, Excel (.xlsx, .xls) nor PDF.",
  "file-is-web-page": "This is a web page: open it in Excel and save it as .xlsx.",
  "file-is-web-page-named":
    "This is a web page that was named {ending}: open it in Excel and save it as .xlsx.",
  "file-is-xml": "This is a file in XML: open it in Excel and save it as .xlsx.",
  "file-is-document":
    "This is a text document, not a table. Get the file as CSV or Excel (.xlsx), and choose that.",
  "file-is-picture":
    "This is a picture. Get the file as CSV or Excel (.xlsx) from where it comes from, and choose that.",
  "file-is-archive":
    "This is an archive with other files in it: unpack it, and choose the file in it.",
  "file-quote-unclosed":
    "In line {line} a quotation mark opens and never closes, so what comes after it cannot be told apart. Close it or take it out, and choose the file again.",
  "file-damaged": "This file is damaged or cut short, so it cannot be read. Get it once more.",
  "file-too-large-to-read": "This file is too large to read.",
  "file-locked": "This file is locked by a password. Save it without one, and choose it again.",
  "file-too-many-rows": "A sheet may have at most {most} rows.",
  "statement-pdf-unknown":
    "Only M-PESA’s own statement can be read as PDF. Get a bank’s statement as CSV or Excel.",
  "statement-hidden":
    "The statement is on the sheet “{sheet}”, which is hidden. Show it in Excel (Unhide), save the file, and choose it again.",
  "statement-of-several-accounts":
    "This file has lines of several accounts: {numbers}. Get a file for each account, and choose each by itself.",
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
  "nothing-paid-out": "Nothing is paid out, so there is no reference and no day of it.",
  "reference-on-entry": "This reference is on another payout or recovery already.",
  "already-left": "This member has already left the group.",
  "office-first": "Take the office away first.",
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

  // M-PESA
  "mpesa-off": "The group does not receive M-PESA payments here. Pay as before, and type the code.",
  "asks-off": "The group cannot ask your phone to pay. Pay by the paybill, and type the code.",
  "ask-needs-phone": "Your phone number is not confirmed yet, so it cannot be asked to pay.",
  "ask-open":
    "Your phone was asked for this already, and M-PESA has not said yet whether you paid. Wait for its answer, or end that request after 3 minutes.",
  "ask-decided": "This request is over already.",
  "ask-too-young": "You can end this request 3 minutes after it was made.",
  "payouts-off": "Payouts by M-PESA are off.",
  "payout-of-own-office":
    "This goes to the {office}, so the Chairperson decides in place of that office.",
  "payout-loan-not-active": "Only a loan that is active is paid out by M-PESA.",
  "payout-nothing": "There is nothing to pay out.",
  "payout-cents": "M-PESA sends whole shillings. Pay this one by hand.",
  "payout-out-of-range": "M-PESA sends {least} to {most}.",
  "payout-needs-phone": "This member has no confirmed phone.",
  "payout-phone-too-new": "This member's phone changed a short while ago. Pay from {moment} on.",
  "payout-paid-otherwise": "This was paid already: a code or a line of a statement shows it.",
  "payout-exists": "This was proposed already, or sent. It is paid only once.",
  "payout-decided": "This payout was decided already. Reload to see it.",
  "payout-too-young": "M-PESA may still answer. Both offices may refuse it from {moment} on.",
  "line-goes-back": "Both offices gave this payment back by M-PESA.",
  "payout-line-not-open":
    "Only a payment that M-PESA confirmed, and that is nobody's yet, can go back.",

  // Loans of a product
  "product-rate-per": "Choose month or year.",
  "product-name-used": "A loan of this name is offered already.",
  "product-fee-whole": "The fee must be below 100%.",
  "product-amounts-crossed": "The most cannot be below the least.",
  "product-grace-too-long": "The grace must be shorter than the instalments.",
  "product-not-offered": "This loan is not offered.",
  "instalments-out-of-range": "Choose {least} to {most} instalments.",
  "instalments-too-many": "In so many instalments, some would repay nothing. Choose fewer.",
  "loan-amount-out-of-range": "This loan is from {least} to {most}.",
  "loan-amount-at-least": "This loan is at least {least}.",
  "loan-amount-at-most": "This loan is at most {most}.",
  "fee-above-amount": "The fee is above the amount.",
  "late-with-a-loan":
    "You are late with a loan. Pay what is overdue before you apply for another one.",
  "top-up-not-own": "Only a running loan of your own can be topped up.",
  "top-up-too-low": "It must be more than what is still owed on that loan.",
  "paid-before-payout": "The date cannot be before the loan was paid out.",
  "paid-too-long-ago": "The date cannot be more than 31 days ago.",
  "early-changes-nothing": "The interest of this loan does not change when it is paid early.",
  "loan-without-instalments": "This loan has no instalments.",
  "loan-of-a-product-only": "Choose a loan.",
  "change-waits": "A change of this loan already waits.",
  "call-too-early":
    "Guarantors can be called once an instalment is {days, plural, one {1 day} other {# days}} late.",
  "nobody-guarantees": "Nobody guarantees this loan.",
  "nothing-overdue": "Nothing on this loan is overdue any more.",
  "not-everybody-agreed": "Not everybody has agreed yet: {member}.",
  "guarantor-oneself": "You cannot guarantee your own loan.",
  "guarantor-not-active": "Only an active member can guarantee.",
  "guarantor-asked-already": "This member was asked already.",
  "guarantor-of-enough": "This member guarantees as many loans as the group allows.",
  "guarantor-official": "Officials do not guarantee loans in this group.",
  "guarantee-above-savings": "You can guarantee at most {most}.",
  "guarantee-changed": "The amount has changed. Reload and try again.",
  "guarantee-answered": "This was answered already.",
  "guarantee-stands": "The loan is paid out, so the guarantee stands.",
  "guarantee-too-low": "The guarantors have agreed to {agreed} of {needed}.",
  "guarantors-needed": "{count, plural, one {1 guarantor is} other {# guarantors are}} needed.",
  "still-guarantees": "This member still guarantees {held} of other members' loans.",
  "guarantors-first": "Call on the guarantors of this member's loans first.",
  "choose-a-day": "Choose a day from {first} to {last}.",
  "loan-payment-waits": "A payment on this loan still waits for approval. Decide it first.",

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
  "line-no-longer-clear":
    "It is no longer an open line whose payer typed their RegNo and of which one thing fits.",
  "line-without-twin":
    "Only a line whose receipt, or whose day and amount in another file, stands on another line is set aside.",
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
  "collection-stays":
    "This entry belongs to a collection that both offices approved, so it stays. Count the cash instead.",
  "payment-stays":
    "This entry belongs to a payment that both offices approved, so it stays. Post the difference as an expense or other income instead.",
  "opening-stays":
    "This entry was brought forward from the group's book, so it stays. The whole opening can be taken back by both offices.",
  "loan-stays":
    "This entry paid out a loan, so it stays. The loan ends when it is repaid, or when the member leaves.",
  "guarantee-call-stays": "This entry called on savings for a loan, so it stays.",
  "loan-interest-stays":
    "This entry charged the interest of a loan, so it stays. What is paid early is taken back when the loan is cleared.",
  "declaration-used":
    "Dividends were already paid on this declaration. Reverse those payments first.",
  "deposit-used":
    "Part of this fixed deposit was already redeemed. Reverse those redemptions first.",
  "fine-partly-paid":
    "This fine is already paid, in whole or in part, so it stays. Pay the member back by an expense entry instead.",
  "fine-written-off":
    "This fine was written off when the member left, so there is nothing to take back.",

  // Share-outs
  "share-out-above-earned":
    "At most {most} can be shared out: what the group has earned and not yet shared.",
  "share-out-nothing-saved": "Nobody has savings to share by.",
  "share-out-first-day": "Choose the first day whose savings count.",
  "share-out-days-crossed": "The first day is after the last one.",
  "share-out-value": "Choose the value of a share.",
  "share-out-from-bank": "Savings that are returned are paid from the bank.",
  "share-out-waits": "Another share-out already waits. Agree to it or refuse it first.",
  "share-out-decided": "This share-out was decided already. Reload to see it.",
  "share-out-not-in-books": "This share-out is not in the books.",
  "share-out-rests": "Something rests on this share-out, so it stays.",
  "share-out-stays": "A share-out is taken back on its own page, by both offices.",

  // Merry-go-rounds
  "rotation-stays": "What a merry-go-round posted is not reversed.",
  "rotation-to-name": "Choose the merry-go-round that it is for.",
  "rotation-not-drawn": "The order is not drawn yet.",
  "rotation-left-to-pay": "You have {left} left to pay in this merry-go-round.",
  "rotation-left-for-turn": "This member has {left} left to pay for this turn.",
  "rotation-turn-to-come": "This turn is on {day}.",
  "rotation-nothing-paid-in": "Nothing was paid in for this turn yet.",
  "rotation-turn-paid-out": "A turn that was paid out cannot be swapped.",
  "rotation-swap-with-other": "Choose another member to swap with.",
  "rotation-swap-asked": "You have asked this member already.",
  "rotation-nothing-owed":
    "This member owes nothing in this merry-go-round that no payment waits for.",
  "rotation-no-free-savings": "This member has no free savings.",
  "rotation-leave-first": "This member is in a merry-go-round. They leave it first.",
  "rotation-owed": "This member owes {owed} in a merry-go-round.",
  "rotation-drawn": "The order is drawn already.",
  "rotation-joined": "You have joined already.",
  "rotation-too-few": "At least {least} members are needed.",

  // Cash
  "cash-too-low": "The cash at hand is too low for this.",
  "count-differs":
    "The count is {difference} {than, select, less {less} other {more}} than the books. Say why.",
  "count-waits": "A count waits already.",

  // Funds
  "money-of-funds":
    "{funds} of the group's money belongs to its funds, so at most {most} can leave now.",
  "fund-too-low": "The fund holds {held}, which is too little for this.",
  "fund-closed": "This fund is closed.",
  "fund-still-holds": "This fund still holds {held}.",
  "fund-waited-for": "Payments or claims of this fund still wait.",
  "fund-to-name": "Choose the fund that it is for.",
  "transfer-without-resolution": "A transfer names a resolution.",
  "transfer-one-end": "Choose two different ends.",
  "earnings-too-low": "The group's retained earnings are {held}, which is too little for this.",

  // Meetings
  "collection-differs":
    "The count is {difference} {than, select, less {less} other {more}} than the sheet. Say why.",
  "collection-waits": "A collection of this meeting waits for approval already.",
  "collection-undecided": "A collection of this meeting waits for approval.",
  "count-unsaid": "Say how much you counted.",
  "count-otherwise": "The sheet says that {counted} was counted. Count again, or reject it.",
  "on-sheet-twice": "Somebody is on the sheet twice.",
  "nothing-beside-name": "There is nothing beside this name.",
  "cannot-pay-now": "This member cannot pay now.",
  "loan-of-another": "This loan is another member's.",
  "no-such-fund": "There is no such fund.",
  "sheet-too-long": "A sheet has at most {most} payments.",
  "on-collection-sheet": "This payment is on a collection sheet, which is approved as a whole.",
  "cash-reference": "References of this form are given by the application.",

  "meetings-off": "Meetings are not turned on.",
  "meeting-here":
    "{kind, select, special {A special} annual {An annual} other {An ordinary}} meeting on {date} is here already.",
  "meeting-too-far": "A meeting is called at most a year ahead.",
  "meeting-not-yet": "This meeting is on {date}. It opens on that day.",
  "meeting-not-begun": "This meeting has not begun.",
  "meeting-open": "This meeting is open.",
  "meeting-closed": "This meeting is closed.",
  "meeting-cancelled": "This meeting was cancelled.",
  "minutes-adopted": "The minutes of this meeting are adopted, so they stay.",
  "meeting-changed": "This meeting has changed since you opened it. Reload and try again.",
  "meeting-rested-on": "Money, fines or resolutions rest on this meeting, so it stays.",
  "mark-off-roll": "Only people on the roll are marked.",
  "marked-twice": "Somebody is marked twice.",
  "mark-bears-fine":
    "A fine rests on the mark of {member}. The Treasurer corrects it, with a reason.",
  "chair-not-there": "The chair was not there. Name who led the meeting.",
  "secretary-not-there": "The secretary was not there. Name who wrote the minutes.",
  "no-meeting-fine-left": "No fine of this meeting is left to charge.",
  "no-meeting-fine": "No fine of this meeting rests on this member.",
  "too-many-votes": "Only {there, plural, one {1 person was} other {# people were}} there to vote.",
  "person-not-there": "This person was not there.",
  "seconded-by-oneself": "Somebody else seconds.",
  "corrects-draft": "Only adopted minutes are corrected.",
  "resolution-named": "The books name this resolution, so it stays.",
  "resolution-not-carried": "This resolution was not carried.",
  "adopted-elsewhere": "Minutes are adopted at a later meeting that has its quorum.",
  "minutes-signed": "You have signed these minutes already.",
  "minutes-otherwise": "The first signature says otherwise.",

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
