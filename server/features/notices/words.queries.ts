// The Chairperson's words as officials are shown them (NOTE-7).
import { sql } from "kysely";
import type { QueryOf, ReplyOf } from "#contract/endpoint.ts";
import type { getWords, Word } from "#contract/words.ts";
import { nairobiIso } from "#domain/calendar.ts";
import { noticeChannels } from "#domain/notices/notice-kinds.ts";
import { wordAudiences, type WordState } from "#domain/notices/words.ts";
import { personIn } from "#server/core/members/member-directory.ts";
import type { Reader } from "#server/db/connection.ts";
import { pageOf } from "#server/db/paging.ts";
import { wordOf } from "./stored-words.ts";

const UNITS_PER_KES = 10_000;

/** What a number of ten-thousandths of a shilling is in KES. */
export function unitsToKes(units: bigint): number {
  return Number(units) / UNITS_PER_KES;
}

/** Newest first. */
export async function readWords(
  reader: Reader,
  { callerId, query }: { callerId: number; query: QueryOf<typeof getWords> },
): Promise<ReplyOf<typeof getWords>> {
  const page = pageOf(query);
  let rows = selectWords(reader).orderBy("id", "desc");
  if (page !== null) rows = rows.limit(page.limit).offset(page.offset);
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
    parts: row.parts,
    cost: unitsToKes(row.cost_units),
    state: row.state,
    written_by: row.writer,
    written_at: nairobiIso(row.written_at),
    decided_by: row.agreed ?? row.ended,
    decided_at: decidedAt === null ? null : nairobiIso(decidedAt),
    sent_at: row.sent_at === null ? null : nairobiIso(row.sent_at),
    reason: row.end_reason,
    may_agree: isWaiting && row.written_by !== callerId,
    may_end: isWaiting,
  };
}
