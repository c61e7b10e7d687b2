// What a member was notified of, and how they want to hear of it (NOTE-1, NOTE-3).
import { sql } from "kysely";
import type { QueryOf } from "#contract/endpoint.ts";
import type { getNotices, Notice, NoticeChoices } from "#contract/notices.ts";
import { nairobiIso } from "#domain/calendar.ts";
import { allChoices, type ChannelsOfGroup } from "#domain/notices/notice-choices.ts";
import { noticeChannels, noticeKinds, noticeSubjects } from "#domain/notices/notice-kinds.ts";
import type { Translate } from "#messages/translator.ts";
import { sayNotice } from "#server/core/notices/notice-texts.ts";
import type { Reader } from "#server/db/connection.ts";
import { pageOf } from "#server/db/paging.ts";
import { shownState, wordOf } from "./stored-words.ts";

type Params = { memberId: number; t: Translate; query: QueryOf<typeof getNotices> };

/** Newest first; `unread` counts all that is unread, `count` what the filter finds. */
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
  if (page !== null) rows = rows.limit(page.limit).offset(page.offset);
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

/** Every kind on every channel as the member chose it. */
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
