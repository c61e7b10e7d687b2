/** What a change is answered with once it is made, by feature. */
export const done = {
  asks: {
    sent: "The request is on its way to your phone. Enter your M-PESA PIN there.",
    ended: "The request is ended.",
  },
  approvals: {
    many: "{count, plural, =0 {Nothing was approved.} one {1 approval is recorded, {total}.} other {# approvals are recorded, {total}.}}{refused, plural, =0 {} one { 1 payment was not approved.} other { # payments were not approved.}}",
  },
  clock: {
    accepted: "{day} is the day. What fell due by time is done now.",
    wasRight: "{day} is the day. Nothing waited for it.",
  },
  loans: {
    applied:
      "Your application for {amount} was received and waits for the Treasurer and the Sec-Gen.",
    appliedByTreasurer:
      "Your application for {amount} was received and waits for the Chairperson, who decides in your place, and the Sec-Gen.",
    appliedBySecGen:
      "Your application for {amount} was received and waits for the Treasurer and the Chairperson, who decides in your place.",
    rejectedAtOnce: "Your application was rejected. {reason}",
    paidOut: "{loan} of {member} is approved and paid out.",
    rejected: "{loan} of {member} is rejected.",
    waits: "Your approval is recorded. {loan} of {member} now waits for the other office.",
    repaid:
      "Your payment of {amount} was received and waits for the Treasurer and the Sec-Gen to approve it.",
    paymentApproved: "The loan payment of {member} is approved and posted.",
    paymentRejected: "The loan payment of {member} is rejected.",
    paymentWaits:
      "Your approval is recorded. The loan payment of {member} now waits for the other office.",
  },
  products: {
    made: "{product} is offered to the members.",
    ended: "{product} is no longer offered. Loans of it go on.",
  },
  loanChanges: {
    asked: "This change of {loan} now waits.",
    approved: "Your office approved the change of {loan}. It waits for the other one.",
    rejected: "The change of {loan} was rejected.",
    rescheduled: "{loan} has new instalments.",
    called: "{amount} was called for {loan}.",
    agreed: "You agreed to the new instalments of {loan}.",
    ended: "You said no, so the change of {loan} has ended.",
  },
  guarantees: {
    asked: "{member} is asked to guarantee {amount}.",
    removed: "{member} is no longer asked to guarantee this loan.",
    agreed: "You guarantee {amount} of the loan of {member}.",
    declined: "You do not guarantee the loan of {member}.",
    withdrawn: "You no longer guarantee the loan of {member}.",
  },
  funds: {
    created: "The fund is made.",
    changed: "The fund is changed.",
    closed: "The fund is closed.",
    received: "Payment of {amount} for the fund received, awaiting approval.",
    approved: "{member}’s fund payment is approved.",
    rejected: "{member}’s fund payment is rejected.",
    waits: "You approve {member}’s fund payment. It still waits for the other office.",
  },
  rotations: {
    created: "The merry-go-round {name} is open. Members can join until the draw.",
    joined: "You are in the merry-go-round {name}.",
    left: "You have left the merry-go-round {name}.",
    drawn: "The order of {name} is drawn.",
    payOut: "You pay {member}’s turn out. It waits for the {office}.",
    paidOut: "{member}’s turn is paid out: {amount}.",
    confirmed: "{amount} from {member} is confirmed.",
    swap: "{member} is asked to swap turns with you.",
    swapped: "You and {member} have swapped your turns.",
    swapRefused: "You do not swap turns with {member}.",
    settle: "You take what {member} owes from their savings. It waits for the {office}.",
    settled: "{amount} that {member} owes is taken from their savings.",
    received: "Payment of {amount} for the merry-go-round received, awaiting approval.",
    approved: "{member}’s merry-go-round payment is approved.",
    rejected: "{member}’s merry-go-round payment is rejected.",
    waits:
      "Your approval of {member}’s merry-go-round payment is recorded. It waits for the other office.",
  },
  payouts: {
    proposed: "{amount} waits for the {office}. Once sent it cannot be taken back.",
    agreed: "{amount} is on its way. It cannot be taken back.",
    ended: "The payout is ended. Nothing was sent.",
    refusing: "Your office's refusal is recorded. It waits for the {office}.",
    refused: "The payout is refused. It may be proposed again.",
  },
  meetings: {
    called: "Meeting {number} on {date} is called.",
    changed: "Meeting {number} is saved.",
    opened: "Meeting {number} is open.",
    closed: "Meeting {number} is closed.",
    signed:
      "You have signed the minutes of meeting {number}. They are adopted once another official signs the same.",
    adopted: "The minutes of meeting {number} are adopted. From now on they stay as they are.",
    cancelled: "Meeting {number} is cancelled.",
    resolved:
      "{carried, select, true {The resolution is carried.} other {The resolution is not carried.}}",
    resolutionRemoved: "The resolution is gone.",
    fined:
      "{count, plural, =0 {Nobody is fined.} one {1 person is fined {total}.} other {# people are fined {total} together.}}",
    corrected: "The mark is corrected and its fine is taken back.",
    collected:
      "{total} is collected. It waits for the Treasurer and the Sec-Gen, who both count it.",
    collectionWaits: "Your count of {counted} is recorded. It waits for the other office.",
    collectionApproved: "The collection is approved: {counted} in cash is in the books.",
    collectionRejected: "The collection is rejected, with all its payments.",
    marked:
      "{written, plural, =0 {No mark has changed.} one {1 mark is saved.} other {# marks are saved.}}{conflicts, plural, =0 {} one { Another phone marked 1 otherwise.} other { Another phone marked # otherwise.}}",
  },
  sharing: {
    proposed: "The share-out of {total} is proposed. It waits for the {office}.",
    posted: "The share-out of {total} is in the books.",
    refused: "The share-out is refused.",
    takeBack: "You want this share-out taken back. It waits for the {office}.",
    takenBack: "The share-out is taken back. What it settled is open again.",
  },
  opening: {
    proposed: "The sheet is proposed. It waits for the Sec-Gen or the Chairperson.",
    known: "This sheet was proposed before. Nothing was added.",
    accepted:
      "The group's book is in the books: {members, plural, one {1 member} other {# members}}, savings of {savings}.",
    refused: "The sheet is refused.",
    takeBackAsked: "Your word is recorded. It is taken back once another office agrees.",
    takenBack: "What was brought forward is taken back.",
  },
  statements: {
    accountAdded: "{name} is in the list of accounts.",
    readings: "Files of {name} are read so from now on.",
    imported:
      "{added, plural, =0 {The statement adds no line.} one {1 line was added.} other {# lines were added.}}{known, plural, =0 {} one { 1 was known already.} other { # were known already.}}",
    withdrawn: "The statement was withdrawn.",
    acceptedByOne: "Your acceptance is recorded. The statement now waits for the other office.",
    accepted: "The statement is accepted. Its lines count from now on.",
    matched: "The line is matched.",
    unmatched: "The match is undone.",
    setAside: "The line is set aside.",
    recordedAll:
      "{count, plural, =0 {Nothing was recorded.} one {1 line is recorded, {total}. It waits for the Treasurer and the Sec-Gen.} other {# lines are recorded, {total}. They wait for the Treasurer and the Sec-Gen.}}{refused, plural, =0 {} one { 1 line was not recorded.} other { # lines were not recorded.}}",
    recorded: "The payment of {member} is recorded and waits for the Treasurer and the Sec-Gen.",
  },
  reconciliation: {
    accepted:
      "Your acceptance is recorded. Books and bank agree at the end of {date} once the other office accepts too.",
    agreed: "Books and bank agree at the end of {date}: both offices have accepted it.",
    acceptedOpen:
      "Your acceptance is recorded, with {amount} to be explained at the end of {date}. The other office has not accepted it yet.",
    agreedOpen: "Both offices have accepted {date}, with {amount} to be explained.",
  },
  figures: {
    none: "Nothing was brought over for you from the group's book.",
    says: "The book says you have saved {savings} up to {month} and owe {owed}. Is that right?",
    confirmed: "Thank you. You have confirmed what the book says.",
    disputed: "Thank you. The officials are told, and answer you.",
    onPaper: "{member} is ticked as confirmed on paper.",
    resolved: "The dispute of {member} is resolved.",
  },
  entered: {
    payment:
      "The {kind, select, contribution {contribution} loan_payment {loan payment} rotation_payment {merry-go-round payment} fund_payment {fund payment} other {fine payment}} of {amount} is entered for {member}. The Treasurer and the Sec-Gen still approve it.",
    loan: "The application for {amount} is entered for {member}. The Treasurer and the Sec-Gen still approve it.",
  },
  withdrawals: {
    payment: "Your payment of {amount} is withdrawn. Its reference can be used again.",
    loan: "Your application for {amount} is withdrawn.",
  },
  contributions: {
    received:
      "Your payment of {amount} was received and waits for the Treasurer and the Sec-Gen to approve it.",
    approved: "The contribution of {member} is approved and posted.",
    rejected: "The contribution of {member} is rejected.",
    waits:
      "Your approval is recorded. The contribution of {member} now waits for the other office.",
  },
  fines: {
    many: "{count, plural, =0 {Nobody was fined.} one {1 member was fined, {total}.} other {# members were fined, {total} in all.}}{refused, plural, =0 {} one { 1 member could not be fined.} other { # members could not be fined.}}",
    usual: "The list of usual fines is saved.",
    received:
      "Your fine payment of {amount} was received and waits for the Treasurer and the Sec-Gen to approve it.",
    approved: "The fine payment of {member} is approved and posted.",
    rejected: "The fine payment of {member} is rejected.",
    waits:
      "Your approval is recorded. The fine payment of {member} now waits for the other office.",
  },
  auditors: {
    invited:
      "{name} may read the books as auditor until {until}. Copy the link now: it is shown this once.",
    entered: "You read the books as auditor.",
    ended: "The auditor's seat of {name} has ended.",
  },
  members: {
    claimed:
      "{member}, {reg}, has claimed the account that came with the group's book, with the phone {phone} and the email {email}.",
    nameChanged: "{before} is now called {after}.",
    approvedMany:
      "{count, plural, =0 {Nobody was approved.} one {1 member has been approved.} other {# members have been approved.}}{refused, plural, =0 {} one { 1 could not be approved.} other { # could not be approved.}}",
    /** A code of an SMS proved the phone of a new account (MEM-53). */
    phoneProven:
      "{member} has proven their phone by a code of an SMS, and signs in with it and their password.",
    accountConfirmed: "{member} is confirmed, and signs in with their phone and password.",
    resetHandedOver:
      "A link that sets a new password for {member} was made, to be handed over. It works once, for one hour.",
    approve: "{member} has been approved as a member.",
    reject: "The application of {member} has been rejected.",
    activate: "{member} has been activated.",
    dormant: "{member} is now dormant.",
    deactivate: "{member} has been deactivated.",
    lift_dormancy: "{member} is no longer dormant.",
    officeGiven: "{member} is now {office}.",
    leftOwing: "{member} has left the group and still owes {amount}.",
    leftEven: "{member} has left the group. Nothing is owed on either side.",
    leftPaid: "{member} has left the group and is paid {amount} from the bank.",
    /** After any of them that took an office away. */
    withoutOffice: "{change} They are no longer {office}.",
    /** After an approval that rejected payments whose references others hold (PAY-4). */
    claimsRejected:
      "{change} {count, plural, one {One payment of theirs was rejected, since another member's payment has its reference.} other {# payments of theirs were rejected, since their references stand on other members' payments.}}",
    officeTaken: "{member} is no longer {office}.",
    officeProposed:
      "{member} is proposed as {office}. It counts from {moment}, unless an official objects.",
    officeWithdrawn: "{member} is no longer proposed as {office}.",
    officeRefused: "{member} does not become {office}.",
    officeNeedsAgreement:
      "{member} is proposed as {office}. It counts once another official agrees, or later more than half of the members who count: you have lately ended an official's rights or proposed to take an office from somebody.",
    removalProposed:
      "It is proposed that {member} is no longer {office}. It counts from {moment}, unless an official objects.",
    /** After a change of status that ended the rights of an office. */
    officeSuspended:
      "{change} The rights of {office} end now, and the office itself {waits, select, agreement {once another official agrees, or later more than half of the members who count} other {on {moment}}}, unless an official objects.",
    officeStays: "{member} stays {office}.",
    officeAgreement:
      "Your agreement is recorded. {count, plural, one {One member has agreed} other {# members have agreed}} so far; it counts once more than half of those who count have, three at least, and not before the time that an office waits is over.",
    officeObjection:
      "Your objection is recorded. {count, plural, one {One member has objected} other {# members have objected}} so far; three who count end it, or a third of the active members.",
    officeObjectionNoted:
      "Your objection is recorded and every official sees it. It ends the proposal only together with those of a third of the active members, since you joined less than 30 days before or have not contributed for three months.",
    officeObjectionOwn:
      "Your objection is recorded. You no longer lose the office by time: another official must agree, or more than half of the members who count.",
  },
  accounts: {
    signedUp: "Check whether your email is valid: we sent it a link to activate your account.",
    /** After a sign-up that no mail reaches (MEM-51). */
    signedUpInPerson:
      "Check whether your {has, select, phone {phone is right} other {email is valid}}. No mail is sent to you: ask the Chairperson, who confirms you in person. Then sign in with your phone.",
    /** The same where the group sends SMS (MEM-53). */
    signedUpByCode:
      "We sent a code by SMS to {phone}. Enter it here, and you are in. If it does not come within a few minutes, ask the Chairperson, who confirms you in person.",
    claimedWithoutMail:
      "{proof, select, sms {We sent a code by SMS to the phone in the group's book. Enter it here.} other {No mail confirms this account: two officials must meet you and confirm you. Then sign in with your phone.}}",
    /** After a sign-up that claims a name of the book (OPEN-55). */
    claimed:
      "{proof, select, sms {We sent a code by SMS to the phone in the group's book, and a link to your email. Open the link, and enter the code there.} mail {We sent a link to the address in the group's book, and one to your email if it is another. Open them to begin.} other {Nothing in the group's book reaches you, so two officials must meet you and confirm you. Open the link that we sent to your email meanwhile.}}",
    claimWaits:
      "{waits, select, sms {Your email is confirmed. The code of the SMS is still needed.} mail {Your email is confirmed. Open the link at the address in the group's book as well.} email {That is confirmed. Open the link that we sent to your email as well.} other {Your email is confirmed. Two officials must meet you and confirm you; then you can sign in.}}",
    claimConfirmed:
      "{waits, select, nothing {{member} is confirmed by two officials, and has the account now.} email {{member} is confirmed by two officials, and has the account once they open the link in their email.} other {You have confirmed {member}. Another official must confirm them too.}}",
    activated: "Account activated!",
    activationRequested:
      "{mailed, select, yes {If this email belongs to an account, a new activation link is on its way to it.} other {This server sends no mail: the Chairperson can confirm you in person.}}",
    resetRequested:
      "{mailed, select, yes {If this email belongs to an account, a link to set a new password is on its way to it.} other {This server sends no mail: the Chairperson can hand you a link to set a new password.}}",
    signedIn: "Login was successful",
    signedOut: "You have signed out.",
    sessionEnded: "That session has been signed out.",
    noOtherSession: "You are signed in nowhere else.",
    otherSessionsEnded: "All your other devices have been signed out.",
    passwordReset: "Your password has been changed. You can sign in with it now.",
    passwordChanged: "Your password has been changed. Your other devices have been signed out.",
    profileSaved: "Your profile has been saved.",
    profileSavedConfirmEmail:
      "Your profile has been saved. {mailed, select, yes {Open the link we sent to {email} to use that address.} other {To use {email}, its link must be opened. This server sends no mail: whoever runs it finds the link with npm run mail.}}",
    emailChanged: "Your account now uses {email}.",
    emailBack: "Your account uses {email} again. Set a new password by the link we sent to it.",
    photoChanged: "Your photo has been changed.",
    languageSaved: "Your language has been saved.",
    phoneConfirmed: "{member} now signs in with the new phone.",
  },
  twoStep: {
    started: "Scan the code with your authenticator app, then enter the six digits it shows.",
    on: "Two-step sign-in is on. Keep your recovery codes in a safe place.",
    codesRenewed: "Your older recovery codes no longer work.",
    off: "Two-step sign-in is off. Your password alone signs you in.",
    reset: "The two-step sign-in of {member} was turned off.",
  },
  notices: {
    read: "Marked as read.",
    probed:
      "The next SMS tries it, in quiet hours once they end. If it is taken, the others follow.",
    subscribed: "This browser is told from now on.",
    unsubscribed: "This browser gets no more notices.",
  },
  settings: {
    saved: "The settings have been saved.",
    unchanged: "The settings are as they were: nothing was changed.",
    waits: "This change waits: it counts when its time has come, or when another official agrees.",
    savedAndWaits:
      "The settings have been saved. What asks for one safeguard less waits: it counts when its time has come, or when another official agrees.",
  },
  proposals: {
    proposed:
      "{amount} out of the bank needs a second person: this is proposed and waits until another official agrees.",
    fineProposed:
      "A fine of {amount} needs a second person: this is proposed and waits until another official agrees.",
    finesOfDayProposed:
      "Your fines of 24 hours come to {sum}, and above {limit} a second person is needed: this is proposed and waits until another official agrees.",
    cashProposed:
      "Cash needs both offices: this is proposed and waits until the other of Treasurer and Sec-Gen agrees.",
    fundProposed:
      "The money of funds needs both offices: this is proposed and waits until the other of Treasurer and Sec-Gen agrees.",
    unmatchProposed:
      "The payment is approved, so undoing its match is proposed, and waits until the other office agrees.",
    settingCounts: "The change of the setting counts from now on.",
    refused: "The proposal is refused. Nothing was changed by it.",
  },
  words: {
    sent: "{people, plural, one {The word goes out to # member.} other {The word goes out to # members.}}",
    waits: "The word waits until another official agrees. Nothing goes out before.",
    agreed:
      "{people, plural, one {You have agreed: the word goes out to # member.} other {You have agreed: the word goes out to # members.}}",
    ended: "The word has ended. Nothing goes out.",
  },
  books: {
    expense: "An expense of {amount} was posted to {account}.",
    investment: "An investment of {amount} was posted.",
    goodwill: "Goodwill of {amount} was posted.",
    otherIncome: "Other income of {amount} was posted.",
    cashDeposited: "{amount} of cash was taken to the bank.",
    cashWithdrawn: "{amount} was taken from the bank as cash.",
    cashCounted: "The count of {amount} is in the books.",
    fundSpent: "{amount} was spent out of the fund {fund}.",
    fundTransferred: "{amount} was moved.",
    dividendDeclared: "A dividend of {amount} was declared.",
    dividendPaid: "{amount} of dividends was paid; {left} of the declaration is left.",
    depositOpened: "A fixed deposit of {amount} was posted; it matures on {date}.",
    depositRedeemed:
      "{amount} was redeemed with {interest} of interest; {left} is left in the deposit.",
    fined: "{member} was fined {amount}.",
    reversed: "Entry {id} was reversed by entry {by}.",
    yearClosed: "The financial year {year} is closed. Nothing more can be posted up to {date}.",
    badDebtRecovered: "Bad debt recovered successfully",
    verified: "The books were checked: {held} of {count} hold.",
  },
  setup: {
    founded: "{group} is set up, and you are its Chairperson.",
    beginsNew: "The group begins with empty books.",
    bringsBooks: "The group brings its books with it.",
    testMail: "A test mail is on its way to {email}.",
    testMailStored: "The test mail is in the database: npm run mail shows it.",
  },
  invitations: {
    groupLink: "The link is made. It stays on this page while it works.",
    all: "{invited, plural, =0 {Everybody in the book has an account or an invitation.} other {{texted, plural, =0 {} one {1 SMS goes out.} other {# SMS go out.}}{mailed, plural, =0 {} one { 1 invitation is mailed.} other { # invitations are mailed.}}{handed, plural, =0 {} one { 1 link is yours to hand over.} other { # links are yours to hand over.}}}}",
    made: "The invitation is made. Copy the link now: it is shown only once.",
    mailed:
      "The invitation is made, and mailed to {email}. Copy the link now if you need it: it is shown only once.",
    ended: "The invitation has ended. Nobody can sign up by it any more.",
  },
} as const;

/** What goes wrong before a request reaches what it asks for, and what is our own fault. */
export const failures = {
  tooLarge: "What was sent is too large.",
  fileTooLarge: "This file is larger than {megabytes} MB.",
  oneFile: "Send one file, and nothing else.",
  tookTooLong: "This took too long. Please try again in a moment.",
  notMultipart: "Send the file as multipart/form-data.",
  fieldName: "The form has a field with a name that cannot be used.",
  cutShort: "The request was cut short. Please try again.",
  notJson: "Send JSON (Content-Type: application/json).",
  headersTooLarge: "The request's headers are too large.",
  slowRequest: "The request took too long to arrive. Please try again.",
  unreadable: "The request is not readable HTTP.",
  nothingHere: "There is nothing at this address.",
  noGroupHere: "There is no group at this address.",
  wrongMethod: "This address takes {methods}.",
  ours: "Something went wrong on our side. Nothing was changed.",
} as const;
