// Applications, limits and disbursements in the reference model (LOAN-3, LOAN-7).
import { type Cents, halfUp, monthsLater, total } from "./arithmetic.ts";
import { bankBalance, groupBalance, post } from "./books.ts";
import {
  isOwed,
  isUndecided,
  type Loan,
  type LoanType,
  type Model,
  personOf,
  statusOf,
  todayOf,
  unjudged,
} from "./group-model.ts";
import { refused, type Refused } from "./people.ts";

export const loansOf = (model: Model, memberId: number): Loan[] =>
  model.loans.filter((loan) => loan.memberId === memberId);

/** 3 x contributions - balances of non-cleared loans - other pending applications, never below 0. */
export function limitOf(model: Model, memberId: number, apartFrom: Loan | null = null): Cents {
  const own = loansOf(model, memberId).filter((loan) => loan !== apartFrom);
  const owed = total(own.filter(isOwed), ({ balanceCents }) => balanceCents);
  const requested = total(
    own.filter(({ status }) => status === "applied"),
    ({ cents }) => cents,
  );
  const limit = model.terms.limitMultiple * personOf(model, memberId).heldCents - owed - requested;
  return limit > 0n ? limit : 0n;
}

type Application = { memberId: number; type: LoanType; cents: Cents };

/** Why an application is refused; above the limit it is stored, and rejected at once. */
export function refuseApplication(model: Model, requested: Application): Refused | null {
  const own = loansOf(model, requested.memberId);
  const waits = own.some(({ status, type }) => status === "applied" && type === requested.type);
  const isLate = own.some(({ status }) => status === "default");
  if (requested.cents > groupBalance(model))
    return waits || isLate
      ? refused(400)
      : refused(400, "Amount exceeds the current bank balance.");
  return waits || isLate ? refused(400) : null;
}

/** Flat interest in cents, by the terms on the day of the application. */
export function apply(model: Model, id: number, { memberId, type, cents }: Application): Loan {
  const isWithin = cents <= limitOf(model, memberId);
  const interestCents = halfUp(cents * model.terms.rate[type], 10_000n);
  const loan: Loan = {
    ...unjudged(),
    id,
    memberId,
    type,
    cents,
    totalCents: cents + interestCents,
    termMonths: model.terms.months[type],
    status: isWithin ? "applied" : "rejected",
    startDate: null,
    expiryDate: null,
    balanceCents: 0n,
    principalCents: 0n,
    interestCents,
  };
  model.loans.push(loan);
  return loan;
}

/** Why the second approval cannot disburse the loan now, or null. */
export function refuseDisbursement(model: Model, loan: Loan): Refused | null {
  const { status, isActive } = personOf(model, loan.memberId);
  const isLate = loansOf(model, loan.memberId).some((each) => each.status === "default");
  const mayBorrow = status === "active" && isActive && !isLate;
  const isWithin = loan.cents <= limitOf(model, loan.memberId, loan);
  if (loan.cents > bankBalance(model))
    return mayBorrow && isWithin
      ? refused(400, "The bank balance is too low to disburse this loan.")
      : refused(400);
  return mayBorrow && isWithin ? null : refused(400);
}

export function disburse(model: Model, loan: Loan): void {
  const interestCents = loan.totalCents - loan.cents;
  const startDate = todayOf(model);
  Object.assign(loan, {
    status: "active",
    startDate,
    expiryDate: monthsLater(startDate, loan.termMonths),
    balanceCents: loan.totalCents,
    principalCents: loan.cents,
    interestCents,
  });
  post(model, {
    kind: "disbursement",
    lines: [
      ["loan_receivable", loan.cents],
      ["interest_receivable", interestCents],
      ["bank", -loan.cents],
      ["interest_income", -interestCents],
    ],
  });
}

/** The status that an answer shows. */
export const shownStatus = (loan: Loan): string =>
  loan.status === "applied" ? statusOf(loan) : loan.status;

/** As the sweep does, puts active loans past their date into default, but those that waiting payments cover (PAY-40). */
export function defaultLoans(model: Model): void {
  for (const loan of model.loans) {
    const waiting = model.payments.filter(
      (payment) =>
        payment.kind === "loan_payment" && payment.loanId === loan.id && isUndecided(payment),
    );
    const isCovered = total(waiting, ({ cents }) => cents) >= loan.balanceCents;
    if (loan.status === "active" && loan.expiryDate! < todayOf(model) && !isCovered)
      loan.status = "default";
  }
}
