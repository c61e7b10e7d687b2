// Reconciliation: contract entry -> action or reader.
import * as contract from "#contract/reconciliation.ts";
import { can } from "#domain/permissions.ts";
import { readReconciliation } from "#server/core/statements/reconciliation.ts";
import { inSnapshot } from "#server/db/connection.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import { acceptReconciliation } from "./accept-reconciliation.ts";

export function reconciliationRoutes(routes: Routes): void {
  routes.read(contract.getReconciliation, (reader, { actor, query: { date }, t }) =>
    inSnapshot(reader, (snapshot) =>
      readReconciliation(snapshot, {
        date,
        withItems: can(actor, "reconciliation.read-lists"),
        t,
      }),
    ),
  );

  // Waits for whatever is being written, so that what comes later has later numbers.
  routes.write(contract.acceptReconciliation, acceptReconciliation, { changesMembership: true });
}
