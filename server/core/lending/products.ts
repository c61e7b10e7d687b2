// Products as the database has them (LEND-1). features/loans makes and ends them.
import type { Selectable } from "kysely";
import type { LoanProduct } from "#domain/lending/product.ts";
import type { Reader } from "#server/db/connection.ts";
import { anyOf } from "#server/db/prepared-queries/prepared-query.ts";
import type { LoanProducts } from "#server/db/tables.ts";

/** The database admits only the words of the contract. */
export function toProduct(row: Selectable<LoanProducts>): LoanProduct {
  return {
    id: row.id,
    name: row.name,
    loanType: row.loan_type as LoanProduct["loanType"],
    terms: {
      method: row.method as LoanProduct["terms"]["method"],
      rateBasisPoints: row.rate_bp,
      ratePer: row.rate_per as LoanProduct["terms"]["ratePer"],
      dueDay: row.due_day,
      graceMonths: row.grace_months,
      graceKind: row.grace_kind as LoanProduct["terms"]["graceKind"],
      roundUpToCents: row.round_up_to_cents,
    },
    instalmentsMost: row.instalments_most,
    fee: { percentBasisPoints: row.fee_bp, amountCents: row.fee_cents },
    multiple: row.multiple,
    leastCents: row.least_cents,
    mostCents: row.most_cents,
    guarantee: row.guarantee as LoanProduct["guarantee"],
    guarantorsLeast: row.guarantors_least,
    callAfterDays: row.call_after_days,
    isOffered: row.ended_at === null,
  };
}

export async function readProducts(
  reader: Reader,
  ids: readonly number[],
): Promise<ReadonlyMap<number, LoanProduct>> {
  if (ids.length === 0) return new Map();
  const rows = await reader
    .selectFrom("loan_products")
    .selectAll()
    .where("id", "=", anyOf("int", ids))
    .execute();
  return new Map(rows.map((row) => [row.id, toProduct(row)]));
}

/** What the group offers now, by name. */
export async function readOfferedProducts(reader: Reader): Promise<LoanProduct[]> {
  const rows = await reader
    .selectFrom("loan_products")
    .selectAll()
    .where("ended_at", "is", null)
    .orderBy("name")
    .execute();
  return rows.map(toProduct);
}
