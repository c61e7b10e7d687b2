// What each member owes today, to fill a collection sheet (CASH-5): less what waits for approval.
import { sql } from "kysely";
import type { getSheet } from "#contract/collections.ts";
import type { ReplyOf } from "#contract/endpoint.ts";
import { firstOfMonth, type PlainDate } from "#domain/calendar.ts";
import { monthsOwed } from "#domain/contributions.ts";
import { loanPace } from "#domain/loans.ts";
import { type Cents, most, toKes } from "#domain/money.ts";
import { CONTRIBUTION, FINE_PAYMENT } from "#domain/payments/payment-kinds.ts";
import type { Translate } from "#messages/translator.ts";
import { readFundDues } from "#server/core/funds/fund-dues.ts";
import { nameOfLoan } from "#server/core/ledger/loan-name.ts";
import { type LoanStanding, readStandings } from "#server/core/lending/loan-fields.ts";
import type { Meeting } from "#server/core/meetings/read-meetings.ts";
import { bookPaidUpTo } from "#server/core/members/brought-forward.ts";
import { byName, personColumns, toPerson } from "#server/core/members/member-directory.ts";
import type { Reader } from "#server/db/connection.ts";

type Sheet = ReplyOf<typeof getSheet>;
type Today = { today: PlainDate; t: Translate };

/** Everybody who can pay, by name. As many queries as for one, however many. */
export async function readSheet(
  reader: Reader,
  { date }: Pick<Meeting, "date">,
  { today, t }: Today,
): Promise<Sheet> {
  const month = firstOfMonth(date);
  const payers = await readPayers(reader);
  const loans = await readLoans(reader, { today, t });
  const funds = await readFunds(reader, today);
  return {
    rows: payers.map((row) => ({
      member: toPerson(row),
      contribution: { month, amount: toKes(owedMonths(row, today)) },
      fines: toKes(most(0n, row.unpaid_cents - row.waiting_fines_cents)),
      loans: loans.get(row.member_id) ?? [],
      funds: funds.get(row.member_id) ?? [],
    })),
  };
}

/** By member: every fund that is open, whether something is owed or not. */
async function readFunds(
  reader: Reader,
  today: PlainDate,
): Promise<ReadonlyMap<number, Sheet["rows"][number]["funds"]>> {
  const byMember = new Map<number, Sheet["rows"][number]["funds"]>();
  for (const { memberId, fundId, name, leftCents, isClosed } of await readFundDues(reader, {
    today,
  })) {
    if (isClosed) continue;
    const own = byMember.get(memberId) ?? [];
    own.push({ fund_id: fundId, name, owed: toKes(leftCents) });
    byMember.set(memberId, own);
  }
  return byMember;
}

const readPayers = (reader: Reader) =>
  byName(
    reader
      .selectFrom("members")
      .crossJoin("group_settings")
      .select(personColumns)
      .select([
        "group_settings.monthly_contribution_cents",
        "group_settings.contribution_due_day",
        sql<PlainDate>`coalesce(members.approved_on, (members.created_at AT TIME ZONE 'Africa/Nairobi')::date)`.as(
          "joined_on",
        ),
        bookPaidUpTo.as("book_paid_up_to"),
        sql<Cents>`(SELECT coalesce(sum(p.amount_cents), 0)::bigint FROM payments p
          WHERE p.member_id = members.id AND p.kind = ${sql.lit(CONTRIBUTION)} AND p.status <> 'rejected')`.as(
          "paid_cents",
        ),
        sql<Cents>`(SELECT coalesce(sum(p.amount_cents), 0)::bigint FROM payments p
          WHERE p.member_id = members.id AND p.kind = ${sql.lit(FINE_PAYMENT)} AND p.status IN ('pending', 'pending_approval'))`.as(
          "waiting_fines_cents",
        ),
        sql<Cents>`(SELECT coalesce(sum(f.amount_cents - f.paid_cents - f.written_off_cents), 0)::bigint FROM fines f
          WHERE f.member_id = members.id AND f.paid_cents + f.written_off_cents < f.amount_cents)`.as(
          "unpaid_cents",
        ),
      ])
      .where("members.status", "in", ["active", "dormant"])
      .where("members.is_active", "=", true)
      .where("members.exited_on", "is", null),
  ).execute();

/** In cents, of all months that are due; what waits need not be paid again. */
function owedMonths(row: Awaited<ReturnType<typeof readPayers>>[number], today: PlainDate): Cents {
  return monthsOwed({
    joinedOn: row.joined_on,
    bookPaidUpTo: row.book_paid_up_to,
    totalPaidCents: row.paid_cents,
    monthlyCents: row.monthly_contribution_cents,
    dueDay: row.contribution_due_day,
    today,
  }).cents;
}

/** By member, the first due first. A loan is due once it is late; one of a product, what is overdue of it. */
async function readLoans(
  reader: Reader,
  { today, t }: Today,
): Promise<ReadonlyMap<number, Sheet["rows"][number]["loans"]>> {
  const rows = await reader
    .selectFrom("loans")
    .select(["id", "member_id", "number", "loan_type", "balance_cents", "expiry_date", "version"])
    .select(
      sql<Cents>`(SELECT coalesce(sum(p.amount_cents), 0)::bigint FROM payments p
        WHERE p.loan_id = loans.id AND p.status IN ('pending', 'pending_approval'))`.as(
        "waiting_cents",
      ),
    )
    .where("status", "in", ["active", "default"])
    .where("balance_cents", ">", 0n)
    .orderBy("expiry_date")
    .orderBy("id")
    .execute();
  const ofProducts = rows.filter(({ version }) => version !== null).map(({ id }) => id);
  const standings =
    ofProducts.length === 0
      ? new Map<number, LoanStanding>()
      : await readStandings(reader, ofProducts, today);
  const byMember = new Map<number, Sheet["rows"][number]["loans"]>();
  for (const row of rows) {
    const balanceCents = most(0n, row.balance_cents - row.waiting_cents);
    const standing = standings.get(row.id);
    const dueOn = row.expiry_date ?? today;
    const isLate = loanPace({ balanceCents, dueOn, today }).daysLate > 0;
    const dueCents =
      standing === undefined
        ? isLate
          ? balanceCents
          : 0n
        : most(0n, standing.overdueCents - row.waiting_cents);
    const own = byMember.get(row.member_id) ?? [];
    own.push({
      loan_id: row.id,
      loan_name: t(nameOfLoan(row)),
      balance: toKes(balanceCents),
      due: toKes(dueCents),
    });
    byMember.set(row.member_id, own);
  }
  return byMember;
}
