import type { ReplyOf } from "#contract/endpoint.ts";
import type { getTrialBalance } from "#contract/reports.ts";
import { accounts, type AccountCode } from "#domain/ledger/chart-of-accounts.ts";
import { retainedEarningsParts, type Balance } from "#domain/ledger/statements.ts";
import type { Cents } from "#domain/money.ts";
import { textsOf } from "#web/messages/words.ts";
import { formatAmount, sumCents } from "#web/ui/money.tsx";

/** The name of an account in a PDF; the bank has its name from the group's settings (SCR-23). */
export function accountName(code: string, bankName: string | undefined): string {
  if (code === "bank" && bankName !== undefined) return bankName;
  const known = accountCode(code);
  return known === undefined ? code : textsOf("accounts")[known];
}

/** The account of that code, or undefined for anything else, such as a mistyped address. */
export function accountCode(code: string | undefined): AccountCode | undefined {
  return accounts.find((account) => account.code === code)?.code;
}

export type TrialBalanceRow = ReplyOf<typeof getTrialBalance>["trial_balance"][number];

/**
 * Why the balance sheet of a day shows different retained earnings than its trial balance, from the trial balance's
 * rows (REP-13). Undefined on a day on which they agree.
 */
export function retainedEarningsFigures(
  rows: readonly TrialBalanceRow[],
): { inAccount: string; notClosed: string; retained: string } | undefined {
  const balances = rows.flatMap((row): Balance[] => {
    const account = accountCode(row.account);
    const balanceCents = sumCents([row.debit_amount]) - sumCents([row.credit_amount]);
    return account === undefined ? [] : [{ account, balanceCents }];
  });
  const { accountCents, notClosedCents, retainedCents } = retainedEarningsParts(balances);
  if (notClosedCents === 0n) return undefined;
  return {
    inAccount: figure(accountCents),
    notClosed: figure(notClosedCents),
    retained: figure(retainedCents),
  };
}

function figure(cents: Cents): string {
  return formatAmount(Number(cents) / 100);
}
