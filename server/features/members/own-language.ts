// Choosing the language of the mails to oneself.
import type { BodyOf, ReplyOf } from "#contract/endpoint.ts";
import type { changeLanguage } from "#contract/own-language.ts";
import { keepLanguage } from "#server/core/members/keep-language.ts";
import { lockMember } from "#server/core/members/member-directory.ts";
import type { Tx } from "#server/db/connection.ts";
import type { SignedInRequest } from "#server/platform/request.ts";

type Request = SignedInRequest<unknown, BodyOf<typeof changeLanguage>>;

export async function changeOwnLanguage(
  tx: Tx,
  { actor, body, now, origin, t }: Request,
): Promise<ReplyOf<typeof changeLanguage>> {
  const member = await lockMember(tx, actor.id);
  await keepLanguage(tx, member, { language: body.language, now, origin });
  return { detail: t("done.accounts.languageSaved") };
}
