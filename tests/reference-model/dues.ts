// What a member owes and when, walked month by month (PAY-20).
import type { Json } from "#tests/support/test-group.ts";
import { monthsLater, toCents, total, type Cents } from "./arithmetic.ts";
import { isOwed, statusOf, todayOf, unpaidFines, type Model, type Person } from "./group-model.ts";
import { loansOf } from "./loans.ts";
import { firstMonthOf } from "./payments.ts";
import { agree } from "./world.ts";

export function checkDues(model: Model, person: Person, shown: Json): void {
  const today = todayOf(model);
  const months = monthsOf(model, person);
  const loans = loansOf(model, person.id)
    .filter((loan) => isOwed(loan) && loan.balanceCents > 0n)
    .map(({ id, balanceCents, expiryDate }) => ({ id, balanceCents, due: expiryDate ?? "" }));
  const fines = unpaidFines(model, person.id);
  const late = total(
    loans.filter(({ due }) => due < today),
    ({ balanceCents }) => balanceCents,
  );
  agree(
    `dues of ${person.username}`,
    {
      owed: shown.contributions.months_owed,
      amount: toCents(shown.contributions.amount),
      next: shown.contributions.next?.month,
      nextAmount: shown.contributions.next && toCents(shown.contributions.next.amount),
      fines: toCents(shown.fines),
      loans: shown.loans
        .map((loan: Json) => `${loan.loan_id} ${toCents(loan.balance)} ${loan.due_on}`)
        .toSorted(),
      now: toCents(shown.total_now),
    },
    {
      ...months,
      fines,
      loans: loans.map((loan) => `${loan.id} ${loan.balanceCents} ${loan.due}`).toSorted(),
      now: months.amount + fines + late,
    },
  );
  for (const loan of shown.loans) checkPace(loan, today);
}

function monthsOf(model: Model, person: Person) {
  const { monthlyCents, dueDay } = model.terms;
  let paid = total(
    model.payments.filter(
      (each) =>
        each.kind === "contribution" &&
        each.memberId === person.id &&
        statusOf(each) === "approved",
    ),
    ({ cents }) => cents,
  );
  const owed: string[] = [];
  let amount: Cents = 0n;
  let month = firstMonthOf(person);
  for (; ; month = monthsLater(month, 1)) {
    if (paid >= monthlyCents) {
      paid -= monthlyCents;
      continue;
    }
    const due = `${monthsLater(month, 1).slice(0, 8)}${String(dueDay).padStart(2, "0")}`;
    if (due >= todayOf(model)) break;
    owed.push(month);
    amount += monthlyCents - paid;
    paid = 0n;
  }
  const next = { next: month, nextAmount: monthlyCents - paid };
  if (person.hasLeft) return { owed: [], amount: 0n, next: undefined, nextAmount: null };
  return person.approvedOn === null ? { owed: [], amount: 0n, ...next } : { owed, amount, ...next };
}

/** As much a month as brings the balance to nothing by its day, and a cent less does not. */
function checkPace(loan: Json, today: string): void {
  let months = 1;
  while (monthsLater(today, months) < loan.due_on) months += 1;
  const [balance, aMonth] = [toCents(loan.balance), toCents(loan.a_month_to_be_done)];
  agree(`the pace of loan ${loan.loan_id} is enough`, aMonth * BigInt(months) >= balance, true);
  const less = (aMonth - 1n) * BigInt(months);
  agree(`and a cent less is not, loan ${loan.loan_id}`, less < balance, true);
}
