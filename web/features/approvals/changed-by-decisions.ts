import {
  getAllContributions,
  getContributionApprovals,
  getContributions,
} from "#contract/contributions.ts";
import { getFinePaymentApprovals, getUserFines } from "#contract/fines.ts";
import { getLedger } from "#contract/ledger.ts";
import {
  getLoanApplications,
  getLoanPaymentApprovals,
  getLoanPayments,
  getLoans,
} from "#contract/loans.ts";
import { getUserData } from "#contract/members.ts";
import { getBalanceSheet, getProfitAndLoss, getTrialBalance } from "#contract/reports.ts";
import { getTransactions } from "#contract/transactions.ts";

/** The reads that an office's decision of any kind may change: the lists, the official's own items and the books. */
export const changedByDecisions = [
  getContributionApprovals,
  getLoanApplications,
  getLoanPaymentApprovals,
  getFinePaymentApprovals,
  getContributions,
  getAllContributions,
  getLoans,
  getLoanPayments,
  getUserFines,
  getTransactions,
  getUserData,
  getLedger,
  getTrialBalance,
  getBalanceSheet,
  getProfitAndLoss,
];
