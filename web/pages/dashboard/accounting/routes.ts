// Routes of the books: reports, journal, statements, and the auditor's pages.
import { createRoute } from "@tanstack/react-router";
import {
  readAuditedMembersSearch,
  readBalanceSheetSearch,
  readEntriesSearch,
  readLinesSearch,
  readMessagesSearch,
  readPageSearch,
  readPortfolioSearch,
  readPostingsSearch,
  readProfitLossSearch,
  readRegisterSearch,
  readTrialBalanceSearch,
} from "#web/pages/search.ts";
import { GROUP, OFFICE, page } from "#web/pages/page.ts";
import { dashboard } from "../frame/dashboard.tsx";

const accounting = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting",
  ...page(() => import("./accounting.tsx"), "AccountingPage", { words: GROUP }),
});

const trialBalance = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/trial-balance",
  ...page(() => import("./trial-balance.tsx"), "TrialBalancePage", {
    validateSearch: readTrialBalanceSearch,
    words: GROUP,
  }),
});

const portfolio = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/portfolio",
  ...page(() => import("./portfolio.tsx"), "PortfolioPage", {
    validateSearch: readPortfolioSearch,
    words: [...GROUP, "lending"],
  }),
});

const reconciliation = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/reconciliation",
  ...page(() => import("./reconciliation.tsx"), "ReconciliationPage", {
    validateSearch: readTrialBalanceSearch,
    words: GROUP,
  }),
});

const balanceSheet = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/balance-sheet",
  ...page(() => import("./balance-sheet.tsx"), "BalanceSheetPage", {
    validateSearch: readBalanceSheetSearch,
    words: GROUP,
  }),
});

const profitLoss = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/profit-loss",
  ...page(() => import("./profit-loss.tsx"), "ProfitLossPage", {
    validateSearch: readProfitLossSearch,
    words: GROUP,
  }),
});

const postLedger = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/post-ledger",
  ...page(() => import("./post-ledger.tsx"), "PostLedgerPage", { words: GROUP }),
});

const entries = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/entries",
  ...page(() => import("./entries.tsx"), "EntriesPage", {
    validateSearch: readEntriesSearch,
    words: GROUP,
  }),
});

const postings = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/postings",
  ...page(() => import("./postings.tsx"), "PostingsPage", {
    validateSearch: readPostingsSearch,
    words: GROUP,
  }),
});

const opening = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/opening",
  ...page(() => import("./opening.tsx"), "OpeningPage", { words: ["rest", "opening"] }),
});

const statements = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/statements",
  ...page(() => import("./statements/statements.tsx"), "StatementsPage", {
    validateSearch: readPageSearch,
    words: OFFICE,
  }),
});

const uploadStatement = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/statements/upload",
  ...page(() => import("./statements/upload.tsx"), "UploadStatementPage", {
    words: OFFICE,
  }),
});

const oneStatement = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/statements/$statementId",
  ...page(() => import("./statements/statement.tsx"), "StatementPage", {
    validateSearch: readPageSearch,
    words: OFFICE,
  }),
});

const statementLines = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/statements/lines",
  ...page(() => import("./statements/lines.tsx"), "StatementLinesPage", {
    validateSearch: readLinesSearch,
    words: OFFICE,
  }),
});

const proposals = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/proposals",
  ...page(() => import("./proposals.tsx"), "ProposalsPage", { words: GROUP }),
});

const payouts = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/payouts",
  ...page(() => import("./payouts.tsx"), "PayoutsPage", {
    validateSearch: readPageSearch,
    words: [...GROUP, "payouts"],
  }),
});

const shareOut = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/share-out",
  ...page(() => import("./share-out.tsx"), "ShareOutPage", {
    validateSearch: readPageSearch,
    words: [...GROUP, "sharing"],
  }),
});

const meetings = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/meetings",
  ...page(() => import("./meetings.tsx"), "MeetingsPage", {
    validateSearch: readPageSearch,
    words: [...GROUP, "meetings"],
  }),
});

const meeting = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/meetings/$meetingId",
  ...page(() => import("./meeting.tsx"), "MeetingPage", {
    words: [...GROUP, "meetings", "collections"],
  }),
});

const funds = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/funds",
  ...page(() => import("./funds.tsx"), "FundsPage", { words: [...GROUP, "funds"] }),
});

const cash = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/cash",
  ...page(() => import("./cash.tsx"), "CashPage", { words: [...GROUP, "cash"] }),
});

const register = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/register",
  ...page(() => import("./register.tsx"), "RegisterPage", {
    validateSearch: readRegisterSearch,
    words: [...GROUP, "meetings"],
  }),
});

const auditedMembers = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/members",
  ...page(() => import("./members.tsx"), "AuditedMembersPage", {
    validateSearch: readAuditedMembersSearch,
    words: GROUP,
  }),
});

const groupSettings = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/settings",
  ...page(() => import("../admin/settings.tsx"), "GroupSettingsPage", {
    words: [...OFFICE, "lending"],
  }),
});

const messages = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/messages",
  ...page(() => import("./messages/messages.tsx"), "MessagesPage", {
    validateSearch: readMessagesSearch,
    words: [...OFFICE, "notices"],
  }),
});

const words = createRoute({
  getParentRoute: () => dashboard,
  path: "/accounting/messages/words",
  ...page(() => import("./messages/words.tsx"), "WordsPage", {
    validateSearch: readPageSearch,
    words: [...OFFICE, "notices"],
  }),
});

export const accountingRoutes = [
  accounting,
  trialBalance,
  portfolio,
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
  payouts,
  shareOut,
  meetings,
  meeting,
  cash,
  funds,
  register,
  auditedMembers,
  groupSettings,
  messages,
  words,
] as const;
