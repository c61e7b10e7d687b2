// Writes accounts, members and loans as spreadsheet tables (BOOK-23) while it reads them.
import { sql } from "kysely";
import { addDays, type PlainDate } from "#domain/calendar.ts";
import { accounts, type AccountCode } from "#domain/ledger/chart-of-accounts.ts";
import type { Cents } from "#domain/money.ts";
import { inEnglish } from "#messages/translator.ts";
import { heldContributions, summedPostings } from "#server/core/ledger/balances.ts";
import { selectEntryRows, toEntryRow, type EntryRow } from "#server/core/ledger/journal-rows.ts";
import { nameOfLoan } from "#server/core/ledger/loans.ts";
import { row } from "#server/core/spreadsheets/write-files.ts";
import type { Reader } from "#server/db/connection.ts";
import { plainAmount } from "./journal-formats.ts";

const PAGE_SIZE = 500;

export const tables = {
  accounts: writeAccounts,
  members: writeMembers,
  loans: writeLoans,
} as const;

/**
 * Every account with its balance before the period, its movement in it, and its balance after; no figure is below 0.
 */
async function* writeAccounts(reader: Reader, { start, end }: Period): AsyncGenerator<string> {
  const sides = ["opening", "period", "closing"].flatMap((of) => [`${of}_debit`, `${of}_credit`]);
  yield row(["account", "name", "class", ...sides]);
  const until = end === undefined ? {} : { end };
  const { rows } = await sql<{
    account: AccountCode;
    opening: Cents;
    debit: Cents;
    credit: Cents;
  }>`
    SELECT moved.account, coalesce(opening, 0)::bigint AS opening, debit, credit
      FROM (SELECT account, coalesce(sum(amount_cents) FILTER (WHERE amount_cents > 0), 0)::bigint AS debit,
                   coalesce(-sum(amount_cents) FILTER (WHERE amount_cents < 0), 0)::bigint AS credit
              FROM postings WHERE business_date >= coalesce(${start ?? null}::date, '-infinity')
               AND business_date <= coalesce(${end ?? null}::date, 'infinity') GROUP BY account) moved
      FULL JOIN (SELECT account, sum(amount_cents) AS opening
              FROM ${summedPostings(start === undefined ? until : { end: addDays(start, -1) })}
             WHERE ${start ?? null}::date IS NOT NULL GROUP BY account) before USING (account)`.execute(
    reader,
  );
  const moved = new Map(rows.map((each) => [each.account, each]));
  for (const { code, displayName, class: kind } of accounts) {
    const { opening, debit, credit } = moved.get(code) ?? { opening: 0n, debit: 0n, credit: 0n };
    const closing = opening + debit - credit;
    const figures = [...sidesOf(opening), debit, credit, ...sidesOf(closing)].map(plainAmount);
    yield row([code, displayName, kind, ...figures]);
  }
}

function sidesOf(cents: Cents): [debit: Cents, credit: Cents] {
  return cents < 0n ? [0n, -cents] : [cents, 0n];
}

/** Every member as they stand today, in pages. */
async function* writeMembers(reader: Reader): AsyncGenerator<string> {
  yield row([
    "id",
    "reg_number",
    "first_name",
    "last_name",
    "username",
    "email",
    "phone",
    "status",
    "active",
    "office",
    "member_since",
    "contributions",
    "loan_balance",
    "unpaid_fines",
  ]);
  for (let last = 0; ;) {
    const page = await reader
      .selectFrom("members")
      .select(["id", "reg_number", "first_name", "last_name", "username", "email", "phone"])
      .select(["status", "is_active", "office", "approved_on"])
      .select(heldContributions.as("held_cents"))
      .select(
        sql<Cents>`(SELECT coalesce(sum(balance_cents), 0)::bigint FROM loans
          WHERE loans.member_id = members.id AND loans.status IN ('active', 'default', 'written_off'))`.as(
          "loan_cents",
        ),
      )
      .select(
        sql<Cents>`(SELECT coalesce(sum(amount_cents - paid_cents - written_off_cents), 0)::bigint FROM fines
          WHERE fines.member_id = members.id)`.as("fine_cents"),
      )
      .where("id", ">", last)
      .orderBy("id")
      .limit(PAGE_SIZE)
      .execute();
    yield page
      .map((each) =>
        row([
          each.id,
          each.reg_number,
          each.first_name,
          each.last_name,
          each.username,
          each.email ?? "",
          each.phone ?? "",
          each.status,
          each.is_active ? "yes" : "no",
          each.office ?? "",
          each.approved_on ?? "",
          ...[each.held_cents, each.loan_cents, each.fine_cents].map(plainAmount),
        ]),
      )
      .join("");
    const end = page.at(-1);
    if (end === undefined) return;
    last = end.id;
  }
}

/** Every loan disbursed in the period, or applied for in it if it was not disbursed, in pages. */
async function* writeLoans(reader: Reader, { start, end }: Period): AsyncGenerator<string> {
  yield row([
    "id",
    "loan",
    "member",
    "reg_number",
    "status",
    "applied_on",
    "paid_out_on",
    "due_on",
    "amount",
    "interest",
    "balance",
  ]);
  for (let last = 0; ;) {
    const page = await reader
      .selectFrom("loans")
      .innerJoin("members", "members.id", "loans.member_id")
      .select(["loans.id", "loan_type", "number", "username", "reg_number", "loans.status"])
      .select(["start_date", "expiry_date", "amount_cents", "interest_cents", "balance_cents"])
      .select(appliedOn.as("applied_on"))
      .where("loans.id", ">", last)
      .$if(start !== undefined, (rows) => rows.where(day, ">=", start!))
      .$if(end !== undefined, (rows) => rows.where(day, "<=", end!))
      .orderBy("loans.id")
      .limit(PAGE_SIZE)
      .execute();
    yield page
      .map((each) =>
        row([
          each.id,
          inEnglish(nameOfLoan(each)),
          each.username,
          each.reg_number,
          each.status,
          each.applied_on,
          each.start_date ?? "",
          each.expiry_date ?? "",
          ...[each.amount_cents, each.interest_cents, each.balance_cents].map(plainAmount),
        ]),
      )
      .join("");
    const newest = page.at(-1);
    if (newest === undefined) return;
    last = newest.id;
  }
}

const appliedOn = sql<PlainDate>`(loans.applied_at AT TIME ZONE 'Africa/Nairobi')::date`;
const day = sql<PlainDate>`coalesce(loans.start_date, ${appliedOn})`;

// The journal of a period by day, read in pages so that memory stays small however long the books are.

/** The days of an export, both included; undefined means from the first entry, or to the last. */
export type Period = { start?: PlainDate | undefined; end?: PlainDate | undefined };

/** Leaves out entries written meanwhile: each page continues where the last one stopped. */
export async function* readJournal(
  reader: Reader,
  { start, end: until }: Period = {},
  pageSize = PAGE_SIZE,
): AsyncGenerator<EntryRow[]> {
  const newest = await reader
    .selectFrom("entries")
    .select(sql<number | null>`max(id)`.as("id"))
    .executeTakeFirstOrThrow();
  if (newest.id === null) return;
  let last: { date: PlainDate; id: number } | null = null;
  for (;;) {
    let rows = selectEntryRows(reader)
      .where("entries.id", "<=", newest.id)
      .orderBy("entries.business_date")
      .orderBy("entries.id")
      .limit(pageSize);
    if (start !== undefined) rows = rows.where("entries.business_date", ">=", start);
    if (until !== undefined) rows = rows.where("entries.business_date", "<=", until);
    if (last !== null)
      rows = rows.where(
        sql<boolean>`(entries.business_date, entries.id) > (${last.date}::date, ${last.id}::int)`,
      );
    const page = (await rows.execute()).map(toEntryRow);
    const end = page.at(-1);
    if (end === undefined) return;
    yield page;
    last = { date: end.date, id: end.id };
  }
}
