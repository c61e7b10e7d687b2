// MEM-22: the last active Chairperson keeps the office.
import { refuse } from "#domain/refusal.ts";
import type { Reader, Tx } from "#server/db/connection.ts";

/**
 * Whether nobody else holds the office. An office is held by active members only (members_office_is_active), so
 * holders need no other check.
 */
export async function isLastChairperson(
  reader: Reader,
  member: { id: number; office: string | null },
): Promise<boolean> {
  if (member.office !== "Chairperson") return false;
  const other = await reader
    .selectFrom("members")
    .select("id")
    .where("office", "=", "Chairperson")
    .where("id", "<>", member.id)
    .executeTakeFirst();
  return other === undefined;
}

/** Call before a member loses their office, under `lockMembership`, so that two Chairpersons cannot remove each other. */
export async function keepAChairperson(
  tx: Tx,
  leaving: { id: number; office: string | null },
): Promise<void> {
  if (await isLastChairperson(tx, leaving)) throw refuse("last-chairperson");
}
