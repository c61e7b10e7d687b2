// The books as files: contract entry -> action.
import { exportJournal as endpoint } from "#contract/ledger.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import { exportBooks, recordExport, type PrintReports } from "./export-journal.ts";

export function accountingExportRoutes(routes: Routes, printReports: PrintReports): void {
  routes.download(
    endpoint,
    (reader, { query, ...by }) => exportBooks(reader, by, { query, printReports }),
    (db, { query, ...by }) => recordExport(db, by, query),
  );
}
