// Members applying for loans.
import { amountField, toCents } from "./arithmetic.ts";
import { groupBalance } from "./books.ts";
import { checkLoan } from "./figures.ts";
import type { Loan, LoanType } from "./group-model.ts";
import { apply, limitOf, refuseApplication } from "./loans.ts";
import { denied, type Expected, may, refused } from "./people.ts";
import { agree, type World } from "./world.ts";

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
