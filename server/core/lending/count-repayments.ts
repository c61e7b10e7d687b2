// Counts repayments of loans of a product: their parts, the interest they charge or take back, and the rows they leave
// (LEND-3, LEND-4).
import { assert, single } from "#domain/assert.ts";
import type { PlainDate } from "#domain/calendar.ts";
import type { EarlyWay } from "#domain/lending/pay-loan.ts";
import { interestToCharge, type Repaid, repaidBy } from "#domain/lending/repaid.ts";
import { type LoanEvent, replay } from "#domain/lending/replay.ts";
import type { RepaidParts } from "#domain/ledger/posting-rules.ts";
import { type Cents, sumOf } from "#domain/money.ts";
import type { Tx } from "#server/db/connection.ts";
import { type Charge, saveCharges } from "./charges.ts";
import { tellReleased } from "./guarantees.ts";
import { balanceOf, type Lent } from "./lent-loans.ts";
import { saveSchedules } from "./schedules.ts";

export type RepaymentOf =
  | { paymentId: number; topUpId?: never; changeId?: never; distributionId?: never }
  | { topUpId: number; paymentId?: never; changeId?: never; distributionId?: never }
  | { changeId: number; paymentId?: never; topUpId?: never; distributionId?: never }
  | { distributionId: number; paymentId?: never; topUpId?: never; changeId?: never };

type Repayment = {
  of: RepaymentOf;
  loanId: number;
  amountCents: Cents;
  paidOn: PlainDate;
  early: EarlyWay;
  /** When it counts in the books. */
  on: PlainDate;
  by: { authorId: number; now: Date };
};

/** `isOfRow`: of an instalment that fell due, whoever repays; otherwise the repayment reached it or made it. */
type CountedCharge = Charge & { isOfRow: boolean };
type Counted = Repayment &
  Repaid &
  RepaidParts & { balanceAfterCents: Cents; charges: CountedCharge[] };

/** Loans under locks, and what repays them, one after the other. Nothing is written before `save`. */
export function countingRepayments(tx: Tx, loans: ReadonlyMap<number, Lent>) {
  const current = new Map(loans);
  const counted: Counted[] = [];
  return {
    /** What it posts; its interest is charged in entries of its own. */
    count(repayment: Repayment): Counted {
      const lent = current.get(repayment.loanId);
      assert(lent !== undefined, `loan ${repayment.loanId} runs`);
      const { after, result } = countOne(lent, repayment);
      current.set(repayment.loanId, after);
      counted.push(result);
      return result;
    },
    /** The loan with all that was counted so far. */
    after(loanId: number): Lent {
      const lent = current.get(loanId);
      assert(lent !== undefined, `loan ${loanId} runs`);
      return lent;
    },
    /** Writes the repayments, the rows they left, and the entries of interest that they reached. */
    async save(): Promise<void> {
      if (counted.length === 0) return;
      const ids = await insertRepayments(tx, counted);
      const stored = counted.map((each, index) => ({
        ...each,
        id: single(ids.slice(index, index + 1)),
      }));
      // Of several repayments of a loan that count together, the last one names its new rows.
      const last = new Map(stored.map((each) => [each.loanId, each]));
      const changing = new Map(
        stored.filter((each) => each.isNewVersion).map((each) => [each.loanId, each]),
      );
      await saveSchedules(
        tx,
        [...last.values()].map(({ loanId, on }) => ({
          lent: this.after(loanId),
          on,
          changedBy: earlyBy(changing.get(loanId)),
        })),
      );
      for (const { loanId, by } of last.values())
        if (balanceOf(this.after(loanId)) === 0n)
          await tellReleased(tx, { loanIds: [loanId], now: by.now });
      await saveCharges(
        tx,
        stored.flatMap(({ charges, by, id }) =>
          charges.map((charge) => ({ ...charge, by, repaymentId: charge.isOfRow ? null : id })),
        ),
      );
    },
  };
}

function earlyBy(repayment: { id: number; paidOn: PlainDate } | undefined) {
  if (repayment === undefined) return null;
  return { reason: "early", from: repayment.paidOn, repaymentId: repayment.id } as const;
}

function countOne(lent: Lent, repayment: Repayment): { after: Lent; result: Counted } {
  const { amountCents, paidOn, early, on } = repayment;
  const id = 1 + Math.max(0, ...lent.events.map((event) => ("id" in event ? event.id : 0)));
  const event: LoanEvent = { kind: "payment", id, paidOn, amountCents, early };
  const events = [...lent.events, event];
  const schedule = replay(lent.loan, events);
  const repaid = repaidBy(lent.schedule, schedule);
  const due = interestToCharge(schedule, { charged: lent.charged, day: on });
  const charged = new Map(lent.charged);
  for (const { dueOn, cents } of due) charged.set(dueOn, (charged.get(dueOn) ?? 0n) + cents);
  const instalments = new Set(
    schedule.rows.flatMap((row) => (row.number === null ? [] : [row.dueOn])),
  );
  const charges = due.map(({ dueOn, cents }): CountedCharge => {
    // A row that fell due before the sweep came is charged as the sweep would.
    const isOfDay = cents > 0n && dueOn <= on && (lent.charged.get(dueOn) ?? 0n) === 0n;
    return {
      loan: lent.row,
      dueOn,
      cents,
      isOfDay,
      isOfRow: isOfDay && instalments.has(dueOn),
      on,
    };
  });
  const takenBackCents = sumOf(due, ({ cents }) => (cents < 0n ? -cents : 0n));
  const row = { ...lent.row, repaid_cents: lent.row.repaid_cents + amountCents };
  const after = { ...lent, row, events, schedule, charged };
  const balanceAfterCents = balanceOf(after);
  return { after, result: { ...repayment, ...repaid, takenBackCents, balanceAfterCents, charges } };
}

type Stored = Pick<
  Counted,
  | "of"
  | "loanId"
  | "amountCents"
  | "paidOn"
  | "early"
  | "principalCents"
  | "interestCents"
  | "earlyPrincipalCents"
  | "savedCents"
  | "balanceAfterCents"
> & { rows: readonly Counted["rows"][number][] };

export async function insertRepayments(tx: Tx, counted: readonly Stored[]): Promise<number[]> {
  if (counted.length === 0) return [];
  const rows = await tx
    .insertInto("loan_repayments")
    .values(
      counted.map((each) => ({
        loan_id: each.loanId,
        payment_id: each.of.paymentId ?? null,
        top_up_id: each.of.topUpId ?? null,
        change_id: each.of.changeId ?? null,
        distribution_id: each.of.distributionId ?? null,
        amount_cents: each.amountCents,
        paid_on: each.paidOn,
        early: each.early,
        principal_cents: each.principalCents,
        interest_cents: each.interestCents,
        early_principal_cents: each.earlyPrincipalCents,
        interest_saved_cents: each.savedCents,
        balance_after_cents: each.balanceAfterCents,
        allocation: JSON.stringify(
          each.rows.map((row) => ({
            number: row.number,
            due_on: row.dueOn,
            interest_cents: String(row.interestCents),
            principal_cents: String(row.principalCents),
          })),
        ),
      })),
    )
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}
