// The language of a member's mails.
import type { BodyOf, ReplyOf } from "#contract/endpoint.ts";
import type { changeLanguage } from "#contract/members.ts";
import type { Language } from "#domain/language.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import type { Tx } from "#server/db/connection.ts";
import type { Origin, SignedInRequest } from "#server/platform/request.ts";
import { lockMember } from "./member-directory.ts";
import { changeMember } from "./change-member.ts";

/** Does nothing when the language is theirs already. `member` as locked in this transaction. */
export async function keepLanguage(
  tx: Tx,
  member: { id: number; language: string },
  { language, now, origin }: { language: Language; now: Date; origin: Origin },
): Promise<void> {
  if (member.language === language) return;
  await changeMember(tx, member.id, { language });
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

// Changes the language of one's own mails.

type Request = SignedInRequest<unknown, BodyOf<typeof changeLanguage>>;

export async function changeOwnLanguage(
  tx: Tx,
  { actor, body, now, origin, t }: Request,
): Promise<ReplyOf<typeof changeLanguage>> {
  const member = await lockMember(tx, actor.id);
  await keepLanguage(tx, member, { language: body.language, now, origin });
  return { detail: t("done.accounts.languageSaved") };
}
