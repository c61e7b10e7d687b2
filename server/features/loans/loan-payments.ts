// Repayments of loans (PAY-7, LEND-4): reported, and read; core/approvals/decide-payments.ts decides on them.
import { sql } from "kysely";
import type { LoanPayment } from "#contract/loans.ts";
import { single } from "#domain/assert.ts";
import { addDays, nairobiDate, nairobiMidnight, type PlainDate } from "#domain/calendar.ts";
import type { EarlyWay } from "#domain/lending/pay-loan.ts";
import type { Schedule } from "#domain/lending/schedule.ts";
import { settlementOf } from "#domain/lending/settlement-amount.ts";
import { type Cents, toKes } from "#domain/money.ts";
import { LOAN_PAYMENT } from "#domain/payments/payment-kinds.ts";
import { type Refusal, refuse } from "#domain/refusal.ts";
import type { Translate } from "#messages/translator.ts";
import { contestedBy } from "#server/core/approvals/contested.ts";
import { evidenceColumn } from "#server/core/approvals/evidence.ts";
import {
  type OpenParams,
  paidInPeriod,
  readingByIds,
  readOpenPayments,
  selectPayments,
  toPaymentFields,
} from "#server/core/approvals/payment-rows.ts";
import type { CollectedPayment, ValidateFigures } from "#server/core/approvals/enter-collected.ts";
import { ownPayer, type Payer, submitPayment } from "#server/core/approvals/payments.ts";
import { lockBorrowerAndLoan } from "#server/core/lending/loans.ts";
import { nameOfLoan } from "#server/core/ledger/loan-name.ts";
import { usedRowsOf } from "#server/core/ledger/used-rows.ts";
import { type Lent, readLent } from "#server/core/lending/lent-loans.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import type { Period } from "#server/db/in-period.ts";
import { inPage, type Page } from "#server/db/paging.ts";
import { anyOf, preparedQuery } from "#server/db/prepared-queries/prepared-query.ts";
import type { SpokenTo, Viewer } from "#server/platform/request.ts";

/**
 * Submits a repayment, dated now; or an official's entry for a member, dated as on the statement (STAT-16); of a loan
 * of a product on its own day (LEND-4). Refuses a loan that is neither active nor in default, and more than what clears
 * it less the waiting payments, also when two requests race.
 */
export async function payLoan(
  tx: Tx,
  by: SpokenTo,
  paid: {
    loanId: number;
    amountCents: Cents;
    reference: string;
    payer?: Payer;
    paidAt?: Date;
    /** Which loan of one sum it is (PAY-35). */
    part?: number;
    /** Of a loan of a product: the day of the payment, and what is done with more than is due. */
    paidOn?: PlainDate;
    early?: EarlyWay;
  },
): Promise<LoanPayment> {
  const payer = paid.payer ?? ownPayer(by.actor);
  const { loan } = await lockBorrowerAndLoan(tx, paid.loanId);
  if (loan.member_id !== payer.memberId) throw refuse("not-found");
  const refusal = whyNotRepayable(loan);
  if (refusal !== null) throw refusal;
  const lent = (await readLent(tx, [loan])).get(loan.id);
  const own = lent === undefined ? null : ownDay(lent, { ...paid, now: by.now });
  const clearingCents =
    lent === undefined || own === null
      ? loan.balance_cents
      : settlementOf(lent.schedule, own.paidOn).totalCents;
  const waitingCents = await readWaitingCents(tx, loan.id);
  if (paid.amountCents > clearingCents - waitingCents)
    throw tooMuch(clearingCents - waitingCents, waitingCents).at("amount_paid");
  const id = await submitPayment(tx, by, {
    kind: LOAN_PAYMENT,
    payer,
    amountCents: paid.amountCents,
    reference: paid.reference,
    paidAt: paid.paidAt ?? own?.paidAt ?? by.now,
    early: lent === undefined ? null : (paid.early ?? "ahead"),
    contributionMonth: null,
    part: paid.part ?? 0,
    loan: { id: loan.id, name: nameOfLoan(loan) },
  });
  return single(await readLoanPayments(tx, [{ id, callerId: by.actor.id, t: by.t }]));
}

function whyNotRepayable({ status }: { status: string }): Refusal | null {
  return status === "active" || status === "default"
    ? null
    : refuse("loan-not-repayable", { status });
}

/**
 * Those of a collection sheet, dated its meeting as a statement's line is; more than is due is paid ahead. Refuses as `payLoan`, and
 * another member's loan.
 */
export const validateLoanPayments: ValidateFigures = async (tx, { paidAt }, figures) => {
  const ids = figures.flatMap(({ loanId }) => (loanId === null ? [] : [loanId]));
  const rows = await tx
    .selectFrom("loans")
    .selectAll()
    .where("id", "=", anyOf("int", ids))
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  const loans = new Map(rows.map((loan) => [loan.id, loan]));
  const lent = await readLent(tx, rows);
  const waiting = await readWaitingByLoan(tx, ids);
  return figures.map(({ memberId, loanId, amountCents }): CollectedPayment | Refusal => {
    const loan = loans.get(loanId ?? 0);
    if (loan?.member_id !== memberId) return refuse("loan-of-another");
    const refusal = whyNotRepayable(loan);
    if (refusal !== null) return refusal;
    const ofProduct = lent.get(loan.id);
    const clearingCents =
      ofProduct === undefined
        ? loan.balance_cents
        : settlementOf(ofProduct.schedule, dayCounted(ofProduct, paidAt)).totalCents;
    const waitingCents = waiting.get(loan.id) ?? 0n;
    const payableCents = clearingCents - waitingCents;
    if (amountCents > payableCents) return tooMuch(payableCents, waitingCents);
    waiting.set(loan.id, waitingCents + amountCents);
    return {
      kind: LOAN_PAYMENT,
      memberId,
      amountCents,
      contributionMonth: null,
      loan: { id: loan.id, name: nameOfLoan(loan) },
      early: ofProduct === undefined ? null : "ahead",
      fund: null,
    };
  });
};

/** A payment from before the payout counts from then on. */
function dayCounted({ loan }: Lent, paidAt: Date): PlainDate {
  const day = nairobiDate(paidAt);
  return day < loan.paidOutOn ? loan.paidOutOn : day;
}

async function readWaitingByLoan(
  reader: Reader,
  loanIds: readonly number[],
): Promise<Map<number, Cents>> {
  const { rows } = await sql<{ loan_id: number; cents: Cents }>`
    SELECT loan_id, sum(amount_cents)::bigint AS cents FROM payments
     WHERE loan_id = ANY (${[...loanIds]}::int[]) AND status IN ('pending', 'pending_approval') GROUP BY loan_id`.execute(
    reader,
  );
  return new Map(rows.map(({ loan_id: loanId, cents }) => [loanId, cents]));
}

// So many days may pass before a payment is reported.
const DAYS_AGO_MOST = 31;

/** The day and moment of a payment on a loan of a product; refuses a day, and an early way, that it cannot have. */
function ownDay(
  lent: Lent,
  paid: { paidOn?: PlainDate; paidAt?: Date; early?: EarlyWay; now: Date },
): { paidOn: PlainDate; paidAt: Date } {
  const { schedule } = lent;
  const { now, early } = paid;
  if (schedule.flat !== null && early !== undefined && early !== "ahead")
    throw refuse("early-changes-nothing").at("early");
  const today = nairobiDate(now);
  // As a statement has it; a line from before the payout counts from then on.
  if (paid.paidAt !== undefined)
    return { paidOn: dayCounted(lent, paid.paidAt), paidAt: paid.paidAt };
  const paidOn = paidOnOf(schedule, { paidOn: paid.paidOn, today });
  // The moment of another day is not known: its noon.
  const noon = new Date(nairobiMidnight(paidOn).getTime() + 12 * 3_600_000);
  return { paidOn, paidAt: paidOn === today ? now : noon };
}

/** The day that a member names, or today; refuses one that a payment of the loan cannot have. */
export function paidOnOf(
  { loan }: Schedule,
  { paidOn: named, today }: { paidOn: PlainDate | undefined; today: PlainDate },
): PlainDate {
  const paidOn = named ?? today;
  if (paidOn > today) throw refuse("date-in-future").at("paid_on");
  if (paidOn < loan.paidOutOn) throw refuse("paid-before-payout").at("paid_on");
  if (paidOn < addDays(today, -DAYS_AGO_MOST)) throw refuse("paid-too-long-ago").at("paid_on");
  return paidOn;
}

function tooMuch(payable: Cents, waiting: Cents): Refusal {
  return waiting === 0n
    ? refuse("loan-payment-too-much", { payable })
    : refuse("loan-payment-too-much-beside-waiting", { payable, waiting });
}

function selectLoanPayments(reader: Reader) {
  return selectPayments(reader, LOAN_PAYMENT)
    .innerJoin("loans", "loans.id", "payments.loan_id")
    .leftJoin("loan_repayments", "loan_repayments.payment_id", "payments.id")
    .select(["loans.id as loan_id", "loans.number as loan_number", "loans.loan_type"])
    .select(["payments.early", "payments.paid_on", "loan_repayments.paid_on as counts_on"])
    .select([
      "loan_repayments.allocation",
      "loan_repayments.early_principal_cents",
      "loan_repayments.interest_saved_cents",
      "loan_repayments.balance_after_cents",
    ]);
}

type PaymentRow = Awaited<ReturnType<ReturnType<typeof selectLoanPayments>["execute"]>>[number];

function toLoanPayment(row: PaymentRow, { callerId, t }: Viewer): LoanPayment {
  return {
    ...toPaymentFields(row, { callerId, t }),
    loan: {
      loan_id: row.loan_id,
      loan_name: t(nameOfLoan({ loan_type: row.loan_type, number: row.loan_number })),
    },
    ...usedFor(row),
  };
}

/** What a payment on a loan of a product was used for (LEND-3); nothing of a plain one. */
function usedFor(row: PaymentRow): Partial<LoanPayment> {
  const { early, allocation, balance_after_cents: after } = row;
  if (early === null) return {};
  return {
    paid_on: row.counts_on ?? row.paid_on,
    // The database admits no other (payments_early).
    early: early as EarlyWay,
    allocation: usedRowsOf(allocation),
    early_principal: toKes(row.early_principal_cents ?? 0n),
    interest_saved: toKes(row.interest_saved_cents ?? 0n),
    balance_after: after === null ? null : toKes(after),
  };
}

/** Loan payments as their lists show them to each caller, in the order of the ids. */
export const readLoanPayments = readingByIds(
  preparedQuery((reader, ids: readonly number[]) =>
    selectLoanPayments(reader).where("payments.id", "=", anyOf("int", ids)),
  ),
  toLoanPayment,
);

/** A member's own loan payments by payment day, newest first. */
export async function readOwnLoanPayments(
  reader: Reader,
  params: { memberId: number; period: Period; page: Page | null; t: Translate },
): Promise<{ payments: LoanPayment[]; count: number | undefined }> {
  let rows = selectLoanPayments(reader)
    .where("payments.member_id", "=", params.memberId)
    .where(paidInPeriod(params.period))
    .orderBy("payments.paid_at", "desc")
    .orderBy("payments.id", "desc");
  rows = inPage(rows, params.page);
  const count =
    params.page === null
      ? undefined
      : await reader
          .selectFrom("payments")
          .select(sql<bigint>`count(*)`.as("count"))
          .where("kind", "=", LOAN_PAYMENT)
          .where("member_id", "=", params.memberId)
          .where(paidInPeriod(params.period))
          .executeTakeFirstOrThrow();
  return {
    payments: (await rows.execute()).map((row) =>
      toLoanPayment(row, { callerId: params.memberId, t: params.t }),
    ),
    count: count === undefined ? undefined : Number(count.count),
  };
}

/** Loan payments that an office still has to decide on, newest first, with the statements' evidence. */
export function readOpenLoanPayments(reader: Reader, params: OpenParams) {
  return readOpenPayments(
    reader,
    { ...params, kind: LOAN_PAYMENT },
    selectLoanPayments(reader).select([evidenceColumn.as("evidence"), contestedBy.as("contested")]),
    (row) => toLoanPayment(row, params),
  );
}

/** The sum of a loan's undecided payments, in cents. */
export async function readWaitingCents(reader: Reader, loanId: number): Promise<Cents> {
  const { cents } = await reader
    .selectFrom("payments")
    .select(sql<Cents>`coalesce(sum(amount_cents), 0)::bigint`.as("cents"))
    .where("loan_id", "=", loanId)
    .where("status", "in", ["pending", "pending_approval"])
    .executeTakeFirstOrThrow();
  return cents;
}
