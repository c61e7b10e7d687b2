// Lists the endpoints that a read replica may answer (SAFE-27). Every other endpoint reads the primary, because people
// decide by its answer: approval lists, limits, dues, sessions, proposals that wait for a second person.
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

/** Reports and exports. The replica answers everybody who may read them. */
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

/** Officials decide by these answers, so they read the primary. An auditor decides nothing and reads the replica. */
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

/** By endpoint: whom the replica answers. */
export const replicaReads: ReadonlyMap<Endpoint, "everybody" | "auditors"> = new Map([
  ...forEverybody.map((endpoint) => [endpoint, "everybody"] as const),
  ...forAuditors.map((endpoint) => [endpoint, "auditors"] as const),
]);

/** An answer older than this tells its moment: an object in the field `as_of`, a file in the header `X-As-Of`. */
export const AS_OF_AFTER_MS = 5_000;
