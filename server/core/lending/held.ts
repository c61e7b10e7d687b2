// What of members' savings is held for loans of others: domain/lending/guarantees.ts as SQL (LEND-7).
import { sql } from "kysely";
import type { Cents } from "#domain/money.ts";

/** What is held for one guarantee; beside `loan_guarantees` as `guarantee` and `loans` as `guaranteed`. */
export const heldOfGuarantee = sql<Cents>`(CASE
  WHEN guarantee.state <> 'agreed' THEN 0
  WHEN guaranteed.status IN ('pending', 'pending_approval') THEN guarantee.amount_cents
  WHEN guaranteed.status IN ('active', 'default') THEN least(
    div(guarantee.amount_cents::numeric * guaranteed.principal_left_cents + guaranteed.amount_cents - 1, guaranteed.amount_cents),
    guarantee.amount_cents - guarantee.called_cents)
  ELSE 0 END)::bigint`;

/** A column for queries over `members`. */
export const heldForOthers = sql<Cents>`(
  SELECT coalesce(sum(${heldOfGuarantee}), 0)::bigint
    FROM loan_guarantees guarantee JOIN loans guaranteed ON guaranteed.id = guarantee.loan_id
   WHERE guarantee.member_id = members.id AND guarantee.state = 'agreed')`;

/** The same of the loans of the members themselves: what guarantors answer for. */
export const heldForOwnLoans = sql<Cents>`(
  SELECT coalesce(sum(${heldOfGuarantee}), 0)::bigint
    FROM loans guaranteed JOIN loan_guarantees guarantee ON guarantee.loan_id = guaranteed.id
   WHERE guaranteed.member_id = members.id AND guaranteed.status IN ('active', 'default') AND guarantee.state = 'agreed')`;
