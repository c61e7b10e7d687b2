// The words of paying one sum and of withdrawing what waits: fetched with the first of them.
export const paying = {
  title: "Pay what you owe",
  intro:
    "One payment, one reference. This is how it is split, the oldest first; you can change it.",
  amount: "Amount paid",
  contributions: "Contributions, {months}",
  oneMonth: "Contribution, {months}",
  fines: "Fines",
  loan: "{loan}",
  owed: "{amount} owed",
  date: "Payment date",
  reference: "Payment reference",
  referenceHelp: "The M-Pesa or bank reference, such as SKJ4H7T2QX.",
  notTheSum: "The parts come to {parts}, and you paid {amount}.",
  splitAgain: "Split it again",
  nothing: "Enter what you paid.",
  summary: "{amount} for {parts}.",
  summaryOffices: "The Treasurer and the Sec-Gen then approve it.",
  submit: "Submit payment",
  withdraw: "Withdraw",
  withdrawTitle: "Withdraw this?",
  withdrawPayment:
    "{amount}, reference {reference}, is then not counted, and the reference can be used again. If you did pay, report it again.",
  withdrawPart: "The other parts under this reference stay.",
  withdrawLoan: "Your application for {amount} then goes to nobody. You can apply again.",
  keepIt: "Keep it",
  offline: "You are offline. Withdraw it once you are connected.",
} as const;
