// The day before which nothing of members or loans is paid or settled: the newest on which what is settled was posted (BOOK-30).
import { sql } from "kysely";
import type { PlainDate } from "#domain/calendar.ts";
import type { AccountCode } from "#domain/ledger/chart-of-accounts.ts";
import { dayAfterCauses } from "#domain/ledger/journal-entry.ts";
import type { Reader } from "#server/db/connection.ts";
import { anyOf, preparedQuery } from "#server/db/prepared-queries/prepared-query.ts";

/** What loans owe. */
export const loanAccounts: AccountCode[] = ["loan_receivable", "interest_receivable"];

/** What is settled when a member leaves or the group shares out. */
export const memberAccounts: AccountCode[] = [
  ...loanAccounts,
  "fine_receivable",
  "monthly_contribution",
];

type Settled = { accounts: readonly AccountCode[]; today: PlainDate } & (
  | { memberIds: readonly number[]; loanIds?: never }
  | { loanIds: readonly number[]; memberIds?: never }
);

/**
 * The later of `today` and the newest day on which any of these owed or had more from then on: receivables debited,
 * liabilities credited. Call under the locks of the members or loans. Costs next to nothing while no posting is dated after
 * `today`.
 */
export async function readSettlingDay(
  reader: Reader,
  { accounts, today, memberIds = [], loanIds = [] }: Settled,
): Promise<PlainDate> {
  const { rows } = await sql<{ day: PlainDate | null }>`
    SELECT max(business_date) AS day FROM postings
     WHERE account = ANY (${[...accounts]}::text[]) AND business_date > ${today}::date
       AND (member_id = ANY (${[...memberIds]}::int[]) OR loan_id = ANY (${[...loanIds]}::int[]))
       AND CASE WHEN account IN ('monthly_contribution', 'merry_go_round') THEN amount_cents < 0 ELSE amount_cents > 0 END`.execute(
    reader,
  );
  const day = rows[0]?.day ?? null;
  return day === null ? today : dayAfterCauses(today, [day]);
}

/** The newest day on which each loan was paid out or charged; one query, however many loans. */
export async function readChargedDays(
  reader: Reader,
  loanIds: readonly number[],
): Promise<ReadonlyMap<number, PlainDate[]>> {
  const rows = await selectChargedDays(reader, loanIds);
  return new Map(rows.map(({ id, day }) => [id, [day]]));
}

const selectChargedDays = preparedQuery(
  (_reader, loanIds: readonly number[]) => sql<{ id: number; day: PlainDate }>`
    SELECT loans.id, max(postings.business_date) AS day
      FROM loans JOIN postings ON postings.member_id = loans.member_id AND postings.loan_id = loans.id
     WHERE loans.id = ${anyOf("int", loanIds)} AND postings.amount_cents > 0
       AND postings.account IN ('loan_receivable', 'interest_receivable')
     GROUP BY loans.id`,
);
