// Settles the payment references that an account claimed before the Chairperson approved it (PAY-4).
import { sql } from "kysely";
import type { MemberRow } from "#server/core/members/member-directory.ts";
import { matchNewPayments } from "#server/core/bank-lines/matching.ts";
import type { Tx } from "#server/db/connection.ts";
import { rejectAll, type By } from "./reject-by-rule.ts";
import type { LockedPayment } from "./verdicts.ts";

/**
 * Call when an account is approved, under `lockMembership`, after the member's row is written. A reference that
 * nobody else holds becomes the member's. A payment whose reference another member holds by then is rejected with
 * that reason, and the member gets a mail. Returns how many were rejected.
 */
export async function settleClaims(tx: Tx, member: MemberRow, by: By): Promise<number> {
  const waiting = await tx
    .selectFrom("payments")
    .selectAll()
    .where("member_id", "=", member.id)
    .where("reference_standing", "=", "waits")
    .where("status", "in", ["pending", "pending_approval"])
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  if (waiting.length === 0) return 0;
  const held = await keysOfOthers(tx, member.id, waiting);
  const rejected = waiting.filter((payment) => held.has(payment.reference_key));
  const free = waiting.filter((payment) => !held.has(payment.reference_key));
  if (free.length > 0) {
    await hold(tx, free);
    await matchNewPayments(tx, { payments: free, now: by.now });
  }
  // Nobody else holds these references, so none is released.
  if (rejected.length > 0) await rejectAll(tx, rejected, "reference-held", by);
  return rejected.length;
}

async function keysOfOthers(
  tx: Tx,
  memberId: number,
  payments: readonly LockedPayment[],
): Promise<ReadonlySet<string>> {
  const keys = payments.map((payment) => payment.reference_key);
  const rows = await tx
    .selectFrom("payment_references")
    .select("reference_key")
    .where("reference_key", "in", keys)
    .where("member_id", "<>", memberId)
    .execute();
  return new Set(rows.map((row) => row.reference_key));
}

async function hold(tx: Tx, payments: readonly LockedPayment[]): Promise<void> {
  const ids = payments.map((payment) => payment.id);
  await tx
    .insertInto("payment_references")
    .columns(["reference_key", "member_id", "live_items"])
    .expression((from) =>
      from
        .selectFrom("payments")
        .select(["reference_key", "member_id", sql<number>`count(*)::int`.as("live_items")])
        .where("id", "in", ids)
        .groupBy(["reference_key", "member_id"])
        .orderBy("reference_key"),
    )
    .onConflict((conflict) =>
      conflict.column("reference_key").doUpdateSet({
        live_items: sql`payment_references.live_items + excluded.live_items`,
      }),
    )
    .execute();
  await tx
    .updateTable("payments")
    .set({ reference_standing: "holds" })
    .where("id", "in", ids)
    .execute();
}
