// The sheets Group and Fixed deposits (OPEN-6).
import type { AccountCode } from "../ledger/chart-of-accounts.ts";
import {
  moneyBesideBank,
  openingAccounts,
  type OpeningBalance,
  type OpeningDeposit,
  type SheetAccount,
} from "./opening-book.ts";
import { sheets, type SheetKey, type SheetLanguage } from "./sheet-columns.ts";
import type { SheetRow, WordList } from "./sheet-rows.ts";

const DESCRIPTION_MOST = 200;

/** The sheet that brings the account instead. */
const elsewhere: Partial<Record<AccountCode, SheetKey>> = {
  monthly_contribution: "members",
  fine_receivable: "members",
  loan_receivable: "loans",
  interest_receivable: "loans",
  equity_fixed_deposit: "deposits",
};

/**
 * Each account once, with M-PESA and cash added to the bank; `hasBank` is true even if its balance could not be read.
 */
export function readBalances(
  rows: readonly SheetRow<"group">[],
  params: { accounts: WordList<SheetAccount>; language: SheetLanguage },
): { balances: OpeningBalance[]; hasBank: boolean } {
  const seen = new Map<SheetAccount, number>();
  const balances = rows.flatMap((row): OpeningBalance[] => {
    const written = row.oneOf("account", params.accounts);
    const code = written !== null && isMoney(written) ? "bank" : written;
    const account = openingAccounts.find((each) => each === code);
    const cents = row.amount("balance", account === "retained_earnings" ? "any-sign" : undefined);
    if (written === null || code === null) return [];
    const first = seen.get(written);
    if (first !== undefined) row.error("account", "account-twice", { row: first });
    seen.set(written, first ?? row.row);
    if (account === undefined) {
      const sheet = elsewhere[code];
      if (sheet === undefined) row.error("account", "account-not-brought");
      else
        row.error("account", "account-elsewhere", {
          written: sheets[sheet].name[params.language],
        });
      return [];
    }
    return cents === null || first !== undefined ? [] : [{ row: row.row, account, cents }];
  });
  const hasBank = ["bank" as const, ...moneyBesideBank].some((each) => seen.has(each));
  return { balances: withOneBank(balances), hasBank };
}

function isMoney(account: SheetAccount): account is (typeof moneyBesideBank)[number] {
  return moneyBesideBank.some((each) => each === account);
}

/** Reported on the row of the first of them. */
function withOneBank(balances: readonly OpeningBalance[]): OpeningBalance[] {
  const money = balances.filter(({ account }) => account === "bank");
  const cents = money.reduce((sum, each) => sum + each.cents, 0n);
  return balances.flatMap((each) =>
    each.account !== "bank" ? [each] : each === money[0] ? [{ ...each, cents }] : [],
  );
}

export function readDeposits(rows: readonly SheetRow<"deposits">[]): OpeningDeposit[] {
  return rows.flatMap((row) => {
    const description = row.text("description", DESCRIPTION_MOST);
    const amountCents = row.amount("amount", "above-0");
    const placedOn = row.date("placedOn");
    const maturesOn = row.date("maturesOn");
    if (placedOn !== null && maturesOn !== null && maturesOn < placedOn)
      row.error("maturesOn", "before-placed", { placed: { day: placedOn } });
    if (description === null || amountCents === null) return [];
    return [{ row: row.row, description, amountCents, placedOn, maturesOn }];
  });
}
