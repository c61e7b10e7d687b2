// Compares with the model what answers show of a member, of a loan or a payment, and of what a member owes and when.
import type { Json } from "#tests/support/test-group.ts";
import { type Cents, monthsLater, toCents, total } from "./arithmetic.ts";
import {
  isOwed,
  type Loan,
  type Model,
  type Payment,
  type Person,
  personOf,
  statusOf,
  todayOf,
  unpaidFines,
} from "./group-model.ts";
import { loansOf, shownStatus } from "./loans.ts";
import { firstMonthOf, paidUpTo } from "./payments.ts";
import { rotationDues } from "./rotations.ts";
import { badDebtOf, outstandingOf } from "./settlements.ts";
import { agree, type World } from "./world.ts";

export function checkUser(model: Model, person: Person, user: Json): void {
  const debt = badDebtOf(model, person.id);
  agree(
    `user ${person.username}`,
    {
      id: user.id,
      groups: user.user_groups,
      status: user.status,
      isActive: user.is_active,
      hasCleared: user.has_cleared,
      contributions: toCents(user.total_contributions),
      badDebt: toCents(user.bad_debt_outstanding),
    },
    {
      id: person.id,
      groups: [person.office ?? person.suspended].filter((office) => office !== null),
      status: person.status,
      isActive: person.isActive,
      hasCleared: person.status === "cleared",
      contributions: person.heldCents,
      badDebt: debt === undefined ? 0n : outstandingOf(debt),
    },
  );
  const lent = loansOf(model, person.id).filter(({ startDate }) => startDate !== null);
  const ids = user.loans.map((loan: Json) => loan.loan_id);
  for (const { id } of lent) agree(`loan ${id} among the user's`, ids.includes(id), true);
  for (const loan of user.loans) checkLoan(model, loan);
}

export function checkLoan(model: Model, shown: Json): void {
  const loan = model.loans.find(({ id }) => id === shown.loan_id)!;
  agree(`loan ${shown.loan_id}`, figuresOfShown(shown, loan), figuresOf(model, loan));
}

const figuresOfShown = (shown: Json, { startDate }: Loan) => ({
  status: shown.status,
  type: shown.loan_type,
  user: shown.user,
  amount: toCents(shown.amount),
  total: toCents(shown.total_amount),
  // Before it is disbursed a loan has no meaningful balance.
  balance: startDate === null ? 0n : toCents(shown.current_balance),
  start: shown.start_date,
  expiry: shown.expiry_date,
});

const figuresOf = (model: Model, loan: Loan) => ({
  status: shownStatus(loan),
  type: loan.type,
  user: personOf(model, loan.memberId).username,
  amount: loan.cents,
  total: loan.totalCents,
  balance: loan.balanceCents,
  start: loan.startDate,
  expiry: loan.expiryDate,
});

export function checkFines(model: Model, person: Person, shown: Json): void {
  agree(
    `unpaid fines of ${person.username}`,
    toCents(shown.unpaid_fines),
    unpaidFines(model, person.id),
  );
  const outstanding = total(shown.fines as Json[], (fine) => toCents(fine.outstanding));
  agree(`fines of ${person.username} added up`, outstanding, unpaidFines(model, person.id));
  for (const fine of model.fines) {
    if (fine.memberId !== person.id || fine.state === "reversed") continue;
    const listed = shown.fines.find((each: Json) => each.id === fine.id);
    agree(
      `fine ${fine.id}`,
      listed && [toCents(listed.amount), toCents(listed.outstanding), listed.date],
      [fine.cents, fine.unpaidCents, fine.date],
    );
  }
}

export function checkPayment({ model }: World, payment: Payment, shown: Json): void {
  agree(
    `${payment.kind} ${payment.id}`,
    {
      status: shown.status,
      amount: toCents(shown.amount_paid),
      reference: shown.payment_Reference_Code,
      user: shown.user,
      ...shownVerdicts(shown),
      ...(payment.kind === "contribution" ? { upTo: shown.update_up_to } : {}),
    },
    {
      status: statusOf(payment),
      amount: payment.cents,
      reference: payment.reference,
      user: personOf(model, payment.memberId).username,
      treasurer: payment.treasurer,
      secGen: payment.secGen,
      ...(payment.kind === "contribution"
        ? { upTo: paidUpTo(model, personOf(model, payment.memberId)) }
        : {}),
    },
  );
}

export const shownVerdicts = ({ approval }: Json) => ({
  treasurer: approval.first_official_group_action,
  secGen: approval.second_official_group_action,
});

// What a member owes and when, computed month by month (PAY-20). What waits for the offices need not be paid again.

/** A payment that the offices have not rejected: it is in the books, or waits. */
const counts = (payment: Payment) => statusOf(payment) !== "rejected";
const waits = (payment: Payment) => counts(payment) && statusOf(payment) !== "approved";

function without(owed: Cents, payments: readonly Payment[]): Cents {
  const waiting = total(payments.filter(waits), ({ cents }) => cents);
  return owed > waiting ? owed - waiting : 0n;
}

export function checkDues(model: Model, person: Person, shown: Json): void {
  const today = todayOf(model);
  const months = monthsOf(model, person);
  const loans = loansOf(model, person.id)
    .filter((loan) => isOwed(loan) && loan.balanceCents > 0n)
    .map(({ id, balanceCents, expiryDate }) => ({ id, balanceCents, due: expiryDate ?? "" }));
  const own = model.payments.filter(({ memberId }) => memberId === person.id);
  const fines = without(
    unpaidFines(model, person.id),
    own.filter(({ kind }) => kind === "fine_payment"),
  );
  const leftOf = (loan: { id: number; balanceCents: Cents }) =>
    without(
      loan.balanceCents,
      own.filter(({ loanId }) => loanId === loan.id),
    );
  const late = total(
    loans.filter(({ due }) => due < today),
    leftOf,
  );
  const rotations = rotationDues(model, person);
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
      rotations: (shown.rotations ?? []).map(({ id, owes_now }: Json) => [id, toCents(owes_now)]),
    },
    {
      ...months,
      fines,
      loans: loans.map((loan) => `${loan.id} ${loan.balanceCents} ${loan.due}`).toSorted(),
      now: months.amount + fines + late + total(rotations, ({ cents }) => cents),
      rotations: rotations.map(({ id, cents }) => [id, cents]),
    },
  );
  for (const loan of shown.loans) checkPace(loan, today);
}

function monthsOf(model: Model, person: Person) {
  const { monthlyCents, dueDay } = model.terms;
  let paid = total(
    model.payments.filter(
      (each) => each.kind === "contribution" && each.memberId === person.id && counts(each),
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

/** The monthly amount repays the balance by its due day, and a cent less would not. */
function checkPace(loan: Json, today: string): void {
  let months = 1;
  while (monthsLater(today, months) < loan.due_on) months += 1;
  const left = toCents(loan.balance) - toCents(loan.waiting ?? 0);
  const aMonth = toCents(loan.a_month_to_be_done);
  agree(`the pace of loan ${loan.loan_id} is enough`, aMonth * BigInt(months) >= left, true);
  const less = (aMonth - 1n) * BigInt(months);
  agree(`and a cent less is not, loan ${loan.loan_id}`, less < (left > 0n ? left : 0n), true);
}
