// What a backup holds: every table of the schema, but for what must not outlive the moment.
import type { ClientBase } from "pg";

/** Left out, and why. Whatever is not named here is backed up, a table of a later release too. */
export const leftOut: Readonly<Record<string, string>> = {
  migrations: "written anew, as the backup's level says",
  sessions: "a restore signs everybody out",
  auditor_sessions: "a restore signs every auditor out",
  auditor_links: "a seat that was ended since would open again",
  mail_tokens: "a link that was mailed before opens nothing afterwards",
  mails: "carry such links",
  invitation_links: "an invitation that was sent before is made anew",
  setup_links: "a link of the server before opens nothing",
  push_keys: "are made anew, and browsers subscribe again after signing in",
  push_subscriptions: "carry secrets of browsers, which a restore signs out",
  throttle: "counts the last minutes",
};

/** Each table with its columns, those that are computed from others left out. */
export async function readStoredTables(client: ClientBase): Promise<Record<string, string[]>> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
        AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND c.relname <> ALL ($1)
      GROUP BY c.relname ORDER BY c.relname`,
    [Object.keys(leftOut)],
  );
  return Object.fromEntries(rows.map(({ name, columns }) => [name, columns]));
}
