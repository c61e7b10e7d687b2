// Watches over Daraja by what it replies: officials are notified once it has failed for an hour, and at once when it refuses
// the key or the password (MPESA-6).
import { nairobiDate, nairobiIso } from "#domain/calendar.ts";
import type { DarajaReply } from "#domain/mpesa/daraja-reply.ts";
import { tellOfficials } from "#server/core/notices/tell-officials.ts";
import type { Tx } from "#server/db/connection.ts";

const FAILING_TOLD_AFTER_MS = 3_600_000;
/** Of the token, and of a token that is refused twice. */
const CREDENTIAL_CODES = new Set([
  "401",
  "400.008.01",
  "400.008.02",
  "404.001.03",
  "400.003.01",
  "401.002.01",
]);

export async function noteReply(
  tx: Tx,
  { reply, now }: { reply: DarajaReply; now: Date },
): Promise<void> {
  if (reply.kind === "refused" && CREDENTIAL_CODES.has(reply.code)) await tellCredential(tx, now);
  const isFailing =
    reply.kind === "unknown" || (reply.kind === "refused" && reply.code === "unreachable");
  if (!isFailing) {
    await tx
      .updateTable("daraja_state")
      .set({ failing_since: null, told_failing_at: null })
      .where("failing_since", "is not", null)
      .execute();
    return;
  }
  await tx
    .updateTable("daraja_state")
    .set({ failing_since: now })
    .where("failing_since", "is", null)
    .execute();
  const due = await tx
    .updateTable("daraja_state")
    .set({ told_failing_at: now })
    .where("told_failing_at", "is", null)
    .where("failing_since", "<=", new Date(now.getTime() - FAILING_TOLD_AFTER_MS))
    .returning("failing_since")
    .executeTakeFirst();
  if (due === undefined || due.failing_since === null) return;
  await tellOfficials(tx, {
    event: "mpesa_failing",
    facts: { since: { at: due.failing_since } },
    occasion: `mpesa_failing:${nairobiIso(due.failing_since)}`,
    now,
  });
}

/** Once a day. */
export async function tellCredential(tx: Tx, now: Date): Promise<void> {
  await tellOfficials(tx, {
    event: "mpesa_credential",
    facts: {},
    occasion: `mpesa_credential:${nairobiDate(now)}`,
    now,
  });
}
