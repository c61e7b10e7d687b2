// The unpaid fines of the book (OPEN-35).
import { toKes } from "#domain/money.ts";
import { recordAudits } from "#server/core/audit-log/audit.ts";
import type { Tx } from "#server/db/connection.ts";
import type { Bringing } from "./bringing.ts";

type Fined = { memberId: number; amountCents: bigint; entryId: number | undefined };

/** What is unpaid of each: one fine, which is in the entry of its member. */
export async function bringFines(
  tx: Tx,
  bringing: Bringing,
  fined: readonly Fined[],
): Promise<void> {
  if (fined.length === 0) return;
  const { now, cutOver, description } = bringing;
  const rows = await tx
    .insertInto("fines")
    .values(
      fined.map(({ memberId, amountCents }) => ({
        member_id: memberId,
        amount_cents: amountCents,
        description,
        charged_on: cutOver,
        charged_at: now,
        charged_by: bringing.proposedBy,
        opening_id: bringing.openingId,
      })),
    )
    .returning(["id", "member_id"])
    .execute();
  const fineIds = new Map(rows.map(({ id, member_id }) => [member_id, id]));
  await recordAudits(
    tx,
    fined.map(({ memberId, amountCents, entryId }) => ({
      now,
      actorId: bringing.actor.id,
      action: "fines.bring-forward",
      subject: "fine",
      subjectId: fineIds.get(memberId) ?? null,
      after: { member_id: memberId, amount: toKes(amountCents), description, entry_id: entryId },
      address: bringing.origin.address,
    })),
  );
}
