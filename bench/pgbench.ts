// Raw SQL under pgbench: what PostgreSQL itself can do on this machine.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client } from "pg";
import type { ConnectionOptions } from "#server/db/connection.ts";
import { SEC_GEN } from "./data-set/group.ts";

/** In the schema `bench`: tables like the application's, without triggers and foreign keys; and balance rows. */
export async function preparePlain(client: Client): Promise<void> {
  await client.query("CREATE SCHEMA bench");
  for (const table of ["payments", "entries", "postings", "audit_entries", "notices"])
    await client.query(`CREATE TABLE bench.${table} (LIKE ${table} INCLUDING ALL)`);
  await client.query(`
    CREATE TABLE bench.balances (account text PRIMARY KEY, version bigint NOT NULL, cents bigint NOT NULL);
    INSERT INTO bench.balances SELECT 'bank', 0, 0 UNION ALL SELECT 'member ' || n, 0, 0 FROM generate_series(1, 200) n;
    CREATE TABLE bench.transfers (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, cents bigint, at timestamptz);
    CREATE TABLE bench.sides (transfer_id bigint, account text, version bigint, before bigint, cents bigint,
                              PRIMARY KEY (transfer_id, account));
    CREATE SEQUENCE bench.plain`);
}

/** The file with pgledger's SQL, from BENCH_PGLEDGER; empty if there is none. */
export const pgledgerFile = process.env["BENCH_PGLEDGER"] ?? "";

/** Installs pgledger in its own schema, with the same accounts: the bank and 200 members. */
export async function preparePgledger(client: Client): Promise<void> {
  await client.query("CREATE SCHEMA bench_pgledger");
  await client.query("SET search_path = bench_pgledger, public");
  await client.query(readFileSync(pgledgerFile, "utf8"));
  await client.query(`
    SELECT pgledger_create_account(name, 'KES')
      FROM (SELECT 'bank' AS name UNION ALL SELECT 'member ' || n FROM generate_series(1, 200) n) named;
    CREATE TABLE named AS SELECT name, id FROM pgledger_accounts;
    ALTER TABLE named ADD PRIMARY KEY (name)`);
  await client.query("RESET search_path");
}

/** The rows of an approval: the verdict, its audit row, the member's notice, the entry and its postings. */
function approval(schema: string, verdict: string): string {
  return `BEGIN;
    WITH approved AS (${verdict}),
    entry AS (
      INSERT INTO ${schema}.entries (business_date, description, source_kind, source_id, purpose, author_id, recorded_at)
      SELECT (at AT TIME ZONE 'Africa/Nairobi')::date, 'Contribution ' || reference, 'payment', id, 'contribution', ${SEC_GEN}, at
        FROM approved RETURNING id, business_date),
    told AS (
      INSERT INTO ${schema}.audit_entries (at, actor_id, action, subject, subject_id, before, after, address)
      SELECT at, ${SEC_GEN}, 'contributions.approve', 'contribution', id, '{"status": "pending_approval"}',
             '{"status": "approved", "office": "Sec-Gen"}', '127.0.0.1' FROM approved),
    receipt AS (
      INSERT INTO ${schema}.notices (member_id, event, kind, about_kind, about_id, occasion, facts, created_at, dispatched_at)
      SELECT member_id, 'payment_approved', 'receipt', 'contribution', id, 'payment_approved:' || id,
             jsonb_build_object('kind', 'contribution', 'number', id::text, 'amount', jsonb_build_object('cents', amount_cents::text)),
             at, at FROM approved)
    INSERT INTO ${schema}.postings (entry_id, line, account, amount_cents, business_date, member_id)
    SELECT entry.id, line, account, sign * amount_cents, business_date, member_id
      FROM entry, approved, (VALUES (1, 'bank', 1), (2, 'monthly_contribution', -1)) side (line, account, sign);
    COMMIT;`;
}

export const scripts = {
  same: approval(
    "public",
    `UPDATE payments SET sec_gen_verdict = 'approved', sec_gen_id = ${SEC_GEN}, sec_gen_at = date_trunc('milliseconds', now())
      FROM (SELECT nextval('bench_payment') AS next OFFSET 0) due WHERE id = due.next RETURNING id, member_id, amount_cents, reference, sec_gen_at AS at`,
  ),
  // The empty copy has no payment to update, so the script inserts one.
  plain: approval(
    "bench",
    `INSERT INTO bench.payments (kind, member_id, amount_cents, reference, paid_at, submitted_at, contribution_month,
                                 treasurer_verdict, treasurer_id, treasurer_at, sec_gen_verdict, sec_gen_id, sec_gen_at)
     SELECT 'contribution', 4 + n % 196, 100000, 'P' || n, now(), now(), date_trunc('month', now())::date, 'approved', 2, now(),
            'approved', ${SEC_GEN}, now() FROM nextval('bench.plain') n
     RETURNING id, member_id, amount_cents, reference, sec_gen_at AS at`,
  ),
  // Locks both balances in the order of their names, so that two transfers never wait for each other.
  hot: `\\set member random(1, 200)
    BEGIN;
    WITH held AS (
      SELECT * FROM bench.balances WHERE account IN ('bank', 'member ' || :member) ORDER BY account FOR UPDATE),
    moved AS (
      INSERT INTO bench.transfers (cents, at) VALUES (100000, now()) RETURNING id),
    kept AS (
      UPDATE bench.balances b SET version = b.version + 1, cents = b.cents + 100000 FROM held WHERE held.account = b.account)
    INSERT INTO bench.sides SELECT moved.id, account, version, cents, 100000 FROM held, moved;
    COMMIT;`,
  pgledger: `\\set member random(1, 200)
    SET search_path = bench_pgledger, public;
    SELECT FROM named member, named bank, pgledger_create_transfer(member.id, bank.id, 1000)
     WHERE member.name = 'member ' || :member AND bank.name = 'bank';`,
};

/** Transactions a second. */
export function runPgbench(
  connection: ConnectionOptions,
  script: string,
  { clients, transactions }: { clients: number; transactions: number },
): number {
  const folder = mkdtempSync(join(tmpdir(), "akiba-pgbench-"));
  const file = join(folder, "script.sql");
  writeFileSync(file, script);
  const where =
    "connectionString" in connection
      ? [connection.connectionString]
      : [
          "-h",
          connection.host,
          "-p",
          String(connection.port),
          "-U",
          connection.user,
          connection.database,
        ];
  try {
    const output = execFileSync(
      "pgbench",
      [
        "-n",
        "-f",
        file,
        "-M",
        "prepared",
        "-c",
        String(clients),
        "-j",
        "2",
        "-t",
        String(transactions),
        ...where,
      ],
      { encoding: "utf8" },
    );
    const rate = Number(/tps = ([\d.]+)/.exec(output)?.[1]);
    if (!(rate > 0) || /number of failed transactions: [1-9]/.test(output))
      throw new Error(`pgbench: ${output}`);
    return rate;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
