// The Chairperson's words as officials see them, and whom a new one would reach (NOTE-7).
import { CONTRIBUTION } from "#domain/payments/payment-kinds.ts";
import { sql } from "kysely";
import type { QueryOf, ReplyOf, BodyOf } from "#contract/endpoint.ts";
import type { getWords, Word, previewWord } from "#contract/words.ts";
import { nairobiIso, nairobiDate, type PlainDate } from "#domain/calendar.ts";
import { monthsOwed } from "#domain/contributions.ts";
import type { Cents } from "#domain/money.ts";
import { countParts, toGsmIfWhole } from "#domain/notices/gsm-text.ts";
import {
  type ChannelsOfGroup,
  noticeChannels,
  wordAudiences,
  type NoticeChannel,
  type WordState,
} from "#domain/notices/notice-choices.ts";
import { isOwnItem } from "#domain/approvals/two-officials.ts";
import { refuse } from "#domain/refusal.ts";
import { broughtForward } from "#server/core/members/brought-forward.ts";
import { personIn } from "#server/core/members/member-directory.ts";
import {
  FIRST_PRICE_UNITS,
  readCapUnits,
  usedThisMonth,
} from "#server/core/notices/claim-messages.ts";
import { hearsBy, type Hearer } from "#server/core/notices/dispatch-notices.ts";
import type { Reader } from "#server/db/connection.ts";
import { inPage, pageOf } from "#server/db/paging.ts";
import { unitsToKes, wordOf } from "./notices.queries.ts";

/** Newest first. */
export async function readWords(
  reader: Reader,
  { callerId, query }: { callerId: number; query: QueryOf<typeof getWords> },
): Promise<ReplyOf<typeof getWords>> {
  const page = pageOf(query);
  let rows = selectWords(reader).orderBy("id", "desc");
  rows = inPage(rows, page);
  const words = (await rows.execute()).map((row) => toWord(row, callerId));
  const { count } = await reader
    .selectFrom("words")
    .select((each) => each.fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  return { words, count: Number(count) };
}

export async function readWord(
  reader: Reader,
  { id, callerId }: { id: number; callerId: number },
): Promise<Word> {
  const row = await selectWords(reader).where("id", "=", id).executeTakeFirstOrThrow();
  return toWord(row, callerId);
}

function selectWords(reader: Reader) {
  return reader
    .selectFrom("words")
    .selectAll()
    .select([
      personIn("words.written_by").$notNull().as("writer"),
      personIn("words.agreed_by").as("agreed"),
      personIn("words.ended_by").as("ended"),
      sql<WordState>`CASE WHEN sent_at IS NOT NULL THEN 'sent' WHEN ended_at IS NOT NULL THEN 'ended' ELSE 'waiting' END`.as(
        "state",
      ),
    ]);
}

type WordRow = Awaited<ReturnType<ReturnType<typeof selectWords>["executeTakeFirstOrThrow"]>>;

function toWord(row: WordRow, callerId: number): Word {
  const decidedAt = row.agreed_at ?? row.ended_at;
  const isWaiting = row.state === "waiting";
  return {
    id: row.id,
    text: row.text,
    to: wordOf(wordAudiences, row.audience),
    channels: row.channels.map((channel) => wordOf(noticeChannels, channel)),
    people: row.people,
    by_sms: row.texts,
    parts: row.parts * row.texts,
    cost: unitsToKes(row.cost_units),
    state: row.state,
    written_by: row.writer,
    written_at: nairobiIso(row.written_at),
    decided_by: row.agreed ?? row.ended,
    decided_at: decidedAt === null ? null : nairobiIso(decidedAt),
    sent_at: row.sent_at === null ? null : nairobiIso(row.sent_at),
    reason: row.end_reason,
    own_item: isOwnItem({
      memberId: row.written_by,
      callerId,
      deciderIds: [row.agreed_by, row.ended_by],
    }),
    may_agree: isWaiting && row.written_by !== callerId,
    may_end: isWaiting,
  };
}

// Whom a word is for, whom of them its channels reach, and what that costs (NOTE-7).

export type WantedWord = BodyOf<typeof previewWord>;

export type WordFigures = {
  /** Everybody it is for, by id. */
  memberIds: number[];
  /** How many of them the channels reach, and how many get an SMS. */
  people: number;
  texts: number;
  /** The parts of one SMS; 0 without SMS. */
  parts: number;
  /** Ten-thousandths of a shilling. */
  costUnits: bigint;
  /** What the month's cap leaves after messages on their way. */
  leftUnits: bigint;
};

/**
 * Refuses, on its field, a channel that the group does not have, and a word that reaches nobody. A word without
 * channels is for a group with neither email nor SMS: its members read it in the application.
 */
export async function figureWord(
  reader: Reader,
  word: WantedWord,
  { channels, now }: { channels: ChannelsOfGroup; now: Date },
): Promise<WordFigures> {
  const missing = word.channels.find((channel) => !channels[channel]);
  if (missing !== undefined) throw refuse("channel-not-there", { channel: missing }).at("channels");
  const isReadHereAlone = word.channels.length === 0;
  if (isReadHereAlone && (channels.email || channels.sms))
    throw refuse("word-by-no-channel").at("channels");
  const hearers = await readHearers(reader);
  const owing = word.to === "owing" ? await readOwing(reader, nairobiDate(now)) : null;
  const audience = hearers.filter(({ id }) => owing === null || owing.has(id));
  if (audience.length === 0) throw refuse("word-to-nobody").at("to");
  const reached = audience.filter((each) => word.channels.some((by) => isReached(each, by)));
  if (reached.length === 0 && !isReadHereAlone) throw refuse("word-reaches-nobody").at("channels");
  const bySms = word.channels.includes("sms");
  const texts = bySms ? audience.filter((each) => isReached(each, "sms")).length : 0;
  const parts = bySms ? countParts(toGsmIfWhole(word.text)) : 0;
  const price = await readPriceUnits(reader);
  return {
    memberIds: audience.map(({ id }) => id),
    people: isReadHereAlone ? audience.length : reached.length,
    texts,
    parts,
    costUnits: price * BigInt(texts * parts),
    leftUnits: await readLeftUnits(reader, { price, now }),
  };
}

type WordHearer = Hearer & { id: number; is_stopped: boolean };

/** A number that gets no SMS any more is not reached. */
function isReached(member: WordHearer, channel: NoticeChannel): boolean {
  return hearsBy(member, channel) && !(channel === "sms" && member.is_stopped);
}

/** Every member: active or dormant, and not gone. */
async function readHearers(reader: Reader): Promise<WordHearer[]> {
  const { rows } = await sql<WordHearer>`
    SELECT m.id, m.email, m.email_verified_at, m.phone,
           EXISTS (SELECT FROM push_subscriptions s WHERE s.member_id = m.id) AS has_browser,
           EXISTS (SELECT FROM sms_stops s WHERE s.phone = m.phone) AS is_stopped,
           (SELECT coalesce(jsonb_object_agg(c.channel, c.is_on), '{}')
              FROM notice_choices c WHERE c.member_id = m.id AND c.kind = 'word') AS chosen
      FROM members m
     WHERE m.is_active AND m.status IN ('active', 'dormant') AND m.exited_on IS NULL
     ORDER BY m.id`.execute(reader);
  return rows;
}

type Debtor = {
  id: number;
  approved_on: PlainDate | null;
  joined_on: PlainDate;
  book_paid_up_to: PlainDate | null;
  total_paid_cents: Cents;
  monthly_cents: Cents;
  due_day: number;
  owes_money: boolean;
};

/** Members with an unpaid fine, a loan balance, or overdue months (PAY-20): one for which a payment waits is none (PAY-40). */
async function readOwing(reader: Reader, today: PlainDate): Promise<ReadonlySet<number>> {
  const { rows } = await sql<Debtor>`
    SELECT m.id, m.approved_on, coalesce(m.approved_on, (m.created_at AT TIME ZONE 'Africa/Nairobi')::date) AS joined_on,
           book.paid_up_to AS book_paid_up_to, coalesce(paid.cents, 0)::bigint AS total_paid_cents,
           g.monthly_contribution_cents AS monthly_cents, g.contribution_due_day AS due_day,
           EXISTS (SELECT FROM fines f WHERE f.member_id = m.id AND f.paid_cents + f.written_off_cents < f.amount_cents)
           OR EXISTS (SELECT FROM loans l WHERE l.member_id = m.id AND l.status IN ('active', 'default', 'written_off')
                         AND l.balance_cents > 0) AS owes_money
      FROM members m CROSS JOIN group_settings g
      LEFT JOIN ${broughtForward} book ON book.member_id = m.id
      LEFT JOIN (SELECT member_id, sum(amount_cents) AS cents FROM payments
                  WHERE kind = ${sql.lit(CONTRIBUTION)} AND status <> 'rejected' GROUP BY member_id) paid ON paid.member_id = m.id`.execute(
    reader,
  );
  return new Set(
    rows.filter((row) => row.owes_money || owesMonths(row, today)).map(({ id }) => id),
  );
}

/** A member owes nothing before the Chairperson's approval. */
function owesMonths(row: Debtor, today: PlainDate): boolean {
  if (row.approved_on === null) return false;
  const { months } = monthsOwed({
    joinedOn: row.joined_on,
    bookPaidUpTo: row.book_paid_up_to,
    totalPaidCents: row.total_paid_cents,
    monthlyCents: row.monthly_cents,
    dueDay: row.due_day,
    today,
  });
  return months.length > 0;
}

async function readPriceUnits(reader: Reader): Promise<bigint> {
  const { last_price_units: last } = await reader
    .selectFrom("sms_gateway")
    .select("last_price_units")
    .executeTakeFirstOrThrow();
  return last ?? FIRST_PRICE_UNITS;
}

/** Waiting SMS count when they are sent, so this leaves room for them. */
async function readLeftUnits(
  reader: Reader,
  { price, now }: { price: bigint; now: Date },
): Promise<bigint> {
  const { parts } = await reader
    .selectFrom("notice_messages")
    .select(sql<bigint>`coalesce(sum(parts), 0)::bigint`.as("parts"))
    .where("channel", "=", "sms")
    .where("state", "in", ["waiting", "held"])
    .executeTakeFirstOrThrow();
  const cap = await readCapUnits(reader);
  const left = cap - (await usedThisMonth(reader, now)) - price * parts;
  return left > 0n ? left : 0n;
}
