// The fine for late contributions (PAY-21: more than 3 months without one, 100 KES for each month beyond).
import { fullMonthsBetween, type PlainDate } from "../calendar.ts";
import type { Cents } from "../money.ts";

/**
 * What is still to be charged, so that all late fines since `since` come to (full months - months allowed) x the
 * monthly fine. `since` is the payment date of the last approved contribution, or the day of approval as a member.
 */
export function lateFineToCharge(member: {
  since: PlainDate;
  today: PlainDate;
  monthsAllowed: number;
  finePerMonthCents: Cents;
  chargedSinceCents: Cents;
}): Cents {
  const monthsLate = fullMonthsBetween(member.since, member.today) - member.monthsAllowed;
  if (monthsLate <= 0) return 0n;
  const toChargeCents = BigInt(monthsLate) * member.finePerMonthCents - member.chargedSinceCents;
  return toChargeCents > 0n ? toChargeCents : 0n;
}
