// Pages of a list (API-7): with `page` and `page_size` a list returns one page and the count; without `page`, all rows.
const DEFAULT_PAGE_SIZE = 20;

export type Page = { limit: number; offset: number };

/** Returns the page that the query names, or null for the whole list. */
export function pageOf(query: {
  page?: number | undefined;
  page_size?: number | undefined;
}): Page | null {
  if (query.page === undefined) return null;
  const limit = query.page_size ?? DEFAULT_PAGE_SIZE;
  return { limit, offset: (query.page - 1) * limit };
}

/** Limits a query to the rows of the page; null leaves it whole. */
export function inPage<Rows extends { limit(most: number): Rows; offset(skipped: number): Rows }>(
  rows: Rows,
  page: Page | null,
): Rows {
  return page === null ? rows : rows.limit(page.limit).offset(page.offset);
}
