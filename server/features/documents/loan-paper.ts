// The statement of a loan: its terms, each repayment divided into principal and interest, and what was left after it.
import { formatDay, nairobiDate } from "#domain/calendar.ts";
import { loanName } from "#domain/loans/loan-terms.ts";
import { splitRepayment } from "#domain/loans/repayment-split.ts";
import type { Cents } from "#domain/money.ts";
import { officeOf, type Actor } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { readGroupSettings, type LoanType } from "#server/core/members/group-settings.ts";
import type { Reader } from "#server/db/connection.ts";
import type { PaperRow, PaperTable } from "#server/platform/pdf/paper.ts";
import {
  readLoanSettlement,
  readLoanTerms,
  readRepayments,
  readUndecidedRepayments,
  type LoanMovement,
} from "./documents.queries.ts";
import { figure, framePaper, statusWords, type NamedPaper } from "./paper-frame.ts";

type Terms = NonNullable<Awaited<ReturnType<typeof readLoanTerms>>>;

/** Refuses with `not-found` an application, and another member's loan unless an official asks. */
export async function loanPaper(
  reader: Reader,
  { loanId, actor, now }: { loanId: number; actor: Actor; now: Date },
): Promise<NamedPaper> {
  const loan = await readLoanTerms(reader, loanId);
  if (loan === undefined || (loan.member_id !== actor.id && officeOf(actor) === null))
    throw refuse("not-found");
  const group = await readGroupSettings(reader);
  const name = loanName(loan.loan_type as LoanType, loan.number);
  const borrower = `${loan.first_name} ${loan.last_name}`;
  const undecided = await readUndecidedRepayments(reader, loanId);
  return framePaper(reader, {
    group,
    now,
    named: ["Loan statement", borrower, name, nairobiDate(now)],
    content: {
      title: `Statement of ${name}`,
      about: `${borrower}, as on ${formatDay(nairobiDate(now))}`,
      facts: factsOf(loan, borrower),
      tables: [
        movementsTable(await readMovements(reader, loan), loan.balance_cents),
        ...(undecided.length === 0 ? [] : [undecidedTable(undecided)]),
      ],
      notes: [
        `Interest is ${loan.rate_bp / 100}% of the amount, flat, whenever the loan is repaid.`,
        ...(loan.status === "written_off"
          ? ["Written off in the group's books; what is left is still owed as a bad debt."]
          : []),
      ],
    },
  });
}

function factsOf(loan: Terms, borrower: string) {
  return [
    { label: "Borrower", value: borrower },
    { label: "Registration number", value: loan.reg_number },
    { label: "Status", value: statusWords(loan.status) },
    { label: "Amount (KES)", value: figure(loan.amount_cents) },
    { label: `Interest, ${loan.rate_bp / 100}% (KES)`, value: figure(loan.interest_cents) },
    { label: "Total to repay (KES)", value: figure(loan.amount_cents + loan.interest_cents) },
    { label: "Paid out on", value: formatDay(loan.start_date) },
    { label: `Due on (${loan.term_months} months)`, value: formatDay(loan.expiry_date) },
    { label: "Balance (KES)", value: figure(loan.balance_cents) },
  ];
}

/** From the day it was paid out; what was repaid is negative, so that every column adds up to what is left. */
async function readMovements(reader: Reader, loan: Terms): Promise<LoanMovement[]> {
  const settlement = await readLoanSettlement(reader, loan.id);
  const totalCents = loan.amount_cents + loan.interest_cents;
  const part = (paidBeforeCents: Cents, paymentCents: Cents) =>
    splitRepayment({
      loanPrincipalCents: loan.amount_cents,
      loanTotalCents: totalCents,
      paidBeforeCents,
      paymentCents,
    });
  const repaid = (await readRepayments(reader, loan.id)).map(negated);
  const movements: LoanMovement[] = [
    {
      on: loan.start_date,
      description: "Paid out, with its interest",
      principalCents: loan.amount_cents,
      interestCents: loan.interest_cents,
    },
    ...repaid,
  ];
  if (settlement === null) return movements;
  const { on, settledCents, recoveredOn } = settlement;
  if (settledCents > 0n)
    movements.push(
      negated({
        on,
        description: "Settled on leaving the group",
        ...part(loan.repaid_cents, settledCents),
      }),
    );
  const recoveredCents = totalCents - loan.repaid_cents - settledCents - loan.balance_cents;
  if (recoveredCents > 0n && recoveredOn !== null)
    movements.push(
      negated({
        on: recoveredOn,
        description: "Recovered as a bad debt until this day",
        ...part(loan.repaid_cents + settledCents, recoveredCents),
      }),
    );
  return movements;
}

function negated(movement: LoanMovement): LoanMovement {
  return {
    ...movement,
    principalCents: -movement.principalCents,
    interestCents: -movement.interestCents,
  };
}

const column = (title: string) => ({ title, width: 66, isFigure: true });

function movementsTable(movements: readonly LoanMovement[], balanceCents: Cents): PaperTable {
  let left = 0n;
  const rows = movements.map(({ on, description, principalCents, interestCents }): PaperRow => {
    left += principalCents + interestCents;
    const amounts = [principalCents, interestCents, principalCents + interestCents, left];
    return { kind: "line", cells: [formatDay(on), description, ...amounts.map(figure)] };
  });
  const sum = (key: "principalCents" | "interestCents") =>
    movements.reduce((total, movement) => total + movement[key], 0n);
  const [principal, interest] = [sum("principalCents"), sum("interestCents")];
  return {
    columns: [
      { title: "Date", width: 56 },
      { title: "Description" },
      column("Principal"),
      column("Interest"),
      column("Amount (KES)"),
      column("Balance (KES)"),
    ],
    rows: [
      ...rows,
      {
        kind: "total",
        cells: [
          "",
          "Left to repay",
          ...[principal, interest, principal + interest, balanceCents].map(figure),
        ],
      },
    ],
  };
}

function undecidedTable(payments: Awaited<ReturnType<typeof readUndecidedRepayments>>): PaperTable {
  return {
    title: "Waiting for approval, not yet counted",
    columns: [
      { title: "Date", width: 58 },
      { title: "Reference" },
      { title: "Status", width: 90 },
      { title: "Amount (KES)", width: 84, isFigure: true },
    ],
    rows: payments.map((payment) => ({
      kind: "line",
      cells: [
        formatDay(payment.paid_on),
        payment.reference,
        statusWords(payment.status),
        figure(payment.amount_cents),
      ],
    })),
  };
}
