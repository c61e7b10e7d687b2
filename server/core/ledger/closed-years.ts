// The financial years that are closed: nothing more is posted into them (BOOK-6).
import { DatabaseError } from "pg";
import type { PlainDate } from "#domain/calendar.ts";
import { refuse } from "#domain/refusal.ts";
import { violatedConstraint, type Reader } from "#server/db/connection.ts";

export type ClosedYear = { start: PlainDate; end: PlainDate; label: string; closedAt: Date };

/** Newest first. */
export async function readClosedYears(reader: Reader): Promise<ClosedYear[]> {
  return reader
    .selectFrom("closed_years")
    .select(["start_date as start", "end_date as end", "label", "closed_at as closedAt"])
    .orderBy("end_date", "desc")
    .execute();
}

/** The refusal that the trigger `entries_open_year` stands for, or the error itself. */
export function closedYearRefusal(error: unknown): unknown {
  return violatedConstraint(error) === "entries_open_year" && error instanceof DatabaseError
    ? refuse("year-closed", { year: error.detail ?? "" })
    : error;
}
