// The only writer of journal entries (safety 0): balanced before it reaches the database, which judges again at commit.
import { assert } from "#domain/assert.ts";
import type { JournalEntry } from "#domain/ledger/journal-entry.ts";
import type { Tx } from "#server/db/connection.ts";
import { closedYearRefusal } from "./closed-years.ts";

export type WrittenBy = { authorId: number | null; now: Date };

/**
 * Writes one entry with its postings and gives its id. `entry` comes from a posting rule, so it balances. Refuses with
 * `year-closed` what is dated into a closed year.
 */
export async function writeEntry(tx: Tx, entry: JournalEntry, by: WrittenBy): Promise<number> {
  const [id] = await writeEntries(tx, [entry], by);
  assert(id !== undefined, `${describe(entry.source)} was not written`);
  return id;
}

/** `writeEntry` for some hundred entries at once, each with a source of its own; gives their ids in the same order. */
export async function writeEntries(
  tx: Tx,
  entries: readonly JournalEntry[],
  by: WrittenBy,
): Promise<number[]> {
  if (entries.length === 0) return [];
  const written = await tx
    .insertInto("entries")
    .values(
      entries.map((entry) => ({
        business_date: entry.businessDate,
        description: entry.description,
        source_kind: entry.source.kind,
        source_id: entry.source.id,
        purpose: entry.source.purpose,
        reverses: entry.reverses,
        author_id: by.authorId,
        recorded_at: by.now,
      })),
    )
    .returning(["id", "source_kind as kind", "source_id", "purpose"])
    .execute()
    .catch((error: unknown) => {
      throw closedYearRefusal(error);
    });
  const idBySource = new Map(
    written.map(({ id, kind, source_id, purpose }) => [
      describe({ kind, id: source_id, purpose }),
      id,
    ]),
  );
  const ids = entries.map(({ source }) => {
    const id = idBySource.get(describe(source));
    assert(id !== undefined, `${describe(source)} was not written`);
    return id;
  });
  await tx
    .insertInto("postings")
    .values(
      entries.flatMap((entry, number) =>
        entry.postings.map((posting, index) => ({
          entry_id: ids[number]!,
          line: index + 1,
          account: posting.account,
          amount_cents: posting.amountCents,
          business_date: entry.businessDate,
          member_id: posting.memberId,
          loan_id: posting.loanId,
        })),
      ),
    )
    .execute();
  return ids;
}

function describe(source: { kind: string; id: number; purpose: string }): string {
  return `${source.kind} ${source.id} ${source.purpose}`;
}
