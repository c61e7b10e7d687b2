// Accepting a sheet, which posts all of it in this one transaction (OPEN-31 to OPEN-37). Runs under `lockMembership`.
import { sql } from "kysely";
import {
  fullMonthsBetween,
  nairobiDate,
  nairobiMidnight,
  type PlainDate,
} from "#domain/calendar.ts";
import {
  groupBroughtForward,
  loanBroughtForward,
  statusOfLoan,
} from "#domain/ledger/opening-postings.ts";
import { type Cents, mulDiv, toKes } from "#domain/money.ts";
import type { OpeningBook, OpeningDeposit, OpeningLoan } from "#domain/opening/opening-book.ts";
import { refuse } from "#domain/refusal.ts";
import { inEnglish } from "#messages/translator.ts";
import { writeEntries, writeEntry } from "#server/core/ledger/journal.ts";
import type { Tx } from "#server/db/connection.ts";
import { lockOpenings } from "#server/db/locks.ts";
import { recordAudits } from "#server/core/audit-log/audit.ts";
import { nameOfLoan } from "#server/core/ledger/loans.ts";
import { fromStoredBook, readBegunBooks } from "./openings.queries.ts";
import {
  type Bringing,
  bringMembers,
  type By,
  inBatches,
  type MemberIds,
  memberOf,
  takeTime,
} from "./bring-members.ts";
import {
  decide,
  lockProposed,
  type OpeningRow,
  requireOffice,
  tellAcceptance,
} from "./decide-opening.ts";

/**
 * Refuses another sum of savings than was seen, a day that the books have begun by, and what became of accounts and
 * addresses since; 409 where the savings fall by a quarter since a sheet was taken back, unless confirmed.
 */
export async function acceptOpening(
  tx: Tx,
  by: By,
  seen: { id: number; totalSavingsSeenCents: Cents; isConfirmed: boolean },
): Promise<void> {
  await takeTime(tx);
  await lockOpenings(tx);
  const opening = await lockProposed(tx, seen.id);
  const office = requireOffice(by);
  if (opening.proposed_by === by.actor.id) throw refuse("proposal-is-own");
  if (opening.savings_cents !== seen.totalSavingsSeenCents)
    throw refuse("figures-changed").at("total_savings_seen");
  await requireEmptyBooks(tx, opening.cut_over_on);
  if (!seen.isConfirmed) await requireNoFall(tx, opening);
  const book = fromStoredBook(opening.book);
  const bringing: Bringing = {
    ...by,
    openingId: opening.id,
    proposedBy: opening.proposed_by,
    cutOver: opening.cut_over_on,
    description: inEnglish("descriptions.broughtForward"),
  };
  await decide(tx, by, { id: opening.id, outcome: "accepted", office, reason: null });
  const memberIds = await bringMembers(tx, bringing, book.members);
  await bringLoans(tx, bringing, book.loans, memberIds);
  await bringGroup(tx, bringing, book, memberIds);
  await tellAcceptance(tx, by, opening, office);
}

async function requireEmptyBooks(tx: Tx, cutOver: PlainDate): Promise<void> {
  const { standing, first } = await readBegunBooks(tx, cutOver);
  if (standing !== null) throw refuse("opening-stands", { date: { day: standing } });
  if (first !== null)
    throw refuse("opening-after-books", { date: { day: cutOver }, first: { day: first } });
}

async function requireNoFall(tx: Tx, opening: OpeningRow): Promise<void> {
  const before = await tx
    .selectFrom("openings")
    .select("savings_cents")
    .where("status", "=", "taken_back")
    .orderBy("taken_back_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (before === undefined) return;
  const now = before.savings_cents;
  const after = opening.savings_cents;
  if (now > 0n && after * 4n <= now * 3n)
    throw refuse("opening-savings-fall", {
      now,
      after,
      savings_now: toKes(now),
      savings_after: toKes(after),
    });
}

/** The group's own accounts with its deposits, in one entry, and the history that is only shown (OPEN-33, OPEN-35). */
async function bringGroup(
  tx: Tx,
  bringing: Bringing,
  { balances, deposits, history }: Pick<OpeningBook, "balances" | "deposits" | "history">,
  memberIds: MemberIds,
): Promise<void> {
  const { openingId } = bringing;
  await inBatches(balances, async (batch) => {
    await tx
      .insertInto("opening_balances")
      .values(
        batch.map(({ account, row, cents }) => ({ opening_id: openingId, account, row, cents })),
      )
      .execute();
  });
  await inBatches(deposits, (batch) => bringDeposits(tx, bringing, batch));
  await inBatches(history, async (batch) => {
    await tx
      .insertInto("past_contributions")
      .values(
        batch.map((past) => ({
          opening_id: openingId,
          member_id: memberOf(memberIds, past.regNumber),
          row: past.row,
          month: past.month,
          amount_cents: past.amountCents,
          paid_on: past.paidOn,
          reference: past.reference,
        })),
      )
      .execute();
  });
  const entry = groupBroughtForward({
    openingId,
    balances,
    depositsCents: deposits.reduce((sum, { amountCents }) => sum + amountCents, 0n),
    businessDate: bringing.cutOver,
    description: bringing.description,
  });
  if (entry !== null)
    await writeEntry(tx, entry, { authorId: bringing.proposedBy, now: bringing.now });
}

/** A deposit whose days the sheet does not know counts from the cut-over day, and may be redeemed at once. */
async function bringDeposits(
  tx: Tx,
  bringing: Bringing,
  batch: readonly OpeningDeposit[],
): Promise<void> {
  const { openingId, cutOver } = bringing;
  for (const deposit of batch) {
    const startDate = deposit.placedOn ?? cutOver;
    const maturesOn = deposit.maturesOn ?? startDate;
    const { id } = await tx
      .insertInto("fixed_deposits")
      .values({
        description: deposit.description,
        amount_cents: deposit.amountCents,
        start_date: startDate,
        maturity_date: maturesOn < startDate ? startDate : maturesOn,
        opened_by: bringing.proposedBy,
        opened_at: bringing.now,
        opening_id: openingId,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await tx
      .insertInto("opening_deposits")
      .values({
        deposit_id: id,
        opening_id: openingId,
        row: deposit.row,
        amount_cents: deposit.amountCents,
        placed_on: deposit.placedOn,
        matures_on: deposit.maturesOn,
      })
      .execute();
  }
}

// The loans of the book, each a loan that goes on being repaid (OPEN-34, OPEN-35).

const INT_MAX = 2_147_483_647n;

async function bringLoans(
  tx: Tx,
  bringing: Bringing,
  loans: readonly OpeningLoan[],
  memberIds: MemberIds,
): Promise<void> {
  const numbered = await numberLoans(tx, loans, memberIds);
  const today = nairobiDate(bringing.now);
  await inBatches(numbered, (batch) => bringBatch(tx, bringing, batch, today));
}

type NumberedLoan = OpeningLoan & { memberId: number; number: number };

/** "Normal Loan 1" is the member's oldest, after what they applied for here. */
async function numberLoans(
  tx: Tx,
  loans: readonly OpeningLoan[],
  memberIds: MemberIds,
): Promise<NumberedLoan[]> {
  const { rows } = await sql<{ member_id: number; number: number }>`
    SELECT member_id, max(number) AS number FROM loans GROUP BY member_id`.execute(tx);
  const last = new Map(rows.map(({ member_id, number }) => [member_id, number]));
  const oldestFirst = loans.toSorted((a, b) => a.givenOn.localeCompare(b.givenOn) || a.row - b.row);
  return oldestFirst.map((loan) => {
    const memberId = memberOf(memberIds, loan.regNumber);
    const number = (last.get(memberId) ?? 0) + 1;
    last.set(memberId, number);
    return { ...loan, memberId, number };
  });
}

async function bringBatch(
  tx: Tx,
  bringing: Bringing,
  batch: readonly NumberedLoan[],
  today: PlainDate,
): Promise<void> {
  const { openingId, now, cutOver: businessDate, description } = bringing;
  const rows = await tx
    .insertInto("loans")
    .values(
      batch.map((loan) => ({
        member_id: loan.memberId,
        number: loan.number,
        ...termsOf(loan),
        status: statusOfLoan(loan.dueOn, today),
        start_date: loan.givenOn,
        expiry_date: loan.dueOn,
        repaid_cents: loan.paidCents,
        balance_cents: loan.amountCents + loan.interestCents - loan.paidCents,
        opening_id: openingId,
      })),
    )
    .returning(["id", "member_id", "number"])
    .execute();
  const ids = new Map(rows.map((row) => [`${row.member_id} ${row.number}`, row.id]));
  // Each was just inserted.
  const stored = batch.map((loan) => ({
    loan,
    loanId: ids.get(`${loan.memberId} ${loan.number}`)!,
  }));
  await tx
    .insertInto("opening_loans")
    .values(
      stored.map(({ loan, loanId }) => ({
        loan_id: loanId,
        opening_id: openingId,
        member_id: loan.memberId,
        row: loan.row,
        amount_cents: loan.amountCents,
        interest_cents: loan.interestCents,
        paid_cents: loan.paidCents,
        given_on: loan.givenOn,
        due_on: loan.dueOn,
      })),
    )
    .execute();
  const entryIds = await writeEntries(
    tx,
    stored.map(({ loan, loanId }) => ({
      ...loanBroughtForward({ ...loan, loanId, businessDate, description }),
      authorId: bringing.proposedBy,
      now,
    })),
  );
  await recordAudits(
    tx,
    stored.map(({ loan, loanId }, index) => ({
      now,
      actorId: bringing.actor.id,
      action: "loans.bring-forward",
      subject: "loan",
      subjectId: loanId,
      after: {
        member_id: loan.memberId,
        loan: inEnglish(nameOfLoan({ loan_type: termsOf(loan).loan_type, number: loan.number })),
        amount: toKes(loan.amountCents),
        current_balance: toKes(loan.amountCents + loan.interestCents - loan.paidCents),
        status: statusOfLoan(loan.dueOn, today),
        entry_id: entryIds[index],
      },
      address: bringing.origin.address,
    })),
  );
}

/** The rate and term that come nearest; what is owed follows only from the amounts. */
function termsOf(loan: OpeningLoan) {
  const rate = mulDiv(loan.interestCents, 10_000n, loan.amountCents, "half-up");
  return {
    loan_type: loan.loanType,
    amount_cents: loan.amountCents,
    interest_cents: loan.interestCents,
    rate_bp: Number(rate > INT_MAX ? INT_MAX : rate),
    term_months: Math.max(0, fullMonthsBetween(loan.givenOn, loan.dueOn)),
    applied_at: nairobiMidnight(loan.givenOn),
  };
}
