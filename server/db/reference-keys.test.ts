import { Client } from "pg";
import { expect, test } from "vitest";
import { createEmptyDatabase } from "#tests/support/test-database.ts";
import { applyMigration, findMissing, migrate } from "./migrate.ts";

test("references that were reported before they counted without signs are carried, and nothing is lost", async () => {
  const connection = await createEmptyDatabase();
  const client = new Client(connection);
  await client.connect();
  for (const file of await findMissing(client))
    if (file.name < "0040") await applyMigration(client, file);
  // A backup is loaded like this: without the triggers that guard what comes one by one.
  await client.query("SET session_replication_role = replica");
  await client.query(`
    INSERT INTO members (id, username, first_name, last_name, email, phone, reg_number, password_hash, status, created_at)
    OVERRIDING SYSTEM VALUE
    SELECT id, 'member' || id, 'M', 'M', id || '@example.com', '+25471000000' || id, 'R' || id, 'x',
           CASE id WHEN 3 THEN 'pending_approval' ELSE 'active' END, '2026-01-01'
      FROM generate_series(1, 3) id`);
  const payments = [
    [1, 1, "contribution", "QWE-1", "approved"],
    [2, 2, "contribution", "QWE1", "approved"],
    [3, 1, "contribution", "QWE/1", "pending_approval"],
    [4, 1, "fine_payment", "QW-E1", "pending_approval"],
    [5, 3, "contribution", "NEW-1", "pending_approval"],
    [6, 3, "contribution", "ASD-1", "pending_approval"],
    [7, 2, "contribution", "ASD1", "pending_approval"],
    [8, 2, "contribution", "QWE--1", "rejected"],
  ];
  for (const [id, memberId, kind, reference, verdict] of payments) {
    const params = verdict === "pending_approval" ? "NULL" : "1";
    await client.query(`
      INSERT INTO payments (id, kind, member_id, amount_cents, reference, paid_at, submitted_at, contribution_month,
                            treasurer_verdict, treasurer_id, treasurer_at, treasurer_reason, sec_gen_verdict, sec_gen_id, sec_gen_at)
      OVERRIDING SYSTEM VALUE
      VALUES (${id}, '${kind}', ${memberId}, 100, '${reference}', '2026-02-01', '2026-02-01',
              ${kind === "contribution" ? "'2026-02-01'" : "NULL"}, '${verdict}', ${params},
              ${params === "1" ? "'2026-02-02'" : "NULL"}, ${verdict === "rejected" ? "'no'" : "NULL"},
              '${verdict === "approved" ? "approved" : "pending_approval"}', ${verdict === "approved" ? "2" : "NULL"},
              ${verdict === "approved" ? "'2026-02-02'" : "NULL"})`);
  }
  await client.query("SET session_replication_role = origin");
  await migrate(connection);

  const { rows } = await client.query(
    "SELECT id, reference, reference_key AS key, reference_standing AS standing FROM payments ORDER BY id",
  );
  expect(rows.map(({ id, reference, key, standing }) => [id, reference, key, standing])).toEqual([
    [1, "QWE-1", "QWE1", "holds"],
    [2, "QWE1", "QWE1", "carried"],
    [3, "QWE/1", "QWE1", "carried"],
    [4, "QW-E1", "QWE1", "holds"],
    [5, "NEW-1", "NEW1", "waits"],
    [6, "ASD-1", "ASD1", "carried"],
    [7, "ASD1", "ASD1", "holds"],
    [8, "QWE--1", "QWE1", "holds"],
  ]);
  const claims = await client.query("SELECT * FROM payment_references ORDER BY reference_key");
  expect(claims.rows).toEqual([
    { reference_key: "ASD1", member_id: 2, live_items: 1 },
    { reference_key: "QWE1", member_id: 1, live_items: 2 },
  ]);
  await client.end();
});
