// What both offices take out of a fund, or move between funds and retained earnings (FUND-4, FUND-5).
import type { BodyOf } from "#contract/endpoint.ts";
import type { postLedgerEntry } from "#contract/ledger.ts";
import { nairobiDate, type PlainDate } from "#domain/calendar.ts";
import { retainedEarnings } from "#domain/ledger/statements.ts";
import type { Cents } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import { message } from "#messages/message.ts";
import type { AuditFacts } from "#server/core/audit-log/audit.ts";
import { lockOpenFund, requireInFund } from "#server/core/funds/read-funds.ts";
import { readBalances } from "#server/core/ledger/balances.ts";
import { writeLedgerPost } from "#server/core/ledger/ledger-posts.ts";
import { requireMeetings } from "#server/core/meetings/require-meetings.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import { lockBank } from "#server/db/locks.ts";
import type { By } from "#server/platform/request.ts";
import { type Posted, requireHeld, type When } from "./posting.ts";

type LedgerEntry = BodyOf<typeof postLedgerEntry>;
type Spending = Extract<LedgerEntry, { type: "fund_spending" }>;
type Transfer = Extract<LedgerEntry, { type: "fund_transfer" }>;

/**
 * Refuses what a fund does not hold, then what the bank or the cash does not, and what is moved between funds without a
 * resolution.
 */
export function postOfFunds(
  tx: Tx,
  by: By,
  requested: Spending | Transfer,
  when: When,
): Promise<Posted> {
  return requested.type === "fund_spending"
    ? spend(tx, by, requested, when)
    : transfer(tx, by, requested, when);
}

async function spend(tx: Tx, by: By, requested: Spending, when: When): Promise<Posted> {
  const { fund_id: fundId, amount: amountCents } = requested;
  const paidFrom = requested.paid_from ?? "bank";
  if (paidFrom === "cash") await requireMeetings(tx);
  const fund = await lockOpenFund(tx, fundId);
  await requireInFund(tx, { fundId, amountCents, date: when.businessDate });
  await requireHeld(tx, when, { account: paidFrom, amountCents });
  const entryId = await writeLedgerPost(
    tx,
    { type: "fund_spending", fundId, paidFrom, amountCents, when },
    { authorId: by.actor.id, now: by.now },
  );
  return {
    entryId,
    done: message("done.books.fundSpent", { amount: amountCents, fund: fund.name }),
  };
}

async function transfer(tx: Tx, by: By, requested: Transfer, when: When): Promise<Posted> {
  const { amount: amountCents } = requested;
  const fromFundId = requested.from_fund_id ?? null;
  const toFundId = requested.to_fund_id ?? null;
  if (requested.resolution_id === undefined)
    throw refuse("transfer-without-resolution").at("resolution_id");
  if (fromFundId === toFundId) throw refuse("transfer-one-end").at("to_fund_id");
  // In one order, whichever way the money goes.
  for (const fundId of [fromFundId, toFundId].filter((id) => id !== null).toSorted((a, b) => a - b))
    await lockOpenFund(tx, fundId);
  await lockBank(tx);
  if (fromFundId === null) await requireEarned(tx, by, { amountCents, date: when.businessDate });
  else await requireInFund(tx, { fundId: fromFundId, amountCents, date: when.businessDate });
  const entryId = await writeLedgerPost(
    tx,
    { type: "fund_transfer", fromFundId, toFundId, amountCents, when },
    { authorId: by.actor.id, now: by.now },
  );
  return { entryId, done: message("done.books.fundTransferred", { amount: amountCents }) };
}

/** Refuses more than the retained earnings of the balance sheet, on the day and today. */
async function requireEarned(
  tx: Tx,
  by: By,
  { amountCents, date }: { amountCents: Cents; date: PlainDate },
): Promise<void> {
  for (const day of new Set([date, nairobiDate(by.now)])) {
    const heldCents = -retainedEarnings(
      (await readBalances(tx, day)).map(({ account, balanceCents }) => ({ account, balanceCents })),
    );
    if (heldCents < amountCents)
      throw refuse("earnings-too-low", { held: heldCents < 0n ? 0n : heldCents }).at("amount");
  }
}

/** For the audit log: the funds that an entry by hand names. */
export async function fundsNamed(reader: Reader, requested: LedgerEntry): Promise<AuditFacts> {
  const named = async (id: number | undefined) =>
    id === undefined
      ? undefined
      : (
          await reader
            .selectFrom("funds")
            .select("name")
            .where("id", "=", id)
            .executeTakeFirstOrThrow()
        ).name;
  if (requested.type === "fund_spending") return { fund: await named(requested.fund_id) };
  if (requested.type !== "fund_transfer") return {};
  return {
    fund: await named(requested.from_fund_id),
    to_fund: await named(requested.to_fund_id),
  };
}
