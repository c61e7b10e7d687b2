// Another phone of an approved member signs in once it is confirmed (MEM-12). Today the Chairperson confirms it; a
// code by SMS would be checked elsewhere and end in `takePendingPhone` as well.
import type { BodyOf, ReplyOf } from "#contract/endpoint.ts";
import type { confirmPhone } from "#contract/members.ts";
import { masked } from "#domain/members/contacts.ts";
import { refuse, refuseFields } from "#domain/refusal.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { changeMember } from "#server/core/members/change-member.ts";
import { rememberPhone } from "#server/core/members/earlier-phones.ts";
import { findTaken, takenByConstraint } from "#server/core/identity/taken-values.ts";
import { letter } from "#server/core/mail/letters.ts";
import { notifyOfficials, notice } from "#server/core/notices/notify.ts";
import { knownBy, tell } from "#server/core/notices/write-notices.ts";
import {
  hasAccount,
  lockMember,
  type AccountRow,
  type MemberRow,
} from "#server/core/members/member-directory.ts";
import type { Tx } from "#server/db/connection.ts";
import type { Origin, SignedInRequest } from "#server/platform/request.ts";
import { readUser } from "./users.queries.ts";

/** The newest request replaces an older one that waits. Notifies the member and the officials. */
export async function requestPhone(
  tx: Tx,
  member: MemberRow,
  { phone, now, origin }: { phone: string; now: Date; origin: Origin },
): Promise<void> {
  await changeMember(tx, member.id, { pending_phone: phone });
  const requested = letter("phoneChangeRequested", { phone: masked(phone) });
  await tell(
    tx,
    "phone_change_requested",
    { memberId: member.id, mail: { to: member, letter: requested }, now },
    { phone: masked(phone) },
  );
  const whose = { member: `${member.first_name} ${member.last_name}` };
  const waits = letter("phoneWaits", whose);
  const waiting = knownBy(notice("phone_waits", whose), { whose: member.id });
  await notifyOfficials(tx, { letter: waits, notice: waiting, now });
  await recordAudit(tx, {
    now,
    actorId: member.id,
    action: "members.ask-phone-change",
    subject: "member",
    subjectId: member.id,
    after: { pending_phone: masked(phone) },
    address: origin.address,
  });
}

/** The Chairperson knows from the member that the phone is theirs. */
export async function confirmOtherPhone(
  tx: Tx,
  request: SignedInRequest<unknown, BodyOf<typeof confirmPhone>>,
): Promise<ReplyOf<typeof confirmPhone>> {
  const { actor, id, body, now, origin, t } = request;
  const member = await lockMember(tx, id);
  if (member.pending_phone === null || !hasAccount(member)) throw refuse("no-phone-waits");
  if (body.phone_seen !== undefined && body.phone_seen !== member.pending_phone)
    throw refuse("figures-changed").at("phone_seen");
  await takePendingPhone(tx, member, { phone: member.pending_phone, byId: actor.id, now, origin });
  const name = `${member.first_name} ${member.last_name}`;
  return {
    detail: t("done.accounts.phoneConfirmed", { member: name }),
    user: await readUser(tx, id, { callerId: actor.id, t }),
  };
}

/** The waiting phone becomes the member's. Refuses one that somebody else has got meanwhile. */
async function takePendingPhone(
  tx: Tx,
  member: AccountRow,
  { phone, byId, now, origin }: { phone: string; byId: number; now: Date; origin: Origin },
): Promise<void> {
  const taken = await findTaken(tx, { phone, now }, member.id);
  if (Object.keys(taken).length > 0) throw refuseFields(taken);
  try {
    await changeMember(tx, member.id, { phone, pending_phone: null });
  } catch (error) {
    const takenAtOnce = takenByConstraint(error);
    throw takenAtOnce === null ? error : refuseFields(takenAtOnce);
  }
  await rememberPhone(tx, { memberId: member.id, phone: member.phone, now });
  const changed = letter("phoneChanged", { phone: masked(phone) });
  await tell(
    tx,
    "phone_changed",
    { memberId: member.id, mail: { to: member, letter: changed }, now },
    { phone: masked(phone) },
  );
  await recordAudit(tx, {
    now,
    actorId: byId,
    action: "members.confirm-phone",
    subject: "member",
    subjectId: member.id,
    before: { phone: masked(member.phone) },
    after: { phone: masked(phone) },
    address: origin.address,
  });
}
