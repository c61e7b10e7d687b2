// What is on one side alone at the end of a day (STAT-37): approved, booked or on a statement since, or open to this day.
import { sql } from "kysely";
import type { Person } from "#contract/people.ts";
import type { Reconciliation, ReconciliationItem } from "#contract/reconciliation.ts";
import { single } from "#domain/assert.ts";
import type { PlainDate } from "#domain/calendar.ts";
import { toKes, type Cents } from "#domain/money.ts";
import type { Translate } from "#messages/translator.ts";
import { describeEntries } from "#server/core/ledger/journal-rows.ts";
import type { Reader } from "#server/db/connection.ts";
import { countContested } from "./receipts-in-doubt.ts";

export type Open = { count: number; cents: Cents };

export type Parted = {
  in_not_booked: Reconciliation["in_not_booked"];
  out_not_booked: Reconciliation["out_not_booked"];
  booked_in: Reconciliation["booked_in_not_on_statement"];
  booked_out: Reconciliation["booked_out_not_on_statement"];
  /** Of all four lists. */
  open: Open;
  /** The largest open items of all lists, without payments that wait for approval. */
  largest: PartedRow[];
  /** Payments that wait for approval, and the largest of them. */
  waiting: Open & { largest: PartedRow | null };
  /** At least one, if there is any. */
  differing: ReconciliationItem[];
  /** How many lines up to the day share a receipt with another, and after how many the printed balance is another one. */
  twins: number;
  breaks: number;
  /** Payments of lines up to the day that two members claim (STAT-62). */
  contested: number;
};

export type PartedRow = {
  list: "in_not_booked" | "out_not_booked" | "booked_in" | "booked_out" | "differing";
  /** Of its list: how many items, and how many of them are open or settled, wholly or in part. */
  in_list: number;
  open_in_list: number;
  settled_in_list: number;
  list_cents: Cents;
  list_open_cents: Cents;
  /** Of all lists. */
  waiting_count: number;
  waiting_cents: Cents;
  /** By age, and by what is open, within the list; and by what is open among all that wait for approval, or do not. */
  age_rank: number;
  open_rank: number;
  rank_of_all: number;
  cents: Cents;
  open_cents: Cents;
  line_id: number | null;
  entry_id: number | null;
  day: PlainDate;
  reference: string | null;
  description: string;
  /** Whether the line is a payment that waits for approval. */
  waits: boolean;
  member: Person | null;
};

/** The most items that each list sends; the rest are only counted. */
const MOST = 1_000;
/** The most open items that are put into words. */
const MOST_IN_WORDS = 5;

export async function readParted(
  reader: Reader,
  day: PlainDate,
  { withItems, t }: { withItems: boolean; t: Translate },
): Promise<Parted> {
  const rows = await readRows(reader, day, { most: withItems ? MOST : 1, t });
  const { rows: found } = await sql<{ twins: number; breaks: number }>`
    SELECT reconciliation_twins(${day}::date) AS twins, reconciliation_breaks(${day}::date) AS breaks`.execute(
    reader,
  );
  const of = (list: PartedRow["list"]) => rows.filter((row) => row.list === list);
  const lists = (["in_not_booked", "out_not_booked", "booked_in", "booked_out"] as const).map(of);
  return {
    ...single(found),
    contested: await countContested(reader, day),
    in_not_booked: toFigure(of("in_not_booked"), withItems),
    out_not_booked: toFigure(of("out_not_booked"), withItems),
    booked_in: toFigure(of("booked_in"), withItems),
    booked_out: toFigure(of("booked_out"), withItems),
    open: {
      count: lists.reduce((sum, [first]) => sum + (first?.open_in_list ?? 0), 0),
      cents: lists.reduce((sum, [first]) => sum + (first?.list_open_cents ?? 0n), 0n),
    },
    largest: rows
      .filter((row) => isOpen(row) && !row.waits && row.rank_of_all <= MOST_IN_WORDS)
      .toSorted((one, other) => one.rank_of_all - other.rank_of_all),
    waiting: {
      count: rows[0]?.waiting_count ?? 0,
      cents: rows[0]?.waiting_cents ?? 0n,
      largest: rows.find((row) => row.waits && row.rank_of_all === 1) ?? null,
    },
    differing: of("differing")
      .filter(({ age_rank }) => age_rank <= MOST)
      .map(toItem),
  };
}

const isOpen = ({ list, open_cents }: PartedRow) => list !== "differing" && open_cents > 0n;

function toFigure(rows: readonly PartedRow[], withItems: boolean): Reconciliation["in_not_booked"] {
  const [first] = rows;
  const [all, open] = [first?.list_cents ?? 0n, first?.list_open_cents ?? 0n];
  const oldest = rows.filter(({ age_rank }) => age_rank <= MOST);
  const largest = rows
    .filter((row) => isOpen(row) && row.open_rank <= MOST)
    .toSorted((one, other) => one.open_rank - other.open_rank);
  return {
    total: toKes(all),
    ...(withItems ? { items: oldest.map(toItem), count: first?.in_list ?? 0 } : {}),
    settled_since: { count: first?.settled_in_list ?? 0, total: toKes(all - open) },
    open: {
      count: first?.open_in_list ?? 0,
      total: toKes(open),
      ...(withItems
        ? { items: largest.map((row) => ({ ...toItem(row), amount: toKes(row.open_cents) })) }
        : {}),
    },
  };
}

/** The oldest and the largest open ones of each list, oldest first; each with the sums of its whole list. */
async function readRows(
  reader: Reader,
  day: PlainDate,
  { most, t }: { most: number; t: Translate },
): Promise<PartedRow[]> {
  const { rows } = await sql<PartedRow>`
    WITH waiting AS MATERIALIZED (
      SELECT DISTINCT m.line_id FROM payments p JOIN statement_matches m ON m.payment_id = p.id AND m.undone_at IS NULL
       WHERE p.status IN ('pending', 'pending_approval')),
    part AS MATERIALIZED (
      SELECT p.*, w.line_id IS NOT NULL AND p.open_cents > 0 AS waits
        FROM reconciliation_parted(${day}::date) p LEFT JOIN waiting w ON w.line_id = p.line_id),
    parted AS MATERIALIZED (
      SELECT p.*, (count(*) OVER of_list)::int AS in_list,
             (count(*) FILTER (WHERE p.open_cents > 0) OVER of_list)::int AS open_in_list,
             (count(*) FILTER (WHERE p.open_cents < p.cents) OVER of_list)::int AS settled_in_list,
             (sum(p.cents) OVER of_list)::bigint AS list_cents, (sum(p.open_cents) OVER of_list)::bigint AS list_open_cents,
             (row_number() OVER (PARTITION BY p.list ORDER BY p.on_day, p.line_id, p.entry_id))::int AS age_rank,
             (row_number() OVER (PARTITION BY p.list ORDER BY p.open_cents DESC, p.on_day, p.line_id, p.entry_id))::int AS open_rank,
             (row_number() OVER (PARTITION BY p.waits, p.list = 'differing' ORDER BY p.open_cents DESC, p.on_day, p.line_id, p.entry_id))::int AS rank_of_all,
             (count(*) FILTER (WHERE p.waits) OVER ())::int AS waiting_count,
             coalesce(sum(p.open_cents) FILTER (WHERE p.waits) OVER (), 0)::bigint AS waiting_cents
        FROM part p
      WINDOW of_list AS (PARTITION BY p.list)),
    item AS MATERIALIZED (
      SELECT * FROM parted WHERE age_rank <= ${most} OR open_rank <= ${most} OR rank_of_all <= ${MOST_IN_WORDS})
    SELECT item.list, item.in_list, item.open_in_list, item.settled_in_list, item.list_cents, item.list_open_cents,
           item.age_rank, item.open_rank, item.rank_of_all, item.cents, item.open_cents, item.line_id, item.entry_id, item.on_day AS day,
           coalesce(line.reference, payment.reference) AS reference, coalesce(line.details, entry.description) AS description,
           item.waits, item.waiting_count, item.waiting_cents,
           CASE WHEN concerned.id IS NOT NULL THEN json_build_object('id', concerned.id, 'username', concerned.username,
             'full_name', concerned.first_name || ' ' || concerned.last_name, 'reg_number', concerned.reg_number) END AS member
      FROM item
      LEFT JOIN statement_lines line ON line.id = item.line_id
      LEFT JOIN LATERAL (
        SELECT m.payment_id FROM statement_matches m JOIN payments p ON p.id = m.payment_id
         WHERE m.line_id = item.line_id AND m.undone_at IS NULL ORDER BY p.status = 'approved', m.id LIMIT 1) match ON true
      LEFT JOIN entries entry ON entry.id = item.entry_id
      LEFT JOIN LATERAL (
        SELECT p.member_id, p.reference FROM payments p
         WHERE p.id = coalesce(match.payment_id, CASE WHEN entry.source_kind = 'payment' THEN entry.source_id END) LIMIT 1) payment ON true
      LEFT JOIN members concerned ON concerned.id = coalesce(payment.member_id, (
        SELECT min(p.member_id) FROM postings p WHERE p.entry_id = entry.id))
     ORDER BY item.list, item.age_rank`.execute(reader);
  const entries = rows.flatMap(({ entry_id, description }) =>
    entry_id === null ? [] : [{ id: entry_id, description }],
  );
  const described = await describeEntries(reader, entries, t);
  return rows.map((row) => ({
    ...row,
    description: described.get(row.entry_id ?? 0) ?? row.description,
  }));
}

function toItem(row: PartedRow): ReconciliationItem {
  const { line_id, entry_id } = row;
  return {
    kind: line_id === null ? "entry" : "line",
    id: line_id ?? entry_id ?? 0,
    date: row.day,
    amount: toKes(row.cents),
    reference: row.reference,
    description: row.description,
    member: row.member,
    waits: row.waits,
  };
}
