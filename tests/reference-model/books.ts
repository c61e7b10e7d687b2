// The reference model's books: dated entries, debit positive, and the figures that reports show (REP-2 to REP-4).
import { daysLater, halfUp, monthsLater, total, type Cents } from "./arithmetic.ts";
import {
  sharesInInterest,
  todayOf,
  type Entry,
  type EntryKind,
  type Line,
  type Model,
  type Person,
} from "./group-model.ts";

export const assets = [
  "bank",
  "loan_receivable",
  "interest_receivable",
  "fine_receivable",
  "investment",
  "good_will",
  "equity_fixed_deposit",
];
const liabilities = ["monthly_contribution", "dividends_payable", "tax", "merry_go_round"];
const revenues = [
  "interest_income",
  "fine",
  "other_income",
  "fixed_deposit_interest",
  "income_from_exited_member",
  "bad_debt_recovery_income",
  "exited_member_interest_income",
];
export const expenseCategories = [
  "social_welfare",
  "end_year_party",
  "server_expense",
  "certificate_renewal",
  "transaction_cost",
  "other_expense",
];
const expenses = ["expense", ...expenseCategories, "bad_debt_expense"];

type Post = {
  kind: EntryKind;
  lines: readonly Line[];
  date?: string;
  id?: number;
  itemId?: number;
};

/** Writes an entry, dated today; leaves out lines of zero. */
export function post(model: Model, { kind, lines, date, id, itemId }: Post): Entry {
  const stored = lines.filter(([, cents]) => cents !== 0n);
  if (total(stored, ([, cents]) => cents) !== 0n)
    throw new Error(`the model's ${kind} is unbalanced`);
  const entry: Entry = {
    id: id ?? null,
    kind,
    date: date ?? todayOf(model),
    lines: stored,
    isReversed: false,
    itemId: itemId ?? null,
  };
  model.entries.push(entry);
  return entry;
}

type Requested = { from?: string; to?: string; withClosings?: boolean };

/** Each account's movement in a period; without a start, its whole balance. Leaves out accounts at 0. */
export function balances(model: Model, { from, to, withClosings = true }: Requested = {}) {
  const sums = new Map<string, Cents>();
  for (const { kind, date, lines } of model.entries) {
    if ((from !== undefined && date < from) || (to !== undefined && date > to)) continue;
    if (kind === "closing" && !withClosings) continue;
    for (const [account, cents] of lines) sums.set(account, (sums.get(account) ?? 0n) + cents);
  }
  return new Map([...sums].filter(([, cents]) => cents !== 0n));
}

export const balanceOf = (model: Model, account: string): Cents =>
  balances(model, { to: todayOf(model) }).get(account) ?? 0n;
/** What the bank holds of the group's: without what merry-go-rounds have in it (ROT-1). */
export const bankBalance = (model: Model): Cents =>
  balanceOf(model, "bank") + balanceOf(model, "merry_go_round");
export const groupBalance = (model: Model): Cents =>
  bankBalance(model) + balanceOf(model, "interest_receivable");

/** The balance sheet's three maps; retained_earnings include what is not yet closed. */
export function balanceSheet(model: Model, date: string) {
  const standing = balances(model, { to: date });
  const pick = (accounts: readonly string[]) =>
    new Map([...standing].filter(([account]) => accounts.includes(account)));
  const [owned, owed, shares] = [pick(assets), pick(liabilities), pick(["ordinary_shares"])];
  const retainedCents = -total([...owned, ...owed, ...shares], ([, cents]) => cents);
  return {
    assets: owned,
    liabilities: owed,
    equities: new Map([...shares, ["retained_earnings", retainedCents]]),
  };
}

/** REP-5: that date's retained earnings divided among today's members, in cents rounded down. */
export function shareOf(model: Model, person: Person, date = todayOf(model)): Cents {
  const sharing = model.people.filter(sharesInInterest).length;
  if (!sharesInInterest(person)) return 0n;
  const earned = -(balanceSheet(model, date).equities.get("retained_earnings") ?? 0n);
  return earned > 0n ? earned / BigInt(sharing) : 0n;
}

export const givenShare = (model: Model, shareCents: Cents): Cents =>
  halfUp(shareCents * model.terms.interestShare, 10_000n);

/** Revenues and expenses of a period, both positive; closings never count. */
export function profitAndLoss(model: Model, from: string, to: string) {
  const moved = balances(model, { from, to, withClosings: false });
  const earned = [...moved].filter(([account]) => revenues.includes(account));
  const spent = [...moved].filter(([account]) => expenses.includes(account));
  const earnedCents = -total(earned, ([, cents]) => cents);
  const spentCents = total(spent, ([, cents]) => cents);
  return { earned, spent, earnedCents, spentCents, profitCents: earnedCents - spentCents };
}

/** The first and the last day of the financial year that starts in that year. */
export function yearSpan(model: Model, startYear: number) {
  const start = `${startYear}-${model.terms.yearStart}`;
  return { start, end: daysLater(monthsLater(start, 12), -1) };
}

export function yearHolding(model: Model, day: string): number {
  const year = Number(day.slice(0, 4));
  return day >= yearSpan(model, year).start ? year : year - 1;
}

/** The oldest year that is not closed, or null before the first entry. */
export function nextYearToClose(model: Model): number | null {
  const last = model.closedYears.at(-1);
  if (last !== undefined) return last + 1;
  const first = model.entries.map(({ date }) => date).sort()[0];
  return first === undefined ? null : yearHolding(model, first);
}

/**
 * The postings of a closing: every revenue, expense and dividend of the year, through the summary into retained
 * earnings.
 */
export function closingLines(model: Model, startYear: number): Line[] {
  const standing = balances(model, { to: yearSpan(model, startYear).end });
  const emptied = (accounts: readonly string[]) =>
    accounts.map((account): Line => [account, -(standing.get(account) ?? 0n)]);
  const closed = emptied([...revenues, ...expenses]);
  const dividends = emptied(["dividend_expense"]);
  const lines = [...closed, ...dividends].filter(([, cents]) => cents !== 0n);
  return [...lines, ["retained_earnings", -total(lines, ([, cents]) => cents)]];
}
