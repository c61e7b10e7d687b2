// Routes of a member's loans.
import { createRoute } from "@tanstack/react-router";
import { readLoansSearch } from "#web/pages/search.ts";
import { page } from "#web/pages/page.ts";
import { dashboard } from "../frame/dashboard.tsx";

// One page has three addresses: the dialogs for applying and repaying open above the list.
const loans = createRoute({
  getParentRoute: () => dashboard,
  path: "/loans",
  ...page(() => import("./loans.tsx"), "LoansPage", { validateSearch: readLoansSearch }),
});

const loansIndex = createRoute({ getParentRoute: () => loans, path: "/" });

const applyLoan = createRoute({ getParentRoute: () => loans, path: "/apply-loan" });

const repayLoan = createRoute({ getParentRoute: () => loans, path: "/repay-loan/$loanId" });

// Beside the list, whose page has no outlet.
const loan = createRoute({
  getParentRoute: () => dashboard,
  path: "/loans/$loanId",
  ...page(() => import("./loan.tsx"), "LoanPage", { words: ["rest", "lending"] }),
});

export const loanRoutes = [loans.addChildren([loansIndex, applyLoan, repayLoan]), loan] as const;
