// Leaving the group, and what is still owed, in the reference model (EXIT-3, EXIT-10).
import { halfUp, total, type Cents } from "./arithmetic.ts";
import { bankBalance, givenShare, post, shareOf } from "./books.ts";
import {
  changeSavings,
  isOwed,
  isUndecided,
  todayOf,
  unpaidFines,
  type BadDebt,
  type Line,
  type Loan,
  type Model,
  type Person,
} from "./group-model.ts";
import { loansOf } from "./loans.ts";
import { endVoice } from "./people.ts";
import { isHeldByRotation } from "./rotations.ts";

export type Settlement = {
  contributionsCents: Cents;
  shareCents: Cents;
  givenCents: Cents;
  loans: Loan[];
  owedCents: Cents;
  finesCents: Cents;
  /** Below 0 if the member owes the group. */
  dueCents: Cents;
};

export function settlementOf(model: Model, person: Person): Settlement {
  const loans = loansOf(model, person.id).filter(isOwed).sort(byAge);
  const shareCents = shareOf(model, person);
  const givenCents = givenShare(model, shareCents);
  const owedCents = total(loans, ({ balanceCents }) => balanceCents);
  return {
    contributionsCents: person.heldCents,
    shareCents,
    givenCents,
    loans,
    owedCents,
    finesCents: unpaidFines(model, person.id),
    dueCents: person.heldCents + givenCents - owedCents,
  };
}

/** Sorts by the day of disbursement. */
const byAge = (one: Loan, other: Loan): number =>
  one.startDate === other.startDate
    ? one.id - other.id
    : one.startDate! < other.startDate!
      ? -1
      : 1;

/** Whether the member can be exited (with a loan) or cleared (without) by this official. */
export function mayLeave(
  model: Model,
  { person, by, action }: { person: Person; by: Person; action: "exit" | "clear" },
): boolean {
  const { loans, dueCents, contributionsCents } = settlementOf(model, person);
  if (by.id === person.id || person.hasLeft || person.office !== null || person.suspended !== null)
    return false;
  if (hasUndecided(model, person.id) || isHeldByRotation(model, person)) return false;
  if (action === "exit" && !loans.some(({ status }) => status === "active" || status === "default"))
    return false;
  if (action === "clear" && (loans.length > 0 || contributionsCents === 0n)) return false;
  return dueCents <= bankBalance(model);
}

const hasUndecided = (model: Model, memberId: number): boolean =>
  model.payments.some((payment) => payment.memberId === memberId && isUndecided(payment)) ||
  loansOf(model, memberId).some(({ status }) => status === "applied");

/** Settles everything between the member and the group; returns what was settled. */
export function leave(model: Model, person: Person, byId: number): Settlement {
  const settled = settlementOf(model, person);
  const { contributionsCents, shareCents, givenCents, loans, finesCents, dueCents } = settled;
  const debtCents = dueCents < 0n ? -dueCents : 0n;
  const lines: Line[] = [
    ["monthly_contribution", contributionsCents],
    ["retained_earnings", shareCents],
    ["income_from_exited_member", givenCents - shareCents],
    ["bad_debt_expense", debtCents + finesCents],
    ["loan_receivable", -total(loans, ({ principalCents }) => principalCents)],
    ["interest_receivable", -total(loans, ({ interestCents }) => interestCents)],
    ["fine_receivable", -finesCents],
    ["bank", debtCents > 0n ? 0n : -dueCents],
  ];
  post(model, { kind: "settlement", lines });
  settleLoans(loans, contributionsCents + givenCents);
  for (const fine of model.fines)
    if (fine.memberId === person.id && fine.unpaidCents > 0n)
      Object.assign(fine, { unpaidCents: 0n, state: "written_off" });
  changeSavings(person, -person.heldCents, todayOf(model));
  endVoice(model, person, byId);
  Object.assign(person, { hasLeft: true, leftAt: model.now });
  person.status = debtCents > 0n ? "dormant" : "cleared";
  if (debtCents > 0n) openBadDebt(model, person.id, debtCents);
  return settled;
}

/** Settles the loans, oldest first. What remains is the balance of a written-off loan. */
function settleLoans(loans: readonly Loan[], meansCents: Cents): void {
  let left = meansCents;
  for (const loan of loans) {
    const settled = left < loan.balanceCents ? left : loan.balanceCents;
    left -= settled;
    loan.balanceCents -= settled;
    [loan.principalCents, loan.interestCents] = [0n, 0n];
    loan.status = loan.balanceCents === 0n ? "cleared" : "written_off";
  }
}

function openBadDebt(model: Model, memberId: number, owedCents: Cents): void {
  const principalCents = halfUp(owedCents * 100n, 110n);
  model.badDebts.push({
    memberId,
    principalCents,
    interestCents: owedCents - principalCents,
    owedCents,
    recoveredCents: 0n,
  });
}

export const outstandingOf = ({ principalCents, interestCents }: BadDebt): Cents =>
  principalCents + interestCents;

export const badDebtOf = (model: Model, memberId: number): BadDebt | undefined =>
  model.badDebts.find((debt) => debt.memberId === memberId);

/**
 * Splits the money 100 to 10 between principal and interest by the running total; lowers the written-off loans, oldest
 * first.
 */
export function recover(model: Model, person: Person, cents: Cents): BadDebt {
  const debt = badDebtOf(model, person.id)!;
  const before = halfUp(debt.recoveredCents * 100n, 110n);
  debt.recoveredCents += cents;
  const principal = halfUp(debt.recoveredCents * 100n, 110n) - before;
  debt.principalCents -= principal;
  debt.interestCents -= cents - principal;
  post(model, {
    kind: "recovery",
    lines: [
      ["bank", cents],
      ["bad_debt_recovery_income", -principal],
      ["exited_member_interest_income", principal - cents],
    ],
  });
  lowerWrittenOff(loansOf(model, person.id).filter(isOwed).sort(byAge), cents);
  if (outstandingOf(debt) === 0n) person.status = "cleared";
  return debt;
}

function lowerWrittenOff(loans: readonly Loan[], cents: Cents): void {
  let left = cents;
  for (const loan of loans) {
    const part = left < loan.balanceCents ? left : loan.balanceCents;
    left -= part;
    loan.balanceCents -= part;
    if (loan.balanceCents === 0n) loan.status = "cleared";
  }
}
