// The first change of a day's figures after an office accepted it (STAT-35), as far as it can be found.
import { sql } from "kysely";
import { nairobiIso, type PlainDate } from "#domain/calendar.ts";
import type { Cents } from "#domain/money.ts";
import { message, type Message } from "#messages/message.ts";
import type { Translate } from "#messages/translator.ts";
import { describeEntries } from "#server/core/ledger/journal-rows.ts";
import type { Reader } from "#server/db/connection.ts";

type Accepted = {
  on_day: PlainDate;
  accepted_at: Date;
  last_entry_id: number;
  last_statement_id: number;
  last_match_id: number;
};

type Event = {
  at: Date;
  what: "entry" | "statement" | "withdrawn" | "acceptedStatement" | "matched" | "unmatched";
  id: number;
  /** The description of an entry, the name of a file. */
  words: string | null;
  day: PlainDate | null;
  cents: Cents | null;
};

export async function readReopening(
  reader: Reader,
  accepted: Accepted,
  t: Translate,
): Promise<{ at: string; why: string }> {
  const { on_day: day, accepted_at: since } = accepted;
  const { rows } = await sql<Event>`
    SELECT e.recorded_at AS at, 'entry' AS what, e.id, e.description AS words, NULL::date AS day, NULL::bigint AS cents
      FROM entries e WHERE e.id > ${accepted.last_entry_id} AND e.business_date <= ${day}::date
       AND EXISTS (SELECT FROM postings p WHERE p.entry_id = e.id AND p.account = 'bank')
    UNION ALL
    SELECT s.uploaded_at, 'statement', s.id, s.file_name, NULL, NULL FROM statements s
     WHERE s.id > ${accepted.last_statement_id} AND s.period_from <= ${day}::date AND s.is_proof
    UNION ALL
    SELECT s.withdrawn_at, 'withdrawn', s.id, s.file_name, NULL, NULL FROM statements s
     WHERE s.withdrawn_at >= ${since} AND s.period_from <= ${day}::date
    UNION ALL
    SELECT s.accepted_at, 'acceptedStatement', s.id, s.file_name, NULL, NULL FROM statements s
     WHERE s.accepted_at >= ${since} AND s.period_from <= ${day}::date
    UNION ALL
    SELECT m.matched_at, 'matched', m.id, NULL, l.on_day, l.amount_cents
      FROM statement_matches m JOIN statement_lines l ON l.id = m.line_id
     WHERE m.id > ${accepted.last_match_id} AND l.on_day <= ${day}::date
    UNION ALL
    SELECT m.undone_at, 'unmatched', m.id, NULL, l.on_day, l.amount_cents
      FROM statement_matches m JOIN statement_lines l ON l.id = m.line_id JOIN matched_entries() o ON o.match_id = m.id
      LEFT JOIN entries e ON e.id = o.entry_id
     WHERE m.undone_at >= ${since} AND least(l.on_day, e.business_date) <= ${day}::date
     ORDER BY at, what, id LIMIT 1`.execute(reader);
  const [event] = rows;
  if (event === undefined) return { at: nairobiIso(since), why: t("reopened.figures") };
  return { at: nairobiIso(event.at), why: t(await sayEvent(reader, event, t)) };
}

async function sayEvent(reader: Reader, event: Event, t: Translate): Promise<Message> {
  const { id } = event;
  const words = event.words ?? "";
  if (event.what === "entry") {
    const described = await describeEntries(reader, [{ id, description: words }], t);
    return message("reopened.entry", {
      id: String(id),
      description: described.get(id) ?? words,
    });
  }
  if (event.day !== null && event.cents !== null) {
    const line = { date: { day: event.day }, amount: event.cents };
    return event.what === "matched"
      ? message("reopened.matched", line)
      : message("reopened.unmatched", line);
  }
  const file = { file: words };
  if (event.what === "withdrawn") return message("reopened.withdrawn", file);
  return event.what === "statement"
    ? message("reopened.statement", file)
    : message("reopened.acceptedStatement", file);
}
