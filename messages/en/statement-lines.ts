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
