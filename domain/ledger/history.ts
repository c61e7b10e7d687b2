// How the books stood month after month, from what the accounts moved by (REP-12).
import { addMonths, firstOfMonth, monthsFrom, type PlainDate } from "../calendar.ts";
import type { Cents } from "../money.ts";
import type { AccountCode } from "./chart-of-accounts.ts";
import { balanceSheet, inChartOrder, profitAndLoss, type Balance } from "./statements.ts";

/** What an account moved by in a month, debit positive: by the closings of years, and by everything else. */
type MonthlyMovement = {
  month: PlainDate;
  account: AccountCode;
  movedCents: Cents;
  closedCents: Cents;
};

/** Income and expense of one month, and the position at its end; all positive as people read them. */
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

/**
 * The months from `months` back to that of `today`, oldest first, but none before `firstMonth`; none at all without
 * one.
 */
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
 * One row for each of `months`, which follow one another from where the books stood at `opening`. A closing moves
 * balances but is neither income nor expense.
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
