// The journal as a file: contract entry -> action.
import { exportJournal as endpoint } from "#contract/ledger.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import { exportJournal } from "./export-journal.ts";

export function accountingExportRoutes(routes: Routes): void {
  routes.download(endpoint, (db, { query, ...by }) => exportJournal(db, by, query.format));
}
