// The receipt of an approved payment (PAY-36): on the screen, as a file, and as the journal shows it.
import type { PaymentReceipt } from "#contract/transactions.ts";
import { assert } from "#domain/assert.ts";
import { toKes } from "#domain/money.ts";
import { can, type Actor } from "#domain/permissions.ts";
import { checkPath } from "#domain/proofs/check-path.ts";
import { refuse } from "#domain/refusal.ts";
import type { Translate } from "#messages/translator.ts";
import { readTreeHead } from "#server/core/audit-log/log-tree.ts";
import type { Reader } from "#server/db/connection.ts";
import { readApprovals } from "./entry-approvals.ts";
import { usedRowsOf } from "./used-rows.ts";

export type ReceiptParams = {
  kind: PaymentReceipt["kind"];
  id: number;
  actor: Actor;
  publicUrl: string;
  t: Translate;
};

/** Refuses with `not-found` what is not approved, and another member's unless the caller may read members' accounts. */
export async function readReceipt(reader: Reader, params: ReceiptParams): Promise<PaymentReceipt> {
  const { kind, id, actor, publicUrl, t } = params;
  const found = await reader
    .selectFrom("payments")
    .innerJoin("entries", (join) =>
      join
        .onRef("entries.source_id", "=", "payments.id")
        .onRef("entries.purpose", "=", "payments.kind")
        .on("entries.source_kind", "=", "payment"),
    )
    .select(["payments.member_id", "payments.amount_cents", "payments.reference"])
    .leftJoin("loan_repayments", "loan_repayments.payment_id", "payments.id")
    .select(["loan_repayments.allocation", "loan_repayments.early_principal_cents"])
    .select(["entries.id", "entries.business_date"])
    .where("payments.kind", "=", kind)
    .where("payments.id", "=", id)
    .executeTakeFirst();
  if (found === undefined || (found.member_id !== actor.id && !can(actor, "members.read-accounts")))
    throw refuse("not-found");
  const approved = (await readApprovals(reader, [found.id], t)).get(found.id);
  assert(approved !== undefined && approved.payment !== null, `entry ${found.id} has its payment`);
  const head = await readTreeHead(reader);
  return {
    kind,
    amount: toKes(found.amount_cents),
    payment_Reference_Code: found.reference,
    payment: approved.payment,
    ...(found.early_principal_cents === null
      ? {}
      : {
          allocation: usedRowsOf(found.allocation),
          early_principal: toKes(found.early_principal_cents),
        }),
    approvals: approved.approvals,
    entry: { id: found.id, date: found.business_date },
    check_url:
      head === null
        ? null
        : publicUrl + checkPath({ entries: head.size, fingerprint: head.fingerprint }),
  };
}
