// The audit log: routes, then what they read and write.
import { paymentKinds } from "#domain/payments/payment-kinds.ts";
import { getAudit, getAuditHead, type AuditEntryView } from "#contract/audit.ts";
import { readTreeHead } from "#server/core/audit-log/log-tree.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { QueryOf, ReplyOf } from "#contract/endpoint.ts";
import type { Person } from "#contract/people.ts";
import { nairobiIso, addDays, nairobiMidnight } from "#domain/calendar.ts";
import { toKes, type Cents } from "#domain/money.ts";
import { countAudit, countedAudit, idsOf, isCounted } from "#server/core/audit-log/audit-chain.ts";
import type { Translate } from "#messages/translator.ts";
import type { Reader } from "#server/db/connection.ts";
import { pageOf, type Page } from "#server/db/paging.ts";
import { inWords } from "./audit-in-words.ts";

export function auditRoutes(routes: Routes): void {
  routes.read(getAudit, (reader, { query, t }) => listAudit(reader, query, t));
  routes.read(getAuditHead, async (reader) => {
    const head = await readTreeHead(reader);
    return { entries: head?.size ?? 0, fingerprint: head?.fingerprint ?? null };
  });
}

// The audit log as officials read it.

const SEAL_DIGITS = 16;

/** Newest first; `count` is how many entries match the filters. */
export async function listAudit(
  reader: Reader,
  query: QueryOf<typeof getAudit>,
  t: Translate,
): Promise<ReplyOf<typeof getAudit>> {
  const page = pageOf(query);
  const { ids, count } =
    page === null ? { ids: allIds(query), count: null } : await findPage(reader, query, page);
  const entries = reader
    .selectFrom("audit_entries as entry")
    // Selects the ids of the page first: skipped entries are joined with nothing.
    .innerJoin(ids.as("asked"), "asked.id", "entry.id")
    .leftJoin("audit_seals as seal", "seal.audit_id", "entry.id")
    .leftJoin("members as actor", "actor.id", "entry.actor_id")
    .leftJoin("payments", (join) =>
      join.onRef("payments.id", "=", "entry.subject_id").on("entry.subject", "in", paymentKinds),
    )
    .leftJoin("loans", (join) =>
      join.onRef("loans.id", "=", "entry.subject_id").on("entry.subject", "=", "loan"),
    )
    .leftJoin("fines", (join) =>
      join.onRef("fines.id", "=", "entry.subject_id").on("entry.subject", "=", "fine"),
    )
    .leftJoin("bad_debts", (join) =>
      join.onRef("bad_debts.id", "=", "entry.subject_id").on("entry.subject", "=", "bad_debt"),
    )
    .leftJoin("proposals", (join) =>
      join.onRef("proposals.id", "=", "entry.subject_id").on("entry.subject", "=", "proposal"),
    )
    .leftJoin("members as whom", (join) => join.on("whom.id", "=", concerned))
    .selectAll("entry")
    .select([person("actor").as("actor"), person("whom").as("member")])
    .select(amount.as("amount_cents"))
    .select(journalEntry.as("entry_id"))
    .select(sql<string | null>`left(encode(seal.hash, 'hex'), ${SEAL_DIGITS})`.as("sealed"))
    .orderBy("entry.id", "desc");
  const rows = (await entries.execute()).map((row) => toView(row, t));
  return { entries: rows, count: count ?? rows.length };
}

const concerned = sql<number | null>`coalesce(
  CASE WHEN entry.subject = 'member' THEN entry.subject_id END,
  payments.member_id, loans.member_id, fines.member_id, bad_debts.member_id, proposals.concerns_id)`;

const amount = sql<Cents | null>`coalesce(
  payments.amount_cents, loans.amount_cents, fines.amount_cents, proposals.amount_cents)`;

/** The entry that the log names, or the one that posted the payment, loan or fine; `entries_source_once` finds it. */
const journalEntry = sql<number | null>`CASE
  WHEN entry.subject = 'entry' THEN entry.subject_id
  WHEN jsonb_typeof(entry.after -> 'entry_id') = 'number' THEN (entry.after ->> 'entry_id')::int
  WHEN proposals.entry_id IS NOT NULL THEN proposals.entry_id
  ELSE (SELECT min(posted.id) FROM entries posted
         WHERE (posted.source_kind, posted.source_id) = (
           CASE WHEN payments.id IS NOT NULL THEN 'payment' WHEN loans.id IS NOT NULL THEN 'loan'
                WHEN fines.id IS NOT NULL THEN 'fine' WHEN entry.action IN ('members.exit', 'members.clear') THEN 'settlement' END,
           coalesce(payments.id, loans.id, fines.id, (entry.after -> 'settlement' ->> 'id')::int))) END`;

/** The person of a joined member, or null (API-10: how answers name people). */
function person(alias: "actor" | "whom") {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<Person | null>`CASE WHEN ${column("id")} IS NOT NULL THEN json_build_object(
    'id', ${column("id")}, 'username', ${column("username")},
    'full_name', ${column("first_name")} || ' ' || ${column("last_name")},
    'reg_number', ${column("reg_number")}) END`;
}

type Row = {
  id: bigint;
  at: Date;
  actor: Person | null;
  action: string;
  subject: string;
  subject_id: number | null;
  member: Person | null;
  amount_cents: Cents | null;
  entry_id: number | null;
  before: unknown;
  after: unknown;
  address: string | null;
  sealed: string | null;
};

/** Auditors are no members: the facts of what they did name the seat. */
function auditorOf({ action, after }: Row): Pick<AuditEntryView, "auditor"> {
  const facts = (after ?? {}) as { name?: unknown; auditor?: unknown };
  const isOwn = action === "auditors.enter" || action === "auditors.leave";
  const name = isOwn ? facts.name : facts.auditor;
  return typeof name === "string" ? { auditor: name } : {};
}

function toView(row: Row, t: Translate): AuditEntryView {
  return {
    id: Number(row.id),
    at: nairobiIso(row.at),
    actor: row.actor,
    ...auditorOf(row),
    action: row.action,
    subject: row.subject,
    subject_id: row.subject_id,
    member: row.member,
    amount: row.amount_cents === null ? null : toKes(row.amount_cents),
    entry_id: row.entry_id,
    // core/audit.ts writes objects or nothing.
    before: inWords(row.before, row.action, t) as AuditEntryView["before"],
    after: inWords(row.after, row.action, t) as AuditEntryView["after"],
    address: row.address,
    sealed: row.sealed,
  };
}

// Finds the page of the audit log and its total without reading what is left out (docs/decisions/015-counts.md).

type Query = QueryOf<typeof getAudit>;
/** A FROM item with the column `id`. */
type Ids = RawBuilder<{ id: bigint }>;

// From this offset on, finding the page's blocks is cheaper than skipping what comes before.
const FAR_BACK = 2_000;

/** Every entry that matches the filters, for a list without pages. */
function allIds(query: Query): Ids {
  return sql`(SELECT entry.id FROM audit_entries entry WHERE ${matches(query)})`;
}

/** One page, newest first, and the total. */
async function findPage(
  reader: Reader,
  query: Query,
  page: Page,
): Promise<{ ids: Ids; count: number }> {
  const isFiltered = Object.keys(query).some((name) => name !== "page" && name !== "page_size");
  if (!isFiltered && page.offset < FAR_BACK)
    return { ids: slice(allIds(query), page), count: await countAudit(reader) };
  // Entries about one thing, or by somebody who writes little, are few; an index finds them.
  if (query.subject_id !== undefined || !(await isCounted(reader, query.actor)))
    return { ids: slice(allIds(query), page), count: await countOf(reader, allIds(query)) };
  return findInBlocks(reader, query, page);
}

function slice(ids: Ids, { limit, offset }: Page): Ids {
  return sql`(SELECT id FROM ${ids} found ORDER BY id DESC LIMIT ${limit} OFFSET ${offset})`;
}

async function countOf(reader: Reader, ids: Ids): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`SELECT count(*) FROM ${ids} found`.execute(reader);
  return Number(rows[0]?.count ?? 0);
}

/** Uses the counts to read only the blocks that contain the page. */
async function findInBlocks(reader: Reader, query: Query, page: Page) {
  const { limit, offset } = page;
  const shows = sql`skipped < ${offset + limit} AND skipped + found > ${offset}`;
  const { rows } = await sql<{ count: bigint; blocks: number[]; skipped: bigint }>`
    WITH by_block AS (
      SELECT block, sum(entries) AS found FROM ${countedAudit(query.actor)} WHERE ${countMatches(query)} GROUP BY block),
    newest_first AS (
      SELECT block, found, sum(found) OVER (ORDER BY block DESC) - found AS skipped FROM by_block)
    SELECT coalesce(sum(found), 0)::bigint AS count,
           coalesce(array_agg(block) FILTER (WHERE ${shows}), '{}') AS blocks,
           coalesce(min(skipped) FILTER (WHERE ${shows}), 0)::bigint AS skipped
      FROM newest_first`.execute(reader);
  const { count, blocks, skipped } = rows[0] ?? { count: 0n, blocks: [], skipped: 0n };
  const ranges = blocks.map(idsOf);
  const rest = offset - Number(skipped);
  // Limits each block separately, so that its ids drive the plan whatever else is filtered.
  const inBlocks: Ids = sql`(
    SELECT found.id
      FROM unnest(${ranges.map(([from]) => from)}::bigint[], ${ranges.map(([, to]) => to)}::bigint[]) AS block (from_id, to_id)
     CROSS JOIN LATERAL (
       SELECT entry.id FROM audit_entries entry
        WHERE entry.id >= block.from_id AND entry.id < block.to_id AND ${matches(query)}
        ORDER BY entry.id DESC LIMIT ${rest + limit}) found)`;
  return { ids: slice(inBlocks, { limit, offset: rest }), count: Number(count) };
}

/** Conditions on `entry`. */
function matches(query: Query): RawBuilder<SqlBool> {
  const { actor, subject_id: subjectId, start_date: start, end_date: end } = query;
  return sql.join(
    [
      ...namedSo(query, "entry"),
      ...(actor === undefined ? [] : [sql`entry.actor_id = ${actor}`]),
      ...(subjectId === undefined ? [] : [sql`entry.subject_id = ${subjectId}`]),
      ...(start === undefined ? [] : [sql`entry.at >= ${nairobiMidnight(start)}`]),
      ...(end === undefined ? [] : [sql`entry.at < ${nairobiMidnight(addDays(end, 1))}`]),
      sql`true`,
    ],
    sql` AND `,
  );
}

/** The same on `counted`, whose rows are already the actor's. */
function countMatches(query: Query): RawBuilder<SqlBool> {
  const { start_date: start, end_date: end } = query;
  return sql.join(
    [
      ...namedSo(query, "counted"),
      ...(start === undefined ? [] : [sql`counted.day >= ${start}::date`]),
      ...(end === undefined ? [] : [sql`counted.day <= ${end}::date`]),
      sql`true`,
    ],
    sql` AND `,
  );
}

function namedSo({ action, subject }: Query, of: "entry" | "counted"): RawBuilder<unknown>[] {
  const name = sql.ref(`${of}.action`);
  return [
    ...(action === undefined
      ? []
      : [sql`(${name} = ${action} OR starts_with(${name}, ${action} || '.'))`]),
    ...(subject === undefined ? [] : [sql`${sql.ref(`${of}.subject`)} = ${subject}`]),
  ];
}
