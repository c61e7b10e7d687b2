// The loans of the book, each a loan that goes on being repaid (OPEN-34, OPEN-35).
import { sql } from "kysely";
import {
  fullMonthsBetween,
  nairobiDate,
  nairobiMidnight,
  type PlainDate,
} from "#domain/calendar.ts";
import { loanBroughtForward, statusOfLoan } from "#domain/ledger/opening-postings.ts";
import { mulDiv, toKes } from "#domain/money.ts";
import type { OpeningLoan } from "#domain/opening/opening-book.ts";
import { inEnglish } from "#messages/translator.ts";
import { recordAudits } from "#server/core/audit-log/audit.ts";
import { nameOfLoan } from "#server/core/ledger/loans.ts";
import { writeEntries } from "#server/core/ledger/journal.ts";
import type { Tx } from "#server/db/connection.ts";
import { inBatches, type Bringing, memberOf, type MemberIds } from "./bring-members.ts";

const INT_MAX = 2_147_483_647n;

export async function bringLoans(
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

/** The rate and term that come nearest; what is owed follows from the amounts alone. */
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
