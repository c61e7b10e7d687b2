// Each member's whole share of the interest, for the balance sheet (REP-5).
import { sql } from "kysely";
import type { Person } from "#contract/people.ts";
import type { Cents } from "#domain/money.ts";
import { can, type Actor } from "#domain/permissions.ts";
import type { AccountBalance } from "#server/core/ledger/balances.ts";
import { shareOfBalances, sharesInInterest } from "#server/core/ledger/interest-share.ts";
import { personColumns, toPerson } from "#server/core/members/member-directory.ts";
import type { Reader } from "#server/db/connection.ts";

export type MemberShare = { member: Person; shareCents: Cents };

/**
 * Officials get all who share in the interest, by name; everybody else their own row, 0 when they do not share. What
 * there is to share is that of the balances.
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
