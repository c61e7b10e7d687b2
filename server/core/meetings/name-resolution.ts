// The carried resolution that a journal entry names (MEET-8).
import type { Entry } from "#contract/ledger.ts";
import { refuse } from "#domain/refusal.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import { anyOf } from "#server/db/prepared-queries/prepared-query.ts";
import type { By } from "#server/platform/request.ts";

type Named = NonNullable<Entry["resolution"]>;

/** Nobody changes the resolution until the transaction ends. Refuses one that was not carried. */
export async function requireCarried(tx: Tx, resolutionId: number | undefined): Promise<void> {
  if (resolutionId === undefined) return;
  const resolution = await tx
    .selectFrom("meeting_resolutions")
    .select("carried")
    .where("id", "=", resolutionId)
    .forShare()
    .executeTakeFirst();
  if (resolution?.carried !== true) throw refuse("resolution-not-carried").at("resolution_id");
}

/** Call after `requireCarried`, once the entry is written. */
export async function nameResolution(
  tx: Tx,
  by: By,
  { entryId, resolutionId }: { entryId: number; resolutionId: number | undefined },
): Promise<void> {
  if (resolutionId === undefined) return;
  await tx
    .insertInto("entry_resolutions")
    .values({ entry_id: entryId, resolution_id: resolutionId })
    .execute();
  const named = (await readNamed(tx, [entryId])).get(entryId);
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action: "entries.name-resolution",
    subject: "entry",
    subjectId: entryId,
    after: { resolution_id: resolutionId, resolution: named?.text ?? "" },
    address: by.origin.address,
  });
}

/** By entry. */
export async function readNamed(
  reader: Reader,
  entryIds: readonly number[],
): Promise<ReadonlyMap<number, Named>> {
  const rows = await reader
    .selectFrom("entry_resolutions")
    .innerJoin("meeting_resolutions", "meeting_resolutions.id", "entry_resolutions.resolution_id")
    .innerJoin("meetings", "meetings.id", "meeting_resolutions.meeting_id")
    .select(["entry_id", "meeting_resolutions.id", "meeting_resolutions.number", "text"])
    .select(["meeting_id", "meetings.number as meeting_number", "held_on"])
    .where("entry_id", "=", anyOf("int", entryIds))
    .execute();
  return new Map(
    rows.map((row) => [
      row.entry_id,
      {
        id: row.id,
        number: row.number,
        meeting: { id: row.meeting_id, number: row.meeting_number, date: row.held_on },
        text: row.text,
      },
    ]),
  );
}
