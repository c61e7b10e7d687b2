// The audit log as officials read it.
import { sql } from "kysely";
import type { QueryOf, ReplyOf } from "#contract/endpoint.ts";
import type { AuditEntryView, getAudit } from "#contract/audit.ts";
import type { Person } from "#contract/people.ts";
import { addDays, nairobiIso, nairobiMidnight } from "#domain/calendar.ts";
import { pageOf } from "#server/core/paging.ts";
import type { Reader } from "#server/db/connection.ts";

const SEAL_DIGITS = 16;

/** Newest first; `count` is how many entries the filters leave in all. */
export async function listAudit(
  reader: Reader,
  query: QueryOf<typeof getAudit>,
): Promise<ReplyOf<typeof getAudit>> {
  const found = selectEntries(reader, query);
  const page = pageOf(query);
  // The page first, by an index alone: what is skipped is not joined with anything.
  let asked = found.select("entry.id").orderBy("entry.id", "desc");
  if (page !== null) asked = asked.limit(page.limit).offset(page.offset);
  const entries = reader
    .selectFrom("audit_entries as entry")
    .innerJoin(asked.as("asked"), "asked.id", "entry.id")
    .leftJoin("audit_seals as seal", "seal.audit_id", "entry.id")
    .leftJoin("members as actor", "actor.id", "entry.actor_id")
    .leftJoin("members as whom", (join) =>
      join.onRef("whom.id", "=", "entry.subject_id").on("entry.subject", "=", "member"),
    )
    .selectAll("entry")
    .select([person("actor").as("actor"), person("whom").as("member")])
    .select(sql<string | null>`left(encode(seal.hash, 'hex'), ${SEAL_DIGITS})`.as("sealed"))
    .orderBy("entry.id", "desc");
  const rows = (await entries.execute()).map(toView);
  if (page === null) return { entries: rows, count: rows.length };
  const isWhole = Object.keys(query).every((name) => name === "page" || name === "page_size");
  return { entries: rows, count: isWhole ? await countAll(reader) : await countOf(found) };
}

async function countOf(found: ReturnType<typeof selectEntries>): Promise<number> {
  const { count } = await found
    .select((entry) => entry.fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * The whole log without reading it: seals are numbered without a gap, and what is not sealed yet was written not long
 * before the last that is, for no transaction stays open for a minute.
 */
async function countAll(reader: Reader): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    WITH last AS (
      SELECT seal.seq, entry.recorded_at FROM audit_seals seal JOIN audit_entries entry ON entry.id = seal.audit_id
       ORDER BY seal.seq DESC LIMIT 1)
    SELECT coalesce((SELECT seq FROM last), 0) + count(*) AS count FROM audit_entries entry
     WHERE recorded_at > coalesce((SELECT recorded_at - interval '5 minutes' FROM last), '-infinity')
       AND NOT EXISTS (SELECT FROM audit_seals seal WHERE seal.audit_id = entry.id)`.execute(
    reader,
  );
  return Number(rows[0]?.count ?? 0);
}

function selectEntries(reader: Reader, query: QueryOf<typeof getAudit>) {
  const { action, actor, subject, subject_id: subjectId, start_date: start, end_date: end } = query;
  let entries = reader.selectFrom("audit_entries as entry");
  if (action !== undefined)
    entries = entries.where(
      sql<boolean>`(entry.action = ${action} OR starts_with(entry.action, ${action} || '.'))`,
    );
  if (actor !== undefined) entries = entries.where("entry.actor_id", "=", actor);
  if (subject !== undefined) entries = entries.where("entry.subject", "=", subject);
  if (subjectId !== undefined) entries = entries.where("entry.subject_id", "=", subjectId);
  if (start !== undefined) entries = entries.where("entry.at", ">=", nairobiMidnight(start));
  if (end !== undefined) entries = entries.where("entry.at", "<", nairobiMidnight(addDays(end, 1)));
  return entries;
}

/** The person of a joined member, or null (contract 1: how answers name people). */
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
  before: unknown;
  after: unknown;
  address: string | null;
  sealed: string | null;
};

function toView(row: Row): AuditEntryView {
  return {
    id: Number(row.id),
    at: nairobiIso(row.at),
    actor: row.actor,
    action: row.action,
    subject: row.subject,
    subject_id: row.subject_id,
    member: row.member,
    // Written by core/audit.ts as objects, or not at all.
    before: row.before as AuditEntryView["before"],
    after: row.after as AuditEntryView["after"],
    address: row.address,
    sealed: row.sealed,
  };
}
