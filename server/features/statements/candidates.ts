// What an official may match a line with by hand: payments and entries of any day, by words or by the line's amount
// (STAT-28).
import { type RawBuilder, sql } from "kysely";
import type { LineCandidate, MatchKind } from "#contract/statement-lines.ts";
import type { PlainDate } from "#domain/calendar.ts";
import { toKes, type Cents } from "#domain/money.ts";
import { amountIn, dayIn, nameWordsIn, spellingsOf, wordsIn } from "#domain/search-terms.ts";
import { refuse } from "#domain/refusal.ts";
import { referenceKey } from "#domain/payments/pay-to.ts";
import type { Translate } from "#messages/translator.ts";
import { describeEntries } from "#server/core/ledger/journal-rows.ts";
import { toPerson } from "#server/core/members/member-directory.ts";
import { journalQuery, writtenPattern } from "#server/core/ledger/journal-words.ts";
import type { Reader } from "#server/db/connection.ts";

/** Shown at most; whoever looks for another writes more of it. */
const SHOWN = 30;
/** Read at most on either side of the line's day, and of each word. */
const READ = 300;
const MEMBERS = 20;

type CandidateRow = {
  kind: MatchKind;
  id: number;
  cents: Cents;
  day: PlainDate;
  reference: string | null;
  description: string | null;
  status: LineCandidate["status"];
  member: Parameters<typeof toPerson>[0] | null;
};

type Line = { amount_cents: Cents; on_day: PlainDate; kind: string };

/**
 * Those with the line's amount first, nearest its day; without words only these. A payment that waits or is approved and has no
 * line, for money in; an entry of the bank that is no payment's, that nothing reverses, and of which the lines leave as much. Refuses
 * with `not-found` a line that no statement has.
 */
export async function readCandidates(
  reader: Reader,
  { lineId, search, t }: { lineId: number; search: string; t: Translate },
): Promise<LineCandidate[]> {
  const line = await reader
    .selectFrom("statement_lines")
    .select(["amount_cents", "on_day", "kind"])
    .where("id", "=", lineId)
    .where("state", "<>", "withdrawn")
    .executeTakeFirst();
  if (line === undefined) throw refuse("not-found");
  const dated = dayIn(search);
  const found = dated === null ? [] : await readRows(reader, line, dated.words, dated.day);
  // A description may have the day in its words.
  const rows = found.length > 0 ? found : await readRows(reader, line, search, null);
  return tell(reader, rows, line, t);
}

/** Those of the search, on the day if one is given. Signs that are in no word find nothing. */
async function readRows(
  reader: Reader,
  line: Line,
  search: string,
  day: PlainDate | null,
): Promise<readonly CandidateRow[]> {
  const words = wordsIn(search);
  if (words.length === 0 && search.trim() !== "") return [];
  const amounts = words.flatMap((word) => amountIn(word) ?? []);
  const cents = amounts.length === 1 ? amounts[0]! : magnitude(line.amount_cents);
  const isName = (word: string) => amounts.length !== 1 || amountIn(word) === null;
  const people = nameWordsIn(search).filter(isName);
  const looked = { line, cents, words, people, hasAmount: amounts.length === 1 };
  const { rows } = await sql<CandidateRow>`
    WITH payment AS (
      SELECT p.kind, p.id, p.amount_cents AS cents, p.paid_on AS day, p.reference, NULL AS description, p.status, p.member_id
        FROM payments p
       WHERE ${line.kind === "payment_in"} AND p.id IN (${paymentsOf(looked)}) AND p.status <> 'rejected' AND p.collection_id IS NULL
         AND (${day}::date IS NULL OR p.paid_on = ${day}::date)
         AND NOT EXISTS (SELECT FROM statement_matches m WHERE m.payment_id = p.id AND m.undone_at IS NULL)),
    entry AS (
      SELECT 'entry' AS kind, e.id, bank.cents - coalesce(matched.cents, 0) AS cents, coalesce(told.paid_on, e.business_date) AS day, told.reference,
             e.description, NULL AS status, NULL::int AS member_id
        FROM entries e LEFT JOIN entry_references told ON told.entry_id = e.id
        CROSS JOIN LATERAL (SELECT sum(b.amount_cents) AS cents FROM postings b WHERE b.entry_id = e.id AND b.account = 'bank') bank
        LEFT JOIN LATERAL (SELECT sum(entry_part(m.line_id, m.entry_id, m.reason)) AS cents FROM statement_matches m
                            WHERE m.entry_id = e.id AND m.undone_at IS NULL) matched ON true
       WHERE e.id IN (${entriesOf(looked)}) AND e.source_kind <> 'payment' AND e.reverses IS NULL
         AND (${day}::date IS NULL OR ${day}::date IN (e.business_date, told.paid_on))
         AND NOT EXISTS (SELECT FROM entries r WHERE r.reverses = e.id)
         AND sign(bank.cents) = sign(${line.amount_cents}::bigint)
         AND abs(bank.cents - coalesce(matched.cents, 0)) >= abs(${line.amount_cents}::bigint)
         AND sign(bank.cents - coalesce(matched.cents, 0)) = sign(bank.cents)),
    found AS (SELECT * FROM payment UNION ALL SELECT * FROM entry)
    SELECT f.kind, f.id, f.cents::bigint AS cents, f.day, f.reference, f.description, f.status,
           CASE WHEN m.id IS NOT NULL THEN json_build_object('member_id', m.id, 'username', m.username, 'first_name', m.first_name,
             'last_name', m.last_name, 'reg_number', m.reg_number) END AS member
      FROM found f LEFT JOIN members m ON m.id = f.member_id
     ORDER BY f.cents <> ${line.amount_cents}::bigint, abs(f.day - ${line.on_day}::date), f.kind, f.id DESC LIMIT ${SHOWN}`.execute(
    reader,
  );
  return rows;
}

type Looked = {
  line: Line;
  cents: Cents;
  words: readonly string[];
  /** Those that are no amount, with initials together. */
  people: readonly string[];
  hasAmount: boolean;
};

const magnitude = (cents: Cents) => (cents < 0n ? -cents : cents);

/** Ids of payments: by their reference, by their member, else by their amount. */
function paymentsOf({ line, cents, words, people, hasAmount }: Looked): RawBuilder<unknown> {
  const near = (order: RawBuilder<unknown>) => sql`
    (SELECT p.id FROM payments p WHERE p.amount_cents = ${cents}::bigint AND p.status <> 'rejected' AND ${order} LIMIT ${READ})`;
  if (people.length === 0)
    return sql`${near(sql`p.paid_on >= ${line.on_day}::date ORDER BY p.paid_on, p.id`)} UNION ALL
      ${near(sql`p.paid_on < ${line.on_day}::date ORDER BY p.paid_on DESC, p.id DESC`)}`;
  const keys = [words.join(" "), ...words].map(referenceKey);
  return sql`
    SELECT p.id FROM payments p WHERE p.reference_key = ANY (${keys}::text[]) AND p.status <> 'rejected'
    UNION ALL
    SELECT p.id FROM (SELECT m.id FROM members m WHERE ${membersWith(people)} ORDER BY m.id LIMIT ${MEMBERS}) m
     CROSS JOIN LATERAL (
       SELECT p.id FROM payments p
        WHERE p.member_id = m.id AND p.status <> 'rejected' AND (NOT ${hasAmount} OR p.amount_cents = ${cents}::bigint)
        ORDER BY abs(p.paid_on - ${line.on_day}::date) LIMIT ${READ}) p`;
}

/** Each word begins one of their names, or is part of their RegNo or username. */
function membersWith(names: readonly string[]): RawBuilder<unknown> {
  const each = names.map((word) => {
    const spellings = spellingsOf(word).map((each) => each.replaceAll(/[\\%_]/g, "\\$&"));
    return sql`(' ' || replace(m.search_text, E'\\n', ' ') LIKE ANY (${spellings.map((each) => `% ${each}%`)}::text[])
      OR folded(m.username) LIKE ${`${spellings[0] ?? ""}%`})`;
  });
  return sql.join(each, sql` AND `);
}

/** Ids of entries: by their reference, the words of their description, or the amount that they move on the bank. */
function entriesOf({ line, cents, words, people, hasAmount }: Looked): RawBuilder<unknown> {
  const moved = line.amount_cents < 0n ? -cents : cents;
  const ofAmount = sql`abs(p.amount_cents) = ${cents}::bigint AND (p.amount_cents > 0 OR p.account = 'bank')
    AND p.account = 'bank' AND p.amount_cents = ${moved}::bigint`;
  const near = (order: RawBuilder<unknown>) => sql`
    (SELECT p.entry_id FROM postings p WHERE ${ofAmount} AND ${order} LIMIT ${READ})`;
  if (people.length === 0)
    return sql`${near(sql`p.business_date >= ${line.on_day}::date ORDER BY p.business_date, p.entry_id`)} UNION ALL
      ${near(sql`p.business_date < ${line.on_day}::date ORDER BY p.business_date DESC, p.entry_id DESC`)}`;
  const begins = people.map((word) => sql`${journalQuery(word)}::tsquery`);
  const written = people.map((word) => sql`folded(e.description) ~ ${writtenPattern(word)}`);
  return sql`
    SELECT r.entry_id FROM entry_references r WHERE r.reference_key = ANY (${[words.join(" "), ...words].map(referenceKey)}::text[])
    UNION ALL
    SELECT d.id FROM (SELECT e.id FROM entries e WHERE journal_words(e.description) @@ (${sql.join(begins, sql` && `)})
                            AND ${sql.join(written, sql` AND `)} OFFSET 0) d
     WHERE NOT ${hasAmount} OR EXISTS (SELECT FROM postings p WHERE p.entry_id = d.id AND ${ofAmount})
     LIMIT ${2 * READ}`;
}

async function tell(
  reader: Reader,
  rows: readonly CandidateRow[],
  line: Line,
  t: Translate,
): Promise<LineCandidate[]> {
  const entries = rows.flatMap(({ kind, id, description }) =>
    kind === "entry" && description !== null ? [{ id, description }] : [],
  );
  const described = await describeEntries(reader, entries, t);
  return rows.map(({ kind, id, cents, day, reference, description, status, member }) => ({
    kind,
    id,
    amount: toKes(cents),
    date: day,
    reference,
    description: kind === "entry" ? (described.get(id) ?? description) : null,
    status,
    member: member === null ? null : toPerson(member),
    ...(kind !== "entry" && cents !== line.amount_cents ? { needs_reason: true as const } : {}),
  }));
}
