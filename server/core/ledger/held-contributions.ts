// What the group still holds of a member's contributions: the approved ones, less what went back when they left.
import { sql } from "kysely";
import type { Cents } from "#domain/money.ts";

/**
 * A column for queries over `members`; it is `total_contributions` of the contract (EXIT-9). The books hold
 * exactly this for the member: `verify` compares it with the payments and settlements.
 */
export const heldContributions = sql<Cents>`(
  (SELECT coalesce(-sum(amount_cents), 0) FROM member_balances
    WHERE member_balances.member_id = members.id AND account = 'monthly_contribution')
  - (SELECT coalesce(sum(amount_cents), 0) FROM postings_to_sum
      WHERE postings_to_sum.member_id = members.id AND account = 'monthly_contribution'))::bigint`;
