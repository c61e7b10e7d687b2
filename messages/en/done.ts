/** What a change is answered with once it is made, by feature. */
export const done = {
  approvals: {
    many: "{count, plural, =0 {Nothing was approved.} one {1 approval is recorded, {total}.} other {# approvals are recorded, {total}.}}{refused, plural, =0 {} one { 1 payment was not approved.} other { # payments were not approved.}}",
  },
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
  contributions: {
    received:
      "Your payment of {amount} was received and waits for the Treasurer and the Sec-Gen to approve it.",
    approved: "The contribution of {member} is approved and stands in the books.",
    rejected: "The contribution of {member} is rejected.",
    waits:
      "Your approval is recorded. The contribution of {member} now waits for the other office.",
  },
  fines: {
    received:
      "Your fine payment of {amount} was received and waits for the Treasurer and the Sec-Gen to approve it.",
    approved: "The fine payment of {member} is approved and stands in the books.",
    rejected: "The fine payment of {member} is rejected.",
    waits:
      "Your approval is recorded. The fine payment of {member} now waits for the other office.",
  },
  members: {
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
    twoStepReset: "The two-step sign-in of {member} was turned off.",
  },
} as const;
