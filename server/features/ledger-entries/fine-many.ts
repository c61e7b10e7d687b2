// Several members fined alike, each as if alone (PAY-31).
import type { BodyOf, ReplyOf } from "#contract/endpoint.ts";
import type { fineMany } from "#contract/fines.ts";
import { toKes } from "#domain/money.ts";
import { sayRefusal } from "#messages/say-refusal.ts";
import { chargeFines } from "#server/core/ledger/fines.ts";
import type { Tx } from "#server/db/connection.ts";
import type { SignedInRequest } from "#server/platform/request.ts";
import { whenOf } from "./posting.ts";

/** Refuses a day that no entry can have; a member who cannot be fined is named in the answer. */
export async function fineMembers(
  tx: Tx,
  { body, ...by }: SignedInRequest<unknown, BodyOf<typeof fineMany>>,
): Promise<ReplyOf<typeof fineMany>> {
  const when = await whenOf(tx, by, body);
  const { fined, refused } = await chargeFines(tx, {
    memberIds: body.members,
    amountCents: body.amount,
    description: when.description,
    chargedOn: when.businessDate,
    by: { actorId: by.actor.id, address: by.origin.address },
    now: by.now,
  });
  const totalCents = body.amount * BigInt(fined.length);
  return {
    detail: by.t("done.fines.many", {
      count: fined.length,
      total: totalCents,
      refused: refused.size,
    }),
    fined: fined.map(({ memberId, fineId, entryId }) => ({
      member_id: memberId,
      fine_id: fineId,
      entry_id: entryId,
    })),
    refused: [...refused].map(([id, refusal]) => ({ id, detail: sayRefusal(by.t, refusal) })),
    total: toKes(totalCents),
  };
}
