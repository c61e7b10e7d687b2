// What a member owes, and when: routes, then what they read and write.
import * as contract from "#contract/dues.ts";
import { assert } from "#domain/assert.ts";
import { nairobiDate, type PlainDate } from "#domain/calendar.ts";
import { loanPace } from "#domain/loans.ts";
import { monthsOwed } from "#domain/contributions.ts";
import { toKes, type Cents } from "#domain/money.ts";
import { accountOwner } from "#server/core/identity/sessions.ts";
import { readFineTotals } from "#server/core/ledger/fines.ts";
import { nameOfLoan } from "#server/core/ledger/loans.ts";
import type { Reader } from "#server/db/connection.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import { sql } from "kysely";
import { bookPaidUpTo } from "#server/core/members/brought-forward.ts";

export function duesRoutes(routes: Routes): void {
  routes.read(contract.getDues, async (reader, { actor, now, query, t }) => {
    const memberId = await accountOwner(reader, actor, query.member);
    const today = nairobiDate(now);
    const member = await readContributor(reader, memberId);
    const { amountCents, ...contributions } = monthsOf(member, today);
    const { unpaidCents } = await readFineTotals(reader, memberId);
    const loans = await readLoans(reader, { memberId, today });
    const lateCents = loans
      .filter(({ daysLate }) => daysLate > 0)
      .reduce((sum, { balanceCents }) => sum + balanceCents, 0n);
    return {
      contributions: { ...contributions, amount: toKes(amountCents) },
      fines: toKes(unpaidCents),
      loans: loans.map((loan) => ({
        loan_id: loan.id,
        loan_name: t(loan.name),
        balance: toKes(loan.balanceCents),
        due_on: loan.dueOn,
        days_late: loan.daysLate,
        a_month_to_be_done: toKes(loan.aMonthCents),
      })),
      total_now: toKes(amountCents + unpaidCents + lateCents),
      ...(member.office_applies ? { office_applies: true as const } : {}),
    };
  });
}

/** A member owes nothing before the Chairperson's approval, and a member who has left has no next month. */
function monthsOf(row: Awaited<ReturnType<typeof readContributor>>, today: PlainDate) {
  const { paidUpTo, months, cents, next } = monthsOwed({
    joinedOn: row.joined_on,
    bookPaidUpTo: row.book_paid_up_to,
    totalPaidCents: row.total_paid_cents,
    monthlyCents: row.monthly_contribution_cents,
    dueDay: row.contribution_due_day,
    today,
  });
  const hasLeft = row.exited_on !== null || row.status === "cleared";
  const owes = row.approved_on !== null && !hasLeft;
  return {
    paid_up_to: paidUpTo,
    months_owed: owes ? months : [],
    amountCents: owes ? cents : 0n,
    next: hasLeft ? null : { month: next.month, amount: toKes(next.cents), due_on: next.dueOn },
  };
}

type Requested = { memberId: number; today: PlainDate };

async function readLoans(reader: Reader, { memberId, today }: Requested) {
  const rows = await readOwedLoans(reader, memberId);
  return rows.map((row) => {
    const dueOn = row.expiry_date;
    assert(dueOn !== null, `loan ${row.id} was paid out with a day it is due`);
    return {
      id: row.id,
      name: nameOfLoan(row),
      balanceCents: row.balance_cents,
      dueOn,
      ...loanPace({ balanceCents: row.balance_cents, dueOn, today }),
    };
  });
}

// Reads a member's dues: three queries for one member, however long the group's history is.

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
        AND email_verified_at IS NULL AND NOT is_founder`.as("office_applies"),
      sql<Cents>`(SELECT coalesce(sum(amount_cents), 0)::bigint FROM payments
        WHERE payments.member_id = members.id AND kind = 'contribution' AND payments.status = 'approved')`.as(
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
    .select(["id", "number", "loan_type", "balance_cents", "expiry_date"])
    .where("member_id", "=", memberId)
    .where("status", "in", ["active", "default", "written_off"])
    .where("balance_cents", ">", 0n)
    .orderBy("expiry_date")
    .orderBy("id")
    .execute();
}
