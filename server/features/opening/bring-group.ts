// The group's own accounts with its deposits, in one entry, and the history that is only shown (OPEN-33, OPEN-35).
import { groupBroughtForward } from "#domain/ledger/opening-postings.ts";
import type { OpeningBook, OpeningDeposit } from "#domain/opening/opening-book.ts";
import { writeEntry } from "#server/core/ledger/journal.ts";
import type { Tx } from "#server/db/connection.ts";
import type { Bringing } from "./bringing.ts";
import { memberOf, type MemberIds } from "./bring-members.ts";
import { inBatches } from "./in-batches.ts";

export async function bringGroup(
  tx: Tx,
  bringing: Bringing,
  { balances, deposits, history }: Pick<OpeningBook, "balances" | "deposits" | "history">,
  memberIds: MemberIds,
): Promise<void> {
  const { openingId } = bringing;
  await inBatches(balances, async (batch) => {
    await tx
      .insertInto("opening_balances")
      .values(
        batch.map(({ account, row, cents }) => ({ opening_id: openingId, account, row, cents })),
      )
      .execute();
  });
  await inBatches(deposits, (batch) => bringDeposits(tx, bringing, batch));
  await inBatches(history, async (batch) => {
    await tx
      .insertInto("past_contributions")
      .values(
        batch.map((past) => ({
          opening_id: openingId,
          member_id: memberOf(memberIds, past.regNumber),
          row: past.row,
          month: past.month,
          amount_cents: past.amountCents,
          paid_on: past.paidOn,
          reference: past.reference,
        })),
      )
      .execute();
  });
  const entry = groupBroughtForward({
    openingId,
    balances,
    depositsCents: deposits.reduce((sum, { amountCents }) => sum + amountCents, 0n),
    businessDate: bringing.cutOver,
    description: bringing.description,
  });
  if (entry !== null)
    await writeEntry(tx, entry, { authorId: bringing.proposedBy, now: bringing.now });
}

/** A deposit whose days the sheet does not know counts from the cut-over day, and may be redeemed at once. */
async function bringDeposits(
  tx: Tx,
  bringing: Bringing,
  batch: readonly OpeningDeposit[],
): Promise<void> {
  const { openingId, cutOver } = bringing;
  for (const deposit of batch) {
    const startDate = deposit.placedOn ?? cutOver;
    const maturesOn = deposit.maturesOn ?? startDate;
    const { id } = await tx
      .insertInto("fixed_deposits")
      .values({
        description: deposit.description,
        amount_cents: deposit.amountCents,
        start_date: startDate,
        maturity_date: maturesOn < startDate ? startDate : maturesOn,
        opened_by: bringing.proposedBy,
        opened_at: bringing.now,
        opening_id: openingId,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await tx
      .insertInto("opening_deposits")
      .values({
        deposit_id: id,
        opening_id: openingId,
        row: deposit.row,
        amount_cents: deposit.amountCents,
        placed_on: deposit.placedOn,
        matures_on: deposit.maturesOn,
      })
      .execute();
  }
}
