// The offices' acceptances of a day (STAT-33): each counts while the day has the figures that it accepted, and no more is open.
import { sql } from "kysely";
import type { Person } from "#contract/people.ts";
import type { ApprovingOffice } from "#domain/approvals/two-officials.ts";
import type { PlainDate } from "#domain/calendar.ts";
import type { Cents } from "#domain/money.ts";
import type { Reader } from "#server/db/connection.ts";
import type { Figures } from "./reconciliation-figures.ts";
import type { Open } from "./reconciliation-lists.ts";

type Acceptance = {
  id: number;
  on_day: PlainDate;
  office: ApprovingOffice;
  accepted_at: Date;
  by: Person;
  figures: string;
  /** Null for what was accepted before it was stored. */
  open_count: number | null;
  open_cents: Cents | null;
  last_entry_id: number;
  last_statement_id: number;
  last_match_id: number;
  isOfNow: boolean;
};

/** All acceptances of a day, in their order. */
export async function readAcceptances(
  reader: Reader,
  day: PlainDate,
  now: { figures: Figures; open: Open },
): Promise<Acceptance[]> {
  const { rows } = await sql<Omit<Acceptance, "isOfNow">>`
    SELECT a.id, a.on_day, a.office, a.accepted_at, a.figures, a.open_count, a.open_cents, a.last_entry_id, a.last_statement_id, a.last_match_id,
           json_build_object('id', m.id, 'username', m.username, 'full_name', m.first_name || ' ' || m.last_name,
                             'reg_number', m.reg_number) AS by
      FROM reconciliation_acceptances a JOIN members m ON m.id = a.member_id
     WHERE a.on_day = ${day}::date ORDER BY a.id`.execute(reader);
  const figures = figuresText(now.figures);
  return rows.map((row) => ({
    ...row,
    isOfNow:
      row.figures === figures &&
      (row.open_count ?? now.open.count) >= now.open.count &&
      (row.open_cents ?? now.open.cents) >= now.open.cents,
  }));
}

/** The newest acceptance of each office. */
export function newestOfEach(acceptances: readonly Acceptance[]): Acceptance[] {
  return [...new Map(acceptances.map((each) => [each.office, each])).values()];
}

/** As in the column `figures` of the acceptances. */
const figuresText = (figures: Figures) =>
  [
    figures.statements_cents,
    figures.books_cents,
    figures.in_not_booked_cents,
    figures.out_not_booked_cents,
    figures.booked_in_cents,
    figures.booked_out_cents,
    figures.opening_difference_cents,
    figures.difference_cents,
  ].join(" ");

const figuresNow = sql`concat_ws(' ', f.statements_cents, f.books_cents, f.in_not_booked_cents, f.out_not_booked_cents,
  f.booked_in_cents, f.booked_out_cents, f.opening_difference_cents, f.difference_cents)`;

export type Agreed = {
  on_day: PlainDate;
  difference_cents: Cents;
  /** What is open of that day now. */
  open_cents: Cents;
  is_explained: boolean;
};

/**
 * The last day that both offices accepted and of which nothing has changed since, within the latest 24 months; or `day`,
 * if it is such a day.
 */
export async function readAgreed(
  reader: Reader,
  { day }: { day: PlainDate | null } = { day: null },
): Promise<Agreed | null> {
  const { rows } = await sql<Agreed>`
    SELECT accepted.on_day, f.difference_cents, u.open_cents,
           (u.open_count, u.differing, u.twins, u.breaks, f.difference_cents) = (0, 0, 0, 0, 0) AS is_explained
      FROM (SELECT on_day FROM reconciliation_acceptances WHERE ${day}::date IS NULL OR on_day = ${day}::date
             GROUP BY on_day HAVING count(DISTINCT office) = 2 ORDER BY on_day DESC LIMIT 24) accepted
     CROSS JOIN LATERAL reconciliation_figures(accepted.on_day) f
     CROSS JOIN LATERAL reconciliation_unexplained(accepted.on_day) u
     -- Without it what is open would be read for every day that changed since.
     WHERE EXISTS (SELECT FROM reconciliation_acceptances a WHERE a.on_day = accepted.on_day AND a.figures = ${figuresNow})
       AND is_agreed(accepted.on_day, ${figuresNow}, u.open_count, u.open_cents)
     ORDER BY accepted.on_day DESC LIMIT 1`.execute(reader);
  return rows[0] ?? null;
}
