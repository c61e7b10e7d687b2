import type { LineFault } from "#domain/statements/statement-file.ts";

/** What is wrong with a line of a statement, by the codes of domain/statements/statement-file.ts. */
export const statements = {
  problems: {
    "date-unreadable":
      "“{written}” is not a date that can be read. The day comes before the month.",
    "amount-unreadable": "“{written}” is not an amount that can be read.",
    "amount-too-large": "{written} is above what a statement can hold.",
    "amount-missing": "This line has no amount.",
    "both-sides": "This line has money in and money out at once.",
    "paid-in-below-zero": "Money in cannot be below 0: {written}",
    "columns-unknown": "Say which of these columns holds what: {written}",
    "currency-foreign": "This statement is in {written}. The books are in Kenya shillings alone.",
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
  },
  suggested: {
    "other-amount": "Same reference, but entered as {amount}",
    account: "The payer typed this member's account",
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
  covered: "The statements of these days are whole, and have no line with this reference.",
  notCovered: "No statement covers these days yet.",
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
