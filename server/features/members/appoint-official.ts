// Makes an existing account an official without anybody signed in: this is how the first Chairperson comes to be
// (MEM-27).
import { nairobiDate } from "#domain/calendar.ts";
import type { Office } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { message } from "#messages/message.ts";
import { inEnglish } from "#messages/translator.ts";
import { settleClaims } from "#server/core/approvals/claims-of-newcomer.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { lockMembership } from "#server/db/locks.ts";
import { dropProposal, tellOffice } from "#server/core/members/office-proposals.ts";
import { findMemberByEmail, lockMember } from "#server/core/members/member-directory.ts";
import { notifyOfficialsOfChange } from "#server/core/mail/notify.ts";
import { inTransaction, type Database } from "#server/db/connection.ts";

/**
 * Takes effect at once, and ends any proposal for the member. Refuses an unknown or unproven email address, a member
 * who has left, and one with another office.
 */
export async function appointOfficial(
  db: Database,
  { email, office, now }: { email: string; office: Office; now: Date },
): Promise<{ detail: string }> {
  return inTransaction(db, async (tx) => {
    await lockMembership(tx);
    const found = await findMemberByEmail(tx, email);
    if (found === undefined) throw refuse("no-such-account", { email });
    const member = await lockMember(tx, found.id);
    if (member.email_verified_at === null) throw refuse("email-not-confirmed");
    if (member.status === "cleared" || member.exited_on !== null) throw refuse("member-has-left");
    if (member.office !== null && member.office !== office)
      throw refuse("holds-another-office", { office: member.office as Office });
    const name = `${member.first_name} ${member.last_name}`;
    if (member.office === office) return { detail: `${name} is already ${office}.` };
    await tx
      .updateTable("members")
      .set({
        office,
        status: "active",
        is_active: true,
        approved_on: member.approved_on ?? nairobiDate(now),
      })
      .where("id", "=", member.id)
      .execute();
    await dropProposal(tx, member, { actorId: null, now, address: null });
    if (member.status === "pending_approval")
      await settleClaims(tx, member, { actorId: null, now, address: null });
    const done = message("done.members.officeGiven", { member: name, office });
    await tellOffice(tx, "office_given", { member, office, now });
    await notifyOfficialsOfChange(tx, { memberId: member.id, done, by: null, now });
    await recordAudit(tx, {
      now,
      actorId: null,
      action: "roles.appoint",
      subject: "member",
      subjectId: member.id,
      before: { status: member.status, is_active: member.is_active, office: member.office },
      after: { status: "active", is_active: true, office },
      address: null,
    });
    return { detail: inEnglish(done) };
  });
}
