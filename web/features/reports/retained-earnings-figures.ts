import type { ReplyOf } from "#contract/endpoint.ts";
import type { getTrialBalance } from "#contract/reports.ts";
import { retainedEarningsParts, type Balance } from "#domain/ledger/statements.ts";
import type { Cents } from "#domain/money.ts";
import { formatAmount, sumCents } from "#web/ui/money.tsx";
import { accountCode } from "./account-name.ts";

export type TrialBalanceRow = ReplyOf<typeof getTrialBalance>["trial_balance"][number];

/**
 * Why the balance sheet of a day shows other retained earnings than its trial balance, from the trial balance's rows
 * (REP-13). Undefined on a day on which they agree.
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
  return formatAmount(Number(cents) / 100, true);
}
