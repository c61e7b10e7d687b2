// Debts that a share-out settles: which there are on a day, and loans that it repays (SHARE-3).
import type { PlainDate } from "#domain/calendar.ts";
import type { RepaidParts } from "#domain/ledger/posting-rules.ts";
import { lastDayOf } from "#domain/lending/repaid.ts";
import { settlementOf } from "#domain/lending/settlement-amount.ts";
import { type Cents, least, most, toKes } from "#domain/money.ts";
import { splitRepayment } from "#domain/payments/payment-splits.ts";
import { sql } from "kysely";
import { type AuditEntry, recordAudits } from "#server/core/audit-log/audit.ts";
import { type NewNotice, noticeOf, writeNotices } from "#server/core/notices/write-notices.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import { anyOf } from "#server/db/prepared-queries/prepared-query.ts";
import type { By } from "#server/platform/request.ts";
import { countingRepayments, insertRepayments } from "./count-repayments.ts";
import { type Lent, readLent } from "./lent-loans.ts";
import { readStandings } from "./loan-fields.ts";

export type OwedLoan = { loanId: number; cents: Cents };

/** What running loans owe, by member, the oldest loan first; a plain loan is overdue after its last day. */
export async function readOwedLoans(
  reader: Reader,
  {
    memberIds,
    which,
    today,
  }: { memberIds: readonly number[]; which: "overdue" | "all"; today: PlainDate },
): Promise<ReadonlyMap<number, OwedLoan[]>> {
  const loans = await selectRunning(reader, memberIds).execute();
  const lent = await readLent(reader, loans);
  const standings = await readStandings(reader, [...lent.keys()], today);
  const waiting = await readWaiting(reader, loans);
  const owed = new Map<number, OwedLoan[]>();
  for (const loan of loans) {
    const ofProduct = lent.get(loan.id);
    const waitsCents = waiting.get(loan.id) ?? 0n;
    const overdueCents =
      ofProduct === undefined
        ? overdueOfPlain(loan, today)
        : (standings.get(loan.id)?.overdueCents ?? 0n);
    // While a payment waits, what settles the whole loan is not known.
    const allCents = waitsCents > 0n ? overdueCents : settlingAmount(loan, ofProduct, today);
    const wantedCents = which === "all" ? allCents : overdueCents;
    const cents = least(wantedCents, most(0n, openOf(loan) - waitsCents));
    if (cents > 0n)
      owed.set(loan.member_id, [...(owed.get(loan.member_id) ?? []), { loanId: loan.id, cents }]);
  }
  return owed;
}

type RunningLoan = Awaited<ReturnType<ReturnType<typeof selectRunning>["execute"]>>[number];

function selectRunning(reader: Reader, memberIds: readonly number[]) {
  return reader
    .selectFrom("loans")
    .selectAll()
    .where("member_id", "=", anyOf("int", memberIds))
    .where("status", "in", ["active", "default"])
    .orderBy("start_date")
    .orderBy("id");
}

const overdueOfPlain = (loan: RunningLoan, today: PlainDate): Cents =>
  loan.expiry_date !== null && loan.expiry_date < today ? loan.balance_cents : 0n;

const settlingAmount = (loan: RunningLoan, lent: Lent | undefined, today: PlainDate): Cents =>
  lent === undefined ? loan.balance_cents : settlementOf(lent.schedule, today).totalCents;

/** What its rows still hold; of a plain loan its balance. */
const openOf = (loan: RunningLoan): Cents =>
  loan.product_id === null
    ? loan.balance_cents
    : loan.amount_cents + (loan.rows_interest_cents ?? 0n) - loan.repaid_cents;

/** Payments that are not decided, by loan: they fit into what is left. */
async function readWaiting(
  reader: Reader,
  loans: readonly RunningLoan[],
): Promise<ReadonlyMap<number, Cents>> {
  if (loans.length === 0) return new Map();
  const rows = await reader
    .selectFrom("payments")
    .select(["loan_id", sql<Cents>`sum(amount_cents)::bigint`.as("cents")])
    .where(
      "loan_id",
      "=",
      anyOf(
        "int",
        loans.map(({ id }) => id),
      ),
    )
    .where("status", "in", ["pending", "pending_approval"])
    .groupBy("loan_id")
    .execute();
  return new Map(rows.map(({ loan_id: id, cents }) => [id ?? 0, cents]));
}

/** Locks the members' running loans, in the order of their ids. The members are locked. */
export async function lockRunningLoans(tx: Tx, memberIds: readonly number[]): Promise<void> {
  await tx
    .selectFrom("loans")
    .select("id")
    .where("member_id", "=", anyOf("int", memberIds))
    .where("status", "in", ["active", "default"])
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

type SettingOff = { distributionId: number; loans: readonly OwedLoan[]; on: PlainDate; by: By };

/** Repays loans by a share-out. Returns what it posts of each, by loan. */
export async function setOffLoans(
  tx: Tx,
  { distributionId, loans: wanted, on, by }: SettingOff,
): Promise<ReadonlyMap<number, RepaidParts>> {
  if (wanted.length === 0) return new Map();
  const ids = wanted.map(({ loanId }) => loanId);
  const rows = await tx
    .selectFrom("loans")
    .selectAll()
    .where("id", "=", anyOf("int", ids))
    .execute();
  const loans = new Map(rows.map((loan) => [loan.id, loan]));
  const counting = countingRepayments(tx, await readLent(tx, rows));
  const written = { authorId: by.actor.id, now: by.now };
  const parts = new Map<number, RepaidParts>();
  const cleared: RunningLoan[] = [];
  const plain: Parameters<typeof insertRepayments>[1][number][] = [];
  const laid: { id: number; lastDay: PlainDate }[] = [];
  for (const { loanId, cents } of wanted) {
    const loan = loans.get(loanId);
    if (loan === undefined) continue;
    const repayment = { of: { distributionId }, loanId, amountCents: cents, paidOn: on };
    if (loan.product_id === null) {
      const split = splitRepayment({
        loanPrincipalCents: loan.amount_cents,
        loanTotalCents: loan.amount_cents + loan.interest_cents,
        paidBeforeCents: loan.repaid_cents,
        paymentCents: cents,
      });
      parts.set(loanId, { ...split, takenBackCents: 0n });
      const balanceAfterCents = loan.balance_cents - cents;
      plain.push({ ...repayment, ...split, ...withoutRows, balanceAfterCents });
      if (balanceAfterCents === 0n) cleared.push(loan);
      continue;
    }
    const repaid = counting.count({ ...repayment, early: "ahead", on, by: written });
    parts.set(loanId, repaid);
    if (repaid.isNewVersion)
      laid.push({ id: loanId, lastDay: lastDayOf(counting.after(loanId).schedule) });
    if (repaid.balanceAfterCents === 0n) cleared.push(loan);
  }
  await insertRepayments(tx, plain);
  await repayPlain(tx, plain);
  await counting.save();
  await tellOfCleared(tx, { cleared, laid, by });
  return parts;
}

const withoutRows = {
  early: "ahead",
  rows: [],
  earlyPrincipalCents: 0n,
  savedCents: 0n,
} as const;

async function repayPlain(
  tx: Tx,
  repaid: readonly { loanId: number; amountCents: Cents }[],
): Promise<void> {
  if (repaid.length === 0) return;
  await sql`
    UPDATE loans SET repaid_cents = repaid_cents + by.cents, balance_cents = balance_cents - by.cents,
                     status = CASE WHEN balance_cents = by.cents THEN 'cleared' ELSE status END
      FROM unnest(${repaid.map(({ loanId }) => loanId)}::int[], ${repaid.map(({ amountCents }) => String(amountCents))}::bigint[])
           AS by (id, cents)
     WHERE loans.id = by.id`.execute(tx);
}

/** The audit rows of loans that ended or have new rows, and a notice of each that ended. */
async function tellOfCleared(
  tx: Tx,
  {
    cleared,
    laid,
    by,
  }: {
    cleared: readonly RunningLoan[];
    laid: readonly { id: number; lastDay: PlainDate }[];
    by: By;
  },
): Promise<void> {
  const common = { now: by.now, actorId: by.actor.id, address: by.origin.address };
  const newRows = laid.map(({ id, lastDay }): AuditEntry => ({
    ...common,
    action: "loans.new-rows",
    subject: "loan",
    subjectId: id,
    after: { expiry_date: lastDay },
  }));
  const clearings = cleared.map((loan): AuditEntry => ({
    ...common,
    action: "loans.clear",
    subject: "loan",
    subjectId: loan.id,
    before: { status: loan.status, current_balance: toKes(loan.balance_cents) },
    after: { status: "cleared", current_balance: 0 },
  }));
  await recordAudits(tx, [...newRows, ...clearings]);
  const notices = cleared.map((loan): NewNotice => {
    const to = { memberId: loan.member_id, about: { kind: "loan", id: loan.id } as const };
    return noticeOf(
      "loan_repaid",
      { ...to, occasion: `loan_repaid:${loan.id}` },
      { amount: loan.amount_cents },
    );
  });
  await writeNotices(tx, { notices, now: by.now });
}
