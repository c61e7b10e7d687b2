// Stores the rows of loans, each version once, and what a loan is by them (LEND-2).
import type { PlainDate } from "#domain/calendar.ts";
import { lastDayOf, nextChargeOn } from "#domain/lending/repaid.ts";
import { principalLeft, type Schedule } from "#domain/lending/schedule.ts";
import { type Cents, sumOf } from "#domain/money.ts";
import { sql } from "kysely";
import type { Tx } from "#server/db/connection.ts";
import {
  preparedQuery,
  type RowsOf,
  rowTable,
} from "#server/db/prepared-queries/prepared-query.ts";
import { balanceOf, type Lent } from "./lent-loans.ts";

type Saved = {
  lent: Lent;
  /** The day in the books. */
  on: PlainDate;
  /** What made the rows others than before; null if nothing did. */
  changedBy: Because | null;
};

type Because =
  | { reason: "early"; from: PlainDate; repaymentId: number; changeId?: never }
  | { reason: "reschedule"; from: PlainDate; changeId: number; repaymentId?: never };

/** After repayments and new schedules: a new version for loans whose rows changed, and for all what they are now. */
export async function saveSchedules(tx: Tx, saved: readonly Saved[]): Promise<void> {
  const versions = saved.flatMap(({ lent, changedBy }) =>
    changedBy === null
      ? []
      : [
          {
            loanId: lent.row.id,
            schedule: lent.schedule,
            version: nextVersion(lent),
            reason: changedBy.reason,
            from: changedBy.from,
            repaymentId: changedBy.repaymentId ?? null,
            changeId: changedBy.changeId ?? null,
          },
        ],
  );
  await insertVersions(tx, versions);
  await updateLoans(
    tx,
    saved.map(({ lent, on, changedBy }) => ({
      id: lent.row.id,
      version: changedBy === null ? lent.row.version : nextVersion(lent),
      repaid_cents: lent.row.repaid_cents,
      ...columnsOf(lent.schedule, { balanceCents: balanceOf(lent), on }),
      status: statusOf(lent, changedBy),
    })),
  );
}

/** A new schedule makes a loan in default active again. */
function statusOf(lent: Lent, changedBy: Because | null): string {
  if (balanceOf(lent) === 0n) return "cleared";
  return changedBy?.reason === "reschedule" ? "active" : lent.row.status;
}

const nextVersion = ({ row }: Lent) => (row.version ?? 0) + 1;

/** The columns of `loans` that follow from a schedule. */
export function columnsOf(
  schedule: Schedule,
  { balanceCents, on }: { balanceCents: Cents; on: PlainDate },
) {
  return {
    balance_cents: balanceCents,
    rows_interest_cents: sumOf(schedule.rows, (row) => row.interestCents),
    principal_left_cents: principalLeft(schedule),
    expiry_date: lastDayOf(schedule),
    charges_next_on: balanceCents === 0n ? null : nextChargeOn(schedule, on),
  };
}

type Version = {
  loanId: number;
  schedule: Schedule;
  version: number;
  reason: "payout" | "early" | "reschedule" | "book" | "taken_back";
  from: PlainDate;
  repaymentId: number | null;
  changeId?: number | null;
};

export async function insertVersions(tx: Tx, versions: readonly Version[]): Promise<void> {
  if (versions.length === 0) return;
  await tx
    .insertInto("loan_versions")
    .values(
      versions.map(({ loanId, schedule, version, reason, from, repaymentId, changeId = null }) => ({
        loan_id: loanId,
        version,
        reason,
        from_on: from,
        repayment_id: repaymentId,
        change_id: changeId,
        flat_from: schedule.flat?.from ?? null,
      })),
    )
    .execute();
  const rows = versions.flatMap(({ loanId, version, schedule }) =>
    schedule.rows.map((row, index) => ({
      loan_id: loanId,
      version,
      row_place: index,
      number: row.number,
      due_on: row.dueOn,
      interest_cents: row.interestCents,
      carried_cents: row.carriedCents,
      principal_cents: row.principalCents,
      is_moved: row.isMoved,
    })),
  );
  await insertRows(tx, rows);
}

const rowColumns = {
  loan_id: "int",
  version: "int",
  // `place` is the table's own column.
  row_place: "int",
  number: "int",
  due_on: "date",
  interest_cents: "bigint",
  carried_cents: "bigint",
  principal_cents: "bigint",
  is_moved: "boolean",
} as const;

// Many loans of many rows at once have more values than a statement has parameters.
const insertRows = preparedQuery((_tx, rows: RowsOf<typeof rowColumns>) => {
  const columns = Object.keys(rowColumns);
  const names = columns.map((column) => sql.ref(column === "row_place" ? "place" : column));
  const values = columns.map((column) => sql.ref(column));
  return sql`INSERT INTO loan_rows (${sql.join(names)})
    SELECT ${sql.join(values)} FROM ${rowTable("laid", rowColumns, rows)}`;
});

const loanColumns = {
  id: "int",
  version: "int",
  repaid_cents: "bigint",
  balance_cents: "bigint",
  rows_interest_cents: "bigint",
  principal_left_cents: "bigint",
  expiry_date: "date",
  charges_next_on: "date",
  status: "text",
} as const;

export const updateLoans = preparedQuery((_tx, rows: RowsOf<typeof loanColumns>) => {
  const set = Object.keys(loanColumns)
    .filter((column) => column !== "id")
    .map((column) => sql`${sql.ref(column)} = now.${sql.ref(column)}`);
  return sql`UPDATE loans SET ${sql.join(set)} FROM ${rowTable("now", loanColumns, rows)} WHERE loans.id = now.id`;
});
