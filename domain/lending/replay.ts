// A loan through all its payments and reschedules.
import { assert } from "#domain/assert.ts";
import { earlyWays, type LoanPayment, pay } from "./pay-loan.ts";
import { type Reschedule, reschedule } from "./reschedule.ts";
import { type LentLoan, openSchedule, type Schedule } from "./schedule.ts";

/** In the order of their approvals. */
export type LoanEvent = ({ kind: "payment" } & LoanPayment) | ({ kind: "reschedule" } & Reschedule);

/** The schedule after all events. Payments between two reschedules count by their own days, not by their approvals. */
export function replay(loan: LentLoan, events: readonly LoanEvent[]): Schedule {
  const opened = openSchedule(loan);
  assert(opened !== null, "a loan that was paid out has a schedule");
  let schedule = opened;
  let waiting: LoanPayment[] = [];
  for (const event of events) {
    if (event.kind === "payment") waiting.push(event);
    else {
      schedule = reschedule(inOrder(waiting).reduce(pay, schedule), event);
      waiting = [];
    }
  }
  return inOrder(waiting).reduce(pay, schedule);
}

function inOrder(payments: readonly LoanPayment[]): LoanPayment[] {
  return payments.toSorted(
    (one, other) =>
      compare(one.paidOn, other.paidOn) ||
      earlyWays.indexOf(one.early) - earlyWays.indexOf(other.early) ||
      one.id - other.id,
  );
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
