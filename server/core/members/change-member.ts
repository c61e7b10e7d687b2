import type { UpdateObject } from "kysely";
import type { Tx } from "#server/db/connection.ts";
import type { DB } from "#server/db/tables.ts";

/**
 * Changes a member's own row. The caller holds the member's lock, and decides whether the change is allowed. Returns the
 * changed row. Throws if there is no such member.
 */
export function changeMember(tx: Tx, id: number, changes: UpdateObject<DB, "members">) {
  return tx
    .updateTable("members")
    .set(changes)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
