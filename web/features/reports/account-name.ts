import { accounts, type AccountCode } from "#domain/ledger/chart-of-accounts.ts";
import { textsOf } from "#web/messages/words.ts";

/** The name of an account as PDF; the bank goes by the name in the group's settings (SCR-23). */
export function accountName(code: string, bankName: string | undefined): string {
  if (code === "bank" && bankName !== undefined) return bankName;
  const known = accountCode(code);
  return known === undefined ? code : textsOf("accounts")[known];
}

/** The account of that code, or undefined for anything else, such as a mistyped address. */
export function accountCode(code: string | undefined): AccountCode | undefined {
  return accounts.find((account) => account.code === code)?.code;
}
