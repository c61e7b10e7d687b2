// The group's public facts, and its settings.
import * as contract from "#contract/group.ts";
import { toKes } from "#domain/money.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import { countDueSettings } from "#server/core/approvals/setting-proposals.ts";
import type { Database } from "#server/db/connection.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import { changeGroupSettings } from "./settings.actions.ts";
import { readSettings } from "./settings.queries.ts";

export function groupRoutes(routes: Routes, db: Database): void {
  routes.public(contract.getGroup, async (reader) => {
    const settings = await readGroupSettings(reader);
    return {
      name: settings.name,
      currency: "KES" as const,
      bank_name: settings.bankName,
      monthly_contribution: toKes(settings.monthlyContributionCents),
    };
  });
  routes.read(contract.getSettings, async (reader, { now, query }) => {
    await countDueSettings(db, now);
    return readSettings(reader, query);
  });
  routes.write(contract.changeSettings, changeGroupSettings, {
    changesMembership: true,
    prepare: (prepared, { now }) => countDueSettings(prepared, now),
  });
}
