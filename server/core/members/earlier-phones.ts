// The phone that a member had before: it gets the notices that a thief would keep from its owner (NOTE-16).
import type { Tx } from "#server/db/connection.ts";

/** Call with the change, in its transaction. */
export async function rememberPhone(
  tx: Tx,
  { memberId, phone, now }: { memberId: number; phone: string | null; now: Date },
): Promise<void> {
  if (phone === null) return;
  await tx
    .insertInto("earlier_phones")
    .values({ member_id: memberId, phone, replaced_at: now })
    .execute();
}
