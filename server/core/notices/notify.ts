// Notifies every official, or every member, of what each of them must know.
import { message, type Message } from "#messages/message.ts";
import type { Tx } from "#server/db/connection.ts";
import { noticeOf, writeNotices, type NewNotice, type NoticeFacts } from "./write-notices.ts";
import type { NoticeEventName } from "#domain/notices/notice-events.ts";
import { letter, type Addressee, type Letter } from "#server/core/mail/letters.ts";

type Notice = { letter: Letter; notice: NoticeContent; now: Date };

/** The text in the list of notices, beside the mail. */
export type NoticeContent = Pick<NewNotice, "event" | "facts" | "about">;

/** A notice of that event for one member. */
export function notice<Event extends NoticeEventName>(
  event: Event,
  ...params: NoticeFacts<Event>
): NoticeContent {
  const { facts } = noticeOf(event, { memberId: 0 }, ...params);
  return { event, facts };
}

const addressee = ["id", "email", "first_name", "language", "email_verified_at"] as const;

/**
 * Notifies nobody before the group has an official. Also notifies `andMember`, who may hold no office, and never
 * `exceptMember`.
 */
export async function notifyOfficials(
  tx: Tx,
  { andMember, exceptMember, ...notice }: Notice & { andMember?: number; exceptMember?: number },
): Promise<void> {
  const officials = await tx
    .selectFrom("members")
    .select(addressee)
    .where((each) => each.or([each("office", "is not", null), each("id", "=", andMember ?? 0)]))
    .where("id", "<>", exceptMember ?? 0)
    .orderBy("id")
    .execute();
  await notifyAll(tx, officials, notice);
}

/**
 * To every member with a say in the group: active or dormant, and not gone. Also to `andMember`, whoever they are, and to
 * those in `links`, whose mails end with their link.
 */
export async function notifyMembers(
  tx: Tx,
  { andMember, links = new Map(), ...notice }: Notice & { andMember?: number } & Partial<Links>,
): Promise<void> {
  const members = await tx
    .selectFrom("members")
    .select(addressee)
    .where((each) =>
      each.or([
        each("id", "in", [andMember ?? 0, ...links.keys()]),
        each.and([
          each("is_active", "=", true),
          each("status", "in", ["active", "dormant"]),
          each("exited_on", "is", null),
        ]),
      ]),
    )
    .orderBy("id")
    .execute();
  await notifyAll(tx, members, { ...notice, links });
}

/** The last paragraph of some members' mails. */
type Links = { links: ReadonlyMap<number, Message> };

function notifyAll(
  tx: Tx,
  members: readonly (Addressee & { id: number })[],
  { letter: written, notice, now, links }: Notice & Partial<Links>,
): Promise<void> {
  const notices = members.map((to) => ({
    ...notice,
    memberId: to.id,
    mail: { to, letter: written, link: links?.get(to.id) },
  }));
  return writeNotices(tx, { notices, now });
}

/**
 * Notifies every official but the member concerned of a change of status or office (SAFE-16); the member gets a mail
 * of their own. `done` is the confirmation that the actor read; `by` their username, or null for the server's
 * operator. Call after the change, in its transaction.
 */
export async function notifyOfficialsOfChange(
  tx: Tx,
  change: { memberId: number; done: Message; by: string | null; now: Date },
): Promise<void> {
  const { memberId, done, by, now } = change;
  const facts = {
    heading: { heading: done },
    change: done,
    by: by ?? message("mails.unnamed.operator"),
    moment: { at: now },
  };
  const changed = notice("member_changed", { change: done, by: facts.by });
  await notifyOfficials(tx, {
    letter: letter("changed", facts),
    notice: { ...changed, about: { kind: "member", id: memberId } },
    exceptMember: memberId,
    now,
  });
}
