// Loans of a product with their schedules, replayed from the payout and all repayments (LEND-2).
import type { Selectable } from "kysely";
import { assert } from "#domain/assert.ts";
import type { PlainDate } from "#domain/calendar.ts";
import type { LoanProduct } from "#domain/lending/product.ts";
import type { InterestByDay } from "#domain/lending/repaid.ts";
import { type LoanEvent, replay } from "#domain/lending/replay.ts";
import {
  type LentLoan,
  type LoanOfBook,
  principalLeft,
  type Schedule,
} from "#domain/lending/schedule.ts";
import type { EarlyWay } from "#domain/lending/pay-loan.ts";
import { type Cents, most, sumOf } from "#domain/money.ts";
import type { Reader } from "#server/db/connection.ts";
import { anyOf } from "#server/db/prepared-queries/prepared-query.ts";
import type { Loans } from "#server/db/tables.ts";
import { readProducts } from "./products.ts";

export type LoanOfProduct = Pick<
  Selectable<Loans>,
  | "id"
  | "member_id"
  | "loan_type"
  | "number"
  | "product_id"
  | "instalments"
  | "amount_cents"
  | "repaid_cents"
  | "balance_cents"
  | "start_date"
  | "status"
  | "version"
>;

/** A loan that was paid out, as all its repayments left it. */
export type Lent = {
  row: LoanOfProduct;
  product: LoanProduct;
  loan: LentLoan;
  events: readonly LoanEvent[];
  schedule: Schedule;
  /** What the books have charged of its interest. */
  charged: InterestByDay;
};

/** By id; plain loans and applications are left out. Five queries, however many; none without a loan of a product. */
export async function readLent(
  reader: Reader,
  loans: readonly LoanOfProduct[],
): Promise<Map<number, Lent>> {
  const running = loans.filter(
    ({ product_id, start_date }) => product_id !== null && start_date !== null,
  );
  if (running.length === 0) return new Map();
  const ids = running.map(({ id }) => id);
  const products = await readProducts(
    reader,
    running.flatMap(({ product_id: id }) => (id === null ? [] : [id])),
  );
  const repayments = await reader
    .selectFrom("loan_repayments")
    .select(["id", "loan_id", "amount_cents", "paid_on", "early"])
    .where("loan_id", "=", anyOf("int", ids))
    .where("taken_back_at", "is", null)
    .orderBy("id")
    .execute();
  const changes = await reader
    .selectFrom("loan_changes")
    .select(["loan_id", "done_on", "first_due_on", "instalments", "after_repayment"])
    .where("loan_id", "=", anyOf("int", ids))
    .where("kind", "=", "reschedule")
    .where("done_on", "is not", null)
    .orderBy("id")
    .execute();
  const interest = await reader
    .selectFrom("loan_interest")
    .select(["loan_id", "due_on", "amount_cents"])
    .where("loan_id", "=", anyOf("int", ids))
    .execute();
  const brought = await readBrought(reader, ids);
  const lent = new Map<number, Lent>();
  for (const row of running) {
    const product = products.get(row.product_id ?? 0);
    assert(product !== undefined, `loan ${row.id} has a product`);
    const loan = lentLoan(row, product, brought.get(row.id));
    const events = inOrder(
      repayments.filter((each) => each.loan_id === row.id),
      changes.filter((each) => each.loan_id === row.id),
    );
    const charged = new Map<PlainDate, Cents>();
    for (const { loan_id, due_on: dueOn, amount_cents: cents } of interest)
      if (loan_id === row.id) charged.set(dueOn, (charged.get(dueOn) ?? 0n) + cents);
    lent.set(row.id, { row, product, loan, events, charged, schedule: replay(loan, events) });
  }
  return lent;
}

/** Principal, and interest charged and unpaid; of a flat loan all that is unpaid. In cents. */
export function balanceOf({ row, schedule, charged, loan }: Lent): Cents {
  if (schedule.flat !== null) {
    const interestCents = sumOf(schedule.rows, (each) => each.interestCents);
    return loan.amountCents + interestCents - row.repaid_cents;
  }
  const principalCents = principalLeft(schedule);
  const chargedCents = [...charged.values()].reduce((sum, cents) => sum + cents, 0n);
  const paidCents = row.repaid_cents - (loan.amountCents - principalCents);
  return most(0n, principalCents + chargedCents - paidCents);
}

/** Of those from the group's book: the cut-over day, and from when on its rows were made. */
async function readBrought(
  reader: Reader,
  ids: readonly number[],
): Promise<ReadonlyMap<number, LoanOfBook>> {
  const rows = await reader
    .selectFrom("opening_loans")
    .innerJoin("openings", "openings.id", "opening_loans.opening_id")
    .select(["loan_id", "cut_over_on", "next_due_on", "interest_cents"])
    .where("loan_id", "=", anyOf("int", ids))
    .where("product_id", "is not", null)
    .execute();
  return new Map(
    rows.map((row) => {
      const { loan_id: id, cut_over_on: on, next_due_on: firstDueOn } = row;
      assert(firstDueOn !== null, `loan ${id} of the book has its next day`);
      return [id, { on, firstDueOn, interestCents: row.interest_cents }];
    }),
  );
}

function lentLoan(
  row: LoanOfProduct,
  { terms }: LoanProduct,
  book: LoanOfBook | undefined,
): LentLoan {
  const { amount_cents: amountCents, instalments, start_date: paidOutOn } = row;
  assert(instalments !== null && paidOutOn !== null, `loan ${row.id} was paid out`);
  return { terms, amountCents, instalments, paidOutOn, ...(book === undefined ? {} : { book }) };
}

type Repayment = { id: number; paid_on: PlainDate; amount_cents: Cents; early: string };
type Change = {
  done_on: PlainDate | null;
  first_due_on: PlainDate | null;
  instalments: number | null;
  after_repayment: number | null;
};

/** Repayments and new schedules as they were approved. */
function inOrder(repayments: readonly Repayment[], changes: readonly Change[]): LoanEvent[] {
  const events: LoanEvent[] = [];
  let left = [...repayments];
  for (const change of changes) {
    const { done_on: on, first_due_on: firstDueOn, instalments, after_repayment: after } = change;
    assert(on !== null && instalments !== null, "only what counts is read, and has rows");
    events.push(...left.filter(({ id }) => id <= (after ?? 0)).map(toEvent));
    left = left.filter(({ id }) => id > (after ?? 0));
    events.push({ kind: "reschedule", on, firstDueOn, instalments });
  }
  return [...events, ...left.map(toEvent)];
}

function toEvent(row: Repayment): LoanEvent {
  return {
    kind: "payment",
    id: row.id,
    paidOn: row.paid_on,
    amountCents: row.amount_cents,
    // The database admits no other (loan_repayments_early).
    early: row.early as EarlyWay,
  };
}
