// For a member who lost both the authenticator and the recovery codes: the Chairperson, who knows them, lets them in.
import type { ReplyOf } from "#contract/endpoint.ts";
import type { resetTwoStep } from "#contract/two-step.ts";
import { refuse } from "#domain/refusal.ts";
import { message } from "#messages/message.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { letter } from "#server/core/mail/letters.ts";
import { tell } from "#server/core/notices/write-notices.ts";
import { lockMember } from "#server/core/members/member-directory.ts";
import { endSessions } from "#server/core/identity/sessions.ts";
import { notifyOfficialsOfChange } from "#server/core/mail/notify.ts";
import { findTwoStep } from "#server/core/identity/two-step.ts";
import type { Tx } from "#server/db/connection.ts";
import type { SignedInRequest } from "#server/platform/request.ts";
import { removeTwoStep } from "./two-step.actions.ts";

/** Ends the member's sessions too. Not for oneself, who turns it off with password and code; the officials are notified. */
export async function resetMembersTwoStep(
  tx: Tx,
  { actor, id, now, origin, t }: SignedInRequest,
): Promise<ReplyOf<typeof resetTwoStep>> {
  if (id === actor.id) throw refuse("two-step-reset-oneself");
  const member = await lockMember(tx, id);
  if ((await findTwoStep(tx, id)) === undefined) throw refuse("two-step-is-off");
  await removeTwoStep(tx, id);
  const sessionsEnded = await endSessions(tx, { memberId: id });
  const reset = letter("twoStepReset", { moment: { at: now } });
  const mail = { to: member, letter: reset };
  await tell(tx, "two_step_reset", { memberId: member.id, mail, now });
  const name = `${member.first_name} ${member.last_name}`;
  const done = message("done.twoStep.reset", { member: name });
  const by = actor.username;
  await notifyOfficialsOfChange(tx, { memberId: id, done, by, now });
  await recordAudit(tx, {
    now,
    actorId: actor.id,
    action: "two-step.reset",
    subject: "member",
    subjectId: id,
    after: { sessions_ended: sessionsEnded },
    address: origin.address,
  });
  return { detail: t(done) };
}
