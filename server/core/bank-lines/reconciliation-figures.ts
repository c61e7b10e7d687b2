// The figures of a day, as the database computes them (server/db/functions/reconciliation.sql).
import { sql } from "kysely";
import { single } from "#domain/assert.ts";
import type { PlainDate } from "#domain/calendar.ts";
import type { Cents } from "#domain/money.ts";
import type { Reader } from "#server/db/connection.ts";

export type Figures = {
  statements_cents: Cents;
  books_cents: Cents;
  in_not_booked_cents: Cents;
  out_not_booked_cents: Cents;
  booked_in_cents: Cents;
  booked_out_cents: Cents;
  opening_difference_cents: Cents;
  difference_cents: Cents;
};

export async function readFigures(reader: Reader, day: PlainDate): Promise<Figures> {
  const { rows } = await sql<Figures>`SELECT * FROM reconciliation_figures(${day}::date)`.execute(
    reader,
  );
  return single(rows);
}
