// The audit log: contract entry -> query.
import { getAudit, getAuditHead } from "#contract/audit.ts";
import { readAuditHead } from "#server/core/audit-chain.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import { listAudit } from "./audit.queries.ts";

export function auditRoutes(routes: Routes): void {
  routes.read(getAudit, (reader, { query }) => listAudit(reader, query));
  routes.read(getAuditHead, async (reader) => {
    const head = await readAuditHead(reader);
    return { entries: Number(head?.seq ?? 0), fingerprint: head?.hash ?? null };
  });
}
