// Which days the group's statements prove (STAT-5), for code that looks for a payment on them.
import { coverageOf, type Coverage } from "#domain/statements/coverage.ts";
import type { Reader } from "#server/db/connection.ts";

export type AccountCoverage = Coverage & { accountId: number };

/**
 * For every account, by id; an account without a valid statement proves nothing. A group has some hundred statements.
 */
export async function readCoverage(reader: Reader): Promise<AccountCoverage[]> {
  const accounts = await reader
    .selectFrom("statement_accounts")
    .select("id")
    .orderBy("id")
    .execute();
  const statements = await reader
    .selectFrom("statements")
    .select([
      "id",
      "account_id",
      "period_from as from",
      "period_to as to",
      "opening_cents as opening",
      "closing_cents as closing",
      "counts",
    ])
    .where("is_proof", "=", true)
    .orderBy("id")
    .execute();
  return accounts.map(({ id }) => ({
    accountId: id,
    ...coverageOf(
      statements
        .filter(({ account_id }) => account_id === id)
        .map(({ counts, ...each }) => ({
          ...each,
          sharesLines: (counts as { known: number }).known > 0,
        })),
    ),
  }));
}
