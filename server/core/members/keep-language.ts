// The language a member is written to in.
import type { Language } from "#domain/language.ts";
import type { Tx } from "#server/db/connection.ts";
import type { Origin } from "#server/platform/request.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";

/** Nothing happens when it is theirs already. `member` as locked in this transaction. */
export async function keepLanguage(
  tx: Tx,
  member: { id: number; language: string },
  { language, now, origin }: { language: Language; now: Date; origin: Origin },
): Promise<void> {
  if (member.language === language) return;
  await tx.updateTable("members").set({ language }).where("id", "=", member.id).execute();
  await recordAudit(tx, {
    now,
    actorId: member.id,
    action: "members.change-language",
    subject: "member",
    subjectId: member.id,
    before: { language: member.language },
    after: { language },
    address: origin.address,
  });
}
