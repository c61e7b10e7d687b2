// Every address of the application: who views it, and which modals it has. A new route is one line here.

export type Screen = {
  /** As the router writes it: `/dashboard/loans/repay-loan/$loanId`. Unknown pages are marked below. */
  route: string;
  /** The address to open, if it is not the route itself. */
  address?: string;
  as: "visitor" | "akinyi.okoth" | "treasurer" | "chairperson";
  /** Buttons that each open a modal, by the start of their names. */
  opens?: readonly RegExp[];
  /** A control pressed before the modals are opened, such as Show. */
  first?: RegExp;
  /** The selector of a part that the page loads after half a second without requests. Looks wait for it. */
  late?: string;
};

const token = "A".repeat(43);

/** The landing page is a separate document; the unknown addresses show nothing. */
export const besideTheRouter = ["/", "/nowhere", "/dashboard/nowhere"];

/** Grouped by person: each group is one start of the application. */
export const screens: readonly Screen[] = [
  { route: "/", as: "visitor", opens: [/^Sign In/, /^Join Now/] },
  { route: "/nowhere", as: "visitor" },
  { route: "/sign-up", as: "visitor" },
  { route: "/check", as: "visitor" },
  { route: "/setup", as: "visitor" },
  { route: "/join", as: "visitor" },
  { route: "/join/$token", address: `/join/${token}`, as: "visitor" },
  { route: "/user/activate/$token", address: `/user/activate/${token}/`, as: "visitor" },
  {
    route: "/user/forgot-password/$token",
    address: `/user/forgot-password/${token}/`,
    as: "visitor",
  },
  { route: "/user/confirm-email/$token", address: `/user/confirm-email/${token}/`, as: "visitor" },
  { route: "/object/$token", address: `/object/${token}`, as: "visitor" },
  { route: "/auditor/$token", address: `/auditor/${token}`, as: "visitor" },
  { route: "/user/undo-email/$token", address: `/user/undo-email/${token}/`, as: "visitor" },

  {
    route: "/dashboard/",
    address: "/dashboard",
    as: "akinyi.okoth",
    opens: [/^User Financial/],
    late: "figure",
  },
  { route: "/dashboard/nowhere", as: "akinyi.okoth" },
  { route: "/dashboard/news", as: "akinyi.okoth" },
  { route: "/dashboard/loans/", address: "/dashboard/loans", as: "akinyi.okoth" },
  { route: "/dashboard/loans/apply-loan", as: "akinyi.okoth" },
  { route: "/dashboard/loans/repay-loan/$loanId", as: "akinyi.okoth" },
  { route: "/dashboard/loans/$loanId", as: "akinyi.okoth" },
  {
    route: "/dashboard/contributions",
    address: "/dashboard/contributions?start_date=2020-01-01&end_date=2040-01-01",
    as: "akinyi.okoth",
    opens: [/^Pay Contribution/],
  },
  { route: "/dashboard/profile/notices", as: "akinyi.okoth" },
  {
    route: "/dashboard/transactions/",
    address: "/dashboard/transactions",
    as: "akinyi.okoth",
    opens: [/^Print statement/],
  },
  {
    route: "/dashboard/transactions/contrib-payments",
    as: "akinyi.okoth",
    opens: [/^Pay Contribution/],
  },
  { route: "/dashboard/transactions/loan-payments", as: "akinyi.okoth" },
  { route: "/dashboard/transactions/loan-applications", as: "akinyi.okoth", opens: [/^Rejected/] },
  { route: "/dashboard/transactions/fines", as: "akinyi.okoth" },
  {
    route: "/dashboard/profile",
    as: "akinyi.okoth",
    opens: [/^Set up/],
    late: "td input[type=checkbox]",
  },

  {
    route: "/dashboard/approvals",
    as: "treasurer",
  },
  {
    route: "/dashboard/approvals/approve-loan-applications",
    as: "treasurer",
    opens: [/^Approve\/Reject/],
  },
  {
    route: "/dashboard/approvals/approve-loan-payments",
    as: "treasurer",
    opens: [/^Approve\/Reject/],
  },
  {
    route: "/dashboard/approvals/approve-monthly-contributions",
    as: "treasurer",
    opens: [/^Approve\/Reject/],
  },
  {
    route: "/dashboard/approvals/approve-fine-payments",
    as: "treasurer",
    opens: [/^Approve\/Reject/],
  },
  { route: "/dashboard/approvals/approve-merry-go-round-payments", as: "treasurer" },
  { route: "/dashboard/approvals/approve-fund-payments", as: "treasurer" },
  { route: "/dashboard/approvals/approve-loan-changes", as: "treasurer" },
  { route: "/dashboard/approvals/approve-collections", as: "treasurer" },
  { route: "/dashboard/accounting", as: "treasurer", opens: [/^Close \d{4}/], late: "figure" },
  { route: "/dashboard/accounting/trial-balance", as: "treasurer" },
  { route: "/dashboard/accounting/postings", as: "treasurer" },
  { route: "/dashboard/accounting/balance-sheet", as: "treasurer", opens: [/^Get PDF/] },
  {
    route: "/dashboard/accounting/profit-loss",
    as: "treasurer",
    first: /^This year/,
    opens: [/^Get PDF/],
  },
  { route: "/dashboard/accounting/post-ledger", as: "treasurer" },
  { route: "/dashboard/accounting/statements/lines", as: "treasurer" },
  { route: "/dashboard/accounting/proposals", as: "treasurer" },
  { route: "/dashboard/accounting/share-out", as: "treasurer" },
  { route: "/dashboard/accounting/payouts", as: "treasurer" },
  { route: "/dashboard/accounting/portfolio", as: "treasurer" },
  { route: "/dashboard/contributions/merry-go-round", as: "treasurer", opens: [/^Start one/] },
  { route: "/dashboard/accounting/meetings", as: "treasurer" },
  { route: "/dashboard/accounting/meetings/$meetingId", as: "treasurer" },
  { route: "/dashboard/accounting/cash", as: "treasurer" },
  { route: "/dashboard/accounting/funds", as: "treasurer" },
  { route: "/dashboard/transactions/funds", as: "treasurer" },
  { route: "/dashboard/accounting/register", as: "treasurer" },
  { route: "/dashboard/accounting/statements", as: "treasurer", opens: [/^Add an account/] },
  { route: "/dashboard/accounting/opening", as: "treasurer" },
  { route: "/dashboard/accounting/statements/upload", as: "treasurer" },
  {
    route: "/dashboard/accounting/statements/$statementId",
    address: "/dashboard/accounting/statements/1",
    as: "treasurer",
  },
  { route: "/dashboard/accounting/members", as: "treasurer" },
  { route: "/dashboard/accounting/settings", as: "treasurer" },
  {
    route: "/dashboard/accounting/entries",
    as: "treasurer",
    first: /^Contribution/,
    opens: [/^Cannot be reversed/],
  },
  { route: "/dashboard/accounting/reconciliation", as: "treasurer" },
  {
    route: "/dashboard/financial-summary/",
    address: "/dashboard/financial-summary",
    as: "treasurer",
    opens: [/^Fine several/, /^Usual fines/],
  },
  {
    route: "/dashboard/financial-summary/loan-summary",
    address: "/dashboard/financial-summary/loan-summary?search=ogola",
    as: "treasurer",
    opens: [/^Summary/, /^Recover Bad Debt/],
  },
  { route: "/dashboard/financial-summary/commoners", as: "treasurer" },

  { route: "/dashboard/accounting/messages", as: "chairperson" },
  { route: "/dashboard/accounting/messages/words", as: "chairperson" },
  { route: "/dashboard/admin", as: "chairperson", opens: [/^Invite auditor/] },
  {
    route: "/dashboard/admin/directors",
    as: "chairperson",
    opens: [/^Assign Role/, /^Fine Member/, /^Change Status/],
  },
  { route: "/dashboard/admin/commoners", as: "chairperson" },
  {
    route: "/dashboard/admin/member-summaries",
    as: "chairperson",
    opens: [/^Summary/, /^Exit/, /^Clear /],
  },
  { route: "/dashboard/admin/invitations", as: "chairperson" },
  { route: "/dashboard/admin/settings", as: "chairperson" },
  { route: "/dashboard/admin/audit", as: "chairperson", opens: [/^Details/] },
];
