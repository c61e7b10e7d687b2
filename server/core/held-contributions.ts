// What the group still holds of a member's contributions: the approved ones, less what went back when they left.
import { sql } from "kysely";
import type { Cents } from "#domain/money.ts";

/** A column for queries over `members`; it is `total_contributions` of the contract (contract 2 and 5). */
export const heldContributions = sql<Cents>`(
  (SELECT coalesce(sum(payments.amount_cents), 0) FROM payments
    WHERE payments.member_id = members.id AND payments.kind = 'contribution' AND payments.status = 'approved')
  - (SELECT coalesce(sum(settlements.contributions_cents), 0) FROM settlements
      WHERE settlements.member_id = members.id))::bigint`;
