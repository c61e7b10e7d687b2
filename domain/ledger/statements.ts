// Trial balance, balance sheet with the share in it, profit and loss, and their history, from the balances of the accounts (REP-2 to REP-5).
import { mulDiv, type Cents } from "../money.ts";
import { type AccountClass, type AccountCode, accountOf, accounts } from "./chart-of-accounts.ts";
import { addMonths, firstOfMonth, monthsFrom, type PlainDate } from "../calendar.ts";

/** An account's balance in cents, debit positive. Several balances of one account add up. */
export type Balance = { account: AccountCode; balanceCents: Cents };

export type TrialBalanceRow = { account: AccountCode; debitCents: Cents; creditCents: Cents };

/** Balances are debit-positive: liabilities and equities come out negative, and the screens reverse them. */
export type BalanceSheet = {
  assets: Balance[];
  liabilities: Balance[];
  equities: Balance[];
  totalAssetsCents: Cents;
  totalLiabilitiesCents: Cents;
  totalEquitiesCents: Cents;
  /** Assets, liabilities and equities together: zero whenever the entries balance. */
  differenceCents: Cents;
};

/** Revenues and expenses are both positive, and so is a profit. */
export type ProfitAndLoss = {
  revenues: { account: AccountCode; amountCents: Cents }[];
  expenses: { account: AccountCode; amountCents: Cents }[];
  totalRevenueCents: Cents;
  totalExpensesCents: Cents;
  netProfitCents: Cents;
};

/** One row for each account that is not at zero, in the order of the chart, its balance on one side only. */
export function trialBalance(balances: readonly Balance[]): TrialBalanceRow[] {
  return inChartOrder(balances).map(({ account, balanceCents }) => ({
    account,
    debitCents: balanceCents > 0n ? balanceCents : 0n,
    creditCents: balanceCents < 0n ? -balanceCents : 0n,
  }));
}

/**
 * Leaves out accounts at zero, except retained earnings, which include everything not yet closed; dividends declared
 * and the income summary are therefore never rows of their own.
 */
export function balanceSheet(balances: readonly Balance[]): BalanceSheet {
  const rows = inChartOrder(balances);
  const assets = ofClass(rows, "asset");
  const liabilities = ofClass(rows, "liability");
  const equities = accounts.flatMap(({ code, class: kind }): Balance[] => {
    if (kind !== "equity") return [];
    if (code === "retained_earnings") {
      return [{ account: code, balanceCents: retainedEarnings(rows) }];
    }
    return isInRetainedEarnings(code) ? [] : rows.filter(({ account }) => account === code);
  });
  const totalAssetsCents = totalOf(assets);
  const totalLiabilitiesCents = totalOf(liabilities);
  const totalEquitiesCents = totalOf(equities);
  return {
    assets,
    liabilities,
    equities,
    totalAssetsCents,
    totalLiabilitiesCents,
    totalEquitiesCents,
    differenceCents: totalAssetsCents + totalLiabilitiesCents + totalEquitiesCents,
  };
}

/**
 * Retained earnings as the group understands them: the account, dividends declared, the income summary, and revenues
 * and expenses not yet closed. Debit positive, so earnings are negative.
 */
export function retainedEarnings(balances: readonly Balance[]): Cents {
  return totalOf(balances.filter(({ account }) => isInRetainedEarnings(account)));
}

/**
 * Why the balance sheet and the trial balance show different retained earnings: the account's balance, and what is
 * not yet closed into it. Both in credit-positive cents, as reports show them; together they are the balance sheet's
 * figure.
 */
export function retainedEarningsParts(balances: readonly Balance[]) {
  const account = totalOf(balances.filter((row) => row.account === "retained_earnings"));
  const retainedCents = -retainedEarnings(balances);
  return { accountCents: -account, notClosedCents: retainedCents + account, retainedCents };
}

/**
 * One member's whole share in cents: negated retained earnings / active users, rounded down and never below zero.
 * `retainedEarningsCents` is the balance sheet's figure, debit positive. Zero for a member who is not counted among
 * the active users.
 */
export function interestShare(params: {
  retainedEarningsCents: Cents;
  activeUsersCount: number;
  isCounted: boolean;
}): Cents {
  const { retainedEarningsCents, activeUsersCount, isCounted } = params;
  if (!isCounted || activeUsersCount === 0 || retainedEarningsCents >= 0n) return 0n;
  return mulDiv(-retainedEarningsCents, 1n, BigInt(activeUsersCount), "down");
}

/** `movements` are the accounts' movements in the period, without closing entries. */
export function profitAndLoss(movements: readonly Balance[]): ProfitAndLoss {
  const rows = inChartOrder(movements);
  const revenues = ofClass(rows, "revenue");
  const expenses = ofClass(rows, "expense");
  const totalRevenueCents = -totalOf(revenues);
  const totalExpensesCents = totalOf(expenses);
  return {
    revenues: revenues.map(({ account, balanceCents }) => ({
      account,
      amountCents: -balanceCents,
    })),
    expenses: expenses.map(({ account, balanceCents }) => ({
      account,
      amountCents: balanceCents,
    })),
    totalRevenueCents,
    totalExpensesCents,
    netProfitCents: totalRevenueCents - totalExpensesCents,
  };
}

/** Whether the balance sheet includes the account in retained earnings (REP-3). */
export function isInRetainedEarnings(code: AccountCode): boolean {
  if (code === "retained_earnings" || code === "dividend_expense" || code === "income_summary") {
    return true;
  }
  const kind = accountOf(code).class;
  return kind === "revenue" || kind === "expense";
}

/** One balance for each account that is not at zero, in the order of the chart. */
export function inChartOrder(balances: readonly Balance[]): Balance[] {
  return accounts
    .map(({ code }) => ({
      account: code,
      balanceCents: totalOf(balances.filter(({ account }) => account === code)),
    }))
    .filter(({ balanceCents }) => balanceCents !== 0n);
}

function ofClass(rows: readonly Balance[], wanted: AccountClass): Balance[] {
  return rows.filter(({ account }) => accountOf(account).class === wanted);
}

function totalOf(balances: readonly Balance[]): Cents {
  return balances.reduce((sum, { balanceCents }) => sum + balanceCents, 0n);
}

// The books month by month, from the movements of the accounts (REP-12).

/** How much an account moved in a month, in cents, debit positive: by year closings, and by everything else. */
type MonthlyMovement = {
  month: PlainDate;
  account: AccountCode;
  movedCents: Cents;
  closedCents: Cents;
};

/** Income and expense of one month, and the position at its end; all positive, as people read them. */
export type MonthOfBooks = {
  month: PlainDate;
  incomeCents: Cents;
  expenseCents: Cents;
  bankCents: Cents;
  savingsCents: Cents;
  /** Principal and interest that members have to repay. */
  loansCents: Cents;
  /** Assets less liabilities. */
  netAssetsCents: Cents;
};

/** The months from `months` back to that of `today`, oldest first, but none before `firstMonth`; empty without one. */
export function monthsBackTo(params: {
  today: PlainDate;
  months: number;
  firstMonth: PlainDate | undefined;
}): PlainDate[] {
  const last = firstOfMonth(params.today);
  if (params.firstMonth === undefined) return [];
  const gone = Math.min(params.months - 1, monthsFrom(params.firstMonth, last));
  return Array.from({ length: gone + 1 }, (_, step) => addMonths(last, step - gone));
}

/**
 * One row for each of the consecutive `months`, starting from the balances in `opening`. A closing moves balances but
 * is neither income nor expense.
 */
export function historyOfBooks(params: {
  opening: readonly Balance[];
  movements: readonly MonthlyMovement[];
  months: readonly PlainDate[];
}): MonthOfBooks[] {
  let standing: readonly Balance[] = params.opening;
  return params.months.map((month) => {
    const inMonth = params.movements.filter((movement) => movement.month === month);
    const moved = inMonth.map(({ account, movedCents }) => ({ account, balanceCents: movedCents }));
    const closed = inMonth.map(({ account, closedCents }) => ({
      account,
      balanceCents: closedCents,
    }));
    standing = inChartOrder([...standing, ...moved, ...closed]);
    const result = profitAndLoss(moved);
    return {
      month,
      incomeCents: result.totalRevenueCents,
      expenseCents: result.totalExpensesCents,
      bankCents: balanceOf(standing, "bank"),
      savingsCents: -balanceOf(standing, "monthly_contribution"),
      loansCents:
        balanceOf(standing, "loan_receivable") + balanceOf(standing, "interest_receivable"),
      netAssetsCents: -balanceSheet(standing).totalEquitiesCents,
    };
  });
}

function balanceOf(balances: readonly Balance[], code: AccountCode): Cents {
  return balances.find(({ account }) => account === code)?.balanceCents ?? 0n;
}
