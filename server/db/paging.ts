// Pages of a list (API-7): `page` and `page_size` give a part and its count; without `page` everything.
const DEFAULT_PAGE_SIZE = 20;

export type Page = { limit: number; offset: number };

/** The part of the list asked for, or null when all of it is. */
export function pageOf(query: {
  page?: number | undefined;
  page_size?: number | undefined;
}): Page | null {
  if (query.page === undefined) return null;
  const limit = query.page_size ?? DEFAULT_PAGE_SIZE;
  return { limit, offset: (query.page - 1) * limit };
}

/** The rows of the page alone, or all of them. */
export function inPage<Rows extends { limit(most: number): Rows; offset(skipped: number): Rows }>(
  rows: Rows,
  page: Page | null,
): Rows {
  return page === null ? rows : rows.limit(page.limit).offset(page.offset);
}
