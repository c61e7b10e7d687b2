// Giving a member an office and taking it away (MEM-21, MEM-24). Runs under `lockMembership`.
import type { ReplyOf } from "#contract/endpoint.ts";
import type { assignRole } from "#contract/members.ts";
import type { Office } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import { keepAChairperson } from "#server/core/members/last-chairperson.ts";
import { sendMail } from "#server/core/mail/mail.ts";
import { lockMember, type MemberRow } from "#server/core/members/member-directory.ts";
import { tellOfficials } from "#server/core/mail/tell-officials.ts";
import type { Tx } from "#server/db/connection.ts";
import type { SignedInRequest } from "#server/platform/request.ts";
import { officeMail } from "./member-mails.ts";
import { readUser } from "./users.queries.ts";

type Request = SignedInRequest<unknown, { role: Office }>;

/** A member holds at most one office, and only while active. */
export async function giveOffice(tx: Tx, request: Request): Promise<ReplyOf<typeof assignRole>> {
  const office = request.body.role;
  const member = await lockMember(tx, request.id);
  if (member.office === office) throw refuse("already-holds-office", { office });
  if (member.office !== null) throw refuse("holds-another-office", { office: member.office });
  if (!member.is_active || member.status !== "active" || member.exited_on !== null)
    throw refuse("office-needs-active-member");
  return setOffice(tx, request, member, office);
}

/** The last Chairperson keeps the office. */
export async function takeOffice(tx: Tx, request: Request): Promise<ReplyOf<typeof assignRole>> {
  const office = request.body.role;
  const member = await lockMember(tx, request.id);
  if (member.office !== office) throw refuse("no-office-to-remove", { office });
  await keepAChairperson(tx, member);
  return setOffice(tx, request, member, null);
}

async function setOffice(
  tx: Tx,
  { actor, now, origin, body, t }: Request,
  member: MemberRow,
  office: Office | null,
): Promise<ReplyOf<typeof assignRole>> {
  await tx.updateTable("members").set({ office }).where("id", "=", member.id).execute();
  const name = `${member.first_name} ${member.last_name}`;
  const given = office !== null;
  const sentence = `${name} is ${given ? "now" : "no longer"} ${body.role}.`;
  const { name: groupName } = await readGroupSettings(tx);
  await sendMail(tx, { ...officeMail(member, groupName, { office: body.role, given }), now });
  const by = actor.username;
  await tellOfficials(tx, { memberId: member.id, sentence, by, groupName, now });
  await recordAudit(tx, {
    now,
    actorId: actor.id,
    action: given ? "roles.assign" : "roles.remove",
    subject: "member",
    subjectId: member.id,
    before: { office: member.office },
    after: { office },
    address: origin.address,
  });
  return { detail: sentence, user: await readUser(tx, member.id, { callerId: actor.id, t }) };
}
