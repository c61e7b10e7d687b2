// What answers show of one member, held to the model.
import type { Json } from "#tests/support/test-group.ts";
import { total, toCents } from "./arithmetic.ts";
import { personOf, unpaidFines, type Loan, type Model, type Person } from "./group-model.ts";
import { loansOf, shownStatus } from "./loans.ts";
import { badDebtOf, outstandingOf } from "./settlements.ts";
import { agree } from "./world.ts";

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
      groups: person.office === null ? [] : [person.office],
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
  // Before it is paid out a loan has no balance to speak of.
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
