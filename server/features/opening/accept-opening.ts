// Accepting a sheet, which posts all of it in this one transaction (OPEN-31 to OPEN-37). Runs under `lockMembership`.
import { groupBroughtForward } from "#domain/ledger/opening-postings.ts";
import { type Cents, toKes } from "#domain/money.ts";
import type { OpeningBook, OpeningDeposit } from "#domain/opening/opening-book.ts";
import { refuse } from "#domain/refusal.ts";
import { inEnglish } from "#messages/translator.ts";
import { writeEntry } from "#server/core/ledger/journal.ts";
import type { Tx } from "#server/db/connection.ts";
import { lockOpenings } from "#server/db/locks.ts";
import type { By } from "#server/platform/request.ts";
import { fromStoredBook, requireEmptyBooks } from "./openings.queries.ts";
import { bringLoans } from "./bring-loans.ts";
import {
  type Bringing,
  bringMembers,
  inBatches,
  type MemberIds,
  memberOf,
  takeTime,
} from "./bring-members.ts";
import {
  decide,
  lockProposed,
  type OpeningRow,
  requireOffice,
  tellAcceptance,
} from "./decide-opening.ts";

/**
 * Refuses another sum of savings than was seen, a day that the books have begun by, and what became of accounts and
 * addresses since; 409 where the savings fall by a quarter since a sheet was taken back, unless confirmed.
 */
export async function acceptOpening(
  tx: Tx,
  by: By,
  seen: { id: number; totalSavingsSeenCents: Cents; isConfirmed: boolean },
): Promise<void> {
  await takeTime(tx);
  await lockOpenings(tx);
  const opening = await lockProposed(tx, seen.id);
  const office = requireOffice(by);
  if (opening.proposed_by === by.actor.id) throw refuse("proposal-is-own");
  if (opening.savings_cents !== seen.totalSavingsSeenCents)
    throw refuse("figures-changed").at("total_savings_seen");
  await requireEmptyBooks(tx, opening.cut_over_on);
  if (!seen.isConfirmed) await requireNoFall(tx, opening);
  const book = fromStoredBook(opening.book);
  const bringing: Bringing = {
    ...by,
    openingId: opening.id,
    proposedBy: opening.proposed_by,
    cutOver: opening.cut_over_on,
    description: inEnglish("descriptions.broughtForward"),
  };
  await decide(tx, by, { id: opening.id, outcome: "accepted", office, reason: null });
  const memberIds = await bringMembers(tx, bringing, book.members);
  await bringLoans(tx, bringing, book.loans, memberIds);
  await bringGroup(tx, bringing, book, memberIds);
  await tellAcceptance(tx, by, opening, office);
}

async function requireNoFall(tx: Tx, opening: OpeningRow): Promise<void> {
  const before = await tx
    .selectFrom("openings")
    .select("savings_cents")
    .where("status", "=", "taken_back")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (before === undefined) return;
  const now = before.savings_cents;
  const after = opening.savings_cents;
  if (now > 0n && after * 4n <= now * 3n)
    throw refuse("opening-savings-fall", {
      now,
      after,
      savings_now: toKes(now),
      savings_after: toKes(after),
    });
}

/** The group's own accounts with its deposits, in one entry, and the history that is only shown (OPEN-33, OPEN-35). */
async function bringGroup(
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
