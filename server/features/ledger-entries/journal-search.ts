// Which entries of the journal match a search, a member or a kind, newest first (REP-8). Nothing here goes through the
// journal: a rare word, an amount or a few members lead to their entries by an index, and of what is common the newest
// entries are read until the page is full.
import { sql, type RawBuilder } from "kysely";
import type { PlainDate } from "#domain/calendar.ts";
import { sourcesOf, type EntryKind } from "#domain/ledger/entry-types.ts";
import { parseKes, type Cents } from "#domain/money.ts";
import type { Page } from "#server/db/paging.ts";
import type { Reader } from "#server/db/connection.ts";

export type Narrowed = {
  start_date?: PlainDate | undefined;
  end_date?: PlainDate | undefined;
  account?: string | undefined;
  search?: string | undefined;
  member_id?: number | undefined;
  kind?: EntryKind | undefined;
};

// Up to here matches are counted; a page beyond is empty.
const COUNTED = 10_000;
const COUNTED_IN_SEARCH = 5_000;
// More members of one name than this are looked for in the entries, and no longer by their own.
const FEW_MEMBERS = 50;
const FEW_AMOUNTS = 500;

/** A word that was searched for, and what of the group it names besides a word of a description. */
type Word = {
  text: string;
  entryId: number | null;
  amountCents: Cents | null;
  isRareAmount: boolean;
  /** At most one more than `FEW_MEMBERS`. */
  memberIds: number[];
};

/**
 * The ids of one page, and how many match: all of them without a page, otherwise up to what is counted. `isLeast` where
 * more match than that.
 */
export async function findEntries(
  reader: Reader,
  filter: Narrowed,
  page: Page | null,
): Promise<{ ids: number[]; count: number; isLeast: boolean }> {
  const words = await readWords(reader, filter.search ?? "");
  if (filter.search !== undefined && words.length === 0)
    return { ids: [], count: 0, isLeast: false };
  const together = await readTogether(reader, words);
  const most = words.length > 0 ? COUNTED_IN_SEARCH : COUNTED;
  const reach = page === null ? sql`` : sql`LIMIT ${most + 1}::int`;
  const { rows } = await sql<{ count: bigint; ids: number[] }>`
    WITH found AS MATERIALIZED (${matching({ filter, words, together, reach })})
    SELECT (SELECT count(*) FROM found) AS count,
           ARRAY(SELECT id FROM found ORDER BY business_date DESC, id DESC
                  LIMIT ${page?.limit ?? null} OFFSET ${page?.offset ?? 0}) AS ids`.execute(reader);
  const found = Number(rows[0]?.count ?? 0);
  const isLeast = page !== null && found > most;
  const ids = rows[0]?.ids ?? [];
  // The one beyond what is counted tells only that there are more.
  const shown =
    isLeast && page.offset + page.limit > most ? Math.max(0, most - page.offset) : ids.length;
  return { ids: ids.slice(0, shown), count: isLeast ? most : found, isLeast };
}

async function readWords(reader: Reader, search: string): Promise<Word[]> {
  const texts = [...new Set(search.split(/\s+/u).filter(Boolean))].slice(0, 8);
  if (texts.length === 0) return [];
  const amounts = texts.map(amountOf);
  const { rows } = await sql<{ index: bigint; members: number[]; amounts: bigint }>`
    SELECT word.place,
           ARRAY(SELECT id FROM members WHERE search_text ~ small.pattern LIMIT ${FEW_MEMBERS + 1}) AS members,
           (SELECT count(*) FROM (SELECT FROM postings p WHERE ${ofAmount(sql`word.cents`)}
                                   LIMIT ${FEW_AMOUNTS + 1}) few) AS amounts
      FROM unnest(${texts.map(patternOf)}::text[], ${amounts.map((cents) => cents?.toString() ?? null)}::bigint[])
           WITH ORDINALITY word (given, cents, place), LATERAL (SELECT lower(given)) small (pattern)
     ORDER BY word.place`.execute(reader);
  return texts.map((text, index) => ({
    text,
    entryId: /^#?[1-9]\d{0,8}$/.test(text) ? Number(text.replace("#", "")) : null,
    amountCents: amounts[index] ?? null,
    isRareAmount: Number(rows[index]?.amounts ?? 0) <= FEW_AMOUNTS,
    memberIds: rows[index]?.members ?? [],
  }));
}

/** Common names that together name few members ("Mary Wanjiku" in a large group), and whom. */
type Together = { words: readonly Word[]; memberIds: number[] };

/** Null where no two names are common, or where they name many together too. */
async function readTogether(reader: Reader, words: readonly Word[]): Promise<Together | null> {
  const names = words.filter(
    (word) => !namesFew(word) && word.amountCents === null && word.entryId === null,
  );
  if (names.length < 2) return null;
  const named = names.map(({ text }) => sql`search_text ~ lower(${patternOf(text)})`);
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM members WHERE ${sql.join(named, sql` AND `)} LIMIT ${FEW_MEMBERS + 1}`.execute(
    reader,
  );
  return rows.length > FEW_MEMBERS ? null : { words: names, memberIds: rows.map(({ id }) => id) };
}

function amountOf(text: string): Cents | null {
  const cents = /^[\d,]+(\.\d{1,2})?$/.test(text) ? parseKes(text.replaceAll(",", "")) : null;
  return typeof cents === "bigint" && cents > 0n ? cents : null;
}

/** The entries that match, as `id` and `business_date`, newest first. */
function matching(requested: {
  filter: Narrowed;
  words: readonly Word[];
  together: Together | null;
  reach: RawBuilder<unknown>;
}): RawBuilder<unknown> {
  const { filter, words, together, reach } = requested;
  const newest = sql`ORDER BY business_date DESC, id DESC ${reach}`;
  const { leading, among } = sourcesThatLead(filter, { words, together });
  const rest = words.filter((word) => !leading.includes(word)).map(says);
  const conditions = sql.join([...within(filter), ...rest], sql` AND `);
  if (among.length === 0)
    return sql`SELECT e.id, e.business_date FROM entries e WHERE ${conditions} ${newest}`;
  const parts = among.map(
    (source) =>
      sql`(SELECT e.id, e.business_date FROM ${source} AND ${conditions}
            ORDER BY e.business_date DESC, e.id DESC ${reach})`,
  );
  return sql`SELECT id, business_date FROM (${sql.join(parts, sql` UNION `)}) found ${newest}`;
}

/**
 * By which words the entries are found: the rarest ones, whose places in the books are read by an index. Each source is a
 * FROM item of entries `e` that ends in a condition.
 */
function sourcesThatLead(
  { member_id }: Narrowed,
  { words, together }: { words: readonly Word[]; together: Together | null },
): { leading: readonly Word[]; among: RawBuilder<unknown>[] } {
  if (member_id !== undefined) return { leading: [], among: [ofMembers([member_id])] };
  const rare = words.find(isRare);
  if (rare !== undefined) return { leading: [rare], among: entriesOf(rare) };
  const plain = words.filter(isPlain);
  if (plain.length > 0)
    return { leading: plain, among: [sql`entries e WHERE ${describedBy(plain)}`] };
  // An entry concerns one member, so names that no description has are names of that one.
  if (together !== null)
    return {
      leading: [],
      among: [
        ...together.words.map((word) => sql`entries e WHERE ${describedBy([word])}`),
        ...(together.memberIds.length === 0 ? [] : [ofMembers(together.memberIds)]),
      ],
    };
  const amount = words.find((word) => word.amountCents !== null && namesFew(word));
  return amount === undefined
    ? { leading: [], among: [] }
    : { leading: [amount], among: entriesOf(amount) };
}

const namesFew = ({ memberIds }: Word) => memberIds.length <= FEW_MEMBERS;
const isPlain = (word: Word) =>
  word.memberIds.length === 0 && word.amountCents === null && word.entryId === null;
const isRare = (word: Word) => !isPlain(word) && namesFew(word) && word.isRareAmount;

/** Where entries stand that a word may mean: by its description, its number, an amount, a loan's total, a member. */
function entriesOf(word: Word): RawBuilder<unknown>[] {
  const { entryId, amountCents, memberIds } = word;
  return [
    sql`entries e WHERE ${describedBy([word])}`,
    ...(entryId === null ? [] : [sql`entries e WHERE e.id = ${entryId}`]),
    ...(amountCents === null
      ? []
      : [
          sql`(SELECT DISTINCT p.business_date, p.entry_id FROM postings p WHERE ${ofAmount(sql`${amountCents}::bigint`)}) posted
              JOIN entries e ON e.id = posted.entry_id WHERE true`,
          sql`loans JOIN entries e ON e.source_kind = 'loan' AND e.source_id = loans.id
              WHERE loans.start_date IS NOT NULL AND loans.amount_cents + loans.interest_cents = ${amountCents}::bigint`,
        ]),
    ...(memberIds.length === 0 ? [] : [ofMembers(memberIds)]),
  ];
}

const ofMembers = (ids: readonly number[]) =>
  sql`(SELECT DISTINCT entry_id FROM postings WHERE member_id = ANY (${ids}::int[])) concerned
      JOIN entries e ON e.id = concerned.entry_id WHERE true`;

// As the index postings_by_amount has them.
const ofAmount = (cents: RawBuilder<unknown>) =>
  sql`abs(p.amount_cents) = ${cents} AND (p.amount_cents > 0 OR p.account = 'bank')`;

/** By the index of words, and then as `says` has it. */
function describedBy(words: readonly Word[]): RawBuilder<unknown> {
  const queries = words.map(
    ({ text }) =>
      sql`('''' || replace(replace(left(lower(${text}), 60), '\\', '\\\\'), '''', '''''') || ''':*')::tsquery`,
  );
  const written = words.map(({ text }) => isWritten(text));
  return sql`journal_words(e.description) @@ (${sql.join(queries, sql` && `)}) AND ${sql.join(written, sql` AND `)}`;
}

/** Whether the entry `e` has the word in its description, its number, an amount of its own, or a member it concerns. */
function says({ text, entryId, amountCents, memberIds }: Word): RawBuilder<unknown> {
  const ways = [isWritten(text)];
  if (entryId !== null) ways.push(sql`e.id = ${entryId}`);
  if (amountCents !== null)
    ways.push(
      sql`EXISTS (SELECT FROM postings p WHERE p.entry_id = e.id AND ${ofAmount(sql`${amountCents}::bigint`)})`,
      sql`e.source_kind = 'loan' AND EXISTS (
        SELECT FROM loans WHERE loans.id = e.source_id AND loans.amount_cents + loans.interest_cents = ${amountCents}::bigint)`,
    );
  if (memberIds.length > FEW_MEMBERS)
    ways.push(sql`EXISTS (SELECT FROM postings p JOIN members ON members.id = p.member_id
      WHERE p.entry_id = e.id AND members.search_text ~ lower(${patternOf(text)}))`);
  else if (memberIds.length > 0)
    ways.push(sql`EXISTS (
      SELECT FROM postings p WHERE p.entry_id = e.id AND p.member_id = ANY (${memberIds}::int[]))`);
  return sql`(${sql.join(ways, sql` OR `)})`;
}

const isWritten = (text: string) => sql`lower(e.description) ~ lower(${patternOf(text)})`;

/** A word as the index holds it: from the start of a word on, or from a sign on; every character means itself. */
function patternOf(text: string): string {
  const literal = text.replaceAll(/[^\p{L}\p{N}]/gu, "\\$&");
  return /^[\p{L}\p{N}]/u.test(text) ? `(^|[^[:alnum:]])${literal}` : literal;
}

const posted = (column: RawBuilder<unknown>) =>
  sql`EXISTS (SELECT FROM postings p WHERE p.entry_id = e.id AND ${column})`;

function within({
  start_date,
  end_date,
  account,
  member_id,
  kind,
}: Narrowed): RawBuilder<unknown>[] {
  const conditions = [
    sql`e.business_date >= coalesce(${start_date ?? null}::date, '-infinity')
      AND e.business_date <= coalesce(${end_date ?? null}::date, 'infinity')`,
  ];
  if (account !== undefined) conditions.push(posted(sql`p.account = ${account}`));
  if (member_id !== undefined) conditions.push(posted(sql`p.member_id = ${member_id}`));
  if (kind !== undefined)
    conditions.push(
      sql`(e.source_kind, e.purpose) IN (${sql.join(
        sourcesOf(kind).map((source) => sql`(${source.kind}, ${source.purpose})`),
      )})`,
    );
  return conditions;
}
