// Who may look at a loan, and its schedule for them (LEND-2).
import type { ReplyOf } from "#contract/endpoint.ts";
import type { getLoanSchedule } from "#contract/lending.ts";
import { assert } from "#domain/assert.ts";
import type { PlainDate } from "#domain/calendar.ts";
import { openSchedule } from "#domain/lending/schedule.ts";
import { type Actor, can } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import type { Reader } from "#server/db/connection.ts";
import { readLent } from "./lent-loans.ts";
import { readProducts } from "./products.ts";

type Version = ReplyOf<typeof getLoanSchedule>["versions"][number];

/** One's own, any of them for a caller who may read members' accounts; `guarantorsToo`: also one that one is asked to guarantee. */
export async function maySeeLoan(
  reader: Reader,
  params: { actor: Actor; id: number; borrowerId: number; guarantorsToo: boolean },
): Promise<boolean> {
  const { actor, id, borrowerId, guarantorsToo } = params;
  if (borrowerId === actor.id || can(actor, "members.read-accounts")) return true;
  if (!guarantorsToo) return false;
  const row = await reader
    .selectFrom("loan_guarantees")
    .select("id")
    .where("loan_id", "=", id)
    .where("member_id", "=", actor.id)
    .where("state", "in", ["asked", "agreed"])
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * A loan's schedule as all its payments left it; of an application, as if paid out today, with version 0. Refuses with
 * `not-found` another member's, unless the caller may read members' accounts or is asked to guarantee it, and a plain loan.
 */
export async function readSchedule(
  reader: Reader,
  params: { actor: Actor; id: number; today: PlainDate; guarantorsToo?: boolean },
) {
  const { actor, id, today, guarantorsToo = false } = params;
  const loan = await reader.selectFrom("loans").selectAll().where("id", "=", id).executeTakeFirst();
  if (loan === undefined) throw refuse("not-found");
  const seen = { actor, id, borrowerId: loan.member_id, guarantorsToo };
  if (!(await maySeeLoan(reader, seen))) throw refuse("not-found");
  if (loan.product_id === null || loan.instalments === null)
    throw refuse("loan-without-instalments");
  const lent = (await readLent(reader, [loan])).get(id);
  if (lent === undefined) {
    const product = (await readProducts(reader, [loan.product_id])).get(loan.product_id);
    assert(product !== undefined, `loan ${id} has a product`);
    const schedule = openSchedule({
      terms: product.terms,
      amountCents: loan.amount_cents,
      instalments: loan.instalments,
      paidOutOn: today,
    });
    assert(schedule !== null, `loan ${id} was applied for with instalments that repay it`);
    return { schedule, product, version: 0, versions: [], lent };
  }
  const versions = await reader
    .selectFrom("loan_versions")
    .select(["version", "from_on as from", "reason"])
    .where("loan_id", "=", id)
    .orderBy("version")
    .execute();
  return {
    lent,
    product: lent.product,
    schedule: lent.schedule,
    version: loan.version ?? 0,
    versions: versions.map((each) => ({
      ...each,
      // The database admits no other (loan_versions_reason).
      reason: each.reason as Version["reason"],
    })),
  };
}
