// Posts approved payments by their kind (PAY-16): the entry of each, the debts it settles, and the reference it claims.
import {
  FINE_PAYMENT,
  FUND_PAYMENT,
  LOAN_PAYMENT,
  ROTATION_PAYMENT,
  type PaymentKind,
} from "#domain/payments/payment-kinds.ts";
import { sql } from "kysely";
import { assert } from "#domain/assert.ts";
import { nairobiDate, type PlainDate } from "#domain/calendar.ts";
import { fundPaymentApproved } from "#domain/ledger/fund-postings.ts";
import { dayAfterCauses, type JournalEntry } from "#domain/ledger/journal-entry.ts";
import type { EarlyWay } from "#domain/lending/pay-loan.ts";
import { lastDayOf } from "#domain/lending/repaid.ts";
import {
  contributionApproved,
  finePaymentApproved,
  loanPaymentApproved,
  productLoanPaymentApproved,
} from "#domain/ledger/posting-rules.ts";
import { rotationPaymentApproved } from "#domain/ledger/rotation-postings.ts";
import { splitRepayment } from "#domain/payments/payment-splits.ts";
import { toKes, type Cents } from "#domain/money.ts";
import type { Actor } from "#domain/permissions.ts";
import { inEnglish } from "#messages/translator.ts";
import type { AuditEntry } from "#server/core/audit-log/audit.ts";
import { readFundNames } from "#server/core/funds/read-funds.ts";
import { readChargedDays } from "#server/core/ledger/days-of-causes.ts";
import { openFineSettlement } from "#server/core/ledger/fines.ts";
import { nameOfLoan } from "#server/core/ledger/loan-name.ts";
import { countingRepayments } from "#server/core/lending/count-repayments.ts";
import { balanceOf, type Lent, readLent } from "#server/core/lending/lent-loans.ts";
import { openRotationPayments } from "#server/core/rotations/events.ts";
import { noticeOf, type NewNotice } from "#server/core/notices/write-notices.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import {
  anyOf,
  preparedQuery,
  type RowsOf,
  rowTable,
} from "#server/db/prepared-queries/prepared-query.ts";
import type { Origin } from "#server/platform/request.ts";
import { insertClaims, type Claim } from "./payments.ts";
import type { LockedPayment } from "./verdicts.ts";

type Approved = {
  by: { actor: Actor; now: Date; origin: Origin };
  payment: LockedPayment;
  approvedAt: Date;
};

/** Add the payments one after the other, each on top of those before; then save all at once. */
export type Postings = {
  /** Returns the entry of a payment, for the caller to write. May refuse the payment; the others continue. */
  enter(approved: Approved): JournalEntry;
  /** Writes the debts that the added payments settle. */
  save(): Promise<void>;
  /** Further changes they caused, to be recorded after saving. */
  audits(): AuditEntry[];
  /** What remains of the debt behind each payment, by payment id; contributions have none. */
  left(payment: LockedPayment): Cents | null;
  /** What their members are notified of besides the receipts. */
  notices(): NewNotice[];
};

/** Reads the debts under locks. The payments and their members are locked already (`lockPayments`). */
export function openPostings(
  tx: Tx,
  kind: PaymentKind,
  approved: readonly Approved[],
): Promise<Postings> {
  const payments = approved.map(({ payment }) => payment);
  if (payments.length === 0) return Promise.resolve(contributions);
  if (kind === LOAN_PAYMENT) return openLoans(tx, payments);
  if (kind === ROTATION_PAYMENT) return openRotations(tx, payments);
  if (kind === FUND_PAYMENT) return openFunds(tx, payments);
  return kind === FINE_PAYMENT ? openFines(tx, payments) : Promise.resolve(contributions);
}

/** The account that a payment of a collection goes into is cash. */
const paidInOf = ({ collection_id: sheet }: LockedPayment) => (sheet === null ? "bank" : "cash");

/** The later of the Nairobi day of the second approval and the days of what it pays, itself among them (BOOK-30). */
const dayOf = ({ payment, approvedAt }: Approved, causes: readonly PlainDate[] = []) =>
  dayAfterCauses(nairobiDate(approvedAt), [payment.paid_on, ...causes]);

/** A contribution settles no debt. */
const contributions: Postings = {
  enter(approved) {
    const { payment } = approved;
    return contributionApproved({
      paidIn: paidInOf(payment),
      paymentId: payment.id,
      memberId: payment.member_id,
      amountCents: payment.amount_cents,
      businessDate: dayOf(approved),
      description: inEnglish("descriptions.contributionByReference", {
        reference: payment.reference,
      }),
    });
  },
  save: () => Promise.resolve(),
  audits: () => [],
  left: () => null,
  notices: () => [],
};

/** The oldest fines first (PAY-8). */
async function openFines(tx: Tx, payments: readonly LockedPayment[]): Promise<Postings> {
  const settlement = await openFineSettlement(
    tx,
    payments.map(({ member_id }) => member_id),
  );
  const left = new Map<number, Cents>();
  return {
    enter(approved) {
      const { payment } = approved;
      const { id, member_id: memberId, amount_cents: amountCents, reference } = payment;
      const chargedOn = settlement.settle({ id, memberId, amountCents });
      left.set(id, settlement.unpaidCents(memberId));
      return finePaymentApproved({
        paidIn: paidInOf(payment),
        paymentId: id,
        memberId,
        amountCents,
        businessDate: dayOf(approved, chargedOn),
        description: inEnglish("descriptions.finePaymentByReference", { reference }),
      });
    },
    save: settlement.save,
    audits: () => [],
    left: ({ id }) => left.get(id) ?? null,
    notices: settlement.notices,
  };
}

/** Each covers the oldest turns that its member owes for (ROT-4); what they no longer owe is theirs at their own turn. */
async function openRotations(tx: Tx, payments: readonly LockedPayment[]): Promise<Postings> {
  const paid = await openRotationPayments(tx, payments.map(rotationIdOf));
  return {
    enter(approved) {
      const { by, payment, approvedAt } = approved;
      const { id, member_id: memberId, amount_cents: amountCents, reference } = payment;
      const name = paid.add({
        rotationId: rotationIdOf(payment),
        memberId,
        amountCents,
        paymentId: id,
        doneBy: by.actor.id,
        at: approvedAt,
      });
      return rotationPaymentApproved({
        paymentId: id,
        memberId,
        amountCents,
        businessDate: dayOf(approved),
        description: inEnglish("descriptions.rotationPaymentByReference", {
          rotation: name,
          reference,
        }),
      });
    },
    save: () => paid.save(),
    audits: () => [],
    left: ({ id }) => paid.leftCents(id),
    notices: () => [],
  };
}

function rotationIdOf({ id, rotation_id: rotationId }: LockedPayment): number {
  // payments_rotation: such a payment names its merry-go-round.
  assert(rotationId !== null, `payment ${id} names a merry-go-round`);
  return rotationId;
}

/** What members pay into funds settles no debt (FUND-7). A fund with a payment that waits is not closed. */
async function openFunds(tx: Tx, payments: readonly LockedPayment[]): Promise<Postings> {
  const names = await readFundNames(tx, payments.map(fundIdOf));
  return {
    enter(approved) {
      const { payment } = approved;
      const { id, member_id: memberId, amount_cents: amountCents, reference } = payment;
      const fundId = fundIdOf(payment);
      return fundPaymentApproved({
        paidIn: paidInOf(payment),
        paymentId: id,
        memberId,
        fundId,
        amountCents,
        businessDate: dayOf(approved),
        description: inEnglish("descriptions.fundPaymentByReference", {
          fund: names.get(fundId) ?? "",
          reference,
        }),
      });
    },
    save: () => Promise.resolve(),
    audits: () => [],
    left: () => null,
    notices: () => [],
  };
}

function fundIdOf({ id, fund_id: fundId }: LockedPayment): number {
  // payments_fund: such a payment names its fund.
  assert(fundId !== null, `payment ${id} names a fund`);
  return fundId;
}

const selectLoans = preparedQuery((tx, ids: readonly number[]) =>
  tx
    .selectFrom("loans")
    .selectAll()
    .where("id", "=", anyOf("int", ids))
    .orderBy("id")
    .forNoKeyUpdate(),
);

const loanColumns = {
  id: "int",
  repaid_cents: "bigint",
  balance_cents: "bigint",
  status: "text",
} as const;

const updateLoans = preparedQuery(
  (_tx, rows: RowsOf<typeof loanColumns>) => sql`
    UPDATE loans SET repaid_cents = repaid.repaid_cents, balance_cents = repaid.balance_cents, status = repaid.status
      FROM ${rowTable("repaid", loanColumns, rows)} WHERE loans.id = repaid.id`,
);

/**
 * Splits each payment into principal and interest, of a plain loan by the running total (LOAN-9), of a loan of a product
 * over its rows (LEND-3); the last one clears it.
 */
async function openLoans(tx: Tx, payments: readonly LockedPayment[]): Promise<Postings> {
  const ids = [...new Set(payments.map(loanIdOf))];
  const loans = new Map((await selectLoans(tx, ids)).map((loan) => [loan.id, loan]));
  const repaid = new Map<number, RowsOf<typeof loanColumns>[number]>();
  const clearings: AuditEntry[] = [];
  const cleared: NewNotice[] = [];
  const left = new Map<number, Cents>();
  const laid = new Map<number, AuditEntry>();
  const lent = await readLent(tx, [...loans.values()]);
  const paidOn = lent.size === 0 ? noDays : await readDays(tx, payments);
  const counting = countingRepayments(tx, lent);
  const chargedDays = await readChargedDays(tx, ids);
  const lentOn = (loanId: number) => chargedDays.get(loanId) ?? [];

  function clear(loan: Loan, by: Approved["by"]): void {
    clearings.push(clearingOf(loan, by));
    cleared.push(repaidNotice(loan));
  }

  /** Of a loan of a product. */
  function enterIntoRows(approved: Approved, loan: Loan): JournalEntry {
    const { by, payment, approvedAt } = approved;
    const before = counting.after(loan.id);
    const businessDate = dayOf(approved, lentOn(loan.id));
    const day = paidOn.get(payment.id) ?? payment.paid_on;
    const repaid = counting.count({
      of: { paymentId: payment.id },
      loanId: loan.id,
      amountCents: payment.amount_cents,
      paidOn: day < before.loan.paidOutOn ? before.loan.paidOutOn : day,
      // The database admits no other (payments_early).
      early: (payment.early ?? "ahead") as EarlyWay,
      on: businessDate,
      by: { authorId: by.actor.id, now: approvedAt },
    });
    left.set(payment.id, repaid.balanceAfterCents);
    if (repaid.isNewVersion) laid.set(loan.id, newRowsOf(counting.after(loan.id), by));
    if (repaid.balanceAfterCents === 0n) clear({ ...loan, balance_cents: balanceOf(before) }, by);
    return productLoanPaymentApproved({
      paidIn: paidInOf(payment),
      ...repaid,
      paymentId: payment.id,
      memberId: loan.member_id,
      businessDate,
      description: describe(loan, payment),
    });
  }

  return {
    enter(approved) {
      const { by, payment } = approved;
      const loan = loans.get(loanIdOf(payment));
      assert(loan !== undefined, `loan payment ${payment.id} names a loan`);
      if (lent.has(loan.id)) return enterIntoRows(approved, loan);
      const split = splitRepayment({
        loanPrincipalCents: loan.amount_cents,
        loanTotalCents: loan.amount_cents + loan.interest_cents,
        paidBeforeCents: loan.repaid_cents,
        paymentCents: payment.amount_cents,
      });
      const after = {
        repaid_cents: loan.repaid_cents + payment.amount_cents,
        balance_cents: loan.balance_cents - payment.amount_cents,
        status: loan.balance_cents === payment.amount_cents ? "cleared" : loan.status,
      };
      loans.set(loan.id, { ...loan, ...after });
      repaid.set(loan.id, { id: loan.id, ...after });
      left.set(payment.id, after.balance_cents);
      if (after.status === "cleared") clear(loan, by);
      return loanPaymentApproved({
        paidIn: paidInOf(payment),
        paymentId: payment.id,
        loanId: loan.id,
        memberId: loan.member_id,
        ...split,
        businessDate: dayOf(approved, lentOn(loan.id)),
        description: describe(loan, payment),
      });
    },
    async save() {
      if (repaid.size > 0) await updateLoans(tx, [...repaid.values()]);
      await counting.save();
    },
    audits: () => [...laid.values(), ...clearings],
    left: ({ id }) => left.get(id) ?? null,
    notices: () => cleared,
  };
}

const noDays: ReadonlyMap<number, PlainDate> = new Map();

/** The day of the line that shows each payment, by payment (LEND-4); without a line its own day counts. */
async function readDays(
  reader: Reader,
  payments: readonly LockedPayment[],
): Promise<ReadonlyMap<number, PlainDate>> {
  const rows = await reader
    .selectFrom("statement_matches")
    .innerJoin("statement_lines", "statement_lines.id", "statement_matches.line_id")
    .select(["statement_matches.payment_id", "statement_lines.on_day"])
    .where("statement_matches.undone_at", "is", null)
    .where(
      "statement_matches.payment_id",
      "=",
      anyOf(
        "int",
        payments.map(({ id }) => id),
      ),
    )
    .execute();
  return new Map(rows.map((row) => [row.payment_id ?? 0, row.on_day]));
}

function describe(loan: Loan, { reference }: LockedPayment): string {
  return inEnglish("descriptions.loanPaymentByReference", { loan: nameOfLoan(loan), reference });
}

function loanIdOf({ id, loan_id }: LockedPayment): number {
  // payments_loan: a loan payment names its loan.
  assert(loan_id !== null, `loan payment ${id} names a loan`);
  return loan_id;
}

type Loan = Awaited<ReturnType<typeof selectLoans>>[number];

function repaidNotice({ id, member_id: memberId, amount_cents: amount }: Loan): NewNotice {
  const about = { kind: "loan", id } as const;
  return noticeOf("loan_repaid", { memberId, about, occasion: `loan_repaid:${id}` }, { amount });
}

/** The log witnesses the rows that a repayment left. */
function newRowsOf({ row, schedule }: Lent, by: Approved["by"]): AuditEntry {
  return {
    now: by.now,
    actorId: by.actor.id,
    action: "loans.new-rows",
    subject: "loan",
    subjectId: row.id,
    after: { expiry_date: lastDayOf(schedule) },
    address: by.origin.address,
  };
}

function clearingOf({ id, status, balance_cents }: Loan, by: Approved["by"]): AuditEntry {
  return {
    now: by.now,
    actorId: by.actor.id,
    action: "loans.clear",
    subject: "loan",
    subjectId: id,
    before: { status, current_balance: toKes(balance_cents) },
    after: { status: "cleared", current_balance: 0 },
    address: by.origin.address,
  };
}

// The reference of a decided payment (PAY-4): claimed at an approval, released at a rejection.

type ClaimingPayment = { payment: LockedPayment; approvedAt: Date | null };

/**
 * For payments to be approved whose references are not their members' yet (PAY-4): returns those that nobody else
 * holds. From here on the approved payment holds the reference, also against those behind it in the list.
 */
export async function claimReferences(
  tx: Tx,
  kind: PaymentKind,
  claiming: readonly ClaimingPayment[],
): Promise<(payment: LockedPayment) => boolean> {
  const free = new Set<number>();
  if (claiming.length > 0) {
    const holders = await readHolders(tx, kind, claiming);
    const claims: (Claim & { id: number })[] = [];
    for (const { payment, approvedAt } of claiming) {
      const { id, reference_key: referenceKey, member_id: memberId } = payment;
      const holder = holders.get(referenceKey);
      if (holder !== undefined && holder.memberId !== memberId) continue;
      if (approvedAt === null) free.add(id);
      else if (holder?.onKind !== true) {
        holders.set(referenceKey, { memberId, onKind: true });
        claims.push({ id, referenceKey, memberId });
      }
    }
    const claimed = await insertClaims(tx, claims);
    for (const { id, referenceKey } of claims) if (claimed.has(referenceKey)) free.add(id);
  }
  return ({ id }) => free.has(id);
}

/** Who holds each reference, and whether a live payment of the kind uses it. */
async function readHolders(
  reader: Reader,
  kind: PaymentKind,
  claiming: readonly ClaimingPayment[],
): Promise<Map<string, { memberId: number; onKind: boolean }>> {
  const keys = claiming.map(({ payment }) => payment.reference_key);
  const rows = await reader
    .selectFrom("payment_references")
    .select([
      "reference_key",
      "member_id",
      sql<boolean>`EXISTS (SELECT FROM payments
        WHERE payments.reference_key = payment_references.reference_key AND kind = ${kind}
          AND status <> 'rejected' AND reference_standing = 'holds')`.as("on_kind"),
    ])
    .where("reference_key", "=", anyOf("text", keys))
    .execute();
  return new Map(
    rows.map((row) => [row.reference_key, { memberId: row.member_id, onKind: row.on_kind }]),
  );
}

/** Releases the references of rejected items; a claim ends with its last live item. */
export async function releaseReferences(
  tx: Tx,
  rejected: readonly Pick<LockedPayment, "reference_key" | "reference_standing">[],
): Promise<void> {
  const keys = rejected.flatMap((each) =>
    each.reference_standing === "holds" ? [each.reference_key] : [],
  );
  if (keys.length === 0) return;
  const claims = tx.selectFrom("payment_references").where("reference_key", "in", keys);
  await claims.select("live_items").orderBy("reference_key").forUpdate().execute();
  await tx
    .deleteFrom("payment_references")
    .where("reference_key", "in", keys)
    .where("live_items", "=", 1)
    .execute();
  await tx
    .updateTable("payment_references")
    .set({ live_items: sql`live_items - 1` })
    .where("reference_key", "in", keys)
    .execute();
  await promoteContests(tx, keys);
}

/** Whose claim a statement supports holds the reference as soon as nobody else does (STAT-62). */
async function promoteContests(tx: Tx, keys: readonly string[]): Promise<void> {
  await sql`
    WITH free AS (
      SELECT DISTINCT ON (p.reference_key) p.reference_key, p.member_id FROM payments p
       WHERE p.reference_key = ANY (${[...keys]}::text[]) AND p.reference_standing = 'contests' AND p.status IN ('pending', 'pending_approval')
         AND NOT EXISTS (SELECT FROM payment_references r WHERE r.reference_key = p.reference_key)
       ORDER BY p.reference_key, p.id),
    held AS (
      UPDATE payments p SET reference_standing = 'holds' FROM free
       WHERE p.reference_key = free.reference_key AND p.member_id = free.member_id AND p.reference_standing = 'contests'
         AND p.status IN ('pending', 'pending_approval')
      RETURNING p.reference_key, p.member_id)
    INSERT INTO payment_references (reference_key, member_id, live_items)
    SELECT reference_key, member_id, count(*) FROM held GROUP BY 1, 2`.execute(tx);
}
