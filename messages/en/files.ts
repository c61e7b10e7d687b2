// What a file brings, statements and the sheet of a group's books: what is wrong with it, and what its lines are.
import type { LineFault, SheetNotRead } from "#domain/statements/statement-file.ts";
import type { OpeningLoanType, SheetFaultCode } from "#domain/opening/opening-book.ts";

/** What is wrong with a line of a statement, by the codes of domain/statements/statement-file.ts. */
export const statements = {
  /** A sheet of the file, and why it was not read. */
  notRead: {
    hidden: "The sheet “{sheet}” is hidden and was not read.",
    statement:
      "The sheet “{sheet}” is a statement too and was not read. Save it as a file of its own, and choose that.",
    "no-statement": "The sheet “{sheet}” is no statement and was not read.",
  } as const satisfies Record<SheetNotRead["why"], string>,
  /** The balance before the first line, or after the last, if the file does not say it. */
  unprinted: {
    opening: "Begins with {balance}, not printed.",
    closing: "Ends with {balance}, not printed.",
  } as const,
  problems: {
    "date-unreadable":
      "“{written}” is not a date that can be read. The day comes before the month.",
    "date-to-come":
      "“{written}” is a day that has not come. Correct it in the file, or ask the bank.",
    "amount-unreadable": "“{written}” is not an amount that can be read.",
    "date-two-readings":
      "“{written}”: Excel may have swapped day and month. Upload the bank's own file.",
    "amount-two-readings":
      "“{written}” can be thousands, or shillings and cents. Write it as 1500 or 1500.00, or upload the bank's own file.",
    "minus-two-readings":
      "“{written}” can be money that came back, or money out with a sign, and no balance shows which. Write money that came back as credit.",
    "amount-too-large": "{written} is above what a statement can hold.",
    "amount-missing": "This line has no amount.",
    "both-sides": "This line has money in and money out at once.",
    "paid-in-below-zero": "Money in cannot be below 0: {written}",
    "columns-unknown": "Say which of these columns holds what: {written}",
    "currency-foreign": "This statement is in {written}. The books are only in Kenya shillings.",
    "quote-stray":
      "A quotation mark within “{written}” is not doubled, so cells of this line may be lost in others. Double it or take it out.",
    "rows-in-a-cell":
      "This cell seems to hold another line: “{written}”. Correct the quotation marks around it.",
    "row-too-long":
      "This line has more cells than there are columns: “{written}”. Put a text or amount with commas in quotation marks, or write a heading above the column.",
    "row-too-short":
      "This line has fewer cells than there are columns, so its amount may stand in the wrong one: “{written}”. A text may hold a line break: take it out, or upload the bank's own file.",
    "side-unreadable": "“{written}” does not say whether this is debit or credit.",
  } as const satisfies Record<LineFault["code"], string>,
};

/** What a line of a statement is, or may be, and why. */
export const statementLines = {
  matched: {
    reference: "Same reference and amount",
    code: "Same M-PESA code and amount",
    by_hand: "Matched by an official",
    recorded: "Recorded from this line",
    booked: "Booked from this line",
    cents: "Cents that M-PESA could not send",
  },
  suggested: {
    "other-amount": "Same reference, but entered as {amount}",
    zeros: "Same reference but for zeros that a spreadsheet drops, and the same amount",
    account: "The payer typed this member's account",
    "account-word": "The payer typed this member's account and “{word}”",
    "account-fits": "The payer typed this member's account, and the amount fits",
    "account-loan": "The payer typed this member's account, and a loan of theirs is running",
    "account-fines": "The payer typed this member's account, and fines of theirs are unpaid",
    "account-claimed": "The payer typed this member's account, and the member told of this amount",
    name: "The name is this member's, and the amount fits",
    "name-claimed": "The name is this member's, who told of this amount",
    entry: "Same amount, in the books on {date}",
  },
} as const;

/** What the statements say of a payment that waits (STAT-20). */
export const evidence = {
  reference: "The statement shows the same reference and amount.",
  code: "The bank's statement shows the same M-PESA code and amount.",
  byHand: "An official matched this line of the statement to the payment; the amount is the same.",
  amount: "The statement shows another amount for this reference: {amount}.",
  direction: "The statement shows this reference as money that left: {amount}.",
  reversed: "The statement shows that this payment was reversed: {amount} left again.",
  taken: "The line with this reference is matched with something else.",
  named: "The statement names {member} ({number}).",
  namedElse: "The statement names somebody else.",
  twins: "This receipt stands on two lines.",
  partsMissing:
    "The payments with this reference come to {claimed}, the statement's line to {amount}: {missing} is missing.",
  partsAbove:
    "The payments with this reference come to {claimed}, the statement's line to {amount}: {above} too much.",
  lacking: "M-PESA confirmed this payment, and the whole statements of its account do not have it.",
  covered: "The statements of these days are whole, and have no line with this reference.",
  notCovered: "No statement covers these days yet.",
  told: "M-PESA told of it, and has not confirmed it yet.",
} as const;

/** What changed a figure of a day after it was accepted (STAT-35). */
export const reopened = {
  entry: "Entry {id} was posted: {description}.",
  statement: "The statement {file} was imported.",
  withdrawn: "The statement {file} was withdrawn.",
  acceptedStatement: "The statement {file}, which does not add up, was accepted.",
  matched: "A line of {date}, {amount}, was matched.",
  unmatched: "The match of a line of {date}, {amount}, was undone.",
  figures: "A figure is no longer what was accepted.",
} as const;

/** What a reconciliation leaves to be explained (STAT-37). */
export const unexplained = {
  agreed: "Agreed with the bank up to {date}, difference {difference}",
  agreedOpen:
    "Agreed with the bank up to {date}, difference {difference}, {amount} to be explained",
  cameIn: "{amount} came to the bank on {date} and is not in the books",
  waits:
    "{amount} came to the bank on {date} and is not in the books: the payment waits for approval",
  waitAll: "{amount} came to the bank and is not in the books: {count} payments wait for approval",
  left: "{amount} left the bank on {date} and is not in the books",
  bookedIn: "{amount} is in the books as received on {date} and is on no statement",
  bookedOut: "{amount} is in the books as paid on {date} and is on no statement",
  more: "{count, plural, one {# more item} other {# more items}}, {amount} together",
  differing: "Lines and their entries come to different amounts: bank less books is {amount}",
  difference: "The bank has {amount} that no line or entry explains",
  twins:
    "{count, plural, one {# line has a receipt that is} other {# lines have receipts that are}} on another line too",
  contested:
    "{count, plural, one {# payment is claimed by two members} other {# payments are claimed by two members each}}, of whom the statement names one",
  twinsAre:
    "Receipt {reference} is on two lines: {amount} of {date} on {where}, and {otherAmount} of {otherDate} on {otherWhere}",
  contestedIs:
    "{first} and {named} both claim payment {reference}, {amount}: the statement names {named}",
  setAside:
    "{name} ({office}) set the line {reference} of {date} on {where}, {amount}, aside: {reason}",
  breaks:
    "{count, plural, one {After # line a statement prints} other {After # lines statements print}} another balance than follows",
} as const;

/** The sheet that brings a group's books over: what is wrong with it, its notes, and its words. */
export const opening = {
  problems: {
    "sheet-missing": "The sheet {written} is missing. Copy it from the template with its headings.",
    "sheet-unknown":
      "None of the template's headings is here, so this sheet cannot be read. Copy the template's headings into one row.",
    "sheet-not-read":
      "This sheet is none of the template's and was not read. If it is to be read, give it the name of one of the template's.",
    "sheet-hidden":
      "This sheet is hidden and was not read. If it is to be read, show it in Excel (Unhide).",
    "sheet-twice": "The sheet {written} is there already. Send it once.",
    "heading-missing": "This column is needed and is missing. Add it with this heading.",
    "heading-twice": "This column is there twice. Keep one of them.",
    "heading-unknown":
      "This column is none of the template's and was not read. If it is to be read, give it the template's heading.",
    "nobody-in-it": "There is no member in this sheet. Write one row for each.",
    "too-many-members": "One sheet takes {most} members at most.",
    "too-many-loans": "One sheet takes {most} loans at most.",
    "quote-stray":
      "A quotation mark within “{written}” is not doubled, so cells of this line may be lost in others. Double it or take it out.",
    "rows-in-a-cell":
      "This cell seems to hold another line: “{written}”. Correct the quotation marks around it.",
    "row-too-long":
      "This line has more cells than there are columns: “{written}”. Put a text or amount with commas in quotation marks, or write a heading above the column.",
    "example-changed":
      "This row is the example and was not read. Write its own RegNo, account or description in it if it is to be read.",
    missing:
      "This cell is needed and is empty. Write what the column asks for; an amount of nothing is 0.",
    "amount-unreadable":
      "“{written}” is not an amount that can be read. Write it as 1500 or 1,500.50.",
    "amount-too-large": "{written} is above KES 1,000,000,000. Write a smaller figure, in KES.",
    "amount-below-zero": "{written} is below 0. Write it as a figure above 0.",
    "amount-zero": "This must be above 0. Write the amount, or leave the row out.",
    "date-unreadable":
      "“{written}” is not a date that can be read. Write it as 2026-06-30 or 30/06/2026.",
    "month-unreadable": "“{written}” is not a month that can be read. Write it as 2026-06.",
    "after-cut-over": "{date} is after the day of the move, {cutOver}. Write a day up to then.",
    "month-too-far": "The latest month is {latest}. Write that one or an earlier one.",
    "before-given": "This is before the loan was given, on {given}. Correct one of the two days.",
    "before-placed":
      "This is before the deposit was placed, on {placed}. Correct one of the two days.",
    "text-too-long": "This is longer than {most} characters. Shorten it.",
    "text-unprintable":
      "This has invisible characters, or letters of several scripts in one word. Type it again.",
    "name-office": "This name looks like an office of the group. Write the member's own name.",
    "name-no-letter": "A name has at least one letter. Write the member's name.",
    "name-unprinted":
      "Reports cannot print these letters. Write the name in Latin letters, as on the ID card.",
    "name-link": "A name cannot hold an address of a page or of mail. Write only the name.",
    "name-mixed-scripts": "This name has letters of several scripts in one word. Type it again.",
    "phone-unreadable":
      "“{written}” is not a Kenyan mobile number. Write it as 0712345678, or leave it empty.",
    "email-unreadable":
      "“{written}” is not an email address. Write it as amina@example.com, or leave it empty.",
    "amount-two-readings":
      "“{written}” can be {one} or {other}. Write it as one of these, or say how such amounts are meant.",
    "date-two-readings":
      "“{written}” can be {one} or {other}: Excel may have swapped day and month. Write the day as text, such as 30 Jun 2026, or say how such days are meant.",
    "not-in-list": "“{written}” is none of these: {words}. Write one of them.",
    "reg-number-twice":
      "This RegNo is in row {row} already. Give each member their own, or keep one row.",
    "phone-twice":
      "This phone number is in row {row} already. Keep it in one row and leave the other empty.",
    "email-twice":
      "This email is in row {row} already. Keep it in one row and leave the other empty.",
    "name-twice": "This name is in row {row} as well. Are they two people?",
    "phone-taken":
      "This phone number is that of the account of {regNumber}. Leave it empty, or write that RegNo if it is the same person.",
    "email-taken":
      "This email is that of the account of {regNumber}. Leave it empty, or write that RegNo if it is the same person.",
    "account-waits":
      "The account of this RegNo waits for the Chairperson's approval. Approve it first.",
    "account-inactive": "The account of this RegNo is inactive. Activate it first.",
    "account-left":
      "The account of this RegNo has left the group. Leave the row out, or write another RegNo.",
    "account-named": "The account of this RegNo has the name {name}, and keeps it.",
    "reg-number-unknown":
      "{written} is no RegNo of the sheet Members. Write it as it is there, or add the member there.",
    "paid-above-owed":
      "This is more than Amount and Interest, {owed}. Write what was paid, up to that.",
    "loan-paid": "This loan is paid back in full and is not brought over.",
    "lent-in-part":
      "A loan by instalments has all of Product, Instalments left and Next due on; any other has none of them. Fill this in, or empty the others.",
    "product-unknown":
      "“{written}” is no loan that the group offers: {words}. Write one of them, or let the Chairperson offer it first.",
    "product-of-other-type":
      "The product is another type of loan. Write its type, or another product.",
    "principal-above-amount":
      "For a loan by instalments this is the principal repaid, below Amount, {amount}. Interest that was paid does not count in it.",
    "instalments-unreadable": "Write how many instalments are left, from 1 to {most}.",
    "instalments-too-many": "One of so many instalments would repay nothing. Write fewer.",
    "next-due-past":
      "The next instalment is after the day of the move, {cutOver}. What fell due before stands in Interest, and is spread over the instalments left.",
    "due-not-last":
      "The last of these instalments is due on {last}. Write that day, or correct the instalments left or the next day.",
    "loan-twice": "The same loan is in row {row}. Are they two loans?",
    "history-not-savings":
      "This member's past contributions add up to {sum}, and Savings to date is {savings}. Correct one of the two, or add the months that are missing.",
    "history-above-savings":
      "This member's past contributions add up to {sum}, which is more than Savings to date, {savings}. Correct one of the two.",
    "account-elsewhere": "This comes from the sheet {written}. Leave it out here.",
    "account-not-brought":
      "Income, expenses, dividends and what is worked out at year end are not brought over. Put what is left of them into retained earnings.",
    // Of a sheet of the group's own
    "own-sheet-gone": "The sheet {written} is not in this file. Choose one that is.",
    "own-sheet-twice": "The sheet {written} was chosen twice. Take one of them away.",
    "own-member-unclear":
      "{written} may be one of several members of the sheets before this one. Write their Reg Nos into both sheets.",
    "own-figure-twice":
      "{written} has this figure in the sheet {sheet} too, and it may be the same money. Leave the column out of one of the two sheets.",
    "own-column-gone":
      "The column {written} is not in this sheet. Say again what each column holds.",
    "own-column-needed": "No column holds this yet: {written}. Say which one does.",
    "own-month-unknown": "Which year is {written} in? Say the year of the first month.",
    "own-month-twice": "{month} is in the column {written} already. Untick one of the two.",
    "own-months-gap":
      "Nothing is in {month}, and something later. Paid up to {last} is read; if that is wrong, write the month into a column of its own.",
    "own-row-left-out":
      "“{written}” is no member and is not read. If it is one, write 0 as their savings.",
    "own-row-nameless":
      "This row has no name and is no total: the rows come to {sum}, and here is {found}. Write the member's name, or correct the total.",
    "own-row-unnamed": "This row has no name: {written}. Write the member's name.",
    "own-name-single": "“{written}” is a single name. Write the member's first and last name.",
    "own-total-left-out": "“{written}” adds up the rows of members and is not read.",
    "own-total-wrong":
      "This total does not add up: the rows come to {sum}, and here is {found}. Correct the total or the row that is wrong.",
    "own-may-be-total":
      "“{written}” adds up all rows above. Call it Total if it is one, or give each member a RegNo.",
    "own-sum-wrong":
      "The months come to {sum}, and here is {found}. Correct the sum or the month that is wrong.",
    "name-two-readings":
      "“{written}” and “{other}” in row {row} may be one member. Say whether they are one or two.",
    "reg-number-two-readings":
      "“{written}” may have lost zeros, as {padded} has them. Say which of the two it is.",
    // Of the group, not of a row
    "books-begun":
      "The books here have an entry of {first}, on or before the day of the move, {cutOver}. The sheet cannot be accepted so: choose an earlier day, or have that entry reversed.",
    "opening-stands":
      "What was brought forward on {day} is in the books. Take it back before this sheet is accepted.",
    "months-since":
      "{months, plural, one {A month has} other {# months have}} ended since the day of the move, {cutOver}. What was paid since is entered here, or members are late for it from the first day.",
    "account-twice": "This account is in row {row} already. Add the two up in one row.",
    "bank-missing": "The bank's balance is needed. Write a row with Bank as its account.",
  } as const satisfies Record<SheetFaultCode, string>,
  /** At the heading of each column of the template. */
  notes: {
    members: {
      regNumber:
        "The number the group knows the member by. A number that has an account here already is that account.",
      firstName: "As on the member's papers.",
      lastName: "As on the member's papers.",
      phone: "A Kenyan mobile number, such as 0712345678. May be empty.",
      email: "May be empty: the member then claims the account by an invitation.",
      joinedOn: "The day the member joined the group, such as 15/01/2024.",
      status: "Active, or Dormant for a member who takes no loans.",
      savings: "All the member has saved and not taken out, in KES.",
      paidUpTo:
        "The last month that is paid in full, such as 2026-06. Who never paid: the month before joining.",
      lastPaidOn: "The day of the last contribution. May be empty.",
      unpaidFines: "Fines charged and not paid yet, in KES. May be empty.",
    },
    loans: {
      regNumber: "As on the sheet of members.",
      loanType: "Normal loan or Emergency loan.",
      amount: "What was lent, without interest, in KES.",
      interest: "The whole interest of the loan, in KES.",
      paid: "All that was paid back so far, principal and interest together.",
      givenOn: "The day the loan was paid out.",
      dueOn: "The day it is to be paid back by.",
      product:
        "Only for a loan by instalments: its name as the group offers it. Amount less Paid so far is then the principal left, and Interest what is charged and not paid.",
      instalmentsLeft: "Only for a loan by instalments: how many are left.",
      nextDueOn:
        "Only for a loan by instalments: the day of the next one, after the day of the move.",
    },
    group: {
      account:
        "Bank is needed; M-PESA and Cash may have rows of their own. Savings, loans, fines and deposits come from the other sheets.",
      balance:
        "How much stood there on the day of the move, in KES, above 0. A loss that was carried on: retained earnings below 0.",
    },
    deposits: {
      description: "Where it lies and for how long.",
      amount: "What was placed, in KES.",
      placedOn: "May be empty.",
      maturesOn: "May be empty.",
    },
    history: {
      regNumber: "As on the sheet of members.",
      month: "The month that was paid for, such as 2026-06.",
      amount: "In KES. All months from joining add up to Savings to date.",
      paidOn: "May be empty.",
      reference: "The M-PESA or bank reference. May be empty.",
    },
  },
  /** Rows of the sheet Group that are added to the bank. */
  money: { mpesa: "M-PESA", cash: "Cash" },
  loanTypes: {
    normal_loan: "Normal loan",
    emergency_loan: "Emergency loan",
  } as const satisfies Record<OpeningLoanType, string>,
} as const;

/** How a member checks the proof file (PROOF), sentence by sentence. */
export const proofFile = {
  page: "Open {address} and choose this file. No account is needed, and the file is not sent anywhere.",
  hash: "By other means: every hash is SHA-256, written in hexadecimal.",
  parts:
    "A part that is shown has the hash H(salt || text in UTF-8); a part that is not shown is given by its hash.",
  leaf: "The entry's leaf is H(00 || 4a || the hashes of its parts, one after another).",
  path: "The path leads from the leaf to the fingerprint, the root of the tree of RFC 6962 (2.1.1) over so many entries.",
  text: "A text is: entry, line, day, description, account, cents (debit positive), member, loan.",
  limits:
    "It shows that each of these entries is in the log of that fingerprint; not that there is no other entry. Compare the fingerprint with one on paper or in a mail.",
} as const;
