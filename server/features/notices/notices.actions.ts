// Marking notices as read, and choosing by which channels to hear of what (NOTE-3).
import { sql } from "kysely";
import type { BodyOf, ReplyOf } from "#contract/endpoint.ts";
import type { changeNoticeChoices, readNotices, NoticeChoices } from "#contract/notices.ts";
import { turnsOffWhatMustReach, type ChannelsOfGroup } from "#domain/notices/notice-choices.ts";
import { refuse } from "#domain/refusal.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { lockMember } from "#server/core/members/member-directory.ts";
import type { Tx } from "#server/db/connection.ts";
import type { SignedInRequest } from "#server/platform/request.ts";
import { readChoices } from "./notices.queries.ts";

/** Those that are named, or all; what is read already stays as it is, and another's are not touched. */
export async function markRead(
  tx: Tx,
  { actor, now, body, t }: SignedInRequest<unknown, BodyOf<typeof readNotices>>,
): Promise<ReplyOf<typeof readNotices>> {
  let unread = tx
    .updateTable("notices")
    .set({ read_at: now })
    .where("member_id", "=", actor.id)
    .where("read_at", "is", null);
  if (body.ids !== undefined)
    unread = unread.where("id", "=", sql<bigint>`ANY (${body.ids}::bigint[])`);
  await unread.execute();
  return { detail: t("done.notices.read") };
}

/** Refuses what would leave a receipt or a notice of security without a channel. */
export async function changeChoices(
  tx: Tx,
  { actor, now, origin, body }: SignedInRequest<unknown, BodyOf<typeof changeNoticeChoices>>,
  channels: ChannelsOfGroup,
): Promise<NoticeChoices> {
  const memberId = actor.id;
  // Of two browsers one comes second, and is checked against what the first has left.
  await lockMember(tx, memberId);
  const before = await readChoices(tx, { memberId, channels });
  for (const { kind, channel, on } of body.choices ?? [])
    await tx
      .insertInto("notice_choices")
      .values({ member_id: memberId, kind, channel, is_on: on })
      .onConflict((same) =>
        same.columns(["member_id", "kind", "channel"]).doUpdateSet({ is_on: on }),
      )
      .execute();
  const preferences = {
    shows_amounts: body.show_amounts_on_lock_screen ?? before.show_amounts_on_lock_screen,
    attaches_statement: body.attach_statement ?? before.attach_statement,
  };
  await tx
    .insertInto("notice_preferences")
    .values({ member_id: memberId, ...preferences })
    .onConflict((same) => same.column("member_id").doUpdateSet(preferences))
    .execute();
  const after = await readChoices(tx, { memberId, channels });
  if (turnsOffWhatMustReach({ before: before.choices, after: after.choices }, channels))
    throw refuse("notice-on-no-channel").at("choices");
  const changed = changesOf(before, after);
  if (Object.keys(changed.after).length === 0) return after;
  await recordAudit(tx, {
    now,
    actorId: memberId,
    action: "members.change-notices",
    subject: "member",
    subjectId: memberId,
    ...changed,
    address: origin.address,
  });
  return after;
}

/** What differs, under its kind and channel. */
function changesOf(before: NoticeChoices, after: NoticeChoices) {
  const [was, is] = [flatten(before), flatten(after)];
  const names = Object.keys(is).filter((name) => was[name] !== is[name]);
  const single = (of: Record<string, boolean>) =>
    Object.fromEntries(names.map((name) => [name, of[name]]));
  return { before: single(was), after: single(is) };
}

function flatten({
  choices,
  show_amounts_on_lock_screen,
  attach_statement,
}: NoticeChoices): Record<string, boolean> {
  return {
    ...Object.fromEntries(choices.map(({ kind, channel, on }) => [`${kind}_${channel}`, on])),
    show_amounts_on_lock_screen,
    attach_statement,
  };
}
