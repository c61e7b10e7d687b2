// Taking a sheet back as a whole, by two offices (OPEN-38). Runs under `lockMembership`.
import { sql } from "kysely";
import { reversalOf } from "#domain/ledger/journal-entry.ts";
import { refuse } from "#domain/refusal.ts";
import { inEnglish } from "#messages/translator.ts";
import { recordAudit, recordAudits } from "#server/core/audit-log/audit.ts";
import { selectEntryRows, toEntryRow, toJournalEntry } from "#server/core/ledger/journal-rows.ts";
import { writeEntries } from "#server/core/ledger/journal.ts";
import { undoMatches } from "#server/core/statements/matching.ts";
import type { Tx } from "#server/db/connection.ts";
import { anyOf } from "#server/db/prepared-queries/value-list.ts";
import { lockOpening, requireOffice, type OpeningRow } from "./decide-opening.ts";
import { inBatches, takeTime } from "./in-batches.ts";
import type { By } from "./bringing.ts";
import { tellOfEnd } from "./opening-mails.ts";
import { requireNothingRests } from "./what-rests.ts";

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
  const isTreasurer = office === "Treasurer";
  if (verdicts.some((each) => each.member_id === by.actor.id)) throw refuse("same-person-twice");
  if (verdicts.some((each) => (each.office === "Treasurer") === isTreasurer))
    throw refuse("office-already-acted", { office });
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
    .set({ status: "rejected", balance_cents: 0n, start_date: null, expiry_date: null })
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
