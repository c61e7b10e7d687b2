// Which days the group's statements prove (STAT-5), for code that looks for a payment on them.
import { sql } from "kysely";
import type { Person } from "#contract/people.ts";
import type { PlainDate } from "#domain/calendar.ts";
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

type UploadersWord = { account_id: number; day: PlainDate; by: Person };

/** The last days of statements that depend on the word of their uploader, and on no other statement (STAT-53). */
export async function readUploadersWords(reader: Reader): Promise<UploadersWord[]> {
  const { rows } = await sql<UploadersWord>`
    SELECT DISTINCT ON (s.account_id, s.period_to) s.account_id, s.period_to AS day,
           json_build_object('id', m.id, 'username', m.username, 'full_name', m.first_name || ' ' || m.last_name, 'reg_number', m.reg_number) AS by
      FROM statements s JOIN members m ON m.id = s.uploaded_by
     WHERE s.is_proof AND s.period_source = 'uploader' AND NOT EXISTS (
       SELECT FROM statements o
        WHERE o.account_id = s.account_id AND o.is_proof AND o.period_source IS DISTINCT FROM 'uploader'
          AND s.period_to BETWEEN o.period_from AND o.period_to)
     ORDER BY s.account_id, s.period_to, s.id`.execute(reader);
  return rows;
}

/** Who said that the account is covered up to that day; null if a statement shows it. */
export function wordOf(
  words: readonly UploadersWord[],
  accountId: number,
  coveredTo: PlainDate | null,
): Person | null {
  const word = words.find(({ account_id, day }) => account_id === accountId && day === coveredTo);
  return word?.by ?? null;
}
