// Pays a contribution (PAY-1), and reads contributions; core/approvals/decide-payments.ts decides on a payment.
import { CONTRIBUTION } from "#domain/payments/payment-kinds.ts";
import type { Contribution } from "#contract/contributions.ts";
import { single } from "#domain/assert.ts";
import { firstOfMonth, nairobiDate, type PlainDate, financialYearOf } from "#domain/calendar.ts";
import { CLOCK_SKEW_MS, paidUpTo, earliestDay } from "#domain/contributions.ts";
import { furthestMonth } from "#domain/months-to-pay.ts";
import type { Cents } from "#domain/money.ts";
import { type Refusal, refuse, refuseFields, type FieldErrors } from "#domain/refusal.ts";
import { ownPayer, submitPayment, type Payer } from "#server/core/approvals/payments.ts";
import type { Tx, Reader } from "#server/db/connection.ts";
import type { Period } from "#server/db/in-period.ts";
import { sql } from "kysely";
import { heldContributions } from "#server/core/ledger/balances.ts";
import { bookPaidUpTo, broughtForward } from "#server/core/members/brought-forward.ts";
import { byName, personColumns } from "#server/core/members/member-directory.ts";
import type { Page } from "#server/db/paging.ts";
import { contestedBy } from "#server/core/approvals/contested.ts";
import { evidenceColumn } from "#server/core/approvals/evidence.ts";
import {
  readOpenPayments,
  type OpenParams,
  paidInPeriod,
  readingByIds,
  selectPayments,
  toPaymentFields,
} from "#server/core/approvals/payment-rows.ts";
import { anyOf, preparedQuery } from "#server/db/prepared-queries/prepared-query.ts";
import type { SpokenTo, Viewer } from "#server/platform/request.ts";

export type PaidContribution = {
  amountCents: Cents;
  month: PlainDate;
  /** The last month, of a contribution for several. */
  lastMonth?: PlainDate | null;
  paidAt: Date;
  reference: string;
  /** The caller, unless an official enters it for a member (STAT-16). */
  payer?: Payer;
};

/** Submits a contribution within its limits. */
export async function payContribution(
  tx: Tx,
  by: SpokenTo,
  paid: PaidContribution,
): Promise<Contribution> {
  const payer = paid.payer ?? ownPayer(by.actor);
  await refuseOutOfBounds(tx, by, { ...paid, payer });
  const id = await submitPayment(tx, by, {
    kind: CONTRIBUTION,
    payer,
    amountCents: paid.amountCents,
    reference: paid.reference,
    paidAt: paid.paidAt > by.now ? by.now : paid.paidAt,
    contributionMonth: firstOfMonth(paid.month),
    lastMonth: lastMonthOf(paid),
    loan: null,
  });
  return single(await readContributions(tx, [{ id, callerId: by.actor.id, t: by.t }]));
}

/** PAY-1, PAY-5, PAY-6. */
async function refuseOutOfBounds(
  tx: Tx,
  by: SpokenTo,
  paid: PaidContribution & { payer: Payer },
): Promise<void> {
  const errors = faultsOf(paid, { bounds: await readBounds(tx, paid.payer.memberId), now: by.now });
  if (Object.keys(errors).length > 0) throw refuseFields(errors);
}

type Bounds = Awaited<ReturnType<typeof readBounds>>;

/** What is wrong with a contribution within these bounds, by field. */
export function faultsOf(
  paid: Pick<PaidContribution, "month" | "lastMonth" | "paidAt">,
  { bounds, now }: { bounds: Bounds; now: Date },
): FieldErrors {
  const { group, member } = bounds;
  const first = earliestDay(group);
  const last = furthestMonth({ paidUpTo: paidUpTo(member), today: nairobiDate(now) });
  const errors: FieldErrors = {};
  const ofDay = refusalOfDay(paid.paidAt, { now, first });
  if (ofDay !== null) errors["payment_date"] = [ofDay];
  if (paid.month < first)
    errors["contribution_month"] = [refuse("date-too-early", { first: { day: first } })];
  const lastMonth = lastMonthOf(paid);
  if (paid.lastMonth && firstOfMonth(paid.lastMonth) < firstOfMonth(paid.month))
    errors["contribution_month_to"] = [refuse("months-out-of-order")];
  if (lastMonth !== null && lastMonth > last)
    errors["contribution_month_to"] = [refuse("month-too-far", { last: { month: last } })];
  if (firstOfMonth(paid.month) > last)
    errors["contribution_month"] = [refuse("month-too-far", { last: { month: last } })];
  return errors;
}

/** Why nobody can have paid on that day; null if they can (PAY-5, PAY-6). */
function refusalOfDay(
  paidAt: Date,
  { now, first }: { now: Date; first: PlainDate },
): Refusal | null {
  if (nairobiDate(paidAt) < first) return refuse("date-too-early", { first: { day: first } });
  return paidAt.getTime() > now.getTime() + CLOCK_SKEW_MS ? refuse("date-in-future") : null;
}

/** Refuses a day on which nobody can have paid, on the field `payment_date`. */
export async function requirePossibleDay(
  tx: Tx,
  { now }: Pick<SpokenTo, "now">,
  { memberId, paidAt }: { memberId: number; paidAt: Date },
): Promise<void> {
  const { group } = await readBounds(tx, memberId);
  const refusal = refusalOfDay(paidAt, { now, first: earliestDay(group) });
  if (refusal !== null) throw refusal.at("payment_date");
}

/** Null for a contribution for one month. */
function lastMonthOf({ month, lastMonth }: Pick<PaidContribution, "month" | "lastMonth">) {
  const last = lastMonth ? firstOfMonth(lastMonth) : null;
  return last === null || last <= firstOfMonth(month) ? null : last;
}

// Reads contributions: one query for each list, with everything that a row shows.

/** All contributions as every list shows them; the caller narrows and orders. */
function selectContributions(reader: Reader) {
  return selectPayments(reader, CONTRIBUTION)
    .crossJoin("group_settings")
    .select([
      "payments.contribution_month",
      "payments.last_month",
      "group_settings.monthly_contribution_cents",
      "group_settings.year_start_month",
      "group_settings.year_start_day",
      sql<PlainDate>`coalesce(members.approved_on, (members.created_at AT TIME ZONE 'Africa/Nairobi')::date)`.as(
        "joined_on",
      ),
      bookPaidUpTo.as("book_paid_up_to"),
      sql<Cents>`(SELECT coalesce(sum(paid.amount_cents), 0)::bigint FROM payments paid
      WHERE paid.member_id = payments.member_id AND paid.kind = ${sql.lit(CONTRIBUTION)} AND paid.status = 'approved')`.as(
        "total_paid_cents",
      ),
      sql<boolean>`EXISTS (SELECT FROM payments newer
      WHERE newer.member_id = payments.member_id AND newer.kind = ${sql.lit(CONTRIBUTION)}
        AND newer.status IN ('pending', 'pending_approval') AND newer.id > payments.id)`.as(
        "has_newer_pending",
      ),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectContributions>["execute"]>>[number];

function toContribution(row: Row, viewer: Viewer): Contribution {
  const month = row.contribution_month;
  // payments_month: every contribution has one.
  if (month === null) throw new Error(`contribution ${row.id} has no month`);
  const { payment_id, ...fields } = toPaymentFields(row, viewer);
  return {
    contribution_id: payment_id,
    ...fields,
    contribution_month: month,
    ...(row.last_month === null ? {} : { contribution_month_to: row.last_month }),
    group_year: financialYearOf(month, {
      month: row.year_start_month,
      day: row.year_start_day,
    }).label,
    update_up_to: paidUpTo({
      joinedOn: row.joined_on,
      bookPaidUpTo: row.book_paid_up_to,
      totalPaidCents: row.total_paid_cents,
      monthlyCents: row.monthly_contribution_cents,
    }),
    has_newer_pending: row.has_newer_pending,
  };
}

const selectByIds = preparedQuery((reader, ids: readonly number[]) =>
  selectContributions(reader).where("payments.id", "=", anyOf("int", ids)),
);

/** Contributions as their lists show them to each caller, in the order of the ids. */
export const readContributions = readingByIds(selectByIds, toContribution);

/** A member's own contributions by payment day, newest first, with the total of the approved ones. */
export async function readOwnContributions(
  reader: Reader,
  params: { memberId: number; period: Period; page: Page | null } & Pick<Viewer, "t">,
) {
  let rows = selectContributions(reader)
    .where("payments.member_id", "=", params.memberId)
    .where(paidInPeriod(params.period))
    .orderBy("payments.paid_at", "desc")
    .orderBy("payments.id", "desc");
  if (params.page !== null) rows = rows.limit(params.page.limit).offset(params.page.offset);
  const summary = await reader
    .selectFrom("payments")
    .select([
      sql<bigint>`count(*)`.as("count"),
      sql<Cents>`coalesce(sum(amount_cents) FILTER (WHERE status = 'approved'), 0)::bigint`.as(
        "total_cents",
      ),
      // Amounts as text: JSON numbers would lose cents.
      sql<{ cents: string; date: PlainDate; paid_up_to: PlainDate } | null>`(
        SELECT json_build_object('cents', savings_cents::text, 'date', closed_on, 'paid_up_to', paid_up_to)
          FROM ${broughtForward} book WHERE book.member_id = ${params.memberId})`.as("book"),
    ])
    .where("kind", "=", CONTRIBUTION)
    .where("member_id", "=", params.memberId)
    .where(paidInPeriod(params.period))
    .executeTakeFirstOrThrow();
  return {
    contributions: (await rows.execute()).map((row) =>
      toContribution(row, { callerId: params.memberId, t: params.t }),
    ),
    count: Number(summary.count),
    totalCents: summary.total_cents,
    book: summary.book,
  };
}

/** Contributions that an office still has to decide on, newest first, with the statements' evidence. */
export function readOpenContributions(reader: Reader, params: OpenParams) {
  return readOpenPayments(
    reader,
    { ...params, kind: CONTRIBUTION },
    selectContributions(reader).select([
      evidenceColumn.as("evidence"),
      contestedBy.as("contested"),
    ]),
    (row) => toContribution(row, params),
  );
}

/**
 * The contributions that the group holds for each member, and the latest approved one, by name; `memberId` narrows it
 * to one.
 */
export async function readContributionTotals(
  reader: Reader,
  params: { memberId: number | null; page: Page | null },
) {
  let found = reader.selectFrom("members");
  if (params.memberId !== null) found = found.where("members.id", "=", params.memberId);
  // Selects the page first: members outside of it cost nothing.
  let requested = found.select("members.id");
  if (params.page !== null)
    requested = byName(requested).limit(params.page.limit).offset(params.page.offset);
  const rows = reader
    .selectFrom("members")
    .where("members.id", "in", requested)
    .leftJoinLateral(
      (nested) =>
        nested
          .selectFrom("payments")
          .select(["amount_cents as latest_cents", "contribution_month as latest_month"])
          .whereRef("payments.member_id", "=", "members.id")
          .where("payments.kind", "=", CONTRIBUTION)
          .where("payments.status", "=", "approved")
          .orderBy("paid_at", "desc")
          .orderBy("payments.id", "desc")
          .limit(1)
          .as("paid"),
      (join) => join.onTrue(),
    )
    .select(personColumns)
    .select([heldContributions.as("total_cents"), "paid.latest_cents", "paid.latest_month"])
    .orderBy(sql`lower(first_name)`)
    .orderBy(sql`lower(last_name)`)
    .orderBy("members.id");
  const count =
    params.page === null
      ? undefined
      : await found.select(sql<bigint>`count(*)`.as("count")).executeTakeFirstOrThrow();
  return {
    totals: await rows.execute(),
    count: count === undefined ? undefined : Number(count.count),
  };
}

/** What limits a member's next contribution. */
export async function readBounds(reader: Reader, memberId: number) {
  return single([...(await readBoundsOf(reader, [memberId])).values()]);
}

/** The same of several members, by id. */
export async function readBoundsOf(reader: Reader, memberIds: readonly number[]) {
  const { rows } = await sql<{
    member_id: number;
    founded_on: PlainDate;
    first_entry_on: PlainDate | null;
    joined_on: PlainDate;
    book_paid_up_to: PlainDate | null;
    total_paid_cents: Cents;
    monthly_cents: Cents;
  }>`
    SELECT members.id AS member_id, (SELECT (created_at AT TIME ZONE 'Africa/Nairobi')::date FROM members ORDER BY id LIMIT 1) AS founded_on,
           (SELECT min(business_date) FROM entries) AS first_entry_on,
           coalesce(members.approved_on, (members.created_at AT TIME ZONE 'Africa/Nairobi')::date) AS joined_on,
           ${bookPaidUpTo} AS book_paid_up_to,
           (SELECT coalesce(sum(paid.amount_cents), 0)::bigint FROM payments paid
             WHERE paid.member_id = members.id AND paid.kind = ${sql.lit(CONTRIBUTION)} AND paid.status = 'approved') AS total_paid_cents,
           group_settings.monthly_contribution_cents AS monthly_cents
      FROM members, group_settings WHERE members.id = ANY (${[...memberIds]}::int[])`.execute(
    reader,
  );
  return new Map(
    rows.map((row) => [
      row.member_id,
      {
        group: { foundedOn: row.founded_on, firstEntryOn: row.first_entry_on },
        member: {
          joinedOn: row.joined_on,
          bookPaidUpTo: row.book_paid_up_to,
          totalPaidCents: row.total_paid_cents,
          monthlyCents: row.monthly_cents,
        },
      },
    ]),
  );
}
