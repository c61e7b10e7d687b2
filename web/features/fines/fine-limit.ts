import { getSettings } from "#endpoints/group.ts";
import type { Cents } from "#domain/money.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { sumCents } from "#web/ui/money.tsx";

/** The limit in KES if a fine of so many cents is above it, so that it waits for a second official (BOOK-27); else null. */
export function useFineLimit(cents: Cents | null): number | null {
  const { data } = useEndpoint(getSettings);
  const limit = data?.fine_limit ?? null;
  return limit !== null && cents !== null && cents > sumCents([limit]) ? limit : null;
}
