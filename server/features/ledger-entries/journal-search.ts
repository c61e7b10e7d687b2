// Finds the entries that match a search, a member or a kind, newest first (REP-8). It never reads the whole journal:
// an index finds the entries of a rare word, an amount or a few members; for common words it reads the newest entries
// until it has enough.
import { type RawBuilder, sql } from "kysely";
import type { PlainDate } from "#domain/calendar.ts";
import { type EntryKind, sourcesOf } from "#domain/ledger/entry-types.ts";
import type { Cents } from "#domain/money.ts";
import { amountIn, dayIn, nameWordsIn } from "#domain/search-terms.ts";
import { journalQuery, namePattern, writtenPattern } from "#server/core/ledger/journal-words.ts";
import type { Reader } from "#server/db/connection.ts";
import { inPeriod } from "#server/db/in-period.ts";
import type { Page } from "#server/db/paging.ts";

export type Narrowed = {
  start_date?: PlainDate | undefined;
  end_date?: PlainDate | undefined;
  account?: string | undefined;
  search?: string | undefined;
  member_id?: number | undefined;
  kind?: EntryKind | undefined;
};

// Matches are counted up to this number; a page beyond is empty.
const COUNTED = 10_000;
const COUNTED_IN_SEARCH = 1_000;
// If more members share a name, the search reads the entries instead of these members' own.
const FEW_MEMBERS = 50;
const FEW_AMOUNTS = 500;

/** A search word, and what it matches in the group besides words of descriptions. */
type Word = {
  /** Its index among the search words. */
  index: number;
  text: string;
  entryId: number | null;
  amountCents: Cents | null;
  isRareAmount: boolean;
  /** At most one more than `FEW_MEMBERS`. */
  memberIds: number[];
};

type Words = { all: readonly Word[]; together: Together | null; isQuick: IsQuick };
/** Whether the index of words is the faster way to entries with these words in their descriptions. */
type IsQuick = (words: readonly Word[]) => boolean;

/**
 * The ids of one page, and how many match: all without a page, otherwise up to the counted limit. `isLeast` if more
 * match than that.
 */
export async function findEntries(
  reader: Reader,
  filter: Narrowed,
  page: Page | null,
): Promise<{ ids: number[]; count: number; isLeast: boolean }> {
  const dated = dayIn(filter.search ?? "");
  if (dated !== null) {
    const { day, words } = dated;
    const { start_date = day, end_date = day } = filter;
    const isOutside = day < start_date || day > end_date;
    const search = words === "" ? undefined : words;
    const narrowed = { ...filter, search, start_date: day, end_date: day };
    const found = isOutside ? null : await findWords(reader, narrowed, page);
    // A description may have the day in its words.
    if (found !== null && found.count > 0) return found;
  }
  return findWords(reader, filter, page);
}

async function findWords(
  reader: Reader,
  filter: Narrowed,
  page: Page | null,
): Promise<{ ids: number[]; count: number; isLeast: boolean }> {
  const words = await readSearch(reader, filter.search ?? "");
  if (filter.search !== undefined && words.all.length === 0)
    return { ids: [], count: 0, isLeast: false };
  const isSearch = words.all.length > 0 || filter.member_id !== undefined;
  const most = isSearch ? COUNTED_IN_SEARCH : COUNTED;
  const reach = page === null ? sql`` : sql`LIMIT ${most + 1}::int`;
  const { rows } = await sql<{ count: bigint; ids: number[] }>`
    WITH found AS MATERIALIZED (${matching({ filter, words, reach })})
    SELECT (SELECT count(*) FROM found) AS count,
           ARRAY(SELECT id FROM found ORDER BY business_date DESC, id DESC
                  LIMIT ${page?.limit ?? null} OFFSET ${page?.offset ?? 0}) AS ids`.execute(reader);
  const found = Number(rows[0]?.count ?? 0);
  const isLeast = page !== null && found > most;
  const ids = rows[0]?.ids ?? [];
  // The one above the limit only shows that there are more.
  const shown =
    isLeast && page.offset + page.limit > most ? Math.max(0, most - page.offset) : ids.length;
  return { ids: ids.slice(0, shown), count: isLeast ? most : found, isLeast };
}

async function readSearch(reader: Reader, search: string): Promise<Words> {
  const texts = nameWordsIn(search);
  if (texts.length === 0) return { all: [], together: null, isQuick: () => false };
  const all = await readWords(reader, texts);
  const frequency = await sampleDescriptions(reader, texts.map(writtenPattern));
  return {
    all,
    together: await readTogether(reader, all),
    isQuick: (words) =>
      frequency.isQuickByIndex(
        words.map(({ index }) => index),
        COUNTED_IN_SEARCH,
      ),
  };
}

async function readWords(reader: Reader, texts: readonly string[]): Promise<Word[]> {
  const amounts = texts.map(amountAboveZero);
  const { rows } = await sql<{ members: number[]; amounts: bigint }>`
    SELECT ARRAY(SELECT id FROM members WHERE search_text ~ small.pattern LIMIT ${FEW_MEMBERS + 1}) AS members,
           (SELECT count(*) FROM (SELECT FROM postings p WHERE ${ofAmount(sql`word.cents`)}
                                   ORDER BY p.business_date DESC, p.entry_id DESC LIMIT ${FEW_AMOUNTS + 1}) few) AS amounts
      FROM unnest(${texts.map(namePattern)}::text[], ${amounts.map((cents) => cents?.toString() ?? null)}::bigint[])
           WITH ORDINALITY word (typed, cents, index), LATERAL (SELECT lower(typed)) small (pattern)
     ORDER BY word.index`.execute(reader);
  return texts.map((text, index) => ({
    index,
    text,
    entryId: /^#?[1-9]\d{0,8}$/.test(text) ? Number(text.replace("#", "")) : null,
    amountCents: amounts[index] ?? null,
    isRareAmount: Number(rows[index]?.amounts ?? 0) <= FEW_AMOUNTS,
    memberIds: rows[index]?.members ?? [],
  }));
}

/** Names that together match few members ("Mary Wanjiku" in a large group), and these members. */
type Together = { words: readonly Word[]; memberIds: number[] };

/** Null if no two words are names, or if they too match many members together. */
async function readTogether(reader: Reader, words: readonly Word[]): Promise<Together | null> {
  const names = words.filter(
    (word) => word.memberIds.length > 0 && word.amountCents === null && word.entryId === null,
  );
  if (names.length < 2) return null;
  const named = names.map(({ text }) => sql`search_text ~ lower(${namePattern(text)})`);
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM members WHERE ${sql.join(named, sql` AND `)} LIMIT ${FEW_MEMBERS + 1}`.execute(
    reader,
  );
  return rows.length > FEW_MEMBERS ? null : { words: names, memberIds: rows.map(({ id }) => id) };
}

function amountAboveZero(word: string): Cents | null {
  const cents = amountIn(word);
  return cents === null || cents === 0n ? null : cents;
}

/** The matching entries as `id` and `business_date`, newest first. */
function matching(requested: {
  filter: Narrowed;
  words: Words;
  reach: RawBuilder<unknown>;
}): RawBuilder<unknown> {
  const { filter, words, reach } = requested;
  const newest = sql`ORDER BY business_date DESC, id DESC ${reach}`;
  const { leading, among } = sourcesThatLead(filter, words);
  const rest = words.all.filter((word) => !leading.includes(word)).map(says);
  const ofEntry = [...within(filter), ...rest];
  if (among.length === 0)
    return sql`SELECT e.id, e.business_date FROM entries e
      WHERE ${all([inPeriod(sql`e.business_date`, filter), ...ofEntry])} ${newest}`;
  const parts = among.map(({ from, withEntry, id, day }) => {
    const conditions = all([inPeriod(day, filter), ...ofEntry]);
    return sql`(SELECT ${id} AS id, ${day} AS business_date FROM ${ofEntry.length === 0 ? from : withEntry}
                 WHERE ${conditions} ORDER BY ${day} DESC, ${id} DESC ${reach})`;
  });
  return sql`SELECT id, business_date FROM (${sql.join(parts, sql` UNION `)}) found ${newest}`;
}

/** A FROM item, alone and with its entries `e`, and the columns of the entry's id and day: in their order by an index. */
type Source = Readonly<Record<"from" | "withEntry" | "id" | "day", RawBuilder<unknown>>>;

/**
 * The words that find the entries: the rarest, by an index. None if each word is common: then the newest entries are
 * read.
 */
function sourcesThatLead(
  { member_id }: Narrowed,
  { all, together, isQuick }: Words,
): { leading: readonly Word[]; among: Source[] } {
  if (member_id !== undefined) return { leading: [], among: [ofMembers([member_id])] };
  const quick = all.filter((word) => isQuick([word]));
  const rare = quick.find((word) => word.memberIds.length === 0 && isRare(word));
  if (rare !== undefined) return { leading: [rare], among: sourcesOfWord(rare) };
  // An entry concerns one member, so names that no description contains are names of that one.
  if (together?.words.every((word) => quick.includes(word)))
    return {
      leading: [],
      among: [
        ...together.words.map((word) => describedBy([word])),
        ...(together.memberIds.length === 0 ? [] : [ofMembers(together.memberIds)]),
      ],
    };
  const plain = leadingPlain(all.filter(isPlain), isQuick);
  if (plain.length > 0) return { leading: plain, among: [describedBy(plain)] };
  const other =
    quick.find(isRare) ?? quick.find((word) => word.amountCents !== null && namesFew(word));
  return other === undefined
    ? { leading: [], among: [] }
    : { leading: [other], among: sourcesOfWord(other) };
}

/** The words that few descriptions contain; otherwise all, if few contain them together. */
function leadingPlain(plain: readonly Word[], isQuick: IsQuick): readonly Word[] {
  const rare = plain.filter((word) => isQuick([word]));
  return rare.length > 0 || !isQuick(plain) ? rare : plain;
}

const namesFew = ({ memberIds }: Word) => memberIds.length <= FEW_MEMBERS;
const isPlain = (word: Word) =>
  word.memberIds.length === 0 && word.amountCents === null && word.entryId === null;
const isRare = (word: Word) => !isPlain(word) && namesFew(word) && word.isRareAmount;

/** The entries that a word may mean: by description, number, amount, loan total or member. */
function sourcesOfWord(word: Word): Source[] {
  const { entryId, amountCents, memberIds } = word;
  return [
    describedBy([word]),
    ...(entryId === null ? [] : [ofEntries(sql`(SELECT * FROM entries WHERE id = ${entryId}) e`)]),
    ...(amountCents === null
      ? []
      : [
          ofPostings(
            sql`SELECT DISTINCT p.business_date, p.entry_id FROM postings p WHERE ${ofAmount(sql`${amountCents}::bigint`)}`,
          ),
          ofEntries(sql`(SELECT id FROM loans WHERE start_date IS NOT NULL AND amount_cents + interest_cents = ${amountCents}::bigint) loan
            CROSS JOIN LATERAL (SELECT * FROM entries WHERE source_kind = 'loan' AND source_id = loan.id OFFSET 0) e`),
        ]),
    ...(memberIds.length === 0 ? [] : [ofMembers(memberIds)]),
  ];
}

const ofEntries = (from: RawBuilder<unknown>): Source => ({
  from,
  withEntry: from,
  id: sql`e.id`,
  day: sql`e.business_date`,
});

/**
 * From postings, each entry once, in the order of an index. Each entry is read by its id, whatever PostgreSQL believes of
 * their number: by a join it would now and then read all entries there are (docs/scale.md).
 */
function ofPostings(posted: RawBuilder<unknown>): Source {
  const from = sql`(${posted} ORDER BY business_date DESC, entry_id DESC) posted`;
  return {
    from,
    withEntry: sql`${from} CROSS JOIN LATERAL (SELECT * FROM entries WHERE id = posted.entry_id OFFSET 0) e`,
    id: sql`posted.entry_id`,
    day: sql`posted.business_date`,
  };
}

/** Reads each member's own postings in order, and merges them. */
function ofMembers(ids: readonly number[]): Source {
  const each = ids.map(
    (id) =>
      sql`(SELECT business_date, entry_id FROM postings WHERE member_id = ${id}::int
            ORDER BY business_date DESC, entry_id DESC)`,
  );
  return ofPostings(
    sql`SELECT DISTINCT ON (business_date, entry_id) business_date, entry_id FROM (${sql.join(each, sql` UNION ALL `)}) each`,
  );
}

// As in the index postings_by_amount.
const ofAmount = (cents: RawBuilder<unknown>) =>
  sql`abs(p.amount_cents) = ${cents} AND (p.amount_cents > 0 OR p.account = 'bank')`;

/**
 * By the index of words first, then filtered by `says`; a separate query, so that PostgreSQL does not read in the
 * order of days instead.
 */
function describedBy(words: readonly Word[]): Source {
  const queries = words.map(({ text }) => sql`${journalQuery(text)}::tsquery`);
  const written = words.map(({ text }) => isWritten(text));
  return ofEntries(sql`(SELECT * FROM entries e
               WHERE journal_words(e.description) @@ (${sql.join(queries, sql` && `)}) AND ${sql.join(written, sql` AND `)}
              OFFSET 0) e`);
}

/** Whether the entry `e` has the word in its description, number, amount or member. */
function says({ text, entryId, amountCents, memberIds }: Word): RawBuilder<unknown> {
  const ways = [isWritten(text)];
  if (entryId !== null) ways.push(sql`e.id = ${entryId}`);
  if (amountCents !== null)
    ways.push(
      posted(ofAmount(sql`${amountCents}::bigint`)),
      sql`e.source_kind = 'loan' AND EXISTS (
        SELECT FROM loans WHERE loans.id = e.source_id AND loans.amount_cents + loans.interest_cents = ${amountCents}::bigint)`,
    );
  if (memberIds.length > FEW_MEMBERS)
    ways.push(
      posted(
        sql`(SELECT search_text FROM members WHERE id = p.member_id) ~ lower(${namePattern(text)})`,
      ),
    );
  else if (memberIds.length > 0) ways.push(posted(sql`p.member_id = ANY (${memberIds}::int[])`));
  // If PostgreSQL takes a pattern for rare it reads the whole journal; for a CASE it assumes that half of the entries
  // match.
  return sql`CASE WHEN ${sql.join(ways, sql` OR `)} THEN true ELSE false END`;
}

const isWritten = (text: string) => sql`folded(e.description) ~ lower(${writtenPattern(text)})`;

/**
 * Whether a posting of the entry `e` meets the condition. It reads the entry's own few postings: neither `OFFSET 0` nor
 * `IS TRUE` lets PostgreSQL begin with all postings that meet it.
 */
const posted = (condition: RawBuilder<unknown>) =>
  sql`EXISTS (SELECT FROM postings p WHERE p.entry_id = e.id AND (${condition}) IS TRUE OFFSET 0)`;

const all = (conditions: readonly RawBuilder<unknown>[]) =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` AND `);

/** Conditions on the entry `e`, without the member, whose entries are the ones being read. */
function within({ account, kind }: Narrowed): RawBuilder<unknown>[] {
  const conditions = [];
  if (account !== undefined) conditions.push(posted(sql`p.account = ${account}`));
  if (kind !== undefined)
    conditions.push(
      sql`(e.source_kind, e.purpose) IN (${sql.join(
        sourcesOf(kind).map((source) => sql`(${source.kind}, ${source.purpose})`),
      )})`,
    );
  return conditions;
}

// Decides whether the index of words or the journal from its newest entry on finds words faster.

/** The index finds entries anywhere on disk; reading the next one by day costs a third of that. */
const COST_BY_INDEX = 3;
const SAMPLED = 400;

type WordFrequency = {
  /**
   * Whether the index reads fewer entries than going back day by day, until `most` are found that have all of these
   * words (each its index in `patterns`) in their descriptions.
   */
  isQuickByIndex: (words: readonly number[], most: number) => boolean;
};

/** Samples entries at equal distances, from the newest to the first: 400, whatever the journal's size. */
async function sampleDescriptions(
  reader: Reader,
  patterns: readonly string[],
): Promise<WordFrequency> {
  const { rows } = await sql<{ newest: number; has: boolean[] }>`
    SELECT newest.id AS newest,
           ARRAY(SELECT folded(e.description) ~ lower(pattern)
                   FROM unnest(${patterns}::text[]) WITH ORDINALITY word (pattern, index) ORDER BY index) AS has
      FROM (SELECT coalesce(max(id), 0) AS id FROM entries) newest,
           generate_series(0, least(${SAMPLED}::int, newest.id) - 1) step
           JOIN LATERAL (SELECT description FROM entries
                          WHERE id = newest.id - (step * newest.id::bigint / least(${SAMPLED}::int, newest.id))::int
                          LIMIT 1) e ON true
     ORDER BY step`.execute(reader);
  const entries = rows[0]?.newest ?? 0;
  return {
    isQuickByIndex: (words, most) => {
      const hits = rows.map(({ has }) => words.every((index) => has[index] === true));
      // Words that occur only in the past are not found soon.
      const recent = shareOf(hits.slice(0, Math.ceil(hits.length / 2)));
      return recent === 0 || COST_BY_INDEX * shareOf(hits) * entries <= most / recent;
    },
  };
}

function shareOf(hits: readonly boolean[]): number {
  return hits.length === 0 ? 0 : hits.filter(Boolean).length / hits.length;
}
