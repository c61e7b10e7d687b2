// Finds the channels of each new notice and writes a message for each, by what the group has, what the member chose
// and where they can be reached (NOTE-3). Running it twice, or on two servers, changes nothing.
import { sql } from "kysely";
import { languageOf } from "#domain/language.ts";
import { countParts, toGsm, toGsmIfWhole } from "#domain/notices/gsm-text.ts";
import {
  beginsOn,
  type ChannelsOfGroup,
  noticeChannels,
  type NoticeChannel,
  type NoticeKind,
} from "#domain/notices/notice-choices.ts";
import { eventsOfEarlierPhones } from "#domain/notices/notice-events.ts";
import { translatorFor } from "#messages/translator.ts";
import { mailLetters } from "#server/core/mail/letters.ts";
import { inTransaction, type Database, type Tx } from "#server/db/connection.ts";
import type { Config } from "#server/platform/config.ts";
import { leaveUnknown } from "./settle-message.ts";
import { noticeLetter, sayNoticeShort } from "./write-notices.ts";

const AT_ONCE = 200;

/** NOTE-16: numbers go to somebody else after a while, so that this ends. */
const EARLIER_PHONE_MS = 30 * 24 * 60 * 60 * 1000;

type Waiting = {
  id: bigint;
  member_id: number;
  event: string;
  kind: NoticeKind;
  facts: unknown;
  letter: unknown;
  email: string | null;
  email_verified_at: Date | null;
  first_name: string;
  language: string;
  phone: string | null;
  has_browser: boolean;
  is_stopped: boolean;
  /** The channels of a word from the Chairperson; null for any other notice. */
  word_channels: NoticeChannel[] | null;
  /** Channels that have a message already, as a mail with its own text. */
  sent_by: NoticeChannel[];
  chosen: Partial<Record<NoticeChannel, boolean>>;
  /** The phone they had before, if it hears of this too (NOTE-16). */
  earlier_phone: string | null;
  /** Whether the database was restored since the notice was written. */
  is_restored: boolean;
};

/** Returns how many notices were dispatched: some hundred at most. */
export function dispatchNotices(
  db: Database,
  params: { channels: ChannelsOfGroup; now: Date },
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const notices = await claimNotices(tx, params.now);
    if (notices.length === 0) return 0;
    const wanted = notices.flatMap((notice) =>
      noticeChannels
        .filter((channel) => params.channels[channel] && isWanted(notice, channel))
        .map((channel) => ({ notice, channel })),
    );
    const mails = wanted.filter(
      ({ channel, notice }) => channel === "email" && !notice.is_restored,
    );
    const mailIds = await mailLetters(tx, {
      letters: mails.map(({ notice }) => ({ to: notice, letter: noticeLetter(notice) })),
      now: params.now,
    });
    const mailOf = new Map(mails.map(({ notice }, index) => [notice.id, mailIds[index] ?? null]));
    if (wanted.length > 0)
      await tx
        .insertInto("notice_messages")
        .values(
          wanted.map(({ notice, channel }) => ({
            notice_id: notice.id,
            member_id: notice.member_id,
            channel,
            ...messageOf(notice, channel, mailOf),
            send_after: params.now,
            created_at: params.now,
          })),
        )
        .onConflict((same) => same.constraint("notice_messages_once").doNothing())
        .execute();
    if (params.channels.sms) await textEarlierPhones(tx, notices, params.now);
    const restored = notices.filter((notice) => notice.is_restored).map(({ id }) => id);
    if (restored.length > 0) await leaveUnknown(tx, restored, params.now);
    await tx
      .updateTable("notices")
      .set({ dispatched_at: params.now })
      .where("id", "=", sql<bigint>`ANY (${notices.map(({ id }) => id)}::bigint[])`)
      .execute();
    return notices.length;
  });
}

async function claimNotices(tx: Tx, now: Date): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    SELECT n.id, n.member_id, n.event, n.kind, n.facts, n.letter, n.restored_at IS NOT NULL AS is_restored, m.email, m.email_verified_at, m.first_name, m.language,
           m.phone,
           (SELECT e.phone FROM earlier_phones e
             WHERE n.event = ANY (${eventsOfEarlierPhones}::text[]) AND e.member_id = n.member_id
               AND e.replaced_at > ${new Date(now.getTime() - EARLIER_PHONE_MS)}
               AND NOT EXISTS (SELECT FROM members other WHERE other.phone = e.phone)
               AND NOT EXISTS (SELECT FROM sms_stops s WHERE s.phone = e.phone)
             ORDER BY e.replaced_at LIMIT 1) AS earlier_phone,
           EXISTS (SELECT FROM push_subscriptions s WHERE s.member_id = m.id) AS has_browser,
           EXISTS (SELECT FROM sms_stops s WHERE s.phone = m.phone) AS is_stopped,
           (SELECT w.channels FROM words w
             WHERE n.event = 'word' AND w.id = substring(n.occasion from '^word:(\d+)$')::int) AS word_channels,
           ARRAY(SELECT channel FROM notice_messages d WHERE d.notice_id = n.id) AS sent_by,
           (SELECT coalesce(jsonb_object_agg(c.channel, c.is_on), '{}')
              FROM notice_choices c WHERE c.member_id = m.id AND c.kind = n.kind) AS chosen
      FROM notices n JOIN members m ON m.id = n.member_id
     WHERE n.dispatched_at IS NULL
     ORDER BY n.id LIMIT ${AT_ONCE}
       FOR UPDATE OF n SKIP LOCKED`.execute(tx);
  return rows;
}

/** Whatever the member has chosen, since whoever took the account may have chosen it. */
async function textEarlierPhones(tx: Tx, notices: readonly Waiting[], now: Date): Promise<void> {
  const texts = notices.flatMap((notice) => {
    if (notice.earlier_phone === null || notice.is_restored) return [];
    const message = messageOf({ ...notice, phone: notice.earlier_phone }, "sms", new Map());
    return [
      {
        ...message,
        notice_id: notice.id,
        member_id: notice.member_id,
        channel: "sms",
        state: "waiting",
        recipient: notice.earlier_phone,
        keeps_recipient: true,
        send_after: now,
        created_at: now,
      },
    ];
  });
  if (texts.length > 0) await tx.insertInto("notice_messages").values(texts).execute();
}

function isWanted(notice: Waiting, channel: NoticeChannel): boolean {
  if (notice.word_channels !== null && !notice.word_channels.includes(channel)) return false;
  if (notice.sent_by.includes(channel)) return false;
  // A notice with its own mail text was mailed with its event.
  if (channel === "email" && notice.letter !== null) return false;
  return hearsBy(notice, channel);
}

/** Where a member can be reached, and what they chose for a kind of notice. */
export type Hearer = Pick<
  Waiting,
  "email" | "email_verified_at" | "phone" | "has_browser" | "chosen"
>;

/** Whether a notice of that kind goes to the member by a channel that the group has (NOTE-3). */
export function hearsBy(member: Hearer, channel: NoticeChannel): boolean {
  if (!(member.chosen[channel] ?? beginsOn(channel))) return false;
  if (channel === "sms") return member.phone !== null;
  if (channel === "push") return member.has_browser;
  // An address that is proven (SAFE-20).
  return member.email !== null && member.email_verified_at !== null;
}

function messageOf(
  notice: Waiting,
  channel: NoticeChannel,
  mailOf: ReadonlyMap<bigint, number | null>,
) {
  const written = sayNoticeShort(translatorFor(languageOf(notice.language)), notice);
  if (channel === "email")
    return {
      state: "waiting",
      recipient: notice.email,
      text: written,
      mail_id: mailOf.get(notice.id) ?? null,
    };
  if (channel === "push") return { state: "waiting", text: written };
  const text = notice.event === "word" ? toGsmIfWhole(written) : toGsm(written);
  return {
    state: notice.is_stopped ? "skipped" : "waiting",
    recipient: notice.phone,
    text,
    parts: Math.max(countParts(text), 1),
  };
}

// The channels that the group has: each is absent until the operator sets it up (docs/operations.md).

/** Push needs only its own keys, which every group has. */
export function channelsOfGroup({
  smtpUrl,
  sms,
}: Pick<Config, "smtpUrl" | "sms">): ChannelsOfGroup {
  return { email: smtpUrl !== null, sms: sms !== null, push: true };
}
