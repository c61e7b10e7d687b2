// Proposing an uploaded sheet: validated as its rehearsal was (OPEN-15), then stored in a transaction of its own.
import type { ReplyOf } from "#contract/endpoint.ts";
import type { proposeOpening as proposeEndpoint } from "#contract/opening.ts";
import { single } from "#domain/assert.ts";
import type { PlainDate } from "#domain/calendar.ts";
import { toKes, type Cents } from "#domain/money.ts";
import { sheetLanguageFor } from "#domain/opening/sheet-columns.ts";
import type { ValidatedSheet } from "#domain/opening/opening-book.ts";
import { can, officeOf } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { inEnglish } from "#messages/translator.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { holdCallers } from "#server/core/identity/sessions.ts";
import {
  validateOpening,
  type TableReader,
  type UploadedSheet,
} from "#server/core/opening/validate-opening.ts";
import { inTransaction, type Database, type Tx } from "#server/db/connection.ts";
import { lockOpenings } from "#server/db/locks.ts";
import type { SignedInRequest } from "#server/platform/request.ts";
import type { By } from "./bring-members.ts";
import { decide, tellOfProposal } from "./decide-opening.ts";
import { readOpening, digestOf, toStoredBook } from "./openings.queries.ts";
import { tellProblems, tellTotals } from "./rehearse-opening.ts";

/** Refuses a sheet with errors, and tells them. `isNew` is false where the same sheet waits or stands already. */
export async function proposeUpload(
  db: Database,
  files: TableReader,
  by: SignedInRequest,
  { sheet, differenceReason }: { sheet: UploadedSheet; differenceReason: string | null },
): Promise<{ isNew: boolean; answer: ReplyOf<typeof proposeEndpoint> }> {
  const validated = await validateOpening(db, files, sheet, sheetLanguageFor(by.language));
  if (validated.problems.length > 0)
    throw refuse("opening-sheet-faulty", {
      count: validated.problems.length,
      rows: tellProblems(validated, by.t),
    }).at("file");
  return inTransaction(db, async (tx) => {
    const actor = single(await holdCallers(tx, [by]));
    if (!can(actor, "openings.propose")) throw refuse("forbidden");
    const { openingId, isNew } = await proposeOpening(
      tx,
      { ...by, actor },
      { sheet: validated, cutOver: sheet.cutOver, differenceReason },
    );
    const detail = by.t(isNew ? "done.opening.proposed" : "done.opening.known");
    return { isNew, answer: { detail, opening: await readOpening(tx, openingId) } };
  });
}

// Proposing a sheet (OPEN-30): the whole of it is stored, and nothing of it counts.

type Proposed = {
  sheet: Pick<ValidatedSheet, "book" | "totals" | "differenceCents">;
  cutOver: PlainDate;
  differenceReason: string | null;
};

/**
 * Refuses a sheet without members, and one that does not balance and has no reason. The same sheet and day again is the opening
 * that waits or stands already; another one takes the place of the one that waits.
 */
export async function proposeOpening(
  tx: Tx,
  by: By,
  { sheet, cutOver, differenceReason }: Proposed,
): Promise<{ openingId: number; isNew: boolean }> {
  const { book, differenceCents } = sheet;
  if (book.members.length === 0) throw refuse("opening-empty").at("file");
  if (differenceCents !== 0n && differenceReason === null)
    throw refuse("opening-unbalanced", { difference: differenceCents }).at("difference_reason");
  await lockOpenings(tx);
  const digest = digestOf(book, cutOver);
  const same = await tx
    .selectFrom("openings")
    .select("id")
    .where("digest", "=", digest)
    .where("status", "in", ["proposed", "accepted"])
    .executeTakeFirst();
  if (same !== undefined) return { openingId: same.id, isNew: false };
  await replaceWaiting(tx, by);
  const savingsCents = savingsOf(sheet);
  const { id } = await tx
    .insertInto("openings")
    .values({
      cut_over_on: cutOver,
      digest,
      book: toStoredBook(book),
      totals: JSON.stringify(tellTotals(sheet.totals)),
      members: book.members.length,
      loans: book.loans.length,
      savings_cents: savingsCents,
      difference_cents: differenceCents,
      difference_reason: differenceCents === 0n ? null : differenceReason,
      proposed_by: by.actor.id,
      proposed_at: by.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action: "openings.propose",
    subject: "opening",
    subjectId: id,
    after: {
      date: cutOver,
      total_savings: toKes(savingsCents),
      difference: toKes(differenceCents),
      ...(differenceCents === 0n ? {} : { reason: differenceReason }),
    },
    address: by.origin.address,
  });
  await tellOfProposal(tx, by, {
    cutOver,
    members: book.members.length,
    savingsCents,
    differenceCents,
    differenceReason: differenceCents === 0n ? null : differenceReason,
  });
  return { openingId: id, isNew: true };
}

function savingsOf({ book }: Pick<ValidatedSheet, "book">): Cents {
  return book.members.reduce((sum, { savingsCents }) => sum + savingsCents, 0n);
}

async function replaceWaiting(tx: Tx, by: By): Promise<void> {
  const waiting = await tx
    .selectFrom("openings")
    .select("id")
    .where("status", "=", "proposed")
    .executeTakeFirst();
  const office = officeOf(by.actor);
  if (waiting === undefined || office === null) return;
  const reason = inEnglish("descriptions.openingReplaced");
  await decide(tx, by, { id: waiting.id, outcome: "refused", office, reason });
}
