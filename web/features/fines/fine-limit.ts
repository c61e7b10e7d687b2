import { getSettings } from "#endpoints/group.ts";
import type { Cents } from "#domain/money.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { sumCents } from "#web/ui/money.tsx";

/**
 * The limit in KES if fines of so many cents are above it, so that they wait for a second official (BOOK-27); else null.
 * The server adds the official's others of 24 hours.
 */
export function useFineLimit(cents: Cents | null): number | null {
  const { data } = useEndpoint(getSettings);
  const limit = data?.fine_limit ?? null;
  return limit !== null && cents !== null && cents > sumCents([limit]) ? limit : null;
}
