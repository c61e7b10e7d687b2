// What an official may match a line with by hand: payments and entries of any day, by words or by the line's amount
// (STAT-28).
import { type RawBuilder, sql } from "kysely";
import type { LineCandidate, MatchKind } from "#contract/statement-lines.ts";
import type { PlainDate } from "#domain/calendar.ts";
import { type Cents, parseKes, toKes } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import { referenceKey } from "#domain/payments/pay-to.ts";
import type { Translate } from "#messages/translator.ts";
import { describeEntries } from "#server/core/ledger/journal-rows.ts";
import { toPerson } from "#server/core/members/member-directory.ts";
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
  const words = [...new Set(search.toLowerCase().split(/\s+/u).filter(Boolean))].slice(0, 8);
  const amounts = words.flatMap((word) => amountIn(word) ?? []);
  const cents = amounts.length === 1 ? amounts[0]! : magnitude(line.amount_cents);
  const names = words.filter((word) => amounts.length !== 1 || amountIn(word) === null);
  const looked = { line, cents, words, names, hasAmount: amounts.length === 1 };
  const { rows } = await sql<CandidateRow>`
    WITH payment AS (
      SELECT p.kind, p.id, p.amount_cents AS cents, p.paid_on AS day, p.reference, NULL AS description, p.status, p.member_id
        FROM payments p
       WHERE ${line.kind === "payment_in"} AND p.id IN (${paymentsOf(looked)}) AND p.status <> 'rejected'
         AND NOT EXISTS (SELECT FROM statement_matches m WHERE m.payment_id = p.id AND m.undone_at IS NULL)),
    entry AS (
      SELECT 'entry' AS kind, e.id, bank.cents - coalesce(matched.cents, 0) AS cents, e.business_date AS day, NULL AS reference,
             e.description, NULL AS status, NULL::int AS member_id
        FROM entries e
        CROSS JOIN LATERAL (SELECT sum(b.amount_cents) AS cents FROM postings b WHERE b.entry_id = e.id AND b.account = 'bank') bank
        LEFT JOIN LATERAL (SELECT sum(l.amount_cents) AS cents FROM statement_matches m JOIN statement_lines l ON l.id = m.line_id
                            WHERE m.entry_id = e.id AND m.undone_at IS NULL) matched ON true
       WHERE e.id IN (${entriesOf(looked)}) AND e.source_kind <> 'payment' AND e.reverses IS NULL
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
  return tell(reader, rows, line, t);
}

type Looked = {
  line: Line;
  cents: Cents;
  words: readonly string[];
  names: readonly string[];
  hasAmount: boolean;
};

const magnitude = (cents: Cents) => (cents < 0n ? -cents : cents);

function amountIn(word: string): Cents | null {
  const cents = /^[\d,]+(\.\d{1,2})?$/.test(word) ? parseKes(word.replaceAll(",", "")) : null;
  return typeof cents === "bigint" ? cents : null;
}

/** Ids of payments: by their reference, by their member, else by their amount. */
function paymentsOf({ line, cents, words, names, hasAmount }: Looked): RawBuilder<unknown> {
  const near = (order: RawBuilder<unknown>) => sql`
    (SELECT p.id FROM payments p WHERE p.amount_cents = ${cents}::bigint AND p.status <> 'rejected' AND ${order} LIMIT ${READ})`;
  if (names.length === 0)
    return sql`${near(sql`p.paid_on >= ${line.on_day}::date ORDER BY p.paid_on, p.id`)} UNION ALL
      ${near(sql`p.paid_on < ${line.on_day}::date ORDER BY p.paid_on DESC, p.id DESC`)}`;
  const keys = [words.join(" "), ...words].map(referenceKey);
  return sql`
    SELECT p.id FROM payments p WHERE p.reference_key = ANY (${keys}::text[]) AND p.status <> 'rejected'
    UNION ALL
    SELECT p.id FROM (SELECT m.id FROM members m WHERE ${membersWith(names)} ORDER BY m.id LIMIT ${MEMBERS}) m
     CROSS JOIN LATERAL (
       SELECT p.id FROM payments p
        WHERE p.member_id = m.id AND p.status <> 'rejected' AND (NOT ${hasAmount} OR p.amount_cents = ${cents}::bigint)
        ORDER BY abs(p.paid_on - ${line.on_day}::date) LIMIT ${READ}) p`;
}

/** Each word begins one of their names, or is part of their RegNo or username. */
function membersWith(names: readonly string[]): RawBuilder<unknown> {
  const each = names.map((word) => {
    const written = word.replaceAll(/[\\%_]/g, "\\$&");
    return sql`(' ' || lower(m.first_name || ' ' || m.last_name) LIKE ${`% ${written}%`}
      OR lower(m.reg_number) LIKE ${`${written}%`} OR lower(m.username) LIKE ${`${written}%`})`;
  });
  return sql.join(each, sql` AND `);
}

/** Ids of entries: by the words of their description, or the amount that they move on the bank. */
function entriesOf({ line, cents, names, hasAmount }: Looked): RawBuilder<unknown> {
  const moved = line.amount_cents < 0n ? -cents : cents;
  const ofAmount = sql`abs(p.amount_cents) = ${cents}::bigint AND (p.amount_cents > 0 OR p.account = 'bank')
    AND p.account = 'bank' AND p.amount_cents = ${moved}::bigint`;
  const near = (order: RawBuilder<unknown>) => sql`
    (SELECT p.entry_id FROM postings p WHERE ${ofAmount} AND ${order} LIMIT ${READ})`;
  if (names.length === 0)
    return sql`${near(sql`p.business_date >= ${line.on_day}::date ORDER BY p.business_date, p.entry_id`)} UNION ALL
      ${near(sql`p.business_date < ${line.on_day}::date ORDER BY p.business_date DESC, p.entry_id DESC`)}`;
  const begins = names.map(
    (word) =>
      sql`${`'${word.slice(0, 60).replaceAll("\\", "\\\\").replaceAll("'", "''")}':*`}::tsquery`,
  );
  return sql`
    SELECT d.id FROM (SELECT e.id FROM entries e WHERE journal_words(e.description) @@ (${sql.join(begins, sql` && `)}) OFFSET 0) d
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
