import { getSettings } from "#contract/group.ts";
import type { Cents } from "#domain/money.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { sumCents } from "#web/ui/money.tsx";

/**
 * The limit in KES when what would leave the bank is above it, so that the entry is proposed and waits for a second official
 * (BOOK-20); null when it is posted at once. `effectCents` is negative for what leaves; null while it is not known.
 */
export function useSecondPerson(effectCents: Cents | null): number | null {
  const { data } = useEndpoint(getSettings, { figuresOnly: true });
  const above = data?.second_person_above ?? null;
  if (above === null || effectCents === null) return null;
  return -effectCents > sumCents([above]) ? above : null;
}
