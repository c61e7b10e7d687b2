// What the group's book brings, and what remains after taking it back (OPEN-33 to OPEN-38).
import { halfUp, total, type Cents } from "./arithmetic.ts";
import { post } from "./books.ts";
import {
  changeSavings,
  personOf,
  todayOf,
  unjudged,
  type Line,
  type LoanType,
  type Model,
} from "./group-model.ts";

/** A sheet of members with accounts; the ids of its records are known once it is accepted. */
export type Sheet = {
  cutOver: string;
  members: {
    id: number;
    savingsCents: Cents;
    finesCents: Cents;
    paidUpTo: string;
    lastPaidOn: string | null;
  }[];
  loans: {
    memberId: number;
    type: LoanType;
    cents: Cents;
    interestCents: Cents;
    paidCents: Cents;
    givenOn: string;
    dueOn: string;
  }[];
  /** The group's own accounts, positive on their natural side; retained earnings follow from them. */
  group: { bank: Cents; investment: Cents; tax: Cents; ordinary_shares: Cents };
  deposits: Cents[];
};

/** The ids of loans and deposits in the sheet's order, and of fines by member. */
export type Numbers = { loans: number[]; deposits: number[]; fines: Map<number, number> };

export function bringOver(model: Model, sheet: Sheet, numbers: Numbers): void {
  const { cutOver } = sheet;
  const write = (lines: readonly Line[]) => {
    if (lines.some(([, cents]) => cents !== 0n))
      post(model, { kind: "opening", date: cutOver, lines });
  };
  for (const { id, savingsCents, finesCents, paidUpTo, lastPaidOn } of sheet.members) {
    const book = { savingsCents, paidUpTo, lastPaidOn, closedOn: cutOver, acceptedAt: model.now };
    const person = personOf(model, id);
    changeSavings(person, savingsCents, cutOver);
    person.book = book;
    write([
      ["monthly_contribution", -savingsCents],
      ["fine_receivable", finesCents],
      ["retained_earnings", savingsCents - finesCents],
    ]);
    const fineId = numbers.fines.get(id);
    if (fineId !== undefined)
      model.fines.push({
        id: fineId,
        memberId: id,
        cents: finesCents,
        unpaidCents: finesCents,
        date: cutOver,
        late: null,
        state: "standing",
      });
  }
  for (const [index, loan] of sheet.loans.entries()) {
    const { cents, interestCents, paidCents, givenOn, dueOn } = loan;
    const totalCents = cents + interestCents;
    const principalPaid = halfUp(paidCents * cents, totalCents);
    const left = {
      principalCents: cents - principalPaid,
      interestCents: interestCents - (paidCents - principalPaid),
      balanceCents: totalCents - paidCents,
    };
    model.loans.push({
      ...unjudged(),
      id: numbers.loans[index]!,
      memberId: loan.memberId,
      type: loan.type,
      cents,
      totalCents,
      termMonths: 0,
      isOfBook: true,
      status: dueOn < todayOf(model) ? "default" : "active",
      startDate: givenOn,
      expiryDate: dueOn,
      ...left,
    });
    write([
      ["loan_receivable", left.principalCents],
      ["interest_receivable", left.interestCents],
      ["retained_earnings", -left.balanceCents],
    ]);
  }
  for (const [index, cents] of sheet.deposits.entries())
    model.deposits.push({
      id: numbers.deposits[index]!,
      cents,
      leftCents: cents,
      isReversed: false,
    });
  const { bank, investment, tax, ordinary_shares } = sheet.group;
  const depositsCents = total(sheet.deposits, (cents) => cents);
  write([
    ["bank", bank],
    ["investment", investment],
    ["equity_fixed_deposit", depositsCents],
    ["tax", -tax],
    ["ordinary_shares", -ordinary_shares],
    ["retained_earnings", tax + ordinary_shares - bank - investment - depositsCents],
  ]);
}

/** Reverses all entries of the book on their own day, so that it no longer counts. */
export function takeBack(model: Model, sheet: Sheet, numbers: Numbers): void {
  for (const entry of model.entries.filter(
    ({ kind, isReversed }) => kind === "opening" && !isReversed,
  )) {
    entry.isReversed = true;
    const lines = entry.lines.map(([account, cents]) => [account, -cents] as const);
    post(model, { kind: "reversal", date: sheet.cutOver, lines });
  }
  for (const { id } of sheet.members) {
    const person = personOf(model, id);
    changeSavings(person, -person.heldCents, sheet.cutOver);
    person.book = null;
  }
  for (const loan of model.loans.filter(({ id }) => numbers.loans.includes(id)))
    Object.assign(loan, {
      status: "rejected",
      startDate: null,
      expiryDate: null,
      balanceCents: 0n,
      principalCents: 0n,
      interestCents: 0n,
    });
  const fineIds = [...numbers.fines.values()];
  for (const fine of model.fines.filter(({ id }) => fineIds.includes(id)))
    Object.assign(fine, { unpaidCents: 0n, state: "taken_back" });
  for (const deposit of model.deposits.filter(({ id }) => numbers.deposits.includes(id)))
    Object.assign(deposit, { leftCents: 0n, isReversed: true });
}
