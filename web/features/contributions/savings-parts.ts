import type { getContributions } from "#contract/contributions.ts";
import type { ReplyOf } from "#contract/endpoint.ts";
import { sumKes } from "#web/ui/money.tsx";
import { paidUpTo } from "./paid-up-to.ts";

/** How a member's savings are made up: the latest group year, and the years before with what the group's book brought forward. */
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
    earlier: sumKes([
      sumOf(approved.filter((each) => each.group_year !== year)),
      own.brought_forward?.amount ?? 0,
    ]),
    paidUpTo: paidUpTo(own.monthly_contributions_receipts, own.brought_forward?.paid_up_to),
  };
}

function sumOf(rows: readonly { amount_paid: number }[]): number {
  return sumKes(rows.map((each) => each.amount_paid));
}
