// Contract 2: the last active Chairperson keeps the office.
import { refuse } from "#domain/refusal.ts";
import type { Tx } from "#server/db/connection.ts";

/**
 * Call before a member loses their office, under `lockMembership`, so that two Chairpersons cannot remove each other.
 * An office is held by active members only (members_office_is_active), so holders need no other check.
 */
export async function keepAChairperson(
  tx: Tx,
  leaving: { id: number; office: string | null },
): Promise<void> {
  if (leaving.office !== "Chairperson") return;
  const other = await tx
    .selectFrom("members")
    .select("id")
    .where("office", "=", "Chairperson")
    .where("id", "<>", leaving.id)
    .executeTakeFirst();
  if (other === undefined) throw refuse("last-chairperson");
}
