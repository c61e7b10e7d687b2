// Proposing an uploaded sheet: validated as its rehearsal was (OPEN-15), then stored in a transaction of its own.
import type { ReplyOf } from "#contract/endpoint.ts";
import type { proposeOpening as proposeEndpoint } from "#contract/opening.ts";
import { can } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { holdActor } from "#server/core/identity/sessions.ts";
import {
  validateOpening,
  type TableReader,
  type UploadedSheet,
} from "#server/core/opening/validate-opening.ts";
import { inTransaction, type Database } from "#server/db/connection.ts";
import type { SignedInRequest } from "#server/platform/request.ts";
import { readOpening } from "./openings.queries.ts";
import { proposeOpening } from "./propose-opening.ts";
import { tellProblems } from "./rehearse-opening.ts";

/** Refuses a sheet with errors, and tells them. `isNew` is false where the same sheet waits or stands already. */
export async function proposeUpload(
  db: Database,
  files: TableReader,
  by: SignedInRequest,
  { sheet, differenceReason }: { sheet: UploadedSheet; differenceReason: string | null },
): Promise<{ isNew: boolean; answer: ReplyOf<typeof proposeEndpoint> }> {
  const validated = await validateOpening(db, files, sheet, by.language);
  if (validated.problems.length > 0)
    throw refuse("opening-sheet-faulty", {
      count: validated.problems.length,
      rows: tellProblems(validated, by.t),
    }).at("file");
  return inTransaction(db, async (tx) => {
    const actor = await holdActor(tx, by.actor.id);
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
