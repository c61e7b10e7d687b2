// A member's share of the interest (REP-5): the group's retained earnings divided by the members who share in them.
import { sql } from "kysely";
import type { Person } from "#contract/people.ts";
import type { PlainDate } from "#domain/calendar.ts";
import { interestShare, retainedEarnings } from "#domain/ledger/statements.ts";
import type { Cents } from "#domain/money.ts";
import { can, type Actor } from "#domain/permissions.ts";
import {
  countActiveMembers,
  personColumns,
  toPerson,
  type MemberRow,
} from "#server/core/members/member-directory.ts";
import type { Reader } from "#server/db/connection.ts";
import { readBalances, type AccountBalance } from "./balances.ts";

export type InterestShare = {
  /** The whole share of one member, in cents rounded down, never below 0. */
  shareCents: Cents;
  /** How many members share in it today. */
  activeMembers: number;
  /** The balance sheet's retained earnings at the end of the day in cents, debit positive: earnings are negative. */
  retainedEarningsCents: Cents;
};

/** The share at the end of `date`, over today's members; 0 when nobody shares. */
export async function readInterestShare(
  reader: Reader,
  { date }: { date: PlainDate },
): Promise<InterestShare> {
  return shareOfBalances(reader, await readBalances(reader, date));
}

/** The same, from account balances that were read already. */
async function shareOfBalances(
  reader: Reader,
  balances: readonly AccountBalance[],
): Promise<InterestShare> {
  const retainedEarningsCents = retainedEarnings(balances);
  const activeMembers = await countActiveMembers(reader);
  const shareCents = interestShare({
    retainedEarningsCents,
    activeUsersCount: activeMembers,
    isCounted: true,
  });
  return { shareCents, activeMembers, retainedEarningsCents };
}

/** Whether the member is one of those whom `countActiveMembers` counts; nobody else has a share. */
export function sharesInInterest(
  member: Pick<MemberRow, "is_active" | "status" | "has_cleared" | "exited_on">,
): boolean {
  return (
    member.is_active &&
    (member.status === "active" || member.status === "dormant") &&
    !member.has_cleared &&
    member.exited_on === null
  );
}

type MemberShare = { member: Person; shareCents: Cents };

/**
 * Each member's whole share, for the balance sheet: officials get everybody who shares in the interest, by name;
 * anybody else gets their own row, 0 when they do not share.
 */
export async function readShares(
  reader: Reader,
  { balances, actor }: { balances: readonly AccountBalance[]; actor: Actor },
): Promise<MemberShare[]> {
  const { shareCents } = await shareOfBalances(reader, balances);
  let members = reader
    .selectFrom("members")
    .select(personColumns)
    .select(["is_active", "status", "has_cleared", "exited_on"])
    .orderBy(sql`lower(first_name)`)
    .orderBy(sql`lower(last_name)`)
    .orderBy("members.id");
  const seesAll = can(actor, "members.read-accounts");
  if (!seesAll) members = members.where("members.id", "=", actor.id);
  return (await members.execute())
    .map((row) => ({ member: toPerson(row), shares: sharesInInterest(row) }))
    .filter(({ shares }) => shares || !seesAll)
    .map(({ member, shares }) => ({ member, shareCents: shares ? shareCents : 0n }));
}
