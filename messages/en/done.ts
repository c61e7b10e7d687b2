/** What a change is answered with once it is made, by feature. */
export const done = {
  loans: {
    applied:
      "Your application for {amount} was received and waits for the Treasurer and the Sec-Gen.",
    appliedByTreasurer:
      "Your application for {amount} was received and waits for the Chairperson, who judges in your place, and the Sec-Gen.",
    appliedBySecGen:
      "Your application for {amount} was received and waits for the Treasurer and the Chairperson, who judges in your place.",
    rejectedAtOnce: "Your application was rejected. {reason}",
    paidOut: "{loan} of {member} is approved and paid out.",
    rejected: "{loan} of {member} is rejected.",
    waits: "Your approval is recorded. {loan} of {member} now waits for the other office.",
    repaid:
      "Your payment of {amount} was received and waits for the Treasurer and the Sec-Gen to approve it.",
    paymentApproved: "The loan payment of {member} is approved and stands in the books.",
    paymentRejected: "The loan payment of {member} is rejected.",
    paymentWaits:
      "Your approval is recorded. The loan payment of {member} now waits for the other office.",
  },
} as const;
