// The audit log is shown in words (SAFE-10), so each of its facts needs a name.
import { sql } from "kysely";
import { settingNames } from "#contract/group.ts";
import { auditFacts } from "#domain/audit-log/audit-actions.ts";
import type { Database } from "#server/db/connection.ts";

/** What to do about each fact in some entry of the log that has no name. */
export async function unnamedFacts(db: Database): Promise<string[]> {
  const named = [...Object.keys(auditFacts), ...settingNames, "member_id"];
  const { rows } = await sql<{ action: string; fact: string }>`
    SELECT DISTINCT action, fact FROM audit_entries,
           LATERAL (SELECT jsonb_object_keys(coalesce(before, '{}') || coalesce(after, '{}'))) told (fact)
     WHERE NOT fact = ANY (${named}::text[]) ORDER BY 1, 2`.execute(db);
  return rows.map(
    ({ action, fact }) =>
      `${action} tells "${fact}": add it to domain/audit-log/audit-actions.ts and name it in both messages/*/web/audit.ts`,
  );
}
