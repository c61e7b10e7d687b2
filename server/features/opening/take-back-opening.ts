// Taking a sheet back as a whole, by two offices (OPEN-38). Runs under `lockMembership`.
import { sql } from "kysely";
import { reversalOf } from "#domain/ledger/journal-entry.ts";
import { whyNotTakeBack } from "#domain/approvals/both-offices.ts";
import type { Office } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { inEnglish } from "#messages/translator.ts";
import { recordAudit, recordAudits } from "#server/core/audit-log/audit.ts";
import { firstDayBelowZero } from "#server/core/ledger/bank.ts";
import { selectEntryRows, toEntryRow, toJournalEntry } from "#server/core/ledger/journal-rows.ts";
import { writeEntries } from "#server/core/ledger/journal.ts";
import { undoMatches } from "#server/core/bank-lines/matching.ts";
import type { Tx } from "#server/db/connection.ts";
import { lockBank } from "#server/db/locks.ts";
import { anyOf } from "#server/db/prepared-queries/prepared-query.ts";
import type { By } from "#server/platform/request.ts";
import { inBatches, takeTime } from "./bring-members.ts";
import { lockOpening, requireOffice, tellOfEnd, type OpeningRow } from "./decide-opening.ts";

type TakingBack = { id: number; reason: string };

/**
 * One office's word; with the second it is taken back. Refuses one that does not stand, an office or person who said so already, and
 * one on which something rests. Gives whether it is done.
 */
export async function takeBackOpening(
  tx: Tx,
  by: By,
  { id, reason }: TakingBack,
): Promise<boolean> {
  const opening = await lockOpening(tx, id);
  if (opening.status !== "accepted") throw refuse("opening-does-not-stand");
  const office = requireOffice(by);
  const verdicts = await tx
    .selectFrom("opening_take_backs")
    .select(["office", "member_id"])
    .where("opening_id", "=", id)
    .execute();
  const earlier = verdicts.map((each) => ({
    // The database admits only these words (opening_take_backs_office).
    office: each.office as Office,
    byId: each.member_id,
  }));
  const refusal = whyNotTakeBack(earlier, { office, id: by.actor.id });
  if (refusal !== null) throw refusal;
  await requireNothingRests(tx, opening);
  await tx
    .insertInto("opening_take_backs")
    .values({ opening_id: id, office, member_id: by.actor.id, said_at: by.now, reason })
    .execute();
  const isDone = verdicts.length === 1;
  if (isDone) await undo(tx, by, opening, reason);
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action: "openings.take-back",
    subject: "opening",
    subjectId: id,
    after: { office, reason },
    address: by.origin.address,
  });
  await tellOfEnd(tx, by, {
    which: isDone ? "taken-back" : "take-back-asked",
    cutOver: opening.cut_over_on,
    reason,
  });
  return isDone;
}

async function undo(tx: Tx, by: By, opening: OpeningRow, reason: string): Promise<void> {
  const { id } = opening;
  await takeTime(tx);
  await tx.updateTable("openings").set({ taken_back_at: by.now }).where("id", "=", id).execute();
  await reverseEntries(tx, by, opening, reason);
  // What it brought counts no more.
  await tx
    .updateTable("loans")
    .set({
      status: "rejected",
      balance_cents: 0n,
      start_date: null,
      expiry_date: null,
      version: null,
      rows_interest_cents: null,
      principal_left_cents: null,
      charges_next_on: null,
    })
    .where("opening_id", "=", id)
    .execute();
  await tx
    .updateTable("fines")
    .set((fine) => ({ written_off_cents: fine.ref("amount_cents") }))
    .where("opening_id", "=", id)
    .execute();
  await tx
    .updateTable("fixed_deposits")
    .set({ is_reversed: true })
    .where("opening_id", "=", id)
    .execute();
  await leaveAccounts(tx, by, id);
}

async function reverseEntries(tx: Tx, by: By, opening: OpeningRow, reason: string): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM entries
     WHERE source_kind IN ('opening', 'opening_member', 'opening_loan')
       AND opening_of_entry(source_kind, source_id) = ${opening.id} ORDER BY id`.execute(tx);
  await inBatches(rows, async (batch) => {
    const ids = batch.map((row) => row.id);
    const entries = await selectEntryRows(tx)
      .where("entries.id", "=", anyOf("int", ids))
      .orderBy("entries.id")
      .execute();
    await writeEntries(
      tx,
      entries.map((row) => ({
        ...reversalOf(toJournalEntry(toEntryRow(row)), {
          entryId: row.id,
          businessDate: opening.cut_over_on,
          description: inEnglish("descriptions.reversal", { id: row.id, reason }),
        }),
        authorId: by.actor.id,
        now: by.now,
      })),
    );
    await undoMatches(tx, { now: by.now, by: by.actor.id, why: "reversed", entryIds: ids });
  });
}

/** Accounts that it made and nobody has claimed take part in nothing until another sheet brings them. */
async function leaveAccounts(tx: Tx, by: By, openingId: number): Promise<void> {
  const { rows } = await sql<{ id: number; reg_number: string }>`
    UPDATE members SET is_active = false
      FROM opening_members o
     WHERE o.opening_id = ${openingId} AND o.member_id = members.id
       AND members.is_brought_in AND members.password_hash IS NULL AND members.is_active
    RETURNING members.id, members.reg_number`.execute(tx);
  await inBatches(rows, (batch) =>
    recordAudits(
      tx,
      batch.map(({ id, reg_number }) => ({
        now: by.now,
        actorId: by.actor.id,
        action: "members.take-back",
        subject: "member",
        subjectId: id,
        before: { is_active: true },
        after: { is_active: false, reg_number },
        address: by.origin.address,
      })),
    ),
  );
}

// What rests on a sheet that is to be taken back, each named (OPEN-39).

type Resting = { kind: string; id: number; reference: string | null };

const REPORTED_MOST = 100;

/** Locks the bank. Refuses with all that rests on it, at most a hundred. */
async function requireNothingRests(tx: Tx, opening: OpeningRow): Promise<void> {
  await lockBank(tx);
  const resting = [
    ...(await readSpent(tx, opening)),
    ...(await readItems(tx, opening)),
    ...(await readBooked(tx, opening)),
  ];
  if (resting.length === 0) return;
  const distinct = [...new Map(resting.map((each) => [`${each.kind} ${each.id}`, each])).values()];
  throw refuse("opening-in-use", {
    count: distinct.length,
    blocking: distinct.slice(0, REPORTED_MOST),
  });
}

/** The day on which the bank could not give back what was brought, by its number, and the closed year. */
async function readSpent(tx: Tx, opening: OpeningRow): Promise<Resting[]> {
  const { rows } = await sql<{ bank_cents: bigint; closed: string | null; closed_id: number }>`
    SELECT coalesce((SELECT cents FROM opening_balances WHERE opening_id = ${opening.id} AND account = 'bank'), 0)::bigint AS bank_cents,
           closed.label AS closed, coalesce(to_char(closed.end_date, 'YYYYMMDD')::int, 0) AS closed_id
      FROM (VALUES (true)) always (one)
      LEFT JOIN LATERAL (SELECT label, end_date FROM closed_years WHERE end_date >= ${opening.cut_over_on}::date
                          ORDER BY end_date LIMIT 1) closed ON true`.execute(tx);
  const spent: Resting[] = [];
  const found = rows[0];
  if (found === undefined) return spent;
  if (found.closed !== null)
    spent.push({ kind: "financial_year", id: found.closed_id, reference: found.closed });
  const day =
    found.bank_cents === 0n
      ? null
      : await firstDayBelowZero(tx, {
          account: "bank",
          amountCents: found.bank_cents,
          date: opening.cut_over_on,
        });
  if (day !== null)
    spent.push({ kind: "bank", id: Number(day.replaceAll("-", "")), reference: day });
  return spent;
}

/** Payments, waiting ones too, to its loans and fines, changes of its loans, and redemptions of its deposits. */
async function readItems(tx: Tx, { id }: OpeningRow): Promise<Resting[]> {
  const { rows } = await sql<Resting>`
    SELECT p.kind, p.id, p.reference FROM payments p JOIN loans l ON l.id = p.loan_id
     WHERE l.opening_id = ${id} AND p.status <> 'rejected'
    UNION ALL
    SELECT p.kind, p.id, p.reference FROM fine_settlements s JOIN fines f ON f.id = s.fine_id
      JOIN payments p ON p.id = s.payment_id WHERE f.opening_id = ${id}
    UNION ALL
    SELECT 'loan_change', c.id, NULL FROM loan_changes c JOIN loans l ON l.id = c.loan_id
     WHERE l.opening_id = ${id} AND c.ended_at IS NULL
    UNION ALL
    SELECT 'fixed_deposit_redemption', r.id, r.description FROM fixed_deposit_redemptions r
      JOIN fixed_deposits d ON d.id = r.deposit_id WHERE d.opening_id = ${id} AND NOT r.is_reversed
     ORDER BY 1, 2 LIMIT ${REPORTED_MOST}`.execute(tx);
  return rows;
}

/** What was approved or charged since for its members, and whoever left since: by the number of the entries, without a clock. */
async function readBooked(tx: Tx, { id }: OpeningRow): Promise<Resting[]> {
  const { rows } = await sql<Resting>`
    SELECT CASE e.source_kind WHEN 'payment' THEN e.purpose ELSE e.source_kind END AS kind, e.source_id AS id,
           (SELECT p.reference FROM payments p WHERE e.source_kind = 'payment' AND p.id = e.source_id) AS reference
      FROM entries e
     WHERE e.id > (SELECT coalesce(max(own.id), 0) FROM entries own
                    WHERE own.source_kind IN ('opening', 'opening_member', 'opening_loan')
                      AND opening_of_entry(own.source_kind, own.source_id) = ${id})
       AND e.reverses IS NULL
       AND e.source_kind NOT IN ('opening', 'opening_member', 'opening_loan')
       AND NOT EXISTS (SELECT FROM entries r WHERE r.reverses = e.id)
       AND (e.source_kind = 'settlement'
            OR EXISTS (SELECT FROM postings p JOIN opening_members o ON o.member_id = p.member_id AND o.opening_id = ${id}
                        WHERE p.entry_id = e.id))
     ORDER BY e.id LIMIT ${REPORTED_MOST}`.execute(tx);
  return rows;
}
