// A file is imported into the account whose statement it is (STAT-50).
import { refuse } from "#domain/refusal.ts";
import type { Upload } from "#server/core/bank-files/uploaded-lines.ts";
import type { Reader } from "#server/db/connection.ts";
import { findAccount } from "./statements.queries.ts";

/**
 * Refuses a file with lines of several accounts, if one of them is ours or they add up only by account: with `statement-of-another-account` on
 * `account_id` where it names another than the one chosen, else with `statement-of-several-accounts` on `file`.
 */
export async function requireOneAccount(
  reader: Reader,
  {
    accountsInLines: numbers,
    addsUpByAccount,
  }: Pick<Upload, "accountsInLines" | "addsUpByAccount">,
  accountId: number | null,
): Promise<void> {
  if (numbers.length === 0) return;
  const named = await Promise.all(
    numbers.map(async (printed) => ({ printed, account: await findAccount(reader, printed) })),
  );
  for (const { printed, account } of named)
    if (accountId !== null && account !== null && account.id !== accountId)
      throw refuse("statement-of-another-account", { printed, name: account.name }).at(
        "account_id",
      );
  const isOfSeveral = addsUpByAccount || named.some(({ account }) => account !== null);
  if (numbers.length > 1 && isOfSeveral)
    throw refuse("statement-of-several-accounts", { numbers: numbers.join(", ") }).at("file");
}
