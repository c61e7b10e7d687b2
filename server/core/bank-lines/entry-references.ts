// What the bank prints beside money of a member who has left: the reference and the day of a payout or a recovery, by
// which its line finds them (EXIT-13).
import { nairobiDate, type PlainDate } from "#domain/calendar.ts";
import { earliestDay } from "#domain/contributions.ts";
import { refuse } from "#domain/refusal.ts";
import { violatedConstraint, type Reader, type Tx } from "#server/db/connection.ts";
import { readBeginning } from "#server/core/ledger/journal.ts";
import { matchNewEntry } from "./matching.ts";

export type SentReference = { reference: string | null; paidOn: PlainDate | null };

export const noReference: SentReference = { reference: null, paidOn: null };

type Sent = { payment_Reference_Code?: string | undefined; payment_date?: Date | undefined };

/** As a body sends it; both may be left out. */
export function referenceIn(body: Sent): SentReference {
  const { payment_Reference_Code: reference = null, payment_date: at } = body;
  return { reference, paidOn: at === undefined ? null : nairobiDate(at) };
}

/**
 * Stores both, today for a day left out, and matches the entry with the open line that has its reference and amount.
 * Stores nothing if neither was sent. Returns what was stored, as answers and the audit log have it. Refuses a day on
 * which nobody can have paid, and a reference of another payout or recovery.
 */
export async function saveReference(
  tx: Tx,
  { entryId, sent, now }: { entryId: number; sent: SentReference; now: Date },
): Promise<ReturnType<typeof toSentReference>> {
  const { reference, paidOn } = sent;
  if (reference === null && paidOn === null) return {};
  const today = nairobiDate(now);
  const day = paidOn ?? today;
  if (day > today) throw refuse("date-in-future").at("payment_date");
  const first = earliestDay(await readBeginning(tx));
  if (day < first) throw refuse("date-too-early", { first: { day: first } }).at("payment_date");
  await tx
    .insertInto("entry_references")
    .values({ entry_id: entryId, reference, paid_on: day })
    .execute()
    .catch((error: unknown) => {
      if (violatedConstraint(error) === "entry_references_once")
        throw refuse("reference-on-entry").at("payment_Reference_Code");
      throw error;
    });
  await matchNewEntry(tx, { entryId, now });
  return toSentReference({ reference, paid_on: day });
}

/**
 * Stores M-PESA's receipt of what an entry paid out; returns whether it did, since neither may be taken. Call before its
 * line is stored.
 */
export async function rememberReceipt(
  tx: Tx,
  { entryId, receipt, paidOn }: { entryId: number; receipt: string; paidOn: PlainDate },
): Promise<boolean> {
  const stored = await tx
    .insertInto("entry_references")
    .values({ entry_id: entryId, reference: receipt, paid_on: paidOn })
    .onConflict((taken) => taken.doNothing())
    .returning("entry_id")
    .executeTakeFirst();
  return stored !== undefined;
}

/** By entry, of those that have one. */
export async function readReferences(
  reader: Reader,
  entryIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (entryIds.length === 0) return new Map();
  const rows = await reader
    .selectFrom("entry_references")
    .select(["entry_id", "reference"])
    .where("entry_id", "in", [...entryIds])
    .execute();
  return new Map(
    rows.flatMap((row) => (row.reference === null ? [] : [[row.entry_id, row.reference]])),
  );
}

/** As answers have them; left out where there is none. */
export function toSentReference(row: { reference: string | null; paid_on: PlainDate | null }) {
  return {
    ...(row.reference === null ? {} : { payment_Reference_Code: row.reference }),
    ...(row.paid_on === null ? {} : { payment_date: row.paid_on }),
  };
}
