// Fixed deposits: opened from the bank, redeemed in parts with what they earned, also before they mature (BOOK-16).
import { formatDay, type PlainDate } from "#domain/calendar.ts";
import { fixedDepositOpened, fixedDepositRedeemed } from "#domain/ledger/posting-rules.ts";
import { formatKes, type Cents } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import { requireInBank } from "#server/core/ledger/bank.ts";
import { writeEntry } from "#server/core/ledger/journal.ts";
import type { Tx } from "#server/db/connection.ts";
import { occasion, type By, type Posted } from "./posting.ts";

/** Refuses with `bank-too-low` what the bank does not hold. */
export async function openDeposit(
  tx: Tx,
  by: By,
  deposit: {
    amountCents: Cents;
    description: string;
    startDate: PlainDate;
    maturityDate: PlainDate;
  },
): Promise<Posted> {
  const { amountCents, description } = deposit;
  const when = occasion(by, description);
  await requireInBank(tx, { amountCents, date: when.businessDate });
  const { id: depositId } = await tx
    .insertInto("fixed_deposits")
    .values({
      description,
      amount_cents: amountCents,
      start_date: deposit.startDate,
      maturity_date: deposit.maturityDate,
      opened_by: by.actor.id,
      opened_at: by.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const entry = fixedDepositOpened({ ...when, depositId, amountCents });
  const entryId = await writeEntry(tx, entry, { authorId: by.actor.id, now: by.now });
  return {
    entryId,
    detail: `A fixed deposit of ${formatKes(amountCents)} was posted; it matures on ${formatDay(deposit.maturityDate)}.`,
  };
}

/** Refuses an unknown or reversed deposit, and more than remains in it. */
export async function redeemDeposit(
  tx: Tx,
  by: By,
  redemption: { depositId: number; amountCents: Cents; interestCents: Cents; description: string },
): Promise<Posted> {
  const { depositId, amountCents, interestCents, description } = redemption;
  const deposit = await lockDeposit(tx, depositId);
  if (deposit === undefined) throw refuse("deposit-unknown").at("deposit_id");
  if (deposit.is_reversed) throw refuse("deposit-reversed").at("deposit_id");
  const remainingCents = deposit.amount_cents - deposit.redeemed_cents;
  if (amountCents > remainingCents)
    throw refuse("deposit-remainder", { remaining: remainingCents }).at("amount");
  await setRedeemed(tx, depositId, deposit.redeemed_cents + amountCents);
  const { id: redemptionId } = await tx
    .insertInto("fixed_deposit_redemptions")
    .values({
      deposit_id: depositId,
      description,
      amount_cents: amountCents,
      interest_cents: interestCents,
      redeemed_by: by.actor.id,
      redeemed_at: by.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const entry = fixedDepositRedeemed({
    ...occasion(by, description),
    redemptionId,
    amountCents,
    interestCents,
  });
  const entryId = await writeEntry(tx, entry, { authorId: by.actor.id, now: by.now });
  const left = formatKes(remainingCents - amountCents);
  return {
    entryId,
    detail: `${formatKes(amountCents)} was redeemed with ${formatKes(interestCents)} of interest; ${left} is left in the deposit.`,
  };
}

/** Refuses a deposit of which something was redeemed. */
export async function takeBackDeposit(tx: Tx, id: number): Promise<void> {
  const deposit = await lockDeposit(tx, id);
  if (deposit !== undefined && deposit.redeemed_cents > 0n) throw refuse("deposit-used");
  await tx.updateTable("fixed_deposits").set({ is_reversed: true }).where("id", "=", id).execute();
}

/** What was redeemed remains in the deposit again. */
export async function takeBackRedemption(tx: Tx, id: number): Promise<void> {
  const { deposit_id, amount_cents } = await tx
    .updateTable("fixed_deposit_redemptions")
    .set({ is_reversed: true })
    .where("id", "=", id)
    .returning(["deposit_id", "amount_cents"])
    .executeTakeFirstOrThrow();
  const deposit = await lockDeposit(tx, deposit_id);
  await setRedeemed(tx, deposit_id, (deposit?.redeemed_cents ?? 0n) - amount_cents);
}

function lockDeposit(tx: Tx, id: number) {
  return tx
    .selectFrom("fixed_deposits")
    .select(["amount_cents", "redeemed_cents", "is_reversed"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

async function setRedeemed(tx: Tx, id: number, redeemedCents: Cents): Promise<void> {
  await tx
    .updateTable("fixed_deposits")
    .set({ redeemed_cents: redeemedCents })
    .where("id", "=", id)
    .execute();
}
