// The Chairperson changes a member's name (OPEN-58): the book's stays until then.
import type { BodyOf, ReplyOf } from "#contract/endpoint.ts";
import type { changeName } from "#contract/members.ts";
import { message } from "#messages/message.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { notifyOfficialsOfChange } from "#server/core/notices/notify.ts";
import { changeMember } from "#server/core/members/change-member.ts";
import { fullName, lockMember, nameOf } from "#server/core/members/member-directory.ts";
import { tell } from "#server/core/notices/write-notices.ts";
import type { Tx } from "#server/db/connection.ts";
import type { SignedInRequest } from "#server/platform/request.ts";
import { readUser } from "./users.queries.ts";

/** Notifies the member, also at the phone they had before, and all officials. */
export async function changeNameOf(
  tx: Tx,
  { actor, id, body, now, origin, t }: SignedInRequest<unknown, BodyOf<typeof changeName>>,
): Promise<ReplyOf<typeof changeName>> {
  const member = await lockMember(tx, id);
  const { first_name, last_name } = member;
  await changeMember(tx, id, body);
  await recordAudit(tx, {
    now,
    actorId: actor.id,
    action: "members.change-name",
    subject: "member",
    subjectId: id,
    before: { first_name, last_name },
    after: body,
    address: origin.address,
  });
  const official = await nameOf(tx, actor.id);
  await tell(tx, "name_changed", { memberId: id, now }, { official, member: fullName(body) });
  const done = message("done.members.nameChanged", {
    before: `${fullName(member)} (${member.reg_number})`,
    after: fullName(body),
  });
  await notifyOfficialsOfChange(tx, { memberId: id, done, by: actor.username, now });
  return { detail: t(done), user: await readUser(tx, id, { callerId: actor.id, t }) };
}
