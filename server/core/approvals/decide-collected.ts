// The payments of a collection sheet are decided with it, by the path of any payment (CASH-6).
import { kindsInLockOrder } from "#domain/payments/payment-kinds.ts";
import type { Tx } from "#server/db/connection.ts";
import type { SpokenTo } from "#server/platform/request.ts";
import { decideAllPayments } from "./decide-payments.ts";

type OfSheet = {
  /** Of the collection. */ id: number;
  action: "approved" | "rejected";
  reason: string | null;
};

/**
 * Records the verdict of one office on all payments of a sheet: each kind in one go, in the order of locks (SAFE-2). Refuses all if
 * `decidePayments` refuses one.
 */
export async function decideCollected(
  tx: Tx,
  by: SpokenTo,
  { id, ...verdict }: OfSheet,
): Promise<void> {
  const payments = await tx
    .selectFrom("payments")
    .select(["id", "kind"])
    .where("collection_id", "=", id)
    .orderBy("id")
    .execute();
  for (const kind of kindsInLockOrder) {
    const requested = payments
      .filter((payment) => payment.kind === kind)
      .map((payment) => ({
        by,
        decision: { id: payment.id, ...verdict, collectionId: id },
      }));
    if (requested.length > 0) await decideAllPayments(tx, kind, requested);
  }
}
