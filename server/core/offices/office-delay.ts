// How long offices and weaker settings wait (MEM-24, MEM-49).
import { sql } from "kysely";
import { hoursToWait } from "#domain/members/office-proposal.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import type { Reader } from "#server/db/connection.ts";

/**
 * The hours that an office waits which is proposed now. A delay that was lowered before the books began, and so without a
 * proposal, replaced none.
 */
export async function readOfficeDelay(reader: Reader, now: Date): Promise<number> {
  const { officeDelayHours } = await readGroupSettings(reader);
  const { rows } = await sql<{ at: Date; before: number }>`
    SELECT at, (before ->> 'office_delay_hours')::int AS before FROM audit_entries
     WHERE action = 'settings.change' AND after ? 'office_delay_hours' AND after ? 'proposal_id'`.execute(
    reader,
  );
  return hoursToWait(officeDelayHours, rows, now);
}
