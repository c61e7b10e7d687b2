// The statement of a loan: its terms, each repayment split into principal and interest, and the balance after it.
import { sql } from "kysely";
import { printedName } from "#domain/members/names.ts";
import { nairobiDate, type PlainDate } from "#domain/calendar.ts";
import { splitRepayment } from "#domain/payments/payment-splits.ts";
import { formatAmount, type Cents } from "#domain/money.ts";
import { officeOf, type Actor } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import type { Translate } from "#messages/translator.ts";
import { selectLoans } from "#server/core/lending/loans.ts";
import { nameOfLoan } from "#server/core/ledger/loan-name.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import type { Reader } from "#server/db/connection.ts";
import type { ReportRow, ReportTable } from "#server/platform/pdf/report.ts";
import { dayInWords, frameReport, statusWords, type NamedReport } from "./report-frame.ts";

type Split = ReturnType<typeof splitRepayment>;
type Terms = NonNullable<Awaited<ReturnType<typeof readLoanTerms>>>;

/** Refuses an application with `not-found`, and another member's loan unless an official asks. */
export async function loanReport(
  reader: Reader,
  { loanId, actor, now, t }: { loanId: number; actor: Actor; now: Date; t: Translate },
): Promise<NamedReport> {
  const loan = await readLoanTerms(reader, loanId);
  if (loan === undefined || (loan.member_id !== actor.id && officeOf(actor) === null))
    throw refuse("not-found");
  const group = await readGroupSettings(reader);
  const name = t(nameOfLoan(loan));
  const borrower = printedName(loan);
  const undecided = await readUndecidedRepayments(reader, loanId);
  return frameReport(reader, {
    group,
    now,
    t,
    named: [t("reports.loanStatement"), borrower, name, nairobiDate(now)],
    content: {
      title: t("reports.statementOf", { name }),
      about: t("reports.borrowerAsOn", { name: borrower, date: { day: nairobiDate(now) } }),
      facts: factsOf(t, loan, borrower),
      tables: [
        movementsTable(t, await readMovements(reader, t, loan), loan.balance_cents),
        ...(undecided.length === 0 ? [] : [undecidedTable(t, undecided)]),
      ],
      notes: [
        ...(isOnWhatIsOwed(loan)
          ? []
          : [t("reports.flatInterest", { percent: loan.rate_bp / 100 })]),
        ...(loan.status === "written_off" ? [t("reports.writtenOff")] : []),
      ],
    },
  });
}

function factsOf(t: Translate, loan: Terms, borrower: string) {
  return [
    { label: t("reports.borrower"), value: borrower },
    { label: t("reports.regNumber"), value: loan.reg_number },
    { label: t("reports.status"), value: statusWords(t, loan.status) },
    { label: t("reports.amountKes"), value: formatAmount(loan.amount_cents) },
    {
      label: t("reports.interestOfPercent", { percent: loan.rate_bp / 100 }),
      value: formatAmount(interestOf(loan)),
    },
    {
      label: t("reports.totalToRepay"),
      value: formatAmount(loan.amount_cents + interestOf(loan)),
    },
    { label: t("reports.paidOutOn"), value: dayInWords(t, loan.start_date) },
    {
      label: t("reports.dueOn", { months: loan.term_months }),
      value: dayInWords(t, loan.expiry_date),
    },
    { label: t("reports.balanceKes"), value: formatAmount(loan.balance_cents) },
  ];
}

/** From the day of disbursement; repayments are negative, so that every column adds up to the balance. */
async function readMovements(reader: Reader, t: Translate, loan: Terms): Promise<LoanMovement[]> {
  const settlement = await readLoanSettlement(reader, loan.id);
  const charged = await readCharges(reader, t, loan.id);
  const chargedCents = isOnWhatIsOwed(loan)
    ? charged.reduce((sum, { interestCents }) => sum + interestCents, 0n)
    : interestOf(loan);
  const totalCents = loan.amount_cents + chargedCents;
  // Of a loan of a product what is left of each when the member leaves; its rows say the rest.
  const part = (paidBeforeCents: Cents, paymentCents: Cents) =>
    loan.principal_left_cents !== null && paidBeforeCents >= loan.repaid_cents
      ? splitRepayment({
          loanPrincipalCents: loan.principal_left_cents,
          loanTotalCents: totalCents - loan.repaid_cents,
          paidBeforeCents: paidBeforeCents - loan.repaid_cents,
          paymentCents,
        })
      : splitRepayment({
          loanPrincipalCents: loan.amount_cents,
          loanTotalCents: totalCents,
          paidBeforeCents,
          paymentCents,
        });
  const repaid = (await readRepayments(reader, t, loan.id)).map(negated);
  const movements: LoanMovement[] = [
    {
      on: loan.start_date,
      description: t("reports.paidOutWithInterest"),
      principalCents: loan.amount_cents,
      interestCents: isOnWhatIsOwed(loan) ? 0n : interestOf(loan),
    },
    ...repaidByBook(t, loan, part),
    ...inOrder([...charged, ...repaid, ...(await readTopUps(reader, t, loan.id)).map(negated)]),
  ];
  if (settlement === null) return movements;
  const { on, settledCents, recoveredOn } = settlement;
  if (settledCents > 0n)
    movements.push(
      negated({
        on,
        description: t("reports.settledOnLeaving"),
        ...part(loan.repaid_cents, settledCents),
      }),
    );
  const recoveredCents = totalCents - loan.repaid_cents - settledCents - loan.balance_cents;
  if (recoveredCents > 0n && recoveredOn !== null)
    movements.push(
      negated({
        on: recoveredOn,
        description: t("reports.recoveredUntil"),
        ...part(loan.repaid_cents + settledCents, recoveredCents),
      }),
    );
  return movements;
}

/** Whether interest is charged as it falls due. */
const isOnWhatIsOwed = ({ product_method: method }: Terms) => method !== null && method !== "flat";
const interestOf = ({ rows_interest_cents: rows, interest_cents: whole }: Terms) => rows ?? whole;

/** By their days; those of one day as they came. */
const inOrder = (movements: readonly LoanMovement[]) =>
  movements.toSorted((one, other) => Number(one.on > other.on) - Number(one.on < other.on));

/** The book's balance on the cut-over day, in one row (OPEN-71). */
function repaidByBook(
  t: Translate,
  { book_on: on, book_paid_cents: paidCents }: Terms,
  part: (paidBeforeCents: Cents, paymentCents: Cents) => Split,
): LoanMovement[] {
  if (on === null || paidCents === null || paidCents === 0n) return [];
  return [negated({ on, description: t("reports.repaidByBook"), ...part(0n, paidCents) })];
}

function negated(movement: LoanMovement): LoanMovement {
  return {
    ...movement,
    principalCents: -movement.principalCents,
    interestCents: -movement.interestCents,
  };
}

const column = (title: string) => ({ title, width: 66, isFigure: true });

function movementsTable(
  t: Translate,
  movements: readonly LoanMovement[],
  balanceCents: Cents,
): ReportTable {
  let left = 0n;
  const rows = movements.map(({ on, description, principalCents, interestCents }): ReportRow => {
    left += principalCents + interestCents;
    const amounts = [principalCents, interestCents, principalCents + interestCents, left];
    return { kind: "line", cells: [dayInWords(t, on), description, ...amounts.map(formatAmount)] };
  });
  const sum = (key: "principalCents" | "interestCents") =>
    movements.reduce((total, movement) => total + movement[key], 0n);
  const [principal, interest] = [sum("principalCents"), sum("interestCents")];
  return {
    columns: [
      { title: t("reports.date"), width: 56 },
      { title: t("reports.description") },
      column(t("reports.principal")),
      column(t("reports.interest")),
      column(t("reports.amountKes")),
      column(t("reports.balanceKes")),
    ],
    rows: [
      ...rows,
      {
        kind: "total",
        cells: [
          "",
          t("reports.leftToRepay"),
          ...[principal, interest, principal + interest, balanceCents].map(formatAmount),
        ],
      },
    ],
  };
}

function undecidedTable(
  t: Translate,
  payments: Awaited<ReturnType<typeof readUndecidedRepayments>>,
): ReportTable {
  return {
    title: t("reports.waiting"),
    columns: [
      { title: t("reports.date"), width: 58 },
      { title: t("reports.reference") },
      { title: t("reports.status"), width: 90 },
      { title: t("reports.amountKes"), width: 84, isFigure: true },
    ],
    rows: payments.map((payment) => ({
      kind: "line",
      cells: [
        dayInWords(t, payment.paid_on),
        payment.reference,
        statusWords(t, payment.status),
        formatAmount(payment.amount_cents),
      ],
    })),
  };
}

// The queries that only reports use; the others are shared with the JSON answers.

/** A disbursed loan with its own terms; undefined for an application and for an unknown id. */
async function readLoanTerms(reader: Reader, loanId: number) {
  const loan = await selectLoans(reader)
    .leftJoin("opening_loans", "opening_loans.loan_id", "loans.id")
    .leftJoin("openings", "openings.id", "opening_loans.opening_id")
    .select(["loans.rate_bp", "loans.term_months", "loans.principal_left_cents"])
    .select(["opening_loans.paid_cents as book_paid_cents", "openings.cut_over_on as book_on"])
    .where("loans.id", "=", loanId)
    .executeTakeFirst();
  if (loan === undefined || loan.start_date === null || loan.expiry_date === null) return undefined;
  return { ...loan, start_date: loan.start_date, expiry_date: loan.expiry_date };
}

type LoanMovement = {
  on: PlainDate;
  description: string;
  principalCents: Cents;
  interestCents: Cents;
};

/** The approved repayments in the order of the books, split as they were posted. */
async function readRepayments(
  reader: Reader,
  t: Translate,
  loanId: number,
): Promise<LoanMovement[]> {
  const rows = await reader
    .selectFrom("payments")
    .innerJoin("entries", (join) =>
      join.onRef("entries.source_id", "=", "payments.id").on("entries.source_kind", "=", "payment"),
    )
    .select([
      "payments.paid_on",
      "payments.reference",
      creditedTo("loan_receivable").as("principal_cents"),
      creditedTo("interest_receivable").as("interest_cents"),
    ])
    .where("payments.loan_id", "=", loanId)
    .where("entries.reverses", "is", null)
    .orderBy("entries.id")
    .execute();
  return rows.map((row) => ({
    on: row.paid_on,
    description: t("reports.repayment", { reference: row.reference }),
    principalCents: row.principal_cents,
    interestCents: row.interest_cents,
  }));
}

/** Interest of a loan of a product, as it was charged; what was taken back is in its repayment. */
async function readCharges(reader: Reader, t: Translate, loanId: number): Promise<LoanMovement[]> {
  const rows = await reader
    .selectFrom("loan_interest")
    .innerJoin("loans", "loans.id", "loan_interest.loan_id")
    .select(["loans.loan_type", "loans.number", "due_on", "charged_on"])
    .select("loan_interest.amount_cents")
    .where("loan_id", "=", loanId)
    .where("loan_interest.amount_cents", ">", 0n)
    .where("loan_interest.change_id", "is", null)
    .orderBy("charged_on")
    .orderBy("loan_interest.id")
    .execute();
  return rows.map((row) => ({
    on: row.charged_on,
    description: t("descriptions.loanInterest", {
      loan: nameOfLoan(row),
      day: { day: row.due_on },
    }),
    principalCents: 0n,
    interestCents: row.amount_cents,
  }));
}

/** The loan that paid this one off, split as it was posted. */
async function readTopUps(reader: Reader, t: Translate, loanId: number): Promise<LoanMovement[]> {
  const rows = await reader
    .selectFrom("loan_repayments")
    .innerJoin("loans", "loans.id", "loan_repayments.top_up_id")
    .innerJoin("entries", (join) =>
      join.onRef("entries.source_id", "=", "loans.id").on("entries.source_kind", "=", "loan"),
    )
    .select(["loans.loan_type", "loans.number", "paid_on"])
    .select([creditedTo("loan_receivable", loanId).as("principal_cents")])
    .select([creditedTo("interest_receivable", loanId).as("interest_cents")])
    .where("loan_repayments.loan_id", "=", loanId)
    .execute();
  return rows.map((row) => ({
    on: row.paid_on,
    description: t("descriptions.loanPaidOut", { loan: nameOfLoan(row) }),
    principalCents: row.principal_cents,
    interestCents: row.interest_cents,
  }));
}

function creditedTo(account: "loan_receivable" | "interest_receivable", loanId?: number) {
  return sql<Cents>`(
    SELECT coalesce(-sum(amount_cents), 0)::bigint FROM postings
     WHERE postings.entry_id = entries.id AND postings.account = ${account}
       AND postings.loan_id IS NOT DISTINCT FROM coalesce(${loanId ?? null}::int, postings.loan_id))`;
}

/** Repayments that the second office has not decided, newest first. */
async function readUndecidedRepayments(reader: Reader, loanId: number) {
  return reader
    .selectFrom("payments")
    .select(["paid_on", "reference", "status", "amount_cents"])
    .where("loan_id", "=", loanId)
    .where("status", "in", ["pending", "pending_approval"])
    .orderBy("id", "desc")
    .execute();
}

/** What the member's exit settled of the loan, and the last day of a recovery since; null while they stay. */
async function readLoanSettlement(
  reader: Reader,
  loanId: number,
): Promise<{ on: PlainDate; settledCents: Cents; recoveredOn: PlainDate | null } | null> {
  const row = await reader
    .selectFrom("settled_loans")
    .innerJoin("settlements", "settlements.id", "settled_loans.settlement_id")
    .select([
      "settled_loans.amount_cents",
      sql<PlainDate>`(settlements.settled_at AT TIME ZONE 'Africa/Nairobi')::date`.as("on"),
      sql<PlainDate | null>`(
        SELECT (max(recovered.recovered_at) AT TIME ZONE 'Africa/Nairobi')::date
          FROM bad_debt_recoveries recovered JOIN bad_debts debt ON debt.id = recovered.bad_debt_id
         WHERE debt.settlement_id = settlements.id)`.as("recovered_on"),
    ])
    .where("settled_loans.loan_id", "=", loanId)
    .executeTakeFirst();
  if (row === undefined) return null;
  return { on: row.on, settledCents: row.amount_cents, recoveredOn: row.recovered_on };
}
