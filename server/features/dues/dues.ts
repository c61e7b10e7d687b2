// What a member owes, and when: routes, then what they read and write.
import {
  CONTRIBUTION,
  FINE_PAYMENT,
  FUND_PAYMENT,
  LOAN_PAYMENT,
  ROTATION_PAYMENT,
} from "#domain/payments/payment-kinds.ts";
import * as contract from "#contract/dues.ts";
import { assert } from "#domain/assert.ts";
import { nairobiDate, type PlainDate } from "#domain/calendar.ts";
import { loanPace } from "#domain/loans.ts";
import { firstMonthToPay, monthsOwed, paidUpTo } from "#domain/contributions.ts";
import { sumOf, toKes, type Cents } from "#domain/money.ts";
import { readFundDues } from "#server/core/funds/fund-dues.ts";
import { accountOwner } from "#server/core/identity/sessions.ts";
import { readFineTotals } from "#server/core/ledger/fines.ts";
import { nameOfLoan } from "#server/core/ledger/loan-name.ts";
import { readStandings } from "#server/core/lending/loan-fields.ts";
import { readRotationDues } from "#server/core/rotations/read-rotations.ts";
import type { Reader } from "#server/db/connection.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import { sql } from "kysely";
import { bookPaidUpTo } from "#server/core/members/brought-forward.ts";

export function duesRoutes(routes: Routes): void {
  routes.read(contract.getDues, async (reader, { actor, now, query, t }) => {
    const memberId = await accountOwner(reader, actor, query.member);
    const today = nairobiDate(now);
    const member = await readContributor(reader, memberId);
    const waiting = await readWaiting(reader, memberId);
    const { amountCents, ...contributions } = monthsOf(member, waiting.contributionCents, today);
    const unpaidFines = (await readFineTotals(reader, memberId)).unpaidCents;
    const fineCents = leftOf(unpaidFines, waiting.fineCents);
    const loans = await readLoans(reader, { memberId, today, waiting: waiting.ofLoans });
    // Of a loan of a product only what is overdue.
    const lateCents = loans
      .filter(({ daysLate }) => daysLate > 0)
      .reduce((sum, { leftCents, overdueCents }) => sum + (overdueCents ?? leftCents), 0n);
    const rotations = await readRotationDues(reader, { memberId, today });
    const funds = isOnBooks(member)
      ? (await readFundDues(reader, { memberId, today })).filter(({ isClosed }) => !isClosed)
      : [];
    const rotationCents = sumOf(rotations, ({ owesNowCents }) => owesNowCents);
    return {
      contributions: { ...contributions, amount: toKes(amountCents) },
      fines: toKes(fineCents),
      loans: loans.map((loan) => ({
        loan_id: loan.id,
        loan_name: t(loan.name),
        balance: toKes(loan.balanceCents),
        ...(loan.waitingCents === 0n ? {} : { waiting: toKes(loan.waitingCents) }),
        due_on: loan.dueOn,
        days_late: loan.daysLate,
        a_month_to_be_done: toKes(loan.aMonthCents),
        ...(loan.overdueCents === null ? {} : { overdue: toKes(loan.overdueCents) }),
      })),
      ...(rotations.length === 0
        ? {}
        : {
            rotations: rotations.map(({ id, name, owesNowCents }) => ({
              id,
              name,
              owes_now: toKes(owesNowCents),
            })),
          }),
      ...(funds.length === 0
        ? {}
        : {
            funds: funds.map(({ fundId, name, leftCents }) => ({
              fund_id: fundId,
              name,
              owed: toKes(leftCents),
            })),
          }),
      total_now: toKes(amountCents + fineCents + lateCents + rotationCents),
      ...(waiting.count === 0 ? {} : { waiting: toWaiting(waiting) }),
      ...(member.office_applies ? { office_applies: true as const } : {}),
    };
  });
}

/** Whether the member was approved and has not left: others owe neither months nor funds. */
function isOnBooks(
  row: Pick<Awaited<ReturnType<typeof readContributor>>, "approved_on" | "exited_on" | "status">,
): boolean {
  return row.approved_on !== null && row.exited_on === null && row.status !== "cleared";
}

/** A member owes nothing before the Chairperson's approval, and a member who has left has no next month. */
function monthsOf(
  row: Awaited<ReturnType<typeof readContributor>>,
  waitingCents: Cents,
  today: PlainDate,
) {
  const member = {
    joinedOn: row.joined_on,
    bookPaidUpTo: row.book_paid_up_to,
    totalPaidCents: row.total_paid_cents,
    monthlyCents: row.monthly_contribution_cents,
  };
  const { months, cents, next } = monthsOwed({
    ...member,
    // What waits need not be paid again.
    totalPaidCents: member.totalPaidCents + waitingCents,
    dueDay: row.contribution_due_day,
    today,
  });
  const hasLeft = row.exited_on !== null || row.status === "cleared";
  const owes = isOnBooks(row);
  return {
    paid_up_to: paidUpTo(member),
    first_month: firstMonthToPay(member),
    months_owed: owes ? months : [],
    amountCents: owes ? cents : 0n,
    next: hasLeft ? null : { month: next.month, amount: toKes(next.cents), due_on: next.dueOn },
  };
}

type Requested = { memberId: number; today: PlainDate; waiting: Waiting["ofLoans"] };

async function readLoans(reader: Reader, { memberId, today, waiting }: Requested) {
  const rows = await readOwedLoans(reader, memberId);
  const ofProducts = rows.filter(
    ({ version, status }) => version !== null && status !== "written_off",
  );
  const standings =
    ofProducts.length === 0
      ? noStandings
      : await readStandings(
          reader,
          ofProducts.map(({ id }) => id),
          today,
        );
  return rows.map((row) => {
    const lastOn = row.expiry_date;
    assert(lastOn !== null, `loan ${row.id} was paid out with a day it is due`);
    const waitingCents = waiting.get(row.id) ?? 0n;
    const leftCents = leftOf(row.balance_cents, waitingCents);
    const loan = {
      id: row.id,
      name: nameOfLoan(row),
      balanceCents: row.balance_cents,
      waitingCents,
      leftCents,
    };
    const standing = standings.get(row.id);
    if (standing === undefined) {
      const pace = loanPace({ balanceCents: leftCents, dueOn: lastOn, today });
      const daysLate = leftCents === 0n ? 0 : pace.daysLate;
      return { ...loan, dueOn: lastOn, overdueCents: null, ...pace, daysLate };
    }
    const { oldest, daysLate, overdueCents } = standing;
    return {
      ...loan,
      dueOn: oldest?.dueOn ?? lastOn,
      overdueCents: leftOf(overdueCents, waitingCents),
      daysLate,
      aMonthCents: oldest?.cents ?? 0n,
    };
  });
}

const noStandings: Awaited<ReturnType<typeof readStandings>> = new Map();

type Waiting = {
  count: number;
  contributionCents: Cents;
  fineCents: Cents;
  loanCents: Cents;
  rotationCents: Cents;
  fundCents: Cents;
  ofLoans: ReadonlyMap<number, Cents>;
};

/** The member's payments that the offices have not decided. */
async function readWaiting(reader: Reader, memberId: number): Promise<Waiting> {
  const rows = await reader
    .selectFrom("payments")
    .select(["kind", "loan_id", "amount_cents"])
    .where("member_id", "=", memberId)
    .where("status", "in", ["pending", "pending_approval"])
    .execute();
  const sumOfKind = (kind: string) =>
    rows.reduce((sum, row) => (row.kind === kind ? sum + row.amount_cents : sum), 0n);
  const ofLoans = new Map<number, Cents>();
  for (const { loan_id: loan, amount_cents: cents } of rows)
    if (loan !== null) ofLoans.set(loan, (ofLoans.get(loan) ?? 0n) + cents);
  return {
    count: rows.length,
    contributionCents: sumOfKind(CONTRIBUTION),
    fineCents: sumOfKind(FINE_PAYMENT),
    loanCents: sumOfKind(LOAN_PAYMENT),
    rotationCents: sumOfKind(ROTATION_PAYMENT),
    fundCents: sumOfKind(FUND_PAYMENT),
    ofLoans,
  };
}

function toWaiting(waiting: Waiting) {
  const { count, contributionCents, fineCents, loanCents, rotationCents, fundCents } = waiting;
  return {
    count,
    contributions: toKes(contributionCents),
    fines: toKes(fineCents),
    loans: toKes(loanCents),
    ...(rotationCents === 0n ? {} : { rotations: toKes(rotationCents) }),
    ...(fundCents === 0n ? {} : { funds: toKes(fundCents) }),
    total: toKes(contributionCents + fineCents + loanCents + rotationCents + fundCents),
  };
}

function leftOf(owedCents: Cents, waitingCents: Cents): Cents {
  return owedCents > waitingCents ? owedCents - waitingCents : 0n;
}

// Reads a member's dues: five queries for one member, however long the group's history is; some more in a merry-go-round.

/** The member's standing, what they have paid in, and the price of a month. */
export async function readContributor(reader: Reader, memberId: number) {
  return reader
    .selectFrom("members")
    .crossJoin("group_settings")
    .select([
      "members.status",
      "members.exited_on",
      "members.approved_on",
      "group_settings.monthly_contribution_cents",
      "group_settings.contribution_due_day",
      sql<PlainDate>`coalesce(members.approved_on, (members.created_at AT TIME ZONE 'Africa/Nairobi')::date)`.as(
        "joined_on",
      ),
      bookPaidUpTo.as("book_paid_up_to"),
      // As in `borrowerOf`.
      sql<boolean>`members.status = 'active' AND is_active AND exited_on IS NULL
        AND NOT is_proven`.as("office_applies"),
      sql<Cents>`(SELECT coalesce(sum(amount_cents), 0)::bigint FROM payments
        WHERE payments.member_id = members.id AND kind = ${sql.lit(CONTRIBUTION)} AND payments.status = 'approved')`.as(
        "total_paid_cents",
      ),
    ])
    .where("members.id", "=", memberId)
    .executeTakeFirstOrThrow();
}

/** The loans that a member still has to repay, the first due first. */
export async function readOwedLoans(reader: Reader, memberId: number) {
  return reader
    .selectFrom("loans")
    .select(["id", "number", "loan_type", "balance_cents", "expiry_date", "status", "version"])
    .where("member_id", "=", memberId)
    .where("status", "in", ["active", "default", "written_off"])
    .where("balance_cents", ">", 0n)
    .orderBy("expiry_date")
    .orderBy("id")
    .execute();
}
