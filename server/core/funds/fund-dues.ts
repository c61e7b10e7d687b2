// What members paid to funds, and what they owe (FUND-3).
import { sql } from "kysely";
import type { PlainDate } from "#domain/calendar.ts";
import { dueCents, type FundAmount, type FundRule, owedCents } from "#domain/funds/fund-rules.ts";
import { type Cents, most } from "#domain/money.ts";
import type { Reader } from "#server/db/connection.ts";

export type FundDue = {
  memberId: number;
  fundId: number;
  name: string;
  paidCents: Cents;
  owedCents: Cents;
  /** What is owed besides payments that wait for approval. */
  leftCents: Cents;
  isClosed: boolean;
};

/** By member and fund; of a single member or of all, of a single fund or of all. */
export async function readFundDues(
  reader: Reader,
  wanted: { memberId?: number; fundId?: number; today: PlainDate },
): Promise<FundDue[]> {
  const funds = await readTerms(reader, wanted);
  if (funds.length === 0) return [];
  const { memberId, today } = wanted;
  const members = await readMembers(reader, memberId);
  // Before what is paid: what is approved meanwhile is in one of the two, or in both.
  const waiting = await readWaiting(reader, memberId);
  const paid = await readPaid(reader, memberId, wanted.fundId);
  const meetings = funds.some(({ rule }) => rule === "each_meeting")
    ? await readMeetingDays(reader, memberId)
    : new Map<number, PlainDate[]>();
  return members.flatMap((member) =>
    funds.map((fund) => {
      const paidCents = paid.get(`${member.id} ${fund.id}`) ?? 0n;
      const due =
        member.joinedOn === null
          ? 0n
          : dueCents(
              fund,
              {
                joinedOn: member.joinedOn,
                leftOn: member.leftOn,
                meetings: meetings.get(member.id) ?? [],
              },
              { dueDay: member.dueDay, today },
            );
      // A fund that is closed asks for nothing.
      const owed = fund.isClosed ? 0n : owedCents({ dueCents: due, paidCents });
      return {
        memberId: member.id,
        fundId: fund.id,
        name: fund.name,
        paidCents,
        owedCents: owed,
        leftCents: most(0n, owed - (waiting.get(`${member.id} ${fund.id}`) ?? 0n)),
        isClosed: fund.isClosed,
      };
    }),
  );
}

type Terms = {
  id: number;
  name: string;
  rule: FundRule;
  startsOn: PlainDate;
  isClosed: boolean;
  amounts: FundAmount[];
};

async function readTerms(reader: Reader, { fundId }: { fundId?: number }): Promise<Terms[]> {
  let rows = reader
    .selectFrom("funds")
    .select(["id", "name", "rule", "starts_on", "closed_at"])
    .orderBy("id");
  if (fundId !== undefined) rows = rows.where("id", "=", fundId);
  const funds = await rows.execute();
  if (funds.length === 0) return [];
  const amounts = await readAmounts(reader);
  return funds.map((fund) => ({
    id: fund.id,
    name: fund.name,
    // The database admits no other words (funds_rule).
    rule: fund.rule as FundRule,
    startsOn: fund.starts_on,
    isClosed: fund.closed_at !== null,
    amounts: amounts.get(fund.id) ?? [],
  }));
}

/** Of each fund, in the order in which they were set. */
export async function readAmounts(reader: Reader): Promise<ReadonlyMap<number, FundAmount[]>> {
  const rows = await reader
    .selectFrom("fund_amounts")
    .select(["fund_id", "amount_cents", "counts_from"])
    .orderBy("id")
    .execute();
  const byFund = new Map<number, FundAmount[]>();
  for (const { fund_id: id, amount_cents: cents, counts_from: from } of rows)
    byFund.set(id, [...(byFund.get(id) ?? []), { cents, from }]);
  return byFund;
}

/** A member is on the books from the approval on until they leave. */
async function readMembers(reader: Reader, memberId: number | undefined) {
  let rows = reader
    .selectFrom("members")
    .crossJoin("group_settings")
    .select([
      "members.id",
      "members.approved_on as joinedOn",
      sql<PlainDate | null>`CASE WHEN members.exited_on IS NOT NULL OR members.status = 'cleared' THEN coalesce(members.exited_on, (
        SELECT e.business_date FROM settlements s JOIN entries e ON e.source_kind = 'settlement' AND e.source_id = s.id
         WHERE s.member_id = members.id ORDER BY s.id LIMIT 1)) END`.as("leftOn"),
      "group_settings.contribution_due_day as dueDay",
    ])
    .orderBy("members.id");
  rows =
    memberId === undefined
      ? rows.where("members.approved_on", "is not", null)
      : rows.where("members.id", "=", memberId);
  return rows.execute();
}

/** By member and fund, in cents; a claim that was paid takes nothing back of what somebody paid in. */
async function readPaid(
  reader: Reader,
  memberId: number | undefined,
  fundId: number | undefined,
): Promise<ReadonlyMap<string, Cents>> {
  let rows = reader
    .selectFrom("postings")
    .select(["member_id", "fund_id", sql<Cents>`-sum(amount_cents)::bigint`.as("cents")])
    .where("account", "=", "restricted_funds")
    .where("amount_cents", "<", 0n)
    .where("member_id", "is not", null)
    .groupBy(["member_id", "fund_id"]);
  if (memberId !== undefined) rows = rows.where("member_id", "=", memberId);
  if (fundId !== undefined) rows = rows.where("fund_id", "=", fundId);
  return new Map(
    (await rows.execute()).map(({ member_id, fund_id, cents }) => [
      `${member_id} ${fund_id}`,
      cents,
    ]),
  );
}

/** Payments that the offices have not decided, by member and fund, in cents. */
async function readWaiting(
  reader: Reader,
  memberId: number | undefined,
): Promise<ReadonlyMap<string, Cents>> {
  let rows = reader
    .selectFrom("payments")
    .select(["member_id", "fund_id", sql<Cents>`sum(amount_cents)::bigint`.as("cents")])
    .where("fund_id", "is not", null)
    .where("status", "in", ["pending", "pending_approval"])
    .groupBy(["member_id", "fund_id"]);
  if (memberId !== undefined) rows = rows.where("member_id", "=", memberId);
  return new Map(
    (await rows.execute()).map(({ member_id, fund_id, cents }) => [
      `${member_id} ${fund_id}`,
      cents,
    ]),
  );
}

/** The days of the meetings on whose roll each member is. */
async function readMeetingDays(
  reader: Reader,
  memberId: number | undefined,
): Promise<ReadonlyMap<number, PlainDate[]>> {
  let rows = reader
    .selectFrom("meeting_roll")
    .innerJoin("meetings", "meetings.id", "meeting_roll.meeting_id")
    .select(["member_id", "held_on"])
    .where("meetings.status", "not in", ["called", "cancelled"]);
  if (memberId !== undefined) rows = rows.where("member_id", "=", memberId);
  const byMember = new Map<number, PlainDate[]>();
  for (const { member_id: id, held_on: day } of await rows.execute())
    byMember.set(id, [...(byMember.get(id) ?? []), day]);
  return byMember;
}
