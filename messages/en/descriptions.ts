/** What the system writes into lists and books, each from the record it stems from. */
export const descriptions = {
  normalLoan: "Normal Loan {number}",
  emergencyLoan: "Emergency Loan {number}",
  loanPaidOut: "{loan} paid out",
  loanPayment: "Payment of {loan}",
  loanPaymentByReference: "Payment of {loan}, {reference}",
  contribution: "Contribution for {month}",
  contributionByReference: "Contribution {reference}",
  finePayment: "Payment of fines",
  finePaymentByReference: "Fine payment {reference}",
  lateFine:
    "Late contribution fine: {months} {months, plural, one {month} other {months}} since {since}",
  exitOwed: "Exit: still owed to the group",
  exitPaidOut: "Exit: paid out",
  clearingPaidOut: "Clearing: paid out",
  badDebtRecovered: "Bad debt recovered",
  badDebtRecoveredFrom: "Bad debt recovered from {member}",
  exitOf: "Exit of {member}",
  clearingOf: "Clearing of {member}",
  yearClosing: "Closing of the financial year {year}",
  openingReplaced: "A newer sheet was proposed.",
  openingTakenBack: "What brought this loan forward was taken back.",
  broughtForward: "Brought forward from the group's book",
  broughtForwardOn: "Brought forward from the group's book, {day}",
  finesBroughtForward: "Unpaid fines brought forward from the group's book",
  loanBroughtForward: "{loan} brought forward from the group's book",
  reversal: "Reversal of entry {id}: {reason}",
  /** Of a change of the settings that waits for a second official. */
  officeDelay: "An office waits {after} hours before it counts, no longer {before}",
  secondPersonOff: "No second person is asked any more, now above {before}",
  secondPersonAbove: "A second person is asked above {after}, no longer above {before}",
  /** An entry that concerns somebody else, to who may not read whom. */
  ofAnother:
    "{type, select, contribution {A member’s contribution} loan_disbursement {A loan paid out} loan_payment {A loan payment} fine {A fine charged} fine_payment {A fine payment} exit {A member’s exit} clearing {A member’s clearing} bad_debt_recovery {Bad debt recovered} brought_forward {Brought forward from the book} reversal {A reversal} other {An entry about a member}}",
  /** Why an application was rejected as soon as it came (LOAN-4). */
  loanAboveLimit: "The amount is above your loan limit of {limit}.",
  /** Why a newcomer's payment was rejected with the approval of their membership (PAY-4). */
  referenceHeld: "This reference stands on another member's payment.",
} as const;
