// A member's choices about notices and browsers (NOTE-3), and an official's about the SMS gateway (NOTE-4).
import { sql } from "kysely";
import type { BodyOf, ReplyOf } from "#contract/endpoint.ts";
import type {
  changeNoticeChoices,
  readNotices,
  NoticeChoices,
  getPushDevices,
  subscribeToPush,
  unsubscribeFromPush,
  getSmsGateway,
  probeSmsGateway as probe,
} from "#contract/notices.ts";
import { nairobiIso } from "#domain/calendar.ts";
import { turnsOffWhatMustReach, type ChannelsOfGroup } from "#domain/notices/notice-choices.ts";
import { deviceName } from "#domain/members/device-name.ts";
import { refuse } from "#domain/refusal.ts";
import { message } from "#messages/message.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { letter } from "#server/core/mail/letters.ts";
import { lockMember } from "#server/core/members/member-directory.ts";
import { lockGateway, PROBE_EVERY_MS } from "#server/core/notices/claim-messages.ts";
import { isPushEndpoint } from "#server/core/notices/push/push-service.ts";
import { tell } from "#server/core/notices/write-notices.ts";
import type { Tx, Reader } from "#server/db/connection.ts";
import type { SignedInRequest } from "#server/platform/request.ts";
import { readChoices } from "./notices.queries.ts";

/** The notices named, or all; read ones and those of other members stay unchanged. */
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

/** Refuses a choice that would leave a receipt or a security notice without a channel. */
export async function changeChoices(
  tx: Tx,
  { actor, now, origin, body }: SignedInRequest<unknown, BodyOf<typeof changeNoticeChoices>>,
  channels: ChannelsOfGroup,
): Promise<NoticeChoices> {
  const memberId = actor.id;
  // Of two browsers one comes second, and is checked against what the first left.
  await lockMember(tx, memberId);
  const before = await readChoices(tx, { memberId, channels });
  // Of several for one, the last counts.
  const wanted = new Map(
    (body.choices ?? []).map((each) => [`${each.kind} ${each.channel}`, each]),
  );
  const written = [...wanted.values()].filter(({ kind, channel, on }) =>
    before.choices.every(
      (each) => each.kind !== kind || each.channel !== channel || each.on !== on,
    ),
  );
  for (const { kind, channel, on } of written)
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
  const arePreferred =
    preferences.shows_amounts !== before.show_amounts_on_lock_screen ||
    preferences.attaches_statement !== before.attach_statement;
  if (arePreferred)
    await tx
      .insertInto("notice_preferences")
      .values({ member_id: memberId, ...preferences })
      .onConflict((same) => same.column("member_id").doUpdateSet(preferences))
      .execute();
  const after = await readChoices(tx, { memberId, channels });
  if (turnsOffWhatMustReach({ before: before.choices, after: after.choices }, channels))
    throw refuse("notice-on-no-channel").at("choices");
  const changed = changesOf(before, after);
  // The log witnesses every row that is written, and so must tell of it.
  if (written.length === 0 && !arePreferred) return after;
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

/** The differences, by kind and channel. */
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

// Browsers with push turned on (NOTE-3).

/** For one member; another browser replaces the oldest. */
const BROWSERS_MOST = 10;
const POINT_BYTES = 65;
const SECRET_BYTES = 16;

/**
 * A browser notifies the last member who signed in there, until the session ends (NOTE-19); the member is notified
 * of a new one. Refuses an address that is no push service's, and invalid keys.
 */
export async function subscribe(
  tx: Tx,
  input: SignedInRequest<unknown, BodyOf<typeof subscribeToPush>>,
  { admitsLoopback }: { admitsLoopback: boolean },
): Promise<ReplyOf<typeof subscribeToPush>> {
  const { actor, sessionId, now, origin, body, t } = input;
  const { endpoint, keys } = body.subscription;
  const areKeys = isBytes(keys.p256dh, POINT_BYTES) && isBytes(keys.auth, SECRET_BYTES);
  if (!areKeys || !isPushEndpoint(endpoint, { admitsLoopback }))
    throw refuse("push-endpoint-refused").at("subscription");
  const known = await tx
    .selectFrom("push_subscriptions")
    .selectAll()
    .where("endpoint", "=", endpoint)
    .where("member_id", "=", actor.id)
    .executeTakeFirst();
  const columns = {
    member_id: actor.id,
    ...keys,
    created_at: now,
    session_id: sessionId,
    device: origin.device,
  };
  await tx
    .insertInto("push_subscriptions")
    .values({ endpoint, ...columns })
    .onConflict((same) => same.column("endpoint").doUpdateSet(columns))
    .execute();
  // This one is the newest, whatever the clock says.
  await tx
    .deleteFrom("push_subscriptions")
    .where("member_id", "=", actor.id)
    .where("endpoint", "<>", endpoint)
    .where("id", "not in", (others) =>
      others
        .selectFrom("push_subscriptions")
        .select("id")
        .where("member_id", "=", actor.id)
        .where("endpoint", "<>", endpoint)
        .orderBy("created_at", "desc")
        .orderBy("id", "desc")
        .limit(BROWSERS_MOST - 1),
    )
    .execute();
  if (known === undefined) await tellOfBrowser(tx, input);
  // A browser says so again at each visit.
  const isAsBefore =
    known?.session_id === sessionId && known.p256dh === keys.p256dh && known.auth === keys.auth;
  if (!isAsBefore)
    await recordAudit(tx, {
      now,
      actorId: actor.id,
      action: "members.add-browser",
      subject: "member",
      subjectId: actor.id,
      address: origin.address,
    });
  return { detail: t("done.notices.subscribed") };
}

async function tellOfBrowser(tx: Tx, { actor, now, origin }: SignedInRequest): Promise<void> {
  const facts = {
    moment: { at: now },
    device: deviceName(origin.device) ?? message("mails.unnamed.device"),
  };
  const to = await lockMember(tx, actor.id);
  const mail = { to, letter: letter("pushAdded", facts) };
  await tell(tx, "push_added", { memberId: actor.id, mail, now }, facts);
}

export async function readPushDevices(
  reader: Reader,
  memberId: number,
): Promise<ReplyOf<typeof getPushDevices>> {
  const rows = await reader
    .selectFrom("push_subscriptions")
    .select(["id", "device", "created_at", "endpoint"])
    .where("member_id", "=", memberId)
    .orderBy("id", "desc")
    .execute();
  return {
    devices: rows.map((row) => ({
      ...row,
      device: row.device ?? "",
      created_at: nairobiIso(row.created_at),
    })),
  };
}

/** Refuses another member's with `not-found`. */
export async function endPush(
  tx: Tx,
  { actor, id, t }: SignedInRequest,
): Promise<{ detail: string }> {
  const { numDeletedRows } = await tx
    .deleteFrom("push_subscriptions")
    .where("id", "=", id)
    .where("member_id", "=", actor.id)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw refuse("not-found");
  return { detail: t("done.notices.unsubscribed") };
}

/** Only one's own; another member's or an unknown one gets the same answer. */
export async function unsubscribe(
  tx: Tx,
  { actor, body, t }: SignedInRequest<unknown, BodyOf<typeof unsubscribeFromPush>>,
): Promise<ReplyOf<typeof unsubscribeFromPush>> {
  await tx
    .deleteFrom("push_subscriptions")
    .where("endpoint", "=", body.endpoint)
    .where("member_id", "=", actor.id)
    .execute();
  return { detail: t("done.notices.unsubscribed") };
}

function isBytes(text: string, length: number): boolean {
  return /^[\w-]+={0,2}$/.test(text) && Buffer.from(text, "base64url").length === length;
}

/**
 * SMS that stopped because the gateway's account is out of money: the reason, and an official's request to try again
 * (NOTE-4).
 */
export async function readSmsGateway(reader: Reader): Promise<ReplyOf<typeof getSmsGateway>> {
  const { balance_out_since: since, probed_at } = await reader
    .selectFrom("sms_gateway")
    .select(["balance_out_since", "probed_at"])
    .executeTakeFirstOrThrow();
  return {
    stands_still_since: since === null ? null : nairobiIso(since),
    tries_at:
      since === null || probed_at === null
        ? null
        : nairobiIso(new Date(probed_at.getTime() + PROBE_EVERY_MS)),
  };
}

/** The next SMS that is due tries, as it would a quarter of an hour after the last one. Refused while SMS goes out. */
export async function probeSmsGateway(
  tx: Tx,
  { actor, now, origin, t }: SignedInRequest,
): Promise<ReplyOf<typeof probe>> {
  const { balance_out_since: since, probed_at } = await lockGateway(tx);
  if (since === null) throw refuse("sms-goes-out");
  await tx.updateTable("sms_gateway").set({ probed_at: null }).execute();
  await recordAudit(tx, {
    now,
    actorId: actor.id,
    action: "messages.probe",
    subject: "sms_gateway",
    subjectId: null,
    before: {
      stands_still_since: nairobiIso(since),
      probed_at: probed_at && nairobiIso(probed_at),
    },
    after: { probed_at: null },
    address: origin.address,
  });
  return { detail: t("done.notices.probed") };
}
