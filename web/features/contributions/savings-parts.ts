import type { getContributions } from "#contract/contributions.ts";
import type { ReplyOf } from "#contract/endpoint.ts";
import { sumKes } from "#web/ui/sum-kes.ts";
import { paidUpTo } from "./paid-up-to.ts";

/** How a member's savings are made up: the latest group year, and the years before. */
export function savingsParts(own: ReplyOf<typeof getContributions>) {
  const approved = own.monthly_contributions;
  const year =
    approved
      .map((each) => each.group_year)
      .toSorted()
      .at(-1) ?? null;

  return {
    year,
    inYear: sumOf(approved.filter((each) => each.group_year === year)),
    earlier: sumOf(approved.filter((each) => each.group_year !== year)),
    paidUpTo: paidUpTo(own.monthly_contributions_receipts),
  };
}

function sumOf(rows: readonly { amount_paid: number }[]): number {
  return sumKes(rows.map((each) => each.amount_paid));
}
