// What a change of a loan would do today (LEND-9, LEND-10): whom it concerns, its new rows, and whose savings it takes.
import { assert } from "#domain/assert.ts";
import { addDays, type PlainDate } from "#domain/calendar.ts";
import { type Call, shareCall } from "#domain/lending/guarantees.ts";
import { hasRowsFor } from "#domain/lending/reschedule.ts";
import { principalLeft } from "#domain/lending/schedule.ts";
import { type ShownRow, standingOn } from "#domain/lending/standing.ts";
import { type Cents, sumOf } from "#domain/money.ts";
import type { Office } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { heldContributions } from "#server/core/ledger/balances.ts";
import { type Lent, type LoanOfProduct, readLent } from "#server/core/lending/lent-loans.ts";
import { heldForOthers, heldOfGuarantee } from "#server/core/lending/held.ts";
import { rescheduled } from "#server/core/lending/reschedule-loan.ts";
import type { Reader } from "#server/db/connection.ts";

/** Refuses a plain loan, and one that does not run. */
export async function requireLent(reader: Reader, loan: LoanOfProduct): Promise<Lent> {
  if (loan.product_id === null) throw refuse("loan-without-instalments");
  if (loan.status !== "active" && loan.status !== "default")
    throw refuse("loan-not-repayable", { status: loan.status });
  const lent = (await readLent(reader, [loan])).get(loan.id);
  assert(lent !== undefined, `loan ${loan.id} runs`);
  return lent;
}

export type Guarantor = {
  guaranteeId: number;
  memberId: number;
  heldCents: Cents;
  name: string;
  office: Office | null;
};

/** Who still holds something for the loan, by ascending member id. */
export async function readGuarantors(reader: Reader, loanId: number): Promise<Guarantor[]> {
  const rows = await reader
    .selectFrom("loan_guarantees as guarantee")
    .innerJoin("loans as guaranteed", "guaranteed.id", "guarantee.loan_id")
    .innerJoin("members", "members.id", "guarantee.member_id")
    .select(["guarantee.id", "members.id as member_id", "members.office"])
    .select(["members.first_name", "members.last_name"])
    .select(heldOfGuarantee.as("held_cents"))
    .where("guarantee.loan_id", "=", loanId)
    .where("guarantee.state", "=", "agreed")
    .orderBy("members.id")
    .execute();
  return rows
    .filter((row) => row.held_cents > 0n)
    .map((row) => ({
      guaranteeId: row.id,
      memberId: row.member_id,
      heldCents: row.held_cents,
      name: `${row.first_name} ${row.last_name}`,
      office: row.office as Office | null,
    }));
}

/** What is overdue today, and whose savings would pay it: the borrower's own first. */
export async function planCall(
  reader: Reader,
  { lent, guarantors, today }: { lent: Lent; guarantors: readonly Guarantor[]; today: PlainDate },
): Promise<Call & { totalCents: Cents; daysLate: number; overdueCents: Cents }> {
  const { overdue, daysLate } = standingOn(lent.schedule, today);
  const overdueCents = overdue.interestCents + overdue.principalCents;
  const { contributions, held } = await reader
    .selectFrom("members")
    .select([heldContributions.as("contributions"), heldForOthers.as("held")])
    .where("members.id", "=", lent.row.member_id)
    .executeTakeFirstOrThrow();
  const call = shareCall({ overdueCents, savingsCents: contributions - held, held: guarantors });
  const totalCents = call.ofBorrowerCents + sumOf(call.ofGuarantors, ({ cents }) => cents);
  return { ...call, totalCents, daysLate, overdueCents };
}

export type WantedRows = { instalments: number; firstDueOn: PlainDate | null };

const FIRST_AFTER_DAYS = 15;
const FIRST_WITHIN_DAYS = 62;

/** Refuses instalments that the product does not allow or that repay nothing, and a first day too near or too far. */
export function requireRows(
  lent: Lent,
  { instalments, firstDueOn, today }: WantedRows & { today: PlainDate },
): void {
  const most = lent.product.instalmentsMost;
  if (instalments < 1 || instalments > most)
    throw refuse("instalments-out-of-range", { least: 1, most }).at("instalments");
  if (!hasRowsFor(lent.schedule, instalments, today))
    throw refuse("instalments-too-many").at("instalments");
  const first = addDays(today, FIRST_AFTER_DAYS);
  const last = addDays(today, FIRST_WITHIN_DAYS);
  if (firstDueOn !== null && (firstDueOn < first || firstDueOn > last))
    throw refuse("choose-a-day", { first: { day: first }, last: { day: last } }).at("first_due_on");
}

/** The rows that a new schedule from today on would have, and the principal in them. */
export function planRows(
  lent: Lent,
  { instalments, firstDueOn, today }: WantedRows & { today: PlainDate },
): { rows: ShownRow[]; principalCents: Cents } {
  const after = rescheduled(lent, { on: today, firstDueOn, instalments });
  const standing = standingOn(after.schedule, today).rows;
  const days = new Set(after.schedule.plan.map(({ dueOn }) => dueOn));
  return {
    rows: standing.filter(
      ({ number, dueOn, isMoved }) =>
        number !== null && !isMoved && days.has(dueOn) && dueOn > today,
    ),
    principalCents: principalLeft(lent.schedule),
  };
}
