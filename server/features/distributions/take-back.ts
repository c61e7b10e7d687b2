// Takes a posted share-out back, by both offices, while nothing rests on it (SHARE-7).
import { type ApprovingOffice, otherOffice } from "#domain/approvals/two-officials.ts";
import { nairobiDate } from "#domain/calendar.ts";
import { whyNotAlso } from "#domain/approvals/both-offices.ts";
import { dayAfterCauses, reversalOf } from "#domain/ledger/journal-entry.ts";
import { refuse } from "#domain/refusal.ts";
import { inEnglish } from "#messages/translator.ts";
import { undoMatches } from "#server/core/bank-lines/matching.ts";
import { heldContributions } from "#server/core/ledger/balances.ts";
import { reopenFinesOfShareOut } from "#server/core/ledger/fines.ts";
import { selectEntryRows, toEntryRow, toJournalEntry } from "#server/core/ledger/journal-rows.ts";
import { writeEntries } from "#server/core/ledger/journal.ts";
import { giveBackLoans } from "#server/core/lending/give-back.ts";
import { heldForOthers } from "#server/core/lending/held.ts";
import { noticeOf, writeNotices } from "#server/core/notices/write-notices.ts";
import type { Tx } from "#server/db/connection.ts";
import { anyOf } from "#server/db/prepared-queries/prepared-query.ts";
import type { By } from "#server/platform/request.ts";
import { sql } from "kysely";
import { lockBooks, record, sharingOfficeOf, tellOffice } from "./decide.ts";
import { type DistributionRow, selectDistributions } from "#server/core/sharing/terms.ts";

/**
 * One office's word; with the second it is taken back. Refuses one that is not in the books, an office or person who
 * wanted it already, and one on which something rests. Returns the office that it waits for, null if it is done.
 */
export async function takeBack(
  tx: Tx,
  by: By,
  { id, reason }: { id: number; reason: string },
): Promise<ApprovingOffice | null> {
  const office = sharingOfficeOf(by);
  const row = await selectDistributions(tx)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (row.status !== "posted") throw refuse("share-out-not-in-books");
  const earlier = await tx
    .selectFrom("distribution_take_backs")
    .select(["office", "member_id"])
    .where("distribution_id", "=", id)
    .execute();
  const refusal = whyNotAlso(
    // The database admits only these offices (distribution_take_backs_office).
    earlier.map((each) => ({ office: each.office as ApprovingOffice, byId: each.member_id })),
    { office, id: by.actor.id },
  );
  if (refusal !== null) throw refusal;
  await lockBooks(tx, id);
  await requireNothingRests(tx, row);
  await tx
    .insertInto("distribution_take_backs")
    .values({ distribution_id: id, office, member_id: by.actor.id, given_at: by.now, reason })
    .execute();
  const isSecond = earlier.length > 0;
  if (isSecond) await undo(tx, by, { id, reason });
  await record(tx, by, "distributions.take-back", id, { office, reason });
  if (isSecond) return null;
  const other = otherOffice(office);
  await tellOffice(tx, by, other, (memberId) =>
    noticeOf(
      "share_out_take_back",
      { memberId, occasion: `share_out_take_back:${id}` },
      { by: by.actor.username, amount: row.amount_cents, reason },
    ),
  );
  return other;
}

async function undo(tx: Tx, by: By, { id, reason }: { id: number; reason: string }): Promise<void> {
  const { business_date: postedOn } = await tx
    .selectFrom("entries")
    .select("business_date")
    .where("source_kind", "=", "distribution")
    .where("source_id", "=", id)
    .executeTakeFirstOrThrow();
  const on = dayAfterCauses(nairobiDate(by.now), [postedOn]);
  await tx
    .updateTable("distributions")
    .set({ status: "taken_back" })
    .where("id", "=", id)
    .execute();
  await reopenFinesOfShareOut(tx, id);
  const reached = await giveBackLoans(tx, { distributionId: id, on, by });
  const entries = await selectEntryRows(tx)
    .where((entry) =>
      entry.or([
        entry.and([
          entry("entries.source_kind", "=", "distribution"),
          entry("entries.source_id", "=", id),
        ]),
        entry("entries.id", "=", anyOf("int", reached)),
      ]),
    )
    .orderBy("entries.id")
    .execute();
  await writeEntries(
    tx,
    entries.map((row) => ({
      ...reversalOf(toJournalEntry(toEntryRow(row)), {
        entryId: row.id,
        businessDate: on,
        description: inEnglish("descriptions.reversal", { id: row.id, reason }),
      }),
      authorId: by.actor.id,
      now: by.now,
    })),
  );
  const entryIds = entries.map((row) => row.id);
  await undoMatches(tx, { now: by.now, by: by.actor.id, why: "reversed", entryIds });
  const shares = await tx
    .selectFrom("distribution_shares")
    .select(["member_id", "share_cents"])
    .where("distribution_id", "=", id)
    .execute();
  const notices = shares.map((share) =>
    noticeOf(
      "share_taken_back",
      { memberId: share.member_id, occasion: `share_taken_back:${id}` },
      { amount: share.share_cents, reason },
    ),
  );
  await writeNotices(tx, { notices, now: by.now });
}

// What rests on a share-out, each named.

type Resting = { kind: string; id: number; reference: string | null };

const REPORTED_MOST = 100;

async function requireNothingRests(tx: Tx, row: DistributionRow): Promise<void> {
  const resting = [
    ...(await readSince(tx, row)),
    ...(row.pay_as === "savings" ? await readSpentSavings(tx, row.id) : []),
  ];
  if (resting.length > 0)
    throw refuse("share-out-rests", { blocking: resting.slice(0, REPORTED_MOST) });
}

/**
 * What was approved since of the fines and loans that it settled, later share-outs that settled them, new rows and loans
 * that paid them off, who left since, and the closed year of its entry. What came since has a higher number in the journal,
 * or in the audit log, whatever the clock said.
 */
async function readSince(tx: Tx, { id }: DistributionRow): Promise<Resting[]> {
  const { rows } = await sql<Resting>`
    WITH own AS (SELECT e.id, e.business_date FROM entries e WHERE e.source_kind = 'distribution' AND e.source_id = ${id}),
    loan AS (SELECT r.id AS repayment_id, r.loan_id FROM loan_repayments r WHERE r.distribution_id = ${id}),
    fine AS (SELECT s.fine_id FROM distribution_fines s WHERE s.distribution_id = ${id}),
    since AS (SELECT e.source_kind, e.source_id FROM entries e, own WHERE e.id > own.id AND e.reverses IS NULL)
    SELECT p.kind, p.id, p.reference FROM payments p
     WHERE p.loan_id IN (SELECT loan_id FROM loan) AND p.status = 'approved'
       AND p.id IN (SELECT source_id FROM since WHERE source_kind = 'payment')
    UNION
    SELECT p.kind, p.id, p.reference FROM payments p JOIN fine_settlements s ON s.payment_id = p.id
     WHERE s.fine_id IN (SELECT fine_id FROM fine)
       AND p.id IN (SELECT source_id FROM since WHERE source_kind = 'payment')
    UNION
    SELECT 'distribution', d.id, d.description FROM distributions d
     WHERE d.status = 'posted' AND d.id IN (SELECT source_id FROM since WHERE source_kind = 'distribution')
       AND (d.id IN (SELECT s.distribution_id FROM distribution_fines s JOIN fine USING (fine_id))
         OR d.id IN (SELECT r.distribution_id FROM loan_repayments r JOIN loan USING (loan_id)))
    UNION
    SELECT 'loan_change', c.id, c.reason FROM loan_changes c JOIN loan USING (loan_id)
     WHERE c.done_on IS NOT NULL AND (
             SELECT max(a.id) FROM audit_entries a
              WHERE a.subject = 'loan_change' AND a.subject_id = c.id AND a.action = 'loan-changes.approve') > (
             SELECT max(a.id) FROM audit_entries a
              WHERE a.subject = 'distribution' AND a.subject_id = ${id} AND a.action = 'distributions.agree')
    UNION
    SELECT 'loan', l.id, NULL FROM loans l JOIN loan ON loan.loan_id = l.tops_up
     WHERE l.id IN (SELECT source_id FROM since WHERE source_kind = 'loan')
    UNION
    SELECT s.kind, s.id, m.username FROM settlements s JOIN distribution_shares given USING (member_id) JOIN members m ON m.id = s.member_id
     WHERE given.distribution_id = ${id} AND s.id IN (SELECT source_id FROM since WHERE source_kind = 'settlement')
    UNION
    SELECT 'financial_year', to_char(y.end_date, 'YYYYMMDD')::int, y.label FROM closed_years y
     WHERE (SELECT business_date FROM own) BETWEEN y.start_date AND y.end_date
     ORDER BY 1, 2 LIMIT ${REPORTED_MOST}`.execute(tx);
  return rows;
}

/** Members whose savings, less what is held of them, are below what it added. */
async function readSpentSavings(tx: Tx, id: number): Promise<Resting[]> {
  const rows = await tx
    .selectFrom("distribution_shares")
    .innerJoin("members", "members.id", "distribution_shares.member_id")
    .select(["members.id", "members.username"])
    .where("distribution_id", "=", id)
    .where(
      sql<boolean>`${heldContributions} - ${heldForOthers} < distribution_shares.receives_cents`,
    )
    .orderBy("members.id")
    .limit(REPORTED_MOST)
    .execute();
  return rows.map((row) => ({ kind: "savings", id: row.id, reference: row.username }));
}
