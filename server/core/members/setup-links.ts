// The links for setting up a group (MEM-32): made by the server's operator, ended by the first Chairperson.
import { createHash } from "node:crypto";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { inTransaction, type Database, type Reader, type Tx } from "#server/db/connection.ts";
import { lockMembership } from "#server/db/locks.ts";
import { hashToken, newShortToken } from "#server/platform/secrets.ts";

/** Whether the group has no Chairperson yet. The last one cannot lose the office, so setup never opens again. */
export async function isSetupOpen(reader: Reader): Promise<boolean> {
  const chairperson = await reader
    .selectFrom("members")
    .select("id")
    .where("office", "=", "Chairperson")
    .limit(1)
    .executeTakeFirst();
  return chairperson === undefined;
}

/**
 * Makes a link; null when the group has a Chairperson. `endsEarlier` ends earlier links; a restarting server leaves
 * them, so that an open setup page keeps working.
 */
export async function makeSetupLink(
  db: Database,
  params: { publicUrl: string; endsEarlier: boolean; now: Date },
): Promise<string | null> {
  return inTransaction(db, async (tx) => {
    await lockMembership(tx);
    if (!(await isSetupOpen(tx))) return null;
    if (params.endsEarlier) await endSetupLinks(tx, params.now);
    const token = newShortToken();
    const hash = hashToken(token);
    const { id } = await tx
      .insertInto("setup_links")
      .values({ token_hash: hash, made_at: params.now })
      .returning("id")
      .executeTakeFirstOrThrow();
    await recordAudit(tx, {
      now: params.now,
      actorId: null,
      action: "setup.link",
      subject: "setup_link",
      subjectId: id,
      after: { link: markOf(hash) },
      address: null,
    });
    return `${params.publicUrl}/setup#${token}`;
  });
}

/** The live link of a token, or undefined. */
export function findSetupLink(reader: Reader, token: string) {
  return reader
    .selectFrom("setup_links")
    .select(["id", "token_hash"])
    .where("token_hash", "=", hashToken(token))
    .where("ended_at", "is", null)
    .executeTakeFirst();
}

export async function endSetupLinks(tx: Tx, now: Date): Promise<void> {
  await tx
    .updateTable("setup_links")
    .set({ ended_at: now })
    .where("ended_at", "is", null)
    .execute();
}

/** The audit log's name for a link: a hash of its hash, which opens nothing. */
export function markOf(tokenHash: Buffer): string {
  return createHash("sha256").update(tokenHash).digest("hex");
}
