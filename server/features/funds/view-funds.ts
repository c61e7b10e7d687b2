// Funds as their lists show them.
import type { FundView } from "#contract/funds.ts";
import type { Person } from "#contract/people.ts";
import type { PlainDate } from "#domain/calendar.ts";
import { amountOn, type FundRule } from "#domain/funds/fund-rules.ts";
import { sumOf, toKes } from "#domain/money.ts";
import { readAmounts, readFundDues } from "#server/core/funds/fund-dues.ts";
import { readFundBalances } from "#server/core/funds/read-funds.ts";
import { personColumns, toPerson } from "#server/core/members/member-directory.ts";
import type { Reader } from "#server/db/connection.ts";

type Viewer = { callerId: number; today: PlainDate };

/** A benefit as it is stored. */
export type StoredBenefit = { name: string; cents: number };

/** In the order in which they were made; `total` of what they hold. */
export async function readFunds(
  reader: Reader,
  viewer: Viewer,
): Promise<{ funds: FundView[]; total: number }> {
  const balances = await readFundBalances(reader);
  const funds = await toViews(reader, balances, viewer);
  return { funds, total: toKes(sumOf(balances, ({ balanceCents }) => balanceCents)) };
}

export async function readFund(
  reader: Reader,
  id: number,
  viewer: Viewer,
): Promise<FundView | undefined> {
  const balances = (await readFundBalances(reader)).filter((fund) => fund.id === id);
  return (await toViews(reader, balances, viewer))[0];
}

async function toViews(
  reader: Reader,
  balances: Awaited<ReturnType<typeof readFundBalances>>,
  { callerId, today }: Viewer,
): Promise<FundView[]> {
  const rows = new Map(
    (await reader.selectFrom("funds").selectAll().execute()).map((row) => [row.id, row]),
  );
  const amounts = await readAmounts(reader);
  const dues = await readFundDues(reader, { memberId: callerId, today });
  return balances.flatMap((balance) => {
    const row = rows.get(balance.id);
    if (row === undefined) return [];
    const mine = dues.find(({ fundId }) => fundId === row.id);
    return [
      {
        id: row.id,
        name: row.name,
        // The database admits no other words (funds_rule).
        rule: row.rule as FundRule,
        amount: toKes(amountOn(amounts.get(row.id) ?? [], today)),
        starts_on: row.starts_on,
        benefits: (row.benefits as unknown as readonly StoredBenefit[]).map(({ name, cents }) => ({
          name,
          limit: toKes(BigInt(cents)),
        })),
        claims_a_year: row.claims_a_year,
        needs_evidence: row.needs_evidence,
        balance: toKes(balance.balanceCents),
        paid_in: toKes(balance.paidInCents),
        paid_out: toKes(balance.paidOutCents),
        closed: balance.isClosed,
        mine: { paid: toKes(mine?.paidCents ?? 0n), owed: toKes(mine?.owedCents ?? 0n) },
      },
    ];
  });
}

/** What each member paid to a fund and owes it, by name. */
export async function readFundMembers(
  reader: Reader,
  fundId: number,
  today: PlainDate,
): Promise<{ member: Person; paid: number; owed: number }[]> {
  const dues = new Map(
    (await readFundDues(reader, { fundId, today })).map((due) => [due.memberId, due]),
  );
  const people = await reader
    .selectFrom("members")
    .select(personColumns)
    .orderBy("first_name")
    .orderBy("last_name")
    .orderBy("members.id")
    .execute();
  return people.map(toPerson).flatMap((member) => {
    const due = dues.get(member.id);
    return due === undefined
      ? []
      : [{ member, paid: toKes(due.paidCents), owed: toKes(due.owedCents) }];
  });
}
