// What the address of a list holds: its period, its page, and the dialog that is open above it.
import type { PlainDate } from "#domain/calendar.ts";
import type { PagingProps } from "#web/ui/paging.tsx";

type Period = { start_date?: PlainDate; end_date?: PlainDate };

/** The chosen period for a query; nothing when none is chosen. */
export function periodOf({ start_date, end_date }: Period): Period {
  return start_date === undefined || end_date === undefined ? {} : { start_date, end_date };
}

/** What opens a dialog where it stands in an address. */
type DialogSearch = { pay?: unknown; receipt?: unknown; print?: unknown; view?: unknown };

/**
 * Whether the address holds an open dialog. What follows it takes its place in the browser's history: going back after a dialog
 * was closed does not open it again.
 */
export function holdsDialog({ pay, receipt, print, view }: DialogSearch): boolean {
  return [pay, receipt, print, view].some((each) => each !== undefined);
}

const pageSize = 12;

/** The rows of one page of a list that is here as a whole. A page beyond the last shows the last. */
export function pageRows<Row>(
  rows: readonly Row[] | undefined,
  page: number | undefined,
  onPage: (page: number) => void,
): { rows: readonly Row[] | undefined; paging?: PagingProps } {
  if (rows === undefined) return { rows };
  const last = Math.max(1, Math.ceil(rows.length / pageSize));
  const shown = Math.min(page ?? 1, last);
  return {
    rows: rows.slice((shown - 1) * pageSize, shown * pageSize),
    paging: { page: shown, pageSize, count: rows.length, onPage },
  };
}
