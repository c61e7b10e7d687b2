// The cents of a settlement, which M-PESA cannot send, stay with the group (OUT-7).
import { assert } from "#domain/assert.ts";
import { nairobiDate } from "#domain/calendar.ts";
import { dayAfterCauses } from "#domain/ledger/journal-entry.ts";
import { toKes } from "#domain/money.ts";
import { inEnglish } from "#messages/translator.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { writeLedgerPost } from "#server/core/ledger/ledger-posts.ts";
import { fullName } from "#server/core/members/member-directory.ts";
import type { Tx } from "#server/db/connection.ts";
import type { LockedPayout } from "./payout-rows.ts";

/**
 * Posts what a payout that was just paid left over as other income, in the name of who agreed to it; nothing if it left
 * nothing. The settlement's entry took the whole sum out of the bank, so both entries together are the line out.
 */
export async function postCents(
  tx: Tx,
  { id, left_cents: amountCents, agreed_by: authorId, member, entry_id: settledIn }: LockedPayout,
  now: Date,
): Promise<void> {
  if (amountCents === 0n) return;
  assert(authorId !== null && member !== null, `payout ${id} was agreed to, for a member`);
  const today = nairobiDate(now);
  const settled = await tx
    .selectFrom("entries")
    .select("business_date")
    .where("id", "=", settledIn ?? 0)
    .executeTakeFirst();
  const day = dayAfterCauses(today, settled === undefined ? [] : [settled.business_date]);
  const description = inEnglish("descriptions.centsOfPayout", { member: fullName(member) });
  const when = { businessDate: day, description };
  const entryId = await writeLedgerPost(
    tx,
    { type: "other_income", amountCents, when },
    { authorId, now },
  );
  await recordAudit(tx, {
    now,
    actorId: authorId,
    action: "entries.post",
    subject: "entry",
    subjectId: entryId,
    after: {
      type: "other_income",
      amount: toKes(amountCents),
      description,
      date: day,
      posted_on: today,
    },
    address: null,
  });
  await tx
    .updateTable("mpesa_payouts")
    .set({ cents_entry_id: entryId })
    .where("id", "=", id)
    .execute();
}
