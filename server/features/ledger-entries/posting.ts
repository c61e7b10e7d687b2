// What every posting by hand knows of its request, and what it tells of itself.
import { nairobiDate } from "#domain/calendar.ts";
import type { Occasion } from "#domain/ledger/posting-rules.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import type { Tx } from "#server/db/connection.ts";
import type { SignedInRequest } from "#server/platform/request.ts";

export type By = Pick<SignedInRequest, "actor" | "now" | "origin">;

/** The entry that was written, and the sentence the person reads. */
export type Posted = { entryId: number; detail: string };

/** An entry by hand counts on the Nairobi day it is posted. */
export function occasion(by: By, description: string): Occasion {
  return { businessDate: nairobiDate(by.now), description };
}

export async function recordPosting(
  tx: Tx,
  by: By,
  change: {
    action: "entries.post" | "entries.reverse" | "years.close";
    subject: "entry" | "financial_year";
    subjectId: number | null;
    after: Record<string, unknown>;
  },
): Promise<void> {
  await recordAudit(tx, {
    ...change,
    now: by.now,
    actorId: by.actor.id,
    address: by.origin.address,
  });
}
