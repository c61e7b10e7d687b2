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
} from "#web/pages/search.ts";
import { OFFICE, page } from "#web/pages/page.ts";
import { dashboard } from "../frame/dashboard.tsx";

const accounting = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting",
  component: page("accounting", () => import("./accounting.tsx"), "AccountingPage"),
});

const trialBalance = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/trial-balance",
  validateSearch: readTrialBalanceSearch,
  component: page("trial-balance", () => import("./trial-balance.tsx"), "TrialBalancePage"),
});

const reconciliation = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/reconciliation",
  validateSearch: readTrialBalanceSearch,
  component: page("reconciliation", () => import("./reconciliation.tsx"), "ReconciliationPage"),
});

const balanceSheet = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/balance-sheet",
  validateSearch: readBalanceSheetSearch,
  component: page("balance-sheet", () => import("./balance-sheet.tsx"), "BalanceSheetPage"),
});

const profitLoss = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/profit-loss",
  validateSearch: readProfitLossSearch,
  component: page("profit-loss", () => import("./profit-loss.tsx"), "ProfitLossPage"),
});

const postLedger = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/post-ledger",
  component: page("post-ledger", () => import("./post-ledger.tsx"), "PostLedgerPage"),
});

const entries = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/entries",
  validateSearch: readEntriesSearch,
  component: page("entries", () => import("./entries.tsx"), "EntriesPage"),
});

const postings = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/postings",
  validateSearch: readPostingsSearch,
  component: page("postings", () => import("./postings.tsx"), "PostingsPage"),
});

const opening = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/opening",
  component: page("opening", () => import("./opening.tsx"), "OpeningPage", ["rest", "opening"]),
});

const statements = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/statements",
  validateSearch: readPageSearch,
  component: page("statements", () => import("./statements.tsx"), "StatementsPage", OFFICE),
});

const uploadStatement = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/statements/upload",
  component: page(
    "upload-statement",
    () => import("./upload-statement.tsx"),
    "UploadStatementPage",
    OFFICE,
  ),
});

const oneStatement = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/statements/$statementId",
  validateSearch: readPageSearch,
  component: page("statement", () => import("./statement.tsx"), "StatementPage", OFFICE),
});

const statementLines = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/statements/lines",
  validateSearch: readLinesSearch,
  component: page(
    "statement-lines",
    () => import("./statement-lines.tsx"),
    "StatementLinesPage",
    OFFICE,
  ),
});

const proposals = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/proposals",
  component: page("proposals", () => import("./proposals.tsx"), "ProposalsPage"),
});

const auditedMembers = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/members",
  validateSearch: readAuditedMembersSearch,
  component: page("audited-members", () => import("./members.tsx"), "AuditedMembersPage"),
});

const groupSettings = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/settings",
  component: page(
    "group-settings",
    () => import("../admin/settings.tsx"),
    "GroupSettingsPage",
    OFFICE,
  ),
});

const messages = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/messages",
  validateSearch: readMessagesSearch,
  component: page("messages", () => import("./messages.tsx"), "MessagesPage", [
    ...OFFICE,
    "notices",
  ]),
});

const words = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/messages/words",
  validateSearch: readPageSearch,
  component: page("words", () => import("./words.tsx"), "WordsPage", [...OFFICE, "notices"]),
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
