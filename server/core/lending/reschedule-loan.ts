// A new schedule of a loan (LEND-9): its rows, and the interest that was charged of rows it moved. It posts nothing.
import { assert } from "#domain/assert.ts";
import type { PlainDate } from "#domain/calendar.ts";
import { interestToCharge } from "#domain/lending/repaid.ts";
import { type LoanEvent, replay } from "#domain/lending/replay.ts";
import { sumOf } from "#domain/money.ts";
import type { Tx } from "#server/db/connection.ts";
import { saveCharges } from "./charges.ts";
import type { Lent } from "./lent-loans.ts";
import { saveSchedules } from "./schedules.ts";

type NewSchedule = {
  changeId: number;
  on: PlainDate;
  firstDueOn: PlainDate | null;
  instalments: number;
  by: { authorId: number; now: Date };
};

/** The loan as it would be; the caller has locked it, or only looks. */
export function rescheduled(
  lent: Lent,
  { on, firstDueOn, instalments }: Pick<NewSchedule, "on" | "firstDueOn" | "instalments">,
): Lent {
  const event: LoanEvent = { kind: "reschedule", on, firstDueOn, instalments };
  const events = [...lent.events, event];
  return { ...lent, events, schedule: replay(lent.loan, events) };
}

/** Charges what fell due before the sweep came, moves what is unpaid to the first new row, and stores the rows. */
export async function rescheduleLoan(tx: Tx, before: Lent, change: NewSchedule): Promise<void> {
  const { changeId, on, by } = change;
  const due = interestToCharge(before.schedule, { charged: before.charged, day: on });
  await saveCharges(
    tx,
    due.map(({ dueOn, cents }) => {
      assert(cents > 0n, "without a repayment, interest is charged and not taken back");
      return { loan: before.row, dueOn, cents, isOfDay: true, on, repaymentId: null, by };
    }),
  );
  const charged = new Map(before.charged);
  const add = (dueOn: PlainDate, cents: bigint) =>
    charged.set(dueOn, (charged.get(dueOn) ?? 0n) + cents);
  for (const { dueOn, cents } of due) add(dueOn, cents);
  const after = rescheduled(before, change);
  const moved = interestToCharge(after.schedule, { charged, day: on });
  assert(sumOf(moved, ({ cents }) => cents) === 0n, `change ${changeId} posts nothing`);
  for (const { dueOn, cents } of moved) add(dueOn, cents);
  if (moved.length > 0)
    await tx
      .insertInto("loan_interest")
      .values(
        moved.map(({ dueOn, cents }) => ({
          loan_id: before.row.id,
          due_on: dueOn,
          amount_cents: cents,
          charged_on: on,
          charged_at: by.now,
          change_id: changeId,
        })),
      )
      .execute();
  const changedBy = { reason: "reschedule", from: on, changeId } as const;
  await saveSchedules(tx, [{ lent: { ...after, charged }, on, changedBy }]);
}
