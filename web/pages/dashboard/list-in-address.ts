// Reads a list's address: its period, its page, and the dialog that is open above it.
import type { PlainDate } from "#domain/calendar.ts";
import type { PagingProps } from "#web/ui/paging.tsx";

type Period = { start_date?: PlainDate; end_date?: PlainDate };

/** The chosen period as a query; empty if none is chosen. */
export function periodOf({ start_date, end_date }: Period): Period {
  return start_date === undefined || end_date === undefined ? {} : { start_date, end_date };
}

/** The query parameters that open a dialog. */
type DialogSearch = { pay?: unknown; receipt?: unknown; print?: unknown; view?: unknown };

/**
 * Whether the address has an open dialog. The next address then replaces it in the browser's history, so that going
 * back does not open a closed dialog again.
 */
export function holdsDialog({ pay, receipt, print, view }: DialogSearch): boolean {
  return [pay, receipt, print, view].some((each) => each !== undefined);
}

type MembersSearch = {
  search?: string;
  status?: "active" | "dormant" | "pending_approval" | "cleared" | "";
  page?: number;
};

/** The query of a page of members: those whose names, numbers and status were sought. */
export function membersIn({ search = "", status = "", page = 1 }: MembersSearch, pageSize: number) {
  return { query: { search, status, page, page_size: pageSize } };
}

const pageSize = 12;

/** One page of a list that is loaded as a whole. A page number after the last shows the last page. */
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
