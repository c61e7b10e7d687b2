import type { AccountCode } from "#domain/ledger/chart-of-accounts.ts";

/** The accounts of the books, by their codes (BOOK-8). Screens show the bank under the name in the group's settings. */
export const accounts = {
  bank: "Bank",
  cash: "Cash",
  loan_receivable: "Loans to members",
  interest_receivable: "Interest receivable",
  fine_receivable: "Fines receivable",
  investment: "Investments",
  good_will: "Goodwill",
  equity_fixed_deposit: "Fixed deposits",
  monthly_contribution: "Members' contributions",
  dividends_payable: "Dividends payable",
  tax: "Tax payable",
  merry_go_round: "Merry-go-round",
  restricted_funds: "Funds",
  ordinary_shares: "Ordinary shares",
  retained_earnings: "Retained earnings",
  income_summary: "Income summary",
  other_statistic: "Other statistics",
  dividend_expense: "Dividends declared",
  interest_income: "Interest on loans",
  fine: "Fines",
  other_income: "Other income",
  fixed_deposit_interest: "Interest on fixed deposits",
  income_from_exited_member: "Income from exited members",
  bad_debt_recovery_income: "Bad debts recovered",
  exited_member_interest_income: "Interest from exited members' loans",
  expense: "General expenses",
  social_welfare: "Social welfare",
  end_year_party: "End of year party",
  server_expense: "Server costs",
  certificate_renewal: "Certificate renewal",
  transaction_cost: "Transaction costs",
  other_expense: "Other expenses",
  bad_debt_expense: "Bad debts written off",
} as const satisfies Record<AccountCode, string>;

/** What the system writes into lists and books, each from the record it stems from. */
export const descriptions = {
  normalLoan: "Normal Loan {number}",
  emergencyLoan: "Emergency Loan {number}",
  loanPaidOut: "{loan} paid out",
  loanInterest: "Interest of {loan}, due {day}",
  guaranteeCall: "Called for {loan}",
  loanPayment: "Payment of {loan}",
  loanPaymentByReference: "Payment of {loan}, {reference}",
  contribution: "Contribution for {month}",
  contributionByReference: "Contribution {reference}",
  finePayment: "Payment of fines",
  finePaymentByReference: "Fine payment {reference}",
  lateAtMeeting: "Late at meeting {number} on {date}",
  absentFromMeeting: "Absent from meeting {number} on {date}",
  apologyForMeeting: "Apology for meeting {number} on {date}",
  finesOfMeeting: "Fines of meeting {number}",
  lateFine:
    "Late contribution fine: {months} {months, plural, one {month} other {months}} since {since}",
  exitOwed: "Exit: still owed to the group",
  exitPaidOut: "Exit: paid out",
  clearingPaidOut: "Clearing: paid out",
  rotationPaymentByReference: "Merry-go-round {rotation}: payment {reference}",
  rotationPaidOut: "Merry-go-round {rotation}: a turn paid out",
  rotationPaidDirectly: "Merry-go-round {rotation}: paid straight to the receiver",
  rotationSettled: "Merry-go-round {rotation}: taken from savings",
  rotationPayment: "Merry-go-round {rotation}: payment",
  shareOut: "Share-out: {description}",
  badDebtRecovered: "Bad debt recovered",
  badDebtRecoveredFrom: "Bad debt recovered from {member}",
  exitOf: "Exit of {member}",
  clearingOf: "Clearing of {member}",
  centsOfPayout: "Cents of {member} that M-PESA cannot send",
  yearClosing: "Closing of the financial year {year}",
  openingReplaced: "A newer sheet was proposed.",
  openingTakenBack: "What brought this loan forward was taken back.",
  broughtForward: "Brought forward from the group's book",
  broughtForwardOn: "Brought forward from the group's book, {day}",
  finesBroughtForward: "Unpaid fines brought forward from the group's book",
  loanBroughtForward: "{loan} brought forward from the group's book",
  collectionCounted:
    "Collection {number} of meeting {meeting}: counted {counted}, on the sheet {total}: {reason}",
  cashCount: "Cash counted: {counted}, in the books {books}",
  cashCountBecause: "Cash counted: {counted}, in the books {books}: {reason}",
  reversal: "Reversal of entry {id}: {reason}",
  /** Of a change of the settings that waits for a second official. */
  officeDelay: "An office waits {after} hours before it counts, no longer {before}",
  secondPersonOff: "No second person is asked any more, now above {before}",
  secondPersonAbove: "A second person is asked above {after}, no longer above {before}",
  fineLimitOff: "No second person is asked for fines any more, now above {before}",
  fineLimit: "A second person is asked for fines above {after}, no longer above {before}",
  mpesaPayouts: "Money may leave by M-PESA after both offices",
  lateFineAmount: "A late fine is {after} a month, no longer {before}",
  /** An entry that concerns somebody else, to somebody who may not read whom. */
  ofAnother:
    "{type, select, contribution {A member’s contribution} loan_disbursement {A loan paid out} loan_interest {Interest of a loan} rotation_payment {A merry-go-round payment} rotation {A merry-go-round} guarantee_call {Savings called for a loan} distribution {A share-out} loan_payment {A loan payment} fine {A fine charged} fine_payment {A fine payment} exit {A member’s exit} clearing {A member’s clearing} bad_debt_recovery {Bad debt recovered} brought_forward {Brought forward from the book} reversal {A reversal} other {An entry about a member}}",
  /** Why an application was rejected as soon as it came (LOAN-4). */
  loanAboveLimit: "The amount is above your loan limit of {limit}.",
  /** Why a newcomer's payment was rejected with the approval of their membership (PAY-4). */
  referenceHeld: "This reference stands on another member's payment.",
  shownForAnother: "The statement shows this payment as another member's.",
  withdrawn: "Withdrawn before an official decided.",
} as const;

/** Sentences of the program in the audit log, which stores their keys and says them to each reader (SAFE-10). */
export const audited = {
  wrongPassword: "Wrong name or password",
  notActive: "The account is not active",
  wrongCode: "Wrong code",
  loanTerms:
    "{method, select, flat {On the whole amount} equal_instalments {On what is still owed, equal payments} other {On what is still owed, equal parts of the amount}}, {rate}% {per, select, month {a month} year {a year} other {once}}, at most {most, plural, one {# instalment} other {# instalments}}, fee {feePercent}% and {fee}",
  /** Of rows that a migration wrote: what the log records from then on. */
  fromHereLog: "From here on the log has a fingerprint of what it records",
  fromHereNotices: "Settings of notices",
  fromHereChoices: "From here on the log has a fingerprint of choices, browsers and devices",
  fromHereLimit: "From here on the log has a fingerprint of the amount for one person",
  fromHereAccount: "From here on the log has a fingerprint of the account",
  fromHereFines: "From here on the fines of one official within 24 hours are summed",
} as const;

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
