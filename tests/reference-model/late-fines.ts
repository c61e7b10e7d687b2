// What a member owes for paying nothing for months, as each day's sweep finds it in the model.
import { dayOf, daysLater, fullMonths, monthsLater, total } from "./arithmetic.ts";
import { sharesInInterest, statusOf, todayOf, type Model, type Person } from "./group-model.ts";

/** The newest payment date of an approved contribution, not before the book's; otherwise the day of approval as a member. */
function lastPaidOn(model: Model, person: Person): string | null {
  const days = model.payments
    .filter(({ kind, memberId }) => kind === "contribution" && memberId === person.id)
    .filter((payment) => statusOf(payment) === "approved")
    .map(({ paidAt }) => dayOf(paidAt))
    .sort();
  const { book } = person;
  if (book === null) return days.at(-1) ?? person.approvedOn;
  const endOfMonth = daysLater(monthsLater(book.paidUpTo, 1), -1);
  return [...days, endOfMonth, book.lastPaidOn ?? endOfMonth].sort().at(-1)!;
}

/** PAY-21: what this day's sweep still has to charge them, or null. */
export function lateFineOf(model: Model, person: Person) {
  const since = lastPaidOn(model, person);
  if (!sharesInInterest(person) || since === null) return null;
  const months = fullMonths(since, todayOf(model));
  // The months that had ended by the day of the move were charged by the book (PAY-33).
  const byBook = person.book === null ? 0 : fullMonths(since, person.book.closedOn);
  const free = Math.max(model.terms.lateAfterMonths, byBook);
  const target = BigInt(Math.max(0, months - free)) * model.terms.lateCents;
  const charged = model.fines.filter(
    ({ memberId, late }) => memberId === person.id && late?.since === since,
  );
  const cents = target - total(charged, (fine) => fine.cents);
  const isChargedFor = charged.some(({ late }) => late?.months === months);
  return cents <= 0n || isChargedFor ? null : { since, months, cents };
}
