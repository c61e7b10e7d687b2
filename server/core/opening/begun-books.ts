// Whether the books have begun by the cut-over day, and whether another sheet stands (OPEN-32).
import { sql } from "kysely";
import type { PlainDate } from "#domain/calendar.ts";
import type { Reader } from "#server/db/connection.ts";

/** `standing`: the cut-over day of the sheet that stands; `first`: the first entry on or before `cutOver`. Null for none. */
export async function readBegunBooks(
  reader: Reader,
  cutOver: PlainDate,
): Promise<{ standing: PlainDate | null; first: PlainDate | null }> {
  // Entries that were taken back, and what took them back, are no books.
  const { rows } = await sql<{ standing: PlainDate | null; first: PlainDate | null }>`
    SELECT (SELECT cut_over_on FROM openings WHERE status = 'accepted') AS standing,
           (SELECT min(e.business_date) FROM entries e
             WHERE e.business_date <= ${cutOver}::date AND e.reverses IS NULL
               AND NOT EXISTS (SELECT FROM entries r WHERE r.reverses = e.id)) AS first`.execute(
    reader,
  );
  return rows[0] ?? { standing: null, first: null };
}
