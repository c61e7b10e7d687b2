// Interest of rows: charged in entries of its own, taken back in the entry of the repayment (LEND-3).
import { assert } from "#domain/assert.ts";
import { addDays, type PlainDate } from "#domain/calendar.ts";
import { loanInterestCharged } from "#domain/ledger/posting-rules.ts";
import type { Cents } from "#domain/money.ts";
import { inEnglish } from "#messages/translator.ts";
import { readClosedYears, writeEntries } from "#server/core/ledger/journal.ts";
import { type LoanNamed, nameOfLoan } from "#server/core/ledger/loan-name.ts";
import type { Tx } from "#server/db/connection.ts";

export type Charge = {
  loan: LoanNamed & { id: number; member_id: number };
  /** The day of the row. */
  dueOn: PlainDate;
  /** Below zero: taken back. */
  cents: Cents;
  /** Whether the row fell due; it is dated that day. Otherwise a repayment reached it on the day `on`. */
  isOfDay: boolean;
  on: PlainDate;
};

/** Stores charges, and writes the entries of those above zero. The caller changes the balances. */
export async function saveCharges(
  tx: Tx,
  charges: readonly (Charge & {
    repaymentId: number | null;
    by: { authorId: number | null; now: Date };
  })[],
): Promise<void> {
  if (charges.length === 0) return;
  const [newest] = await readClosedYears(tx);
  const firstOpen = newest === undefined ? null : addDays(newest.end, 1);
  const dated = charges.map((charge) => {
    const day = charge.isOfDay ? charge.dueOn : charge.on;
    return { ...charge, day: firstOpen !== null && day < firstOpen ? firstOpen : day };
  });
  const ids = await tx
    .insertInto("loan_interest")
    .values(
      dated.map((charge) => ({
        loan_id: charge.loan.id,
        due_on: charge.dueOn,
        amount_cents: charge.cents,
        charged_on: charge.day,
        charged_at: charge.by.now,
        repayment_id: charge.repaymentId,
      })),
    )
    .returning("id")
    .execute();
  await writeEntries(
    tx,
    dated.flatMap((charge, index) => {
      const chargeId = ids[index]?.id;
      assert(chargeId !== undefined, "each charge was stored");
      if (charge.cents < 0n) return [];
      const entry = loanInterestCharged({
        chargeId,
        loanId: charge.loan.id,
        memberId: charge.loan.member_id,
        amountCents: charge.cents,
        businessDate: charge.day,
        description: inEnglish("descriptions.loanInterest", {
          loan: nameOfLoan(charge.loan),
          day: { day: charge.dueOn },
        }),
      });
      return [{ ...entry, ...charge.by }];
    }),
  );
}

/** Interest that the group's book had charged by its day, for the first row; it is in the entry of the loan. */
export async function bringInterest(
  tx: Tx,
  brought: readonly {
    loanId: number;
    dueOn: PlainDate;
    cents: Cents;
    openingId: number;
    on: PlainDate;
    now: Date;
  }[],
): Promise<void> {
  if (brought.length === 0) return;
  await tx
    .insertInto("loan_interest")
    .values(
      brought.map(({ loanId, dueOn, cents, openingId, on, now }) => ({
        loan_id: loanId,
        due_on: dueOn,
        amount_cents: cents,
        charged_on: on,
        charged_at: now,
        opening_id: openingId,
      })),
    )
    .execute();
}
