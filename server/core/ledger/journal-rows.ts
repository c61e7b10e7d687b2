// The journal as lists and exports read it: an entry with its postings and people, in one row.
import { sql } from "kysely";
import type { Person } from "#contract/people.ts";
import type { PlainDate } from "#domain/calendar.ts";
import type { AccountCode } from "#domain/ledger/chart-of-accounts.ts";
import type { JournalEntry, EntrySource, SourceKind } from "#domain/ledger/journal-entry.ts";
import type { Cents } from "#domain/money.ts";
import type { Reader } from "#server/db/connection.ts";

export type PostingRow = {
  account: AccountCode;
  /** Debit positive. */
  amountCents: Cents;
  member: Person | null;
  loanId: number | null;
};

export type EntryRow = {
  id: number;
  date: PlainDate;
  description: string;
  source: EntrySource;
  reverses: number | null;
  reversedBy: number | null;
  author: Person | null;
  /** The second official who agreed, where one was needed (BOOK-20). */
  agreedBy: Person | null;
  recordedAt: Date;
  postings: PostingRow[];
};

/** All entries; the caller narrows and orders by columns of `entries`, and reads each row with `toEntryRow`. */
export function selectEntryRows(reader: Reader) {
  return reader
    .selectFrom("entries")
    .leftJoin("members as author", "author.id", "entries.author_id")
    .leftJoin("proposals", "proposals.entry_id", "entries.id")
    .leftJoin("members as agreeing", "agreeing.id", "proposals.decided_by")
    .select([
      "entries.id",
      "entries.business_date",
      "entries.description",
      "entries.source_kind",
      "entries.source_id",
      "entries.purpose",
      "entries.reverses",
      "entries.recorded_at",
      sql<
        number | null
      >`(SELECT reversal.id FROM entries reversal WHERE reversal.reverses = entries.id)`.as(
        "reversed_by",
      ),
      personJson("author").as("author"),
      personJson("agreeing").as("agreed_by"),
      // Amounts as text: JSON numbers would lose cents.
      sql<PostingJson[]>`(SELECT json_agg(json_build_object(
          'account', postings.account, 'amount_cents', postings.amount_cents::text,
          'member', ${personJson("concerned")}, 'loan_id', postings.loan_id) ORDER BY postings.line)
        FROM postings LEFT JOIN members concerned ON concerned.id = postings.member_id
        WHERE postings.entry_id = entries.id)`.as("postings"),
    ]);
}

type PostingJson = {
  account: AccountCode;
  amount_cents: string;
  member: Person | null;
  loan_id: number | null;
};

type SelectedRow = Awaited<ReturnType<ReturnType<typeof selectEntryRows>["execute"]>>[number];

export function toEntryRow(row: SelectedRow): EntryRow {
  return {
    id: row.id,
    date: row.business_date,
    description: row.description,
    // Only posting rules write entries, so the kind is one of theirs.
    source: { kind: row.source_kind as SourceKind, id: row.source_id, purpose: row.purpose },
    reverses: row.reverses,
    reversedBy: row.reversed_by,
    author: row.author,
    agreedBy: row.agreed_by,
    recordedAt: row.recorded_at,
    postings: row.postings.map((posting) => ({
      account: posting.account,
      amountCents: BigInt(posting.amount_cents),
      member: posting.member,
      loanId: posting.loan_id,
    })),
  };
}

/** API-10: how answers name a person; null where the join found nobody. */
function personJson(table: "author" | "agreeing" | "concerned") {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql<Person | null>`CASE WHEN ${column("id")} IS NULL THEN NULL ELSE json_build_object(
    'id', ${column("id")}, 'username', ${column("username")},
    'full_name', ${column("first_name")} || ' ' || ${column("last_name")},
    'reg_number', ${column("reg_number")}) END`;
}

/** As the posting rule wrote it. */
export function toJournalEntry(row: EntryRow): JournalEntry {
  return {
    businessDate: row.date,
    description: row.description,
    source: row.source,
    reverses: row.reverses,
    postings: row.postings.map(({ account, amountCents, member, loanId }) => ({
      account,
      amountCents,
      memberId: member?.id ?? null,
      loanId,
    })),
  };
}
