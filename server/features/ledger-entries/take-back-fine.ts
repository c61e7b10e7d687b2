// A fine that is reversed is owed no longer; it stays on record as written off (BOOK-19).
import { refuse } from "#domain/refusal.ts";
import type { Tx } from "#server/db/connection.ts";

/** The caller holds the lock of the fined member. Refuses a fine that is paid in part, or was written off before. */
export async function takeBackFine(tx: Tx, id: number): Promise<void> {
  const fine = await tx
    .selectFrom("fines")
    .select(["amount_cents", "paid_cents", "written_off_cents"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (fine.paid_cents > 0n) throw refuse("fine-partly-paid");
  if (fine.written_off_cents > 0n) throw refuse("fine-written-off");
  await tx
    .updateTable("fines")
    .set({ written_off_cents: fine.amount_cents })
    .where("id", "=", id)
    .execute();
}
