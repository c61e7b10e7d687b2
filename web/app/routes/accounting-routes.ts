// Routes of the books: reports, journal, statements, and the auditor's pages.
import { createRoute } from "@tanstack/react-router";
import {
  readAuditedMembersSearch,
  readBalanceSheetSearch,
  readEntriesSearch,
  readLinesSearch,
  readMessagesSearch,
  readPageSearch,
  readPostingsSearch,
  readProfitLossSearch,
  readTrialBalanceSearch,
} from "../search.ts";
import { dashboard, OFFICE, page } from "./page.ts";

const accounting = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting",
  component: page(
    "accounting",
    () => import("#web/pages/dashboard/accounting/accounting.tsx"),
    "AccountingPage",
  ),
});

const trialBalance = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/trial-balance",
  validateSearch: readTrialBalanceSearch,
  component: page(
    "trial-balance",
    () => import("#web/pages/dashboard/accounting/trial-balance.tsx"),
    "TrialBalancePage",
  ),
});

const reconciliation = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/reconciliation",
  validateSearch: readTrialBalanceSearch,
  component: page(
    "reconciliation",
    () => import("#web/pages/dashboard/accounting/reconciliation.tsx"),
    "ReconciliationPage",
  ),
});

const balanceSheet = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/balance-sheet",
  validateSearch: readBalanceSheetSearch,
  component: page(
    "balance-sheet",
    () => import("#web/pages/dashboard/accounting/balance-sheet.tsx"),
    "BalanceSheetPage",
  ),
});

const profitLoss = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/profit-loss",
  validateSearch: readProfitLossSearch,
  component: page(
    "profit-loss",
    () => import("#web/pages/dashboard/accounting/profit-loss.tsx"),
    "ProfitLossPage",
  ),
});

const postLedger = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/post-ledger",
  component: page(
    "post-ledger",
    () => import("#web/pages/dashboard/accounting/post-ledger.tsx"),
    "PostLedgerPage",
  ),
});

const entries = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/entries",
  validateSearch: readEntriesSearch,
  component: page(
    "entries",
    () => import("#web/pages/dashboard/accounting/entries.tsx"),
    "EntriesPage",
  ),
});

const postings = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/postings",
  validateSearch: readPostingsSearch,
  component: page(
    "postings",
    () => import("#web/pages/dashboard/accounting/postings.tsx"),
    "PostingsPage",
  ),
});

const opening = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/opening",
  component: page(
    "opening",
    () => import("#web/pages/dashboard/accounting/opening.tsx"),
    "OpeningPage",
    ["rest", "opening"],
  ),
});

const statements = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/statements",
  validateSearch: readPageSearch,
  component: page(
    "statements",
    () => import("#web/pages/dashboard/accounting/statements.tsx"),
    "StatementsPage",
    OFFICE,
  ),
});

const uploadStatement = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/statements/upload",
  component: page(
    "upload-statement",
    () => import("#web/pages/dashboard/accounting/upload-statement.tsx"),
    "UploadStatementPage",
    OFFICE,
  ),
});

const oneStatement = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/statements/$statementId",
  validateSearch: readPageSearch,
  component: page(
    "statement",
    () => import("#web/pages/dashboard/accounting/statement.tsx"),
    "StatementPage",
    OFFICE,
  ),
});

const statementLines = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/statements/lines",
  validateSearch: readLinesSearch,
  component: page(
    "statement-lines",
    () => import("#web/pages/dashboard/accounting/statement-lines.tsx"),
    "StatementLinesPage",
    OFFICE,
  ),
});

const proposals = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/proposals",
  component: page(
    "proposals",
    () => import("#web/pages/dashboard/accounting/proposals.tsx"),
    "ProposalsPage",
  ),
});

const auditedMembers = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/members",
  validateSearch: readAuditedMembersSearch,
  component: page(
    "audited-members",
    () => import("#web/pages/dashboard/accounting/members.tsx"),
    "AuditedMembersPage",
  ),
});

const groupSettings = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/settings",
  component: page(
    "group-settings",
    () => import("#web/pages/dashboard/admin/settings.tsx"),
    "GroupSettingsPage",
    OFFICE,
  ),
});

const messages = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/messages",
  validateSearch: readMessagesSearch,
  component: page(
    "messages",
    () => import("#web/pages/dashboard/accounting/messages.tsx"),
    "MessagesPage",
    [...OFFICE, "notices"],
  ),
});

const words = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/messages/words",
  validateSearch: readPageSearch,
  component: page("words", () => import("#web/pages/dashboard/accounting/words.tsx"), "WordsPage", [
    ...OFFICE,
    "notices",
  ]),
});

export const accountingRoutes = [
  accounting,
  trialBalance,
  reconciliation,
  balanceSheet,
  profitLoss,
  postLedger,
  entries,
  postings,
  opening,
  statements,
  uploadStatement,
  oneStatement,
  statementLines,
  proposals,
  auditedMembers,
  groupSettings,
  messages,
  words,
] as const;
