// What a sheet says of each account, and whether it balances (OPEN-9).
import { accountOf, accounts, type AccountCode } from "../ledger/chart-of-accounts.ts";
import { leftOfLoan } from "../ledger/opening-postings.ts";
import type { Cents } from "../money.ts";
import { refuse } from "../refusal.ts";
import type { AccountTotal } from "./validated-sheet.ts";
import type { OpeningBook } from "./opening-book.ts";

/** 100 billion KES: above any group's books, and exact as a JSON number with its cents. */
const LARGEST_CENTS: Cents = 10_000_000_000_000n;

/** The trial balance of the cut-over day, and debit less credit. Refuses totals that no group has. */
export function totalsOf(book: OpeningBook): { totals: AccountTotal[]; differenceCents: Cents } {
  const natural = new Map<AccountCode, Cents>();
  const add = (account: AccountCode, cents: Cents) =>
    natural.set(account, (natural.get(account) ?? 0n) + cents);
  for (const member of book.members) {
    add("monthly_contribution", member.savingsCents);
    add("fine_receivable", member.unpaidFinesCents);
  }
  for (const loan of book.loans) {
    const left = leftOfLoan(loan);
    add("loan_receivable", left.principalCents);
    add("interest_receivable", left.interestCents);
  }
  for (const { account, cents } of book.balances) add(account, cents);
  for (const { amountCents } of book.deposits) add("equity_fixed_deposit", amountCents);
  const totals = accounts.flatMap(({ code }) => {
    const cents = natural.get(code) ?? 0n;
    return cents === 0n ? [] : [totalOf(code, cents)];
  });
  if (totals.some(({ debitCents, creditCents }) => debitCents + creditCents > LARGEST_CENTS))
    throw refuse("sheet-totals-too-large").at("file");
  const differenceCents = totals.reduce(
    (sum, { debitCents, creditCents }) => sum + debitCents - creditCents,
    0n,
  );
  return { totals, differenceCents };
}

function totalOf(account: AccountCode, naturalCents: Cents): AccountTotal {
  const isDebit = (accountOf(account).normalSide === "debit") === naturalCents > 0n;
  const size = naturalCents < 0n ? -naturalCents : naturalCents;
  return { account, debitCents: isDebit ? size : 0n, creditCents: isDebit ? 0n : size };
}
