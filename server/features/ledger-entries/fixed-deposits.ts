// Fixed deposits: opened from the bank, redeemed in parts with interest, also before they mature (BOOK-16).
import type { PlainDate } from "#domain/calendar.ts";
import { fixedDepositOpened, fixedDepositRedeemed } from "#domain/ledger/posting-rules.ts";
import type { Cents } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import { message } from "#messages/message.ts";
import { writeEntry } from "#server/core/ledger/journal.ts";
import type { Tx } from "#server/db/connection.ts";
import type { By } from "#server/platform/request.ts";
import { readDayOf, requireHeld, type Posted, type When } from "./posting.ts";

/** Refuses with `bank-too-low` more than the bank holds. */
export async function openDeposit(
  tx: Tx,
  by: By,
  deposit: {
    amountCents: Cents;
    when: When;
    startDate: PlainDate;
    maturityDate: PlainDate;
  },
): Promise<Posted> {
  const { amountCents, when } = deposit;
  await requireHeld(tx, when, { account: "bank", amountCents });
  const { id: depositId } = await tx
    .insertInto("fixed_deposits")
    .values({
      description: when.description,
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
  const opened = { amount: amountCents, date: { day: deposit.maturityDate } };
  return { entryId, done: message("done.books.depositOpened", opened) };
}

/** Refuses an unknown or reversed deposit, a day before it was opened, and more than remains in it. */
export async function redeemDeposit(
  tx: Tx,
  by: By,
  redemption: { depositId: number; amountCents: Cents; interestCents: Cents; when: When },
): Promise<Posted> {
  const { depositId, amountCents, interestCents, when } = redemption;
  const deposit = await lockDeposit(tx, depositId);
  if (deposit === undefined) throw refuse("deposit-unknown").at("deposit_id");
  if (deposit.is_reversed) throw refuse("deposit-reversed").at("deposit_id");
  const remainingCents = deposit.amount_cents - deposit.redeemed_cents;
  if (amountCents > remainingCents)
    throw refuse("deposit-remainder", { remaining: remainingCents }).at("amount");
  const openedOn = await readDayOf(tx, { kind: "fixed_deposit", id: depositId });
  if (when.businessDate < openedOn)
    throw refuse("before-deposit", { opened: { day: openedOn } }).at("date");
  await requireHeld(tx, when, { account: "equity_fixed_deposit", amountCents });
  await setRedeemed(tx, depositId, deposit.redeemed_cents + amountCents);
  const { id: redemptionId } = await tx
    .insertInto("fixed_deposit_redemptions")
    .values({
      deposit_id: depositId,
      description: when.description,
      amount_cents: amountCents,
      interest_cents: interestCents,
      redeemed_by: by.actor.id,
      redeemed_at: by.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const entry = fixedDepositRedeemed({
    ...when,
    redemptionId,
    amountCents,
    interestCents,
  });
  const entryId = await writeEntry(tx, entry, { authorId: by.actor.id, now: by.now });
  const redeemed = {
    amount: amountCents,
    interest: interestCents,
    left: remainingCents - amountCents,
  };
  return { entryId, done: message("done.books.depositRedeemed", redeemed) };
}

/** Refuses a deposit that was redeemed in part. */
export async function takeBackDeposit(tx: Tx, id: number): Promise<void> {
  const deposit = await lockDeposit(tx, id);
  if (deposit !== undefined && deposit.redeemed_cents > 0n) throw refuse("deposit-used");
  await tx.updateTable("fixed_deposits").set({ is_reversed: true }).where("id", "=", id).execute();
}

/** The redeemed amount is back in the deposit. */
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
