/** The titles, headings and totals of the reports, on screens and in PDF files alike. */
export const reportWords = {
  trialBalance: "Trial Balance",
  balanceSheet: "Balance Sheet",
  profitAndLoss: "Profit and Loss",
  account: "Account",
  debit: "Debit (KES)",
  credit: "Credit (KES)",
  total: "Total",
  category: "Category",
  assets: "Assets",
  totalAssets: "Total Assets",
  liabilities: "Liabilities",
  totalLiabilities: "Total Liabilities",
  equities: "Equities",
  totalEquities: "Total Equities",
  check: "Check",
  totalLiabilitiesPlusEquities: "Total Liabilities plus Equities",
  difference: "Difference",
  /** Below the balance sheet's retained earnings: why they differ from the trial balance (REP-3). */
  retainedParts: "In the account {inAccount}, not yet closed {notClosed}",
  /** Below the trial balance. */
  retainedNote:
    "The balance sheet shows retained earnings of {retained}: the account {inAccount}, and {notClosed} of revenues, expenses and dividends not yet closed.",
  revenues: "Revenues",
  totalRevenue: "Total Revenue",
  expenses: "Expenses",
  totalExpenses: "Total Expenses",
  netProfitOrLoss: "Net Profit/Loss",
} as const;
