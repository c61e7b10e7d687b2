// One member's share of the interest (REP-5): what the group has earned over those who share in it.
import type { PlainDate } from "#domain/calendar.ts";
import { retainedEarnings } from "#domain/ledger/statements.ts";
import { interestShare } from "#domain/members/exit-settlement.ts";
import type { Cents } from "#domain/money.ts";
import type { Reader } from "#server/db/connection.ts";
import { readBalances, type AccountBalance } from "./balances.ts";
import { countActiveMembers, type MemberRow } from "#server/core/members/member-directory.ts";

export type InterestShare = {
  /** The whole share of one member who shares in the interest: whole cents rounded down, never below 0. */
  shareCents: Cents;
  /** How many share in it, as they stand today. */
  activeMembers: number;
  /** The balance sheet's retained earnings at the end of the day, debit positive: earnings are negative. */
  retainedEarningsCents: Cents;
};

/** The share at the end of `date`, over the members as they stand today; 0 when nobody shares. */
export async function readInterestShare(
  reader: Reader,
  { date }: { date: PlainDate },
): Promise<InterestShare> {
  return shareOfBalances(reader, await readBalances(reader, date));
}

/** The same from the balances of all accounts at the end of the day, where they were read already. */
export async function shareOfBalances(
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

/** Whether the member is one of those whom `countActiveMembers` counts: the others have no share. */
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
