// A member's notices and their choices (NOTE-1, NOTE-3), and what went out to everybody (NOTE-8).
import { sql } from "kysely";
import type { QueryOf, ReplyOf } from "#contract/endpoint.ts";
import type { getNotices, Notice, NoticeChoices, getSentMessages } from "#contract/notices.ts";
import { nairobiIso, addDays, nairobiMidnight } from "#domain/calendar.ts";
import {
  allChoices,
  type ChannelsOfGroup,
  noticeChannels,
  noticeKinds,
  noticeSubjects,
  messageStates,
  type MessageState,
} from "#domain/notices/notice-choices.ts";
import { noticeEvents } from "#domain/notices/notice-events.ts";
import type { Translate } from "#messages/translator.ts";
import { personColumns, toPerson } from "#server/core/members/member-directory.ts";
import { eventOf, sayNotice } from "#server/core/notices/write-notices.ts";
import type { Reader } from "#server/db/connection.ts";
import { inPage, pageOf } from "#server/db/paging.ts";

type Params = { memberId: number; t: Translate; query: QueryOf<typeof getNotices> };

/** Newest first; `unread` counts all unread ones, `count` those that match the filter. */
export async function readNotices(
  reader: Reader,
  { memberId, t, query }: Params,
): Promise<{ notices: Notice[]; unread: number; count: number }> {
  const totals = await reader
    .selectFrom("notices")
    .select([
      sql<bigint>`count(*)`.as("all"),
      sql<bigint>`count(*) FILTER (WHERE read_at IS NULL)`.as("unread"),
    ])
    .where("member_id", "=", memberId)
    .executeTakeFirstOrThrow();
  const page = pageOf(query);
  let rows = reader
    .selectFrom("notices")
    .select(["id", "event", "kind", "facts", "about_kind", "about_id", "created_at", "read_at"])
    .where("member_id", "=", memberId)
    .orderBy("id", "desc");
  if (query.unread !== undefined)
    rows = rows.where("read_at", query.unread ? "is" : "is not", null);
  rows = inPage(rows, page);
  const found = await rows.execute();
  const channels = await readChannels(
    reader,
    found.map(({ id }) => id),
  );
  const notices = found.map((row) => ({
    id: Number(row.id),
    kind: wordOf(noticeKinds, row.kind),
    text: sayNotice(t, row),
    at: nairobiIso(row.created_at),
    read_at: row.read_at === null ? null : nairobiIso(row.read_at),
    about:
      row.about_kind === null
        ? null
        : { kind: wordOf(noticeSubjects, row.about_kind), id: Number(row.about_id) },
    channels: channels.get(row.id) ?? [],
  }));
  const unread = Number(totals.unread);
  const all = Number(totals.all);
  const count = query.unread === undefined ? all : query.unread ? unread : all - unread;
  return { notices, unread, count };
}

async function readChannels(
  reader: Reader,
  noticeIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, Notice["channels"]>> {
  const byNotice = new Map<bigint, Notice["channels"]>();
  if (noticeIds.length === 0) return byNotice;
  const messages = await reader
    .selectFrom("notice_messages")
    .select(["notice_id", "channel", "state", "created_at", "sent_at", "settled_at"])
    .where("notice_id", "=", sql<bigint>`ANY (${noticeIds.map(String)}::bigint[])`)
    .orderBy("id")
    .execute();
  for (const { notice_id, channel, state, created_at, sent_at, settled_at } of messages) {
    const at = nairobiIso(settled_at ?? sent_at ?? created_at);
    const shown = { channel: wordOf(noticeChannels, channel), state: shownState(state), at };
    byNotice.set(notice_id, [...(byNotice.get(notice_id) ?? []), shown]);
  }
  return byNotice;
}

/** The member's choice for every kind and channel. */
export async function readChoices(
  reader: Reader,
  { memberId, channels }: { memberId: number; channels: ChannelsOfGroup },
): Promise<NoticeChoices> {
  const chosen = await reader
    .selectFrom("notice_choices")
    .select(["kind", "channel", "is_on as on"])
    .where("member_id", "=", memberId)
    .execute();
  const preferences = await reader
    .selectFrom("notice_preferences")
    .select(["shows_amounts", "attaches_statement"])
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  return {
    choices: allChoices(
      chosen.map(({ kind, channel, on }) => ({
        kind: wordOf(noticeKinds, kind),
        channel: wordOf(noticeChannels, channel),
        on,
      })),
    ),
    channels: { ...channels },
    show_amounts_on_lock_screen: preferences?.shows_amounts ?? false,
    attach_statement: preferences?.attaches_statement ?? false,
  };
}

// Everything that was sent or will be, for officials (NOTE-8).

const UNITS_PER_KES = 10_000;

/** Ten-thousandths of a shilling in KES. */
export function unitsToKes(units: bigint): number {
  return Number(units) / UNITS_PER_KES;
}

/** Newest first; the totals are of everything that matches the filter. */
export async function readSentMessages(
  reader: Reader,
  query: QueryOf<typeof getSentMessages>,
): Promise<ReplyOf<typeof getSentMessages>> {
  const found = filtered(reader, query);
  const totals = await found
    .select([
      sql<bigint>`count(*)`.as("count"),
      sql<bigint>`coalesce(sum(sent.parts) FILTER (WHERE sent.state NOT IN ('waiting', 'sending', 'held', 'skipped')), 0)::bigint`.as(
        "parts",
      ),
      sql<bigint>`coalesce(sum(sent.cost_units), 0)::bigint`.as("cost_units"),
      sql<bigint>`count(*) FILTER (WHERE sent.state = 'held')`.as("held"),
    ])
    .executeTakeFirstOrThrow();
  const page = pageOf(query);
  let rows = found
    .innerJoin("members", "members.id", "sent.member_id")
    .select(personColumns)
    .select([
      "sent.id",
      "notices.kind",
      "notices.event",
      "sent.channel",
      "sent.text",
      "sent.state",
      "sent.parts",
      "sent.cost_units",
      "sent.created_at",
      "sent.sent_at",
    ])
    .orderBy("sent.id", "desc");
  rows = inPage(rows, page);
  const messages = (await rows.execute()).map((row) => ({
    id: Number(row.id),
    member: toPerson(row),
    kind: wordOf(noticeKinds, row.kind),
    channel: wordOf(noticeChannels, row.channel),
    // A link may be private to the member, and a code proves who they are.
    text:
      row.text === null ||
      /https?:/.test(row.text) ||
      noticeEvents[eventOf(row.event)].hasCode === true
        ? null
        : row.text,
    state: shownState(row.state),
    parts: row.parts,
    cost: row.cost_units === null ? null : unitsToKes(row.cost_units),
    at: nairobiIso(row.created_at),
    sent_at: row.sent_at === null ? null : nairobiIso(row.sent_at),
  }));
  return {
    messages,
    count: Number(totals.count),
    totals: {
      parts: Number(totals.parts),
      cost: unitsToKes(totals.cost_units),
      held: Number(totals.held),
    },
  };
}

function filtered(reader: Reader, query: QueryOf<typeof getSentMessages>) {
  let rows = reader
    .selectFrom("notice_messages as sent")
    .innerJoin("notices", "notices.id", "sent.notice_id");
  const { channel, state, member_id: memberId, from, to } = query;
  if (channel !== undefined) rows = rows.where("sent.channel", "=", channel);
  if (state !== undefined)
    rows = rows.where("sent.state", "in", state === "waiting" ? [state, "sending"] : [state]);
  if (memberId !== undefined) rows = rows.where("sent.member_id", "=", memberId);
  if (from !== undefined) rows = rows.where("sent.created_at", ">=", nairobiMidnight(from));
  if (to !== undefined) rows = rows.where("sent.created_at", "<", nairobiMidnight(addDays(to, 1)));
  return rows;
}

// Words stored as text; constraints admit no others (notices_kind and the like).

/** Throws if the database has an unknown word. */
export function wordOf<Word extends string>(words: readonly Word[], stored: string): Word {
  const word = words.find((each) => each === stored);
  if (word === undefined) throw new Error(`${stored} is none of ${words.join(", ")}`);
  return word;
}

/** A message that is being sent shows as waiting. */
function shownState(stored: string): MessageState {
  return stored === "sending" ? "waiting" : wordOf(messageStates, stored);
}
