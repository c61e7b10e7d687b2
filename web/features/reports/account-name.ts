import { accounts, type AccountCode } from "#domain/ledger/chart-of-accounts.ts";

const names = new Map<string, string>(accounts.map(({ code, displayName }) => [code, displayName]));

/** The name of an account on paper; the bank goes by the name in the group's settings (spec 3). */
export function accountName(code: string, bankName: string | undefined): string {
  if (code === "bank" && bankName !== undefined) return bankName;
  return names.get(code) ?? code;
}

/** The account of that code, or undefined for anything else, such as a mistyped address. */
export function accountCode(code: string | undefined): AccountCode | undefined {
  return accounts.find((account) => account.code === code)?.code;
}
