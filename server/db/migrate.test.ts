import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { Client } from "pg";
import { expect, test } from "vitest";
import { createTestDatabase, createEmptyDatabase } from "#tests/support/test-database.ts";
import { migrate, applyMigration, findMissing } from "./migrate.ts";

test("five servers starting at once on an empty database apply each migration once", async () => {
  const connection = await createTestDatabase();
  const database = `${connection.database}_empty`;
  const admin = new Client(connection);
  await admin.connect();
  await admin.query(`CREATE DATABASE ${database} TEMPLATE template0`);
  await admin.end();

  const applied = await Promise.all(
    Array.from({ length: 5 }, () => migrate({ ...connection, database })),
  );

  const [first, ...others] = applied.toSorted((one, other) => other.length - one.length);
  expect(first).toContain("0001-members.sql");
  expect(others).toEqual([[], [], [], []]);
});

// After a migration, `npx vitest run --project server server/db/migrate.test.ts -u` generates the types again.
test("the row types in tables.ts match the real schema", async () => {
  const { host, user, database } = await createTestDatabase();
  const { stdout } = await promisify(execFile)("node_modules/.bin/kysely-codegen", [
    "--url",
    `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
    "--dialect",
    "postgres",
    "--date-parser",
    "string",
    "--type-mapping",
    '{"int8":"bigint"}',
    "--exclude-pattern",
    "graphile_worker.*",
    "--print",
  ]);
  const types = stdout.slice(stdout.indexOf("/**"));
  await expect(types).toMatchFileSnapshot("./tables.ts");
});

const bodyOf = async (client: Client, name: string) =>
  (
    await client.query<{ body: string }>("SELECT prosrc AS body FROM pg_proc WHERE proname = $1", [
      name,
    ])
  ).rows[0]?.body;

test("functions are made again only when the database has another release's, and stay if that one is newer", async () => {
  const connection = await createTestDatabase();
  const client = new Client(connection);
  await client.connect();
  const body = await bodyOf(client, "refuse_change");
  const alter = (hash: string) =>
    client.query(`CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN END';
                  COMMENT ON TABLE migrations IS '${hash}'`);
  const { rows } = await client.query("SELECT obj_description('migrations'::regclass) AS hash");
  await alter(rows[0].hash);
  expect(await migrate(connection)).toEqual([]);
  expect(await bodyOf(client, "refuse_change"), "verify finds it").toBe("BEGIN END");

  await alter("that of an older release");
  await Promise.all([migrate(connection), migrate(connection), migrate(connection)]);
  expect(await bodyOf(client, "refuse_change")).toBe(body);

  await alter("that of a newer release");
  await client.query("INSERT INTO migrations (name) VALUES ('9999-newer.sql')");
  await migrate(connection);
  expect(await bodyOf(client, "refuse_change")).toBe("BEGIN END");
  await client.end();
});

test("every function can be made over itself, and its body is valid", async () => {
  const client = new Client(await createTestDatabase());
  await client.connect();
  const readFunctions = async () =>
    (
      await client.query(
        `SELECT proname, prosrc, proconfig::text FROM pg_proc
          WHERE pronamespace = 'public'::regnamespace ORDER BY oid`,
      )
    ).rows;
  const before = await readFunctions();
  const files = await readdir("server/db/functions");
  for (const file of files.filter((name) => name.endsWith(".sql")))
    await client.query(await readFile(`server/db/functions/${file}`, "utf8"));
  expect(await readFunctions()).toEqual(before);
  await client.end();
});

test("each function is in one file, unless it computes what tables store", async () => {
  const client = new Client(await createTestDatabase());
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    "SELECT DISTINCT proname AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY 1",
  );
  await client.end();
  const files = (await readdir("server/db/functions")).filter((name) => name.endsWith(".sql"));
  const written: string[] = [];
  for (const file of ["schema.sql", ...files.map((name) => `functions/${name}`)])
    for (const [, name] of (await readFile(`server/db/${file}`, "utf8")).matchAll(
      /^CREATE OR REPLACE FUNCTION (\w+)/gm,
    ))
      written.push(name!);
  expect(written.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

test("a migration that fails leaves none of the others behind", async () => {
  const connection = await createEmptyDatabase();
  const client = new Client(connection);
  await client.connect();
  await client.query("CREATE TABLE words (id int)");
  await expect(migrate(connection)).rejects.toThrow('relation "words" already exists');
  const { rows } = await client.query(
    "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace",
  );
  expect(rows).toEqual([{ relname: "words" }]);
  await client.end();
});

test("migration 0040 carries over references that differ only in punctuation, and loses none", async () => {
  const connection = await createEmptyDatabase();
  const client = new Client(connection);
  await client.connect();
  for (const file of await findMissing(client))
    if (file.name < "0040") await applyMigration(client, file);
  // Without triggers, as a restore loads rows.
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
    const decider = verdict === "pending_approval" ? "NULL" : "1";
    await client.query(`
      INSERT INTO payments (id, kind, member_id, amount_cents, reference, paid_at, submitted_at, contribution_month,
                            treasurer_verdict, treasurer_id, treasurer_at, treasurer_reason, sec_gen_verdict, sec_gen_id, sec_gen_at)
      OVERRIDING SYSTEM VALUE
      VALUES (${id}, '${kind}', ${memberId}, 100, '${reference}', '2026-02-01', '2026-02-01',
              ${kind === "contribution" ? "'2026-02-01'" : "NULL"}, '${verdict}', ${decider},
              ${decider === "1" ? "'2026-02-02'" : "NULL"}, ${verdict === "rejected" ? "'no'" : "NULL"},
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

const HELD = "This reference stands on another member's payment.";

test("reasons that a rule wrote before 0060 are rendered from facts, and reasons that an office typed stay as typed", async () => {
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
  // The audit log stores a hash of the record, so a forger would have to change both.
  await client.query("SET session_replication_role = replica");
  await expect(
    client.query("UPDATE loans SET refused_above_cents = 1 WHERE number = 2"),
  ).rejects.toThrow("loans_refused_above");
  await expect(
    client.query("UPDATE payments SET rejected_by_rule = 'reference-held'"),
  ).rejects.toThrow("payments_rejected_by_rule");
  await client.end();
});
