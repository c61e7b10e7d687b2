import { getSettings } from "#contract/group.ts";
import type { YearStart } from "#domain/calendar.ts";
import { useEndpoint } from "#web/api/use-query.ts";

/** On which day the group's financial year begins (BOOK-21); undefined until that is known. */
export function useYearStart(enabled = true): YearStart | undefined {
  const settings = useEndpoint(getSettings, { query: { page: 1, page_size: 1 }, enabled });
  if (settings.data === undefined) return undefined;
  const [month = 1, day = 1] = settings.data.financial_year_start.split("-").map(Number);
  return { month, day };
}
