// Members report payments and apply for loans; `verdict-operations.ts` decides on both.
import type { Json } from "#tests/support/test-group.ts";
import {
  amountField,
  type Cents,
  dateField,
  monthsLater,
  toCents,
  unknownIds,
} from "./arithmetic.ts";
import { groupBalance } from "./books.ts";
import { checkLoan } from "./figures.ts";
import {
  type Loan,
  type LoanType,
  type Model,
  type Payment,
  type PaymentKind,
  type Person,
  personOf,
  todayOf,
  unjudged,
} from "./group-model.ts";
import { apply, limitOf, refuseApplication } from "./loans.ts";
import { isReferenceFree, paidUpTo, payableFines, payableOf } from "./payments.ts";
import { type Caller, denied, type Expected, may, refused } from "./people.ts";
import { matchPayment } from "./statements.ts";
import { agree, type World } from "./world.ts";

/** Chooses mostly a new reference; otherwise one in use, or an invalid one. */
export function chooseReference({ chance, model, counts }: World) {
  if (chance.is(0.03))
    return { sent: chance.one(["", "A1", "Q W E", "x".repeat(41), 7]), reference: null };
  const old = chance.is(0.2) ? chance.maybeOne(model.payments)?.reference : undefined;
  const reference = old ?? `MP${String(counts.calls).padStart(8, "0")}`;
  const parted = `${reference.slice(0, 3)}-${reference.slice(3, 5)}/${reference.slice(5)}`;
  const spelling = chance.is(0.1) ? parted : reference;
  return {
    sent: chance.is(0.1) ? ` ${spelling.toLowerCase()} ` : spelling,
    reference: spelling,
  };
}

type Claim = {
  kind: PaymentKind;
  cents: Cents;
  reference: string;
  paidAt: Date;
  loanId: number | null;
  rotationId?: number;
  month?: string;
};

export const keep = ({ model }: World, by: Caller, id: number, claim: Claim): Payment => {
  const payment: Payment = { ...unjudged(), ...claim, id, memberId: by.person!.id };
  model.payments.push(payment);
  matchPayment(model, payment);
  return payment;
};

export async function contribute(world: World): Promise<boolean> {
  const { chance, model, call } = world;
  const by = world.caller("contribute");
  const amount = amountField(chance, chance.cents(500, 30_000));
  const { sent, reference } = chooseReference(world);
  const wanted = monthsLater(todayOf(model), chance.whole(-3, 3));
  const month = dateField(chance, wanted);
  const ahead = chance.is(0.04);
  const age =
    chance.weighted([
      [0, 6],
      [2, 2],
      [20, 2],
      [60, 1],
    ] as const) *
    24 *
    chance.whole(1, 60);
  const paidAt = new Date(model.now.getTime() + (ahead ? 6 * 60_000 : -age * 60_000));
  const isSent = amount.isGood && month.isGood && !ahead && reference !== null;
  const isGood = isSent && by.person !== null && isWithin(model, by.person, wanted);
  await call({
    by,
    method: "POST",
    path: "/api/finances/monthly-contribution/",
    body: {
      amount_paid: amount.sent,
      contribution_month: month.sent,
      payment_date: paidAt.toISOString(),
      payment_Reference_Code: sent,
    },
    expected: expectPayment(
      world,
      by,
      { right: "contribute", kind: "contribution", isGood, reference },
      (body) => {
        const { contribution } = body;
        const cents = toCents(Number(amount.sent));
        keep(world, by, contribution.contribution_id, {
          kind: "contribution",
          cents,
          reference: reference!,
          paidAt,
          loanId: null,
          month: wanted.slice(0, 7),
        });
        agree(
          "the new contribution",
          [contribution.status, toCents(contribution.amount_paid)],
          ["pending", cents],
        );
        agree("paid up to", contribution.update_up_to, paidUpTo(model, by.person!));
      },
    ),
  });
  return true;
}

/** PAY-5: a month at most 24 months after the one that is paid up to; any month up to this one is allowed. */
function isWithin(model: Model, person: Person, month: string): boolean {
  const today = todayOf(model);
  const ahead = monthsLater(`${(paidUpTo(model, person) ?? today).slice(0, 7)}-01`, 24);
  return month.slice(0, 7) <= ahead.slice(0, 7) || month.slice(0, 7) <= today.slice(0, 7);
}

type Requested = {
  right: "contribute" | "repay";
  kind: PaymentKind;
  isGood: boolean;
  reference: string | null;
};

export function expectPayment(
  { model }: World,
  by: Caller,
  { right, kind, isGood, reference }: Requested,
  check: (body: Json) => void,
): Expected {
  const refusal = denied(by, right);
  if (refusal !== null) return refusal;
  const memberId = by.person!.id;
  const isFree = reference !== null && isReferenceFree(model, { reference, kind, memberId });
  return isGood && isFree ? { status: 201, check } : refused(400);
}

/** Chooses mostly a part of what can be paid, often all of it, sometimes more. */
export const chooseAmount = ({ chance }: World, payableCents: Cents): Cents =>
  chance.weighted([
    [payableCents, 3],
    [(payableCents * BigInt(chance.whole(1, 100))) / 100n + 1n, 6],
    [payableCents + 1n, 1],
  ]);

export async function repayLoan(world: World): Promise<boolean> {
  const { chance, model, call } = world;
  const owing = model.loans.filter((loan) => payableOf(model, loan) > 0n);
  const loan = chance.maybeOne(chance.is(0.93) ? owing : model.loans);
  if (loan === undefined) return false;
  const owner = { person: personOf(model, loan.memberId), signedIn: true };
  const by = chance.is(0.95) ? owner : world.caller("repay");
  const isKnown = chance.is(0.97);
  const cents = chooseAmount(world, payableOf(model, loan));
  const amount = amountField(chance, cents > 0n ? cents : 100n);
  const { sent, reference } = chooseReference(world);
  const paidAt = model.now;
  const claim = { kind: "loan_payment", loanId: loan.id } as const;
  const isOwed = loan.status === "active" || loan.status === "default";
  const isGood = amount.isGood && isOwed && cents <= payableOf(model, loan);
  const isOwn = isKnown && by.person?.id === loan.memberId;
  await call({
    by,
    method: "POST",
    path: `/api/finances/pay-loan/${isKnown ? loan.id : chance.one(unknownIds)}/`,
    body: { amount_paid: amount.sent, payment_Reference_Code: sent },
    expected:
      denied(by, "repay") ??
      (isOwn ? null : refused(404)) ??
      expectPayment(
        world,
        by,
        { right: "repay", kind: "loan_payment", isGood, reference },
        ({ loan_payment }) => {
          keep(world, by, loan_payment.payment_id, {
            ...claim,
            cents: toCents(Number(amount.sent)),
            reference: reference!,
            paidAt,
          });
          agree("the loan paid", loan_payment.loan.loan_id, loan.id);
          agree("the new loan payment", loan_payment.status, "pending");
        },
      ),
  });
  return true;
}

export async function payFine(world: World): Promise<boolean> {
  const { chance, model, call } = world;
  const fined = model.people.filter(({ id }) => payableFines(model, id) > 0n);
  const payer = chance.is(0.9) ? chance.maybeOne(fined) : undefined;
  const by = payer === undefined ? world.caller("repay") : { person: payer, signedIn: true };
  if (payer === undefined && chance.is(0.6)) return false;
  const payable = payableFines(model, by.person!.id);
  const cents = chooseAmount(world, payable);
  const amount = amountField(chance, cents > 0n ? cents : 100n);
  const { sent, reference } = chooseReference(world);
  const isGood = amount.isGood && cents <= payable && payable > 0n;
  await call({
    by,
    method: "POST",
    path: "/api/finances/pay-fine/",
    body: { amount_paid: amount.sent, payment_Reference_Code: sent },
    expected: expectPayment(
      world,
      by,
      { right: "repay", kind: "fine_payment", isGood, reference },
      ({ fine_payment }) => {
        const claim = {
          kind: "fine_payment",
          loanId: null,
          reference: reference!,
          paidAt: model.now,
        } as const;
        keep(world, by, fine_payment.payment_id, { ...claim, cents: toCents(Number(amount.sent)) });
        agree("the new fine payment", fine_payment.status, "pending");
      },
    ),
  });
  return true;
}

const loanTypes: readonly LoanType[] = ["normal_loan", "emergency_loan"];

export async function applyForLoan(world: World): Promise<boolean> {
  const { chance, model, call } = world;
  const able = model.people.filter((each) => may(each, "borrow") && limitOf(model, each.id) > 0n);
  const person = chance.is(0.9) ? chance.maybeOne(able) : undefined;
  const by = person === undefined ? world.caller("borrow") : { person, signedIn: true };
  const memberId = by.person!.id;
  const type = chance.one(loanTypes);
  const limit = limitOf(model, memberId);
  const balance = groupBalance(model);
  const most = limit < balance ? limit : balance;
  const part = (most * BigInt(chance.whole(5, 100))) / 100n + 1n;
  const cents = chance.weighted([
    [part, 7],
    [most, 2],
    [limit + 1n, 1],
    [balance + 1n, 1],
  ]);
  const amount = amountField(chance, cents > 0n ? cents : 100n);
  const sentType = chance.is(0.02) ? "car_loan" : type;
  const expected = (): Expected => {
    if (!amount.isGood || sentType !== type) return refused(400);
    const requested = { memberId, type, cents: toCents(Number(amount.sent)) };
    return (
      refuseApplication(model, requested) ?? {
        status: 201,
        check: ({ loan }) => {
          const stored = apply(model, loan.loan_id, requested);
          checkLoan(model, loan);
          agree(
            "a reason against the loan",
            loan.reject_reason !== null,
            stored.status === "rejected",
          );
        },
      }
    );
  };
  await call({
    by,
    method: "POST",
    path: "/api/finances/get-create-user-loans/",
    body: { amount: amount.sent, loan_type: sentType },
    expected: denied(by, "borrow") ?? expected(),
  });
  return true;
}

const isPaidOut = ({ startDate }: Loan): boolean => startDate !== null;

export async function readOwnLoans({ chance, model, call }: World): Promise<boolean> {
  const person = chance.one(model.people);
  const by = { person, signedIn: true };
  await call({
    by,
    method: "GET",
    path: "/api/finances/get-create-user-loans/",
    expected: denied(by, "see own") ?? {
      status: 200,
      check: ({ loans, pending_loans, loan_limit }) => {
        agree("the loan limit", toCents(loan_limit), limitOf(model, person.id));
        for (const loan of [...loans, ...pending_loans]) checkLoan(model, loan);
        const own = model.loans.filter(({ memberId }) => memberId === person.id);
        agree("loans paid out", loans.length, own.filter(isPaidOut).length);
        agree(
          "loans not paid out",
          pending_loans.length,
          own.filter((loan) => !isPaidOut(loan) && loan.isOfBook !== true).length,
        );
      },
    },
  });
  return true;
}
