// The approval lists of payments: what is open to an office, with the statements' evidence for each (PAY-17,
// STAT-22).
import { sql, type SelectQueryBuilder, type SqlBool } from "kysely";
import type { Evidence, EvidenceCounts, EvidenceState } from "#contract/approvals.ts";
import type { ApprovingOffice } from "#domain/approvals/two-officials.ts";
import type { Translate } from "#messages/translator.ts";
import type { Reader } from "#server/db/connection.ts";
import type { Page } from "#server/db/paging.ts";
import type { DB } from "#server/db/tables.ts";
import { evidenceState, toEvidence, type FoundEvidence } from "./evidence.ts";
import { openToOffice } from "./payment-rows.ts";
import type { PaymentKind } from "./payments.ts";

export type OpenParams = {
  office: ApprovingOffice;
  callerId: number;
  page: Page | null;
  /** Only payments with this evidence. */
  evidence: EvidenceState | undefined;
  t: Translate;
};

type OpenPayments<Item> = {
  pending_approvals: (Item & { evidence: Evidence })[];
  counts: EvidenceCounts;
  count?: number;
};

/**
 * Newest first. `rows` are the payments of the kind with `evidenceColumn`. Counting takes one more query when the
 * page does not hold all of them.
 */
export async function readOpenPayments<
  Tables extends keyof DB,
  Row extends { evidence: FoundEvidence },
  Item,
>(
  reader: Reader,
  params: OpenParams & { kind: PaymentKind },
  rows: SelectQueryBuilder<DB, Tables, Row>,
  toItem: (row: Row) => Item,
): Promise<OpenPayments<Item>> {
  const { page, evidence: wanted, t } = params;
  let shown = rows.where(openToOffice(params)).orderBy(sql`payments.id DESC`);
  if (wanted !== undefined) shown = shown.where(sql<SqlBool>`${evidenceState} = ${wanted}`);
  if (page !== null) shown = shown.limit(page.limit).offset(page.offset);
  const items = ((await shown.execute()) as Row[]).map((row) => ({
    ...toItem(row),
    evidence: toEvidence(row.evidence, t),
  }));
  const counts =
    page === null && wanted === undefined ? countOf(items) : await countOpen(reader, params);
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

async function countOpen(
  reader: Reader,
  params: OpenParams & { kind: PaymentKind },
): Promise<EvidenceCounts> {
  const rows = await reader
    .selectFrom((nested) =>
      nested
        .selectFrom("payments")
        .select(evidenceState.as("state"))
        .where("kind", "=", params.kind)
        .where(openToOffice(params))
        .as("open"),
    )
    .select(["state", sql<bigint>`count(*)`.as("count")])
    .groupBy("state")
    .execute();
  const counts = { ...noCounts };
  for (const { state, count } of rows) counts[state] = Number(count);
  return counts;
}
