// What is read of contributions: one query a list, everything a row shows in it.
import { sql, type SqlBool } from "kysely";
import type { Contribution } from "#contract/contributions.ts";
import { financialYearOf, nairobiIso, type PlainDate } from "#domain/calendar.ts";
import { paidUpTo } from "#domain/contributions/paid-up-to.ts";
import { toKes, type Cents } from "#domain/money.ts";
import { readGroupSettings, type GroupSettings } from "#server/core/group-settings.ts";
import { personColumns, toPerson } from "#server/core/member-directory.ts";
import { toApproval, verdictColumns } from "#server/core/verdicts.ts";
import type { Page } from "#server/core/paging.ts";
import type { Reader } from "#server/db/connection.ts";

type ReferenceUse = {
  kind: "contribution" | "loan_payment" | "fine_payment";
  id: number;
  amount_cents: string;
};

/** All contributions with what every list shows of them; the caller narrows and orders. */
function selectContributions(reader: Reader) {
  return reader
    .selectFrom("payments")
    .innerJoin("members", "members.id", "payments.member_id")
    .where("payments.kind", "=", "contribution")
    .select([
      "payments.id",
      "payments.member_id",
      "payments.amount_cents",
      "payments.reference",
      "payments.paid_at",
      "payments.contribution_month",
      "payments.status",
    ])
    .select(personColumns)
    .select(verdictColumns)
    .select([
      sql<PlainDate>`coalesce(members.approved_on, (members.created_at AT TIME ZONE 'Africa/Nairobi')::date)`.as(
        "joined_on",
      ),
      sql<Cents>`(SELECT coalesce(sum(paid.amount_cents), 0)::bigint FROM payments paid
        WHERE paid.member_id = payments.member_id AND paid.kind = 'contribution' AND paid.status = 'approved')`.as(
        "total_paid_cents",
      ),
      sql<boolean>`EXISTS (SELECT FROM payments newer
        WHERE newer.member_id = payments.member_id AND newer.kind = 'contribution'
          AND newer.status IN ('pending', 'pending_approval') AND newer.id > payments.id)`.as(
        "has_newer_pending",
      ),
      // Amounts as text: JSON numbers would not keep every cent.
      sql<ReferenceUse[]>`coalesce((SELECT json_agg(json_build_object(
          'kind', other.kind, 'id', other.id, 'amount_cents', other.amount_cents::text) ORDER BY other.id)
        FROM payments other
        WHERE other.reference = payments.reference AND other.member_id = payments.member_id
          AND other.kind <> payments.kind AND other.status <> 'rejected'), '[]'::json)`.as(
        "reference_uses",
      ),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectContributions>["execute"]>>[number];

function toContribution(row: Row, settings: GroupSettings, callerId: number): Contribution {
  const month = row.contribution_month;
  // payments_month: every contribution has one.
  if (month === null) throw new Error(`contribution ${row.id} has no month`);
  return {
    contribution_id: row.id,
    user: row.username,
    amount_paid: toKes(row.amount_cents),
    payment_date: nairobiIso(row.paid_at),
    contribution_month: month,
    group_year: financialYearOf(month, settings.yearStart).label,
    payment_Reference_Code: row.reference,
    status: row.status as Contribution["status"],
    ...toApproval(row),
    update_up_to: paidUpTo({
      joinedOn: row.joined_on,
      totalPaidCents: row.total_paid_cents,
      monthlyCents: settings.monthlyContributionCents,
    }),
    member: toPerson(row),
    own_item: row.member_id === callerId,
    has_newer_pending: row.has_newer_pending,
    reference_also_on: row.reference_uses.map((use) => ({
      kind: use.kind,
      id: use.id,
      amount: toKes(BigInt(use.amount_cents)),
    })),
  };
}

/** One contribution as its lists show it. */
export async function readContribution(
  reader: Reader,
  given: { id: number; callerId: number },
): Promise<Contribution> {
  const settings = await readGroupSettings(reader);
  const row = await selectContributions(reader)
    .where("payments.id", "=", given.id)
    .executeTakeFirstOrThrow();
  return toContribution(row, settings, given.callerId);
}

export type Period = { start_date?: PlainDate | undefined; end_date?: PlainDate | undefined };

/** A member's own contributions by payment day, newest first, with the total of the approved ones. */
export async function readOwnContributions(
  reader: Reader,
  given: { memberId: number; period: Period; page: Page | null },
) {
  const settings = await readGroupSettings(reader);
  let rows = selectContributions(reader)
    .where("payments.member_id", "=", given.memberId)
    .where(inPeriod(given.period))
    .orderBy("payments.paid_at", "desc")
    .orderBy("payments.id", "desc");
  if (given.page !== null) rows = rows.limit(given.page.limit).offset(given.page.offset);
  const summary = await reader
    .selectFrom("payments")
    .select([
      sql<bigint>`count(*)`.as("count"),
      sql<Cents>`coalesce(sum(amount_cents) FILTER (WHERE status = 'approved'), 0)::bigint`.as(
        "total_cents",
      ),
    ])
    .where("kind", "=", "contribution")
    .where("member_id", "=", given.memberId)
    .where(inPeriod(given.period))
    .executeTakeFirstOrThrow();
  return {
    contributions: (await rows.execute()).map((row) =>
      toContribution(row, settings, given.memberId),
    ),
    count: Number(summary.count),
    totalCents: summary.total_cents,
  };
}

function inPeriod(period: Period) {
  const start = period.start_date ?? null;
  const end = period.end_date ?? null;
  return sql<SqlBool>`payments.paid_on >= coalesce(${start}::date, '-infinity')
    AND payments.paid_on <= coalesce(${end}::date, 'infinity')`;
}

/** Contributions that an office has still to judge, newest first. */
export async function readOpenContributions(
  reader: Reader,
  given: { office: "Treasurer" | "Sec-Gen"; callerId: number; page: Page | null },
) {
  const settings = await readGroupSettings(reader);
  const own = given.office === "Treasurer" ? "treasurer_verdict" : "sec_gen_verdict";
  const other = given.office === "Treasurer" ? "sec_gen_id" : "treasurer_id";
  let rows = selectContributions(reader)
    .where("payments.status", "in", ["pending", "pending_approval"])
    .where(own, "=", "pending_approval")
    // Who already judged it for the other office may not judge it again for this one.
    .where((where) => where.or([where(other, "is", null), where(other, "<>", given.callerId)]))
    .orderBy("payments.id", "desc");
  const count =
    given.page === null ? undefined : await countOpen(reader, own, other, given.callerId);
  if (given.page !== null) rows = rows.limit(given.page.limit).offset(given.page.offset);
  return {
    contributions: (await rows.execute()).map((row) =>
      toContribution(row, settings, given.callerId),
    ),
    count,
  };
}

async function countOpen(
  reader: Reader,
  own: "treasurer_verdict" | "sec_gen_verdict",
  other: "treasurer_id" | "sec_gen_id",
  callerId: number,
): Promise<number> {
  const { count } = await reader
    .selectFrom("payments")
    .select(sql<bigint>`count(*)`.as("count"))
    .where("kind", "=", "contribution")
    .where("status", "in", ["pending", "pending_approval"])
    .where(own, "=", "pending_approval")
    .where((where) => where.or([where(other, "is", null), where(other, "<>", callerId)]))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Each member's total and latest approved contribution, by name; `memberId` narrows it to one. */
export async function readContributionTotals(
  reader: Reader,
  given: { memberId: number | null; page: Page | null },
) {
  let rows = reader
    .selectFrom("members")
    .leftJoinLateral(
      (nested) =>
        nested
          .selectFrom("payments")
          .select([
            sql<Cents>`coalesce(sum(amount_cents), 0)::bigint`.as("total_cents"),
            sql<Cents | null>`(array_agg(amount_cents ORDER BY paid_at DESC, id DESC))[1]`.as(
              "latest_cents",
            ),
            sql<PlainDate | null>`(array_agg(contribution_month ORDER BY paid_at DESC, id DESC))[1]`.as(
              "latest_month",
            ),
          ])
          .whereRef("payments.member_id", "=", "members.id")
          .where("payments.kind", "=", "contribution")
          .where("payments.status", "=", "approved")
          .as("paid"),
      (join) => join.onTrue(),
    )
    .select(personColumns)
    .select(["paid.total_cents", "paid.latest_cents", "paid.latest_month"])
    .orderBy(sql`lower(first_name)`)
    .orderBy(sql`lower(last_name)`)
    .orderBy("members.id");
  let counted = reader.selectFrom("members").select(sql<bigint>`count(*)`.as("count"));
  if (given.memberId !== null) {
    rows = rows.where("members.id", "=", given.memberId);
    counted = counted.where("members.id", "=", given.memberId);
  }
  if (given.page !== null) rows = rows.limit(given.page.limit).offset(given.page.offset);
  const count =
    given.page === null ? undefined : Number((await counted.executeTakeFirstOrThrow()).count);
  return { totals: await rows.execute(), count };
}
