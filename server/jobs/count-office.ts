// A proposed office counts when its time comes, whether or not anybody looks (MEM-24).
import { countDueOffices } from "#server/core/members/office-proposals.ts";
import { inTransaction, type Database } from "#server/db/connection.ts";
import { addJob } from "#server/db/job-queue.ts";

const SOON_MS = 1_000;

/** The queue has the database's clock and the group the application's: if that one is behind, the job comes again. */
export async function countOfficeInTime(
  db: Database,
  { proposalId, now }: { proposalId: number; now: Date },
): Promise<void> {
  await countDueOffices(db, now);
  const early = await db
    .selectFrom("office_proposals")
    .select("effective_at")
    .where("id", "=", proposalId)
    .where("outcome", "is", null)
    .executeTakeFirst();
  if (early === undefined) return;
  const inMs = Math.max(SOON_MS, early.effective_at.getTime() - now.getTime());
  await inTransaction(db, (tx) =>
    addJob(tx, { name: "count-office", payload: { proposalId }, inMs }),
  );
}
