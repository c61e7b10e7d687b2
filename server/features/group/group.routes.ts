// What anybody may know of the group, and its settings.
import * as contract from "#contract/group.ts";
import { toKes } from "#domain/money.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import { changeGroupSettings } from "./settings.actions.ts";
import { readSettings } from "./settings.queries.ts";

export function groupRoutes(routes: Routes): void {
  routes.publicRead(contract.getGroup, async (reader) => {
    const settings = await readGroupSettings(reader);
    return {
      name: settings.name,
      currency: "KES" as const,
      bank_name: settings.bankName,
      monthly_contribution: toKes(settings.monthlyContributionCents),
    };
  });
  routes.read(contract.getSettings, (reader, { query }) => readSettings(reader, query));
  routes.write(contract.changeSettings, changeGroupSettings, { changesMembership: true });
}
