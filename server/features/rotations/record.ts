// What merry-go-rounds leave in the audit log.
import { createHash } from "node:crypto";
import type { AuditAction } from "#domain/audit-log/audit-actions.ts";
import { type AuditFacts, recordAudit } from "#server/core/audit-log/audit.ts";
import type { Tx } from "#server/db/connection.ts";
import type { By } from "#server/platform/request.ts";

export function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

/** After the rows that it tells of are written. */
export async function recordRotation(
  tx: Tx,
  by: By,
  action: AuditAction & `rotations.${string}`,
  id: number,
  after: AuditFacts,
): Promise<void> {
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action,
    subject: "rotation",
    subjectId: id,
    after,
    address: by.origin.address,
  });
}
