// Charges interest as it falls due; part of the sweep (LEND-3).
import { sql } from "kysely";
import type { PlainDate } from "#domain/calendar.ts";
import { type Cents, toKes } from "#domain/money.ts";
import { recordAudits } from "#server/core/audit-log/audit.ts";
import { type Database, inTransaction, type Tx } from "#server/db/connection.ts";
import { holdMembership } from "#server/db/locks.ts";
import { saveCharges } from "./charges.ts";

type Day = { today: PlainDate; now: Date };

// Locks this many loans at a time, for a fraction of a second.
const BATCH = 200;

/**
 * Charges the interest of each row that has fallen due, dated its day, once: also after days without a server, and on
 * two servers at once.
 */
export async function chargeDueInterest(db: Database, day: Day): Promise<void> {
  while ((await inTransaction(db, (tx) => chargeSome(tx, day))) === BATCH);
}

async function chargeSome(tx: Tx, { today, now }: Day): Promise<number> {
  await holdMembership(tx);
  const loans = await tx
    .selectFrom("loans")
    .select(["id", "member_id", "loan_type", "number"])
    .where("charges_next_on", "<=", today)
    .where("status", "in", ["active", "default"])
    .orderBy("charges_next_on")
    .orderBy("id")
    .limit(BATCH)
    .forNoKeyUpdate()
    .execute();
  if (loans.length === 0) return 0;
  const ids = loans.map(({ id }) => id);
  const due = await readUncharged(tx, ids, today);
  const byId = new Map(loans.map((loan) => [loan.id, loan]));
  const charges = due.flatMap(({ loan_id, due_on: dueOn, cents }) => {
    const loan = byId.get(loan_id);
    if (loan === undefined) return [];
    const by = { authorId: null, now };
    return [{ loan, dueOn, cents, isOfDay: true, on: today, repaymentId: null, by }];
  });
  await saveCharges(tx, charges);
  await sql`
    UPDATE loans SET balance_cents = balance_cents + coalesce((
             SELECT sum(cents) FROM unnest(${charges.map(({ loan }) => loan.id)}::int[], ${charges.map(({ cents }) => cents)}::bigint[])
               AS charged (loan_id, cents) WHERE charged.loan_id = loans.id), 0),
           charges_next_on = (SELECT min(due_on) FROM loan_rows r
             WHERE r.loan_id = loans.id AND r.version = loans.version AND r.due_on > ${today}::date)
     WHERE id = ANY (${ids}::int[])`.execute(tx);
  await recordAudits(
    tx,
    charges.map(({ loan, dueOn, cents }) => ({
      now,
      actorId: null,
      action: "sweep.charge-interest",
      subject: "loan",
      subjectId: loan.id,
      after: { amount: toKes(cents), date: dueOn },
      address: null,
    })),
  );
  return loans.length;
}

/** The rows due by `today` whose interest is not charged in full. */
async function readUncharged(tx: Tx, ids: readonly number[], today: PlainDate) {
  const { rows } = await sql<{ loan_id: number; due_on: PlainDate; cents: Cents }>`
    SELECT due.loan_id, due.due_on, (due.cents - coalesce(charged.cents, 0))::bigint AS cents
      FROM (SELECT r.loan_id, r.due_on, sum(r.interest_cents) AS cents
              FROM loans l JOIN loan_rows r ON r.loan_id = l.id AND r.version = l.version
             WHERE l.id = ANY (${[...ids]}::int[]) AND r.due_on <= ${today}::date GROUP BY 1, 2) due
      LEFT JOIN (SELECT loan_id, due_on, sum(amount_cents) AS cents FROM loan_interest
                  WHERE loan_id = ANY (${[...ids]}::int[]) GROUP BY 1, 2) charged USING (loan_id, due_on)
     WHERE due.cents > coalesce(charged.cents, 0)
     ORDER BY due.loan_id, due.due_on`.execute(tx);
  return rows;
}
