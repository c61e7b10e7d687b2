// Lines as their list shows them: the state of each, what it is, and what it may be.
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Person } from "#contract/people.ts";
import type { MatchKind, StatementLine } from "#contract/statement-lines.ts";
import { nairobiIso, type PlainDate } from "#domain/calendar.ts";
import { toKes, type Cents } from "#domain/money.ts";
import { amountIn, dayIn, nameWordsIn, spellingsOf } from "#domain/search-terms.ts";
import { refuse } from "#domain/refusal.ts";
import { single } from "#domain/assert.ts";
import type { Translate } from "#messages/translator.ts";
import { alikeTo } from "#server/core/bank-lines/set-aside.ts";
import { personIn, toPerson } from "#server/core/members/member-directory.ts";
import type { PaymentKind } from "#domain/payments/payment-kinds.ts";
import type { Reader } from "#server/db/connection.ts";
import type { Page } from "#server/db/paging.ts";
import { readSuggestions, tellSuggestion } from "./suggestions.ts";

export type LineFilter = {
  account_id?: number | undefined;
  statement_id?: number | undefined;
  state?: StatementLine["state"] | undefined;
  from?: PlainDate | undefined;
  to?: PlainDate | undefined;
  search?: string | undefined;
};

type PersonJson = Parameters<typeof toPerson>[0];

type LineRow = {
  id: number;
  account_id: number;
  /** Null together with `line` and `uploaded_by`: no statement has it yet, only M-PESA itself. */
  statement_id: number | null;
  line: number | null;
  at: Date | null;
  on_day: PlainDate;
  reference: string | null;
  code: string | null;
  details: string;
  party: string | null;
  account_typed: string | null;
  kind: StatementLine["kind"];
  amount_cents: Cents;
  balance_cents: Cents | null;
  state: StatementLine["state"];
  uploaded_by: Person | null;
  live: { told_at: string | null; checked_at: string | null; denied_at: string | null } | null;
  match: {
    kind: MatchKind;
    id: number;
    member: PersonJson | null;
    status: "pending" | "pending_approval" | "approved" | "rejected" | null;
    by: PersonJson | null;
    at: string;
    reason: "reference" | "code" | "by_hand" | "recorded" | "booked" | "cents";
    explanation: string | null;
    undo_proposed_by: Person | null;
  } | null;
  twins: number[];
  alike: number[];
  set_aside: NonNullable<StatementLine["set_aside"]> | null;
  /** Where the line is several payments: each, its amount as text. */
  parts: { kind: PaymentKind; id: number; cents: string }[] | null;
};

const personOf = (column: string) => sql`(
  SELECT json_build_object('member_id', m.id, 'username', m.username, 'first_name', m.first_name, 'last_name', m.last_name,
                           'reg_number', m.reg_number) FROM members m WHERE m.id = ${sql.ref(column)})`;

/** A line is shown in the newest of its statements that stands; `wanted` picks them, `rest` orders and cuts. */
async function selectLines(
  reader: Reader,
  {
    wanted,
    rest,
    statementId,
  }: { wanted: RawBuilder<unknown>; rest: RawBuilder<unknown>; statementId: number | null },
): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    WITH page AS MATERIALIZED (SELECT l.* FROM statement_lines l WHERE ${wanted} ${rest})
    SELECT l.id, l.account_id, stands.statement_id, stands.line, l.at, l.on_day, l.reference, coalesce(l.code, l.learned_code) AS code, l.details, l.party,
           l.account_typed, l.amount_cents,
           CASE WHEN l.pair_id IS NULL THEN l.kind
                WHEN l.account_id = (SELECT o.account_id FROM statement_lines o WHERE o.id = l.pair_id) THEN 'internal'
                ELSE 'transfer' END AS kind,
           l.balance_cents, l.state, ${personIn("stands.uploaded_by")} AS uploaded_by,
           (SELECT json_build_object('told_at', s.told_at, 'checked_at', s.checked_at, 'denied_at', s.denied_at)
              FROM live_lines s WHERE s.line_id = l.id) AS live,
           (SELECT json_build_object(
                     'kind', coalesce(p.kind, 'entry'), 'id', coalesce(p.id, t.entry_id), 'member', ${personOf("p.member_id")},
                     'status', p.status, 'by', ${personOf("t.matched_by")}, 'at', t.matched_at, 'reason', t.reason,
                     'explanation', t.explanation, 'undo_proposed_by', (
                       SELECT ${personIn("o.proposed_by")} FROM proposals o WHERE o.line_id = l.id AND o.outcome IS NULL))
              FROM statement_matches t LEFT JOIN payments p ON p.id = t.payment_id
             WHERE t.line_id = l.id AND t.undone_at IS NULL ORDER BY t.id LIMIT 1) AS match,
           (SELECT json_agg(json_build_object('kind', p.kind, 'id', p.id, 'cents', p.amount_cents::text) ORDER BY t.id)
              FROM statement_matches t JOIN payments p ON p.id = t.payment_id
             WHERE t.line_id = l.id AND t.undone_at IS NULL HAVING count(*) > 1) AS parts,
           ARRAY(SELECT twin.twin_id FROM standing_twins() twin WHERE twin.line_id = l.id ORDER BY 1) AS twins,
           ${alikeTo("l")} AS alike,
           (SELECT json_build_object('office', aside.office, 'by', ${personIn("aside.set_by")}, 'at', aside.set_at, 'reason', aside.reason)
              FROM statement_set_asides aside WHERE aside.line_id = l.id AND aside.undone_at IS NULL) AS set_aside
      FROM page l
      LEFT JOIN LATERAL (SELECT o.statement_id, o.line, s.uploaded_by FROM statement_line_sources o JOIN statements s ON s.id = o.statement_id
                     WHERE o.line_id = l.id AND s.withdrawn_at IS NULL
                     ORDER BY o.statement_id = ${statementId}::int DESC NULLS LAST, s.is_proof DESC, o.statement_id LIMIT 1) stands ON true
     ORDER BY l.on_day DESC, l.id DESC`.execute(reader);
  return rows;
}

/** Newest first, with the count and the sums of all that the filter finds. */
export async function readLines(
  reader: Reader,
  { filter, page, t }: { filter: LineFilter; page: Page | null; t: Translate },
): Promise<{ lines: StatementLine[]; count: number; totals: { in: number; out: number } }> {
  const wanted = wantedBy(filter);
  const found = await countLines(reader, filter, wanted);
  const rest = sql`ORDER BY l.on_day DESC, l.id DESC LIMIT ${page?.limit ?? null} OFFSET ${page?.offset ?? 0}`;
  const rows = await selectLines(reader, {
    wanted,
    rest,
    statementId: filter.statement_id ?? null,
  });
  return {
    lines: await tell(reader, rows, t),
    count: Number(found.count),
    totals: { in: toKes(found.money_in), out: toKes(found.money_out) },
  };
}

type Counted = { count: bigint; money_in: Cents; money_out: Cents };

/** By the sums of the days, unless it is about one statement or about words. */
async function countLines(
  reader: Reader,
  filter: LineFilter,
  wanted: RawBuilder<SqlBool>,
): Promise<Counted> {
  const isByDay = filter.statement_id === undefined && (filter.search ?? "").trim() === "";
  const { rows } = isByDay
    ? await sql<Counted>`
        SELECT coalesce(sum(lines), 0)::bigint AS count, coalesce(sum(in_cents), 0)::bigint AS money_in,
               coalesce(sum(out_cents), 0)::bigint AS money_out
          FROM statement_line_days l WHERE ${wanted}`.execute(reader)
    : await sql<Counted>`
        SELECT count(*) AS count, coalesce(sum(amount_cents) FILTER (WHERE amount_cents > 0 AND kind <> 'failed'), 0)::bigint AS money_in,
               coalesce(-sum(amount_cents) FILTER (WHERE amount_cents < 0 AND kind <> 'failed'), 0)::bigint AS money_out
          FROM statement_lines l WHERE ${wanted}`.execute(reader);
  return single(rows);
}

/** In the order asked, of lines that stand. Refuses with `not-found` where one does not. */
export async function readLinesById(
  reader: Reader,
  ids: readonly number[],
  t: Translate,
): Promise<StatementLine[]> {
  const rows = await selectLines(reader, {
    wanted: sql`l.id = ANY (${[...ids]}::int[]) AND l.state <> 'withdrawn'`,
    rest: sql``,
    statementId: null,
  });
  const lines = new Map((await tell(reader, rows, t)).map((line) => [line.id, line]));
  return ids.map((id) => {
    const line = lines.get(id);
    if (line === undefined) throw refuse("not-found");
    return line;
  });
}

export const readLine = async (reader: Reader, id: number, t: Translate) =>
  single(await readLinesById(reader, [id], t));

export async function lineExists(reader: Reader, id: number): Promise<boolean> {
  const found = await reader
    .selectFrom("statement_lines")
    .select("id")
    .where("id", "=", id)
    .where("state", "<>", "withdrawn")
    .executeTakeFirst();
  return found !== undefined;
}

function wantedBy(filter: LineFilter): RawBuilder<SqlBool> {
  const conditions = [
    filter.state === undefined ? sql`l.state <> 'withdrawn'` : ofState(filter.state),
    filter.account_id === undefined ? null : sql`l.account_id = ${filter.account_id}`,
    filter.statement_id === undefined
      ? null
      : sql`l.id IN (SELECT o.line_id FROM statement_line_sources o WHERE o.statement_id = ${filter.statement_id})`,
    filter.from === undefined ? null : sql`l.on_day >= ${filter.from}::date`,
    filter.to === undefined ? null : sql`l.on_day <= ${filter.to}::date`,
    ...wordsOf(filter.search ?? ""),
  ].filter((each) => each !== null);
  return sql<SqlBool>`${sql.join(conditions, sql` AND `)}`;
}

/** As text of the query, so that the index of open lines serves it. */
function ofState(state: StatementLine["state"]): RawBuilder<unknown> {
  return sql`l.state = ${sql.lit(state)}`;
}

/** Every word is one of the line's or begins one, or is its amount. `%` and `_` are plain characters. */
function wordsOf(search: string): RawBuilder<unknown>[] {
  const dated = dayIn(search);
  if (dated !== null)
    return [sql`(l.on_day = ${dated.day}::date AND ${allOf(dated.words)} OR ${allOf(search)})`];
  return search === "" ? [] : [allOf(search)];
}

/** True without words; nothing is found by signs that are in no word. */
function allOf(search: string): RawBuilder<unknown> {
  const words = nameWordsIn(search);
  if (words.length === 0) return search === "" ? sql`true` : sql`false`;
  const wanted = sql.join(words.map(queryOf), sql` && `);
  return sql`l.id IN (
    SELECT w.line_id FROM statement_line_words w WHERE w.words @@ (${wanted})
    UNION ALL
    SELECT n.id FROM statement_lines n
     WHERE n.id = ANY (ARRAY(SELECT line_id FROM statement_lines_to_index)) AND statement_line_words(n) @@ (${wanted}))`;
}

/** A word as the index has it; what is an amount is looked for as that too. */
function queryOf(word: string): RawBuilder<unknown> {
  const cents = amountIn(word);
  const begins = spellingsOf(word)
    .map((each) => `(${each.split(/ +/u).map(beginsWith).join(" & ")})`)
    .join(" | ");
  return cents !== null
    ? sql`(${begins}::tsquery || ${`'#${String(cents)}'`}::tsquery)`
    : sql`${begins}::tsquery`;
}

const beginsWith = (word: string) =>
  `'${word.slice(0, 60).replaceAll("\\", "\\\\").replaceAll("'", "''")}':*`;

async function tell(
  reader: Reader,
  rows: readonly LineRow[],
  t: Translate,
): Promise<StatementLine[]> {
  const open = rows.filter(({ state }) => state === "open");
  const suggestions = await readSuggestions(reader, open);
  return rows.map((row) => ({
    id: row.id,
    statement_id: row.statement_id,
    account_id: row.account_id,
    line: row.line,
    at: row.at === null ? row.on_day : nairobiIso(row.at),
    reference: row.reference ?? row.code,
    details: row.details,
    party: row.party,
    account_typed: row.account_typed,
    kind: row.kind,
    amount: toKes(row.amount_cents),
    balance: row.balance_cents === null ? null : toKes(row.balance_cents),
    state: row.state,
    live: row.live === null ? null : tellLive(row.live),
    uploaded_by: row.uploaded_by,
    match: row.match === null ? null : tellMatch(row.match, row.parts, t),
    twins: row.twins,
    alike: row.alike,
    ...(row.set_aside === null
      ? {}
      : { set_aside: { ...row.set_aside, at: nairobiIso(new Date(row.set_aside.at)) } }),
    suggestions: (suggestions.get(row.id) ?? []).map((each) => tellSuggestion(each, t)),
  }));
}

function tellLive({ told_at, checked_at, denied_at }: NonNullable<LineRow["live"]>) {
  return {
    told_at: tellMoment(told_at),
    checked_at: tellMoment(checked_at),
    denied_at: tellMoment(denied_at),
  };
}

function tellMoment(at: string | null): string | null {
  return at === null ? null : nairobiIso(new Date(at));
}

function tellMatch(
  match: NonNullable<LineRow["match"]>,
  parts: LineRow["parts"],
  t: Translate,
): StatementLine["match"] {
  return {
    kind: match.kind,
    id: match.id,
    member: match.member === null ? null : toPerson(match.member),
    status: match.status,
    by: match.by === null ? null : toPerson(match.by),
    at: nairobiIso(new Date(match.at)),
    reason: t(`statementLines.matched.${match.reason}`),
    explanation: match.explanation,
    undo_proposed_by: match.undo_proposed_by,
    ...(parts === null
      ? {}
      : {
          parts: parts.map(({ kind, id, cents }) => ({ kind, id, amount: toKes(BigInt(cents)) })),
        }),
  };
}
