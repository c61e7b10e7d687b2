// The columns that every list of payments shows, and the payments that an office still has to decide on (PAY-17).
import type { PaymentKind } from "#domain/payments/payment-kinds.ts";
import { sql, type SqlBool, type SelectQueryBuilder } from "kysely";
import { assert } from "#domain/assert.ts";
import { nairobiIso } from "#domain/calendar.ts";
import {
  undecided,
  type ItemStatus,
  type ApprovingOffice,
  type ShownStatus,
} from "#domain/approvals/two-officials.ts";
import { toKes } from "#domain/money.ts";
import type { Translate } from "#messages/translator.ts";
import type { Viewer } from "#server/platform/request.ts";
import type { Reader } from "#server/db/connection.ts";
import { inPeriod, type Period } from "#server/db/in-period.ts";
import { personColumns, personIn, toPerson } from "#server/core/members/member-directory.ts";
import {
  type EnteredBy,
  ownItem,
  toApproval,
  toVerdictColumns,
  verdictColumns,
} from "#server/core/verdicts/verdict-columns.ts";
import type { Contested, Evidence, EvidenceCounts, EvidenceState } from "#contract/approvals.ts";
import type { Page } from "#server/db/paging.ts";
import { openToOffice } from "#server/core/waiting/open-to-office.ts";
import type { DB } from "#server/db/tables.ts";
import { ruleTexts, type RejectingRule } from "./reject-by-rule.ts";
import { toEvidence, type FoundEvidence } from "./evidence.ts";

type ReferenceUse = { kind: PaymentKind; id: number; amount_cents: string };

/** An official, or M-PESA, whose word made a contribution of a line (MPESA-7); null for the member. */
const enteredBy = sql<EnteredBy | null>`coalesce(${personIn("payments.entered_by")},
  (SELECT json_build_object('full_name', 'M-PESA') FROM live_lines WHERE live_lines.payment_id = payments.id))`;

/** All payments of a kind with their member and verdicts; the caller narrows, adds columns and orders. */
export function selectPayments(reader: Reader, kind: PaymentKind) {
  return reader
    .selectFrom("payments")
    .innerJoin("members", "members.id", "payments.member_id")
    .where("payments.kind", "=", kind)
    .select([
      "payments.id",
      "payments.amount_cents",
      "payments.reference",
      "payments.paid_at",
      "payments.status",
      "payments.rejected_by_rule",
      "payments.collection_id",
    ])
    .select(personColumns)
    .select(verdictColumns.map((column) => `payments.${column}` as const))
    .select(["payments.treasurer_approve_reason", "payments.sec_gen_approve_reason"])
    .select(enteredBy.as("entered_by"))
    .select(
      // Amounts as text: JSON numbers would lose cents.
      sql<ReferenceUse[]>`coalesce((SELECT json_agg(json_build_object(
          'kind', other.kind, 'id', other.id, 'amount_cents', other.amount_cents::text) ORDER BY other.id)
        FROM payments other
        WHERE other.reference_key = payments.reference_key AND other.member_id = payments.member_id
          AND other.id <> payments.id AND other.status <> 'rejected' AND other.reference_standing <> 'carried'), '[]'::json)`.as(
        "reference_uses",
      ),
    );
}

export type PaymentRow = Awaited<ReturnType<ReturnType<typeof selectPayments>["execute"]>>[number];

/** `paymentFields` of contract/approvals.ts. */
export function toPaymentFields(row: PaymentRow, { callerId, t }: Viewer) {
  return {
    payment_id: row.id,
    user: row.username,
    amount_paid: toKes(row.amount_cents),
    payment_date: nairobiIso(row.paid_at),
    payment_Reference_Code: row.reference,
    ...(row.collection_id === null ? {} : { paid_in: "cash" as const }),
    status: shownStatus(row),
    ...toApproval(withReason(row, t)),
    member: toPerson(row),
    own_item: ownItem(row, callerId),
    reference_also_on: row.reference_uses.map((use) => ({
      kind: use.kind,
      id: use.id,
      amount: toKes(BigInt(use.amount_cents)),
    })),
  };
}

/** Returns a function that reads payments by their ids, in that order, as lists show them to this reader. */
export function readingByIds<Row extends { id: number }, Item>(
  select: (reader: Reader, ids: readonly number[]) => Promise<Row[]>,
  toItem: (row: Row, viewer: Viewer) => Item,
) {
  return async (reader: Reader, params: readonly ({ id: number } & Viewer)[]): Promise<Item[]> => {
    const ids = params.map(({ id }) => id);
    const rows = new Map((await select(reader, ids)).map((row) => [row.id, row]));
    return params.map(({ id, ...viewer }) => {
      const row = rows.get(id);
      assert(row !== undefined, `payment ${id} is there`);
      return toItem(row, viewer);
    });
  };
}

/** PAY-34: what its member took back was not rejected by anybody. */
function shownStatus(row: PaymentRow): ShownStatus {
  // The database admits no other (payments.status).
  return row.rejected_by_rule === "withdrawn" ? "withdrawn" : (row.status as ItemStatus);
}

/** A rule's reason in the reader's language; an official's own reason as they wrote it. */
function withReason(row: PaymentRow, t: Translate): PaymentRow {
  if (row.rejected_by_rule === null) return row;
  if (row.rejected_by_rule === "withdrawn") return { ...row, ...toVerdictColumns(undecided) };
  // The database admits no other (payments_rejected_by_rule).
  const rule = ruleTexts[row.rejected_by_rule as RejectingRule];
  const inWords = (reason: string | null) => reason && t(rule);
  return {
    ...row,
    treasurer_reason: inWords(row.treasurer_reason),
    sec_gen_reason: inWords(row.sec_gen_reason),
  };
}

/** Paid on a Nairobi day of the period. */
export const paidInPeriod = (period: Period) => inPeriod(sql.ref("payments.paid_on"), period);

// The approval lists of payments: what is open to an office, with the statements' evidence for each (PAY-17,
// STAT-22).

export type OpenParams = {
  office: ApprovingOffice;
  callerId: number;
  page: Page | null;
  /** Only payments with this evidence. */
  evidence: EvidenceState | undefined;
  t: Translate;
};

type OpenPayments<Item> = {
  pending_approvals: (Item & { evidence: Evidence; contested?: Contested })[];
  counts: EvidenceCounts;
  count?: number;
};

/**
 * Newest first. `rows` are the payments of the kind with `evidenceColumn`. Counting takes one more query when the
 * page does not hold all of them.
 */
export async function readOpenPayments<
  Tables extends keyof DB,
  Row extends { evidence: FoundEvidence; contested: Contested | null; member_id: number },
  Item,
>(
  reader: Reader,
  params: OpenParams & { kind: PaymentKind },
  rows: SelectQueryBuilder<DB, Tables, Row>,
  toItem: (row: Row) => Item,
): Promise<OpenPayments<Item>> {
  const { page, evidence: wanted, t } = params;
  const counted = page === null && wanted === undefined ? null : await countOpen(reader, params);
  // A collection is decided on as a whole.
  const open = sql<SqlBool>`${openToOffice(params)} AND payments.collection_id IS NULL`;
  let shown = rows.where(open).orderBy(sql`payments.id DESC`);
  if (wanted !== undefined)
    shown = shown.where(sql<SqlBool>`payments.id = ANY (${counted?.shown ?? []}::int[])`);
  // The page comes first: what is skipped would be looked up in the statements too.
  else if (page !== null)
    shown = shown.where(sql<SqlBool>`payments.id IN (
      SELECT payments.id FROM payments WHERE payments.kind = ${params.kind} AND ${open}
       ORDER BY payments.id DESC LIMIT ${page.limit} OFFSET ${page.offset})`);
  const items = ((await shown.execute()) as Row[]).map((row) => ({
    ...toItem(row),
    evidence: toEvidence(row.evidence, t, row.member_id === params.callerId),
    ...(row.contested === null ? {} : { contested: row.contested }),
  }));
  const counts = counted?.counts ?? countOf(items);
  if (page === null) return { pending_approvals: items, counts };
  const { confirmed, differs, missing, none } = counts;
  const count = wanted === undefined ? confirmed + differs + missing + none : counts[wanted];
  return { pending_approvals: items, counts, count };
}

const noCounts: EvidenceCounts = { confirmed: 0, differs: 0, missing: 0, none: 0 };

/** The answer to a caller who holds neither office: start-up requests the lists for everybody. */
export function nothingOpen(page: Page | null): OpenPayments<never> {
  return { pending_approvals: [], counts: noCounts, ...(page === null ? {} : { count: 0 }) };
}

function countOf(items: readonly { evidence: Evidence }[]): EvidenceCounts {
  const counts = { ...noCounts };
  for (const { evidence } of items) counts[evidence.state] += 1;
  return counts;
}

/** How many are open by their evidence, and the ids on the page of those with the evidence that is wanted. */
async function countOpen(
  reader: Reader,
  params: OpenParams & { kind: PaymentKind },
): Promise<{ counts: EvidenceCounts; shown: number[] }> {
  const { page, evidence: wanted } = params;
  const from = 1 + (page?.offset ?? 0);
  const to = page === null ? MANY : page.offset + page.limit;
  const { rows } = await sql<{ state: EvidenceState; count: number; ids: number[] | null }>`
    SELECT state, count(*)::int AS count,
           (array_agg(id ORDER BY id DESC) FILTER (WHERE state = ${wanted ?? null}))[${from}::int : ${to}::int] AS ids
      FROM waiting_payments(${params.kind}) AS payments WHERE ${openToOffice(params)} GROUP BY state`.execute(
    reader,
  );
  const counts = { ...noCounts };
  for (const { state, count } of rows) counts[state] = count;
  return { counts, shown: rows.find(({ state }) => state === wanted)?.ids ?? [] };
}

// As many as an array has.
const MANY = 2_147_483_647;
