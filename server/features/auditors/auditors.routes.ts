// The auditor's seat: contract entry -> action or query.
import * as contract from "#contract/auditors.ts";
import type { Throttle } from "#server/core/requests/throttle.ts";
import { pageOf } from "#server/db/paging.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import type { Config } from "#server/platform/config.ts";
import { end, enter, invite } from "./auditors.actions.ts";
import { auditorExists, readAuditors, readOwnSeat } from "./auditors.queries.ts";

export function auditorRoutes(
  routes: Routes,
  { config, throttle }: { config: Pick<Config, "publicUrl">; throttle: Throttle },
): void {
  routes.read(contract.getAuditors, async (reader, { query, now }) => {
    const { auditors, count } = await readAuditors(reader, { now, page: pageOf(query) });
    return { auditors, ...(count === undefined ? {} : { count }) };
  });
  routes.write(contract.inviteAuditor, (tx, by) => invite(tx, by, config.publicUrl));
  routes.write(contract.endAuditor, end, { exists: auditorExists });
  routes.public(contract.enterAsAuditor, (db, request) => enter(db, throttle, request));
  routes.read(contract.getOwnSeat, (reader, { actor }) => readOwnSeat(reader, actor));
}
