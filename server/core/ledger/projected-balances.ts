// The postings of some days as rows that are few however many were posted: whole months and single days that are summed
// already, and on top what is not summed yet. One statement reads all three, so the rows are exact at every moment.
import { sql, type RawBuilder } from "kysely";
import { addMonths, firstOfMonth, type PlainDate } from "#domain/calendar.ts";

/** Both ends included; no `start` is from the first posting on, no `end` to the last one. */
export type Days = { start?: PlainDate; end?: PlainDate };

// Beyond every day that a posting may carry.
const FIRST_DAY = "1000-01-01";
const LAST_DAY = "9000-12-31";

/**
 * A FROM item with the columns `day` (the first of the month where a whole month is one row), `account`, `closing` (of
 * a closing of a year), `amount_cents` (debit positive), `entries` (how many have a line on the account),
 * `first_lines` (how many have their first line on it, so that each entry counts once over all accounts) and `lines` (how
 * many postings there are).
 */
export function summedPostings(days: Days): RawBuilder<unknown> {
  const { start = FIRST_DAY, end = LAST_DAY } = days;
  const firstMonth = start === firstOfMonth(start) ? start : addMonths(firstOfMonth(start), 1);
  const lastMonth = firstOfMonth(end);
  const afterMonths = firstMonth > lastMonth ? firstMonth : lastMonth;
  return sql`(
    SELECT month AS day, account, closing, amount_cents, entries, first_lines, lines FROM balance_months
     WHERE month >= ${firstMonth}::date AND month < ${lastMonth}::date
    UNION ALL
    SELECT business_date, account, closing, amount_cents, entries, first_lines, lines FROM balance_days
     WHERE business_date >= ${start}::date AND business_date < ${firstMonth}::date AND business_date <= ${end}::date
    UNION ALL
    SELECT business_date, account, closing, amount_cents, entries, first_lines, lines FROM balance_days
     WHERE business_date >= ${afterMonths}::date AND business_date <= ${end}::date
    UNION ALL
    SELECT business_date, account, closing, amount_cents, entries, first_lines, lines FROM postings_to_sum
     WHERE business_date >= ${start}::date AND business_date <= ${end}::date) summed`;
}

/** The same with a row for each day, however many those are. */
export function summedDays({ start = FIRST_DAY, end = LAST_DAY }: Days): RawBuilder<unknown> {
  const columns = sql`account, closing, amount_cents, entries, first_lines, lines`;
  return sql`(
    SELECT business_date AS day, ${columns} FROM balance_days
     WHERE business_date >= ${start}::date AND business_date <= ${end}::date
    UNION ALL
    SELECT business_date, ${columns} FROM postings_to_sum
     WHERE business_date >= ${start}::date AND business_date <= ${end}::date) summed`;
}
