/** Words of the accounting reports. */
export const reports = {
  title: "Accounting",
  subtitle: "The group's books, open to every approved member.",
  trialBalance: "Trial Balance",
  trialBalanceText: "Every account with its debit or credit balance on a day you choose.",
  pendingTitle: "The books open to you with your membership",
  pendingText:
    "Reports are shown to every approved member. Yours waits for the Chairperson's approval.",
  back: "Accounting",
  endDate: "End date",
  account: "Account",
  debit: "Debit (KES)",
  credit: "Credit (KES)",
  total: "Total",
  none: "No entries up to this date",
  noneHint: "An account appears here with the first entry that moves it.",
  differs: "Debits and credits differ by {amount}. Tell the Treasurer at once.",
} as const;
