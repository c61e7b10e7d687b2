/** What the statements say of a payment that waits (STAT-20). */
export const evidence = {
  reference: "The statement shows the same reference and amount.",
  code: "The bank's statement shows the same M-PESA code and amount.",
  byHand: "An official matched this line of the statement to the payment; the amount is the same.",
  amount: "The statement shows another amount for this reference: {amount}.",
  direction: "The statement shows this reference as money that left: {amount}.",
  reversed: "The statement shows that this payment was reversed: {amount} left again.",
  taken: "The line with this reference already stands for something else.",
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
