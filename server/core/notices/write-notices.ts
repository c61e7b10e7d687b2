// Writes notices in the transaction of their event, one row for each person (NOTE-1). It sends nothing but mails with
// their own text, which are queued like every mail.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { noticeEvents, type NoticeEventName } from "#domain/notices/notice-events.ts";
import type { NoticeSubject } from "#domain/notices/notice-choices.ts";
import { languageOf } from "#domain/language.ts";
import type { Fact } from "#messages/message.ts";
import { storeFacts, storeMessage } from "#messages/stored-message.ts";
import { translatorFor } from "#messages/translator.ts";
import { mailLetters, type Posted } from "#server/core/mail/letters.ts";
import type { Tx } from "#server/db/connection.ts";
import {
  preparedQuery,
  type RowsOf,
  rowTable,
} from "#server/db/prepared-queries/prepared-query.ts";
import { sayNoticeShort, type NoticeFacts } from "./notice-texts.ts";

type To = {
  memberId: number;
  /** The page it opens. */
  about?: { kind: NoticeSubject; id: number };
  /** Identifies the event for this person, so that a sweep that runs twice writes it once; left out, it is new. */
  occasion?: string;
  /** A mail with its own text. */
  mail?: Posted;
};

export type NewNotice = To & { event: NoticeEventName; facts: Readonly<Record<string, Fact>> };

/** A notice of that event. */
export function noticeOf<Event extends NoticeEventName>(
  event: Event,
  to: To,
  ...params: NoticeFacts<Event>
): NewNotice {
  return { ...to, event, facts: params[0] ?? {} };
}

/** The same with its subject's key, so that the sender can check whether it is still true. */
export function knownBy<Notice extends Pick<NewNotice, "facts">>(
  notice: Notice,
  known: Readonly<Record<string, number>>,
): Notice {
  return { ...notice, facts: { ...notice.facts, ...known } };
}

/** Writes one notice, dated its event. */
export async function tell<Event extends NoticeEventName>(
  tx: Tx,
  event: Event,
  { now, ...to }: To & { now: Date },
  ...params: NoticeFacts<Event>
): Promise<void> {
  await writeNotices(tx, { notices: [noticeOf(event, to, ...params)], now });
}

const columns = {
  member_id: "int",
  event: "text",
  kind: "text",
  about_kind: "text",
  about_id: "bigint",
  occasion: "text",
  facts: "jsonb",
  letter: "jsonb",
  created_at: "timestamptz",
} as const;

// Reads the total of a contribution's receipt here, after its entry, so that the approval itself needs no query for
// it.
const insertNotices = preparedQuery<
  [RowsOf<typeof columns>],
  { id: bigint; member_id: number; occasion: string }
>(
  (_tx, rows: RowsOf<typeof columns>) => sql<{ id: bigint; member_id: number; occasion: string }>`
    INSERT INTO notices (member_id, event, kind, about_kind, about_id, occasion, facts, letter, created_at)
    SELECT member_id, event, kind, about_kind, about_id, occasion,
           CASE WHEN event = 'payment_approved' AND about_kind = 'contribution'
                THEN facts || jsonb_build_object('total', jsonb_build_object('cents', (
                  SELECT coalesce(-sum(amount_cents), 0)::text FROM (
                    SELECT b.amount_cents FROM member_balances b
                     WHERE b.member_id = notice.member_id AND b.account = 'monthly_contribution'
                    UNION ALL
                    SELECT q.amount_cents FROM postings_to_sum q
                     WHERE q.member_id = notice.member_id AND q.account = 'monthly_contribution') saved)))
                ELSE facts END,
           letter, created_at
      FROM ${rowTable("notice", columns, rows)} ORDER BY place
    ON CONFLICT ON CONSTRAINT notices_once DO NOTHING
    RETURNING id, member_id, occasion`,
);

/**
 * Writes notices, each once for its person and occasion. One with its own mail is mailed at once, unless the member
 * has turned mails of its kind off; the others find their channels after the commit.
 */
export async function writeNotices(
  tx: Tx,
  { notices, now }: { notices: readonly NewNotice[]; now: Date },
): Promise<void> {
  if (notices.length === 0) return;
  const named = notices.map((notice) => ({
    ...notice,
    occasion: notice.occasion ?? `${notice.event}:${randomUUID()}`,
  }));
  const written = await insertNotices(
    tx,
    named.map(({ memberId, event, about, occasion, facts, mail }) => ({
      member_id: memberId,
      event,
      kind: noticeEvents[event].kind,
      about_kind: about?.kind ?? null,
      about_id: about?.id ?? null,
      occasion,
      facts: JSON.stringify(storeFacts(facts)),
      letter: mail === undefined ? null : JSON.stringify(mail.letter.map(storeMessage)),
      created_at: now,
    })),
  );
  const ids = new Map(
    written.map(({ id, member_id, occasion }) => [`${member_id} ${occasion}`, id]),
  );
  const mailed = named.flatMap(({ mail, ...notice }) => {
    const id = ids.get(`${notice.memberId} ${notice.occasion}`);
    return id === undefined || mail === undefined || mail.to.email === null
      ? []
      : [{ id, notice, mail }];
  });
  if (mailed.length > 0) await mailNotices(tx, mailed, now);
}

type Mailed = {
  id: bigint;
  notice: Omit<NewNotice, "mail">;
  mail: Posted;
};

async function mailNotices(tx: Tx, mailed: readonly Mailed[], now: Date): Promise<void> {
  const off = await tx
    .selectFrom("notice_choices")
    .select(["member_id", "kind"])
    .where("channel", "=", "email")
    .where("is_on", "=", false)
    .where("member_id", "in", [...new Set(mailed.map(({ notice }) => notice.memberId))])
    .execute();
  const wanted = mailed.filter(({ notice }) => {
    const { kind } = noticeEvents[notice.event];
    return !off.some((each) => each.member_id === notice.memberId && each.kind === kind);
  });
  if (wanted.length === 0) return;
  const mailIds = await mailLetters(tx, { letters: wanted.map(({ mail }) => mail), now });
  await tx
    .insertInto("notice_messages")
    .values(
      wanted.map(({ id, notice, mail }, index) => ({
        notice_id: id,
        member_id: notice.memberId,
        channel: "email",
        state: "waiting",
        recipient: mail.to.email,
        // The mail itself is erased once it has left.
        text: sayNoticeShort(translatorFor(languageOf(mail.to.language)), {
          event: notice.event,
          facts: storeFacts(notice.facts),
        }),
        mail_id: mailIds[index] ?? null,
        send_after: now,
        created_at: now,
      })),
    )
    .execute();
}
