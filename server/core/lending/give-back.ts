// Opens loans again that a share-out had repaid, once it is taken back (SHARE-7).
import { assert } from "#domain/assert.ts";
import type { PlainDate } from "#domain/calendar.ts";
import { interestToCharge } from "#domain/lending/repaid.ts";
import { type Cents, toKes } from "#domain/money.ts";
import { sql } from "kysely";
import { type AuditEntry, recordAudits } from "#server/core/audit-log/audit.ts";
import type { Tx } from "#server/db/connection.ts";
import { anyOf } from "#server/db/prepared-queries/prepared-query.ts";
import type { By } from "#server/platform/request.ts";
import { type Charge, saveCharges } from "./charges.ts";
import { balanceOf, type Lent, readLent } from "./lent-loans.ts";
import { columnsOf, insertVersions, updateLoans } from "./schedules.ts";

type GivingBack = { distributionId: number; on: PlainDate; by: By };

/**
 * The loans are locked, the share-out is taken back, and nothing repaid them since. Returns the entries of interest that
 * it had reached before its day: the caller reverses them.
 */
export async function giveBackLoans(
  tx: Tx,
  { distributionId, on, by }: GivingBack,
): Promise<number[]> {
  const repaid = await tx
    .updateTable("loan_repayments")
    .set({ taken_back_at: by.now })
    .where("distribution_id", "=", distributionId)
    .returning(["id", "loan_id", "amount_cents"])
    .execute();
  if (repaid.length === 0) return [];
  const amounts = new Map(repaid.map((each) => [each.loan_id, each.amount_cents]));
  const entryIds = await undoInterest(
    tx,
    repaid.map(({ id }) => id),
    { on, now: by.now },
  );
  const loans = await readRepaid(tx, [...amounts.keys()]);
  const reopened = loans.map((loan) => {
    const cents = amounts.get(loan.id) ?? 0n;
    return {
      ...loan,
      status: loan.status === "cleared" ? (loan.cleared_from ?? "active") : loan.status,
      repaid_cents: loan.repaid_cents - cents,
      // Of a loan of a product it follows from its rows.
      balance_cents: loan.balance_cents + cents,
    };
  });
  const plain = reopened.filter((loan) => loan.product_id === null);
  await reopenPlain(tx, plain);
  const lent = [...(await readLent(tx, reopened)).values()];
  const balances = new Map([
    ...plain.map((loan) => [loan.id, loan.balance_cents] as const),
    ...(await reopenOfProducts(tx, lent, { on, by, repaid })),
  ]);
  await recordAudits(
    tx,
    loans.map((loan, index): AuditEntry => ({
      now: by.now,
      actorId: by.actor.id,
      action: "loans.reopen",
      subject: "loan",
      subjectId: loan.id,
      before: { status: loan.status, current_balance: toKes(loan.balance_cents) },
      after: {
        status: reopened[index]?.status ?? loan.status,
        current_balance: toKes(balances.get(loan.id) ?? 0n),
      },
      address: by.origin.address,
    })),
  );
  return entryIds;
}

/** With what each was before it was cleared, if it was. */
function readRepaid(tx: Tx, ids: readonly number[]) {
  return tx
    .selectFrom("loans")
    .selectAll()
    .select(
      sql<string | null>`(SELECT cleared.before ->> 'status' FROM audit_entries cleared
        WHERE cleared.subject = 'loan' AND cleared.subject_id = loans.id AND cleared.action = 'loans.clear'
        ORDER BY cleared.id DESC LIMIT 1)`.as("cleared_from"),
    )
    .where("id", "=", anyOf("int", ids))
    .orderBy("id")
    .execute();
}

/** Writes the opposite of what the repayments charged and took back. Returns the entries of what they charged. */
async function undoInterest(
  tx: Tx,
  repaymentIds: readonly number[],
  { on, now }: { on: PlainDate; now: Date },
): Promise<number[]> {
  await sql`INSERT INTO loan_interest (loan_id, due_on, amount_cents, charged_on, charged_at, repayment_id, undoes)
    SELECT loan_id, due_on, -amount_cents, ${on}::date, ${now}, repayment_id, id FROM loan_interest
     WHERE repayment_id = ANY (${repaymentIds}::int[]) AND undoes IS NULL ORDER BY id`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    SELECT e.id FROM loan_interest i JOIN entries e ON e.source_kind = 'loan_interest' AND e.source_id = i.id
     WHERE i.repayment_id = ANY (${repaymentIds}::int[]) AND i.undoes IS NULL ORDER BY e.id`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

type Plain = { id: number; status: string; balance_cents: Cents; repaid_cents: Cents };

async function reopenPlain(tx: Tx, loans: readonly Plain[]): Promise<void> {
  if (loans.length === 0) return;
  await sql`
    UPDATE loans SET repaid_cents = again.repaid, balance_cents = again.balance, status = again.status
      FROM unnest(${loans.map(({ id }) => id)}::int[], ${loans.map((each) => String(each.repaid_cents))}::bigint[],
                  ${loans.map((each) => String(each.balance_cents))}::bigint[], ${loans.map(({ status }) => status)}::text[])
           AS again (id, repaid, balance, status)
     WHERE loans.id = again.id`.execute(tx);
}

/** What fell due meanwhile is charged now, and rows that the repayment had changed are laid again. Returns the balances. */
async function reopenOfProducts(
  tx: Tx,
  loans: readonly Lent[],
  { on, by, repaid }: { on: PlainDate; by: By; repaid: readonly { id: number }[] },
): Promise<[id: number, balanceCents: Cents][]> {
  if (loans.length === 0) return [];
  const written = { authorId: by.actor.id, now: by.now };
  const charges: (Charge & { repaymentId: null; by: typeof written })[] = [];
  const charged = loans.map((lent) => {
    const byDay = new Map(lent.charged);
    for (const { dueOn, cents } of interestToCharge(lent.schedule, { charged: byDay, day: on })) {
      assert(cents > 0n, "what a repayment took back is undone already");
      byDay.set(dueOn, (byDay.get(dueOn) ?? 0n) + cents);
      const charge = { loan: lent.row, dueOn, cents, isOfDay: true, on };
      charges.push({ ...charge, repaymentId: null, by: written });
    }
    return { ...lent, charged: byDay };
  });
  await saveCharges(tx, charges);
  const ids = repaid.map(({ id }) => id);
  const changed = await tx
    .selectFrom("loan_versions")
    .select("loan_id")
    .where("repayment_id", "=", anyOf("int", ids))
    .execute();
  const laidAgain = new Set(changed.map(({ loan_id: id }) => id));
  const versionOf = ({ row }: Lent) => (row.version ?? 0) + (laidAgain.has(row.id) ? 1 : 0);
  await insertVersions(
    tx,
    charged
      .filter(({ row }) => laidAgain.has(row.id))
      .map((lent) => ({
        loanId: lent.row.id,
        schedule: lent.schedule,
        version: versionOf(lent),
        reason: "taken_back",
        from: on,
        repaymentId: null,
      })),
  );
  await updateLoans(
    tx,
    charged.map((lent) => ({
      id: lent.row.id,
      version: versionOf(lent),
      repaid_cents: lent.row.repaid_cents,
      ...columnsOf(lent.schedule, { balanceCents: balanceOf(lent), on }),
      status: lent.row.status,
    })),
  );
  return charged.map((lent) => [lent.row.id, balanceOf(lent)]);
}
