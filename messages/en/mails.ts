import { accountMails } from "./account-mails.ts";

/**
 * Every mail: its subject, and its paragraphs in their order (server/core/mail/letters.ts). `{group}` is the group's name, in each
 * of them. Some have paragraphs of which the writer chooses.
 */
export const mails = {
  ...accountMails,
  greeting: { named: "Hello {name},", unnamed: "Hello," },

  /** In place of a name that nobody knows. */
  unnamed: {
    operator: "the server's operator",
    device: "a device that does not say what it is",
    members: "more than half of the members who count",
  },

  /** The month in a page, of somebody who has chosen to have their statement with it. */
  monthPage: {
    subject: "{group}: {month} in a page",
    page: "{page}",
    attached: "Your statement of {month} is attached.",
    notAttached:
      "Your statement of {month} could not be printed this time. Sign in and open Transactions to print it.",
  },
  approved: {
    subject: "Welcome to {group}",
    changed:
      "Your membership of {group} has been approved. You can now pay contributions, apply for loans and read the group's reports.",
  },
  turnedAway: {
    subject: "Your application to {group}",
    changed: "Your application to join {group} was not approved. The reason given: {reason}",
    mistaken: "If you think this is a mistake, please speak to the Chairperson.",
  },
  activated: {
    subject: "Your {group} account is active again",
    changed: "Your account has been activated. You can sign in again.",
  },
  dormant: {
    subject: "Your membership of {group} is dormant",
    changed: "Your membership is now dormant: you can pay and repay, but not borrow.",
    mistaken: "If you think this is a mistake, please speak to the Chairperson.",
  },
  deactivated: {
    subject: "Your {group} account was deactivated",
    changed: "Your account has been deactivated, so you can no longer sign in.",
    mistaken: "If you think this is a mistake, please speak to the Chairperson.",
  },
  noLongerDormant: {
    subject: "Your membership of {group} is active again",
    changed: "Your membership is no longer dormant. You can borrow again.",
  },
  /** Ends a mail about a status that took the office away. */
  lostWithStatus: {
    office: "You are no longer {office}.",
    suspended:
      "You have none of the rights of {office} now. It is proposed that you are no longer {office}, which counts {waits, select, agreement {once another official agrees, or later more than half of the members who count} other {from {moment}}} unless somebody who may ends it.",
  },
  officeGiven: {
    subject: "You are now {office} of {group}",
    changed: "You are now {office} of {group}.",
  },
  officeTaken: {
    subject: "You are no longer {office} of {group}",
    changed: "You are no longer {office} of {group}.",
  },
  fined: {
    subject: "{group}: a fine of {amount}",
    charged: "You have been fined {amount}: {why}",
    pay: "You can see your fines and pay them when you sign in. If you think this is a mistake, please speak to an official.",
  },
  paymentEntered: {
    subject: "{group}: {amount} entered in your name",
    found:
      "{official} found {amount} on the group's statement, with reference {reference}, and entered it as a {kind, select, contribution {contribution} loan_payment {loan payment} rotation_payment {merry-go-round payment} fund_payment {fund payment} other {fine payment}} of yours.",
    waits:
      "It waits for the Treasurer and the Sec-Gen to approve it. If it is not yours, please speak to an official before they do.",
  },
  /** A sheet that brings the group's book waits for the other office (OPEN-40). */
  openingProposed: {
    subject: "{group}: the group's book waits to be accepted",
    proposed:
      "{by} proposes to bring over the group's book as it stood on {date}: {members, plural, one {1 member} other {# members}}, savings of {savings}.",
    difference: "It does not balance by {difference}. The reason given: {reason}",
    waits:
      "Nothing is in the books until the Sec-Gen or the Chairperson accepts it under Accounting. Add up the savings in the group's own book first.",
  },
  openingAccepted: {
    subject: "{group}: the group's book was brought over",
    accepted:
      "{by} accepted what was brought over from the group's book as of {date}: {members, plural, one {1 member} other {# members}}, savings of {savings}. It is in the books.",
    why: "Each member is asked whether their figures are right. If something looks wrong, two offices can take all of it back while nothing rests on it.",
  },
  openingRefused: {
    subject: "{group}: the group's book was not accepted",
    refused: "{by} refused the sheet of {date}. The reason given: {reason}",
    again: "Nothing was written. The Treasurer can correct the sheet and propose it again.",
  },
  openingTakeBackAsked: {
    subject: "{group}: what was brought over is to be taken back",
    asked:
      "{by} wants to take back all that was brought over from the group's book as of {date}. The reason given: {reason}",
    waits:
      "It stays until another office agrees: the Treasurer, or the Sec-Gen or the Chairperson. Sign in and look under Accounting.",
  },
  openingTakenBack: {
    subject: "{group}: what was brought over is taken back",
    done: "{by} agreed, and all that was brought over from the group's book as of {date} is taken back. The reason given: {reason}",
    again:
      "Another sheet may be brought. Accounts that nobody has claimed are inactive until then.",
  },
  figuresDisputed: {
    subject: "{group}: {member} disputes the book's figures",
    said: "{member} does not agree with what was brought over from the group's book: {words}",
    answer: "Please look at it together and answer with words or a correcting entry.",
  },
  figuresResolved: {
    subject: "{group}: an answer to what you said of your figures",
    said: "{official} has answered what you said of the figures from the group's book: {words}",
    again: "If it is still not right, please say so again.",
  },
  paymentEnteredFor: {
    subject: "{group}: {amount} entered in your name",
    entered:
      "{official} entered {amount} with reference {reference} as a {kind, select, contribution {contribution} loan_payment {loan payment} rotation_payment {merry-go-round payment} fund_payment {fund payment} other {fine payment}} of yours.",
    waits:
      "It waits for the Treasurer and the Sec-Gen to approve it. If you did not pay it, please speak to an official before they do.",
  },
  mpesaUnplaced: {
    subject: "{group}: an M-PESA payment without its place",
    came: "{member} paid {amount} by M-PESA with code {reference}, but it could not be recorded: {reason}",
    next: "Its line is open among the lines of the statements. Record it in the member's name, or ask them.",
  },
  loanEnteredFor: {
    subject: "{group}: a loan application in your name",
    entered: "{official} entered an application for a loan of {amount} in your name.",
    waits:
      "It waits for the Treasurer and the Sec-Gen to approve it. If you did not ask for it, please speak to an official before they do.",
  },
  paymentRejected: {
    subject:
      "Your {kind, select, contribution {contribution} loan_payment {loan payment} rotation_payment {merry-go-round payment} fund_payment {fund payment} other {fine payment}} of {amount} was rejected",
    rejected:
      "The {office} of {group} rejected your {kind, select, contribution {contribution} loan_payment {loan payment} rotation_payment {merry-go-round payment} fund_payment {fund payment} other {fine payment}} of {amount} (payment reference {reference}). The reason given: {reason}",
    again:
      "It is not counted. You can put right what is wrong and record the payment again. If you think the rejection is a mistake, please speak to an official.",
  },
  /** When a membership is approved, and another member holds the reference by then (PAY-4). */
  paymentRejectedByRule: {
    subject:
      "Your {kind, select, contribution {contribution} loan_payment {loan payment} rotation_payment {merry-go-round payment} fund_payment {fund payment} other {fine payment}} of {amount} was rejected",
    rejected:
      "Your {kind, select, contribution {contribution} loan_payment {loan payment} rotation_payment {merry-go-round payment} fund_payment {fund payment} other {fine payment}} of {amount} (payment reference {reference}) was rejected when your membership of {group} was approved: {reason}",
    again:
      "It is not counted. You can put right what is wrong and record the payment again. If you think the rejection is a mistake, please speak to an official.",
  },
  /** Why an office approved what the statements do not confirm (STAT-24). */
  paymentApprovedForReason: {
    subject:
      "Why your {kind, select, contribution {contribution} loan_payment {loan payment} rotation_payment {merry-go-round payment} fund_payment {fund payment} other {fine payment}} of {amount} was approved",
    approved:
      "The {office} of {group} approved your {kind, select, contribution {contribution} loan_payment {loan payment} rotation_payment {merry-go-round payment} fund_payment {fund payment} other {fine payment}} of {amount} (payment reference {reference}) although no statement of the group confirms it. The reason given: {reason}",
    statement: "What the statements say of it: {finding}",
    ask: "Every member of the group can ask about it. If this is not the payment you made, please speak to an official.",
  },
  loanRejected: {
    subject:
      "Your application for {type, select, normal_loan {a normal loan} other {an emergency loan}} of {amount} was rejected",
    rejected:
      "The {office} of {group} rejected your application for {type, select, normal_loan {a normal loan} other {an emergency loan}} of {amount}. The reason given: {reason}",
    again:
      "Nothing was paid out, and you can apply again. If you think the rejection is a mistake, please speak to an official.",
  },
  left: {
    subject: "You have left {group}",
    opening: "You have left {group}. This is how your account was settled:",
    figures:
      "Your contributions: {contributions}\nYour part of the interest: {interest}\nYour loans: {loans}",
    figuresAndFines:
      "Your contributions: {contributions}\nYour part of the interest: {interest}\nYour loans: {loans}\nUnpaid fines, no longer asked for: {fines}",
    owing: "You still owe the group {due}. Please speak to an official about paying it back.",
    paid: "You have been paid {due}, and nothing is owed on either side.",
    records:
      "You can still sign in and read your records. If something is not right, please speak to an official.",
  },
  badDebtRecovered: {
    subject: "{group} has received {amount} from you",
    received: "{group} has received {amount} towards what you owe.",
    owing: "You still owe {left}.",
    paidBack: "You have paid everything back, and your membership is cleared. Thank you.",
    mistaken: "If something is not right, please speak to an official.",
  },

  officeProposed: {
    subject: "{group}: {member} is proposed as {office}",
    proposed:
      "{by} proposes {member} as {office}. It counts from {moment}, or earlier if another official agrees, and not at all if an official objects.",
    mistaken:
      "If something looks wrong, sign in and press Object on Home, with your reason. An official's objection ends it, as does that of somebody who held an office in the last 7 days, or of three members who count, or of a third of the active members.",
  },
  /** Ends the mail of whoever held an office lately (MEM-44). */
  objectionLink: {
    link: "To object without signing in, open this link, which works once: {link}",
  },
  officeNeedsAgreement: {
    subject: "{group}: {member} is proposed as {office}",
    proposed:
      "{by} proposes {member} as {office}. {by} also ended an official's rights or proposed to take an office from somebody, so this does not count by time. It counts when another official agrees, or, once the time that an office waits is over, more than half of the members who count; and not at all if an official objects.",
    mistaken:
      "If something looks wrong, sign in and press Object on Home, with your reason. An official's objection ends it, as does that of somebody who held an office in the last 7 days, or of three members who count, or of a third of the active members.",
  },
  officeRemovalProposed: {
    subject: "{group}: it is proposed that {member} is no longer {office}",
    proposed:
      "{by} proposes that {member} is no longer {office}. It counts from {moment}, or earlier if {member} or another official agrees, and not at all if an official objects.",
    keeps: "Until then {member} keeps the office.",
    suspended:
      "{by} has made {member} dormant or deactivated the account, so {member} has none of the rights of the office now.",
    mistaken:
      "If something looks wrong, sign in and press Object on Home, with your reason. An official's objection ends it, as does that of somebody who held an office in the last 7 days, or of three members who count, or of a third of the active members.",
  },
  /** An objection that does not end it. */
  officeObjection: {
    subject: "{group}: {by} objects to what is proposed about {member}",
    give: "{by} objects to {member} as {office}. The reason given: {reason}",
    take: "{by} objects to {member} losing the office of {office}. The reason given: {reason}",
    own: "{member} objects to losing the office of {office}. The reason given: {reason}",
    count:
      "{count, plural, one {One member has objected so far} other {{count} members have objected so far}}: three who count end it, or a third of the active members.",
    stopped:
      "It no longer counts by time. It counts when another official agrees, or, once the time that an office waits is over, more than half of the members who count.",
  },
  officeCounts: {
    subject: "{group}: {member} is now {office}",
    counts: "{member} is now {office}.",
    proposed: "Proposed by {by} on {moment}. No official objected.",
    mistaken: "If something looks wrong, speak to the officials.",
  },
  officeAgreed: {
    subject: "{group}: {member} is now {office}",
    counts: "{member} is now {office}.",
    proposed: "Proposed by {by} on {moment}, and agreed to by {agreedBy}.",
    mistaken: "If something looks wrong, speak to the officials.",
  },
  officeRemoved: {
    subject: "{group}: {member} is no longer {office}",
    lost: "{member} is no longer {office}.",
    due: "Proposed by {by} on {moment}. Nobody who may end it objected.",
    agreed: "Proposed by {by} on {moment}, and agreed to by {agreedBy}.",
    mistaken: "If something looks wrong, speak to the officials.",
  },
  officeStays: {
    subject: "{group}: {member} stays {office}",
    ended: "{member} stays {office}.",
    objected: "{by} objected. The reason given: {reason}",
    withdrawn: "{by} took the proposal back.",
    lapsed: "The membership or the office of the member has changed since the proposal.",
  },
  officeLost: {
    subject: "{group}: {member} is no longer {office}",
    lost: "{member} is no longer {office}.",
    by: "Done by {by}.",
    mistaken: "If something looks wrong, speak to the officials.",
  },
  officeObjected: {
    subject: "{group}: {member} is no longer proposed as {office}",
    ended: "{member} does not become {office}.",
    why: "{by} objected. The reason given: {reason}",
  },
  officeWithdrawn: {
    subject: "{group}: {member} is no longer proposed as {office}",
    ended: "{member} does not become {office}.",
    why: "{by} took the proposal back.",
  },
  officeLapsed: {
    subject: "{group}: {member} is no longer proposed as {office}",
    ended: "{member} does not become {office}.",
    why: "The membership or the office of the member has changed since the proposal.",
  },
  /** `change` is the sentence that whoever did it read. */
  changed: {
    subject: "{group}: {heading}",
    changed: "{change}",
    by: "Done by {by} on {moment}.",
    why: "You receive this because you are an official. If something looks wrong, speak to the other officials.",
  },
  /** To the other officials: money that waits for one of them (BOOK-26). `what` is the entry's description. */
  moneyProposed: {
    subject: "{group}: {amount} out of the bank waits for a second official",
    proposed: "{by} proposes this, which takes {amount} out of the bank: {what}",
    waits:
      "Nothing is posted until another official agrees. Sign in to agree to it, or to refuse it and say why.",
  },
  fineProposed: {
    subject: "{group}: fines of {amount} wait for a second official",
    proposed: "{by} proposes this, which fines {amount}: {what}",
    waits:
      "Nobody is fined until another official agrees. Sign in to agree to it, or to refuse it and say why.",
  },
  cashProposed: {
    subject: "{group}: {amount} of cash waits for the other office",
    proposed: "{by} proposes this of the cash, {amount}: {what}",
    waits:
      "Nothing is posted until the other of Treasurer and Sec-Gen agrees. Sign in to agree to it, or to refuse it and say why.",
  },
  fundProposed: {
    subject: "{group}: {amount} of a fund waits for the other office",
    proposed: "{by} proposes this of the group's funds, {amount}: {what}",
    waits:
      "Nothing is posted until the other of Treasurer and Sec-Gen agrees. Sign in to agree to it, or to refuse it and say why.",
  },
  unmatchProposed: {
    subject: "{group}: undoing a match of {amount} waits for the other office",
    proposed:
      "{by} proposes to undo the match of an approved payment with the statement, {amount}: {what}",
    waits:
      "The match stays until the other of Treasurer and Sec-Gen agrees. Sign in to agree to it, or to refuse it and say why.",
  },
  settingObjected: {
    subject: "{group}: {by} objects to a change of the settings",
    objects: "{by} objects to this change of the settings: {change}. The reason given: {reason}",
    ended: "The setting stays as it is.",
    waits:
      "It still waits. Three members who count end it, or a third of the active members, or one official.",
  },
  settingProposed: {
    subject: "{group}: a change of the settings waits for a second official",
    proposed: "{by} proposes this change of the settings: {change}.",
    waits:
      "It counts from {moment}, or earlier if another official agrees, and not at all if one refuses it. An official signs in to agree to it, or to refuse it and say why.",
  },
  claimWaits: {
    subject: "{group}: {reg} in the book is claimed",
    claimed:
      "The account of {member}, {reg}, which came with the group's book, is claimed with the phone {phone} and the email {email}.",
    proof:
      "{proof, select, sms {A code was sent to the phone that the book has. Until it is entered the account has nothing of the book's.} mail {A link was mailed to the address that the book has. Until it is opened the account has nothing of the book's.} other {Nothing in the book reaches them. Two officials must meet them and confirm them; until then the account has nothing of the book's.}}",
    mistaken: "If you know that it is somebody else, tell the other officials and the member.",
  },
  phoneWaits: {
    subject: "{group}: {member} has another phone",
    confirm:
      "{member} asked to sign in with another phone. The Chairperson confirms it under Admin, after hearing from {member} that it is theirs.",
  },
  payToChanged: {
    subject: "{group}: where members pay was changed",
    changed: "{by} changed where members pay on {moment}. It counts already.",
    now: "Members now pay to:\n{after}",
    before: "Before:\n{before}",
    mistaken:
      "If you did not expect this, speak to the Chairperson at once and warn the members before they pay.",
  },
  /** One way to pay, in the mail above. */
  payTo: {
    none: "nothing is given",
    way: "{kind, select, paybill {Paybill} till {Till number} bank {Bank account} other {Phone}} {number}, {name}",
    toRegNo: "{way}, account: the member's Reg No",
    toAccount: "{way}, account: {reference}",
  },
  backupFailed: {
    subject: "{group}: tonight's backup failed",
    failed: "The books could not be backed up tonight: {failure}",
    again: "Nothing is lost, and the next night tries again. Please tell whoever runs the server.",
  },
  archiveFailed: {
    subject: "{group}: the archive of the books fails",
    failed: "For some minutes nothing could be archived: {failure}",
    means:
      "The books go on, but what is entered now would be lost with the server's disk. Please tell whoever runs the server. It is not mailed again until the archive has worked.",
  },
  booksBroken: {
    subject: "{group}: the check of the books found something wrong",
    found:
      "The books were checked, and {broken} of {count} things that must always be true are not.",
    each: "No longer true: {what}",
    stop: 'Please approve and post nothing until it is known why. Whoever runs the server finds what to do in docs/operations.md, under "When verify breaks".',
  },
  treeHead: {
    subject: "{group}: the fingerprint of the books, to be kept",
    opening:
      "On {moment} the log of the group, which holds every journal entry and every act of its officials, had",
    head: "{size} {size, plural, one {entry} other {entries}}, with the fingerprint\n{fingerprint}",
    keep: "Please keep this mail: print it, or forward it to a member you trust. Entries can only be added to the log. If an earlier one were ever changed or taken away, by whomever, this fingerprint would no longer be part of it.",
    check:
      "To find out, open {page} at any time and type the number of entries and the fingerprint. No account is needed.",
    unchecked: "The books have not been checked yet.",
    sound:
      "The books were last checked on {checkedAt}: all {count} things that must always be true are true.",
    broken:
      "The books were last checked on {checkedAt}: {failed} of {count} things that must always be true were not ({names}).",
    backup:
      "The last backup, of {backedUpAt}, was signed by the key\n{signer}\nand its manifest has the digest\n{digest}\nWhoever restores it is shown both: they must be the same.",
  },
} as const;
