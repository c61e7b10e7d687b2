import { sql } from "kysely";
import { settingNames } from "#contract/choices.ts";
import { auditFacts, noticeChoiceFact } from "#domain/audit-log/audit-actions.ts";
import { noticeChannels, noticeKinds } from "#domain/notices/notice-choices.ts";
import { audit } from "#messages/en/web/audit.ts";
import type { Database } from "#server/db/connection.ts";

const names = [
  ...Object.keys(auditFacts),
  ...settingNames,
  ...noticeKinds.flatMap((kind) =>
    noticeChannels.map((channel) => noticeChoiceFact(kind, channel)),
  ),
  "member_id",
  "id",
];

/** What to do about each fact, and each value of a `named` one, that the screen of the log would show raw (SAFE-10). */
export async function unnamedFacts(db: Database): Promise<string[]> {
  const named = Object.entries(auditFacts).filter(([, kind]) => kind === "named");
  const { rows } = await sql<{ action: string; fact: string; value: string | null }>`
    WITH told AS (
      SELECT action, each.key AS fact, each.value
        FROM audit_entries,
             LATERAL (VALUES (before), (after)) side (written),
             -- A sentence of the program has its words where the server's other sentences are.
             LATERAL (SELECT jsonb_object_agg(key, CASE WHEN value ? 'key' AND value ? 'facts' THEN 'null' ELSE value END) AS facts
                        FROM jsonb_each(written)) told_so,
             LATERAL jsonb_path_query(facts, 'strict $.** ? (@.type() == "object")') part,
             LATERAL jsonb_each(part) each)
    SELECT DISTINCT action, fact, NULL AS value FROM told WHERE NOT fact = ANY (${names}::text[])
    UNION
    SELECT action, fact, value #>> '{}' FROM told
     WHERE fact = ANY (${named.map(([fact]) => fact)}::text[]) AND jsonb_typeof(value) = 'string'
     ORDER BY 1, 2`.execute(db);
  return rows
    .filter(({ fact, value }) => value === null || !isNamed(fact, value))
    .map(({ action, fact, value }) =>
      value === null
        ? `${action} tells "${fact}": add it to domain/audit-log/audit-actions.ts and name it in both messages/*/web/audit.ts`
        : `${action} tells "${fact}" as "${value}": name it under values in both messages/*/web/audit.ts`,
    );
}

function isNamed(fact: string, value: string): boolean {
  const words: Record<string, object> = audit.values;
  return value in (words[fact] ?? {});
}
