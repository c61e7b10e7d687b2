// What closing a financial year posts (BOOK-21): revenues and expenses through the income summary into retained
// earnings, and the dividends declared straight into them.
import type { FinancialYear } from "../calendar.ts";
import type { Cents } from "../money.ts";
import { accountOf } from "./chart-of-accounts.ts";
import { type JournalEntry, journalEntry, type Posting } from "./journal-entry.ts";
import { type Balance, inChartOrder } from "./statements.ts";

/**
 * `balances` are what the accounts stand at on the last day of the year, every earlier year being closed. Null when
 * nothing was earned, spent or declared, for then there is nothing to post.
 */
export function yearClosed(
  year: FinancialYear & { description: string },
  balances: readonly Balance[],
): JournalEntry | null {
  const standing = inChartOrder(balances);
  const revenues = standing.filter(({ account }) => accountOf(account).class === "revenue");
  const expenses = standing.filter(({ account }) => accountOf(account).class === "expense");
  const dividends = standing.filter(({ account }) => account === "dividend_expense");
  const earnedCents = totalOf(revenues);
  const spentCents = totalOf(expenses);
  const postings = [
    ...revenues.map(emptied),
    posting("income_summary", earnedCents),
    ...expenses.map(emptied),
    posting("income_summary", spentCents),
    posting("income_summary", -(earnedCents + spentCents)),
    posting("retained_earnings", earnedCents + spentCents),
    ...dividends.map(emptied),
    posting("retained_earnings", totalOf(dividends)),
  ];
  if (postings.every(({ amountCents }) => amountCents === 0n)) return null;
  return journalEntry({
    businessDate: year.end,
    description: year.description,
    source: {
      kind: "financial_year",
      id: Number(year.end.replaceAll("-", "")),
      purpose: "closing",
    },
    postings,
  });
}

function totalOf(balances: readonly Balance[]): Cents {
  return balances.reduce((sum, { balanceCents }) => sum + balanceCents, 0n);
}

function emptied({ account, balanceCents }: Balance): Posting {
  return posting(account, -balanceCents);
}

function posting(account: Posting["account"], amountCents: Cents): Posting {
  return { account, amountCents, memberId: null, loanId: null };
}
