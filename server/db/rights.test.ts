import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { createTestDatabase } from "#tests/support/test-database.ts";
import { startGroup, type TestGroup } from "#tests/support/test-group.ts";
import { migrate } from "./migrate.ts";
import { asServer, openMigrated } from "./open-database.ts";
import { owners } from "./owners.ts";
import { rights } from "./rights.ts";

let group: TestGroup;
let owner: Client;
let server: Client;

const connect = async (connection: ConstructorParameters<typeof Client>[0]) => {
  const client = new Client(connection);
  await client.connect();
  return client;
};
const appendOnly = Object.entries(rights).flatMap(([table, allowed]) =>
  allowed.some((right) => right === "UPDATE" || right === "DELETE") ? [] : [table],
);

beforeAll(async () => {
  group = await startGroup();
  owner = await connect(group.connection);
  server = await connect(group.serverConnection);
});
afterAll(async () => {
  await owner.end();
  await server.end();
  await group.close();
});

describe("the server's role", () => {
  it("signs in on every connection of a running server", async () => {
    await group.api("GET", "/api/group/");
    const { rows } = await owner.query(
      `SELECT DISTINCT usename FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'akiba'
          AND query NOT LIKE '%FROM pg_stat_activity%'`,
    );
    expect(rows).toEqual([{ usename: "akiba_server" }]);
  });

  it("owns nothing and is a member of no other role", async () => {
    const { rows } = await owner.query(
      `SELECT rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
              EXISTS (SELECT FROM pg_class WHERE relowner = r.oid)
                OR EXISTS (SELECT FROM pg_proc WHERE proowner = r.oid)
                OR EXISTS (SELECT FROM pg_auth_members WHERE member = r.oid) AS owns
         FROM pg_roles r WHERE rolname = 'akiba_server'`,
    );
    expect(rows).toEqual([
      {
        rolsuper: false,
        rolcreatedb: false,
        rolcreaterole: false,
        rolreplication: false,
        rolbypassrls: false,
        owns: false,
      },
    ]);
  });

  it.each(Object.entries(rights))("may do with %s what the list says", async (table, allowed) => {
    const { rows } = await owner.query<{ right: string }>(
      `SELECT a.privilege_type AS right FROM pg_class c, aclexplode(c.relacl) a
        WHERE c.oid = to_regclass($1) AND a.grantee = 'akiba_server'::regrole`,
      [table],
    );
    expect(rows.map(({ right }) => right).toSorted()).toEqual([...allowed].toSorted());
  });

  it("may not change or delete rows in any append-only table", async () => {
    const { rows } = await owner.query<{ table: string }>(
      `SELECT c.relname AS table FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
        WHERE t.tgname LIKE '%_append_only'`,
    );
    expect(appendOnly.toSorted()).toEqual(expect.arrayContaining(rows.map(({ table }) => table)));
  });

  it.each(
    appendOnly.flatMap((table) => [`UPDATE ${table} SET ctid = ctid`, `DELETE FROM ${table}`]),
  )("may not %s", async (statement) => {
    const table = statement.split(" ").find((word) => appendOnly.includes(word));
    const { rows } = await owner.query<{ column: string }>(
      `SELECT quote_ident(attname) AS column FROM pg_attribute
          WHERE attrelid = to_regclass($1) AND attnum > 0 AND attgenerated = '' AND attidentity = '' LIMIT 1`,
      [table],
    );
    const requested = statement.replaceAll("ctid", rows[0]?.column ?? "");
    await expect(server.query(requested)).rejects.toMatchObject({ code: "42501" });
  });

  it.each([
    "ALTER TABLE entries DISABLE TRIGGER ALL",
    "ALTER TABLE postings DISABLE TRIGGER postings_append_only",
    "DROP TRIGGER audit_append_only ON audit_entries",
    "ALTER TABLE postings ADD COLUMN more int",
    "SET session_replication_role = replica",
    "TRUNCATE postings",
    "TRUNCATE members CASCADE",
    "DROP TABLE audit_entries",
    "DROP SCHEMA public CASCADE",
    "DROP DATABASE akiba_template",
    "CREATE TABLE of_ones_own (id int)",
    "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
    "SELECT setval('audit_entries_seq_seq', 1)",
    "SET ROLE akiba",
    "CREATE ROLE another",
    "ALTER SYSTEM SET fsync = off",
    "COPY members TO PROGRAM 'cat'",
    "DELETE FROM members",
    "DELETE FROM payments",
    "DELETE FROM loans",
    "INSERT INTO migrations (name) VALUES ('x')",
  ])("may not %s", async (statement) => {
    const { rows } = await owner.query("SELECT to_regclass('audit_entries_seq_seq') AS counter");
    const requested =
      rows[0].counter === null
        ? statement.replace("audit_entries_seq_seq", "entries_id_seq")
        : statement;
    await expect(server.query(requested)).rejects.toMatchObject({ code: "42501" });
  });
});

test("a database from before the server had its own role grants that role its rights at the next start", async () => {
  const connection = await createTestDatabase();
  const client = await connect(connection);
  await client.query("DROP OWNED BY akiba_server");
  await client.end();
  const database = await openMigrated(
    { connection: asServer(connection), owner: connection },
    () => undefined,
  );
  expect(database.ownsTables).toBe(false);
  expect(await database.db.selectFrom("members").select("id").execute()).toEqual([]);
  await database.close();
});

test("rights that were granted by hand are revoked at the next start", async () => {
  const connection = await createTestDatabase();
  const client = await connect(connection);
  await client.query("GRANT ALL ON postings TO akiba_server");
  await migrate(connection, asServer(connection));
  const { rows } = await client.query(
    "SELECT has_table_privilege('akiba_server', 'postings', 'UPDATE') AS may",
  );
  await client.end();
  expect(rows).toEqual([{ may: false }]);
});

test("the list of rights names every table", async () => {
  const client = await connect(await createTestDatabase());
  const { rows } = await client.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1",
  );
  await client.end();
  expect(Object.keys(rights).toSorted()).toEqual(rows.map(({ name }) => name));
});

test("each table that the server may write has a folder that does, and no other has", () => {
  const owned = Object.entries(owners).flatMap(([name, folders]) =>
    folders.length > 0 ? [name] : [],
  );
  // Written by the owner of the database, outside of any migration.
  const byOwner = ["group_identity", "migrations"];
  const written = Object.entries(rights).flatMap(([name, granted]) =>
    granted.length > 1 || byOwner.includes(name) ? [name] : [],
  );
  expect(owned).toEqual(written);
});

test("a server of an older release leaves the rights that a newer release granted", async () => {
  const connection = await createTestDatabase();
  const client = await connect(connection);
  await client.query("INSERT INTO migrations (name) VALUES ('9999-of-a-newer-release.sql')");
  await client.query("GRANT DELETE ON members TO akiba_server");
  await migrate(connection, asServer(connection));
  const { rows } = await client.query(
    "SELECT has_table_privilege('akiba_server', 'members', 'DELETE') AS may",
  );
  await client.end();
  expect(rows).toEqual([{ may: true }]);
});

test("a server detects that its role owns the tables", async () => {
  const connection = await createTestDatabase();
  const database = await openMigrated({ connection, owner: connection }, () => undefined);
  expect(database.ownsTables).toBe(true);
  await database.close();
});
