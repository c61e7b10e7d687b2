// The audit log as officials read it.
import { sql } from "kysely";
import type { QueryOf, ReplyOf } from "#contract/endpoint.ts";
import type { AuditEntryView, getAudit } from "#contract/audit.ts";
import type { Person } from "#contract/people.ts";
import { nairobiIso } from "#domain/calendar.ts";
import { pageOf } from "#server/db/paging.ts";
import type { Reader } from "#server/db/connection.ts";
import { allIds, findPage } from "./audit-pages.ts";

const SEAL_DIGITS = 16;

/** Newest first; `count` is how many entries the filters leave in all. */
export async function listAudit(
  reader: Reader,
  query: QueryOf<typeof getAudit>,
): Promise<ReplyOf<typeof getAudit>> {
  const page = pageOf(query);
  const { ids, count } =
    page === null ? { ids: allIds(query), count: null } : await findPage(reader, query, page);
  const entries = reader
    .selectFrom("audit_entries as entry")
    // The page first, by its ids alone: what is skipped is not joined with anything.
    .innerJoin(ids.as("asked"), "asked.id", "entry.id")
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
  return { entries: rows, count: count ?? rows.length };
}

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
