// Everything that went out or is to, for officials (NOTE-8).
import { sql } from "kysely";
import type { QueryOf, ReplyOf } from "#contract/endpoint.ts";
import type { getSentMessages } from "#contract/notices.ts";
import { addDays, nairobiIso, nairobiMidnight } from "#domain/calendar.ts";
import { noticeChannels, noticeKinds } from "#domain/notices/notice-kinds.ts";
import { personColumns, toPerson } from "#server/core/members/member-directory.ts";
import type { Reader } from "#server/db/connection.ts";
import { pageOf } from "#server/db/paging.ts";
import { shownState, wordOf } from "./stored-words.ts";

const UNITS_PER_KES = 10_000;

/** Newest first; the totals are of all that the filter finds. */
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
      "sent.channel",
      "sent.text",
      "sent.state",
      "sent.parts",
      "sent.cost_units",
      "sent.created_at",
      "sent.sent_at",
    ])
    .orderBy("sent.id", "desc");
  if (page !== null) rows = rows.limit(page.limit).offset(page.offset);
  const messages = (await rows.execute()).map((row) => ({
    id: Number(row.id),
    member: toPerson(row),
    kind: wordOf(noticeKinds, row.kind),
    channel: wordOf(noticeChannels, row.channel),
    // A link may be the member's alone.
    text: row.text === null || /https?:/.test(row.text) ? null : row.text,
    state: shownState(row.state),
    parts: row.parts,
    cost: row.cost_units === null ? null : Number(row.cost_units) / UNITS_PER_KES,
    at: nairobiIso(row.created_at),
    sent_at: row.sent_at === null ? null : nairobiIso(row.sent_at),
  }));
  return {
    messages,
    count: Number(totals.count),
    totals: {
      parts: Number(totals.parts),
      cost: Number(totals.cost_units) / UNITS_PER_KES,
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
