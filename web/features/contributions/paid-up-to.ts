// From a member's contributions: the month they are paid up to, and the savings.
import type { Contribution, getContributions } from "#contract/contributions.ts";
import type { ReplyOf } from "#contract/endpoint.ts";
import type { PlainDate } from "#domain/calendar.ts";
import { sumKes } from "#web/ui/money.tsx";

/** The latest month that the member is paid up to; `book` is the month by the group's book. Null before the first. */
export function paidUpTo(
  contributions: readonly Contribution[],
  book?: PlainDate,
): PlainDate | null {
  const months = contributions.map((each) => each.update_up_to).filter((each) => each !== null);
  return months.toSorted().at(-1) ?? book ?? null;
}

/**
 * The parts of a member's savings: the latest group year, and earlier years with what the group's book brought
 * forward.
 */
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
