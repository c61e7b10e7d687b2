import type { PagingProps } from "#web/ui/paging.tsx";

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
