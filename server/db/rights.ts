// What the server's role may do in the database, in which it owns nothing (SAFE-17, docs/decisions/021-server-role.md).
import { escapeIdentifier, type ClientBase } from "pg";
import type { DB } from "./tables.ts";

type Right = "SELECT" | "INSERT" | "UPDATE" | "DELETE";

const READ = ["SELECT"] as const;
/** Rows are never changed or deleted. */
const APPEND = ["SELECT", "INSERT"] as const;
/** Rows are never deleted. */
const CHANGE = ["SELECT", "INSERT", "UPDATE"] as const;
/** Rows are never changed. */
const REPLACE = ["SELECT", "INSERT", "DELETE"] as const;
const ALL = ["SELECT", "INSERT", "UPDATE", "DELETE"] as const;

/** The rights on each table. Add a new table here with no more rights than the server needs. */
export const rights: Readonly<Record<keyof DB, readonly Right[]>> = {
  accounts: READ,
  audit_counts: CHANGE,
  audit_entries: APPEND,
  audit_seals: APPEND,
  auditor_links: REPLACE,
  auditor_sessions: ALL,
  auditors: CHANGE,
  backup_runs: REPLACE,
  bad_debt_recoveries: APPEND,
  bad_debts: CHANGE,
  balance_days: CHANGE,
  balance_months: CHANGE,
  book_claims: CHANGE,
  closed_years: APPEND,
  daraja_callbacks: CHANGE,
  daraja_requests: CHANGE,
  daraja_state: CHANGE,
  distribution_fines: APPEND,
  distribution_members: APPEND,
  distribution_shares: APPEND,
  distribution_take_backs: APPEND,
  distributions: CHANGE,
  dividend_declarations: CHANGE,
  dividend_payments: CHANGE,
  earlier_phones: APPEND,
  entries: APPEND,
  entry_references: APPEND,
  entry_resolutions: APPEND,
  fine_settlements: APPEND,
  fines: CHANGE,
  fixed_deposit_redemptions: CHANGE,
  fixed_deposits: CHANGE,
  founding: CHANGE,
  group_clock: CHANGE,
  group_identity: READ,
  group_settings: CHANGE,
  idempotency_keys: ALL,
  invitation_links: REPLACE,
  invitation_uses: APPEND,
  invitations: CHANGE,
  known_devices: ALL,
  fund_amounts: APPEND,
  fund_days: CHANGE,
  funds: CHANGE,
  ledger_posts: APPEND,
  live_lines: CHANGE,
  loan_calls: APPEND,
  loan_change_answers: CHANGE,
  loan_changes: CHANGE,
  loan_guarantees: CHANGE,
  loan_interest: APPEND,
  loan_products: CHANGE,
  loan_repayments: CHANGE,
  loan_rows: APPEND,
  loan_versions: APPEND,
  loans: CHANGE,
  log_leaves: APPEND,
  log_tree: APPEND,
  mail_tokens: ALL,
  mails: ALL,
  collections: CHANGE,
  meeting_minutes: APPEND,
  meeting_resolutions: ALL,
  meeting_roll: CHANGE,
  meeting_signatures: APPEND,
  meetings: CHANGE,
  member_balances: CHANGE,
  member_photos: REPLACE,
  members: CHANGE,
  migrations: READ,
  mpesa_asks: CHANGE,
  mpesa_payouts: CHANGE,
  noted_heads: APPEND,
  notice_choices: CHANGE,
  notice_messages: CHANGE,
  notice_preferences: CHANGE,
  notices: CHANGE,
  objection_links: CHANGE,
  office_answers: APPEND,
  office_proposals: CHANGE,
  opening_answers: APPEND,
  opening_balances: APPEND,
  opening_deposits: APPEND,
  opening_loans: APPEND,
  opening_members: APPEND,
  opening_take_backs: APPEND,
  openings: CHANGE,
  past_contributions: APPEND,
  payment_references: ALL,
  payments: CHANGE,
  phone_codes: CHANGE,
  postings: APPEND,
  postings_to_sum: REPLACE,
  proposals: CHANGE,
  push_keys: APPEND,
  push_subscriptions: ALL,
  reconciliation_acceptances: APPEND,
  reconciliation_changes: REPLACE,
  reconciliation_spans: ALL,
  reconciliation_start: CHANGE,
  recovery_codes: ALL,
  rotation_events: APPEND,
  rotation_members: ALL,
  rotation_requests: APPEND,
  rotation_swaps: CHANGE,
  rotation_turns: APPEND,
  rotations: CHANGE,
  rule_beginnings: READ,
  second_person_limits: APPEND,
  sessions: ALL,
  setting_objections: APPEND,
  settled_loans: APPEND,
  settlements: APPEND,
  setup_links: CHANGE,
  sms_answers: APPEND,
  sms_gateway: CHANGE,
  sms_reports: REPLACE,
  sms_stops: ALL,
  statement_acceptances: APPEND,
  statement_accounts: CHANGE,
  statement_files: APPEND,
  statement_line_days: CHANGE,
  statement_line_sources: APPEND,
  statement_line_words: CHANGE,
  statement_lines: CHANGE,
  statement_lines_to_index: REPLACE,
  statement_matches: CHANGE,
  statement_set_asides: CHANGE,
  statement_twins: APPEND,
  statements: CHANGE,
  throttle: ALL,
  two_step: ALL,
  usual_fines: REPLACE,
  verify_runs: REPLACE,
  words: CHANGE,
};

/** The schema of the job queue; graphile-worker defines its tables. */
const QUEUE = "graphile_worker";

type Relation = {
  schema: string;
  name: string;
  kind: "r" | "v" | "S";
  granted: string[];
  /** Whether the role has rights on single columns, which the list never gives. */
  by_column: boolean;
  /** Row-level security hides every row from the role, since the role does not own the table and has no policy. */
  is_hidden: boolean;
};

/**
 * Grants `role` exactly the rights in the list, and changes nothing if it has them already. `client` must be signed in as the tables'
 * owner. Tables that are not in the list stay as they are. Returns the tables on which the role could do more than the list says.
 */
export async function grantRights(client: ClientBase, role: string): Promise<string[]> {
  const name = escapeIdentifier(role);
  const { rows } = await client.query<Relation>(
    `SELECT n.nspname AS schema, c.relname AS name, c.relkind::text AS kind,
            ARRAY(SELECT a.privilege_type FROM aclexplode(c.relacl) a WHERE a.grantee = r.oid ORDER BY 1) AS granted,
            EXISTS (SELECT FROM pg_attribute t, aclexplode(t.attacl) a WHERE t.attrelid = c.oid AND a.grantee = r.oid) AS by_column,
            c.relrowsecurity AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND r.oid = ANY (p.polroles))
              AS is_hidden
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_roles r ON r.rolname = $1
      WHERE n.nspname IN (current_schema(), '${QUEUE}') AND c.relkind IN ('r', 'v', 'S')`,
    [role],
  );
  const wrong = rows.filter(
    (each) =>
      isNamed(each) && (each.by_column || each.granted.join() !== rightsOn(each).toSorted().join()),
  );
  const hidden = rows.filter((each) => each.is_hidden);
  if (wrong.length === 0 && hidden.length === 0) return [];
  const statements = [
    ...[...new Set(rows.map(({ schema }) => schema))].map(
      (schema) => `GRANT USAGE ON SCHEMA ${escapeIdentifier(schema)} TO ${name}`,
    ),
    ...wrong.flatMap((each) => {
      const target = `${each.kind === "S" ? "SEQUENCE" : "TABLE"} ${nameOf(each)}`;
      return [
        `REVOKE ALL ON ${target} FROM ${name}`,
        `GRANT ${rightsOn(each).join(", ")} ON ${target} TO ${name}`,
      ];
    }),
    ...hidden.map(
      (each) =>
        `CREATE POLICY ${name} ON ${nameOf(each)} TO ${name} USING (true) WITH CHECK (true)`,
    ),
  ];
  await client.query(`BEGIN; ${statements.join("; ")}; COMMIT`);
  return wrong
    .filter(
      (each) => each.by_column || each.granted.some((right) => !rightsOn(each).includes(right)),
    )
    .map(({ name: table }) => table);
}

function rightsOn({ schema, name, kind }: Relation): readonly string[] {
  // A sequence may be read (by the backup) and advanced, but never set back.
  if (kind === "S") return ["SELECT", "USAGE"];
  if (schema === QUEUE) return name === "migrations" || kind === "v" ? READ : ALL;
  return rights[name as keyof DB];
}

function isNamed({ schema, name, kind }: Relation): boolean {
  return kind === "S" || schema === QUEUE || Object.hasOwn(rights, name);
}

function nameOf({ schema, name }: Relation): string {
  return `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;
}

/** Creates the role if it is missing, with no right but to sign in. */
export async function ensureRole(client: ClientBase, role: string): Promise<void> {
  const found = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [role]);
  if (found.rowCount !== 0) return;
  await client
    .query(`CREATE ROLE ${escapeIdentifier(role)} LOGIN`)
    // Another process has just created it, from another database of the same PostgreSQL.
    .catch((error: unknown) => {
      if (!["42710", "23505"].includes((error as { code?: string }).code ?? "")) throw error;
    });
}

/** Whether the role of this connection could exceed the list, because it owns tables or is a superuser. */
export async function ownsTables(client: Pick<ClientBase, "query">): Promise<boolean> {
  const { rows } = await client.query<{ owns: boolean }>(
    `SELECT current_setting('is_superuser')::bool OR EXISTS (
       SELECT FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
          AND pg_has_role(relowner, 'MEMBER')) AS owns`,
  );
  return rows[0]?.owns === true;
}
