// Payments and the verdicts of both offices in the reference model (PAY-10).
import { halfUp, monthsLater, total, type Cents } from "./arithmetic.ts";
import { post } from "./books.ts";
import {
  changeSavings,
  personOf,
  statusOf,
  todayOf,
  unpaidFines,
  waiting,
  type Decided,
  type Loan,
  type Model,
  type Payment,
  type PaymentKind,
  type Person,
} from "./group-model.ts";
import { settleRotationPayment } from "./rotations.ts";

/** PAY-3: the reference without `-` and `/`, which do not count. */
const plain = (reference: string) => reference.replaceAll(/[-/]/g, "");

/** PAY-4: a payment by an account that is not approved claims no reference, unless it is in the books. */
export const isHolding = (model: Model, payment: Payment): boolean =>
  statusOf(payment) === "approved" ||
  personOf(model, payment.memberId).status !== "pending_approval";

type Claim = { reference: string; kind: PaymentKind; memberId: number };

const liveOn = (model: Model, reference: string): Payment[] =>
  model.payments.filter(
    (payment) => statusOf(payment) !== "rejected" && plain(payment.reference) === plain(reference),
  );

/** Whether a payment of another member holds the reference. */
export const isHeldByAnother = (model: Model, { reference, memberId }: Claim): boolean =>
  liveOn(model, reference).some(
    (payment) => payment.memberId !== memberId && isHolding(model, payment),
  );

/** PAY-3: a reference is unique for each kind among live items, and only one member's items may have it. */
export const isReferenceFree = (model: Model, claim: Claim): boolean =>
  !isHeldByAnother(model, claim) &&
  !liveOn(model, claim.reference).some(
    ({ memberId, kind }) => memberId === claim.memberId && kind === claim.kind,
  );

/**
 * PAY-4: when an account is approved, payments whose reference another member holds are rejected, in place of an
 * office that has not acted.
 */
export function rejectHeldClaims(model: Model, person: Person, byId: number): void {
  const open = model.payments.filter(
    (payment) => payment.memberId === person.id && statusOf(payment).startsWith("pending"),
  );
  for (const payment of open.filter((each) => isHeldByAnother(model, each))) {
    if (payment.treasurer === "pending_approval")
      [payment.treasurer, payment.treasurerId] = ["rejected", byId];
    else [payment.secGen, payment.secGenId] = ["rejected", byId];
  }
}

/** How much of a loan can still be paid: waiting payments count against it. */
export const payableOf = (model: Model, loan: Loan): Cents =>
  loan.balanceCents -
  total(
    waiting(model, loan.memberId, "loan_payment").filter(({ loanId }) => loanId === loan.id),
    ({ cents }) => cents,
  );
export const payableFines = (model: Model, memberId: number): Cents =>
  unpaidFines(model, memberId) -
  total(waiting(model, memberId, "fine_payment"), ({ cents }) => cents);

/** Whether this official may still give a verdict: the item is open, their office free, and they have not acted. */
export function mayDecide(item: Decided, person: Person, office: DecidingOffice | null): boolean {
  if (office === null || !statusOf(item).startsWith("pending")) return false;
  const own = office === "Treasurer" ? item.treasurer : item.secGen;
  return own === "pending_approval" && ![item.treasurerId, item.secGenId].includes(person.id);
}

export const isSecondApproval = (item: Decided): boolean => statusOf(item) === "pending_approval";

export type DecidingOffice = "Treasurer" | "Sec-Gen";

export function decide(
  item: Decided,
  params: { person: Person; office: DecidingOffice; verdict: "approved" | "rejected" },
): void {
  const { person, office, verdict } = params;
  if (office === "Treasurer") [item.treasurer, item.treasurerId] = [verdict, person.id];
  else [item.secGen, item.secGenId] = [verdict, person.id];
}

/** After a fine was reversed, less may be unpaid than the payment's amount. */
export const canBeSettled = (model: Model, { kind, memberId, cents }: Payment): boolean =>
  kind !== "fine_payment" || cents <= unpaidFines(model, memberId);

/** Posts an approved payment and settles its debt. */
export function settlePayment(model: Model, payment: Payment): void {
  const { kind, memberId, cents } = payment;
  payment.settled = { at: model.now, fines: [] };
  if (kind === "rotation_payment") return settleRotationPayment(model, payment);
  if (kind === "contribution") {
    changeSavings(personOf(model, memberId), cents, todayOf(model));
    post(model, {
      kind,
      itemId: payment.id,
      lines: [
        ["bank", cents],
        ["monthly_contribution", -cents],
      ],
    });
  } else if (kind === "fine_payment") {
    const paid = payFines(model, memberId, cents);
    payment.settled.fines = paid.map(({ fine }) => fine);
    post(model, {
      kind,
      itemId: payment.id,
      lines: [
        ["bank", cents],
        ["fine_receivable", -cents],
      ],
    });
  } else {
    const loan = model.loans.find(({ id }) => id === payment.loanId)!;
    const { principal, interest } = repay(loan, cents);
    const lines = [
      ["bank", cents],
      ["loan_receivable", -principal],
      ["interest_receivable", -interest],
    ] as const;
    post(model, { kind, lines, itemId: payment.id });
  }
}

/** Pays the fines, that of the earliest day first, then by number; returns what was paid of each. */
export function payFines(model: Model, memberId: number, cents: Cents) {
  let left = cents;
  const own = model.fines
    .filter((each) => each.memberId === memberId)
    .sort((one, other) => one.date.localeCompare(other.date) || one.id - other.id);
  return own.flatMap((fine) => {
    const paid = left < fine.unpaidCents ? left : fine.unpaidCents;
    fine.unpaidCents -= paid;
    left -= paid;
    return paid === 0n ? [] : [{ fine, cents: paid }];
  });
}

/** LOAN-9: the principal paid so far is the running total's part, rounded half up. */
export function repay(loan: Loan, cents: Cents) {
  const paidCents = loan.totalCents - loan.balanceCents + cents;
  const principalSoFar = halfUp(paidCents * loan.cents, loan.totalCents);
  const principal = principalSoFar - (loan.cents - loan.principalCents);
  const interest = cents - principal;
  loan.balanceCents -= cents;
  loan.principalCents -= principal;
  loan.interestCents -= interest;
  if (loan.balanceCents === 0n) loan.status = "cleared";
  return { principal, interest };
}

export const firstMonthOf = ({ book, approvedOn, signedUpOn }: Person): string =>
  book === null ? `${(approvedOn ?? signedUpOn).slice(0, 7)}-01` : monthsLater(book.paidUpTo, 1);

/**
 * The first day of the month up to which all approved contributions pay, counted from the month of joining, or from the
 * month after the book's last (PAY-32); null without a contribution.
 */
export function paidUpTo(model: Model, person: Person): string | null {
  const paidCents = total(
    model.payments.filter(
      (payment) =>
        payment.memberId === person.id &&
        payment.kind === "contribution" &&
        statusOf(payment) === "approved",
    ),
    ({ cents }) => cents,
  );
  const months = Number(paidCents / model.terms.monthlyCents);
  const paidByBook = person.book?.paidUpTo ?? null;
  return months === 0 ? paidByBook : monthsLater(firstMonthOf(person), months - 1);
}
