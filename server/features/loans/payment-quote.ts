// What a payment of a loan of a product would be used for, before it is made (LEND-4).
import * as contract from "#contract/lending.ts";
import { nairobiDate, type PlainDate } from "#domain/calendar.ts";
import { type EarlyWay, earlyWays } from "#domain/lending/pay-loan.ts";
import { repaidBy } from "#domain/lending/repaid.ts";
import { type LoanEvent, replay } from "#domain/lending/replay.ts";
import { totalOf } from "#domain/lending/rows.ts";
import type { Schedule } from "#domain/lending/schedule.ts";
import { settlementOf } from "#domain/lending/settlement-amount.ts";
import { standingOn } from "#domain/lending/standing.ts";
import { type Cents, most, sumOf, toKes } from "#domain/money.ts";
import { readSchedule } from "#server/core/lending/visible-loans.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import { paidOnOf, readWaitingCents } from "./loan-payments.ts";

export function paymentQuoteRoutes(routes: Routes): void {
  routes.read(contract.getPaymentQuote, async (reader, { actor, id, query, now }) => {
    const today = nairobiDate(now);
    const { schedule, lent } = await readSchedule(reader, { actor, id, today });
    const events = lent?.events ?? [];
    const paidOn = paidOnOf(schedule, { paidOn: query.paid_on, today });
    const settlementCents = settlementOf(schedule, paidOn).totalCents;
    const waitingCents = await readWaitingCents(reader, id);
    const amountCents = query.amount ?? 0n;
    const isPartial = amountCents > 0n && amountCents < settlementCents - waitingCents;
    return {
      paid_on: paidOn,
      ...viewDue(schedule, paidOn),
      settlement: toKes(settlementCents),
      waiting: toKes(waitingCents),
      ways:
        isPartial && schedule.flat === null
          ? earlyWays.map((early) => viewWay({ schedule, events }, { amountCents, paidOn, early }))
          : [],
    };
  });
}

function viewDue(schedule: Schedule, paidOn: PlainDate) {
  const left = unpaid(schedule, paidOn);
  const next = left.find(({ dueOn }) => dueOn > paidOn);
  return {
    due: toKes(
      sumOf(
        left.filter(({ dueOn }) => dueOn <= paidOn),
        ({ cents }) => cents,
      ),
    ),
    next: next === undefined ? null : { due_on: next.dueOn, amount: toKes(next.cents) },
  };
}

function viewWay(
  { schedule, events }: { schedule: Schedule; events: readonly LoanEvent[] },
  payment: { amountCents: Cents; paidOn: PlainDate; early: EarlyWay },
) {
  const id = 1 + schedule.payments.reduce((last, each) => Math.max(last, each.id), 0);
  const after = replay(schedule.loan, [...events, { kind: "payment", id, ...payment }]);
  const left = unpaid(after, payment.paidOn);
  const usual = left.at(-2);
  return {
    early: payment.early,
    saves: toKes(most(0n, repaidBy(schedule, after).savedCents)),
    instalments: left.length,
    last_due_on: left.at(-1)?.dueOn ?? null,
    usual: usual === undefined ? null : toKes(usual.totalCents),
  };
}

/** The rows that are not whole, by day. */
function unpaid(schedule: Schedule, day: PlainDate) {
  // All payments count, also one with a later day than the one asked about.
  const last = schedule.payments.reduce<PlainDate>(
    (latest, { paidOn }) => (paidOn > latest ? paidOn : latest),
    day,
  );
  return standingOn(schedule, last).rows.flatMap((row) => {
    const cents = totalOf(row) - row.paid.interestCents - row.paid.principalCents;
    return row.number === null || cents === 0n
      ? []
      : [{ dueOn: row.dueOn, cents, totalCents: row.totalCents }];
  });
}
