// Writes notices in the transaction of their event, one row for each person (NOTE-1). It sends nothing but mails with
// their own text, which are queued like every mail.
import { CONTRIBUTION } from "#domain/payments/payment-kinds.ts";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import {
  noticeEvents,
  type NoticeEventName,
  noticeEventNames,
} from "#domain/notices/notice-events.ts";
import type { NoticeSubject } from "#domain/notices/notice-choices.ts";
import { languageOf } from "#domain/language.ts";
import { type Fact, Message, type FactsOf, type MessageKey } from "#messages/message.ts";
import {
  storeFacts,
  storeMessage,
  readFacts,
  readMessage,
  type StoredFacts,
  type StoredMessage,
} from "#messages/stored-message.ts";
import { translatorFor, type Translate } from "#messages/translator.ts";
import { mailLetters, type Posted, type Letter } from "#server/core/mail/letters.ts";
import type { Tx } from "#server/db/connection.ts";
import {
  preparedQuery,
  type RowsOf,
  rowTable,
} from "#server/db/prepared-queries/prepared-query.ts";

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
           CASE WHEN event = 'payment_approved' AND about_kind = ${sql.lit(CONTRIBUTION)}
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
  const wanted = mailed.filter(({ notice, mail }) => {
    // A link that is stored nowhere else is sent in any case.
    if (mail.link !== undefined) return true;
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

// The text of a notice: in full for the list and for mails, and in 160 characters for phones (NOTE-10).

/** The facts of an event's text: none, or one object. */
export type NoticeFacts<Event extends NoticeEventName> = FactsOf<`notices.${Event}`>;

export function noticeMessage(event: NoticeEventName, facts: Readonly<Record<string, Fact>>) {
  return new Message(`notices.${event}` as MessageKey, facts);
}

/** The columns of `notices` that its text needs. */
export type StoredNotice = { event: string; facts: unknown; letter?: unknown };

/** The whole text, however long names and reasons are. */
export function sayNotice(t: Translate, stored: StoredNotice): string {
  return t(noticeMessage(eventOf(stored.event), readFacts(stored.facts as StoredFacts)));
}

/** Characters of an SMS of one part. */
export const TEXT_CHARACTERS_MOST = 160;

/** The same in 160 characters: shortens what people wrote, the longest first, and never a figure. */
export function sayNoticeShort(t: Translate, stored: StoredNotice): string {
  const event = eventOf(stored.event);
  const facts = readFacts(stored.facts as StoredFacts);
  let text = t(noticeMessage(event, facts));
  // A word of the Chairperson is sent as it was approved.
  if (event === "word") return text;
  while (text.length > TEXT_CHARACTERS_MOST) {
    const longest = longestWords(facts, t);
    if (longest === null) return text;
    const excess = text.length - TEXT_CHARACTERS_MOST;
    const remaining = Math.max(longest.words.length - excess - ELLIPSIS.length, WORDS_LEAST);
    facts[longest.name] = `${longest.words.slice(0, remaining).trimEnd()}${ELLIPSIS}`;
    text = t(noticeMessage(event, facts));
  }
  return text;
}

const ELLIPSIS = "...";
const WORDS_LEAST = 8;
// Codes of the catalogue, which nobody typed.
const CODES = new Set([
  "office",
  "phone",
  "proof",
  "kind",
  "type",
  "owing",
  "own",
  "reconciled",
  "number",
  "label",
  "side",
]);

/** The longest fact that is text and can be shortened. */
function longestWords(facts: Readonly<Record<string, Fact>>, t: Translate) {
  const words = Object.entries(facts).flatMap(([name, fact]) => {
    if (CODES.has(name)) return [];
    if (typeof fact === "string") return [{ name, words: fact }];
    return fact instanceof Message ? [{ name, words: t(fact) }] : [];
  });
  const [longest] = words.toSorted((one, other) => other.words.length - one.words.length);
  if (longest === undefined || longest.words.length <= WORDS_LEAST + ELLIPSIS.length) return null;
  return longest;
}

/** The mail of a notice: its own text, or the notice's text under the subject of its kind. */
export function noticeLetter(stored: StoredNotice): Letter {
  if (Array.isArray(stored.letter)) {
    const [subject, ...paragraphs] = stored.letter.map((each: StoredMessage) => readMessage(each));
    if (subject !== undefined) return [subject, ...paragraphs];
  }
  const event = eventOf(stored.event);
  const subject = new Message(`notices.subjects.${noticeEvents[event].kind}` as MessageKey);
  return [subject, noticeMessage(event, readFacts(stored.facts as StoredFacts))];
}

/** The event of a stored notice; nothing else writes them. */
export function eventOf(event: string): NoticeEventName {
  const known = noticeEventNames.find((name) => name === event);
  if (known === undefined) throw new Error(`there is no notice of ${event}`);
  return known;
}
