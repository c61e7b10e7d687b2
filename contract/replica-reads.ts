// Which endpoints may be answered from a read replica (SAFE-27): the one place that says so. What is not here reads the primary,
// as everything does that somebody decides by: approval lists, limits, what is due, sessions, what waits for a second person.
import { getAudit, getAuditHead } from "./audit.ts";
import * as documents from "./documents.ts";
import type { Endpoint } from "./endpoint.ts";
import { getSettings } from "./group.ts";
import {
  getBooksHistory,
  getSavingsHistory,
  getBalanceSheet,
  getPostings,
  getProfitAndLoss,
  getTrialBalance,
} from "./reports.ts";
import { exportJournal, getClosedYears, getEntries } from "./ledger.ts";
import { getUsers } from "./members.ts";
import { getNotedHeads } from "./proofs.ts";
import { getReconciliation } from "./reconciliation.ts";
import * as statementLines from "./statement-lines.ts";
import * as statements from "./statements.ts";
import { getTransactions } from "./transactions.ts";

/** Reports and exports, for everybody who may read them. */
const forEverybody: readonly Endpoint[] = [
  getTrialBalance,
  getBalanceSheet,
  getProfitAndLoss,
  getPostings,
  getBooksHistory,
  getSavingsHistory,
  exportJournal,
  documents.printTrialBalance,
  documents.printBalanceSheet,
  documents.printProfitAndLoss,
  documents.printStatement,
  documents.printLoan,
  documents.printSummary,
];

/** By these pages officials decide; an auditor, who decides nothing, reads them there too. */
const forAuditors: readonly Endpoint[] = [
  getUsers,
  getTransactions,
  getClosedYears,
  getEntries,
  getReconciliation,
  documents.printReconciliation,
  statements.getStatements,
  statements.getStatement,
  statements.getStatementFile,
  statements.getStatementAccounts,
  statementLines.getStatementLines,
  getSettings,
  getAudit,
  getAuditHead,
  getNotedHeads,
];

/** Who is answered from the replica, by endpoint. */
export const replicaReads: ReadonlyMap<Endpoint, "everybody" | "auditors"> = new Map([
  ...forEverybody.map((endpoint) => [endpoint, "everybody"] as const),
  ...forAuditors.map((endpoint) => [endpoint, "auditors"] as const),
]);

/** An answer that is further behind says as of when it is: an object by `as_of`, a file by the header `X-As-Of`. */
export const AS_OF_AFTER_MS = 5_000;
