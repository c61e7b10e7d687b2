import { Client } from "pg";
import { expect, test } from "vitest";
import { createEmptyDatabase } from "#tests/support/test-database.ts";
import { applyMigration, findMissing, migrate } from "./migrate.ts";

const HELD = "This reference stands on another member's payment.";

test("reasons that rules gave before 0060 are rendered from their facts, and an office's own words stay its own", async () => {
  const connection = await createEmptyDatabase();
  const client = new Client(connection);
  await client.connect();
  for (const file of await findMissing(client))
    if (file.name < "0060") await applyMigration(client, file);
  await client.query("SET session_replication_role = replica");
  await client.query(`
    INSERT INTO members (id, username, first_name, last_name, email, phone, reg_number, password_hash, status, created_at)
    OVERRIDING SYSTEM VALUE
    SELECT id, 'member' || id, 'M', 'M', id || '@example.com', '+25471000000' || id, 'R' || id, 'x', 'active', '2026-01-01'
      FROM generate_series(1, 3) id`);
  const limits = ["0.00", "84,600.05", "1,234,567,890.00"];
  for (const [index, limit] of limits.entries())
    await client.query(
      `INSERT INTO loans (member_id, number, loan_type, amount_cents, interest_cents, rate_bp, term_months, applied_at,
                          refused_because, status)
       VALUES (1, $1, 'normal_loan', 9e15, 0, 1000, 12, '2026-02-01', $2, 'rejected')`,
      [index + 1, `The amount is above your loan limit of KES ${limit}.`],
    );
  const rejected = [
    ["waits", HELD],
    ["waits", "Not received"],
    ["holds", HELD],
  ];
  for (const [index, [standing, reason]] of rejected.entries())
    await client.query(
      `INSERT INTO payments (kind, member_id, amount_cents, reference, paid_at, submitted_at, contribution_month,
                             reference_standing, treasurer_verdict, treasurer_id, treasurer_at, treasurer_reason)
       VALUES ('contribution', 2, 100, $1, '2026-02-01', '2026-02-01', '2026-02-01', $2, 'rejected', 3, '2026-02-02', $3)`,
      [`QWE000${index}`, standing, reason],
    );
  await client.query("SET session_replication_role = origin");
  await migrate(connection);

  const loans = await client.query("SELECT refused_above_cents FROM loans ORDER BY number");
  expect(loans.rows.map((row) => row.refused_above_cents)).toEqual([
    "0",
    "8460005",
    "123456789000",
  ]);
  const payments = await client.query("SELECT rejected_by_rule FROM payments ORDER BY id");
  expect(payments.rows.map((row) => row.rejected_by_rule)).toEqual(["reference-held", null, null]);
  // What a forger would have to change together with the record, which the audit log witnesses.
  await client.query("SET session_replication_role = replica");
  await expect(
    client.query("UPDATE loans SET refused_above_cents = 1 WHERE number = 2"),
  ).rejects.toThrow("loans_refused_above");
  await expect(
    client.query("UPDATE payments SET rejected_by_rule = 'reference-held'"),
  ).rejects.toThrow("payments_rejected_by_rule");
  await client.end();
});
