// The audit log as officials read it.
import { sql } from "kysely";
import type { QueryOf, ReplyOf } from "#contract/endpoint.ts";
import type { AuditEntryView, getAudit } from "#contract/audit.ts";
import type { Person } from "#contract/people.ts";
import { nairobiIso } from "#domain/calendar.ts";
import { toKes, type Cents } from "#domain/money.ts";
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
    .leftJoin("payments", (join) =>
      join
        .onRef("payments.id", "=", "entry.subject_id")
        .on("entry.subject", "in", ["contribution", "loan_payment", "fine_payment"]),
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
  const rows = (await entries.execute()).map(toView);
  return { entries: rows, count: count ?? rows.length };
}

const concerned = sql<number | null>`coalesce(
  CASE WHEN entry.subject = 'member' THEN entry.subject_id END,
  payments.member_id, loans.member_id, fines.member_id, bad_debts.member_id, proposals.concerns_id)`;

const amount = sql<Cents | null>`coalesce(
  payments.amount_cents, loans.amount_cents, fines.amount_cents, proposals.amount_cents)`;

/** Named by the log itself, or the one that the payment, loan or fine was posted by; `entries_source_once` leads to it. */
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

function toView(row: Row): AuditEntryView {
  return {
    id: Number(row.id),
    at: nairobiIso(row.at),
    actor: row.actor,
    action: row.action,
    subject: row.subject,
    subject_id: row.subject_id,
    member: row.member,
    amount: row.amount_cents === null ? null : toKes(row.amount_cents),
    entry_id: row.entry_id,
    // Written by core/audit.ts as objects, or not at all.
    before: row.before as AuditEntryView["before"],
    after: row.after as AuditEntryView["after"],
    address: row.address,
    sealed: row.sealed,
  };
}
