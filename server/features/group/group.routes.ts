// What anybody may know of the group.
import { getGroup } from "#contract/group.ts";
import { toKes } from "#domain/money.ts";
import { readGroupSettings } from "#server/core/group-settings.ts";
import type { Routes } from "#server/http/endpoint-route.ts";

export function groupRoutes(routes: Routes): void {
  routes.publicRead(getGroup, async (reader) => {
    const settings = await readGroupSettings(reader);
    return {
      name: settings.name,
      currency: "KES" as const,
      bank_name: settings.bankName,
      monthly_contribution: toKes(settings.monthlyContributionCents),
    };
  });
}
