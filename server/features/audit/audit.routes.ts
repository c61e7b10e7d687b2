// The audit log: contract entry -> query.
import { getAudit, getAuditHead } from "#contract/audit.ts";
import { readTreeHead } from "#server/core/audit-log/log-tree.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import { listAudit } from "./audit.queries.ts";

export function auditRoutes(routes: Routes): void {
  routes.read(getAudit, (reader, { query }) => listAudit(reader, query));
  routes.read(getAuditHead, async (reader) => {
    const head = await readTreeHead(reader);
    return { entries: head?.size ?? 0, fingerprint: head?.fingerprint ?? null };
  });
}
