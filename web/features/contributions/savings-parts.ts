import type { getContributions } from "#contract/contributions.ts";
import type { ReplyOf } from "#contract/endpoint.ts";
import { sumKes } from "#web/ui/sum-kes.ts";
import { paidUpTo } from "./paid-up-to.ts";

/** How a member's savings are made up: the latest group year, the years before, and what is not decided yet. */
export function savingsParts(own: ReplyOf<typeof getContributions>) {
  const approved = own.monthly_contributions;
  const year =
    approved
      .map((each) => each.group_year)
      .toSorted()
      .at(-1) ?? null;
  const waiting = own.monthly_contributions_receipts.filter(
    ({ status }) => status === "pending" || status === "pending_approval",
  );

  return {
    year,
    inYear: sumOf(approved.filter((each) => each.group_year === year)),
    earlier: sumOf(approved.filter((each) => each.group_year !== year)),
    waiting: sumOf(waiting),
    waitingCount: waiting.length,
    paidUpTo: paidUpTo(own.monthly_contributions_receipts),
  };
}

function sumOf(rows: readonly { amount_paid: number }[]): number {
  return sumKes(rows.map((each) => each.amount_paid));
}
