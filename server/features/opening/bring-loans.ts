// The loans of the book, each a loan that goes on being repaid (OPEN-34, OPEN-35), by its rows if it has instalments (LEND-12).
import { sql } from "kysely";
import { assert } from "#domain/assert.ts";
import {
  fullMonthsBetween,
  nairobiDate,
  nairobiMidnight,
  type PlainDate,
} from "#domain/calendar.ts";
import { loanBroughtForward, statusOfLoan } from "#domain/ledger/opening-postings.ts";
import type { LoanProduct } from "#domain/lending/product.ts";
import { lastDayOf } from "#domain/lending/repaid.ts";
import { openSchedule, type Schedule } from "#domain/lending/schedule.ts";
import { mulDiv, toKes } from "#domain/money.ts";
import type { OpeningLoan } from "#domain/opening/opening-book.ts";
import { recordAudits } from "#server/core/audit-log/audit.ts";
import { writeEntries } from "#server/core/ledger/journal.ts";
import { nameOfLoan } from "#server/core/ledger/loan-name.ts";
import { bringInterest } from "#server/core/lending/charges.ts";
import { readProducts } from "#server/core/lending/products.ts";
import { columnsOf, insertVersions } from "#server/core/lending/schedules.ts";
import type { Tx } from "#server/db/connection.ts";
import { type Bringing, inBatches, type MemberIds, memberOf } from "./bring-members.ts";

const INT_MAX = 2_147_483_647n;

export async function bringLoans(
  tx: Tx,
  bringing: Bringing,
  loans: readonly OpeningLoan[],
  memberIds: MemberIds,
): Promise<void> {
  const products = await readProducts(
    tx,
    loans.flatMap(({ lent }) => (lent === undefined ? [] : [lent.productId])),
  );
  const numbered = (await numberLoans(tx, loans, memberIds)).map((loan) => ({
    ...loan,
    lent: lentAs(loan, { cutOver: bringing.cutOver, products }),
  }));
  const today = nairobiDate(bringing.now);
  await inBatches(numbered, (batch) => bringBatch(tx, bringing, batch, today));
}

type Numbered = OpeningLoan & { memberId: number; number: number };
type Lent = NonNullable<OpeningLoan["lent"]> & { product: LoanProduct; schedule: Schedule };
/** `lent` is null for a plain loan. */
type NumberedLoan = Omit<Numbered, "lent"> & { lent: Lent | null };

/** A product is never changed, so its rows are those of the rehearsal. */
function lentAs(
  { lent, amountCents, interestCents, givenOn, row }: OpeningLoan,
  { cutOver, products }: { cutOver: PlainDate; products: ReadonlyMap<number, LoanProduct> },
): Lent | null {
  if (lent === undefined) return null;
  const { productId, instalments, nextDueOn: firstDueOn } = lent;
  const product = products.get(productId);
  assert(product !== undefined, `product ${productId} is there`);
  const book = { on: cutOver, firstDueOn, interestCents };
  const terms = { amountCents, instalments, paidOutOn: givenOn, terms: product.terms, book };
  const schedule = openSchedule(terms);
  assert(schedule !== null, `the loan in row ${row} has rows that repay it`);
  return { ...lent, product, schedule };
}

/** "Normal Loan 1" is the member's oldest, after what they applied for here. */
async function numberLoans(
  tx: Tx,
  loans: readonly OpeningLoan[],
  memberIds: MemberIds,
): Promise<Numbered[]> {
  const { rows } = await sql<{ member_id: number; number: number }>`
    SELECT member_id, max(number) AS number FROM loans GROUP BY member_id`.execute(tx);
  const last = new Map(rows.map(({ member_id, number }) => [member_id, number]));
  const oldestFirst = loans.toSorted((a, b) => a.givenOn.localeCompare(b.givenOn) || a.row - b.row);
  return oldestFirst.map((loan) => {
    const memberId = memberOf(memberIds, loan.regNumber);
    const number = (last.get(memberId) ?? 0) + 1;
    last.set(memberId, number);
    return { ...loan, memberId, number };
  });
}

async function bringBatch(
  tx: Tx,
  bringing: Bringing,
  batch: readonly NumberedLoan[],
  today: PlainDate,
): Promise<void> {
  const { openingId, now, cutOver: businessDate, description } = bringing;
  const rows = await tx
    .insertInto("loans")
    .values(
      batch.map((loan) => ({
        member_id: loan.memberId,
        number: loan.number,
        ...termsOf(loan),
        status: statusOfLoan(lastDay(loan), today),
        start_date: loan.givenOn,
        repaid_cents: loan.paidCents,
        opening_id: openingId,
        ...rowsOf(loan, businessDate),
      })),
    )
    .returning(["id", "member_id", "number"])
    .execute();
  const ids = new Map(rows.map((row) => [`${row.member_id} ${row.number}`, row.id]));
  // Each was just inserted.
  const stored = batch.map((loan) => ({
    loan,
    loanId: ids.get(`${loan.memberId} ${loan.number}`)!,
  }));
  await tx
    .insertInto("opening_loans")
    .values(
      stored.map(({ loan, loanId }) => ({
        loan_id: loanId,
        opening_id: openingId,
        member_id: loan.memberId,
        row: loan.row,
        amount_cents: loan.amountCents,
        interest_cents: loan.interestCents,
        paid_cents: loan.paidCents,
        given_on: loan.givenOn,
        due_on: loan.dueOn,
        product_id: loan.lent?.productId ?? null,
        instalments: loan.lent?.instalments ?? null,
        next_due_on: loan.lent?.nextDueOn ?? null,
      })),
    )
    .execute();
  await bringRows(tx, bringing, stored);
  const entryIds = await writeEntries(
    tx,
    stored.map(({ loan, loanId }) => ({
      ...loanBroughtForward({ ...loan, loanId, businessDate, description }),
      authorId: bringing.proposedBy,
      now,
    })),
  );
  await recordAudits(
    tx,
    stored.map(({ loan, loanId }, index) => ({
      now,
      actorId: bringing.actor.id,
      action: "loans.bring-forward",
      subject: "loan",
      subjectId: loanId,
      after: {
        member_id: loan.memberId,
        loan: nameOfLoan({ loan_type: termsOf(loan).loan_type, number: loan.number }),
        amount: toKes(loan.amountCents),
        current_balance: toKes(balanceOf(loan)),
        status: statusOfLoan(lastDay(loan), today),
        entry_id: entryIds[index],
      },
      address: bringing.origin.address,
    })),
  );
}

const balanceOf = ({ amountCents, interestCents, paidCents }: NumberedLoan) =>
  amountCents + interestCents - paidCents;

const lastDay = ({ lent, dueOn }: NumberedLoan) =>
  lent === null ? dueOn : lastDayOf(lent.schedule);

/** What a loan is by its rows; a plain one has none. */
function rowsOf(loan: NumberedLoan, on: PlainDate) {
  const { lent, dueOn } = loan;
  const balanceCents = balanceOf(loan);
  if (lent === null)
    return {
      balance_cents: balanceCents,
      expiry_date: dueOn,
      product_id: null,
      instalments: null,
      fee_cents: null,
      version: null,
      rows_interest_cents: null,
      principal_left_cents: null,
      charges_next_on: null,
    };
  return {
    product_id: lent.productId,
    instalments: lent.instalments,
    fee_cents: 0n,
    version: 1,
    ...columnsOf(lent.schedule, { balanceCents, on }),
  };
}

/** Version 1 of the rows, and what is charged and unpaid, which the first of them carries. */
async function bringRows(
  tx: Tx,
  { openingId, cutOver: on, now }: Bringing,
  stored: readonly { loan: NumberedLoan; loanId: number }[],
): Promise<void> {
  const lent = stored.flatMap(({ loan, loanId }) =>
    loan.lent === null ? [] : [{ ...loan.lent, loanId, cents: loan.interestCents }],
  );
  await insertVersions(
    tx,
    lent.map(({ loanId, schedule }) => {
      return { loanId, schedule, version: 1, reason: "book", from: on, repaymentId: null };
    }),
  );
  await bringInterest(
    tx,
    lent
      .filter(({ schedule, cents }) => schedule.flat === null && cents > 0n)
      .map(({ loanId, nextDueOn: dueOn, cents }) => ({ loanId, dueOn, cents, openingId, on, now })),
  );
}

/** The rate and term that come nearest; what is owed follows only from the amounts. */
function termsOf(loan: NumberedLoan) {
  const { lent } = loan;
  const nearest = mulDiv(loan.interestCents, 10_000n, loan.amountCents, "half-up");
  const rate = lent === null ? nearest : BigInt(lent.product.terms.rateBasisPoints);
  return {
    loan_type: loan.loanType,
    amount_cents: loan.amountCents,
    interest_cents: loan.interestCents,
    rate_bp: Number(rate > INT_MAX ? INT_MAX : rate),
    term_months: Math.max(0, fullMonthsBetween(loan.givenOn, loan.dueOn)),
    applied_at: nairobiMidnight(loan.givenOn),
  };
}
