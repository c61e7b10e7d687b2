// Every address of the application and the chunk that serves it.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type AsyncRouteComponent,
} from "@tanstack/react-router";
import { loadWords, type Part } from "#web/messages/words.ts";
import { HomePage } from "#web/pages/dashboard/home.tsx";
import { ownTask } from "#web/ui/yield-task.ts";
import { NotFoundPage } from "#web/pages/not-found.tsx";
import { UnexpectedErrorPage } from "#web/pages/unexpected-error.tsx";
import { loadChunk } from "#web/ui/load-chunk.ts";
import {
  readBalanceSheetSearch,
  readEntriesSearch,
  readPageSearch,
  readPostingsSearch,
  readProfitLossSearch,
  readLinesSearch,
} from "./accounting-search.ts";
import { Dashboard } from "./dashboard.tsx";
import {
  readAuditedMembersSearch,
  readAuditSearch,
  readMessagesSearch,
  readPaymentsSearch,
  readStatementSearch,
} from "./finance-search.ts";
import { PageNotFound, PageProblem } from "./page-problem.tsx";
import { PageWaits } from "./page-waits.tsx";
import {
  readContributionsSearch,
  readDirectorsSearch,
  readInvitationsSearch,
  readLoansSearch,
  readTrialBalanceSearch,
} from "./search.ts";

/** Of a page that only an office or the auditor opens. */
const OFFICE = ["rest", "office"] as const;

type Load<Name extends string> = () => Promise<Record<Name, AsyncRouteComponent<object>>>;

/** A page in its own chunk, loaded with its words when it is gone to. */
function page<Name extends string>(
  id: string,
  load: Load<Name>,
  name: Name,
  words: readonly Part[] = ["rest"],
) {
  const loadBoth = async () => {
    const [module] = await Promise.all([load(), ...words.map((part) => loadWords(part))]);
    return module;
  };
  return lazyRouteComponent(() => loadChunk(id, loadBoth), name);
}

const root = createRootRoute({
  errorComponent: UnexpectedErrorPage,
  notFoundComponent: NotFoundPage,
});

const signUp = createRoute({
  getParentRoute: () => root,
  path: "/sign-up",
  component: page("sign-up", () => import("#web/pages/public/sign-up.tsx"), "SignUpPage"),
});

const setup = createRoute({
  getParentRoute: () => root,
  path: "/setup",
  component: page("setup", () => import("#web/pages/public/setup.tsx"), "SetupPage"),
});

const join = createRoute({
  getParentRoute: () => root,
  path: "/join/$token",
  component: page("join", () => import("./token-pages.tsx"), "Join"),
});

const activate = createRoute({
  getParentRoute: () => root,
  path: "/user/activate/$token",
  component: page("activate", () => import("./token-pages.tsx"), "Activate"),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: "/user/forgot-password/$token",
  component: page("forgot-password", () => import("./token-pages.tsx"), "ForgotPassword"),
});

const confirmEmail = createRoute({
  getParentRoute: () => root,
  path: "/user/confirm-email/$token",
  component: page("confirm-email", () => import("./token-pages.tsx"), "ConfirmEmail"),
});

const undoEmail = createRoute({
  getParentRoute: () => root,
  path: "/user/undo-email/$token",
  component: page("undo-email", () => import("./token-pages.tsx"), "UndoEmail"),
});

const auditor = createRoute({
  getParentRoute: () => root,
  path: "/auditor/$token",
  component: page("auditor", () => import("./token-pages.tsx"), "Auditor"),
});

const check = createRoute({
  getParentRoute: () => root,
  path: "/check",
  component: page("check", () => import("#web/pages/public/check.tsx"), "CheckPage"),
});

const dashboard = createRoute({
  getParentRoute: () => root,
  path: "/dashboard",
  component: Dashboard,
  notFoundComponent: PageNotFound,
});

const home = createRoute({
  getParentRoute: () => dashboard,
  path: "/",
  component: HomePage,
});

const news = createRoute({
  getParentRoute: () => dashboard,
  path: "/news",
  component: page("news", () => import("#web/pages/dashboard/news.tsx"), "NewsPage"),
});

const contributions = createRoute({
  getParentRoute: () => dashboard,
  path: "/contributions",
  validateSearch: readContributionsSearch,
  component: page(
    "contributions",
    () => import("#web/pages/dashboard/contributions.tsx"),
    "ContributionsPage",
  ),
});

// One page at three addresses: the application and the repayment open above the list.
const loans = createRoute({
  getParentRoute: () => dashboard,
  path: "/loans",
  validateSearch: readLoansSearch,
  component: page("loans", () => import("#web/pages/dashboard/loans/loans.tsx"), "LoansPage"),
});

const loansIndex = createRoute({ getParentRoute: () => loans, path: "/" });
const applyLoan = createRoute({ getParentRoute: () => loans, path: "/apply-loan" });
const repayLoan = createRoute({ getParentRoute: () => loans, path: "/repay-loan/$loanId" });

const approvals = createRoute({
  getParentRoute: () => dashboard,
  path: "/approvals",
  component: page(
    "approvals",
    () => import("#web/pages/dashboard/approvals/approvals.tsx"),
    "ApprovalsPage",
  ),
});

const approveContributions = createRoute({
  getParentRoute: () => dashboard,
  path: "/approvals/approve-monthly-contributions",
  component: page(
    "approval-list",
    () => import("#web/pages/dashboard/approvals/approval-list.tsx"),
    "ApproveMonthlyContributionsPage",
  ),
});

const approveLoanApplications = createRoute({
  getParentRoute: () => dashboard,
  path: "/approvals/approve-loan-applications",
  component: page(
    "approval-list",
    () => import("#web/pages/dashboard/approvals/approval-list.tsx"),
    "ApproveLoanApplicationsPage",
  ),
});

const approveLoanPayments = createRoute({
  getParentRoute: () => dashboard,
  path: "/approvals/approve-loan-payments",
  component: page(
    "approval-list",
    () => import("#web/pages/dashboard/approvals/approval-list.tsx"),
    "ApproveLoanPaymentsPage",
  ),
});

const approveFinePayments = createRoute({
  getParentRoute: () => dashboard,
  path: "/approvals/approve-fine-payments",
  component: page(
    "approval-list",
    () => import("#web/pages/dashboard/approvals/approval-list.tsx"),
    "ApproveFinePaymentsPage",
  ),
});

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
    () => import("#web/pages/dashboard/accounting/settings.tsx"),
    "GroupSettingsPage",
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

const admin = createRoute({
  getParentRoute: () => dashboard,
  path: "/admin",
  component: page("admin", () => import("#web/pages/dashboard/admin/admin.tsx"), "AdminPage"),
});

const directors = createRoute({
  getParentRoute: () => dashboard,
  path: "/admin/directors",
  validateSearch: readDirectorsSearch,
  component: page(
    "directors",
    () => import("#web/pages/dashboard/admin/directors.tsx"),
    "DirectorsPage",
  ),
});

const commoners = createRoute({
  getParentRoute: () => dashboard,
  path: "/admin/commoners",
  component: page(
    "commoners",
    () => import("#web/pages/dashboard/admin/commoners.tsx"),
    "CommonersPage",
  ),
});

const profile = createRoute({
  getParentRoute: () => dashboard,
  path: "/profile",
  component: page(
    "profile",
    () => import("#web/pages/dashboard/profile/profile.tsx"),
    "ProfilePage",
  ),
});

const notices = createRoute({
  getParentRoute: () => dashboard,
  path: "/profile/notices",
  validateSearch: readPageSearch,
  component: page(
    "notices",
    () => import("#web/pages/dashboard/profile/notices.tsx"),
    "NoticesPage",
    ["rest", "notices"],
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

const transactions = createRoute({
  getParentRoute: () => dashboard,
  path: "/transactions",
  component: page(
    "transactions",
    () => import("#web/pages/dashboard/transactions/finance-center.tsx"),
    "FinanceCenter",
  ),
});

const statement = createRoute({
  getParentRoute: () => transactions,
  path: "/",
  validateSearch: readStatementSearch,
  component: page(
    "statement",
    () => import("#web/pages/dashboard/transactions/statement.tsx"),
    "StatementPage",
  ),
});

const contribPayments = createRoute({
  getParentRoute: () => transactions,
  path: "/contrib-payments",
  validateSearch: readPaymentsSearch,
  component: page(
    "contrib-payments",
    () => import("#web/pages/dashboard/transactions/contrib-payments.tsx"),
    "ContribPaymentsPage",
  ),
});

const loanPayments = createRoute({
  getParentRoute: () => transactions,
  path: "/loan-payments",
  validateSearch: readPaymentsSearch,
  component: page(
    "loan-payments",
    () => import("#web/pages/dashboard/transactions/loan-payments.tsx"),
    "LoanPaymentsPage",
  ),
});

const loanApplications = createRoute({
  getParentRoute: () => transactions,
  path: "/loan-applications",
  validateSearch: readPaymentsSearch,
  component: page(
    "loan-applications",
    () => import("#web/pages/dashboard/transactions/loan-applications.tsx"),
    "LoanApplicationsPage",
  ),
});

const fines = createRoute({
  getParentRoute: () => transactions,
  path: "/fines",
  validateSearch: readPaymentsSearch,
  component: page(
    "fines",
    () => import("#web/pages/dashboard/transactions/fines.tsx"),
    "FinesPage",
  ),
});

const financialSummary = createRoute({
  getParentRoute: () => dashboard,
  path: "/financial-summary",
  component: page(
    "financial-summary",
    () => import("#web/pages/dashboard/financial-summary/financial-summary.tsx"),
    "FinancialSummary",
  ),
});

const summaryOverview = createRoute({
  getParentRoute: () => financialSummary,
  path: "/",
  component: page(
    "summary-overview",
    () => import("#web/pages/dashboard/financial-summary/overview.tsx"),
    "OverviewPage",
  ),
});

const loanSummary = createRoute({
  getParentRoute: () => financialSummary,
  path: "/loan-summary",
  validateSearch: readDirectorsSearch,
  component: page(
    "loan-summary",
    () => import("#web/pages/dashboard/financial-summary/loan-summary.tsx"),
    "LoanSummaryPage",
  ),
});

const commonersSummary = createRoute({
  getParentRoute: () => financialSummary,
  path: "/commoners",
  component: page(
    "commoners-summary",
    () => import("#web/pages/dashboard/financial-summary/commoners.tsx"),
    "CommonersSummaryPage",
  ),
});

const memberSummaries = createRoute({
  getParentRoute: () => dashboard,
  path: "/admin/member-summaries",
  validateSearch: readDirectorsSearch,
  component: page(
    "member-summaries",
    () => import("#web/pages/dashboard/admin/member-summaries-page.tsx"),
    "MemberSummariesPage",
  ),
});

const invitations = createRoute({
  getParentRoute: () => dashboard,
  path: "/admin/invitations",
  validateSearch: readInvitationsSearch,
  component: page(
    "invitations",
    () => import("#web/pages/dashboard/admin/invitations.tsx"),
    "InvitationsPage",
  ),
});

const settings = createRoute({
  getParentRoute: () => dashboard,
  path: "/admin/settings",
  component: page(
    "settings",
    () => import("#web/pages/dashboard/admin/settings.tsx"),
    "SettingsPage",
    OFFICE,
  ),
});

const audit = createRoute({
  getParentRoute: () => dashboard,
  path: "/admin/audit",
  validateSearch: readAuditSearch,
  component: page(
    "audit",
    () => import("#web/pages/dashboard/admin/audit.tsx"),
    "AuditPage",
    OFFICE,
  ),
});

// All of the program stands; the router is set up in a task of its own.
await ownTask();

export const router = createRouter({
  routeTree: root.addChildren([
    signUp,
    setup,
    join,
    activate,
    forgotPassword,
    confirmEmail,
    undoEmail,
    auditor,
    check,
    dashboard.addChildren([
      home,
      news,
      contributions,
      loans.addChildren([loansIndex, applyLoan, repayLoan]),
      approvals,
      approveLoanApplications,
      approveLoanPayments,
      approveContributions,
      approveFinePayments,
      accounting,
      postings,
      trialBalance,
      reconciliation,
      balanceSheet,
      profitLoss,
      postLedger,
      entries,
      opening,
      statements,
      uploadStatement,
      oneStatement,
      proposals,
      auditedMembers,
      groupSettings,
      statementLines,
      admin,
      directors,
      commoners,
      memberSummaries,
      invitations,
      settings,
      audit,
      messages,
      profile,
      notices,
      transactions.addChildren([statement, contribPayments, loanPayments, loanApplications, fines]),
      financialSummary.addChildren([summaryOverview, loanSummary, commonersSummary]),
    ]),
  ]),
  // Emailed links end with a slash, typed ones do not: both are served as they come.
  trailingSlash: "preserve",
  defaultPreload: "intent",
  scrollRestoration: true,
  defaultErrorComponent: PageProblem,
  defaultNotFoundComponent: NotFoundPage,
  defaultPendingComponent: PageWaits,
  defaultPendingMs: 150,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
