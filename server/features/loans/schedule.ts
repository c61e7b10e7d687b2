// One loan, the rows of one of a product, and what clears it (LEND-2 to LEND-4).
import * as contract from "#contract/lending.ts";
import { getLoan } from "#contract/loans.ts";
import { addDays, nairobiDate } from "#domain/calendar.ts";
import type { Row } from "#domain/lending/rows.ts";
import { settlementOf } from "#domain/lending/settlement-amount.ts";
import { type Standing, standingOn } from "#domain/lending/standing.ts";
import { sumOf, toKes } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import { maySeeLoan, readSchedule } from "#server/core/lending/visible-loans.ts";
import type { Reader } from "#server/db/connection.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import { readLoan } from "./loans.ts";

export function scheduleRoutes(routes: Routes): void {
  routes.read(getLoan, async (reader, { actor, id, now, t }) => {
    const loan = await reader
      .selectFrom("loans")
      .select("member_id")
      .where("id", "=", id)
      .executeTakeFirst();
    const maySee =
      loan !== undefined &&
      (await maySeeLoan(reader, { actor, id, borrowerId: loan.member_id, guarantorsToo: true }));
    if (!maySee) throw refuse("not-found");
    const params = { id, callerId: actor.id, t, today: nairobiDate(now) };
    return { loan: await readLoan(reader, params) };
  });

  routes.read(contract.getLoanSchedule, async (reader, { actor, id, query, now }) => {
    const today = nairobiDate(now);
    const read = { actor, id, today, guarantorsToo: true };
    const { schedule, version, versions } = await readSchedule(reader, read);
    const shown =
      query.version === undefined || query.version === version
        ? schedule
        : { ...schedule, rows: await readRows(reader, { id, version: query.version }) };
    const standing = standingOn(shown, query.date ?? today);
    return { ...viewStanding(standing), version: query.version ?? version, versions };
  });

  routes.read(contract.getLoanSettlement, async (reader, { actor, id, query, now }) => {
    const today = nairobiDate(now);
    const date = query.date ?? today;
    const { schedule } = await readSchedule(reader, { actor, id, today });
    const [first, last] = [today, addDays(today, 31)];
    if (date < first || date > last)
      throw refuse("choose-a-day", { first: { day: first }, last: { day: last } }).at("date");
    const settlement = settlementOf(schedule, date);
    return {
      date,
      principal: toKes(settlement.principalCents),
      interest_due: toKes(settlement.interestDueCents),
      interest_running: toKes(settlement.runningCents),
      paid_ahead: toKes(settlement.paidAheadCents),
      total: toKes(settlement.totalCents),
      saves: toKes(settlement.savesCents),
    };
  });
}

/** The rows of an earlier version; what is paid of them follows from all payments. */
async function readRows(
  reader: Reader,
  { id, version }: { id: number; version: number },
): Promise<Row[]> {
  const rows = await reader
    .selectFrom("loan_rows")
    .selectAll()
    .where("loan_id", "=", id)
    .where("version", "=", version)
    .orderBy("place")
    .execute();
  if (rows.length === 0) throw refuse("not-found");
  return rows.map((row) => ({
    number: row.number,
    dueOn: row.due_on,
    interestCents: row.interest_cents,
    carriedCents: row.carried_cents,
    principalCents: row.principal_cents,
    isMoved: row.is_moved,
  }));
}

function viewStanding({ rows, overdue, daysLate }: Standing) {
  const paid = sumOf(rows, (row) => row.paid.interestCents + row.paid.principalCents);
  return {
    instalments: rows.map((row) => ({
      number: row.number,
      due_on: row.dueOn,
      interest: toKes(row.interestCents),
      principal: toKes(row.principalCents),
      total: toKes(row.totalCents),
      balance: toKes(row.balanceCents),
      paid_interest: toKes(row.paid.interestCents),
      paid_principal: toKes(row.paid.principalCents),
      state: row.state,
    })),
    totals: {
      interest: toKes(sumOf(rows, (row) => row.interestCents)),
      principal: toKes(sumOf(rows, (row) => row.principalCents)),
      total: toKes(sumOf(rows, (row) => row.totalCents)),
      paid: toKes(paid),
    },
    days_late: daysLate,
    overdue: {
      interest: toKes(overdue.interestCents),
      principal: toKes(overdue.principalCents),
      total: toKes(overdue.interestCents + overdue.principalCents),
    },
  };
}
