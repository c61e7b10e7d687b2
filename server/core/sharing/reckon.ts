// Reckons a share-out from the books: who shares by what weight, what they get, and what is set off (SHARE-1 to SHARE-3).
import { sql } from "kysely";
import type { PlainDate } from "#domain/calendar.ts";
import { retainedEarnings } from "#domain/ledger/statements.ts";
import { type Cents, most, sumOf } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import { type Share, shareOut, wholeShares } from "#domain/sharing/share-out.ts";
import { readBalances } from "#server/core/ledger/balances.ts";
import { readBankCents } from "#server/core/ledger/bank.ts";
import { readOwedFines } from "#server/core/ledger/fines.ts";
import { heldForOthers } from "#server/core/lending/held.ts";
import { readOwedLoans } from "#server/core/lending/set-off.ts";
import { personColumns } from "#server/core/members/member-directory.ts";
import type { Reader } from "#server/db/connection.ts";
import type { Terms } from "./terms.ts";

/** A member's line of a share-out. */
export type ReckonedShare = Share & { weight: bigint; setOffLoansCents: Cents; person: PersonRow };

export type Reckoned = {
  /** What was earned and not shared yet, never below 0. */
  distributableCents: Cents;
  bankCents: Cents;
  shares: ReckonedShare[];
  savingsCents: Cents;
  /** What the members receive in all, after what is set off. */
  receivesCents: Cents;
  /** Of the bank, after it. */
  bankAfterCents: Cents;
};

type Reckoning = {
  terms: Terms;
  today: PlainDate;
  /** The proposal whose list of members was frozen; null before it is proposed. */
  listOf: number | null;
};

/**
 * As the books stand now. With nobody to share by the weights, it has no shares. It never writes; whoever posts it holds
 * the locks.
 */
export async function reckon(
  reader: Reader,
  { terms, today, listOf }: Reckoning,
): Promise<Reckoned> {
  const distributableCents = most(0n, -retainedEarnings(await readBalances(reader, today)));
  const bankCents = await readBankCents(reader);
  const sharers = await readSharers(reader, { terms, listOf });
  const ids = sharers.map(({ member_id: id }) => id);
  const debts = terms.setOff === "none" ? null : { which: terms.setOff, today, memberIds: ids };
  const fines = debts === null ? new Map<number, Cents>() : await readOwedFines(reader, ids);
  const loans = debts === null ? new Map() : await readOwedLoans(reader, debts);
  const weighed = sharers.map((person) => ({
    id: person.member_id,
    weight: weightOf(person, terms),
    // What is held for guarantees stays.
    returnedCents: terms.returnSavings ? most(0n, person.savings_cents - person.held_cents) : 0n,
    finesCents: fines.get(person.member_id) ?? 0n,
    loans: loans.get(person.member_id) ?? [],
  }));
  const isShared = weighed.some(({ weight }) => weight > 0n);
  const known = new Map(sharers.map((person) => [person.member_id, person]));
  const weights = new Map(weighed.map(({ id, weight }) => [id, weight]));
  const shares = (isShared ? shareOut(terms.amountCents, weighed) : []).flatMap((share) => {
    const person = known.get(share.id);
    const setOffLoansCents = sumOf(share.setOffLoans, ({ cents }) => cents);
    return person === undefined
      ? []
      : [{ ...share, weight: weights.get(share.id) ?? 0n, setOffLoansCents, person }];
  });
  const receivesCents = sumOf(shares, (share) => share.receivesCents);
  return {
    distributableCents,
    bankCents,
    shares,
    savingsCents: sumOf(shares, (share) => share.returnedCents),
    receivesCents,
    bankAfterCents: terms.payAs === "bank" ? bankCents - receivesCents : bankCents,
  };
}

/** Refuses more than was earned, and a basis by which nobody has anything. */
export function requireShareable(terms: Terms, { distributableCents, shares }: Reckoned): void {
  if (terms.amountCents > distributableCents)
    throw refuse("share-out-above-earned", { most: distributableCents }).at("amount");
  if (shares.length === 0) throw refuse("share-out-nothing-saved").at("basis");
}

type PersonRow = Awaited<ReturnType<typeof readSharers>>[number];

function weightOf(person: PersonRow, { basis, shareValueCents }: Terms): bigint {
  switch (basis) {
    case "savings_days":
      return most(0n, person.savings_days);
    case "shares":
      return wholeShares(person.savings_then_cents, shareValueCents ?? 1n);
    case "equal":
      return 1n;
  }
}

/**
 * The members who share: those of the active users' count, with their savings now and at the end of the last day, and
 * the savings of each day added up, in cents x days. One pass over the postings of savings, however long the period is.
 */
function readSharers(reader: Reader, { terms, listOf }: Pick<Reckoning, "terms" | "listOf">) {
  const { from, to } = terms;
  const saved = sql<{
    member_id: number;
    savings_cents: Cents;
    savings_then_cents: Cents;
    savings_days: bigint;
  }>`(
    SELECT member_id, -sum(amount_cents) AS savings_cents,
           -sum(amount_cents) FILTER (WHERE business_date <= ${to}::date) AS savings_then_cents,
           -sum(amount_cents * (${to}::date - greatest(business_date, ${from ?? to}::date) + 1))
             FILTER (WHERE business_date <= ${to}::date) AS savings_days
      FROM postings WHERE account = 'monthly_contribution' GROUP BY member_id)`;
  const members = reader
    .selectFrom("members")
    .leftJoin(saved.as("saved"), "saved.member_id", "members.id")
    .select(personColumns)
    .select([
      heldForOthers.as("held_cents"),
      sql<Cents>`coalesce(saved.savings_cents, 0)::bigint`.as("savings_cents"),
      sql<Cents>`coalesce(saved.savings_then_cents, 0)::bigint`.as("savings_then_cents"),
      sql<bigint>`coalesce(saved.savings_days, 0)::bigint`.as("savings_days"),
    ])
    .where("members.is_active", "=", true)
    .where("members.status", "in", ["active", "dormant"])
    .where("members.has_cleared", "=", false)
    .where("members.exited_on", "is", null)
    .$if(listOf !== null, (some) =>
      some.where("members.id", "in", (list) =>
        list
          .selectFrom("distribution_members")
          .select("distribution_members.member_id")
          .where("distribution_id", "=", listOf ?? 0),
      ),
    )
    .orderBy("members.id");
  return members.execute();
}
