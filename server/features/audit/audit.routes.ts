// The audit log: contract entry -> query.
import { getAudit } from "#contract/audit.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import { listAudit } from "./audit.queries.ts";

export function auditRoutes(routes: Routes): void {
  routes.read(getAudit, (reader, { query }) => listAudit(reader, query));
}
