// The only writer of journal entries (safety 0): balanced before it reaches the database, which judges again at commit.
import type { JournalEntry } from "#domain/ledger/journal-entry.ts";
import type { Tx } from "#server/db/connection.ts";

export type WrittenBy = { authorId: number | null; now: Date };

/** Writes one entry with its postings and gives its id. `entry` comes from a posting rule, so it balances. */
export async function writeEntry(tx: Tx, entry: JournalEntry, by: WrittenBy): Promise<number> {
  const { id } = await tx
    .insertInto("entries")
    .values({
      business_date: entry.businessDate,
      description: entry.description,
      source_kind: entry.source.kind,
      source_id: entry.source.id,
      purpose: entry.source.purpose,
      reverses: entry.reverses,
      author_id: by.authorId,
      recorded_at: by.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("postings")
    .values(
      entry.postings.map((posting, index) => ({
        entry_id: id,
        line: index + 1,
        account: posting.account,
        amount_cents: posting.amountCents,
        business_date: entry.businessDate,
        member_id: posting.memberId,
        loan_id: posting.loanId,
      })),
    )
    .execute();
  return id;
}
