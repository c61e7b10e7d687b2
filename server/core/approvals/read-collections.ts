// Collections of meetings, with their rows, as answers and minutes show them (CASH-5, CASH-6).
import { sql, type SqlBool } from "kysely";
import type { CollectionView } from "#contract/collections.ts";
import type { Person } from "#contract/people.ts";
import type { ApprovingOffice } from "#domain/approvals/two-officials.ts";
import { assert } from "#domain/assert.ts";
import { nairobiIso } from "#domain/calendar.ts";
import { type Cents, sumOf, toKes } from "#domain/money.ts";
import { factsOfKinds, type PaymentKind } from "#domain/payments/payment-kinds.ts";
import type { Translate } from "#messages/translator.ts";
import { nameOfLoan } from "#server/core/ledger/loan-name.ts";
import { personColumns, personIn, toPerson } from "#server/core/members/member-directory.ts";
import { toApproval, verdictColumns } from "#server/core/verdicts/verdict-columns.ts";
import type { Reader } from "#server/db/connection.ts";
import { anyOf } from "#server/db/prepared-queries/prepared-query.ts";

type Params = {
  ids?: readonly number[];
  meetingId?: number;
  /** Open to this office, and not decided by this person for the other one. */
  openTo?: { office: ApprovingOffice; callerId: number };
  /** Only rows of this member, and collections that have one. */
  memberId?: number;
  t: Translate;
};

/** Newest first, each with its rows as they were sent. Two queries, however many. */
export async function readCollections(reader: Reader, params: Params): Promise<CollectionView[]> {
  const { ids, meetingId, openTo, memberId, t } = params;
  let sheets = reader
    .selectFrom("collections")
    .innerJoin("meetings", "meetings.id", "collections.meeting_id")
    .select(["collections.id", "collections.status", "total_cents", "counted_cents"])
    .select(["difference_reason", "entered_at", "meeting_id", "meetings.number", "held_on"])
    .select(verdictColumns.map((column) => `collections.${column}` as const))
    .select(personIn("entered_by").$castTo<Person>().as("entered_by"));
  if (ids !== undefined) sheets = sheets.where("collections.id", "=", anyOf("int", ids));
  if (meetingId !== undefined) sheets = sheets.where("meeting_id", "=", meetingId);
  if (openTo !== undefined) sheets = sheets.where(isOpenTo(openTo));
  if (memberId !== undefined)
    sheets = sheets.where(
      sql<SqlBool>`EXISTS (SELECT FROM payments p WHERE p.collection_id = collections.id AND p.member_id = ${memberId})`,
    );
  const found = await sheets.orderBy("collections.id", "desc").execute();
  const payments = await readPayments(
    reader,
    found.map(({ id }) => id),
  );
  return found.map((row) => {
    const own = payments.get(row.id) ?? [];
    return {
      id: row.id,
      meeting: { id: row.meeting_id, number: row.number, date: row.held_on },
      rows: rowsOf(
        own.filter((each) => memberId === undefined || each.member_id === memberId),
        t,
      ),
      totals: totalsOf(own),
      total: toKes(row.total_cents),
      counted: toKes(row.counted_cents),
      difference: toKes(row.counted_cents - row.total_cents),
      difference_reason: row.difference_reason,
      entered_by: row.entered_by,
      at: nairobiIso(row.entered_at),
      // The database admits no other (collections.status).
      status: row.status as CollectionView["status"],
      ...toApproval({ ...row, entered_by: null }),
    };
  });
}

/** As `openToOffice` of payments. */
function isOpenTo({ office, callerId }: { office: ApprovingOffice; callerId: number }) {
  const isTreasurer = office === "Treasurer";
  const own = sql.ref(
    isTreasurer ? "collections.treasurer_verdict" : "collections.sec_gen_verdict",
  );
  const other = sql.ref(isTreasurer ? "collections.sec_gen_id" : "collections.treasurer_id");
  return sql<SqlBool>`collections.status IN ('pending', 'pending_approval')
    AND ${own} = 'pending_approval' AND ${other} IS DISTINCT FROM ${callerId}::int`;
}

function selectCollected(reader: Reader, ids: readonly number[]) {
  return reader
    .selectFrom("payments")
    .innerJoin("members", "members.id", "payments.member_id")
    .leftJoin("loans", "loans.id", "payments.loan_id")
    .leftJoin("funds", "funds.id", "payments.fund_id")
    .select(personColumns)
    .select(["payments.kind", "payments.amount_cents", "contribution_month", "collection_id"])
    .select(["payments.loan_id", "loans.number", "loans.loan_type"])
    .select(["payments.fund_id", "funds.name as fund_name"])
    .where("collection_id", "=", anyOf("int", ids))
    .orderBy("payments.id");
}

type Collected = Awaited<ReturnType<ReturnType<typeof selectCollected>["execute"]>>[number];

async function readPayments(reader: Reader, ids: readonly number[]) {
  const bySheet = new Map<number, Collected[]>();
  if (ids.length === 0) return bySheet;
  for (const row of await selectCollected(reader, ids).execute()) {
    const own = bySheet.get(row.collection_id ?? 0);
    if (own === undefined) bySheet.set(row.collection_id ?? 0, [row]);
    else own.push(row);
  }
  return bySheet;
}

/** A row a member, in the order of the sheet. */
function rowsOf(payments: readonly Collected[], t: Translate): CollectionView["rows"] {
  const byMember = new Map<number, Collected[]>();
  for (const payment of payments) {
    const own = byMember.get(payment.member_id);
    if (own === undefined) byMember.set(payment.member_id, [payment]);
    else own.push(payment);
  }
  return [...byMember.values()].map((own) => {
    const [first] = own;
    assert(first !== undefined, "a row has a payment");
    const paidFor = (part: Part) => toKes(sumOf(ofPart(own, part), centsOf));
    return {
      member: toPerson(first),
      contribution: paidFor("contributions"),
      contribution_month: ofPart(own, "contributions")[0]?.contribution_month ?? null,
      fines: paidFor("fines"),
      loans: ofPart(own, "loans").map(({ loan_id: loanId, loan_type: type, number, ...each }) => {
        assert(loanId !== null && type !== null, "a loan payment names its loan");
        return {
          loan_id: loanId,
          loan_name: t(nameOfLoan({ loan_type: type, number: number ?? 0 })),
          amount: toKes(each.amount_cents),
        };
      }),
      funds: ofPart(own, "funds").map(({ fund_id: fundId, fund_name: name, ...each }) => {
        assert(fundId !== null && name !== null, "a payment into a fund names it");
        return { fund_id: fundId, name, amount: toKes(each.amount_cents) };
      }),
      total: toKes(sumOf(own, centsOf)),
    };
  });
}

type Part = (typeof factsOfKinds)[PaymentKind]["pays"];

const centsOf = ({ amount_cents: cents }: Collected): Cents => cents;

function ofPart(payments: readonly Collected[], part: Part): Collected[] {
  // The database admits no other words (payments_collected).
  return payments.filter(({ kind }) => factsOfKinds[kind as PaymentKind].pays === part);
}

function totalsOf(payments: readonly Collected[]): CollectionView["totals"] {
  const of = (part: Part) => toKes(sumOf(ofPart(payments, part), centsOf));
  return {
    contributions: of("contributions"),
    loans: of("loans"),
    fines: of("fines"),
    funds: of("funds"),
  };
}
